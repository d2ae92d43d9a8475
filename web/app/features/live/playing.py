"""A live game over its line: what the other side sends, what the player does, and what happens when the line breaks."""

from __future__ import annotations

from ...model import merge
from ...model.saved import tidy_name
from ...model.sides import NAMES
from ...model.translation import _
from ...model.ui import WATCHED
from ...update.moves import changed
from ..by_link import dialog as by_link
from ..clocks.clock import Clock
from . import line
from .invitation import BadCode, unpack
from .line import Live, with_live
from .meeting import checking, reopen, take_code
from .protocol import REMATCH, TAKE_BACK, Session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ...model.messages import Effects
    from ...model.state import Handler, State

AGAIN_AFTER = 8000  # milliseconds between two tries to open a lost line
PATIENCE = 12_000  # milliseconds after a reply until the page says that a line may be impossible


def on_heard(state: State, value: tuple[str, str, str]) -> Effects | None:
    """Handle an event of live.mjs: its kind, the connection, and a text."""
    kind, name, text = value
    live = state.of(line.Current).live
    if live is None:
        return [("only",)]
    handle = _EVENTS.get(kind)
    return [("only",)] if handle is None else handle(state, live, name, text)


def _opened(state: State, live: Live, name: str, _text: str) -> Effects:
    """Begin on a line that is open."""
    if live.stage in Live.IN_DIALOG:
        return [("only",)]  # of a connection that was given up
    is_first, is_here = live.stage != Live.LOST, line.is_on_board(state, live)
    effects = line.put_on_board(state, live) if is_here and (is_first or live.session is None) else []
    effects += [("live:line", "use", name), line.describe(state, live, line.SPARE)]
    _take_up(state, live)
    if state.ui.dialog == "live":
        state.ui.close_dialog()
    _apply(state, live)
    if is_first:
        _greet(state, live)
    return effects + [line.keep(live)] + line.send(live)


def _greet(state: State, live: Live) -> None:
    """Say that the line is open."""
    (state.ui.report if line.is_on_board(state, live) else state.ui.say)(line.connected_text(live))


def _take_up(state: State, live: Live) -> None:
    """Begin on a line that is open, or open again. If the game has gone on by link meanwhile, the session takes it."""
    session = live.session
    if session is not None:
        live.epoch = session.epoch
    known = by_link.book(state).games.get(live.id)
    is_here = line.is_on_board(state, live)
    game = state.open.game if is_here else live.game if known is None else known.game()
    if session is None or (is_here and session.game.ended is None and session.game != game):
        session = live.session = Session(game, live.side, live.name, live.times)
        session.round, session.epoch = live.round, live.epoch
    _measure(state, live)
    session.opened(state.ui.now())
    live.stage, live.trouble = Live.OPEN, ""


def _clock(state: State, live: Live) -> Clock | None:
    """Return the clock of the live game, or None if it has none or another game is on the board."""
    clock = state.clock if line.is_on_board(state, live) else None
    return clock if isinstance(clock, Clock) else None


def _measure(state: State, live: Live) -> None:
    """Let the session read the clock."""

    def seen() -> int | None:
        clock = _clock(state, live)
        return None if clock is None else clock.spent(state, 1 - live.side)

    def left() -> int:
        clock = _clock(state, live)
        return 0 if clock is None else clock.left[live.side]

    assert live.session is not None
    live.session.seen, live.session.left = seen, left


def _text(state: State, live: Live, name: str, text: str) -> Effects:
    if live.session is None or name != line.MINE:
        return [("only",)]
    before, offer, differed = _shown(live), live.session.their_offer, live.session.differs
    if live.stage == Live.LOST:
        _take_up(state, live)  # the line has recovered
    session = live.session
    session.receive(text, state.ui.now())
    quiet = not session.news
    effects = _tell(state, live, session)
    peer = tidy_name(session.peer)
    if peer and peer != live.peer:
        is_first, live.peer = not live.peer, peer
        if is_first:
            _greet(state, live)
        if line.is_on_board(state, live):
            state.open.names[1 - session.side] = live.peer
    effects += _apply(state, live)
    # On a phone, the banner may be below the fold.
    if session.their_offer and session.their_offer != offer:
        _inform(state, line.offer_text(live, session.their_offer))
    if session.differs != differed:
        _inform(state, line.difference(session) if session.differs else "")
    return effects + line.send(live) + ([("only",)] if quiet and before == _shown(live) else [])


def _tell(state: State, live: Live, session: Session) -> Effects:
    """Carry out what the session has to tell the page."""
    news, session.news = session.news, []
    effects: Effects = []
    for what, value in news:
        effects += _NEWS[what](state, live, value) if what in _NEWS else []
    return effects


def _shown(live: Live) -> tuple[object, ...]:
    """Return what the banner shows of the session."""
    one = live.session
    if one is None:
        return ()
    return (one.away, one.their_offer, one.differs, one.newer, one.peer, live.stage, len(one.offered))


def _apply(state: State, live: Live) -> Effects:
    """Bring the board, or the book if another game is on the board, to where the session is."""
    session = live.session
    assert session is not None
    _pause(state, live)
    if not line.is_on_board(state, live):
        return by_link.put(state, live.id, session.game)
    board, game = state.open, session.game
    if board.game == game:
        return []
    board.go(board.head)
    ahead = game.moves[board.game.ply :]
    if board.game.ended is None and game.moves[: board.game.ply] == board.game.moves:
        for move in ahead:
            board.play(move)
        ended = game.ended
        if ended is not None and ended.reason == "agreed":
            board.agree_draw()
        elif ended is not None and ended.winner is not None:
            end = board.resign if ended.reason == "resigned" else board.lose_on_time
            end(1 - ended.winner)
        changed(state)
        if len(ahead) == 1:
            state.ui.arrive(WATCHED)
    else:
        merge.follow_line(board, game)
        changed(state)
    state.ui.say("")
    return [("reveal",)]


def _pause(state: State, live: Live) -> None:
    """Let the clocks run only while both players are there."""
    clock = _clock(state, live)
    if clock is not None:
        state.open.paused = not live.connected
        if live.session is not None:
            clock.grace = [0, 0]
            clock.grace[1 - live.side] = live.session.fairness.quota


def _moved(state: State, live: Live, cost: int | None) -> Effects:
    clock = _clock(state, live)
    if cost is not None and clock is not None:
        clock.charge(state, 1 - live.side, cost)
    return []


def _counted(state: State, live: Live, value: tuple[int, int]) -> Effects:
    clock = _clock(state, live)
    if clock is not None:
        clock.recount(state, value[0], live.side, value[1])
    return []


def _rematched(state: State, live: Live, _value: object) -> Effects:
    session = live.session
    assert session is not None
    is_here = line.is_on_board(state, live)
    live.game, live.side = session.game, session.side
    live.id = f"{live.id.split('.')[0]}.{session.round}"
    effects = line.put_on_board(state, live) if is_here else []
    state.ui.report(_("The rematch begins. You play {side}.").format(side=NAMES[live.side]))
    return effects + [("live:line", "own", live.id), line.keep(live)]


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
    """End the line after three messages that no honest page sends. It is not opened again."""
    live.stage = Live.LOST
    live.stored, live.spare = {}, None
    live.trouble = _("The other side sent what this page can't accept, so the line is closed. Your game is saved.")
    _pause(state, live)
    return [("live:line", "close", ""), ("live:line", "forget")]


def _closed(state: State, live: Live, name: str, _text: str) -> Effects:
    return _lose(state, live) if name == line.MINE and live.stage == Live.OPEN else [("only",)]


def _lose(state: State, live: Live) -> Effects:
    if live.stage != Live.OPEN:
        return []
    live.stage, live.since = Live.LOST, state.ui.now()
    _pause(state, live)
    return reopen(state, live)


def _spare(state: State, live: Live, value: list[str]) -> Effects:
    """Keep how to open another line to the other side."""
    try:
        unpack(value[0])
    except BadCode:
        return []
    live.stored = {"remote": value[0], "user": value[1], "password": value[2], "spare": True}
    return [line.keep(live)]


def _tick(state: State, live: Live, _name: str, _text: str) -> Effects:
    session, now = live.session, state.ui.now()
    if live.stage == Live.CONNECTING and now - live.since > PATIENCE and not live.is_slow:
        live.is_slow = True
        return []
    if live.stage == Live.LOST and now - live.since > AGAIN_AFTER:
        live.since = now
        return reopen(state, live) + [("only",)]
    if session is None or live.stage not in (Live.OPEN, Live.LOST):
        return [("only",)]
    has_changed = session.tick(now)
    _pause(state, live)
    effects = line.send(live)
    if session.broken and live.stage == Live.OPEN:
        return effects + _lose(state, live)
    return effects + ([] if has_changed else [("only",)])


def _leaving(state: State, live: Live, _name: str, _text: str) -> Effects:
    if live.session is None or live.stage != Live.OPEN:
        return [("only",)]
    live.session.leave()
    return line.send(live) + [("only",)]


_EVENTS: dict[str, Any] = {
    "open": _opened,
    "text": _text,
    "close": _closed,
    "flood": lambda state, live, name, _text: _refused(state, live, None) if name == line.MINE else [],
    "checking": checking,
    "tick": _tick,
    "leaving": _leaving,
    "code": take_code,
}
_NEWS: dict[str, Any] = {
    "moved": _moved,
    "counted": _counted,
    "taken-back": lambda _state, live, _value: [line.keep(live)],
    "rematch": _rematched,
    "declined": _declined,
    "bye": lambda state, live, _value: _lose(state, live),
    "refused": _refused,
    "spare": _spare,
}


# --- what the player does ---------------------------------------------------------------------------------------------


def played(state: State) -> Effects:
    """Send a move or an ending of the player here. Any other change of an open game goes back."""
    live = state.of(line.Current).live
    session = None if live is None else live.session
    if (
        live is None
        or session is None
        or live.stage != Live.OPEN
        or not line.is_on_board(state, live)
        or state.open.game == session.game
    ):
        return []
    ply, clock = state.open.game.ply, _clock(state, live)
    used = clock.used(ply, live.side) if clock is not None and ply > session.game.ply else None
    if session.follow(state.open.game, used):
        return line.send(live)
    _apply(state, live)
    state.ui.say(_("{name} has seen this already. Ask to take it back.").format(name=line.peer_name(live)))
    return by_link.played(state)


def _with_session(handle: Callable[[State, Live, Session, Any], Effects | None]) -> Handler:
    """Decorate a handler (state, live, session, value), which is called only once the line was open."""
    return with_live()(
        lambda state, live, value: None if live.session is None else handle(state, live, live.session, value)
    )


@_with_session
def on_offer(_state: State, live: Live, session: Session, what: str) -> Effects:
    session.offer(what)
    return line.send(live)


@_with_session
def on_answer(state: State, live: Live, session: Session, yes: str) -> Effects:
    session.answer(yes == "yes")
    _inform(state, "")
    return _tell(state, live, session) + _apply(state, live) + line.send(live)


@_with_session
def on_take_other(state: State, live: Live, session: Session, _value: object) -> Effects | None:
    """Go on with the other side's game where the two differ."""
    if not session.take_other():
        return None
    session.news = []
    return _apply(state, live) + line.send(live)


def on_leave(state: State, _value: object) -> Effects | None:
    """End the line, or stop waiting for one. The game stays; it goes on by link."""
    live = state.of(line.Current).live
    if state.ui.dialog == "live":
        state.ui.close_dialog()
    state.of(line.Current).live = None
    if live is None:
        return None
    effects: Effects = []
    if live.session is not None and live.stage == Live.OPEN:
        live.session.leave()
        effects += line.send(live)
    if live.id:
        effects += [("live:line", "forget")]
    effects += [("live:line", "close", ""), ("live:line", "own", ""), ("live:line", "beat", False)]
    return effects + (line.drop_clock(state) or [])


def on_by_link(state: State, _value: object) -> Effects | None:
    """Go on by link with the game that was proposed or played."""
    live = state.of(line.Current).live
    effects: Effects = []
    if live is not None and live.id and not line.is_on_board(state, live):
        effects = by_link.join(state, live.game, live.side, live.id)
    return effects + (on_leave(state, None) or [])


on_back = with_live()(lambda state, live, _value: line.put_on_board(state, live))
