"""Make the opening book (docs/opening-book.md): `python -m tools.solving.book --help`."""
