"""The computer player: search, evaluation, levels and analysis. CPython 3.11+ and Pyodide only.

>>> from morris_core import Game
>>> from morris_core.engine import Engine, Limit
>>> engine = Engine()
>>> game = Game("three-diagonal")
>>> game.move_text(engine.play(game, Limit(depth=5)))
'b2'
>>> engine.analyse(game, Limit(depth=3)).depth
3

A search is a generator: the caller owns the clock, and stops by not asking for more.
"""

from typing import TYPE_CHECKING

from .engine import Engine
from .limits import MATE, Clocks, Info, Limit, LimitError, MoveValue, Values, mate_distance

if TYPE_CHECKING:
    from .opening import Tables, open_tables
    from .program import Program, ProgramError
else:

    def __getattr__(name: str) -> object:
        # Loaded on first use, because what reads table files takes as long to import as the whole search.
        if name in ("Tables", "open_tables"):
            from . import opening as module
        elif name in ("Program", "ProgramError"):
            from . import program as module
        else:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(module, name)


__all__ = [
    "MATE",
    "Clocks",
    "Engine",
    "Info",
    "Limit",
    "LimitError",
    "MoveValue",
    "Program",
    "ProgramError",
    "Tables",
    "Values",
    "mate_distance",
    "open_tables",
]
