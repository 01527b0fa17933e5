"""What the texts of records hold: code, markup, the same words, opposite words."""
