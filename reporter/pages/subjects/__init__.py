"""The room of what is asked about: the two ladders drawn, and the pages of threads, actions, messages and coverage."""
