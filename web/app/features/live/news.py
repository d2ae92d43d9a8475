"""News from friends: once after the start, the page asks the mailbox about the games that are not on the board."""

from __future__ import annotations

import json
from typing import Any

from ...model.messages import Effects
from ...model.state import State
from ..by_link import dialog as by_link
from . import line, pairs

MOST_ASKED = 10  # games: those that were played last


def ask(state: State) -> Effects:
    """Ask for news of the games under way."""
    games: Any = state.ui.stored(pairs.STORED).get("games", {})
    asked: list[list[object]] = []
    for key in sorted(games, key=lambda key: -games[key][0]):
        game = games[key][1]
        if game is not None and game["code"] and not game["over"] and not _is_here(state, key):
            asked.append([key, game["code"], 1 - game["seat"], len(game["logs"][1 - game["seat"]])])
    asked = asked[:MOST_ASKED]
    return [("live:mail", "peek", json.dumps(asked))] if asked else []


def _is_here(state: State, key: str) -> bool:
    """Return whether the game of a key is on the board or goes on behind it, so that it hears by itself."""
    live, known = state.of(line.Current).live, by_link.game_on_board(state)
    return (live is not None and pairs.key_of(live.id) == key) or (known is not None and pairs.key_of(known.id) == key)


def hear(state: State, key: str, text: str) -> Effects:
    """Enter what the mailbox has of a game in the book."""
    game = None if _is_here(state, key) else pairs.find(state.ui.stored(pairs.STORED), key)
    live = None if game is None else line.restore(game)
    session = None if live is None else live.session
    if live is None or session is None or live.room is None:
        return []
    first, found = live.room.read(text, state.ui.ticks())
    before = len(session.theirs), session.round
    session.take(first, [list(slot.entry) for slot in found])
    if len(session.theirs) == before[0]:
        return []
    if session.round > before[1]:
        live.id = line.next_id(live.id, session.round - before[1])
    by_link.read_book(state)
    return [line.save(state, live)] + by_link.put(state, live.id, session.game, session.side)
