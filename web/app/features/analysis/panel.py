"""Hints and analyses as nodes, for the engine's panel and for the board.

The worker's protocol defines the answers (docs/engine-protocol.md). Invariant: in the list and on the board, exact
values and estimates differ in their signs, not only in colour.
"""

from __future__ import annotations

from morris_core.geometry import FIELD, SPAN, cross_path

from ...common import values
from ...kernel.features import forbidden
from ...model.translation import _, filled, number_forms, number_of
from ...view.nodes import button, h
from ..offline import perfect_play
from . import openings
from .lines import lines, pointed, read_move, rows, sorted_moves, whole_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from morris_core import Move
    from morris_core.geometry import Geometry

    from ...model.messages import Answer, Effects, MoveReport
    from ...model.state import State
    from ...view.nodes import Attributes, Node


def may_help(state: State) -> bool:
    """Return whether the computer may help with the game on the board. If it may not, say why."""
    if "help" not in forbidden(state):
        return True
    state.ui.say(_("Hints and analysis are off during a live game. You can review the game afterwards."))
    return False


def on_hint(state: State, _value: object) -> Effects | None:
    """Ask for a hint, or hide it."""
    if may_help(state):
        state.engine.hint(not state.engine.hinting)
        _wake(state)
    return None


def on_analyse(state: State, _value: object) -> Effects | None:
    """Show the values of all moves, or hide them."""
    if not may_help(state):
        return None
    state.engine.analyse(not state.engine.analysing)
    _wake(state)
    return [("watch-lines",)]


def is_hinting(state: State) -> bool:
    return state.engine.hinting


def is_analysing(state: State) -> bool:
    return state.engine.analysing


def _wake(state: State) -> None:
    """Load the engine again for an answer after a failure."""
    if state.engine.status == "failed" and (state.engine.hinting or state.engine.analysing):
        state.engine.restart()


def on_ask_again(state: State, _value: object) -> None:
    """Repeat the last question: the engine asks for its missing files again."""
    state.engine.ask_again()


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
    """Return whether Perfect play is on this device and its tables have not given all values yet.

    Until then no guess is shown.
    """
    facts, answer = perfect_play.facts_of(state), state.answer_to("analyse")
    if facts is None or facts[0]["missing"] or facts[0]["about"]["variant"] != state.variant.name:
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
# The classes of an arrow's line, start and end: for the move meant, and for moves that come before it.
_MEANT = ("advice", "advice start", "advice end")
_BEFORE = ("advice before", "advice start before", "advice end before")


def build_notes(state: State, geo: Geometry) -> list[Node]:
    """Return the engine's drawings on the board: an arrow for the best move, a value beside each choice."""
    hinted = state.answer_to("hint") if state.engine.hinting else None
    analysed = state.answer_to("analyse") if state.engine.analysing else None
    better = None if state.review is None else state.review.arrow(state)
    nodes: list[Node] = []
    line = pointed(state)
    if line:
        for number in range(len(line)):
            last = number == len(line) - 1
            nodes += _arrow(geo, read_move(state, line[number]), last)
    else:
        nodes += _advice(state, geo, read_move(state, better or (hinted or analysed or {}).get("best")))
    if analysed and not line and not is_reading(state):
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


def _advice(state: State, geo: Geometry, best: Move | None) -> list[Node]:
    """Return the arrow of the suggested move, or a ring around the man to take if a mill is closed on the board."""
    if best is None:
        return []
    if state.ui.entry.capturing:
        x, y = geo.xy[next_captive(state, best)]
        return [h("circle", {"class": "advice end", "cx": x, "cy": y, "r": geo.radius + 12})]
    return _arrow(geo, best) if state.ui.entry.empty else []


def _arrow(geo: Geometry, best: Move | None, meant: bool = True) -> list[Node]:
    """Return a move as an arrow, with rings and crosses. `meant`: whether it is the move meant, or comes before it."""
    if best is None:
        return []
    way, start, end = _MEANT if meant else _BEFORE
    nodes = []
    x, y = geo.xy[best.to]
    if best.origin is not None:
        from_x, from_y = geo.xy[best.origin]
        nodes.append(h("path", {"class": way, "d": f"M{from_x} {from_y}L{x} {y}"}))
        nodes.append(h("circle", {"class": start, "cx": from_x, "cy": from_y, "r": 12}))
    nodes.append(h("circle", {"class": end, "cx": x, "cy": y, "r": geo.radius - 6}))
    for captive in best.captures:
        x, y = geo.xy[captive]
        nodes.append(h("path", {"class": way, "d": cross_path(x, y, 20)}))
    return nodes


def next_captive(state: State, move: Move) -> int:
    """Return the first man that a move takes and that has not been pressed yet, or None."""
    return [point for point in move.captures if point not in state.ui.entry.captures][0]


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
    return _("Try {move}. {reason}").format(move=answer["best"], reason=reason)


def _analysis(state: State) -> Node:
    reading = is_reading(state)
    moves = [] if reading else sorted_moves(state)
    answer = {} if reading else state.answer_to("analyse") or {}
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
                openings.build_button(state),
                None if whole_lines(state) is False else button(_("Notes"), "open", "tree"),
                button(_("Stop"), "analysis:analyse"),
            ),
        ),
        *(_lines(state, moves) if moves else []),
        h("p", {"class": "tally", "hidden": not values.tally(moves, state.side)}, values.tally(moves, state.side)),
        h(
            "ol",
            {"class": "move-values", "data-keys": "analysis:row-key", "aria-label": _("Moves and their values")},
            _rows(state) if moves else [],
        ),
        openings.build_below(state),
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


def _rows(state: State) -> list[Node]:
    nodes = []
    moves = rows(state)
    best = sorted_moves(state)
    texts = [report["move"] for report in moves]
    stop = state.panels.pointed if state.panels.pointed in texts else texts[0] if texts else ""
    counted = openings.notes(state, moves) if openings.are_shown(state) else {}
    for report in moves:
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
                [h("p", {"class": "counted"}, line) for line in counted.get(text, [])],
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
    stop = state.panels.pointed if state.panels.pointed in names else names[0] if names else ""
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
    return h("div", {"class": "legend"}, lines, perfect_play.build_offer(state, answer))


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
