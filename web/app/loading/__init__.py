"""How far the computer player has been loaded, shown while something waits for it."""
