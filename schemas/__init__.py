"""JSON Schemas, as package data."""
