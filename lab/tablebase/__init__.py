"""Solve games and endgames backwards, and pack the shipped tables: `python -m lab.tablebase --help`."""
