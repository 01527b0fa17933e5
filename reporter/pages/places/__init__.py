"""The pages of places: folders and paths, areas, issues and pull requests, and what governs there."""
