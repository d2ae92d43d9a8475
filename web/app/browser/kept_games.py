"""The games that the browser keeps, each under a key of its own, and what other tabs do to them.

Needs the browser; model/open_game.py says what is kept of a game.

Invariant: a game that another tab has changed is written only by a tab that has seen the change and merged it.
"""

from __future__ import annotations

import json

from js import document, window
from pyscript.js_modules import browser

from ..model.open_game import read
from ..saved import MAX_GAMES, MAX_WAITING, in_order, is_saved
from ..stored_json import read_json
from . import storage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..messages import Dispatch, JsObject
    from ..model.open_game import OpenGame
    from ..state import State

PREFIX = "morris-game."
FORMER_KEY = "morris-game"  # where the first version of the page kept its only game


class KeptGames:
    """Keeps the game on the board and hears of other tabs.

    Args:
        state: The page's state, to be read only.
        dispatch: Hands an intent to the controller.
    """

    def __init__(self, state: State, dispatch: Dispatch) -> None:
        self._state = state
        self._dispatch = dispatch
        self._seen: dict[str, str] = {}  # id -> the text that this tab has read or written last
        self._unkept: dict[str, str] = {}  # id -> what the browser has refused to keep
        self._works = True
        self._take_over_former()

    def load(self) -> list[tuple[str, object]]:
        """Return all games kept, as (id, data)."""
        found = []
        for id, text in storage.load_under(PREFIX):
            if id != self._state.own_game_id():  # what becomes of that one _look sees
                self._seen[id] = text
            if id not in self._unkept:
                found.append((id, read_json(text)))
        return found + [(id, read_json(self._unkept[id])) for id in self._unkept]

    def _take_over_former(self) -> None:
        """Keep the game of the page's first version as any other."""
        data = read_json(storage.load(FORMER_KEY))
        if data is None:
            return
        storage.forget(FORMER_KEY)
        if isinstance(data, dict):
            whole = {"undone": [], "previous_line": [], "title": "", "plies": 0, "over": False, "tab": "", "time": 0}
            whole.update(data)
            game = read("first", whole)
            if game is not None and is_saved(whole):
                whole.update({"title": game.variant.title, "plies": len(game.game.line)})
                storage.keep(PREFIX + game.id, json.dumps(whole))

    def keep(self, game: OpenGame) -> None:
        """Keep a game. Should another tab have changed it, have that merged first; then it is kept anew."""
        id = game.id
        stored, seen = storage.load(PREFIX + id), self._seen.get(id)
        if stored is not None and game.by_link is None and stored != seen:
            self._seen[id] = stored
            self._dispatch("follow", (id, read_json(stored), read_json(seen), True))
            return
        now = int(str(browser.now()))
        game.sign(self._state.ui.tab)
        game.begun, game.time = game.begun or now, now
        works = self._put(id, json.dumps(game.write(self._state.default_orientation())))
        if works and stored is None:
            self._make_room(id)
        if works != self._works:
            self._works = works
            self._dispatch("kept", works)

    def _put(self, id: str, text: str) -> bool:
        """Keep the text of a game; return whether the browser let us."""
        works = storage.keep(PREFIX + id, text)
        if works:
            self._seen[id] = text
            self._unkept.pop(id, None)
        else:
            self._unkept[id] = text
        return works

    def _make_room(self, id: str) -> None:
        """Make room for a game that is new here: empty ones go, and those that are too many go into the archive."""
        games = storage.load_under(PREFIX)
        old = []
        for number, (other, data) in enumerate(in_order([(other, read_json(text)) for other, text in games])):
            if other != id and (number >= MAX_WAITING or not data["plies"]):
                self.forget(other)
            elif other != id and number >= MAX_GAMES:
                old.append(other)
        if old:
            found = [(other, text) for other, text in games if other in old]
            window.restOfPage.then(lambda _: self._dispatch("my-games:store", found))

    def restore(self, id: str, text: str) -> None:
        """Have a game among the last ones again, as it was kept."""
        self._put(id, text)

    def take_in(self, id: str, text: str) -> None:
        """Take in an imported copy of one of the last games; the one on the board goes on with it."""
        if id != self._state.own_game_id():
            self._put(id, text)
            return
        self._dispatch("follow", (id, read_json(text), None, False))
        if self._state.guide is None and self._state.open.is_kept:
            self.keep(self._state.open)

    def archived(self, id: str, text: str) -> None:
        """A game is in the archive now: unless it has gone on since, it is no longer among the last ones."""
        if id != self._state.own_game_id() and storage.load(PREFIX + id) == text:
            self.forget(id)

    def forget(self, id: str) -> None:
        """Keep a game no longer."""
        self._seen.pop(id, None)
        self._unkept.pop(id, None)
        storage.forget(PREFIX + id)

    def listen(self) -> None:
        """Hear of what other tabs keep; and look when this one was asleep, which hears of nothing."""
        window.addEventListener("storage", self._on_storage)
        window.addEventListener("pageshow", self._look)
        document.addEventListener("visibilitychange", self._look)

    def _on_storage(self, event: JsObject) -> None:
        if event.key and str(event.key) in (PREFIX + self._state.own_game_id(), storage.BOOK):
            self._look()

    def _look(self, _: object = None) -> None:
        """Tell the controller what other tabs have done to the game on the board and to the games by link."""
        id = self._state.own_game_id()
        text = storage.load(PREFIX + id)
        if text is not None and text != self._seen.get(id):
            seen, self._seen[id] = self._seen.get(id), text
            self._dispatch("follow", (id, read_json(text), read_json(seen), False))
        if self._state.panels.book is not None:
            self._dispatch("by-link:book", storage.load(storage.BOOK))
