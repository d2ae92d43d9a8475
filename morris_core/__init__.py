"""Nine Men's Morris and its family: the rules, as plain Python without dependencies.

>>> from morris_core import Game
>>> game = Game()
>>> for move in "d6 f4 d2 b4 f6 b6 b2 d7 d3 g1".split():
...     _ = game.play(move)
>>> len(game.legal_moves())
22
>>> game.link()
'v=nine&m=d6.f4.d2.b4.f6.b6.b2.d7.d3.g1'

All public names can be imported from here. They run in CPython 3.11+, in Pyodide and in MicroPython. The
computer player, morris_core.engine, open_tables and solve need CPython or Pyodide. Pictures are in morris_core.svg.
"""

from __future__ import annotations

from .board import Board
from .errors import IllegalMove, MorrisError, NotationError, PositionError, RulesError
from .game import Game
from .link_text import LinkError
from .named import find_variant
from .notation import format_move, parse_move
from .position import BLACK, WHITE, Move, Position, start_position
from .rules import Outcome, explain
from .variants import OPTIONS, Rules, Variant

__version__ = "1.0.0"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .counting import perft
    from .engine import open_tables
    from .entry import MoveEntry, Press
    from .family import BOARDS, VARIANTS
    from .legal import LegalMoves, successors
    from .link import Link
    from .own import register
    from .possible import check_position
    from .reader import Reading, read
    from .record import Header, Record, read_games, read_headers
    from .tablebase.solver import solve
    from .tree import GameNode, GameTree
    from .visitor import Visitor, visit

# Imported on first use, so that a page that only shows a board does not download them.
_LATE = {
    "BOARDS": "family",
    "GameNode": "tree",
    "GameTree": "tree",
    "Header": "record",
    "LegalMoves": "legal",
    "Link": "link",
    "MoveEntry": "entry",
    "Press": "entry",
    "Reading": "reader",
    "Record": "record",
    "VARIANTS": "family",
    "Visitor": "visitor",
    "check_position": "possible",
    "open_tables": "engine",
    "perft": "counting",
    "read": "reader",
    "read_games": "record",
    "read_headers": "record",
    "register": "own",
    "solve": "tablebase.solver",
    "successors": "legal",
    "visit": "visitor",
}

if not TYPE_CHECKING:  # a type checker would take any name for one of the package's

    def __getattr__(name: str) -> object:
        module = _LATE.get(name)
        if module is None:
            raise AttributeError("module 'morris_core' has no attribute '" + name + "'")
        return getattr(__import__("morris_core." + module, None, None, (name,)), name)

    def __dir__() -> list[str]:
        return list(globals()) + list(_LATE)


__all__ = [
    "BLACK",
    "BOARDS",
    "OPTIONS",
    "VARIANTS",
    "WHITE",
    "Board",
    "Game",
    "GameNode",
    "GameTree",
    "Header",
    "IllegalMove",
    "LegalMoves",
    "Link",
    "LinkError",
    "MorrisError",
    "Move",
    "MoveEntry",
    "NotationError",
    "Outcome",
    "Position",
    "PositionError",
    "Press",
    "Reading",
    "Record",
    "Rules",
    "RulesError",
    "Variant",
    "Visitor",
    "check_position",
    "explain",
    "find_variant",
    "format_move",
    "open_tables",
    "parse_move",
    "perft",
    "read",
    "read_games",
    "read_headers",
    "register",
    "solve",
    "start_position",
    "successors",
    "visit",
]
