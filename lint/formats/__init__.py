"""Findings, spelled for their readers: one file a format."""
