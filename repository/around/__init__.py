"""What git tells of the repository around the ledger: commits, trailers, merges, attributes."""
