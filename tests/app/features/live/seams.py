"""Live games, for the seams' test: see tests/seams/world.py."""

from __future__ import annotations

import json
from typing import Any

from app.features.by_link.book import ID_LENGTH, ID_SIGNS
from app.features.live import pairs
from app.features.live.invitation import NAME, Candidate, Code, mark, pack, sdp
from app.features.live.room import CODE_LENGTH, SECRET_LENGTH
from app.model.open_game import OpenGame
from app.model.state import State

from tests.seams.kernel import load
from tests.seams.world import About, fresh, give, handle, in_turn

SERVERS = (True, "[]", False)
PREFIX = "live-"  # of the ids of live games
LIVE_ID = PREFIX + "abcdefgh22"
WITH_SERVERS = (True, '[{"urls": "stun:example.org"}]', False)
WITH_MAILBOX = (True, "[]", True)
RANDOM = list(range(ID_LENGTH + CODE_LENGTH + SECRET_LENGTH))
ROOM = "".join(ID_SIGNS[:CODE_LENGTH])


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
    return give(state, "live:begun", RANDOM)


def invited(state: State) -> None:
    describe(state)
    give(state, "live:described", described(), "line")


def kept_line() -> str:
    """Return what a page keeps of its invitation for a reload."""
    state = fresh()
    describe(state)
    effects = give(state, "live:described", described(), "line")
    return str(next(one[-1] for one in effects if one[:2] == ("live:line", "keep")))


def stored(state: State) -> None:
    """Let the browser have a game under way."""
    entries = [["hello", 0, 0, 0, "Ann", -1, 0, 0]], [["hello", 0, 0, 0, "Ben", -1, 0, 0]]
    game = {
        "seat": 0,
        "over": False,
        "offer": "by=Ann&v=nine&c=" + LIVE_ID,
        "code": "",
        "secret": "",
        "logs": list(entries),
    }
    before = state.ui.stored
    known = {"games": {LIVE_ID: [1, game]}}
    state.ui.stored = lambda one: known if one is pairs.STORED else before(one)


def connected(state: State) -> None:
    """Open a line."""
    invited(state)
    handle(state, "live:paste", {"name": "reply", "value": "live=" + pack(code(True, "u777"))})
    handle(state, "live:take")
    handle(state, "live:heard", ("open", "line", ""))
    handle(state, "live:heard", ("text", "line", _log(HELLO)))


def waiting(state: State) -> None:
    """Invite through the mailbox."""
    prepare(state)
    give(state, "live:servers", WITH_MAILBOX)
    give(state, "live:begun", RANDOM)
    handle(state, "live:heard", ("slots", "0", _slots()))
    handle(state, "live:heard", ("put", "204", "0"))


def met(state: State) -> None:
    """Play through the mailbox."""
    waiting(state)
    handle(state, "live:heard", ("slots", "1", _slots(HELLO)))


def met_offered(state: State) -> None:
    """Open an invitation that goes through the mailbox."""
    free(state)
    load(state, "live=" + ROOM)
    give(state, "live:servers", WITH_MAILBOX)
    handle(state, "live:heard", ("slots", "0", _slots([HELLO, "by=Ann&v=nine&s=black&c=" + LIVE_ID])))


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
    stored(state)
    return load(state, "v=nine&c=" + LIVE_ID)


HELLO = ["hello", 0, 0, 0, "Ben", -1, 0, 0]


def _message(kind: str, **fields: Any) -> str:
    return json.dumps(dict({"v": 2, "t": kind, "by": 1}, **fields))


def _log(*entries: list[Any], **fields: Any) -> str:
    """Return a message with entries of the other side's log, from the first on."""
    about: dict[str, Any] = {"from": 0, "head": 0, "log": entries, "have": 0, "sum": 0}
    return _message("log", **(about | fields))


def _slots(*contents: Any) -> str:
    """Return an answer of the mailbox."""
    found = [[n, 5, json.dumps(one if isinstance(one[0], list) else [one])] for n, one in enumerate(contents)]
    return json.dumps({"slots": found, "here": 5})


def about(state: State) -> OpenGame | None:
    """Return the player's game if it is a live one."""
    own = state.own_game()
    return own if own is not None and own.by_link is not None and own.by_link.id.startswith(PREFIX) else None


_NO_SERVERS: list[Any] = [(False, "[]", False)]
_NOT_DESCRIBED: list[Any] = [
    described(sdp="", trouble="failed"),
    described(sdp="damaged"),
    described(name="spare", sdp=""),
]
_HEARD: list[Any] = [
    ("open", "line", ""),
    ("text", "line", _log(HELLO, ["move", 0, 0, 0, "d6", -1, 0, 0])),
    ("text", "line", _log(["offer", 0, 0, 0, "rematch", -1, 0, 0], head=7)),
    ("text", "line", "damaged"),
    ("text", "other", _message("bye")),
    ("text", "line", _message("bye")),
    ("slots", "1", _slots(HELLO, ["move", 0, 0, 0, "d6", -1, 0, 0], ["resign", 0, 0, 1, "", -1, 0, 0])),
    ("slots", "1", _slots(["dial", 0, 0, 0, pack(code()), -1, 0, 0])),
    ("slots", "1", '{"slots":[[0,5,""]]}'),
    ("slots", "0", _slots(HELLO)),
    ("news", LIVE_ID, _slots(HELLO)),
    ("put", "204", "0"),
    ("put", "403", "0"),
    ("put", "409", "0"),
    ("put", "507", "0"),
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
    "an invitation that waits in the mailbox": waiting,
    "an invitation from the mailbox": met_offered,
    "a game through the mailbox": met,
    "an invitation behind a game": in_turn(invited, lambda state: load(state, "v=six&m=b4")),
    "a live game behind another": in_turn(connected, lambda state: load(state, "v=six&m=b4")),
    "a reply opened": post,
}
ADDRESSES = {
    "live": [
        ROOM,
        pack(code()) + "&v=nine&c=" + LIVE_ID,
        pack(code(True, "u777")),
        "damaged",
        pack(code()) + "&v=nine&m=zz",
    ]
}
ASKED = {
    "live:servers": (prepare, [SERVERS, WITH_SERVERS, WITH_MAILBOX], _NO_SERVERS),
    "live:servers for a guest": (accept, [SERVERS, WITH_SERVERS], _NO_SERVERS),
    "live:begun": (begin, [RANDOM], []),
    "live:described": (describe, [described()], _NOT_DESCRIBED),
    "live:described as a spare": (
        spare,
        [described(name="spare")],
        [described(name="spare", sdp="damaged"), described(name="spare", sdp="", trouble="failed")],
    ),
    "live:posted": (
        post,
        [(True, "", "", pack(code(True, "u777"))), (False, LIVE_ID, kept_line(), pack(code(True, "u777")))],
        [(False, "", "", pack(code(True, "u777"))), (False, LIVE_ID, "{", pack(code(True, "u777")))],
    ),
    "live:recalled": (recall, [(True, ""), (False, kept_line())], [(False, ""), (False, "{"), (False, '{"code": 3}')]),
}
NEWS = {"live:heard": [About(about, value) for value in _HEARD]}
