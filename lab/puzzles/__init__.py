"""Make and prove the puzzles of web/app/features/puzzles/puzzles.txt: see __main__.py."""
