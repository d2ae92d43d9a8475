"""Shipped data made from exact values: the opening book, the puzzles, and the facts of the page "Solved"."""
