"""Links, pictures, texts and embed code of the game on the board. Loaded when first opened."""
