"""Helpers of the page's tests: a state with a game in it, and moves played by pressing points as a player does.

Plain asserts, MicroPython subset: these tests run in the page's own interpreter too.
"""

from __future__ import annotations

import json

from app.saved import in_order
from app.state import State
from app.update.controller import handle
from app.view.slots import build

from morris_core.link import parse_link
from morris_core.notation import parse_move

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from app.messages import Question

    from morris_core import Move


def opened(fragment: str = "v=nine") -> State:
    """Return the state of a page opened with a link."""
    state = State()
    handle(state, "load", {"fragment": fragment, "kept": None})
    return state


def kept_data(link: str, time: int, **fields: Any) -> dict[str, Any]:
    """Return the saved data of a game."""
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


def started(fragment: str, games: list[tuple[str, Any]], tab: str = "here", book: str | None = None) -> State:
    """Return the state of a page started with a link in a browser that has saved games: (id, data)."""
    state = State()
    state.ui.tab = tab
    handle(state, "load", {"fragment": fragment, "kept": games, "book": book})
    return state


def at_start(fragment: str, *games: tuple[str, str, int], tab: str = "here") -> State:
    """Return the state of a page started with a link in a browser that has saved games: (id, link, time)."""
    return started(fragment, [(id, kept_data(link, time)) for id, link, time in games], tab)


def choose(state: State, **choices: str) -> None:
    """Choose values in the open dialog, by the names of its fields."""
    for name in choices:
        handle(state, "choose", {"name": name, "value": choices[name]})


def answer(state: State, **fields: Any) -> list[Any]:
    """Give the engine's last answer to its question; return the effects."""
    return handle(state, "answer", dict({"id": asked(state)["id"], "done": True}, **fields))


def press(state: State, *names: str) -> list[Any]:
    """Press points by name; return the effects of the last press."""
    effects: list[Any] = []
    for name in names:
        effects = handle(state, "press", state.variant.board.index[name])
    return effects


def press_moves(state: State, text: str) -> None:
    """Play moves by pressing their points one after another."""
    for each in text.split():
        press_move(state, parse_move(each, state.variant))
        assert state.ui.notice == "", each + ": " + state.ui.notice
        assert state.open.game.move_texts()[-1] == each


def points_of(move: Move) -> list[int]:
    """Return the points that a player presses to enter a move."""
    return ([] if move.origin is None else [move.origin]) + [move.to] + list(move.captures)


def press_move(state: State, move: Move) -> list[Any]:
    """Press the points of a move until one of them is answered by a notice; return the effects of the last press."""
    effects: list[Any] = []
    for point in points_of(move):
        effects = handle(state, "press", point)
        if state.ui.notice:
            break
    return effects


def effect(effects: list[Any], name: str) -> Any:
    """Return the effect of a name, or None."""
    for one in effects:
        if one[0] == name:
            return one
    return None


def saved(effects: list[Any]) -> dict[str, Any]:
    """Return the data of the game that effects save, with its id."""
    found = effect(effects, "keep")
    assert found is not None
    data: dict[str, Any] = json.loads(json.dumps(found[1].write()))
    data["id"] = found[1].id
    return data


class Browser:
    """A tab in a browser that saves games.

    Args:
        fragment: The link that the page is opened with.
        games: The saved games as text, by id. All tabs share them.
        tab: The tab's name.
    """

    def __init__(self, fragment: str = "", games: dict[str, str] | None = None, tab: str = "here") -> None:
        self.games: dict[str, str] = {} if games is None else games
        self.tab, self.time = tab, 1_700_000_000_000
        self._seen: dict[str, str] = {}
        self._starts = 0
        self.state = State()
        self.start(fragment)

    def start(self, fragment: str) -> None:
        """Open the page."""
        self._starts += 1
        self.state = State()
        self.state.ui.connect(self.tab + str(self._starts), lambda: self.time)
        self._seen = dict(self.games)
        found = [(id, json.loads(self.games[id])) for id in self.games]
        self.do("load", {"fragment": fragment, "kept": found, "book": None})

    def reload(self) -> None:
        """Open the page again at its address."""
        self.start(self.state.fragment())

    def do(self, intent: str, value: object = None) -> list[Any]:
        """Handle an intent, save the game if asked to, and draw the page; return the effects."""
        self.time += 1
        effects: list[Any] = list(handle(self.state, intent, value))
        for one in effects:
            if one[0] == "keep":
                self._save(one[1])
        build(self.state)
        return effects

    def press(self, *names: str) -> None:
        """Press points by name."""
        for name in names:
            self.do("press", self.state.variant.board.index[name])

    def moves(self, text: str) -> None:
        """Play moves by pressing their points."""
        for each in text.split():
            for point in points_of(parse_move(each, self.state.variant)):
                self.do("press", point)

    def look(self) -> None:
        """Follow what other tabs have done to the game on the board."""
        id = self.state.own_game_id()
        text, seen = self.games.get(id), self._seen.get(id)
        if text is not None and text != seen:
            self._seen[id] = text
            self.do("follow", (id, json.loads(text), seen and json.loads(seen), False))

    def _save(self, game: Any) -> None:
        """Save a game as browser/kept_games.py does."""
        stored, seen = self.games.get(game.id), self._seen.get(game.id)
        if stored is not None and stored != seen:
            self._seen[game.id] = stored
            self.do("follow", (game.id, json.loads(stored), seen and json.loads(seen), True))
            return
        game.sign(self.state.ui.tab)
        game.time = self.time
        self.games[game.id] = self._seen[game.id] = json.dumps(game.write(self.state.default_orientation()))

    def saved(self) -> dict[str, Any]:
        """Return the saved data of the game on the board."""
        data: dict[str, Any] = json.loads(self.games[self.state.open.id])
        return data

    def last_saved(self) -> dict[str, Any]:
        """Return the data of the game that was saved last."""
        return in_order([(id, json.loads(self.games[id])) for id in self.games])[0][1]

    def key(self, line: str) -> int:
        """Return the key of the node that moves lead to."""
        node: Any = self.state.open.tree
        for move in line.split():
            node = node.variation(move)
            assert node is not None, move
        key: int = node.key
        return key


def asked(state: State) -> Question:
    """Return the question that the engine is working on."""
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


def offers(node: Any, intent: str) -> bool:
    """Return whether a button or field below a node has an intent."""
    return bool(find(node, "data-intent", intent))


def text_of(node: Any) -> str:
    """Return the text in a node."""
    return node if isinstance(node, str) else " ".join(text_of(child) for child in node[2])


def text_in(state: State, slot: str = "dialog") -> str:
    """Return the text in one slot of the page."""
    return text_of(build(state, (slot,))[slot])
