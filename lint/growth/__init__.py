"""Judging what a change did to old event files, and what it adds."""
