"""Puzzles: positions with one right move, to solve on the board. Loaded when first needed."""
