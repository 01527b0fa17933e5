"""What happened in the billing example: people, direction, threads and commits, as plain data."""
