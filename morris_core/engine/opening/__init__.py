"""Opening books: exact values of the first placements, and moves that keep the value later.

CPython 3.11+ and Pyodide only; docs/opening-book.md describes the files.
"""

from .book import ANYWHERE, FILE, SUFFIX, OpeningBook, shipped_book, shipped_books
from .exact import Tables, open_tables

__all__ = ["ANYWHERE", "FILE", "SUFFIX", "OpeningBook", "Tables", "open_tables", "shipped_book", "shipped_books"]
