"""Helpers of the page's tests: a state with a game in it, and moves played by pressing points as a player does.

Plain asserts, MicroPython subset: these tests run in the page's own interpreter too.
"""

from __future__ import annotations

from app.state import State
from app.update.controller import handle

from morris_core.link import parse_link
from morris_core.notation import parse_move

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from app.messages import Question


def opened(fragment: str = "v=nine") -> State:
    """Return the state of a page opened with a link."""
    state = State()
    handle(state, "load", {"fragment": fragment, "kept": None})
    return state


def kept_data(link: str, time: int, **fields: Any) -> dict[str, Any]:
    """Return what the browser keeps of a game."""
    game = parse_link(link).game
    data: dict[str, Any] = {
        "link": link,
        "undone": [],
        "previous_line": [],
        "title": game.variant.title,
        "plies": len(game.line),
        "over": game.outcome() is not None,
        "tab": "other",
        "time": time,
    }
    data.update(fields)
    return data


def at_start(fragment: str, *kept: tuple[str, str, int], tab: str = "here") -> State:
    """Return the state of a page started with a link in a browser that keeps games: (id, link, time)."""
    state = State()
    state.ui.tab = tab
    games = [(id, kept_data(link, time)) for id, link, time in kept]
    handle(state, "load", {"fragment": fragment, "kept": games, "book": None})
    return state


def press(state: State, *names: str) -> list[Any]:
    """Press points by name; return the effects of the last press."""
    effects: list[Any] = []
    for name in names:
        effects = handle(state, "press", state.variant.board.index[name])
    return effects


def press_moves(state: State, text: str) -> None:
    """Play moves by pressing their points one after another."""
    points = state.variant.board.points
    for each in text.split():
        move = parse_move(each, state.variant)
        pressed = [] if move.origin is None else [move.origin]
        for point in pressed + [move.to] + list(move.captures):
            press(state, points[point])
            assert state.ui.notice == "", each + ": " + state.ui.notice
        assert state.open.game.move_texts()[-1] == each


def effect(effects: list[Any], name: str) -> Any:
    """Return the effect of a name, or None."""
    for one in effects:
        if one[0] == name:
            return one
    return None


def asked(state: State) -> Question:
    """Return the question that the engine works at."""
    assert state.engine.question is not None
    return state.engine.question


def find(node: Any, attribute: str, value: Any) -> list[Any]:
    """Return all nodes below (and with) a node whose attribute has a value."""
    if isinstance(node, str):
        return []
    found = [node] if node[1].get(attribute) == value else []
    for child in node[2]:
        found.extend(find(child, attribute, value))
    return found


def text_of(node: Any) -> str:
    """Return the text in a node."""
    return node if isinstance(node, str) else " ".join(text_of(child) for child in node[2])
