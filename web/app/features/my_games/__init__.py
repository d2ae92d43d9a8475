"""My games: every game that was played here, results, and all that the browser keeps as one file."""
