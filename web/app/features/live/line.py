"""A game with a friend elsewhere: what the page knows of it, and what is saved for a reload.

It is a game by link (features/by_link) whose moves go over a direct line while there is one, and through the host's
mailbox if it has one. So the book and the browser save it like any game by link, and with neither it goes on by link.
state.of(Current).live is None if there is no such game and none is being opened. meeting.py opens the line, room.py
uses the mailbox and playing.py plays; live.mjs and mail.mjs do what only JavaScript can.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from morris_core.game import Game
from morris_core.link import Link
from morris_core.percent import escape, unescape

from ...model.messages import Effect, Effects, Fields
from ...model.saved import tidy_name
from ...model.state import Handler, State
from ...model.stored_json import is_count, read_json
from ...model.translation import _
from ...update.games import new_clock
from ..by_link import dialog as by_link
from ..clocks.clock import LONGEST, Clock
from . import logs, pairs
from .invitation import Code, mark, sdp, unpack
from .logs import DRAW, HELLO, REMATCH, TAKE_BACK, Fold
from .protocol import Session
from .resume import PREFIX
from .room import Room

# Connections, see live.mjs. ROOM is one whose codes go through the mailbox.
MINE, SPARE, AGAIN, ROOM = "line", "spare", "again", "room"


DIFFER = _("Your boards differ. Make a new invitation to go on with the game as it is here, or go on by link.")


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
        self.offer = ""  # what was proposed, as the part of a link that read_offer reads
        self.session: Session | None = None  # once both sides can know the game
        self.told = ("", False)  # the offer and the difference that the player was told of
        # How much of both logs was saved, and entered in the book while another game was on the board.
        self.saved = self.entered = (0, 0)
        self.brought: Game | None = None  # the game to which the board was brought last
        self.counted: object = None  # what the clocks were set to last: see playing._apply
        self.room: Room | None = None  # the mailbox, if the game goes through one
        self.reloaded = False  # whether the page was loaded since the line was open
        self.tries = 0  # how often this page has tried to open the line again
        self.able = True  # whether the browser can open a direct line
        # The credentials that the other side uses to answer this side's spare connection.
        self.spare: tuple[str, str] | None = None
        self.stored: Fields = {}  # the data saved for a reload

    @property
    def seat(self) -> int:
        """The seat of the player here: see logs.py."""
        return int(self.guest)

    @property
    def joined(self) -> bool:
        """Whether both players are in the game, with a line or without."""
        return self.stage in (self.OPEN, self.LOST)

    @property
    def connected(self) -> bool:
        """Whether the other player is there: over the line, or by what the mailbox says."""
        if self.stage == self.OPEN:
            return self.session is not None and not self.session.away
        return self.stage == self.LOST and self.room is not None and self.room.present

    def forbids_help(self, state: State) -> bool:
        """Return whether the game is under way on the board, so that the computer must not help."""
        return self.joined and is_on_board(state, self) and state.open.game.outcome() is None


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
    clock = state.open.clock
    state.open.paused = clock is not None and live.room is None
    if isinstance(clock, Clock):
        clock.held = True
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


def leave(state: State) -> Effects:
    """Leave the game that there is; it stays stored."""
    live = state.of(Current).live
    state.of(Current).live = None
    if live is None:
        return []
    effects: Effects = []
    if live.session is not None and live.stage == Live.OPEN:
        live.session.leave()
        effects += send(state, live)
    if live.room is not None:
        effects.append(("live:mail", "leave"))
    return effects + [("live:line", "close", ""), ("live:line", "own", "", 0), ("live:line", "beat", False)]


def begin(live: Live) -> None:
    """Begin the session of a game whose id is known."""
    if not live.offer:
        live.offer = write_offer(live)
    live.session = Session(live.seat, Fold(live.game, _first(live), live.times))
    live.saved = (0, 0)
    live.session.write(HELLO, live.name)


def _first(live: Live) -> int:
    """Return the seat that plays White in the proposed game."""
    return live.seat ^ live.side


def send(state: State, live: Live) -> Effects:
    """Return the effects that save what is new in the logs, and then send it."""
    session = live.session
    assert session is not None
    texts, session.out = session.out, []
    sizes = len(session.logs[0]), len(session.logs[1])
    effects: Effects = []
    if sizes != live.saved:
        live.saved = sizes
        effects.append(save(state, live))
    if live.stage == Live.OPEN:
        effects += [("live:line", "send", text) for text in texts]
    return effects if live.room is None else effects + live.room.publish(session, live.offer)


def save(state: State, live: Live, ended: bool = False) -> Effect:
    """Return the effect that stores the game for a reload, or forgets it."""
    game: Fields | None = None
    if not ended and live.session is not None:
        both = [[list(entry) for entry in log] for log in live.session.logs]
        code, secret = ("", "") if live.room is None else (live.room.code, live.room.secret)
        over = live.session.fold.over
        game = {"seat": live.seat, "over": over, "offer": live.offer, "code": code, "secret": secret, "logs": both}
    key, now = pairs.key_of(live.id), state.ui.now()
    return ("store", pairs.STORED, lambda data: pairs.with_game(data, key, game, now))


def restore(game: Any) -> Live | None:
    """Return the game that was stored, without a line, or None."""
    live, _problem = read_offer(game["offer"])
    if live is None:
        return None
    live.guest, live.agreed, live.reloaded = game["seat"] == 1, True, True
    if not live.guest:
        live.side, live.name, live.peer = 1 - live.side, live.peer, ""
    both = [[logs.Entry(*entry) for entry in log] for log in game["logs"]]
    session = live.session = Session(live.seat, Fold(live.game, _first(live), live.times), both)
    live.saved = len(game["logs"][0]), len(game["logs"][1])
    live.name, live.peer = session.fold.names[live.seat], tidy_name(session.peer)
    live.side = session.side
    if session.round:
        live.id = next_id(live.id, session.round)
    is_joined = session.theirs or (live.guest and game["code"])
    live.stage = Live.LOST if is_joined else Live.REPLIED if live.guest else Live.INVITED
    if game["code"]:
        live.room = Room(game["code"], game["secret"], live.seat)
        live.room.is_mine = True
    return live


def next_id(id: str, rounds: int = 1) -> str:
    """Return the id of a rematch: ".2" at its end means the second one."""
    key, _dot, number = id.partition(".")
    return f"{key}.{int(number) + rounds if number.isdigit() else rounds}"


# --- what is proposed -------------------------------------------------------------------------------------------------


def write_offer(live: Live) -> str:
    """Return what is proposed as a part of a link."""
    text = "by=" + escape(live.name) + "&" if live.name else ""
    if live.times is not None:
        text += f"clock={live.times[0]}-{live.times[1]}&"
    return text + Link(live.game, side=1 - live.side, correspondence=live.id).link()


def read_offer(text: str) -> tuple[Live | None, Any]:
    """Return the game that a link proposes to the player here, or None and what is wrong with it."""
    link = Link.read(text)
    if link.problem is not None or not link.correspondence.startswith(PREFIX):
        return None, link.problem
    fields = {}
    for part in text.split("&"):
        name, _equals, value = part.partition("=")
        try:
            fields[name] = unescape(value)
        except ValueError:
            pass  # a damaged name counts as none
    live = Live(Live.PREPARING, link.game, 1 if link.side is None else link.side)
    live.guest, live.id, live.offer = True, link.correspondence, text
    live.peer, live.times = tidy_name(fields.get("by", "")), _read_times(fields.get("clock", ""))
    return live, None


def _read_times(text: str) -> tuple[int, int] | None:
    total, _plus, increment = text.partition("-")
    if not (total.isdigit() and increment.isdigit() and len(text) < 20):
        return None
    times = int(total), int(increment)
    return times if all(is_count(time, LONGEST) for time in times) and times[0] else None


# --- a line without a mailbox: what is kept to open it again ----------------------------------------------------------

# The attributes of a Live that are kept as they are.
_KEPT = ("code", "user", "servers")


def keep(live: Live) -> Effect:
    """Return the effect that keeps what is needed to open the line again. A reply names its invitation by the mark."""
    data: Fields = {name: getattr(live, name) for name in _KEPT}
    data.update(live.stored)
    return ("live:line", "keep", pairs.key_of(live.id), mark(live.user), json.dumps(data))


def take_kept(live: Live, text: str) -> bool:
    """Take what was kept to open a game's line again. Return whether it is complete."""
    data: Any = read_json(text)
    try:
        for name in _KEPT:
            setattr(live, name, data[name])
        live.theirs = unpack(data["remote"]) if data["remote"] else None
        live.stored = {name: data[name] for name in ("remote", "user", "password")}
        live.stored["spare"] = data.get("spare") is True
    except (KeyError, TypeError, ValueError, IndexError):
        return False
    return True
