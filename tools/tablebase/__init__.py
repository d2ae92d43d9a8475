"""Solve games and endgames backwards, and pack the tables that ship: `python -m tools.tablebase --help`."""
