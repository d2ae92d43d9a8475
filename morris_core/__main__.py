"""`python -m morris_core`: the game and its engine in a terminal; see morris_core.terminal."""

import sys


def main() -> int:
    """Run the command line and return its exit code."""
    try:
        # Imported here because an interrupt must not give a traceback while the modules are loaded either.
        from .terminal import main as run

        return run()
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
