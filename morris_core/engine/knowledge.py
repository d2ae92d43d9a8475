"""Knowledge that all searches of a variant share, and the options of a search.

Nothing here depends on the position or the game that is searched.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..variants import OPTIONS, Rules, Variant
from .evaluation import Evaluator
from .tables import Layout, tables_of
from .transposition import TranspositionTable


class Options(NamedTuple):
    """How to search. With both options off, values are those of plain alpha-beta.

    Attributes:
        reductions: Search moves late in the order a ply less deep at first (late move reductions).
        quiescence: How many plies of captures to try beyond a leaf.
    """

    reductions: bool = True
    quiescence: int = 1


class Knowledge:
    """Shared by a variant's searches: tables of moves, an evaluation, and the transposition table."""

    def __init__(self, variant: Variant, evaluation: Evaluator, memory: int) -> None:
        self.variant = variant
        self.evaluation = evaluation
        self.layout = Layout(variant.board)
        self.moves, self.captures, self.images = tables_of(variant)
        self.table = TranspositionTable(memory)

    def can_move(self, own: int, opponent: int) -> bool:
        """Return whether the side with the state `own` has a move."""
        return any(not move[1] & opponent for kind in self.moves[own] for move in kind)


def key_width(variant: Variant) -> int:
    """Return how many bits a state takes; a position's key is own << width | opponent."""
    layout = Layout(variant.board)
    return layout.bits if variant.rules.remembers else layout.last


def are_rules(rules: Rules, options: Mapping[str, object], ignored: Sequence[str]) -> bool:
    """Return whether rules are the given ones: every option that is not named must have its default.

    Args:
        options: Values of options by name.
        ignored: The names of options whose values do not matter.

    >>> are_rules(Rules(men=6, quiet_limit=0), {"men": 6}, ["quiet_limit"]), are_rules(Rules(no_return=True), {}, [])
    (True, False)
    """
    return all(
        getattr(rules, option.name) == options.get(option.name, option.default)
        for option in OPTIONS
        if option.name not in ignored
    )
