"""Makes and proves the puzzles of web/data/puzzles.txt: see __main__.py."""

import sys
from pathlib import Path

# The page's package is called `app`, as it is in the browser; the file's format is read and written by app.puzzles.
sys.path.append(str(Path(__file__).resolve().parent.parent.parent / "web"))
