"""Make and prove the puzzles of web/data/puzzles.txt: see __main__.py."""
