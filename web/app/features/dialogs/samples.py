"""Pictures of what the board and the men can look like, for the settings: a corner of the real board, and two men.

Each carries its look as the page's root does, so style/looks.css colours it whatever is chosen for the page.
"""

from __future__ import annotations

from morris_core import BOARDS

from ...model.geometry import MARGIN, SPAN, geometry
from ...view.board import ground, pieces
from ...view.nodes import h

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...view.nodes import Node

_BOARD = geometry(BOARDS["three-ring"], False)
# Of the board's lower left corner, in its units: the points a1 and b2 with the rim below and on the left.
_WIDTH, _HEIGHT = 330, 240
_CORNER = f"{-MARGIN} {SPAN + MARGIN - _HEIGHT} {_WIDTH} {_HEIGHT}"
_MEN_HEIGHT = 110


def look_sample(look: str) -> Node:
    """Return a board's corner with a man of each side, Black's marked as moved last."""
    drawn = ground(_BOARD)[2]
    lower, upper = (0, SPAN), (_BOARD.step, SPAN - _BOARD.step)
    return h(
        "svg",
        {"class": "sample " + look, "data-look": look, "viewBox": _CORNER, "aria-hidden": "true"},
        list(drawn[:-1]),
        # Not by the class of the board's own, which a setting hides.
        h("g", {"class": "labels"}, list(drawn[-1][2])),
        _man("white", lower),
        _man("black", upper),
        h("circle", {"class": "last-ring", "cx": upper[0], "cy": upper[1], "r": _BOARD.radius + 4}),
    )


def men_sample(men: str) -> Node:
    """Return a man of each side, on the board that is chosen."""
    middle = _MEN_HEIGHT // 2
    third = _WIDTH // 3
    return h(
        "svg",
        {"class": "sample", "data-men": men, "viewBox": f"0 0 {_WIDTH} {_MEN_HEIGHT}", "aria-hidden": "true"},
        h("path", {"class": "lines", "d": f"M0 {middle}H{_WIDTH}"}),
        _man("white", (third, middle)),
        _man("black", (2 * third, middle)),
    )


def _man(side: str, place: tuple[int, int]) -> Node:
    return h("g", {"class": "man " + side, "transform": f"translate({place[0]} {place[1]})"}, pieces(_BOARD).body)
