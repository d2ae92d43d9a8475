"""Storage: data that the browser stores between visits, and the saved games in it, each under a key of its own.

update/saved_games.py has the rules of saving, model/open_game.py the data of a game.

Invariant: storage may be full, switched off, forbidden (in another site's frame even naming it raises an error) or
damaged. Then nothing is stored or read, and nothing else happens.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from js import document, window
from pyscript.js_modules import browser

from ..kernel.stored import PREFIX, SET_ASIDE, Data, Stored
from ..model.messages import Dispatch, JsObject
from ..model.open_game import OpenGame
from ..model.saved import GAMES, MAX_GAMES, in_order, is_empty, is_older
from ..model.state import State
from ..model.stored_json import read_json
from ..update.saved_games import SavedGames

GAME = PREFIX + GAMES  # the rest of such a key is the game's id


def load(key: str) -> str | None:
    """Return the text under a key, or None. A text too long to be ours counts as none."""
    text = browser.kept(key)
    return None if text is None else str(text)


def load_under(prefix: str) -> list[tuple[str, str]]:
    """Return the rest of each key that begins with `prefix`, and its text."""
    return [(str(key)[len(prefix) :], str(text)) for key, text in browser.keptUnder(prefix)]


def forget(key: str) -> None:
    browser.forget(key)


# The key of a declaration -> the texts that this page has read or written under its keys. If there are others, another
# tab has changed them.
_seen: dict[str, dict[str, str | None]] = {}


def _read(text: str | None) -> object:
    """Return the data in a stored text, which is the text itself if it is no JSON."""
    data = read_json(text)
    return (text or None) if data is None else data


def read_stored(stored: Stored) -> Data:
    """Return the sound data of a declaration."""
    texts = _seen[stored.key] = {key: load(PREFIX + key) for key in stored.keys}
    return _with_beside(stored, stored.read(_read(texts[stored.key]))[0])


def _with_beside(stored: Stored, sound: Data) -> Data:
    return stored.with_beside(sound, _read(load(PREFIX + stored.keys[-1])))


def change_stored(stored: Stored, change: Callable[[Data], Data | None]) -> bool | None:
    """Change stored data as it is now, with what other tabs have stored. What is damaged is set aside first.

    `change` gets the sound data and returns what it changes. Return whether the browser allowed it; None if `change`
    returned None, which leaves everything as it is.
    """
    key = PREFIX + stored.key
    text = load(key)
    data = _read(text)
    after, damaged = stored.changed(data, lambda sound: change(_with_beside(stored, sound)))
    if after is None:
        return None
    if after == (data or {}):
        return True
    if damaged and not _set_aside(key, text or ""):
        return False
    written = json.dumps(after)
    if not keep(key, written):
        return False
    seen = _seen.setdefault(stored.key, {stored.key: text})
    if seen[stored.key] == text:
        seen[stored.key] = written
    return True


def _set_aside(key: str, text: str) -> bool:
    """Store a text where the page never reads it, but exports it. Return whether the browser allowed it."""
    return keep(SET_ASIDE + str(browser.now()) + " " + key, text)


def changed_elsewhere() -> list[str]:
    """Return the keys under which other tabs have stored something since this page looked."""
    found = []
    for name in _seen:
        texts = {key: load(PREFIX + key) for key in _seen[name]}
        if texts != _seen[name]:
            _seen[name] = texts
            found.append(name)
    return found


def keep(key: str, text: str) -> bool:
    """Store a text under a key. Return whether the browser allowed it."""
    return bool(browser.keep(key, text))


class GameStorage:
    """The browser's storage, by the ids of games: see Storage in update/saved_games.py."""

    def load(self, id: str) -> str | None:
        return load(GAME + id)

    def load_all(self) -> list[tuple[str, str]]:
        return load_under(GAME)

    def keep(self, id: str, text: str) -> bool:
        return keep(GAME + id, text)

    def forget(self, id: str) -> None:
        forget(GAME + id)


class KeptGames(SavedGames):
    """Saves the games on the page, which it only reads here, and listens to other tabs."""

    def __init__(self, state: State, dispatch: Dispatch) -> None:
        super().__init__(state, dispatch, GameStorage())
        for name, text in load_under(GAME[:-1]):  # the first form was one game, under a key without an id
            if is_older(read_json(text)) and _set_aside(GAME[:-1] + name, text):
                forget(GAME[:-1] + name)

    def keep(self, game: OpenGame) -> bool:
        """Save a game, and make room for one that is new here."""
        is_new = super().keep(game)
        if is_new:
            self._make_room(game.id)
        return is_new

    def _make_room(self, id: str) -> None:
        """Make room for a new game: empty games are removed, and games over the limit go into the archive."""
        games = load_under(GAME)
        old = []
        for number, (other, data) in enumerate(in_order([(other, read_json(text)) for other, text in games])):
            if other != id and is_empty(data):
                self.forget(other)
            elif other != id and number >= MAX_GAMES:
                old.append(other)
        if old:
            found = [(other, text) for other, text in games if other in old]
            window.restOfPage.then(lambda *_: self._dispatch("surplus", found))

    def listen(self) -> None:
        """Listen to other tabs' changes. Look at the storage when this tab wakes up, having heard nothing, and before
        it closes."""
        window.addEventListener("storage", self._on_storage)
        window.addEventListener("pageshow", self._wake)
        window.addEventListener("pagehide", self.look)
        document.addEventListener("visibilitychange", self._wake)

    def _on_storage(self, event: JsObject) -> None:
        key = str(event.key or "")
        if not key.startswith(GAME):
            self._tell()
        elif key in [GAME + game.id for game in self._state.games_here()]:
            browser.alone(self.look)

    def _wake(self, _: object = None) -> None:
        """Look at the storage while no other tab does."""
        browser.alone(self.look)
        self._tell()

    def _tell(self) -> None:
        """Report other tabs' changes of stored data to the controller."""
        for key in changed_elsewhere():
            self._dispatch("stored-changed", key)
