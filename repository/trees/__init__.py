"""What the trees of one commit held of the ledger, against what is examined now."""
