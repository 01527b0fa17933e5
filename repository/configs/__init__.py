"""The configs: the ledger's own, Fingerpost's, and the baseline's file."""
