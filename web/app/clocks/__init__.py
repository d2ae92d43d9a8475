"""The clocks of the two players, loaded when a game is played with them."""
