"""Solve games and endgames backwards, and pack the shipped tables: `python -m tools.tablebase --help`."""
