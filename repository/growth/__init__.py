"""What became of old event files: the base, its merge, and the whole history, told by blob ids."""
