"""The graph of a reviewed game as SVG nodes: White's chance after each move, and the moves by which it turned.

A range control of the browser lies over it: who hears the page, or uses the keyboard, moves along the game with it.
"""

from __future__ import annotations

from ...model.translation import _
from ...view.nodes import h
from .words import graph_in_words, title, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...model.state import State
    from ...view.nodes import Node
    from .model import Review

WIDTH, HEIGHT, EDGE = 1000, 100, 9


def build_graph(state: State, review: Review) -> Node:
    """Return the graph of a review that is done."""
    assert review.report is not None
    count = len(review.line)
    shown = min(state.open.shown_ply, count)
    return h(
        "div",
        {"class": "graph", "key": "graph"},
        h(
            "svg",
            {
                "viewBox": f"0 0 {WIDTH} {HEIGHT}",
                "preserveAspectRatio": "none",
                "role": "img",
                "aria-label": graph_in_words(review.report),
            },
            h("path", {"class": "white-share", "d": area(review)}),
            h("path", {"class": "even", "d": f"M0 {HEIGHT // 2}H{WIDTH}"}),
            [h("path", {"class": "here", "d": f"M{x_of(shown, count)} 0V{HEIGHT}"})],
            [dot(review, number) for number in review.turning_points()],
        ),
        h(
            "input",
            {
                "type": "range",
                "name": "number",
                "min": "0",
                "max": str(count),
                "step": "1",
                "prop:value": str(shown),
                "data-change": "review:go",
                "aria-label": _("Position in the game"),
                "aria-valuetext": _in_words(review, shown),
            },
        ),
    )


def _in_words(review: Review, number: int) -> str:
    if not number:
        return _("The start")
    reviewed = review.move(number)
    return _("{title}. {value}").format(title=title(reviewed), value=value(reviewed))


def x_of(number: int, count: int) -> int:
    """Return how far to the right the position after so many of `count` moves stands."""
    return WIDTH * number // count


def y_of(chance: int) -> int:
    """Return how far down a chance in percent stands: a little from the edges, so that no mark is cut off."""
    return EDGE + (100 - chance) * (HEIGHT - 2 * EDGE) // 100


def area(review: Review) -> str:
    """Return the path data of White's share: the higher, the better for White."""
    report = review.report
    if report is None:
        return ""
    count = len(report["moves"])
    chances = [report["start"]["white"]] + [reviewed["white"] for reviewed in report["moves"]]
    line = "".join([f"L{x_of(number, count)} {y_of(chance)}" for number, chance in enumerate(chances)])
    return f"M0 {HEIGHT}{line}V{HEIGHT}" + "Z"


def dot(review: Review, number: int) -> Node:
    """Return the mark of a turning point: a line without length, whose round ends make it a dot at any width."""
    reviewed = review.move(number)
    x, y = x_of(number, len(review.line)), y_of(reviewed["white"])
    return h("path", {"class": "turn " + reviewed["grade"], "d": f"M{x} {y}h0.01"})
