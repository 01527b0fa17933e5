"""The runtime in one file: threads, projections and receipts, to be read where no machine has them."""
