"""What the engine says, as nodes: load progress, failure, hint, analysis, and notes on the board.

An answer is what the worker's protocol says (docs: engine protocol).
"""

from __future__ import annotations

from morris_core import MorrisError
from morris_core.notation import parse_move

from ..geometry import FIELD, SPAN, cross_path, geometry
from .nodes import button, h

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from morris_core import Move

    from ..geometry import Geometry
    from ..state import State
    from .nodes import Node

MATE = 100000
_MATE_BAND = 1000


def turn_value(turn: dict[str, Any]) -> str:
    """Return the value of a turn as short text: "win 7", "draw", "loss 12", or men ahead such as "+1.2"."""
    value = turn.get("value")
    if value in ("win", "draw", "loss"):
        distance = turn.get("distance")
        return value if value == "draw" or distance is None else f"{value} {distance}"
    return score_text(turn.get("score"))


def score_text(score: int | None) -> str:
    """Return a score in hundredths of a man as text, from the view of the side to move."""
    if score is None:
        return "–"
    if abs(score) > MATE - _MATE_BAND:
        return ("win " if score > 0 else "loss ") + str(MATE - abs(score))
    sign = "+" if score > 0 else "−" if score < 0 else ""
    tenths = (abs(score) + 5) // 10
    return f"{sign}{tenths // 10}.{tenths % 10}" if tenths else "0.0"


def grouped(number: int) -> str:
    """Return a whole number with its digits in groups of three."""
    text = str(number)
    groups: list[str] = []
    while len(text) > 3:
        groups.insert(0, text[-3:])
        text = text[:-3]
    return "\u202f".join([text] + groups)


def tone(turn: dict[str, Any]) -> str:
    """Return how good a turn is for the one who plays it: good, even or bad. Shown by shape and words too."""
    value = turn.get("value")
    if value:
        return {"win": "good", "loss": "bad"}.get(value, "even")
    score = turn.get("score") or 0
    return "good" if score > 30 else "bad" if score < -30 else "even"


def sorted_turns(state: State) -> list[dict[str, Any]]:
    """Return the analysed turns, best first; none while there is no analysis of the position shown."""
    answer = state.answer
    if not answer or answer["task"] != "analyse":
        return []
    turns = answer.get("turns") or []
    return sorted(turns, key=_rank)


def _rank(turn: dict[str, Any]) -> tuple[int, int, str]:
    value = turn.get("value")
    distance = turn.get("distance") or 0
    if value == "win":
        return -1, distance, turn["move"]
    if value == "loss":
        return 1, -distance, turn["move"]
    return 0, 0 if value == "draw" else -(turn.get("score") or 0), turn["move"]


def read_turn(state: State, text: str | None) -> Move | None:
    """Return the turn that a text spells, or None."""
    try:
        return parse_move(text, state.variant) if text else None
    except MorrisError:
        return None


def build_notes(state: State) -> Node:
    """Return the hint's arrow and the analysis' values, from the engine's latest answer.

    A slot of its own: while the engine analyses it changes several times a second, and the board below it does not.
    """
    nodes = board_notes(state, geometry(state.variant.board, state.orientation == 1)) if state.answer else []
    return h("g", {"class": "notes", "aria-hidden": "true"}, nodes)


def board_notes(state: State, geo: Geometry) -> list[Node]:
    """Return what the latest answer draws on the board: an arrow for the best turn, a value beside each choice."""
    answer = state.answer or {}
    if not state.entry.empty and answer["task"] == "hint":
        return []
    nodes = []
    best = read_turn(state, answer.get("move") or answer.get("best"))
    if best is not None and answer["task"] in ("hint", "analyse") and state.entry.empty:
        x, y = geo.xy[best.to]
        if best.origin is not None:
            from_x, from_y = geo.xy[best.origin]
            nodes.append(h("path", {"class": "advice", "d": f"M{from_x} {from_y}L{x} {y}"}))
            nodes.append(h("circle", {"class": "advice start", "cx": from_x, "cy": from_y, "r": 12}))
        nodes.append(h("circle", {"class": "advice end", "cx": x, "cy": y, "r": geo.radius - 6}))
        for captive in best.captures:
            x, y = geo.xy[captive]
            nodes.append(h("path", {"class": "advice", "d": cross_path(x, y, 20)}))
    for point, turn in _values_at_points(state):
        x, y = geo.xy[point]
        # To the right of the man and above it, but not over the rim.
        right = min(x + geo.radius - 8, SPAN + FIELD - 36)
        nodes.append(
            h(
                "g",
                {"class": "value " + tone(turn), "transform": f"translate({right} {y - geo.radius + 4})"},
                h("rect", {"x": -34, "y": -17, "width": 68, "height": 30, "rx": 15}),
                h("text", {"y": 6}, turn_value(turn)),
            )
        )
    return nodes


def _values_at_points(state: State) -> list[tuple[int, dict[str, Any]]]:
    """Return (point, turn) for the best turn through each point that could be pressed next."""
    found = []
    seen = set()
    entry = state.entry
    for turn in sorted_turns(state):
        move = read_turn(state, turn["move"])
        if move is None:
            continue
        if entry.capturing:
            if move.origin != entry.origin or move.to != entry.to or len(move.captures) <= len(entry.captures):
                continue
            point = move.captures[len(entry.captures)]
        elif entry.origin is not None:
            if move.origin != entry.origin:
                continue
            point = move.to
        else:
            point = move.to if move.origin is None else move.origin
        if point not in seen:
            seen.add(point)
            found.append((point, turn))
    return found


def build_engine(state: State) -> Node:
    """Return the panel that tells of the computer player: loading, failed, hint, analysis; empty when all is quiet."""
    children: list[Node] = []
    if state.engine == "loading" and state.question:
        percent = int(state.engine_progress * 100)
        children.append(
            h(
                "div",
                {"class": "loading", "data-testid": "engine-progress"},
                h("span", {"id": "loading-label"}, "Loading the computer player"),
                h("progress", {"max": 100, "value": percent, "aria-labelledby": "loading-label"}),
            )
        )
    elif state.engine == "failed":
        children.append(
            h(
                "div",
                {"class": "trouble", "data-testid": "engine-failure", "role": "alert"},
                h("p", {}, "The computer player could not be loaded. " + state.engine_problem),
                h("p", {}, "The game goes on: until it works, make its turns by hand."),
                button("Try again", "try-again", kind="primary"),
            )
        )
    elif state.hinting:
        children.append(_hint(state))
    elif state.analysing:
        children.append(_analysis(state))
    return h("section", {"aria-label": "Computer", "hidden": not children}, children)


def _hint(state: State) -> Node:
    answer = state.answer
    text = "No turn to suggest."
    if not answer or answer["task"] != "hint" or not answer.get("done"):
        text = "Looking for a good turn …"
    elif answer.get("move") or answer.get("best"):
        reason = answer.get("reason")
        text = "Try {move}. {reason}".format(move=answer.get("move") or answer["best"], reason=reason or "")
    return h("div", {"class": "hint", "data-testid": "hint", "role": "status"}, h("p", {}, text))


def _analysis(state: State) -> Node:
    turns = sorted_turns(state)
    answer = state.answer or {}
    over = state.at_current_ply and state.outcome is not None
    facts = "The game is over." if over else "Thinking …"
    if turns and not over:
        facts = f"Depth {answer.get('depth', 0)}"
        if answer.get("nodes"):
            facts += f" · {grouped(answer['nodes'])} positions"
        if answer.get("done"):
            facts += " · finished"
    rows = []
    for turn in turns[:8]:
        rows.append(
            h(
                "li",
                {"key": turn["move"], "class": tone(turn)},
                h("span", {"class": "turn"}, turn["move"]),
                h("span", {"class": "number"}, turn_value(turn)),
            )
        )
    line = answer.get("pv") or []
    return h(
        "div",
        {"class": "analysis", "data-testid": "analysis"},
        h("div", {"class": "facts"}, h("span", {}, facts), button("Stop", "analyse", kind="secondary")),
        h("p", {"class": "line", "hidden": len(line) < 2}, h("strong", {}, "Best line "), " ".join(line)),
        h("ol", {"class": "turns"}, rows),
    )
