"""`python -m morris_core`: the game and its engine in a terminal; see morris_core.terminal."""

import sys

from .terminal import main

if __name__ == "__main__":
    sys.exit(main())
