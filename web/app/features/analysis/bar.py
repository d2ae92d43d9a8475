"""The bar beside the board that shows while analysing who is better off, for the eye; the panel says it in words.

The one invariant: a bar that is all of one colour, or marked as a draw, is exact; an estimate always leaves some of
both.
"""

from __future__ import annotations

from ...model.geometry import FIELD, RIM, SPAN
from ...model.translation import _
from ...view.nodes import h
from .values import result, tenths

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...model.messages import Answer
    from ...model.state import State
    from ...view.nodes import Node

# It stands on the rim to the right of the board, where no coordinates are.
X, WIDTH = SPAN + FIELD + 2, RIM - 4
TOP, HEIGHT = -FIELD, SPAN + 2 * FIELD
LEAST, MOST = 4, 96  # percent of an estimate


def share(state: State) -> tuple[float, str, bool] | None:
    """Return how much of the bar is White's, 0 to 1, what stands on it, and whether it is exact; None while nothing is
    known, not even of the position before."""
    if state.ui.outcome is not None:
        winner = state.ui.outcome.winner
        return (0.5, _("½"), True) if winner is None else (1.0 - winner, "✓", True)
    answer = state.engine.answers.get("analyse")
    if answer is None or "white" not in answer:
        return None
    white = answer["white"]
    if state.answer_to("analyse") is None:
        return max(LEAST, min(MOST, white)) / 100, "", False  # of the position before, until this one is known
    return _of_answer(answer, white)


def _of_answer(answer: Answer, white: int) -> tuple[float, str, bool]:
    value, plies = result(answer)
    if value == "draw":
        return 0.5, _("½"), True
    if value and answer.get("exact"):
        return (1.0 if white > 50 else 0.0), "✓" if plies is None else str(plies), True
    score = answer.get("score") or 0
    text = "" if value else tenths(score)
    return max(LEAST, min(MOST, white)) / 100, text, False


def build_bar(state: State) -> Node:
    """Return the bar, as a part of the board's drawing."""
    found = share(state)
    white, text, exact = found or (0.5, "", False)
    flipped = state.open.orientation == 1
    # White's part grows from White's side of the board.
    place = f"translateY({TOP if flipped else TOP + HEIGHT}px) scaleY({white if flipped else -white})"
    kind = "bar exact" if exact else "bar" if found else "bar waiting"
    leads_white = white >= 0.5
    at_bottom = leads_white != flipped
    y = TOP + HEIGHT // 2 if white == 0.5 else TOP + HEIGHT - 16 if at_bottom else TOP + 16
    on = "even" if white == 0.5 else "on-white" if leads_white else "on-black"
    return h(
        "g",
        {"key": "bar", "class": kind, "data-white": round(100 * white)},
        h("rect", {"class": "black", "x": X, "y": TOP, "width": WIDTH, "height": HEIGHT}),
        h("rect", {"class": "white", "x": X, "y": 0, "width": WIDTH, "height": HEIGHT, "style:transform": place}),
        h("rect", {"class": "frame", "x": X, "y": TOP, "width": WIDTH, "height": HEIGHT}),
        h("path", {"class": "middle", "d": f"M{X} {TOP + HEIGHT // 2}h{WIDTH}"}),
        h("text", {"class": on, "x": X + WIDTH // 2, "y": y}, text) if text else None,
    )
