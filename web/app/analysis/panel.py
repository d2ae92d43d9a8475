"""What hint and analysis say, as nodes for the engine's panel and for the board.

An answer is what the worker's protocol says (docs/engine-protocol.md). The one invariant: each exact value has one sign
and each estimate another, in the list and on the board, besides its colour.
"""

from __future__ import annotations

from morris_core import MorrisError
from morris_core.notation import parse_move

from ..geometry import FIELD, SPAN, cross_path
from ..translation import _
from ..view.nodes import button, h
from .values import (
    EXACT,
    SIGNS,
    certainty,
    file_notes,
    knowledge,
    move_value,
    position_in_words,
    result,
    tally,
    tone,
    value_in_words,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from morris_core import Move

    from ..geometry import Geometry
    from ..messages import Answer, MoveReport
    from ..state import State
    from ..view.nodes import Node


def sorted_moves(state: State) -> list[MoveReport]:
    """Return the analysed moves, the engine's choice first; none while there is no analysis of the position shown."""
    answer = state.answer_to("analyse") or {}
    moves = answer.get("moves") or []
    best = answer.get("best")

    def rank(index: int) -> tuple[object, ...]:
        report = moves[index]
        # The index keeps moves of the same rank in their order: MicroPython's sorting does not.
        return (report["move"] != best, -report["score"], not report.get("exact"), index)

    return [moves[index] for index in sorted(range(len(moves)), key=rank)]


def read_move(state: State, text: str | None) -> Move | None:
    """Return the move that a text spells, or None."""
    try:
        return parse_move(text, state.variant) if text else None
    except MorrisError:
        return None


# ---- On the board


def notes(state: State, geo: Geometry) -> list[Node]:
    """Return what the engine's answers draw on the board: an arrow for the best move, a value beside each choice."""
    hinted = state.answer_to("hint") if state.hinting else None
    analysed = state.answer_to("analyse") if state.analysing else None
    better = None if state.review is None else state.review.arrow(state)
    nodes = _advice(state, geo, read_move(state, better or (hinted or analysed or {}).get("best")))
    for point, report, best in _values_at_points(state) if analysed else []:
        nodes.append(_value(geo, point, report, best))
    return nodes


def _value(geo: Geometry, point: int, report: MoveReport, best: MoveReport) -> Node:
    sure = certainty(report)
    text = _("{sign} {value}").format(sign=SIGNS[sure], value=move_value(report))
    half = 14 + 5 * len(text)
    x, y = geo.xy[point]
    # To the right of the man and above it, but not over the rim.
    place = f"translate({min(x + geo.radius - 8, SPAN + FIELD - half - 2)} {y - geo.radius + 4})"
    kind = "value exact " if sure == EXACT else "value "
    return h(
        "g",
        {"class": kind + tone(report, best), "transform": place},
        h("rect", {"x": -half, "y": -17, "width": 2 * half, "height": 30, "rx": 15}),
        h("text", {"y": 6}, text),
    )


def _advice(state: State, geo: Geometry, best: Move | None) -> list[Node]:
    """Return the arrow of the move advised; with a mill closed on the board, a ring around the man to take."""
    if best is None:
        return []
    if state.entry.capturing:
        x, y = geo.xy[next_captive(state, best)]
        return [h("circle", {"class": "advice end", "cx": x, "cy": y, "r": geo.radius + 12})]
    if not state.entry.empty:
        return []
    nodes = []
    x, y = geo.xy[best.to]
    if best.origin is not None:
        from_x, from_y = geo.xy[best.origin]
        nodes.append(h("path", {"class": "advice", "d": f"M{from_x} {from_y}L{x} {y}"}))
        nodes.append(h("circle", {"class": "advice start", "cx": from_x, "cy": from_y, "r": 12}))
    nodes.append(h("circle", {"class": "advice end", "cx": x, "cy": y, "r": geo.radius - 6}))
    for captive in best.captures:
        x, y = geo.xy[captive]
        nodes.append(h("path", {"class": "advice", "d": cross_path(x, y, 20)}))
    return nodes


def next_captive(state: State, move: Move) -> int:
    """Return the first man that a move takes and that has not been pressed yet."""
    return [point for point in move.captures if point not in state.entry.captures][0]


def _values_at_points(state: State) -> list[tuple[int, MoveReport, MoveReport]]:
    """Return (point, report, best report) for the best move through each point that could be pressed next."""
    found = []
    seen = set()
    entry = state.entry
    moves = sorted_moves(state)
    for report in moves:
        move = read_move(state, report["move"])
        if move is None:
            continue
        if entry.capturing:
            points = [point for point in move.captures if point not in entry.captures]
        elif entry.origin is not None:
            points = [move.to] if move.origin == entry.origin else []
        else:
            points = [move.to if move.origin is None else move.origin]
        for point in points:
            if point not in seen:
                seen.add(point)
                found.append((point, report, moves[0]))
    return found


# ---- In the panel


def build_answers(state: State) -> list[Node]:
    """Return the hint and the analysis, of those that are wanted."""
    nodes = []
    if state.hinting:
        nodes.append(_hint(state))
    if state.analysing:
        nodes.append(_analysis(state))
    return nodes


def _hint(state: State) -> Node:
    return h("div", {"class": "hint", "data-testid": "hint", "role": "status"}, h("p", {}, hint_text(state)))


def hint_text(state: State) -> str:
    """Return the hint for what is on the board."""
    answer = state.answer_to("hint")
    if state.outcome is not None:
        return _("The game is over.")
    if answer is None:
        return _("Looking for the best man to take …") if state.entry.capturing else _("Looking for a good move …")
    best = read_move(state, answer.get("best"))
    if best is None:
        return _("There is no move to suggest.")
    reason = " ".join([_(template).format(**fields) for template, fields in answer.get("sentences") or []])
    if state.entry.capturing:
        point = state.variant.board.points[next_captive(state, best)]
        return _("Take the man on {point}. {reason}").format(point=point, reason=reason)
    return _("Try {move}. {reason}").format(move=answer["best"], reason=reason)


def _analysis(state: State) -> Node:
    moves = sorted_moves(state)
    answer = state.answer_to("analyse") or {}
    line = answer.get("pv") or []
    return h(
        "div",
        {"class": "analysis", "data-testid": "analysis"},
        h(
            "div",
            {"class": "facts"},
            h("div", {}, _worth(state, answer, moves), h("p", {"class": "progress"}, _progress(state, answer))),
            button(_("Stop"), "analyse", kind="secondary"),
        ),
        h("p", {"class": "line", "hidden": len(line) < 2}, h("strong", {}, _("Best line")), *_whole_moves(line)),
        h("p", {"class": "tally", "hidden": not tally(moves)}, tally(moves)),
        h(
            "ol",
            {"class": "move-values", "tabindex": 0, "aria-label": _("Moves and their values")},
            _rows(state, moves),
        ),
        _legend(state, answer, moves),
    )


def _worth(state: State, answer: Answer, moves: list[MoveReport]) -> Node | None:
    """Return what the position is worth. It is read out once it is exact; estimates change too often for that."""
    if not moves:
        return None
    sure = certainty(answer)
    return h(
        "p",
        {"class": "worth", "data-testid": "worth", "role": "status" if sure == EXACT else None},
        _sign(sure),
        h("strong", {}, position_in_words(answer, state.side)),
    )


def _sign(sure: str) -> Node:
    kind = "sign exact" if sure == EXACT else "sign"
    return h("span", {"class": kind, "role": "img", "aria-label": sure, "title": sure}, SIGNS[sure])


def _rows(state: State, moves: list[MoveReport]) -> list[Node]:
    rows = []
    for report in moves:
        sure = certainty(report)
        kind = "exact " if sure == EXACT else ""
        rows.append(
            h(
                "li",
                {"key": report["move"], "class": kind + tone(report, moves[0])},
                _sign(sure),
                h("span", {"class": "move"}, report["move"]),
                h("span", {"class": "number"}, value_in_words(report, state.side)),
            )
        )
    return rows


def _legend(state: State, answer: Answer, moves: list[MoveReport]) -> Node:
    """Return where exact knowledge ends, what the signs and units mean, and what is wrong with the files of values."""
    if not moves:
        return h("div", {"class": "legend"})
    found, failed = file_notes(answer.get("files") or [])
    results = [result(report) for report in moves]
    known = answer.get("known")
    lines = []
    if known or not answer.get("files"):
        lines.append(h("p", {"data-testid": "knowledge"}, knowledge(state.variant, known)))
    if "" in [value for value, plies in results]:
        lines.append(
            h("p", {}, _("≈ “+0.5 men”: the computer's guess is that you are half a man ahead after this move."))
        )
    if [plies for value, plies in results if plies]:
        lines.append(h("p", {}, _("A ply is one move of one side.")))
    for note in found:
        lines.append(h("p", {"class": "file-note", "data-testid": "file-note"}, note))
    if failed:
        lines.append(button(_("Fetch it again"), "ask-again", kind="secondary"))
    return h("div", {"class": "legend"}, lines)


def _whole_moves(moves: list[str]) -> list[Node | str]:
    """Return the moves so that a line of text never ends within one."""
    parts: list[Node | str] = []
    for move in moves:
        parts += [" ", h("span", {}, move)]
    return parts


def _progress(state: State, answer: Answer) -> str:
    """Return how far the analysis has come; nothing where all of it was known without."""
    if state.outcome is not None:
        return _("The game is over.")
    if not answer:
        return _("Thinking …")
    if not answer.get("nodes"):
        return ""
    template = _("Looked {depth} moves ahead · {positions} positions")
    if answer.get("done"):
        template = _("Done: looked {depth} moves ahead · {positions} positions")
    return template.format(depth=answer.get("depth", 0), positions=grouped(answer.get("nodes") or 0))


def grouped(number: int) -> str:
    """Return a whole number with its digits in groups of three."""
    text = str(number)
    groups: list[str] = []
    while len(text) > 3:
        groups.insert(0, text[-3:])
        text = text[:-3]
    return "\u202f".join([text] + groups)
