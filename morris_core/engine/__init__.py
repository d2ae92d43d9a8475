"""The computer player: search, evaluation, levels and analysis. CPython 3.11+ and Pyodide only.

>>> from morris_core import Game, find_variant
>>> from morris_core.engine import Engine, Limit
>>> engine = Engine()
>>> for info in engine.search(Game(find_variant("three")), Limit(depth=3)):
...     pass
>>> info.depth
3

A search is a generator: the caller owns the clock, and stops by not asking for more.
"""

from .engine import Engine
from .limits import MATE, Info, Limit, LimitError, MoveValue, Values, mate_distance

__all__ = ["MATE", "Engine", "Info", "Limit", "LimitError", "MoveValue", "Values", "mate_distance"]
