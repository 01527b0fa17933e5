"""What machines and other pages take from a site: a feed of changes, data as JSON, a badge."""
