"""The games of friends that this browser plays, as they are stored: what a page needs to go on after a reload.

A game is what was proposed and the logs of both sides (logs.py). Games that go through the mailbox also have its code
and the secret with which this side writes.
"""

from __future__ import annotations

from typing import Any

from ...kernel.fields import each, later, newest, read_each, read_newest
from ...kernel.stored import Data, Field, Stored, read_text, refuse
from . import logs

MOST_GAMES = 30
_MOST_OFFER = 4000  # characters of what was proposed, as a link


def _read_game(value: Any) -> Any:
    """Return a stored game, or raise an error."""
    if value["seat"] not in (0, 1):
        refuse("not a seat")
    found: Data = {"seat": int(value["seat"]), "over": value["over"] is True}
    for name, most in (("offer", _MOST_OFFER), ("code", 24), ("secret", 43)):
        found[name] = read_text(most)(value[name])
    both = value["logs"]
    read = [[logs.read(entry) for entry in log] for log in both]
    if len(read) != 2 or None in read[0] + read[1]:
        refuse("not two logs")
    found["logs"] = [[list(entry) for entry in log] for log in both]
    return found


def _within_limits(games: Data) -> Data:
    """Return the games that were changed last."""
    kept = sorted(games, key=lambda id: (-games[id][0], id))[:MOST_GAMES]
    return {id: games[id] for id in kept}


STORED = Stored(
    "friends",
    here=True,
    # id -> [when, game], or [when, None] if it was ended
    games=Field(
        read_each(read_newest(_read_game), 5 * MOST_GAMES),
        each(newest, _within_limits),
        {
            "live-abcdefgh22": [
                7,
                {
                    "seat": 0,
                    "over": False,
                    "offer": "by=Ann&v=nine&c=live-abcdefgh22",
                    "code": "",
                    "secret": "",
                    "logs": [[["hello", 0, 0, 0, "Ann", -1, 0, 0]], []],
                },
            ]
        },
    ),
)


def key_of(id: str) -> str:
    """Return the name under which the game of an id and its rematches are stored."""
    return id.partition(".")[0]


def with_game(data: Data, id: str, game: Any, now: int) -> Data:
    """Return the change of the stored games by one of them; None forgets it."""
    games = dict(data.get("games", {}))
    when = games[id][0] if id in games else 0
    games[id] = [later(when, now), game]
    return {"games": _within_limits(games)}


def find(data: Data, id: str = "", code: str = "") -> Any:
    """Return the stored game with an id, or the one of a code, or None."""
    games = data.get("games", {})
    if id:
        return games[id][1] if id in games else None
    for pair in games.values():
        if pair[1] is not None and pair[1]["code"] == code:
            return pair[1]
    return None
