"""From bytes to history. Knows no rule, no page, no command."""
