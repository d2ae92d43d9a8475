"""My games: all games that were played here, the results, and the file with everything that the browser saves."""
