"""Rules over the history, and the findings they give."""
