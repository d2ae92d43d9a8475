"""The saved games as one tab sees them: what it has read or written last, and what other tabs have made of it since.

Invariant: a game that another tab has changed is written only by a tab that has seen the change and merged it.
"""

from __future__ import annotations

import json

from ..model.stored_json import read_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from ..model.messages import Dispatch
    from ..model.open_game import OpenGame
    from ..model.state import State

    class Storage(Protocol):
        """Keeps texts by the ids of games."""

        def load(self, id: str) -> str | None:
            """Return the text of a game, or None."""

        def load_all(self) -> list[tuple[str, str]]:
            """Return the ids and texts of all games."""

        def keep(self, id: str, text: str) -> bool:
            """Keep a text; return whether that was possible."""

        def forget(self, id: str) -> None:
            """Keep the text of a game no longer."""


class SavedGames:
    """Saves the games on the page and tells the controller what other tabs have done to them.

    Args:
        state: The page's state, to be read only.
        dispatch: Hands an intent to the controller.
        storage: Where the games are.
    """

    def __init__(self, state: State, dispatch: Dispatch, storage: Storage) -> None:
        self._state = state
        self._dispatch = dispatch
        self._storage = storage
        self._seen: dict[str, str] = {}  # id -> the text that this tab has read or written last
        self._unkept: dict[str, str] = {}  # id -> what the browser has refused to keep
        self._works = True

    def load(self) -> list[tuple[str, object]]:
        """Return all saved games, as (id, data)."""
        here = [game.id for game in self._state.games_here()]
        found = []
        for id, text in self._storage.load_all():
            if id not in here:  # what becomes of those look sees
                self._seen[id] = text
            if id not in self._unkept:
                found.append((id, read_json(text)))
        return found + [(id, read_json(self._unkept[id])) for id in self._unkept]

    def keep(self, game: OpenGame) -> bool:
        """Save a game. Should another tab have changed it, have that merged first; then it is saved anew. Return
        whether it is new here."""
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
        """Save the text of a game; return whether the browser let us."""
        works = self._storage.keep(id, text)
        if works:
            self._seen[id] = text
            self._unkept.pop(id, None)
        else:
            self._unkept[id] = text
        return works

    def restore(self, id: str, text: str) -> None:
        """Have a game among the saved ones again; one that is there already is merged when the game is saved."""
        if self._storage.load(id) is None:
            self._put(id, text)
        else:
            self._seen.pop(id, None)

    def take_in(self, id: str, text: str) -> None:
        """Take in another copy of a saved game, as a file has it; one that is on the page goes on with it."""
        for game in self._state.games_here():
            if game.id == id:
                self._dispatch("follow", (id, read_json(text), None, False))
                if game.is_kept:
                    self.keep(game)
                return
        stored = self._storage.load(id)
        if stored is not None and stored != text:
            from ..model.saved_data import merge_data  # files are imported rarely

            both = merge_data(read_json(stored), read_json(text))
            if both is None:
                id = self._state.ui.new_id()  # another tab has saved another game there
            else:
                text = json.dumps(both)
        self._put(id, text)

    def archived(self, id: str, text: str) -> None:
        """A game is in the archive now: unless it has gone on since, it is no longer among the last ones."""
        if all(game.id != id for game in self._state.games_here()) and self._storage.load(id) == text:
            self.forget(id)

    def forget(self, id: str) -> None:
        """Save a game no longer."""
        self._seen.pop(id, None)
        self._unkept.pop(id, None)
        self._storage.forget(id)

    def reopen(self, id: str) -> None:
        """A game came on the board without what is saved of it: have that merged into it."""
        self._seen.pop(id, None)
        self.look()

    def look(self, _: object = None) -> None:
        """Tell the controller what other tabs have done to the games on the page."""
        for game in self._state.games_here():
            id = game.id
            text = self._storage.load(id)
            if text is not None and text != self._seen.get(id):
                seen, self._seen[id] = self._seen.get(id), text
                self._dispatch("follow", (id, read_json(text), read_json(seen), False))
