"""Compare how many positions are won, drawn and lost with what others counted.

Invariant: a subspace is compared only with counts made by the same board and rules.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from morris_core.tablebase.index import kept_rules
from morris_core.variants import find_variant
from tools.tablebase.plan import Plan, most_in_hand
from tools.tablebase.reach import layers
from tools.tablebase.store import Store

KNOWN = Path(__file__).with_name("known.json")
"""By name of a variant the counts of its subspaces, "4v3" for four men of the side to move against three."""
TABLE = "_win_draw_loss"
BY_PLY = "_win_draw_loss_by_ply"


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
    return _known(work, TABLE)


def known_layers(work: Plan) -> dict[str, Counts]:
    """Return what others counted of the positions that legal play leads to, by ply; nothing for endgames."""
    men = most_in_hand(work)
    return {ply: counts for ply, counts in _known(work, BY_PLY).items() if int(ply) <= 2 * men}


def _known(work: Plan, kind: str) -> dict[str, Counts]:
    known = json.loads(KNOWN.read_text(encoding="utf-8"))
    for name, table in known.items():
        if name.endswith(kind):
            variant = find_variant(name.removesuffix(kind))
            # Positions with men in hand depend on how many men the game begins with.
            same_men = kind == TABLE or variant.rules.men == most_in_hand(work)
            if variant.board.name == work.board and kept_rules(variant) == work.rules and same_men:
                return {told: Counts(*counts) for told, counts in table.items()}
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


def compare_layers(work: Plan, store: Store, plies: int, threads: int) -> Iterator[tuple[str, Counts, Counts | None]]:
    """Yield the same for the positions that legal play leads to in so many plies, as "ply 3"."""
    known = known_layers(work)
    for ply, won, drawn, lost in layers(work, store, plies, threads):
        yield f"ply {ply}", Counts(won, drawn, lost), known.get(str(ply))
