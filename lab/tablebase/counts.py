"""Compare the numbers of won, drawn and lost positions with published ones.

Invariant: a subspace is compared only with counts for the same board and rules.
"""

from collections.abc import Iterator
from typing import NamedTuple

from lab.tablebase.plan import Plan
from lab.tablebase.reach import layers
from lab.tablebase.store import Store
from morris_core.named import find_variant
from morris_core.tablebase.index import stored_rules
from tools.site.facts import KNOWN, read

TABLE = "_win_draw_loss"
BY_PLY = "_win_draw_loss_by_ply"


class Counts(NamedTuple):
    """How many positions have each value. Mirror images count once."""

    won: int
    drawn: int
    lost: int

    def text(self) -> str:
        """Return the counts in words."""
        return f"{self.won:,} won, {self.drawn:,} drawn, {self.lost:,} lost"


Compared = Iterator[tuple[str, Counts, Counts | None]]
"""(name, counts in the solution, published counts or None)"""


def published_counts(plan: Plan) -> dict[str, Counts]:
    """Return the published counts for the game of a plan, by subspace."""
    return _published(plan, TABLE)


def published_layers(plan: Plan) -> dict[str, Counts]:
    """Return the published counts of the positions that legal play leads to, by ply; nothing for endgames."""
    return {ply: counts for ply, counts in _published(plan, BY_PLY).items() if int(ply) <= 2 * plan.most_in_hand()}


def _published(plan: Plan, kind: str) -> dict[str, Counts]:
    for name, table in read(KNOWN).items():
        if name.endswith(kind):
            variant = find_variant(name.removesuffix(kind))
            # Positions with men in hand depend on how many men the game begins with.
            same_men = kind == TABLE or variant.rules.men == plan.most_in_hand()
            if variant.board is plan.board and stored_rules(variant) == plan.rules and same_men:
                return {subspace: Counts(*counts) for subspace, counts in table.items()}
    return {}


def compare(store: Store) -> Compared:
    """Compare all solved subspaces without men in hand."""
    published = published_counts(store.plan)
    for pair in store.plan.pairs():
        if not pair.hands and store.has(pair):
            for half, (drawn, won, lost) in enumerate(store.read(pair).counts):
                mover, other = (pair.second, pair.first) if half else pair
                subspace = f"{mover.men}v{other.men}"
                yield subspace, Counts(won, drawn, lost), published.get(subspace)


def compare_layers(store: Store, plies: int, threads: int) -> Compared:
    """Compare the positions that legal play leads to in each of the first plies, named "ply 3"."""
    published = published_layers(store.plan)
    for ply, won, drawn, lost in layers(store, plies, threads):
        yield f"ply {ply}", Counts(won, drawn, lost), published.get(str(ply))
