"""The provenance graph: what connects two nodes, of which class, on whose word."""
