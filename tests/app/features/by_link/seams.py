"""Games by link, for the seams' test: see tests/seams/world.py."""

from __future__ import annotations

from typing import Any

from app.features.by_link.book import ID_LENGTH, STORED, know, with_game
from app.model.open_game import OpenGame
from app.model.state import State

from morris_core.game import Game
from tests.app.playing import press
from tests.seams.kernel import load
from tests.seams.world import About, device_of, handle, in_turn

ID = "abcdefgh22"
BY_LINK = "v=nine&m=d6.f4&c=" + ID


def begin(state: State) -> list[Any]:
    load(state, "v=nine&m=d6.f4")
    handle(state, "open", "by-link")
    return list(handle(state, "by-link:begin"))


def other_link(state: State) -> None:
    """Open a link that goes on otherwise than the known game."""
    load(state, BY_LINK)
    load(state, "v=nine&m=a1.f4.d2&c=" + ID)


def about(state: State) -> OpenGame | None:
    """Return the player's game if it is one by link."""
    own = state.own_game()
    return None if own is None or own.by_link is None else own


def stored(value: Any) -> About:
    """Another tab stores something."""

    def store(state: State) -> str:
        device_of(state).stored[STORED.key] = value
        return STORED.key

    return About(about, store)


def book(moves: str) -> dict[str, Any] | None:
    """Return the stored data of a game."""
    known = know(ID, Game.from_link("v=nine&m=" + moves), 0, 1, 9)
    return with_game({}, ID, known, 0, 9)


def move(state: State) -> list[Any]:
    """Play a move, which is stored."""
    load(state, BY_LINK)
    return press(state, "d2")


_BOOKS: list[Any] = [
    None,
    3,
    "{",
    [],
    {"games": 3},
    {"games": {ID: 3}},
    book("d6.f4"),
    book("d6.f4.d2"),
    book("a1.f4.d2"),
]
SCREENS = {
    "a game by link": lambda state: load(state, BY_LINK),
    "another line by link": other_link,
    "a game by link about to be forgotten": in_turn(
        lambda state: load(state, BY_LINK), ("open", "by-link"), ("by-link:forget", ID)
    ),
}
ASKED = {
    "by-link:begun": (begin, [list(range(ID_LENGTH))], []),
    "by-link:kept": (move, [About(about, True)], [About(about, False), About(about, None)]),
}
NEWS = {"stored-changed by another tab": [stored(data) for data in _BOOKS]}
