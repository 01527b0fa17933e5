"""Coverage: of a range of commits, how many follow direction on record, and what is known of the others."""
