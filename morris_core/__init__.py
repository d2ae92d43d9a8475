"""Nine Men's Morris and its family: the rules, as plain Python without dependencies.

>>> from morris_core import Game, find_variant
>>> game = Game(find_variant("nine"))
>>> for text in "d6 f4 d2 b4 f6 b6 b2 d7 d3 g1".split():
...     _ = game.play(text)
>>> len(game.legal_moves())
22

The text forms have modules of their own: notation, fen, record, link, sanmill; reader takes any of them. Everything
here runs in CPython 3.11+, in Pyodide and in MicroPython; morris_core.engine and morris_core.tablebase need CPython
or Pyodide.
"""

from .board import BOARDS, Board
from .entry import MoveEntry
from .errors import IllegalMove, MorrisError, NotationError, PositionError, RulesError
from .game import Game, describe
from .position import BLACK, WHITE, Move, Position, start_position
from .rules import Outcome
from .variants import OPTIONS, VARIANTS, Rules, Variant, find_variant

__all__ = [
    "BLACK",
    "BOARDS",
    "OPTIONS",
    "VARIANTS",
    "WHITE",
    "Board",
    "Game",
    "IllegalMove",
    "MorrisError",
    "Move",
    "MoveEntry",
    "NotationError",
    "Outcome",
    "Position",
    "PositionError",
    "Rules",
    "RulesError",
    "Variant",
    "describe",
    "find_variant",
    "start_position",
]
