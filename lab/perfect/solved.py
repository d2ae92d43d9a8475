"""The values of a solved game, read from the folder in which lab.tablebase has solved it."""

from pathlib import Path

from lab.tablebase.solve import code_at
from lab.tablebase.store import Store, load_plan
from morris_core import Position, Variant
from morris_core.errors import RulesError
from morris_core.rules import outcome
from morris_core.tablebase.index import Side, pair_of, stored_rules

VALUES = ("draw", "win", "loss")


class SolvedGame:
    """The values in a folder, which need not be complete.

    Args:
        folder: The folder. A damaged file in it raises StoreError on first use.

    Raises:
        StoreError: The folder holds no solution.
    """

    def __init__(self, folder: Path) -> None:
        self.store = Store(folder, load_plan(folder))

    @staticmethod
    def is_in(folder: Path) -> bool:
        """Return whether a folder seems to hold a solution."""
        return (folder / "plan.json").is_file()

    def probe(
        self, variant: Variant, position: Position, at_once: bool = False, at_least: str = "loss"
    ) -> tuple[str, int | None] | None:
        """Return (value, plies if they are known) for the side to move, or None for other rules or without a file.

        A look-up is quick, so `at_once` and `at_least` make no difference.
        """
        plan = self.store.plan
        try:
            if variant.board is not plan.board or stored_rules(variant) != plan.rules:
                return None
        except RulesError:
            return None
        side = position.side
        over = outcome(variant, position)
        if over and over.winner is None:
            return "draw", None
        if over:
            return "win" if over.winner == side else "loss", 0 if plan.distances else None
        own, other = position.men(side), position.men(1 - side)
        mover = Side(own.bit_count(), position.hand(side))
        pair, half = pair_of(mover, Side(other.bit_count(), position.hand(1 - side)))
        if half not in plan.halves.get(pair, ()) or not self.store.has(pair):
            return None
        code = code_at(self.store, pair, half, own, other)
        value = VALUES[2 - code % 2 if code else 0]
        return value, (code - 1) // 2 if code and plan.distances else None
