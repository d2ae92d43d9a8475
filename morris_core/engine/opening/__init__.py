"""The opening book of nine men's morris: exact values of the first placements, and moves that keep the value later.

CPython 3.11+ and Pyodide only; docs/opening-book.md describes the file.
"""

from .book import ANYWHERE, FILE, SUFFIX, OpeningBook, shipped_anywhere, shipped_book
from .exact import Tables, open_tables

__all__ = ["ANYWHERE", "FILE", "SUFFIX", "OpeningBook", "Tables", "open_tables", "shipped_anywhere", "shipped_book"]
