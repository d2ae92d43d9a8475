"""Compares how many positions are won, drawn and lost with what others counted.

The one invariant: a subspace is compared only with counts made by the same board and rules.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from morris_core.tablebase.index import kept_rules
from morris_core.variants import find_variant
from tools.tablebase.plan import Plan
from tools.tablebase.store import Store

KNOWN = Path(__file__).with_name("known.json")
"""By name of a variant the counts of its subspaces, "4v3" for four men of the side to move against three."""
TABLE = "_win_draw_loss"


class Counts(NamedTuple):
    """How many positions of a subspace have each value, each counted once with its mirror images."""

    won: int
    drawn: int
    lost: int

    def text(self) -> str:
        """Return the counts in words."""
        return f"{self.won:,} won, {self.drawn:,} drawn, {self.lost:,} lost"


def known_counts(work: Plan) -> dict[str, Counts]:
    """Return what others counted for the game of a plan, by subspace."""
    known = json.loads(KNOWN.read_text(encoding="utf-8"))
    for name, table in known.items():
        if name.endswith(TABLE):
            variant = find_variant(name.removesuffix(TABLE))
            if variant.board.name == work.board and kept_rules(variant) == work.rules:
                return {subspace: Counts(*counts) for subspace, counts in table.items()}
    return {}


def compare(work: Plan, store: Store) -> Iterator[tuple[str, Counts, Counts | None]]:
    """Yield (subspace, counts in the store, known counts or None) for all solved subspaces without men in hand."""
    known = known_counts(work)
    for pair in work.pairs():
        if not pair.hands and store.has(pair):
            for half, (drawn, won, lost) in enumerate(store.read(pair).counts):
                mover, other = (pair.second, pair.first) if half else pair
                subspace = f"{mover.men}v{other.men}"
                yield subspace, Counts(won, drawn, lost), known.get(subspace)
