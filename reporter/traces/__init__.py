"""Traces: the answer about one node, and its spellings."""
