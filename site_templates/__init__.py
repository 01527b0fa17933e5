"""Templates of the site, as package data."""
