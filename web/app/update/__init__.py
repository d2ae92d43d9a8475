"""Intents: the state and a player's action come in, the changed state and its effects go out."""
