"""Helpers of the page's tests: a state with a game in it, and moves played by pressing points as a player does.

Plain asserts, MicroPython subset: these tests run in the page's own interpreter too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from app.kernel import fields
from app.kernel.features import FEATURES, Ticket
from app.kernel.stored import Data, Stored
from app.model.messages import Question
from app.model.open_game import PEOPLE
from app.model.state import State
from app.model.stored_json import read_json
from app.update.controller import handle
from app.update.saved_games import SavedGames
from app.view.slots import build

from morris_core import Move
from morris_core.game import Game
from morris_core.notation import parse_move

# White's next man, on d1, closes a mill.
MILL_NEXT = "v=nine&m=d6.f4.d2.b4.f6.b6.b2.d7.d3.g1"


def opened(fragment: str = "v=nine") -> State:
    """Return the state of a page opened with a link."""
    state = State()
    handle(state, "load", {"fragment": fragment, "kept": None, "framed": True})
    return state


def game_data(link: str, time: int, **fields: Any) -> dict[str, Any]:
    """Return the saved data of a game."""
    game = Game.from_link(link)
    data: dict[str, Any] = {
        "link": link,
        "tree": {},
        "form": 3,
        "title": game.variant.title,
        "plies": len(game.line),
        "over": game.outcome() is not None,
        "tab": "other",
        "time": time,
        "played": time,
        "begun": time,
        "result": game.result(),
        "side": "",
        "men": [game.position.white, game.position.black],
        "more": {},
        "writes": [],
    }
    data.update(fields)
    return data


def started(fragment: str, games: list[tuple[str, Any]], tab: str = "here") -> State:
    """Return the state of a page started with a link in a browser that has saved games: (id, data)."""
    state = State()
    state.ui.tab = tab
    handle(state, "load", {"fragment": fragment, "kept": games})
    return state


def at_start(fragment: str, *games: tuple[str, str, int], tab: str = "here") -> State:
    """Return the state of a page started with a link in a browser that has saved games: (id, link, time)."""
    return started(fragment, [(id, game_data(link, time)) for id, link, time in games], tab)


def begin(
    state: State,
    variant: str = "nine",
    players: Sequence[str] = PEOPLE,
    clock: tuple[int, int] | None = None,
    do: Callable[..., Any] | None = None,
) -> list[Any]:
    """Begin a game in the dialog of new games; return the effects.

    Args:
        state: The page's state.
        variant: The name of a variant.
        players: Who plays White and Black, as in a link.
        clock: Minutes for the game and seconds for each move, or None.
        do: What handles the intents instead of the controller.
    """

    def handled(intent: str, value: object = None) -> list[Any]:
        return handle(state, intent, value)

    do = handled if do is None else do
    do("open", "new-game")
    levels = [player for player in players if player != "human"]
    chosen = {"variant": variant, "switches": {}, "start": "new", "clock": "" if clock is None else "own"}
    chosen["opponent"] = ("human", "computer", "watch")[len(levels)]
    chosen["colour"] = "white" if players[0] == "human" else "black"
    if levels:
        chosen["level"], chosen["other_level"] = levels[0], levels[-1]
    if clock is not None:
        chosen["minutes"], chosen["seconds"] = str(clock[0]), str(clock[1])
    state.ui.draft.update(chosen)
    effects: list[Any] = do("new-game:start")
    return effects


def choose(state: State, **choices: str) -> None:
    """Choose values in the open dialog, by the names of its fields."""
    for name in choices:
        handle(state, "choose", {"name": name, "value": choices[name]})


def come(state: State, answer: str, value: object = None, key: str = "") -> list[Any]:
    """Let an answer come that the page waits for; return the effects."""
    ticket = state.ticket(answer, key)
    assert ticket is not None, answer + " was not asked for"
    return handle(state, ticket, value)


def answer(state: State, **fields: Any) -> list[Any]:
    """Give the engine's last answer to its question; return the effects."""
    return come(state, "answer", dict({"id": question_of(state)["id"], "done": True}, **fields))


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


def effects_of(effects: list[Any], name: str) -> list[Any]:
    """Return the values of all effects of a name."""
    return [one[1:] for one in effects if one[0] == name]


def kept(effects: list[Any], stored: Stored, data: Any = None) -> Any:
    """Return what a feature has stored after the changes of effects, as it is read again."""
    for one in effects:
        if one[0] == "store":
            assert one[1] is stored
            data = json.loads(json.dumps(stored.changed(data, one[2])[0]))
    return data


def merged(stored: Stored, data: Any, other: Any, now: int = 2**43) -> Any:
    """Return stored data after an import of another's, as it is read again."""
    return json.loads(json.dumps(stored.changed(data, lambda mine: fields.merged(stored, mine, other, now))[0]))


def asked(effects: list[Any], feature: str = "my-games") -> Any:
    """Return what effects ask a feature's part of the browser, or None."""
    for one in effects:
        if one[0].startswith(feature + ":"):
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

    Attributes:
        stored: The text of what features have stored, by key. Tabs may share it.
    """

    def __init__(self, fragment: str = "", games: dict[str, str] | None = None, tab: str = "here") -> None:
        self.games: dict[str, str] = {} if games is None else games
        self.stored: dict[str, str] = {}
        self.tab, self.time = tab, 1_700_000_000_000
        self._starts = 0
        self.start(fragment)

    def start(self, fragment: str) -> None:
        self._starts += 1
        self.state = State()
        self.saved_games = SavedGames(self.state, self._dispatch, self)
        self.state.ui.connect(self.tab + str(self._starts), lambda: self.time, self._read_stored)
        self.do("load", {"fragment": fragment, "kept": self.saved_games.load()})

    def _read_stored(self, stored: Stored) -> Data:
        return stored.read(read_json(self.stored.get(stored.key)))[0]

    def reload(self) -> None:
        """Open the page again at its address."""
        self.start(self.state.fragment())

    def do(self, intent: str | Ticket, value: object = None) -> list[Any]:
        """Handle an intent, do what concerns saved games, and draw the page; return the effects."""
        self.time += 1
        effects: list[Any] = list(handle(self.state, intent, value))
        for one in effects:
            name: str = one[0]
            values: Any = one[1:]
            if name == "keep":
                self.saved_games.keep(*values)
            elif name == "reopen-game":
                self.saved_games.reopen(*values)
            elif name == "forget-game":
                self.saved_games.forget(*values)
            elif name == "import-game":
                self.saved_games.take_in(*values)
            elif name == "store":
                self._store(*values)
            elif name == "read-stored":
                self.do(values[1], self._read_stored(values[0]))
        build(self.state)
        return effects

    def _store(self, stored: Stored, change: Callable[[Data], Data | None], ticket: Ticket | None = None) -> None:
        changed = change(self._read_stored(stored))
        if changed is not None:
            data = read_json(self.stored.get(stored.key))
            self.stored[stored.key] = json.dumps(stored.changed(data, lambda _data: changed)[0])
        if ticket is not None:
            self.do(ticket, None if changed is None else True)

    def come(self, answer: str, value: object = None, key: str = "") -> list[Any]:
        """Let an answer come that the page waits for."""
        ticket = self.state.ticket(answer, key)
        assert ticket is not None, answer + " was not asked for"
        return self.do(ticket, value)

    def _dispatch(self, intent: str | Ticket, value: object = None) -> None:
        self.do(intent, value)

    # ---- As storage of SavedGames

    def load(self, id: str) -> str | None:
        return self.games.get(id)

    def load_all(self) -> list[tuple[str, str]]:
        return [(id, self.games[id]) for id in self.games]

    def keep(self, id: str, text: str) -> bool:
        self.games[id] = text
        return True

    def forget(self, id: str) -> None:
        self.games.pop(id, None)

    # ---- What somebody does there

    def press(self, *names: str) -> None:
        """Press points by name."""
        for name in names:
            self.do("press", self.state.variant.board.index[name])

    def moves(self, text: str) -> None:
        """Play moves by pressing their points."""
        for each in text.split():
            for point in points_of(parse_move(each, self.state.variant)):
                self.do("press", point)

    def comment(self, text: str) -> None:
        self.do("tree:comment", {"name": "comment", "value": text})

    def comments(self) -> list[str]:
        return [node.comment for node in self.state.open.tree.nodes() if node.comment]

    def line(self) -> str:
        """Return the moves of the game, without those that were undone."""
        return " ".join(self.state.open.game.move_texts())

    def look(self) -> None:
        """Hear what other tabs have done."""
        self.do("stored-changed")
        self.saved_games.look()

    def saved(self) -> dict[str, Any]:
        data: dict[str, Any] = json.loads(self.games[self.state.open.id])
        return data

    def key(self, line: str) -> int:
        """Return the key of the node that moves lead to."""
        node: Any = self.state.open.tree
        for move in line.split():
            node = node.variation(move)
            assert node is not None, move
        key: int = node.key
        return key


def question_of(state: State) -> Question:
    """Return the question that the engine is working on."""
    assert state.engine.question is not None
    return state.engine.question


def list_games(state: State, games: list[tuple[str, Any]], **listed: Any) -> None:
    """Open My games with the last games, (id, data), and with what the archive has listed."""
    handle(state, "open", "my-games")
    come(state, "my-games:recent", games)
    come(state, "my-games:listed", dict({"games": [], "dates": {}, "trouble": ""}, **listed))


def there(name: str) -> bool:
    """Return whether the page has a feature: `make without` leaves one out."""
    return name in [one.name for one in FEATURES]


def sent(state: State) -> str:
    """Return the link of a game by link that is copied to be sent."""
    return str(effect(handle(state, "by-link:copy"), "copy")[2]).split("#")[1]


def find(node: Any, attribute: str, value: Any = None) -> list[Any]:
    """Return all nodes below (and with) a node whose attribute has a value, or any value."""
    if isinstance(node, str):
        return []
    found = [node] if attribute in node[1] and value in (None, node[1][attribute]) else []
    for child in node[2]:
        found.extend(find(child, attribute, value))
    return found


def offers(node: Any, intent: str) -> bool:
    """Return whether a button or field below a node has an intent."""
    return bool(find(node, "data-intent", intent))


def texts_of(node: Any) -> list[str]:
    """Return the texts in a node, one after another."""
    return [node] if isinstance(node, str) else [text for child in node[2] for text in texts_of(child)]


def text_of(node: Any) -> str:
    return " ".join(texts_of(node))


def text_in(state: State, slot: str = "dialog") -> str:
    """Return the text in one slot of the page."""
    return text_of(build(state, (slot,))[slot])
