"""Variations of the game on the board: made, shown and annotated. Loaded when the first of them is made or opened."""
