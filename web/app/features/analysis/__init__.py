"""What the engine's hints and analyses say, in words and on the board. Loaded when the first of them is asked for."""
