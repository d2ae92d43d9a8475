"""The review of a game: graph, turning points, exercises. Loaded when a game is first reviewed."""
