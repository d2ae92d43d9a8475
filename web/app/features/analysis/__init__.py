"""The engine's hints and analyses, in words and on the board. Loaded with the first of them."""
