"""The start of the site's own page: the address says what is on the board, and the browser saves it."""

from __future__ import annotations

from collections.abc import Callable

from js import performance, window
from pyscript.js_modules import browser

from morris_core.link import MAX_LENGTH

from ..kernel.features import Ticket
from ..kernel.stored import Data, Stored
from ..model.settings import STORED as SETTINGS
from ..model.settings import chosen_settings
from . import storage
from .page import Page


class Site:
    """The parts of the site's own page beyond the board: it saves the game and the settings."""

    def __init__(self) -> None:
        self._fragment = ""
        self._page = Page(
            {
                "address": self._put_address,
                "keep": lambda saved: self._games.keep(saved),
                "list-games": lambda ticket: self._page.dispatch(ticket, self._games.load()),
                "forget-game": lambda id: self._games.forget(id),
                "restore-game": lambda id, text: self._games.restore(id, text),
                "reopen-game": lambda id: self._games.reopen(id),
                "import-game": lambda id, text: self._games.take_in(id, text),
                "archived-game": lambda id, text: self._games.archived(id, text),
                "store": self._store,
                "read-stored": lambda stored, ticket: self._page.dispatch(ticket, storage.read_stored(stored)),
                "finished": lambda: self._page.dispatch("finished", self._games.load()),
            }
        )
        self._games = storage.KeptGames(self._page.state, self._page.dispatch)

    def start(self) -> None:
        """Put the game of the address or the saved one on the board, and say that the board is ready."""
        state = self._page.state
        state.settings.update(chosen_settings(storage.read_stored(SETTINGS)))
        address = str(window.location.href).split("#")[0].split("?")[0].rpartition("/")[0] + "/"
        shares = hasattr(window.navigator, "share")
        state.ui.connect(
            str(browser.tab),
            lambda: int(str(browser.now())),
            storage.read_stored,
            address,
            shares,
            lambda: int(performance.now()),
        )
        self._page.dispatch("load", {"fragment": self._address(), "kept": self._games.load()})
        window.addEventListener("hashchange", self._on_hash_change)
        self._games.listen()
        self._page.start()
        window.restOfPage.then(lambda *_: self._page.dispatch("started"))

    def _store(self, stored: Stored, change: Callable[[Data], Data | None], ticket: Ticket | None = None) -> None:
        """Change stored data. The answer is that of change_stored."""
        works = storage.change_stored(stored, change)
        if ticket is not None:
            self._page.dispatch(ticket, works)

    def _address(self) -> str:
        """Return the fragment of the address, up to the longest possible link."""
        return str(browser.fragment(MAX_LENGTH + 1))

    def _put_address(self, fragment: str) -> None:
        if fragment == self._fragment:
            return
        self._fragment = fragment
        browser.replaceFragment(fragment)

    def _on_hash_change(self, _: object) -> None:
        """Handle a link that was typed or followed on this page."""
        fragment = self._address()
        if fragment != self._fragment:
            browser.leaveAddress()
            self._fragment = fragment
            self._page.dispatch("load", {"fragment": fragment})


def main() -> None:
    Site().start()
