"""What came from the monolith and is meant to go."""
