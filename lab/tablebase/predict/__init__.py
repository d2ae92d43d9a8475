"""Make files of the predicted form: a network guesses each value, exceptions correct it."""
