"""The saved games as one tab sees them: what it last read or wrote, and other tabs' changes since.

Invariant: a tab overwrites another tab's change only after it has seen and merged it.
"""

from __future__ import annotations

import json
from typing import Protocol

from ..model.messages import Dispatch
from ..model.open_game import OpenGame
from ..model.state import State
from ..model.stored_json import read_json


class Storage(Protocol):
    """Stores texts by the ids of games."""

    def load(self, id: str) -> str | None:
        """Return the text of a game, or None."""

    def load_all(self) -> list[tuple[str, str]]:
        """Return the ids and texts of all games."""

    def keep(self, id: str, text: str) -> bool:
        """Store a text. Return whether that was possible."""

    def forget(self, id: str) -> None:
        """Remove the text of a game."""


class SavedGames:
    """Saves the games on the page, which it only reads here, and reports other tabs' changes to the controller."""

    def __init__(self, state: State, dispatch: Dispatch, storage: Storage) -> None:
        self._state = state
        self._dispatch = dispatch
        self._storage = storage
        self._seen: dict[str, str] = {}  # id -> the text that this tab last read or wrote
        self._unkept: dict[str, str] = {}  # id -> the text that the browser refused to store
        self._works = True

    def load(self) -> list[tuple[str, object]]:
        """Return all saved games, as (id, data)."""
        here = [game.id for game in self._state.games_here()]
        found = []
        for id, text in self._storage.load_all():
            if id not in here:  # `look` handles these
                self._seen[id] = text
            if id not in self._unkept:
                found.append((id, read_json(text)))
        return found + [(id, read_json(self._unkept[id])) for id in self._unkept]

    def keep(self, game: OpenGame) -> bool:
        """Save a game, after merging another tab's change if there is one. Return whether it is new here."""
        id = game.id
        stored, seen = self._storage.load(id), self._seen.get(id)
        if stored is not None and stored != seen:
            self._seen[id] = stored
            self._dispatch("follow", (id, read_json(stored), read_json(seen), True))
            return False
        game.sign(self._state.ui.tab)
        game.time = self._state.ui.now()
        game.begun = game.begun or game.time
        works = self._put(id, json.dumps(game.write(self._state.default_orientation())))
        if works != self._works:
            self._works = works
            self._dispatch("kept", works)
        return works and stored is None

    def _put(self, id: str, text: str) -> bool:
        """Store the text of a game. Return whether the browser allowed it."""
        works = self._storage.keep(id, text)
        if works:
            self._seen[id] = text
            self._unkept.pop(id, None)
        else:
            self._unkept[id] = text
        return works

    def restore(self, id: str, text: str) -> None:
        """Save a game again. If it is already there, it is merged when the game is next saved."""
        if self._storage.load(id) is None:
            self._put(id, text)
        else:
            self._seen.pop(id, None)

    def take_in(self, id: str, text: str) -> None:
        """Take over another copy of a saved game from a file. If the game is on the page, it continues with it."""
        for game in self._state.games_here():
            if game.id == id:
                self._dispatch("follow", (id, read_json(text), None, False))
                if game.is_saved:
                    self.keep(game)
                return
        stored = self._storage.load(id)
        if stored is not None and stored != text:
            from ..model.merge import merge_data  # files are imported rarely

            both = merge_data(read_json(stored), read_json(text))
            if both is None:
                id = self._state.ui.new_id()  # another tab has stored another game there
            else:
                text = json.dumps(both)
        self._put(id, text)

    def archived(self, id: str, text: str) -> None:
        """Handle that a game is in the archive: remove it here, unless it has changed since."""
        if all(game.id != id for game in self._state.games_here()) and self._storage.load(id) == text:
            self.forget(id)

    def forget(self, id: str) -> None:
        self._seen.pop(id, None)
        self._unkept.pop(id, None)
        self._storage.forget(id)

    def reopen(self, id: str) -> None:
        """Merge the saved copy of a game that came on the board without it."""
        self._seen.pop(id, None)
        self.look()

    def look(self, _: object = None) -> None:
        """Report other tabs' changes of the games on the page to the controller."""
        for game in self._state.games_here():
            id = game.id
            text = self._storage.load(id)
            if text is not None and text != self._seen.get(id):
                seen, self._seen[id] = self._seen.get(id), text
                self._dispatch("follow", (id, read_json(text), read_json(seen), False))
