"""The front of the site: what leads a reader on, what changed, what was rejected, and what still holds."""
