"""The variants grouped by the size of their boards, as lists and dialogs show them.

The one invariant: each variant is in one group, and a variant on a new board finds its group by itself.
"""

from __future__ import annotations

from morris_core import VARIANTS

from ...model.translation import _

TYPE_CHECKING = False
if TYPE_CHECKING:
    from morris_core import Variant

# Offered first: one of each size, and the best known.
COMMON = ("nine", "six", "twelve", "three")

_HEADINGS = {3: _("Small boards"), 5: _("Medium boards"), 7: _("Large boards")}


def variant_groups() -> list[tuple[str, list[Variant]]]:
    """Return (heading, variants) pairs, the smallest boards first; within a group the fewest men first.

    >>> [heading for heading, _ in variant_groups()]
    ['Small boards', 'Medium boards', 'Large boards']
    """
    order = list(VARIANTS)
    groups = []
    for size in sorted({variant.board.size for variant in VARIANTS.values()}):
        found = [variant for variant in VARIANTS.values() if variant.board.size == size]
        found.sort(key=lambda variant: (variant.rules.men, order.index(variant.name)))
        groups.append((_HEADINGS.get(size, _("Boards with {size} rows").format(size=size)), found))
    return groups
