"""What governs some paths: the answer, and its spellings."""
