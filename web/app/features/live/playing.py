"""A game with a friend elsewhere: what comes from the other side, what the player does, and what happens when the line
breaks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from morris_core.game import Game

from ...model import merge
from ...model.messages import Effects
from ...model.open_game import OpenGame
from ...model.saved import tidy_name
from ...model.sides import NAMES
from ...model.state import Handler, State
from ...model.translation import _
from ...model.ui import WATCHED
from ...update.moves import changed
from ..by_link import dialog as by_link
from ..clocks.clock import Clock
from . import line, meeting, news, pairs
from .invitation import BadCode, unpack
from .line import Live, with_live
from .logs import REMATCH, TAKE_BACK
from .protocol import Session, begins

AGAIN_AFTER = 8000  # milliseconds between two tries to open a lost line
CALL_AFTER = 20_000  # the same through the mailbox, where each try takes a slot; each further wait is twice as long
MOST_DOUBLED = 6
MAILBOX_PATIENCE = 8000  # milliseconds until an invitation does without a mailbox that does not answer
PATIENCE = 12_000  # milliseconds after a reply until the page says that a line may be impossible
NEVER = 1 << 40  # milliseconds: only its own page says that a side's time is over, or the session does


def on_heard(state: State, value: tuple[str, str, str]) -> Effects | None:
    """Handle an event of live.mjs or mail.mjs: its kind, the connection or side, and a text."""
    kind, name, text = value
    if kind == "news":
        return news.hear(state, name, text) + [("only",)]
    live = state.of(line.Current).live
    handle = _EVENTS.get(kind)
    if live is None or handle is None:
        return [("live:mail", "leave"), ("only",)] if kind == "slots" else [("only",)]
    before = _shown(state)
    effects = _after(state, handle(state, live, name, text))
    return effects if before != _shown(state) else [one for one in effects if one[0] != "only"] + [("only",)]


def _shown(state: State) -> tuple[object, ...]:
    """Return what the page shows of the game."""
    live, ui = state.of(line.Current).live, state.ui
    found: tuple[object, ...] = (live, ui.dialog, ui.notice, ui.news, state.open, state.open.version, state.open.paused)
    if live is None:
        return found
    found += (live.stage, live.trouble, live.peer, live.reached, live.is_slow, live.code)
    if live.room is not None:
        found += (live.room.silent, live.room.present)
    session = live.session
    if session is None:
        return found
    return found + (session.away, session.their_offer, session.differs, session.newer, tuple(session.offered))


def _after(state: State, effects: Effects) -> Effects:
    """Carry out what follows from a change of the session: tell its news, follow it on the board, and send."""
    live = state.of(line.Current).live
    session = None if live is None else live.session
    if live is None or session is None:
        return effects
    # On a phone, the banner may be below the fold.
    offer, differed = live.told
    told, session.news = session.news, []
    for what, value in told:
        effects += _NEWS[what](state, live, value) if what in _NEWS else []
    peer = tidy_name(session.peer)
    if peer and peer != live.peer:
        is_first, live.peer = not live.peer, peer
        if is_first and live.joined:
            _greet(state, live)
        if line.is_on_board(state, live):
            state.open.names[1 - live.side] = live.peer
    if live.joined:
        effects += _apply(state, live)
    if session.their_offer and session.their_offer != offer:
        _inform(state, line.offer_text(live, session.their_offer))
    if session.differs != differed:
        _inform(state, line.DIFFER if session.differs else "")
    live.told = session.their_offer, session.differs
    return effects + line.send(state, live)


def _opened(state: State, live: Live, name: str, _text: str) -> Effects:
    """Begin on a line that is open."""
    session = live.session
    if live.stage in Live.IN_DIALOG or session is None:
        return []  # of a connection that was given up
    is_first = not live.joined
    effects: Effects = line.put_on_board(state, live) if is_first and line.is_on_board(state, live) else []
    effects.append(("live:line", "use", name))
    if live.room is None:
        effects.append(line.describe(state, live, line.SPARE))
    live.stage, live.trouble, live.reloaded, live.tries = Live.OPEN, "", False, 0
    if is_first and line.is_on_board(state, live):
        session.catch_up(state.open.game)
    session.opened(state.ui.ticks())
    if state.ui.dialog == "live":
        state.ui.close_dialog()
    if is_first:
        _greet(state, live)
    return effects + ([line.keep(live)] if live.room is None else [])


def _greet(state: State, live: Live) -> None:
    """Say that the line is open."""
    (state.ui.report if line.is_on_board(state, live) else state.ui.say)(line.connected_text(live))


def _clock(state: State, live: Live) -> Clock | None:
    """Return the clock of the live game, or None if it has none or another game is on the board."""
    clock = state.clock if line.is_on_board(state, live) else None
    return clock if isinstance(clock, Clock) else None


def _text(state: State, live: Live, name: str, text: str) -> Effects:
    session = live.session
    if session is None or name != line.MINE:
        return []
    if live.stage == Live.LOST:  # the line has recovered
        live.stage, live.trouble = Live.OPEN, ""
        session.opened(state.ui.ticks())
    session.receive(text, state.ui.ticks())
    return []


def _apply(state: State, live: Live) -> Effects:
    """Bring the board and its clocks, or the book if another game is on the board, to where the session is."""
    session = live.session
    assert session is not None
    if not line.is_on_board(state, live):
        sizes = len(session.mine), len(session.theirs)
        is_known, live.entered = sizes == live.entered, sizes
        return [] if is_known else by_link.put(state, live.id, session.game, live.side)
    effects = _bring(state, live, session.game)
    _set_clocks(state, live, session)
    return effects


def _bring(state: State, live: Live, game: Game) -> Effects:
    """Bring the board to where a game is, unless it is ahead because the other side's moves have come by link."""
    board, before = state.open, live.brought
    live.brought = game.copy()
    is_ahead = game.ended is None and board.game.ended is None and begins(board.game, game)
    if board.game == game or (is_ahead and (before is None or begins(game, before))):
        return []
    board.go(board.head)
    ahead = game.moves[board.game.ply :]
    if board.game.ended is None and game.moves[: board.game.ply] == board.game.moves:
        for move in ahead:
            board.play(move)
        ended = game.ended
        if ended is not None and ended.winner is None:
            board.agree_draw()
        elif ended is not None:
            end = board.resign if ended.reason == "resigned" else board.lose_on_time
            end(1 - (0 if ended.winner is None else ended.winner))
        changed(state)
        if len(ahead) == 1:
            state.ui.arrive(WATCHED)
    else:
        _replace(state, game)
    state.ui.say("")
    return [("reveal",)]


def _replace(state: State, game: Game) -> None:
    """Put the moves of a game on the board in place of those there, which become a variation."""
    try:
        merge.follow_line(state.open, game)
    except merge.TwoGames:  # what was proposed is another game than the one with its id that this browser knows
        merge.replace(state.open, OpenGame(state.open.id, game))
    changed(state)


def _set_clocks(state: State, live: Live, session: Session) -> None:
    """Let the clocks run only while both players are there, with the times of the logs."""
    clock = _clock(state, live)
    if clock is None:
        return
    clock.held = not live.connected
    state.open.paused = clock.held and live.room is None  # else moves can be made at leisure
    clock.grace = [NEVER, NEVER]
    clock.grace[live.side] = 0
    fold = session.fold
    left = [fold.left[fold.first], fold.left[1 - fold.first]]
    counted = (fold.round, fold.game.ply, tuple(left))
    if counted != live.counted and state.open.game.ply == fold.game.ply:
        live.counted = counted
        clock.agree(state, left)
    session.spent, session.left = _spent(state, live), _left(state, live)


def _spent(state: State, live: Live) -> Callable[[], int]:
    """Return the function that says how long this turn has taken."""

    def spent() -> int:
        clock = _clock(state, live)
        return 0 if clock is None else clock.spent(state, state.open.game.position.side)

    return spent


def _left(state: State, live: Live) -> Callable[[], int]:
    """Return the function that says how much time the player here has."""

    def left() -> int:
        clock = _clock(state, live)
        return 0 if clock is None else clock.left[live.side]

    return left


def _rematched(state: State, live: Live, _value: object) -> Effects:
    session = live.session
    assert session is not None
    is_here = line.is_on_board(state, live)
    live.game, live.side = session.game, session.side
    live.id = line.next_id(live.id)
    effects = line.put_on_board(state, live) if is_here else []
    state.ui.report(_("The rematch begins. You play {side}.").format(side=NAMES[live.side]))
    return effects


def _declined(state: State, live: Live, what: str) -> Effects:
    _inform(
        state,
        {
            TAKE_BACK: _("{name} would rather not take the move back."),
            REMATCH: _("{name} doesn't want a rematch."),
        }.get(what, _("{name} declines the draw.")).format(name=line.peer_name(live)),
    )
    return []


def _inform(state: State, text: str) -> None:
    """Say something in the status. After a game, news has no place there."""
    (state.ui.report if state.ui.outcome is None else state.ui.say)(text)


def _refused(state: State, live: Live, _value: object) -> Effects:
    """End the game's connection after three messages that no honest page sends. It is not opened again."""
    live.stage = Live.LOST
    live.stored, live.spare, live.room = {}, None, None
    live.trouble = _("The other side sent what this page can't accept, so the line is closed. Your game is saved.")
    return [("live:mail", "leave"), ("live:line", "close", ""), ("live:line", "forget", pairs.key_of(live.id))]


def _closed(state: State, live: Live, name: str, _text: str) -> Effects:
    return _lose(state, live) if name == line.MINE else []


def _lose(state: State, live: Live) -> Effects:
    if live.stage != Live.OPEN:
        return []
    live.stage, live.since = Live.LOST, state.ui.ticks()
    return meeting.reopen(state, live)


def _spare(state: State, live: Live, value: list[str]) -> Effects:
    """Keep how to open another line to the other side."""
    try:
        unpack(value[0])
    except BadCode:
        return []
    live.stored = {"remote": value[0], "user": value[1], "password": value[2], "spare": True}
    return [line.keep(live)]


def _tick(state: State, live: Live, _name: str, _text: str) -> Effects:
    session, now = live.session, state.ui.ticks()
    if live.room is not None:
        live.room.tick(now)
    if live.stage == Live.PREPARING and live.room is not None and now - live.since > MAILBOX_PATIENCE:
        return meeting.without_mailbox(state, live)
    if live.stage == Live.CONNECTING and now - live.since > PATIENCE:
        live.is_slow = True
    pause = AGAIN_AFTER if live.room is None else CALL_AFTER << min(live.tries, MOST_DOUBLED)
    if live.stage == Live.LOST and now - live.since > pause:
        live.since = now
        return meeting.reopen(state, live)
    if session is None or not live.joined:
        return []
    if live.connected and live.stage == Live.LOST:
        session.noticed(now)
    session.tick(now)
    if live.connected:
        session.claim()
    return _lose(state, live) if session.broken else []


def _leaving(state: State, live: Live, _name: str, _text: str) -> Effects:
    if live.session is not None and live.stage == Live.OPEN:
        live.session.leave()
    return []


_EVENTS: dict[str, Any] = {
    "open": _opened,
    "text": _text,
    "close": _closed,
    "flood": lambda state, live, name, _text: _refused(state, live, None) if name == line.MINE else [],
    "checking": meeting.checking,
    "tick": _tick,
    "leaving": _leaving,
    "code": meeting.take_code,
    "slots": meeting.hear_slots,
    "put": meeting.hear_put,
}
_NEWS: dict[str, Any] = {
    "rematch": _rematched,
    "declined": _declined,
    "bye": lambda state, live, _value: _lose(state, live),
    "refused": _refused,
    "spare": _spare,
}


# --- what the player does ---------------------------------------------------------------------------------------------


def played(state: State) -> Effects:
    """Enter a move or an ending of the player here in the log. Any other change of a game under way goes back."""
    live = state.of(line.Current).live
    session = None if live is None else live.session
    waits = live is not None and live.stage == Live.INVITED and live.room is not None
    if live is None or session is None or not (live.joined or waits) or not line.is_on_board(state, live):
        return []
    if state.open.game == session.game:
        return []
    ply, clock = state.open.game.ply, _clock(state, live)
    used = clock.used(ply, live.side) if clock is not None and ply > session.game.ply else None
    if session.follow(state.open.game, used or 0):
        return _after(state, [])
    effects = _after(state, [])
    if state.open.game != session.game:
        _replace(state, session.game)
    state.ui.say(_("{name} has seen this already. Ask to take it back.").format(name=line.peer_name(live)))
    return effects + by_link.played(state)


def _with_session(handle: Callable[[State, Live, Session, Any], Effects | None]) -> Handler:
    """Decorate a handler (state, live, session, value), which is called only in a game under way."""
    return with_live()(
        lambda state, live, value: None if live.session is None else handle(state, live, live.session, value)
    )


@_with_session
def on_offer(state: State, _live: Live, session: Session, what: str) -> Effects:
    session.offer(what)
    return _after(state, [])


@_with_session
def on_answer(state: State, _live: Live, session: Session, yes: str) -> Effects:
    session.answer(yes == "yes")
    _inform(state, "")
    return _after(state, [])


def on_leave(state: State, _value: object) -> Effects | None:
    """End the line, or stop waiting for one. The game stays; it goes on by link."""
    live = state.of(line.Current).live
    if state.ui.dialog == "live":
        state.ui.close_dialog()
    effects: Effects = []
    if live is not None and live.session is not None and live.room is not None and not live.joined:
        live.session.write("resign")  # who opens the link reads that the invitation is over
        effects = line.send(state, live)
    effects += line.leave(state)
    if live is not None and live.id:
        effects += [line.save(state, live, ended=True), ("live:line", "forget", pairs.key_of(live.id))]
    return effects + (line.drop_clock(state) or [])


def on_by_link(state: State, _value: object) -> Effects | None:
    """Go on by link with the game that was proposed or played."""
    live = state.of(line.Current).live
    effects: Effects = []
    if live is not None and live.id and not line.is_on_board(state, live):
        effects = by_link.join(state, live.game, live.side, live.id)
    return effects + (on_leave(state, None) or [])


on_back = with_live()(lambda state, live, _value: line.put_on_board(state, live))
