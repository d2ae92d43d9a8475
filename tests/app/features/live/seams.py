"""Live games, for the seams' test: see tests/seams/world.py."""

from __future__ import annotations

import json
from typing import Any

from app.features.by_link.book import ID_LENGTH
from app.features.live.invitation import NAME, Candidate, Code, mark, pack, sdp
from app.model.open_game import OpenGame
from app.model.state import State

from tests.seams.kernel import load
from tests.seams.world import About, fresh, give, handle, in_turn

SERVERS = (True, "[]")
PREFIX = "live-"  # of the ids of live games
LIVE_ID = PREFIX + "abcdefgh22"
WITH_SERVERS = (True, '[{"urls": "stun:example.org"}]')


def code(is_reply: bool = False, to: str = "") -> Code:
    address = (Candidate(NAME, bytes([7] * 16), 9000),)
    return Code(is_reply, mark(to) if to else 0, "u777", "p" * 21 + "777", bytes([7] * 32), address)


def described(**fields: Any) -> dict[str, Any]:
    text = sdp(code()).replace("udp 1 0.0.0.0 9 ", "tcp 1 0.0.0.0 9 ")
    return dict({"name": "line", "sdp": text, "user": "s777", "password": "q" * 24, "trouble": ""}, **fields)


def free(state: State) -> None:
    """End the line that there is."""
    handle(state, "live:leave")


def prepare(state: State) -> list[Any]:
    """Invite to a live game."""
    free(state)
    handle(state, "open", "new-game")
    for name, value in (("opponent", "live"), ("own_name", "Ann"), ("clock", "5+3")):
        handle(state, "choose", {"name": name, "value": value})
    return list(handle(state, "new-game:start"))


def begin(state: State) -> list[Any]:
    prepare(state)
    return give(state, "live:servers", SERVERS)


def describe(state: State) -> list[Any]:
    begin(state)
    return give(state, "live:begun", list(range(ID_LENGTH)))


def invited(state: State) -> None:
    describe(state)
    give(state, "live:described", described(), "line")


def kept_line() -> str:
    """Return what a page keeps of its invitation for a reload."""
    state = fresh()
    describe(state)
    effects = give(state, "live:described", described(), "line")
    return next(value for one in effects for value in one if isinstance(value, str) and value.startswith("{"))


def connected(state: State) -> None:
    """Open a line."""
    invited(state)
    handle(state, "live:paste", {"name": "reply", "value": "live=" + pack(code(True, "u777"))})
    handle(state, "live:take")
    handle(state, "live:heard", ("open", "line", ""))
    handle(state, "live:heard", ("text", "line", _message("sync", game="v=nine", name="Ben")))


def spare(state: State) -> list[Any]:
    invited(state)
    handle(state, "live:paste", {"name": "reply", "value": "live=" + pack(code(True, "u777"))})
    handle(state, "live:take")
    return list(handle(state, "live:heard", ("open", "line", "")))


def accept(state: State) -> list[Any]:
    """Open an invitation."""
    free(state)
    return load(state, "live=" + pack(code()) + "&by=Ann&clock=300000-3000&v=nine&s=black&c=" + LIVE_ID)


def accepted(state: State) -> None:
    accept(state)
    give(state, "live:servers", SERVERS)


def consent(state: State) -> None:
    prepare(state)
    give(state, "live:servers", WITH_SERVERS)


def post(state: State) -> list[Any]:
    """Open a reply in another tab than the one that waits for it."""
    free(state)
    return load(state, "live=" + pack(code(True, "u777")))


def recall(state: State) -> list[Any]:
    """Come back to a live game."""
    free(state)
    load(state, "v=nine")
    return load(state, "v=nine&m=d6&c=" + LIVE_ID)


def _message(kind: str, **fields: Any) -> str:
    return json.dumps(dict({"v": 1, "t": kind, "round": 0, "epoch": 0, "ply": 0}, **fields))


def about(state: State) -> OpenGame | None:
    """Return the player's game if it is a live one."""
    own = state.own_game()
    return own if own is not None and own.by_link is not None and own.by_link.id.startswith(PREFIX) else None


_NO_SERVERS: list[Any] = [(False, ""), (True, "{")]
_NOT_DESCRIBED: list[Any] = [
    described(sdp="", trouble="failed"),
    described(sdp="damaged"),
    described(name="spare", sdp=""),
]
_HEARD: list[Any] = [
    ("open", "line", ""),
    ("text", "line", _message("sync", game="v=nine&m=d6", name="Ben")),
    ("text", "line", _message("move", move="d6")),
    ("text", "line", "damaged"),
    ("text", "other", _message("bye")),
    ("text", "line", _message("offer", offer="rematch")),
    ("text", "line", _message("bye")),
    ("checking", "line", ""),
    ("tick", "", ""),
    ("code", "", pack(code(True, "u777"))),
    ("code", "", "damaged"),
    ("flood", "line", ""),
    ("close", "line", ""),
    ("leaving", "", ""),
    ("newer", "", ""),
]
SCREENS = {
    "an invitation being made": prepare,
    "an invitation": invited,
    "an invitation that was opened": accepted,
    "the question about servers": consent,
    "a live game": connected,
    "an invitation behind a game": in_turn(invited, lambda state: load(state, "v=six&m=b4")),
    "a live game behind another": in_turn(connected, lambda state: load(state, "v=six&m=b4")),
    "a reply opened": post,
}
ADDRESSES = {
    "live": [pack(code()) + "&v=nine&c=" + LIVE_ID, pack(code(True, "u777")), "damaged", pack(code()) + "&v=nine&m=zz"]
}
ASKED = {
    "live:servers": (prepare, [SERVERS, WITH_SERVERS], _NO_SERVERS),
    "live:servers for a guest": (accept, [SERVERS, WITH_SERVERS], _NO_SERVERS),
    "live:begun": (begin, [list(range(ID_LENGTH))], []),
    "live:described": (describe, [described()], _NOT_DESCRIBED),
    "live:described as a spare": (
        spare,
        [described(name="spare")],
        [described(name="spare", sdp="damaged"), described(name="spare", sdp="", trouble="failed")],
    ),
    "live:posted": (
        post,
        [(True, "", pack(code(True, "u777"))), (False, kept_line(), pack(code(True, "u777")))],
        [(False, "", pack(code(True, "u777"))), (False, "{", pack(code(True, "u777")))],
    ),
    "live:recalled": (recall, [(True, ""), (False, kept_line())], [(False, ""), (False, "{"), (False, '{"open": 3}')]),
}
NEWS = {"live:heard": [About(about, value) for value in _HEARD]}
