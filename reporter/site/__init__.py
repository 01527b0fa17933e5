"""From pages to files: a site by MkDocs, or a tree of Markdown."""
