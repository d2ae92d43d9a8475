"""Puzzles: positions with one right move, to be found on the board. Loaded when first wanted."""
