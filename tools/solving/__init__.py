"""What is made from exact values and shipped: the opening book, the puzzles, and the facts of the page "Solved"."""
