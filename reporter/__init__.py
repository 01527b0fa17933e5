"""The provenance graph, claims, traces, pages and the site."""
