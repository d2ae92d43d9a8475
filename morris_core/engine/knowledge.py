"""Knowledge: what all searches of a variant share, and the options they are made with.

May import the engine's evaluation, tables and transposition. The one invariant: nothing here depends on the position or
the game that is thought about.
"""

from ..variants import Variant
from .evaluation import Evaluator
from .tables import LAST, tables_of
from .transposition import TranspositionTable


class Options:
    """How to search. reductions: late move reductions; quiescence: plies for which captures go on at the leaves;
    symmetry: mirror images are one position while men are placed. With all off, values are those of plain alpha-beta.
    """

    def __init__(self, reductions: bool = True, quiescence: int = 1, symmetry: bool = True) -> None:
        self.reductions = reductions
        self.quiescence = quiescence
        self.symmetry = symmetry


class Knowledge:
    """What a variant's searches share: tables, an evaluation, and the transposition table."""

    def __init__(self, variant: Variant, evaluation: Evaluator, memory: int) -> None:
        self.variant = variant
        self.evaluation = evaluation
        tables = tables_of(variant)
        self.turns = tables.turns
        self.captures = tables.captures
        self.images = tables.images
        self.table = TranspositionTable(memory)


def key_width(variant: Variant) -> int:
    """Return how many bits a state takes; a position's key is own << width | opponent."""
    return LAST + 10 if variant.rules.remembers else LAST
