"""Makes and checks the opening book of nine men's morris (docs/opening-book.md): `python -m tools.book --help`."""
