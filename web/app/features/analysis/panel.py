"""Hints and analyses as nodes, for the engine's panel and for the board.

The worker's protocol defines the answers (docs/engine-protocol.md). Invariant: in the list and on the board, exact
values and estimates differ in their signs, not only in colour.
"""

from __future__ import annotations

from morris_core.geometry import FIELD, SPAN

from ...common import values
from ...kernel.features import button_of, every_hook, hook
from ...model.translation import _, filled, number_forms, number_of
from ...view.arrows import build_arrow, next_captive, read_move
from ...view.nodes import button, h
from .lines import MovesListed, Pointed, lines, listed, pointed, sorted_moves, whole_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from morris_core.geometry import Geometry

    from ...model.messages import Answer, MoveReport
    from ...model.state import State
    from ...view.nodes import Attributes, Node


def share(state: State) -> tuple[int, str] | None:
    """Return White's chance in percent and "exact", "estimate" or, for the position before, "waiting".

    Return None if neither this position nor the one before has a value.
    """
    over = state.ui.outcome
    if over is not None:
        return (50 if over.winner is None else 100 * (1 - over.winner)), "exact"
    answer = state.engine.answers.get("analyse")
    if answer is None or "white" not in answer or is_reading(state):
        return None
    if state.answer_to("analyse") is None:
        return answer["white"], "waiting"
    return answer["white"], "exact" if values.certainty(answer) == values.EXACT else "estimate"


def build_bar(state: State) -> Node:
    """Return White's share as a bar with a figure. The sentence below says the same to screen readers."""
    white, kind = share(state) or (50, "waiting")
    return h(
        "div",
        {"class": "share-bar " + kind, "data-white": white, "aria-hidden": "true"},
        h("div", {"class": "black-part"}, h("div", {"class": "white-part", "style:width": f"{white}%"})),
        h("span", {"class": "number"}, "" if kind == "waiting" else _("{percent}%").format(percent=white)),
    )


def is_reading(state: State) -> bool:
    """Return whether all exact values are on this device and its tables have not given them yet.

    Until then no guess is shown.
    """
    values_here, answer = hook("values_here"), state.answer_to("analyse")
    if values_here is None or not values_here(state):
        return False
    if answer is None or not answer.get("moves"):
        return True
    waits = [file for file in answer.get("files") or [] if file["asked"] and file["state"] in ("wanted", "coming")]
    known = answer.get("known")
    unread = known is not None and known["whole"] and not answer.get("depth")
    return bool(waits) or (unread and "" in [values.result(report)[0] for report in answer["moves"]])


# ---- On the board

SHOWN = 3
"""How many of the best moves have a figure on the board; the others show it while their point is pointed at."""


def arrow(state: State) -> str | None:
    """Return the best move, which the board shows while no line is highlighted."""
    hinted = state.answer_to("hint") if state.engine.hinting else None
    analysed = state.answer_to("analyse") if state.engine.analysing else None
    return None if pointed(state) else (hinted or analysed or {}).get("best")


def build_notes(state: State, geo: Geometry) -> list[Node]:
    """Return the analysis on the board: the highlighted line, or a value beside each choice."""
    if not state.engine.analysing:
        return []
    nodes: list[Node] = []
    line = pointed(state)
    for number in range(len(line)):
        nodes += build_arrow(geo, read_move(state, line[number]), number == len(line) - 1)
    if state.answer_to("analyse") and not line and not is_reading(state):
        for number, (point, report, best) in enumerate(_values_at_points(state)):
            nodes.append(_value(state, geo, point, report, best, number < SHOWN))
    return nodes


def _value(state: State, geo: Geometry, point: int, report: MoveReport, best: MoveReport, shown: bool) -> Node:
    """Return the value of a move as a dot, and as a figure from White's point of view beside it."""
    sure = values.certainty(report)
    winner, text = values.figure(report, state.side)
    text = _("{sign} {value}").format(sign=values.SIGNS[sure], value=text) if sure != values.EXACT else text
    half = 12 + 6 * len(text) + (10 if winner else 0)
    x, y = geo.xy[point]
    # Above the point but not over the rim, so that the values of neighbouring points don't overlap.
    right = max(half + 2 - FIELD, min(x, SPAN + FIELD - half - 2)) - x
    kind = "value exact " if sure == values.EXACT else "value "
    return h(
        "g",
        {
            "class": kind + ("best " if shown else "") + values.tone(report, best),
            "data-at": point,
            "transform": f"translate({x} {y})",
        },
        h("circle", {"class": "dot", "cx": geo.radius * 2 // 3, "cy": -geo.radius * 2 // 3, "r": 9}),
        h(
            "g",
            {"class": "figure", "transform": f"translate({right} {4 - geo.radius})"},
            h("rect", {"x": -half, "y": -17, "width": 2 * half, "height": 30, "rx": 15}),
            h("circle", {"class": "winner " + winner, "cx": 13 - half, "cy": -2, "r": 7}) if winner else None,
            h("text", {"x": 8 if winner else 0, "y": 6}, text),
        ),
    )


def _values_at_points(state: State) -> list[tuple[int, MoveReport, MoveReport]]:
    """Return (point, report, best report) for the best move through each point that can be pressed next."""
    found = []
    seen = set()
    entry = state.ui.entry
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
    """Return the analysis, if it is switched on. (The hint is in the status.)"""
    return [_analysis(state)] if state.engine.analysing else []


def hint_text(state: State) -> str:
    """Return the hint for the position and the entry on the board."""
    answer = state.answer_to("hint")
    if state.ui.outcome is not None:
        return _("The game is over.")
    if answer is None:
        return _("Looking for the best man to take…") if state.ui.entry.capturing else _("Looking for a good move…")
    best = read_move(state, answer.get("best"))
    if best is None:
        return _("There's no move to suggest.")
    reason = " ".join([filled(template, fields) for template, fields in answer.get("sentences") or []])
    if state.ui.entry.capturing:
        point = state.variant.board.points[next_captive(state, best)]
        return _("Take the man on {point}. {reason}").format(point=point, reason=reason)
    return _("Try {move}. {reason}").format(move=answer["best"], reason=reason).strip()


def _analysis(state: State) -> Node:
    reading = is_reading(state)
    moves = [] if reading else sorted_moves(state)
    answer = {} if reading else state.answer_to("analyse") or {}
    shown = listed(state)
    notes = button_of("notes")
    progress = _("Reading the tables of exact values…") if reading else _progress(state, answer)
    return h(
        "div",
        {"class": "analysis", "data-testid": "analysis"},
        build_bar(state),
        h(
            "div",
            {"class": "facts"},
            h("div", {}, _worth(state, answer, moves), h("p", {"class": "progress"}, progress)),
            h(
                "div",
                {},
                shown.above,
                None if notes is None or whole_lines(state) is False else button(*notes),
                button(_("Stop"), "analysis:analyse"),
            ),
        ),
        *(_lines(state, moves) if moves else []),
        h("p", {"class": "tally", "hidden": not values.tally(moves, state.side)}, values.tally(moves, state.side)),
        h(
            "ol",
            {"class": "move-values", "data-keys": "analysis:row-key", "aria-label": _("Moves and their values")},
            _rows(state, shown) if moves else [],
        ),
        shown.below,
        _legend(state, answer, moves),
    )


def _worth(state: State, answer: Answer, moves: list[MoveReport]) -> Node | None:
    """Return the value of the position. Screen readers hear it only once it is exact: estimates change too often."""
    if not moves:
        return None
    sure = values.certainty(answer)
    return h(
        "p",
        {"class": "worth", "data-testid": "worth", "role": "status" if sure == values.EXACT else None},
        _sign(sure),
        h("strong", {}, values.position_in_words(answer, state.side)),
    )


def _sign(sure: str) -> Node:
    kind = "sign exact" if sure == values.EXACT else "sign"
    return h("span", {"class": kind, "role": "img", "aria-label": sure, "title": sure}, values.SIGNS[sure])


def _rows(state: State, shown: MovesListed) -> list[Node]:
    nodes = []
    best = sorted_moves(state)
    texts = [report["move"] for report in shown.moves]
    here = state.of(Pointed).line
    stop = here if here in texts else texts[0] if texts else ""
    for report in shown.moves:
        sure, text = values.certainty(report), report["move"]
        kind = "exact " if sure == values.EXACT else ""
        nodes.append(
            h(
                "li",
                {"key": text, "class": kind + values.tone(report, best[0])},
                h(
                    "button",
                    _playable(text, text == stop),
                    _sign(sure),
                    h("span", {"class": "move"}, text),
                    h("span", {"class": "number"}, values.value_in_words(report, state.side)),
                ),
                [h("p", {"class": "counted"}, line) for line in shown.notes.get(text, [])],
            )
        )
    return nodes


def _playable(line: str, stop: bool, more: bool = True) -> Attributes:
    """Return the attributes of a button that plays a line up to its move. Tab reaches it if `stop`; `more` is whether
    the line may be played here that far.
    """
    return {
        "type": "button",
        "data-intent": "analysis:line-play",
        "data-value": line,
        "data-line": line,
        "tabindex": 0 if stop else -1,
        "aria-disabled": None if more else "true",
    }


def _lines(state: State, moves: list[MoveReport]) -> list[Node]:
    """Return the best lines. Pressing a move plays the line up to it."""
    found = [line for line in lines(state) if len(line) > 1]
    reports = {report["move"]: report for report in moves}
    every = whole_lines(state)
    names = [".".join(line[: last + 1]) for line in found for last in range(len(line))]
    here = state.of(Pointed).line
    stop = here if here in names else names[0] if names else ""
    nodes = []
    for line in found:
        parts = []
        for last, text in enumerate(line):
            name = ".".join(line[: last + 1])
            parts.append(h("button", _playable(name, name == stop, every or not last), text))
        report = reports.get(line[0])
        value = None
        if report is not None:
            kind = "exact " if values.certainty(report) == values.EXACT else ""
            winner, text = values.figure(report, state.side)
            value = h(
                "span",
                {
                    "class": "worth-of-line " + kind + values.tone(report, moves[0]),
                    "role": "img",
                    "aria-label": values.value_in_words(report, state.side),
                },
                h("span", {"class": "pip " + winner}) if winner else None,
                text,
            )
        nodes.append(h("li", {}, value, parts))
    title = _("Best lines") if len(nodes) > 1 else _("Best line")
    attributes: Attributes = {
        "class": "lines",
        "hidden": not nodes,
        "data-keys": "analysis:line-key",
        "aria-label": title,
    }
    return [h("p", {"class": "caption", "hidden": not nodes}, title), h("ol", attributes, nodes)]


def _legend(state: State, answer: Answer, moves: list[MoveReport]) -> Node:
    """Return notes on the values: the limit of exact knowledge, signs, units, and problems with the files of values."""
    if not moves:
        return h("div", {"class": "legend"})
    found, failed = values.file_notes(answer.get("files") or [])
    results = [values.result(report) for report in moves]
    known = answer.get("known")
    lines = []
    if known or not answer.get("files"):
        lines.append(h("p", {"data-testid": "knowledge"}, values.knowledge(state.variant, known)))
    if "" in [result for result, plies in results]:
        lines.append(h("p", {}, values.ESTIMATES))
    if [plies for _result, plies in results if plies]:
        lines.append(h("p", {}, _("A ply is one move by one side.")))
    caution = values.caution_of(state.variant, moves)
    if caution:
        lines.append(h("p", {"data-testid": "caution"}, caution))
    for note in found:
        lines.append(h("p", {"class": "file-note", "data-testid": "file-note"}, note))
    if failed:
        lines.append(button(_("Download again"), "analysis:ask-again"))
    return h("div", {"class": "legend"}, lines, [build(state, answer) for build in every_hook("below_answer")])


def _progress(state: State, answer: Answer) -> str:
    """Return how far the analysis has come, or nothing if every value was already exact."""
    if state.ui.outcome is not None:
        return _("The game is over.")
    if not answer:
        return _("Thinking…")
    if not answer.get("nodes"):
        return ""
    looked = number_forms(
        "Looked {number} move ahead · {positions} positions", "Looked {number} moves ahead · {positions} positions"
    )
    if answer.get("done"):
        looked = number_forms(
            "Done: looked {number} move ahead · {positions} positions",
            "Done: looked {number} moves ahead · {positions} positions",
        )
    return number_of(*looked, answer.get("depth", 0), positions=grouped(answer.get("nodes") or 0))


def grouped(number: int) -> str:
    """Return a whole number with its digits in groups of three."""
    text = str(number)
    groups: list[str] = []
    while len(text) > 3:
        groups.insert(0, text[-3:])
        text = text[:-3]
    return "\u202f".join([text] + groups)
