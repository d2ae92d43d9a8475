"""Make the opening book (docs/opening-book.md): `python -m lab.book --help`."""
