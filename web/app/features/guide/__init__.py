"""Positions in which somebody is led: shared by lessons and puzzles. Loaded with the first of them."""
