"""The line of a live game: what the page knows of it, and what is saved for a reload.

A live game is a game by link (features/by_link) whose moves go over a line while there is one. So the book and the
browser save it like any game by link, and without a line it goes on by link. state.of(Current).live is None if there is
no line and none is being opened. meeting.py opens the line and playing.py plays over it; live.mjs has the connections.
"""

from __future__ import annotations

import json

from morris_core.game import Game
from morris_core.link import LinkError

from ...model.stored_json import read_json
from ...model.translation import _
from ...update.games import new_clock
from ..by_link import dialog as by_link
from .invitation import Code, sdp, unpack
from .protocol import DRAW, REMATCH, TAKE_BACK, Session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ...model.messages import Effect, Effects, Fields
    from ...model.state import Handler, State

MINE, SPARE, AGAIN = "line", "spare", "again"  # connections, see live.mjs


class Live:
    """A line, or one that is being opened."""

    # The stages. INVITATION: this page was invited; CONSENT: the player must agree to the host's servers.
    PREPARING, UNABLE, CONSENT = "preparing", "unable", "consent"
    INVITED, INVITATION, REPLIED, CONNECTING = "invited", "invitation", "replied", "connecting"
    OPEN, LOST, POSTED, STRANDED = "open", "lost", "posted", "stranded"
    # Those that only the dialog shows: with it, they end.
    IN_DIALOG = (PREPARING, UNABLE, CONSENT, INVITATION, POSTED, STRANDED)

    def __init__(self, stage: str, game: Game, side: int) -> None:
        self.stage = stage
        self.game = game  # the one proposed
        self.side = side  # the one that is played here
        self.id = ""  # the game's among those by link; "" until it is known; ".2" at its end means the second rematch
        self.name = self.peer = ""  # the names of the player here and of the other one
        self.times: tuple[int, int] | None = None  # the clock's milliseconds for the game and for each move
        self.guest = False  # whether this page was invited
        self.servers = "[]"  # the host's servers as JSON
        self.agreed = False  # whether the player has agreed to them, or there are none
        self.theirs: Code | None = None  # the other side's code
        self.code = self.user = ""  # this side's code, and the user fragment in it
        self.pasted = ""  # the text in the field for the reply
        self.trouble = ""  # a sentence about what went wrong
        self.reached = False  # whether the other browser has begun to answer
        self.since = 0  # when the stage began, in milliseconds
        self.is_slow = False  # whether connecting takes long
        self.session: Session | None = None  # the protocol, once the line was open
        self.epoch = 0  # of the session before a reload
        # The credentials that the other side uses to answer this side's spare connection.
        self.spare: tuple[str, str] | None = None
        self.stored: Fields = {}  # the data saved for a reload

    @property
    def round(self) -> int:
        """The number of rematches so far."""
        number = self.id.partition(".")[2]
        return int(number) if number.isdigit() else 0

    @property
    def connected(self) -> bool:
        """Whether the line is open and the other side is there."""
        return self.stage == self.OPEN and self.session is not None and not self.session.away

    def forbids_help(self, state: State) -> bool:
        """Return whether the game is under way on the board, so that the computer must not help."""
        return self.stage in (self.OPEN, self.LOST) and is_on_board(state, self) and state.open.game.outcome() is None


class Current:
    """The live game of this page, if there is one."""

    def __init__(self) -> None:
        self.live: Live | None = None


def of_board(state: State) -> Live | None:
    """Return the live game on the board, or None."""
    live = state.of(Current).live
    return live if live is not None and is_on_board(state, live) else None


def forbids(state: State) -> tuple[str, ...]:
    """Return what may not be done with the live game on the board."""
    live = of_board(state)
    if live is None:
        return ()
    help = ("help",) if live.forbids_help(state) else ()
    draw = ("draw",) if live.connected else ()  # the other player sees the end of the game at once
    return ("undo", "rematch") + help + draw


def settle(state: State) -> None:
    """Give up a line that is not open yet when its dialog is closed, or the player goes elsewhere."""
    live = state.of(Current).live
    if live is not None and live.stage in Live.IN_DIALOG and state.ui.dialog != "live":
        state.of(Current).live = None


def with_live(stage: str = "") -> Callable[[Callable[[State, Live, Any], Effects | None]], Handler]:
    """Decorate a handler (state, live, value) that is called only if there is a line, in the stage given."""

    def decorate(handle: Callable[[State, Live, Any], Effects | None]) -> Handler:
        def handler(state: State, value: object) -> Effects | None:
            live = state.of(Current).live
            return None if live is None or stage not in ("", live.stage) else handle(state, live, value)

        return handler

    return decorate


def is_on_board(state: State, live: Live) -> bool:
    """Return whether the live game is on the board."""
    link_game = by_link.game_on_board(state)
    return state.guide is None and link_game is not None and link_game.id == live.id


def peer_name(live: Live) -> str:
    """Return the other player's name."""
    return live.peer or _("Your friend")


def connected_text(live: Live) -> str:
    """Return the sentence that says that the line is open."""
    if live.peer:
        return _("You're connected with {name}.").format(name=live.peer)
    return _("You're connected with your friend.")


def offer_text(live: Live, offer: str) -> str:
    """Return the sentence that says what the other player offers or asks for."""
    texts = {
        DRAW: _("{name} offers a draw."),
        TAKE_BACK: _("{name} asks to take the last move back."),
        REMATCH: _("{name} would like a rematch, with colours changed."),
    }
    return texts[offer].format(name=peer_name(live))


def difference(session: Session) -> str:
    """Return the sentence that says where the two boards differ."""
    ours, theirs = session.game.move_texts(), [] if session.other is None else session.other.move_texts()
    for number, (one, other) in enumerate(zip(ours, theirs)):
        if one != other:
            return _("Your boards differ: move {number} is {ours} here, but {theirs} on the other board.").format(
                number=number + 1, ours=one, theirs=other
            )
    return _("Your boards differ: there are {ours} moves here, and {theirs} on the other board.").format(
        ours=len(ours), theirs=len(theirs)
    )


def put_on_board(state: State, live: Live) -> Effects:
    """Put the game on the board, without the computer's help."""
    state.engine.hint(False)
    state.engine.analyse(False)
    if state.guide is not None:
        state.guide.leave(state)
    effects = [] if is_on_board(state, live) else by_link.join(state, live.game, live.side, live.id)
    link_game = by_link.game_on_board(state)
    assert link_game is not None
    live.side = link_game.side
    names = [live.name, live.peer] if live.side == 0 else [live.peer, live.name]
    state.open.names = [new or old for new, old in zip(names, state.open.names)]
    if live.times is not None and state.open.clock is None:
        state.open.clock = new_clock(live.times)
    state.open.paused = state.open.clock is not None
    state.open.touch()
    return effects


def drop_clock(state: State) -> Effects | None:
    """Go on without a clock, since a game by link has none."""
    if by_link.game_on_board(state) is None or state.open.clock is None:
        return None
    state.open.clock = None
    state.open.paused = False
    state.open.touch()
    return None


def describe(state: State, live: Live, name: str, remote: Code | None = None, again: bool = False) -> Effect:
    """Return the effect that opens a connection.

    Args:
        state: The page's state.
        live: The line.
        name: The connection's name.
        remote: The other side's code, which it answers, or None.
        again: Whether to open it as it was, with the saved credentials.
    """
    user, password = (live.stored["user"], live.stored["password"]) if again else ("", "")
    ticket = state.ask("live:described", key=name)
    return ("live:describe", ticket, name, live.servers, "" if remote is None else sdp(remote), user, password)


def send(live: Live) -> Effects:
    """Return the effects that send what the session has to say."""
    assert live.session is not None
    texts, live.session.out = live.session.out, []
    return [("live:line", "send", text) for text in texts]


# The attributes of a Live that are saved as they are.
_KEPT = ("id", "side", "name", "peer", "times", "guest", "code", "user", "servers")


def keep(live: Live) -> Effect:
    """Return the effect that saves what a reload needs."""
    session = live.session
    data: Fields = {name: getattr(live, name) for name in _KEPT}
    data.update(
        game=(live.game if session is None else session.game).link(),
        open=live.stage in (Live.OPEN, Live.LOST),
        epoch=session.epoch if session else live.epoch,
        **live.stored,
    )
    return ("live:line", "keep", json.dumps(data))


def read_stored(text: str) -> Live | None:
    """Return the saved line, or None."""
    data: Any = read_json(text)
    try:
        stage = Live.LOST if data["open"] else Live.REPLIED if data["guest"] else Live.INVITED
        live = Live(stage, Game.from_link(data["game"]), data["side"])
        for name in _KEPT:
            setattr(live, name, data[name])
        live.times = None if data["times"] is None else (data["times"][0], data["times"][1])
        live.epoch = int(data["epoch"])
        live.agreed = True
        live.theirs = unpack(data["remote"]) if data["remote"] else None
        live.stored = {name: data[name] for name in ("remote", "user", "password")}
        live.stored["spare"] = data.get("spare") is True
    except (KeyError, TypeError, ValueError, IndexError, LinkError):
        return None  # a line that can't come back; the game is saved elsewhere
    return live
