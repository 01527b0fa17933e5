"""Fingerpost: reads a ledger of direction (fabric/1.0) and says, with evidence, which way it points."""

__version__ = "0.1.0"
