"""Exact values of positions from table files: bytes in, answers out. docs/tablebase-format.md describes the files.

CPython 3.11+ and Pyodide only, without other dependencies.
"""

from .index import TableError
from .probe import SUFFIX, Answer, Tablebase, load_folder, shipped_tables

__all__ = ["SUFFIX", "Answer", "TableError", "Tablebase", "load_folder", "shipped_tables"]
