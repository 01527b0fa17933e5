"""Where things lie: git, the stores, the config."""
