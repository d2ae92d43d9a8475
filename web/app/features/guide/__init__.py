"""Guides through positions, shared by lessons and puzzles. Loaded with the first of them."""
