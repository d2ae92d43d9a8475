"""Storage: data that the browser stores between visits, and the saved games in it, each under a key of its own.

update/saved_games.py has the rules of saving, model/open_game.py the data of a game.

Invariant: storage may be full, switched off, forbidden (in another site's frame even naming it raises an error) or
damaged. Then nothing is stored or read, and nothing else happens.
"""

from __future__ import annotations

import json

from js import document, window
from pyscript.js_modules import browser

from ..kernel.features import FEATURES
from ..model.saved import MAX_GAMES, in_order, is_empty
from ..model.stored_json import read_json, with_changes
from ..update.saved_games import SavedGames

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..kernel.stored import Data, Stored
    from ..model.messages import Dispatch, JsObject
    from ..model.open_game import OpenGame
    from ..model.state import State

SETTINGS = "morris-settings"
DATA = "morris-"  # the prefix of all keys
PREFIX = "morris-game."  # of the keys of games; the rest is the id
SET_ASIDE = "aside morris "  # the prefix of damaged data, as in boot/trouble.js
FORMER_KEY = "morris-game"  # the key of the only game that the first version of the page saved


def load(key: str) -> str | None:
    """Return the text under a key, or None. A text too long to be ours counts as none."""
    text = browser.kept(key)
    return None if text is None else str(text)


def load_json(key: str) -> object:
    """Return the data under a key, or None if there is none or it is damaged."""
    return read_json(load(key))


def load_under(prefix: str) -> list[tuple[str, str]]:
    """Return the rest of each key that begins with `prefix`, and its text."""
    return [(str(key)[len(prefix) :], str(text)) for key, text in browser.keptUnder(prefix)]


def forget(key: str) -> None:
    browser.forget(key)


def change(key: str, changes: dict[str, object]) -> bool:
    """Apply changes to the data under a key, including what other tabs have stored there since. Return whether the
    browser allowed it."""
    return keep(key, json.dumps(with_changes(load_json(key), changes)))


def change_stored(stored: Stored, change: Callable[[Data], Data]) -> bool:
    """Change the data of a feature as it is now, including what other tabs have stored. What is damaged is set aside
    first. Return whether the browser allowed it."""
    key = DATA + stored.key
    text = load(key)
    data = read_json(text)
    after, damaged = stored.changed(data, change)
    if (damaged or (text and data is None)) and not keep(SET_ASIDE + str(browser.now()) + " " + key, text or ""):
        return False
    return keep(key, json.dumps(after))


def read_stored(stored: Stored) -> Data:
    """Return the sound data of a feature."""
    return stored.read(load_json(DATA + stored.key))[0]


def keep(key: str, text: str) -> bool:
    """Store a text under a key. Return whether the browser allowed it."""
    return bool(browser.keep(key, text))


class GameStorage:
    """The browser's storage, by the ids of games: see Storage in update/saved_games.py."""

    def load(self, id: str) -> str | None:
        return load(PREFIX + id)

    def load_all(self) -> list[tuple[str, str]]:
        return load_under(PREFIX)

    def keep(self, id: str, text: str) -> bool:
        return keep(PREFIX + id, text)

    def forget(self, id: str) -> None:
        forget(PREFIX + id)


class KeptGames(SavedGames):
    """Saves the games on the page, which it only reads here, and listens to other tabs."""

    def __init__(self, state: State, dispatch: Dispatch) -> None:
        super().__init__(state, dispatch, GameStorage())
        former = load(FORMER_KEY)
        if former is not None:
            from ..model.saved_data import former_game

            text = former_game(former)
            if not text or self._put("first", text):
                forget(FORMER_KEY)

    def keep(self, game: OpenGame) -> bool:
        """Save a game, and make room for one that is new here."""
        is_new = super().keep(game)
        if is_new:
            self._make_room(game.id)
        return is_new

    def _make_room(self, id: str) -> None:
        """Make room for a new game: empty games are removed, and games over the limit go into the archive."""
        games = load_under(PREFIX)
        old = []
        for number, (other, data) in enumerate(in_order([(other, read_json(text)) for other, text in games])):
            if other != id and is_empty(data):
                self.forget(other)
            elif other != id and number >= MAX_GAMES:
                old.append(other)
        if old:
            found = [(other, text) for other, text in games if other in old]
            window.restOfPage.then(lambda _: self._dispatch("my-games:store", found))

    def listen(self) -> None:
        """Listen to other tabs' changes. Look at the storage when this tab wakes up, having heard nothing, and before
        it closes."""
        window.addEventListener("storage", self._on_storage)
        window.addEventListener("pageshow", self._wake)
        window.addEventListener("pagehide", self.look)
        document.addEventListener("visibilitychange", self._wake)

    def _on_storage(self, event: JsObject) -> None:
        key = str(event.key or "")
        ours = [DATA + name for one in FEATURES for name in one.stored]
        if key in ours + [PREFIX + game.id for game in self._state.games_here()]:
            self._wake()

    def _wake(self, _: object = None) -> None:
        """Look at the storage while no other tab does, and let features look at theirs."""
        browser.alone(self.look)
        self._dispatch("stored-changed")
