"""Hints and analyses as nodes, for the engine's panel and for the board.

The worker's protocol defines the answers (docs/engine-protocol.md). Invariants: in the list and on the board, exact
values and estimates differ in their signs, not only in colour; and a colour says only what a move gives away.
"""

from __future__ import annotations

from morris_core.geometry import FIELD, SPAN, Geometry
from morris_core.levels.table import LEVELS

from ...common import values
from ...kernel.features import button_of, every_hook, hook
from ...model.messages import Answer, MoveReport
from ...model.sides import NAMES
from ...model.state import State
from ...model.translation import _, filled, number_forms, number_of
from ...view.arrows import build_arrow, next_captive, read_move
from ...view.dialog import panel, select_field
from ...view.nodes import Attributes, Node, button, h
from ...view.text import level_word
from .lines import MovesListed, Pointed, lines, listed, pointed, sorted_moves, whole_lines
from .wishes import MOST_LINES, Wishes


def is_reading(state: State) -> bool:
    """Return whether all exact values are on this device and its tables have not given them yet.

    Until then no guess is shown.
    """
    values_here, answer = hook("values_here"), state.answer_to("analyse")
    if values_here is None or not values_here(state) or state.ui.outcome is not None:
        return False
    if answer is None or not answer.get("moves"):
        return True
    waits = [file for file in answer.get("files") or [] if file["asked"] and file["state"] in ("wanted", "coming")]
    known = answer.get("known")
    unread = known is not None and known["whole"] and not answer.get("depth")
    return bool(waits) or (unread and "" in [values.result(report)[0] for report in answer["moves"]])


# ---- On the board

ARROWS = 3
"""How many moves have an arrow: the best one, and thinner ones for the next that are no worse as far as is proved."""


def arrow(state: State) -> str | None:
    """Return the best move, which the board shows while no line is highlighted."""
    hinted = state.answer_to("hint") if state.engine.hinting else None
    analysed = state.answer_to("analyse") if state.engine.analysing else None
    return None if pointed(state) else (hinted or analysed or {}).get("best")


def build_notes(state: State, geo: Geometry) -> list[Node]:
    """Return the analysis on the board: the highlighted line; or arrows of the best moves, a ring where every choice
    gives something away, and values that are shown while their point is pointed at."""
    if not state.engine.analysing:
        return []
    nodes: list[Node] = []
    line = pointed(state)
    for number in range(len(line)):
        nodes += build_arrow(geo, read_move(state, line[number]), "" if number == len(line) - 1 else "before")
    threat = None if line else threatened(state)
    if threat:
        nodes += build_arrow(geo, read_move(state, threat.get("best")), "threat")
    if state.answer_to("analyse") and not line and not is_reading(state):
        for text in also(state):
            nodes += build_arrow(geo, read_move(state, text), "also")
        moves = sorted_moves(state)
        verdicts = values.verdicts(moves)
        for point, number in _choices(state, moves):
            nodes.append(_value(state, geo, point, moves[number], verdicts[number]))
    return nodes


GIVEN = (values.SPOILS, values.LOSES)


def threatened(state: State) -> Answer | None:
    """Return the best move of the other side if the side to move passes, once it is known and if it is shown."""
    return state.answer_to("threat") if state.of(Wishes).threat else None


def also(state: State) -> list[str]:
    """Return the moves with a thin arrow: the next after the best one, unless they give something away."""
    moves = sorted_moves(state) if state.ui.entry.empty else []
    verdicts = values.verdicts(moves)
    return [moves[number]["move"] for number in range(1, min(ARROWS, len(moves))) if verdicts[number] not in GIVEN]


def _value(state: State, geo: Geometry, point: int, report: MoveReport, verdict: str) -> Node:
    """Return the value of the best move through a point: a hollow ring if it gives something away, and the badge."""
    winner, text = values.badge(report, state.side)
    half = 14 + 6 * len(text)
    x, y = geo.xy[point]
    # Above the point but not over the rim.
    right = max(half + 2 - FIELD, min(x, SPAN + FIELD - half - 2)) - x
    up = max(4 - geo.radius, 20 - FIELD - y)
    aside, ring = geo.radius * 2 // 3, {"r": 10}
    spoiled = [h("circle", dict(ring, **{"class": kind})) for kind in ("under", "hollow")] if verdict in GIVEN else None
    return h(
        "g",
        {"class": "value " + verdict, "data-at": point, "transform": f"translate({x} {y})"},
        h("g", {"transform": f"translate({aside} {-aside})"}, spoiled) if spoiled else None,
        h(
            "g",
            {"class": "figure " + winner, "transform": f"translate({right} {up})"},
            h("rect", {"x": -half, "y": -17, "width": 2 * half, "height": 30, "rx": 15}),
            h("path", {"d": f"M0 -17H{half - 15}" + "a15 15 0 0 1 0 30H0" + "Z"}) if winner == "both" else None,
            h("text", {"y": 5}, text) if text else None,
        ),
    )


def _choices(state: State, moves: list[MoveReport]) -> list[tuple[int, int]]:
    """Return (point, index of the best move through it) for each point that can be pressed next."""
    found = []
    seen = set()
    entry = state.ui.entry
    for number, report in enumerate(moves):
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
                found.append((point, number))
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
    tally = values.tally(moves, state.side)
    lines = _lines(state, moves) if moves else None
    threat = _threat(state)
    return panel(
        "analysis",
        _worth(state, answer, moves) or progress,
        [
            button(_("Stop"), "analysis:analyse"),
            shown.above,
            None if notes is None or whole_lines(state) is False else button(*notes),
        ],
        lines if threat else None,
        h("p", {"class": "tally", "hidden": not tally}, tally),
        h(
            "div",
            {
                "class": "move-values",
                "role": "group",
                "data-keys": "analysis:row-key",
                "aria-label": _("Moves and their values"),
            },
            _groups(state, shown) if moves else [],
        ),
        shown.below,
        h("p", {"class": "progress"}, progress),
        _legend(state, answer, moves),
        sentence=threat or lines,
        kind="analysis",
    )


def _threat(state: State) -> Node | None:
    """Return in words what the other side threatens."""
    answer = threatened(state)
    if answer is None or not answer.get("best"):
        return None
    reason = " ".join([filled(template, fields) for template, fields in answer.get("sentences") or []])
    template = _("If {side} were to move: {move}. {reason}")
    text = template.format(side=NAMES[1 - state.side], move=answer["best"], reason=reason)
    return h("p", {"class": "threatened", "role": "status", "data-testid": "threat"}, text)


def _choices_of(state: State, answer: Answer) -> Node:
    """Return how the analysis goes on: threat, number of lines, deeper, and a game from here."""
    wishes = state.of(Wishes)
    deeper = answer.get("done") and answer.get("value") == "draw" and answer.get("depth")
    lines = [(str(number), str(number)) for number in range(1, MOST_LINES + 1)]
    levels = [("", "–")] + [(str(level.number), level_word(str(level.number))) for level in LEVELS]
    return h(
        "div",
        {"class": "row"},
        button(_("Show threat"), "analysis:wish", aria_pressed="true" if wishes.threat else "false"),
        button(_("Look deeper"), "analysis:wish", "deeper") if deeper else None,
        select_field("analysis:wish", "lines", _("Best lines"), lines, str(wishes.lines)),
        select_field("analysis:play-on", "level", _("Play on from here against"), levels, "")
        if state.open.by_link is None and state.guide is None
        else None,
    )


def _worth(state: State, answer: Answer, moves: list[MoveReport]) -> Node | None:
    """Return the value of the position. Screen readers hear it only once it is exact: estimates change too often."""
    if not moves:
        return None
    role = "status" if values.result(answer)[0] else None
    words = h("strong", {}, values.position_in_words(answer, state.side))
    return h(
        "span", {"class": "worth", "data-testid": "worth", "role": role}, values.build_badge(answer, state.side), words
    )


def _groups(state: State, shown: MovesListed) -> list[Node]:
    """Return the moves in groups of the same value, each with a heading."""
    moves = sorted_moves(state)
    verdicts = {report["move"]: verdict for report, verdict in zip(moves, values.verdicts(moves))}
    texts = [report["move"] for report in shown.moves]
    here = state.of(Pointed).line
    stop = here if here in texts else texts[0] if texts else ""
    nodes: list[Node] = []
    for value, heading, group in values.grouped(shown.moves):
        rows = [
            h(
                "li",
                {"key": report["move"], "class": verdicts.get(report["move"])},
                _row(state, report, report["move"] == stop),
                [h("p", {"class": "counted"}, line) for line in shown.notes.get(report["move"], [])],
            )
            for report in group
        ]
        if value or nodes or len(group) < len(shown.moves):
            nodes.append(h("p", {"key": "above " + value, "class": "caption", "aria-hidden": "true"}, heading))
        nodes.append(h("ol", {"key": value, "aria-label": heading}, rows))
    return nodes


def _row(state: State, report: MoveReport, stop: bool) -> Node:
    words = values.value_in_words(report, state.side)
    return h(
        "button",
        _playable(report["move"], stop),
        h("span", {"class": "move"}, report["move"]),
        h("span", {"class": "remark", "aria-hidden": "true"}, values.remark(report)),
        values.build_badge(report, state.side, words),
    )


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
            value = values.build_badge(report, state.side, values.value_in_words(report, state.side))
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
    """Return notes on the values: behind a word, what they mean and the limit of exact knowledge; and in view, problems
    with the files of values."""
    if not moves:
        return h("div", {"class": "legend"})
    found, failed = values.file_notes(answer.get("files") or [])
    known = answer.get("known")
    lines = [h("p", {}, values.BADGES)]
    if "" in [values.result(report)[0] for report in moves]:
        lines.append(h("p", {}, values.ESTIMATES))
    if known or not answer.get("files"):
        lines.append(h("p", {"data-testid": "knowledge"}, values.knowledge(state.variant, known)))
    caution = values.caution_of(state.variant, moves)
    if caution:
        lines.append(h("p", {"data-testid": "caution"}, caution))
    notes = [h("p", {"class": "file-note", "data-testid": "file-note"}, note) for note in found]
    if failed:
        notes.append(button(_("Download again"), "analysis:ask-again"))
    about = h("details", {"class": "about"}, h("summary", {}, _("More")), _choices_of(state, answer), lines)
    return h("div", {"class": "legend"}, notes, about, [build(state, answer) for build in every_hook("below_answer")])


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
    return number_of(*looked, (answer.get("depth", 0) + 1) // 2, positions=grouped(answer.get("nodes") or 0))


def grouped(number: int) -> str:
    """Return a whole number with its digits in groups of three."""
    text = str(number)
    groups: list[str] = []
    while len(text) > 3:
        groups.insert(0, text[-3:])
        text = text[:-3]
    return "\u202f".join([text] + groups)
