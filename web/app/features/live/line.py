"""Live play on the page: inviting, accepting, and the line between the two boards.

A live game is a game by link (features/by_link) whose moves go over a line while there is one. So the book and the
browser save it like any game by link, and without a line it goes on by link. state.panels.live is the Live; it is None
if there is no line and none is being opened. boot/live.mjs has the connections.
"""

from __future__ import annotations

import json
import re

from morris_core.game import Game
from morris_core.link import Link, LinkError, format_link, parse_link
from morris_core.percent import escape, unescape

from ...model import merge
from ...model.saved import tidy_name
from ...model.sides import NAMES
from ...model.stored_json import is_count, read_json
from ...model.translation import _, error_text
from ...model.ui import WATCHED
from ...update.games import new_clock
from ...update.moves import changed
from ..by_link import dialog as by_link
from ..by_link.book import ID_LENGTH, ID_SIGNS, LIVE
from ..clocks import LONGEST, Clock
from ..sharing.dialog import site
from .invitation import BadCode, Code, from_sdp, mark, pack, sdp, unpack
from .protocol import REMATCH, TAKE_BACK, Session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ...model.messages import Effects, Fields, Offer
    from ...model.state import Handler, State

# The stages, in their order. INVITATION: this page was invited; CONSENT: the player must agree to the host's servers.
PREPARING, UNABLE, CONSENT, INVITED, INVITATION, REPLIED, CONNECTING, OPEN, LOST, POSTED, STRANDED = STAGES = (
    "preparing",
    "unable",
    "consent",
    "invited",
    "invitation",
    "replied",
    "connecting",
    "open",
    "lost",
    "posted",
    "stranded",
)
AGAIN_AFTER = 8000  # milliseconds between two tries to open a lost line
PATIENCE = 12_000  # milliseconds after a reply until the page says that a line may be impossible
MINE, SPARE, AGAIN = "line", "spare", "again"  # connections, see boot/live.mjs


class Live:
    """A line, or one that is being opened.

    Attributes:
        stage: One of STAGES.
        id: The game's id among those by link; "" until it is known.
        game: The game proposed.
        side: The side that is played here.
        name, peer: The names of the player here and of the other one, or "".
        times: The clock's milliseconds for the game and for each move, or None.
        guest: Whether this page was invited.
        accepted: Whether the player here has accepted, so that opening goes on by itself.
        servers: The host's servers as JSON.
        agreed: Whether the player has agreed to them, or there are none.
        theirs: The other side's code, or None.
        code: This side's code, or "".
        user, password: The credentials in it.
        pasted: The text in the field for the reply.
        trouble: A sentence about what went wrong, or "".
        reached: Whether the other browser has begun to answer.
        since: When the stage began, in milliseconds.
        is_slow: Whether connecting takes long.
        session: The protocol, once the line was open.
        at: The round and epoch of the session before a reload.
        gone: Whether the other side has said that its page is being closed.
        spare: The credentials that the other side uses to answer this side's spare connection, or None.
        stored: The data saved for a reload.
    """

    def __init__(self, stage: str, game: Game, side: int) -> None:
        self.stage, self.game, self.side = stage, game, side
        self.id = self.name = self.peer = ""
        self.times: tuple[int, int] | None = None
        self.guest = self.accepted = self.agreed = self.reached = self.is_slow = self.gone = False
        self.servers = "[]"
        self.theirs: Code | None = None
        self.code = self.user = self.password = self.pasted = self.trouble = ""
        self.since = 0
        self.session: Session | None = None
        self.at = (0, 0)
        self.spare: tuple[str, str] | None = None
        self.stored: Fields = {}

    @property
    def connected(self) -> bool:
        """Whether the line is open and the other side is there."""
        return self.stage == OPEN and self.session is not None and not self.session.away


def live_of(state: State) -> Live | None:
    """Return the line, or None."""
    live: Live | None = state.panels.live
    return live


def on_board(state: State, live: Live) -> bool:
    """Return whether the live game is on the board."""
    link_game = by_link.game_on_board(state)
    return state.guide is None and link_game is not None and link_game.id == live.id


def peer_name(live: Live) -> str:
    """Return the other player's name."""
    return live.peer or _("Your friend")


# --- inviting and accepting -------------------------------------------------------------------------------------------


def _invite(state: State, value: Offer | None) -> Effects:
    """Invite to a new game, or to the game by link on the board, whose line is lost."""
    link_game, before = by_link.game_on_board(state), live_of(state)
    if value is None and link_game is not None:
        live = Live(PREPARING, state.open.game, link_game.side)
        names = state.open.names
        live.id, live.name, live.peer = link_game.id, names[live.side], names[1 - live.side]
        clock = state.clock
        live.times = None if clock is None else (clock.total, clock.increment)
        live.session = None if before is None else before.session
    elif value is not None:
        live = Live(PREPARING, value["game"], value["side"])
        live.name, live.times = value["name"], value["clock"]
    else:
        return []
    state.panels.live = live
    state.ui.open_dialog("live", {})
    return [("live", "prepare"), ("live", "close", ""), ("live", "forget")]


def open_link(state: State, which: str) -> Effects:
    """Open the link of an invitation or of a reply."""
    code, _separator, rest = which.partition("&")
    try:
        read = unpack(code)
    except BadCode:
        state.ui.say(_("This invitation can't be read: part of it is missing, or it is from another version."))
        return []
    live = live_of(state)
    if read.is_reply:
        if live is not None and live.stage == INVITED:
            return _take_reply(state, live, code)
        state.panels.live = live = Live(PREPARING, state.open.game, 0)
        live.code = code
        state.ui.open_dialog("live", {})
        return [("live", "post", code)]
    try:
        link = parse_link(rest)
    except LinkError as error:
        state.ui.say(error_text(error))
        return []
    if live is not None:
        state.ui.say(_("You have a live game already. Finish it or stop waiting before you accept another one."))
        return []
    fields = _fields(rest)
    live = Live(PREPARING, link.game, 1 if link.side is None else link.side)
    live.guest, live.theirs, live.id = True, read, link.correspondence
    live.peer, live.times = tidy_name(fields.get("by", "")), _read_times(fields.get("clock", ""))
    if not live.id.startswith(LIVE):
        state.ui.say(_("This invitation can't be read: part of it is missing, or it is from another version."))
        return []
    state.panels.live = live
    state.ui.open_dialog("live", {})
    return [("load-book",), ("live", "prepare")]


def _fields(text: str) -> dict[str, str]:
    found = {}
    for part in text.split("&"):
        name, _equals, value = part.partition("=")
        try:
            found[name] = unescape(value)
        except ValueError:
            pass  # a damaged name counts as none
    return found


def _read_times(text: str) -> tuple[int, int] | None:
    total, _plus, increment = text.partition("-")
    if not (total.isdigit() and increment.isdigit() and len(text) < 20):
        return None
    times = int(total), int(increment)
    return times if all(is_count(time, LONGEST) for time in times) and times[0] else None


def _servers(state: State, value: tuple[bool, str]) -> Effects | None:
    """Handle whether this browser can open a line, and the host's servers."""
    live = live_of(state)
    if live is None or live.stage != PREPARING:
        return None
    able, live.servers = value
    live.agreed = live.servers == "[]"
    live.stage = INVITATION if able and live.guest else PREPARING if able else UNABLE
    return None if live.stage != PREPARING else _go_on(state, live)


def _go_on(state: State, live: Live) -> Effects:
    """Ask for what is missing, then open the connection."""
    if not live.agreed:
        live.stage = CONSENT
        return []
    if not live.id:
        return [("random-bytes", "live:begun", ID_LENGTH)]
    remote = "" if live.theirs is None else sdp(live.theirs)
    begun = _begin(state, live)
    live.stage = PREPARING
    state.ui.open_dialog("live", {})
    return begun + [("live", "own", live.id), ("live", "describe", MINE, live.servers, remote, "", "")]


def _begun(state: State, random: list[int]) -> Effects | None:
    live = live_of(state)
    if live is None:
        return None
    live.id = LIVE + "".join([ID_SIGNS[byte % len(ID_SIGNS)] for byte in random[:ID_LENGTH]])
    return _go_on(state, live)


def _consent(state: State, with_servers: str) -> Effects | None:
    """Handle the answer about the host's servers: "yes", or "no" for a line without them."""
    live = live_of(state)
    if live is None or live.stage != CONSENT:
        return None
    live.agreed = True
    if with_servers != "yes":
        live.servers = "[]"
    return _go_on(state, live)


def _accept(state: State, _value: object) -> Effects | None:
    live = live_of(state)
    if live is None or live.stage != INVITATION:
        return None
    live.name = tidy_name(state.ui.draft.get("own_name", ""))
    return _go_on(state, live)


def _begin(state: State, live: Live) -> Effects:
    """Put the game on the board."""
    if state.guide is not None:
        state.guide.leave(state)
    if on_board(state, live):
        return []
    effects = by_link.join(state, live.game, live.side, live.id)
    link_game = by_link.game_on_board(state)
    assert link_game is not None
    live.side = link_game.side
    names = ["", ""]
    names[live.side], names[1 - live.side] = live.name, live.peer
    state.open.names = names
    if live.times is not None and not isinstance(state.open.clock, dict):
        state.open.clock = new_clock(live.times)
    state.open.paused = state.open.clock is not None
    state.open.touch()
    return effects


def _described(state: State, answer: Fields) -> Effects | None:
    """Handle the description of a connection that was asked for."""
    live = live_of(state)
    if live is None:
        return None
    name = answer["name"]
    try:
        code = from_sdp(answer["sdp"], mark(live.theirs.user) if live.guest and live.theirs and name == MINE else None)
    except BadCode:
        code = None
    if name == SPARE:
        if code is not None and live.session is not None and live.stage == OPEN:
            live.spare = (answer["user"], answer["password"])
            live.session.spare(pack(code), answer["user"], answer["password"])
            return _send(live) + [("only",)]
        return [("only",)]
    if name == AGAIN or live.stage in (LOST, OPEN):
        return [("only",)]  # a connection in place of a lost one: it opens or it doesn't
    if live.stage == CONNECTING and live.theirs is not None:
        return [("live", "complete", MINE, sdp(live.theirs))]  # after a reload
    if code is None or (answer["trouble"] and not code.candidates):
        live.stage = UNABLE
        live.trouble = _("This device has no network. A hotspot without internet access is enough.")
        return [("live", "close", "")]
    if not live.code:
        live.code, live.user, live.password = pack(code), code.user, code.password
        live.stored = {"remote": pack(live.theirs) if live.theirs else "", "user": code.user, "password": code.password}
    live.stage, live.since = REPLIED if live.guest else INVITED, state.ui.now()
    return [_keep(live), ("live", "beat", True)] + ([("draw-qr", address(state))] if state.ui.dialog == "live" else [])


def address(state: State) -> str:
    """Return the link to send: the invitation or the reply."""
    live = live_of(state)
    if live is None:
        return ""
    text = site(state) + "#live=" + live.code
    if live.guest or live.stage in (STRANDED, POSTED):
        return text
    if live.name:
        text += "&by=" + escape(live.name)
    if live.times is not None:
        text += f"&clock={live.times[0]}-{live.times[1]}"
    return text + "&" + format_link(Link(live.game, side=1 - live.side, correspondence=live.id))


def _paste(state: State, value: Fields) -> None:
    """Handle a change of the field for the reply."""
    live = live_of(state)
    if live is not None:
        live.pasted = value["value"][:2000]


def _take(state: State, _value: object) -> Effects | None:
    """Read the reply in the field."""
    live = live_of(state)
    if live is None or live.stage != INVITED:
        return None
    found = re.search(r"live=([A-Za-z0-9_-]+)", live.pasted)
    return _take_reply(state, live, found.group(1) if found else live.pasted.strip())


def _take_reply(state: State, live: Live, text: str) -> Effects:
    try:
        code = unpack(text)
    except BadCode:
        live.trouble = _("This isn't a reply. Copy the whole link that your friend sends you.")
        return []
    if not code.is_reply:
        live.trouble = _("This is an invitation, not a reply. Send it to your friend and open the reply here.")
    elif code.to != mark(live.user):
        live.trouble = _("This reply belongs to another invitation.")
    else:
        live.theirs, live.trouble, live.pasted = code, "", ""
        live.stage, live.since, live.is_slow = CONNECTING, state.ui.now(), False
        state.ui.open_dialog("live", {})
        return [("live", "complete", MINE, sdp(code)), ("live", "beat", True)]
    return []


def _posted(state: State, value: tuple[bool, str, str]) -> Effects | None:
    """Handle whether another tab has taken the reply that was opened here. If none waits, this tab goes on with the
    saved invitation, or says what to do.
    """
    taken, text, code = value
    live = live_of(state)
    if live is None or live.stage != PREPARING:
        return None
    if taken:
        live.stage = POSTED
        return None
    again = _read_stored(text)
    if again is None or again.guest or unpack(code).to != mark(again.user):
        live.stage = STRANDED
        return None
    state.panels.live = again
    effects = by_link.join(state, again.game, again.side, again.id)
    again.theirs = unpack(code)
    again.stage, again.since = CONNECTING, state.ui.now()
    state.ui.open_dialog("live", {})
    return effects + _rebuild(again)


# --- coming back after a reload ---------------------------------------------------------------------------------------


def _keep(live: Live) -> tuple[str, str, str]:
    """Return the effect that saves what a reload needs."""
    session = live.session
    data: Fields = {
        "id": live.id,
        "side": live.side,
        "name": live.name,
        "peer": live.peer,
        "times": None if live.times is None else list(live.times),
        "guest": live.guest,
        "code": live.code,
        "user": live.user,
        "game": format_link(live.game if session is None else session.game),
        "servers": live.servers,
        "open": live.stage in (OPEN, LOST),
        "at": [session.round, session.epoch] if session else list(live.at),
    }
    data.update(live.stored)
    return ("live", "keep", json.dumps(data))


def _read_stored(text: str) -> Live | None:
    """Return the saved line, or None."""
    data: Any = read_json(text)
    try:
        live = Live(LOST if data["open"] else REPLIED if data["guest"] else INVITED, parse_link(data["game"]).game, 0)
        live.id, live.side, live.name, live.peer = data["id"], data["side"], data["name"], data["peer"]
        live.guest, live.code, live.user, live.servers = data["guest"], data["code"], data["user"], data["servers"]
        live.times = None if data["times"] is None else (data["times"][0], data["times"][1])
        live.at = (data["at"][0], data["at"][1])
        live.agreed = True
        live.theirs = unpack(data["remote"]) if data["remote"] else None
        live.stored = {name: data[name] for name in ("remote", "user", "password")}
        live.stored["spare"] = data.get("spare") is True
    except (KeyError, TypeError, ValueError, IndexError, LinkError):
        return None  # a line that can't come back; the game is saved elsewhere
    return live


def _resume(state: State, _value: object) -> Effects:
    """Look for the line of the game that was put on the board."""
    link_game = by_link.game_on_board(state)
    if link_game is None or not link_game.id.startswith(LIVE) or live_of(state) is not None:
        return []
    return [("live", "recall", link_game.id)]


def _recalled(state: State, value: tuple[bool, str]) -> Effects | None:
    """Handle the stored data of the line: open it again, unless another tab has it."""
    elsewhere, text = value
    link_game = by_link.game_on_board(state)
    if elsewhere or link_game is None or live_of(state) is not None:
        return None
    live = _read_stored(text)
    if live is None or live.id != link_game.id:
        return _drop_clock(state)
    state.panels.live = live
    live.since, live.gone = state.ui.now(), False
    return _rebuild(live)


def _rebuild(live: Live) -> Effects:
    """Open a connection again as it was described, with the saved certificate and credentials."""
    remote = live.stored.get("remote") or ""
    name = AGAIN if live.stage == LOST else MINE
    effects: Effects = [
        ("live", "own", live.id),
        ("live", "beat", True),
        (
            "live",
            "describe",
            name,
            live.servers,
            sdp(unpack(remote)) if remote else "",
            live.stored["user"],
            live.stored["password"],
        ),
    ]
    return effects


def _reopen(live: Live) -> Effects:
    """Try to open a lost line: wait on this side's spare, and answer the other side's.

    If both pages are still there, only the guest answers.
    """
    effects: Effects = []
    if live.spare is not None and live.theirs is not None:
        user, password = live.spare
        answer = Code(True, 0, user, password, live.theirs.fingerprint, ())
        effects.append(("live", "complete", SPARE, sdp(answer)))
        live.spare = None
    if live.stored.get("spare") and (live.guest or live.session is None):
        remote = sdp(unpack(live.stored["remote"]))
        effects.append(("live", "describe", AGAIN, live.servers, remote, live.stored["user"], live.stored["password"]))
    return effects


# --- what the line says -----------------------------------------------------------------------------------------------


def _heard(state: State, value: tuple[str, str, str]) -> Effects | None:
    """Handle an event of boot/live.mjs: its kind, the connection, and a text."""
    kind, name, text = value
    live = live_of(state)
    if live is None:
        return [("only",)]
    handle = _EVENTS.get(kind)
    return [("only",)] if handle is None else handle(state, live, name, text)


def _opened(state: State, live: Live, name: str, _text: str) -> Effects:
    """Begin on a line that is open."""
    effects: Effects = [("live", "use", name), ("live", "describe", SPARE, live.servers, "", "", "")]
    is_first = live.stage != LOST
    effects = _begin(state, live) + effects
    if live.session is None or _goes_on(state.open.game, live.session.game):
        if live.session is not None:
            live.at = (live.session.round, live.session.epoch)
        live.session = Session(state.open.game, live.side, live.name, live.times)
        live.session.round, live.session.epoch = live.at
    session = live.session
    _measure(state, session)
    session.opened(state.ui.now())
    live.stage, live.gone = OPEN, False
    if state.ui.dialog == "live":
        state.ui.close_dialog()
    _apply(state, live)
    if is_first:
        state.ui.report(_("You're connected with {name}.").format(name=peer_name(live)))
    return effects + [_keep(live)] + _send(live)


def _goes_on(game: Game, agreed: Game) -> bool:
    """Return whether the board's game goes on from the session's."""
    return game != agreed and agreed.ended is None and game.moves[: agreed.ply] == agreed.moves


def _measure(state: State, session: Session) -> None:
    """Let the session read the clock of the game on the board."""

    def seen() -> int | None:
        clock = state.clock
        return clock.spent(state, 1 - session.side) if isinstance(clock, Clock) else None

    session.seen = seen
    session.left = lambda: 0 if state.clock is None else state.clock.left[session.side]


def _text(state: State, live: Live, name: str, text: str) -> Effects:
    session = live.session
    if session is None or name != MINE:
        return [("only",)]
    if live.stage == LOST:
        live.stage = OPEN  # the line has recovered
    before = _shown(live)
    session.receive(text, state.ui.now())
    effects: Effects = []
    quiet = not session.news
    for what, value in session.news:
        effects += _NEWS[what](state, live, value) if what in _NEWS else []
    session.news = []
    if session.peer and session.peer != live.peer:
        live.peer = session.peer
        if on_board(state, live):
            state.open.names[1 - session.side] = live.peer
    effects += _apply(state, live)
    return effects + _send(live) + ([("only",)] if quiet and before == _shown(live) else [])


def _shown(live: Live) -> tuple[object, ...]:
    """Return what the banner shows of the session."""
    one = live.session
    return (
        ()
        if one is None
        else (one.away, one.their_offer, one.differs, one.newer, one.peer, live.stage, len(one.offered))
    )


def _apply(state: State, live: Live) -> Effects:
    """Bring the board, or the book if another game is on the board, to where the session is."""
    session = live.session
    assert session is not None
    _pause(state, live)
    if not on_board(state, live):
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
    if on_board(state, live) and state.clock is not None:
        state.open.paused = not live.connected
        if live.session is not None and isinstance(state.clock, Clock):
            state.clock.grace = [0, 0]
            state.clock.grace[1 - live.session.side] = live.session.fairness.quota


def _send(live: Live) -> Effects:
    """Return the effects that send what the session has to say."""
    assert live.session is not None
    texts, live.session.out = live.session.out, []
    return [("live", "send", text) for text in texts]


def _moved(state: State, live: Live, cost: int | None) -> Effects:
    if cost is not None and on_board(state, live) and isinstance(state.clock, Clock) and live.session is not None:
        state.clock.charge(state, 1 - live.session.side, cost)
    return []


def _counted(state: State, live: Live, value: tuple[int, int]) -> Effects:
    if on_board(state, live) and isinstance(state.clock, Clock) and live.session is not None:
        state.clock.recount(state, value[0], live.session.side, value[1])
    return []


def _taken_back(state: State, live: Live, _ply: int) -> Effects:
    return [_keep(live)]


def _rematched(state: State, live: Live, _value: object) -> Effects:
    session = live.session
    assert session is not None
    live.game, live.side = session.game, session.side
    live.id = live.id.split(".")[0] + "." + str(session.round)
    effects = _begin(state, live)
    _measure(state, session)
    state.ui.report(_("The rematch begins. You play {side}.").format(side=NAMES[live.side]))
    return effects + [("live", "own", live.id), _keep(live)]


def _declined(state: State, live: Live, what: str) -> Effects:
    state.ui.report(
        {
            TAKE_BACK: _("{name} would rather not take the move back."),
            REMATCH: _("{name} doesn't want a rematch."),
        }.get(what, _("{name} declines the draw.")).format(name=peer_name(live))
    )
    return []


def _bye(state: State, live: Live, _value: object) -> Effects:
    live.gone = True
    return _lose(state, live)


def _refused(state: State, live: Live, _value: object) -> Effects:
    """End the line after three messages that no honest page sends."""
    live.gone = True
    live.stage = LOST
    live.spare = None
    state.ui.say(_("The other side sent what this page can't accept, so the line is closed. Your game is saved."))
    return [("live", "close", "")]


def _closed(state: State, live: Live, name: str, _text: str) -> Effects:
    return _lose(state, live) if name == MINE and live.stage == OPEN else [("only",)]


def _lose(state: State, live: Live) -> Effects:
    if live.stage != OPEN:
        return []
    live.stage, live.since = LOST, state.ui.now()
    _pause(state, live)
    return _reopen(live)


def _flood(state: State, live: Live, name: str, _text: str) -> Effects:
    return _refused(state, live, None) if name == MINE else []


def _spare(state: State, live: Live, value: list[str]) -> Effects:
    """Keep how to open another line to the other side."""
    try:
        unpack(value[0])
    except BadCode:
        return []
    live.stored = {"remote": value[0], "user": value[1], "password": value[2], "spare": True}
    return [_keep(live)]


def _checking(state: State, live: Live, name: str, _text: str) -> Effects:
    if name != MINE or live.stage != INVITED or live.reached:
        return [("only",)]
    live.reached = True
    return []


def _tick(state: State, live: Live, _name: str, _text: str) -> Effects:
    session, now = live.session, state.ui.now()
    if live.stage == CONNECTING and now - live.since > PATIENCE and not live.is_slow:
        live.is_slow = True
        return []
    if live.stage == LOST and now - live.since > AGAIN_AFTER:
        live.since = now
        return _reopen(live) + [("only",)]
    if session is None or live.stage not in (OPEN, LOST):
        return [("only",)]
    has_changed = session.tick(now)
    _pause(state, live)
    effects = _send(live)
    if session.broken and live.stage == OPEN:
        return effects + _lose(state, live)
    return effects + ([] if has_changed else [("only",)])


def _leaving(state: State, live: Live, _name: str, _text: str) -> Effects:
    if live.session is None or live.stage != OPEN:
        return [("only",)]
    live.session.leave()
    return _send(live) + [("only",)]


def _code(state: State, live: Live, _name: str, text: str) -> Effects:
    """Take a reply that was opened in another tab."""
    return _take_reply(state, live, text) if live.stage == INVITED else [("only",)]


_EVENTS: dict[str, Any] = {
    "open": _opened,
    "text": _text,
    "close": _closed,
    "flood": _flood,
    "checking": _checking,
    "tick": _tick,
    "leaving": _leaving,
    "code": _code,
}
_NEWS: dict[str, Any] = {
    "moved": _moved,
    "counted": _counted,
    "taken-back": _taken_back,
    "rematch": _rematched,
    "declined": _declined,
    "bye": _bye,
    "refused": _refused,
    "spare": _spare,
}


# --- what the player does ---------------------------------------------------------------------------------------------


def played(state: State) -> Effects:
    """Send a move or an ending of the player here. Any other change of an open game goes back."""
    live = live_of(state)
    session = None if live is None else live.session
    if (
        live is None
        or session is None
        or live.stage != OPEN
        or not on_board(state, live)
        or state.open.game == session.game
    ):
        return []
    ply = state.open.game.ply
    is_move = ply > session.game.ply and isinstance(state.clock, Clock)
    used = state.clock.used(ply, session.side) if is_move and isinstance(state.clock, Clock) else None
    if session.follow(state.open.game, used):
        return _send(live)
    _apply(state, live)
    state.ui.say(_("{name} has seen this already. Ask to take it back.").format(name=peer_name(live)))
    return by_link.played(state)


def _offer(state: State, what: str) -> Effects | None:
    live = live_of(state)
    if live is None or live.session is None:
        return None
    live.session.offer(what)
    return _send(live)


def _answer(state: State, yes: str) -> Effects | None:
    live = live_of(state)
    if live is None or live.session is None:
        return None
    live.session.answer(yes == "yes")
    effects: Effects = []
    for what, value in live.session.news:
        effects += _NEWS[what](state, live, value) if what in _NEWS else []
    live.session.news = []
    return effects + _apply(state, live) + _send(live)


def _take_other(state: State, _value: object) -> Effects | None:
    """Go on with the other side's game where the two differ."""
    live = live_of(state)
    if live is None or live.session is None or live.session.take_other() is None:
        return None
    live.session.news = []
    return _apply(state, live) + _send(live)


def _show(state: State, _value: object) -> Effects | None:
    """Show the dialog again."""
    state.ui.open_dialog("live", {})
    return None if live_of(state) is None else [("draw-qr", address(state))]


def _back(state: State, _value: object) -> Effects | None:
    """Put the live game back on the board."""
    live = live_of(state)
    return None if live is None else _begin(state, live)


def _leave(state: State, _value: object) -> Effects | None:
    """End the line, or stop waiting for one. The game stays; it goes on by link."""
    live = live_of(state)
    if state.ui.dialog == "live":
        state.ui.close_dialog()
    state.panels.live = None
    if live is None:
        return None
    effects: Effects = []
    if live.session is not None and live.stage == OPEN:
        live.session.leave()
        effects += _send(live)
    if live.id:
        effects += [("live", "forget")]
    effects += [("live", "close", ""), ("live", "own", ""), ("live", "beat", False)]
    return effects + (_drop_clock(state) or [])


def _drop_clock(state: State) -> Effects | None:
    """Go on without a clock, since a game by link has none."""
    if by_link.game_on_board(state) is None or state.open.clock is None:
        return None
    state.open.clock = None
    state.open.paused = False
    state.open.touch()
    return None


def _by_link(state: State, _value: object) -> Effects | None:
    """Go on by link with the game that was proposed or played."""
    live = live_of(state)
    effects: Effects = []
    if live is not None and live.id and not on_board(state, live):
        effects = by_link.join(state, live.game, live.side, live.id)
    return effects + (_leave(state, None) or [])


def _copy(state: State, _value: object) -> Effects:
    return [("copy", address(state), "live")]


def _sheet(state: State, _value: object) -> Effects:
    live = live_of(state)
    title = _("Live game") if live is None else _(live.game.variant.title)
    return [("share-sheet", title, address(state), "live")]


INTENTS: dict[str, Handler] = {
    "live:resume": _resume,
    "live:invite": _invite,
    "live:servers": _servers,
    "live:begun": _begun,
    "live:consent": _consent,
    "live:accept": _accept,
    "live:described": _described,
    "live:paste": _paste,
    "live:take": _take,
    "live:posted": _posted,
    "live:recalled": _recalled,
    "live:heard": _heard,
    "live:offer": _offer,
    "live:answer": _answer,
    "live:take-other": _take_other,
    "live:show": _show,
    "live:back": _back,
    "live:leave": _leave,
    "live:by-link": _by_link,
    "live:copy": _copy,
    "live:sheet": _sheet,
}
