"""How two players meet: inviting, accepting, replying, and coming back after a reload or a break.

With a mailbox one link is enough. Without one the friend answers with a second link, the reply.
"""

from __future__ import annotations

import re

from ...model.messages import Effects, Fields, Offer
from ...model.saved import tidy_name
from ...model.state import State
from ...model.translation import _, error_text
from ..by_link import dialog as by_link
from ..by_link.book import ID_LENGTH
from ..share import qr
from . import line, pairs, room
from .banner import build_banner  # noqa: F401 - a hook, for everyone who has a line
from .invitation import BadCode, Code, from_sdp, mark, pack, sdp, unpack
from .line import Live, with_live
from .logs import DIAL
from .resume import PREFIX
from .room import CODE_LENGTH, SECRET_LENGTH, Room

UNREADABLE = _("This invitation can't be read: part of it is missing, or it is from another version.")
# Milliseconds: after which an offer of a line that came through the mailbox is too old to be answered, and within which
# two offers cross.
FRESH, CROSSING = 60_000, 15_000
TAKEN = _("Somebody else plays this game already. Ask for an invitation of your own.")
NOT_AGAIN = _(
    "{name} isn't connected now. This browser can't connect again by itself. Make a new invitation, or go on by link."
)
OVER = _("This invitation is over. You need a new one.")


def on_invite(state: State, value: Offer | None) -> Effects:
    """Invite to a new game, or to the game by link on the board, whose line is lost."""
    link_game, before = by_link.game_on_board(state), state.of(line.Current).live
    if value is None and link_game is not None:
        live = Live(Live.PREPARING, state.open.game, link_game.side)
        names = state.open.names
        live.id, live.name, live.peer = link_game.id, names[live.side], names[1 - live.side]
        clock = state.clock
        live.times = None if clock is None else (clock.total, clock.increment)
        _carry_over(live, before)
    elif value is not None:
        live = Live(Live.PREPARING, value["game"], value["side"])
        live.name, live.times = value["name"], value["clock"]
    else:
        return []
    state.ui.open_dialog("live", {})
    return line.leave(state) + _prepare(state, live)


def _prepare(state: State, live: Live) -> Effects:
    """Ask what browser and host can do."""
    state.of(line.Current).live = live
    return [("live:prepare", state.ask("live:servers")), ("live:line", "close", "")]


def open_link(state: State, which: str) -> Effects:
    """Open the link of an invitation or of a reply."""
    found = room.read_code(which)
    if found:
        return _open_room(state, found)
    code, _separator, rest = which.partition("&")
    try:
        read = unpack(code)
    except BadCode:
        state.ui.say(UNREADABLE)
        return []
    before = state.of(line.Current).live
    if before is not None and before.stage == Live.INVITED and read.is_reply:
        state.ui.open_dialog("live", {})
        return _take_reply(state, before, code)
    if _is_busy(state, before):
        return []
    if read.is_reply:
        state.of(line.Current).live = live = Live(Live.PREPARING, state.open.game, 0)
        live.code = code
        state.ui.open_dialog("live", {})
        return [("live:post", state.ask("live:posted"), code, read.to)]
    invited, problem = line.read_offer(rest)
    if invited is None:
        state.ui.say(UNREADABLE if problem is None else error_text(problem))
        return []
    invited.theirs = read
    _carry_over(invited, before)
    own_name = state.open.names[invited.side] if line.is_on_board(state, invited) else ""
    state.ui.open_dialog("live", {"own_name": own_name})
    return _prepare(state, invited)


def _is_busy(state: State, before: Live | None) -> bool:
    """Return whether a game or an invitation must not be left for another one, and say so."""
    if before is None or before.stage in (Live.LOST, Live.POSTED, Live.STRANDED, Live.UNABLE):
        return False
    state.ui.say(_("You have a live game already. Finish it or stop waiting before you accept another one."))
    return True


def _open_room(state: State, code: str) -> Effects:
    """Open an invitation whose game goes through the mailbox: one's own game, or one to join."""
    game = pairs.find(state.ui.stored(pairs.STORED), code=code)
    before = state.of(line.Current).live
    if before is not None and before.room is not None and before.room.code == code:
        state.ui.open_dialog("live", {})
        return line.put_on_board(state, before) if before.joined else qr.draw(state, address(state))
    known = None if game is None else line.restore(game)
    if known is not None:
        return line.leave(state) + by_link.join(state, known.game, known.side, known.id)
    if _is_busy(state, before):
        return []
    live = Live(Live.PREPARING, state.open.game, 0)
    live.guest, live.room = True, Room(code, "", 1)
    state.ui.open_dialog("live", {"own_name": ""})
    return line.leave(state) + _prepare(state, live)


def _carry_over(live: Live, before: Live | None) -> None:
    """Keep what the player has agreed to for the same game."""
    if before is not None and before.id == live.id:
        live.agreed, live.servers = before.agreed, before.servers


@with_live(Live.PREPARING)
def on_servers(state: State, live: Live, value: tuple[bool, str, bool]) -> Effects | None:
    """Handle whether this browser can open a line, the host's servers, and whether it has a mailbox."""
    live.able, servers, has_mailbox = value
    if not live.agreed:
        live.servers, live.agreed = servers, servers == "[]" or not live.able
    if live.guest and live.room is not None:
        if has_mailbox:
            return live.room.enter(state.ui.ticks())
        live.stage, live.trouble = Live.UNABLE, UNREADABLE
        return None
    if has_mailbox and not live.guest:
        live.room = Room("", "", 0)
    live.stage = Live.INVITATION if live.guest else Live.PREPARING
    if live.room is None and not live.able:
        live.stage = Live.UNABLE
    return None if live.stage != Live.PREPARING else _go_on(state, live)


def _go_on(state: State, live: Live) -> Effects:
    """Ask for what is missing, then open the connection or the mailbox."""
    if not live.agreed:
        live.stage = Live.CONSENT
        return []
    if not live.id or (live.room is not None and not live.room.secret):
        return [("random-bytes", state.ask("live:begun"), ID_LENGTH + CODE_LENGTH + SECRET_LENGTH)]
    live.stage = Live.PREPARING
    live.since = state.ui.ticks()
    begun = line.put_on_board(state, live)
    line.begin(live)
    state.ui.open_dialog("live", {})
    begun += [("live:line", "own", pairs.key_of(live.id), 0), ("live:line", "beat", True)]
    if live.room is None:
        return begun + line.send(state, live) + [line.describe(state, live, line.MINE, live.theirs)]
    begun += live.room.enter(state.ui.ticks())
    return begun + (join(state, live) if live.guest else line.send(state, live))


def join(state: State, live: Live) -> Effects:
    """Begin to play: both players are in the game."""
    assert live.session is not None
    live.session.catch_up(state.open.game)
    live.stage, live.trouble = Live.LOST, ""
    if state.ui.dialog == "live":
        state.ui.close_dialog()
    (state.ui.report if line.is_on_board(state, live) else state.ui.say)(line.connected_text(live))
    return line.send(state, live) + [("reveal",)]


@with_live()
def on_begun(state: State, live: Live, random: list[int]) -> Effects | None:
    found = room.signs(random)
    live.id = live.id or PREFIX + found[:ID_LENGTH]
    if live.room is not None:
        live.room.code = live.room.code or found[ID_LENGTH : ID_LENGTH + CODE_LENGTH]
        live.room.secret = found[-SECRET_LENGTH:]
    return _go_on(state, live)


@with_live(Live.CONSENT)
def on_consent(state: State, live: Live, with_servers: str) -> Effects | None:
    """Handle the answer about the host's servers: "yes", or "no" for a line without them."""
    live.agreed = True
    if with_servers != "yes":
        live.servers = "[]"
    return _go_on(state, live)


@with_live(Live.INVITATION)
def on_accept(state: State, live: Live, _value: object) -> Effects | None:
    live.name = tidy_name(state.ui.draft.get("own_name", ""))
    return _go_on(state, live)


@with_live()
def on_described(state: State, live: Live, answer: Fields) -> Effects | None:
    """Handle the description of a connection that was asked for."""
    name = answer["name"]
    try:
        is_reply = live.guest and name == line.MINE
        code = from_sdp(answer["sdp"], mark(live.theirs.user) if live.theirs and is_reply else None)
    except BadCode:
        code = None
    if name == line.ROOM:
        return _dialled(state, live, code)
    if name == line.SPARE:
        if code is not None and live.session is not None and live.stage == Live.OPEN:
            live.spare = (answer["user"], answer["password"])
            live.session.spare(pack(code), answer["user"], answer["password"])
            return line.send(state, live) + [("only",)]
        return [("only",)]
    if name == line.AGAIN or live.stage in (Live.LOST, Live.OPEN):
        # A connection in place of a lost one opens or doesn't. Some browsers forbid it.
        if code is not None or live.stage == Live.OPEN or live.trouble:
            return [("only",)]
        live.trouble = NOT_AGAIN
        return []
    if live.stage == Live.CONNECTING and live.theirs is not None:
        return [("live:line", "complete", line.MINE, sdp(live.theirs))]  # after a reload
    if code is None or (answer["trouble"] and not code.candidates):
        live.stage = Live.UNABLE
        live.trouble = (
            OVER if live.code else _("This device has no network. A hotspot without internet access is enough.")
        )
        if state.ui.dialog != "live":
            state.ui.say(live.trouble)
        return [("live:line", "close", "")]
    if not live.code:
        live.code, live.user = pack(code), code.user
        live.stored = {"remote": pack(live.theirs) if live.theirs else "", "user": code.user, "password": code.password}
    live.stage, live.since = Live.REPLIED if live.guest else Live.INVITED, state.ui.ticks()
    drawn = qr.draw(state, address(state)) if state.ui.dialog == "live" else []
    return [line.keep(live), ("live:line", "own", pairs.key_of(live.id), mark(live.user))] + drawn


def address(state: State) -> str:
    """Return the link to send: the invitation or the reply."""
    live = state.of(line.Current).live
    if live is None:
        return ""
    text = state.ui.address + "#live="
    if live.room is not None:
        return text + live.room.code
    is_reply = live.guest or live.stage in (Live.STRANDED, Live.POSTED)
    return text + live.code + ("" if is_reply else "&" + live.offer)


@with_live()
def on_paste(state: State, live: Live, value: Fields) -> None:
    """Handle a change of the field for the reply."""
    live.pasted = value["value"][:2000]


@with_live(Live.INVITED)
def on_take(state: State, live: Live, _value: object) -> Effects | None:
    """Read the reply in the field."""
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
        live.stage, live.since, live.is_slow = Live.CONNECTING, state.ui.ticks(), False
        return [("live:line", "complete", line.MINE, sdp(code)), ("live:line", "beat", True)]
    return []


def checking(state: State, live: Live, name: str, _text: str) -> Effects:
    if name != line.MINE or live.stage != Live.INVITED or live.reached:
        return [("only",)]
    live.reached = True
    return []


def take_code(state: State, live: Live, _name: str, text: str) -> Effects:
    """Take a reply that was opened in another tab."""
    return _take_reply(state, live, text) if live.stage == Live.INVITED else [("only",)]


@with_live(Live.PREPARING)
def on_posted(state: State, live: Live, value: tuple[bool, str, str, str]) -> Effects | None:
    """Handle whether another tab has taken the reply that was opened here. If none waits, this tab goes on with the
    saved invitation, or says what to do.
    """
    taken, id, text, code = value
    if taken:
        live.stage = Live.POSTED
        return None
    game = pairs.find(state.ui.stored(pairs.STORED), id) if id else None
    again = None if game is None else line.restore(game)
    if again is None or again.guest or not line.take_kept(again, text) or unpack(code).to != mark(again.user):
        live.stage = Live.STRANDED
        return None
    state.of(line.Current).live = again
    effects = by_link.join(state, again.game, again.side, again.id)
    again.theirs = unpack(code)
    again.stage, again.since = Live.CONNECTING, state.ui.ticks()
    state.ui.open_dialog("live", {})
    return effects + _rebuild(state, again)


# --- coming back after a reload ---------------------------------------------------------------------------------------


def resume(state: State) -> Effects:
    """Go on with the game that was put on the board."""
    link_game, live = by_link.game_on_board(state), state.of(line.Current).live
    if live is not None and live.forbids_help(state):
        state.engine.hint(False)
        state.engine.analyse(False)
    if link_game is None or live is not None:
        return []
    return [("live:recall", state.ask("live:recalled"), pairs.key_of(link_game.id))]


def on_recalled(state: State, value: tuple[bool, str]) -> Effects | None:
    """Handle whether another tab has the game, and what was kept to open its line again."""
    elsewhere, text = value
    link_game = by_link.game_on_board(state)
    if elsewhere or link_game is None or state.of(line.Current).live is not None:
        return None
    game = pairs.find(state.ui.stored(pairs.STORED), pairs.key_of(link_game.id))
    live = None if game is None else line.restore(game)
    if live is None or live.id != link_game.id or not (live.room is not None or line.take_kept(live, text)):
        return line.drop_clock(state)
    state.of(line.Current).live = live
    return _come_back(state, live)


def _come_back(state: State, live: Live) -> Effects:
    """Go on with a game that was stored."""
    live.since = state.ui.ticks()
    if live.room is None:
        return _rebuild(state, live)
    effects: Effects = [("live:line", "own", pairs.key_of(live.id), 0), ("live:line", "beat", True)]
    return effects + live.room.enter(state.ui.ticks())


def _rebuild(state: State, live: Live) -> Effects:
    """Open a connection again as it was described, with the saved certificate and credentials."""
    remote = live.stored["remote"]
    name = line.AGAIN if live.stage == Live.LOST else line.MINE
    again = line.describe(state, live, name, unpack(remote) if remote else None, True)
    return [("live:line", "own", pairs.key_of(live.id), mark(live.user)), ("live:line", "beat", True), again]


def reopen(state: State, live: Live) -> Effects:
    """Try to open a lost line. Through the mailbox, the guest calls. Without one, wait on this side's spare connection,
    and answer the other side's; if both pages are still there, only the guest answers.
    """
    live.tries += 1
    if live.room is not None:
        return dial(state, live) if live.guest and live.room.present else []
    if live.reloaded and live.tries > 1 and not live.trouble:
        live.trouble = NOT_AGAIN  # the other page was loaded again, too: neither has what the other one would answer
    effects: Effects = []
    if live.spare is not None and live.theirs is not None:
        user, password = live.spare
        answer = Code(True, 0, user, password, live.theirs.fingerprint, ())
        effects.append(("live:line", "complete", line.SPARE, sdp(answer)))
        live.spare = None
    if live.stored.get("spare") and (live.guest or live.reloaded):
        effects.append(line.describe(state, live, line.AGAIN, unpack(live.stored["remote"]), True))
    return effects


# --- the mailbox ------------------------------------------------------------------------------------------------------


def hear_slots(state: State, live: Live, name: str, text: str) -> Effects:
    """Handle what the mailbox has of a side, the number of which is `name`."""
    box = live.room
    if box is None:
        return []
    first, found = box.read(text, state.ui.ticks())
    if live.session is None:
        return _hear_offer(state, live, box, found, name == str(live.seat))
    return (_hear_own if name == str(live.seat) else _hear_theirs)(state, live, box, first, found)


def _hear_offer(state: State, live: Live, box: Room, found: list[room.Slot], is_own: bool) -> Effects:
    """Show what is proposed, or say that somebody else has accepted it."""
    if live.stage != Live.PREPARING or (is_own and not found):
        return []
    if is_own or not found or "resign" in [slot.entry.kind for slot in found]:
        return refuse(state, live, TAKEN if is_own else OVER)
    offered, _problem = line.read_offer(found[0].offer)
    if offered is None:
        return refuse(state, live, UNREADABLE)
    offered.room, offered.able, offered.agreed, offered.servers = box, live.able, live.agreed, live.servers
    offered.stage = Live.INVITATION
    state.of(line.Current).live = offered
    return []


def refuse(state: State, live: Live, text: str) -> Effects:
    """Say why the game of a link can't be played."""
    live.stage, live.trouble, live.room = Live.UNABLE, text, None
    if state.ui.dialog != "live":
        state.of(line.Current).live = None
        state.ui.say(text)
    return [("live:mail", "leave"), ("live:line", "beat", False)]


def _hear_own(state: State, live: Live, box: Room, first: int, found: list[room.Slot]) -> Effects:
    """Compare the own log with what the mailbox has of it: only with the own secret can anybody have written it."""
    session = live.session
    assert session is not None
    if found and not box.is_mine:
        return refuse(state, live, TAKEN)
    session.adopt(first, [slot.entry for slot in found])
    box.sent = first + len(found)
    return dial(state, live) if live.joined else []


def _hear_theirs(state: State, live: Live, box: Room, first: int, found: list[room.Slot]) -> Effects:
    """Take entries of the other side."""
    session, call = live.session, ""
    assert session is not None
    before = len(session.theirs)
    for index, slot in enumerate(found, first):
        # The time on the way costs nobody.
        session.take(index, [list(slot.entry)], max(0, session.spent() - slot.age))
        if index >= before and slot.age < FRESH and slot.entry.kind == DIAL and live.stage != Live.OPEN:
            call = slot.entry.text
    effects = join(state, live) if live.stage == Live.INVITED and session.theirs else []
    return effects + (_answer_call(state, live, box, call) if call else [])


def _answer_call(state: State, live: Live, box: Room, text: str) -> Effects:
    """Answer the code of a direct line that has come through the mailbox, or take the answer to this page's own."""
    try:
        code = unpack(text)
    except BadCode:
        return []
    if code.is_reply:
        return [("live:line", "complete", line.ROOM, sdp(code))] if code.to == mark(box.user) else []
    if not live.able or (live.seat == 0 and box.user and state.ui.ticks() - box.dialled < CROSSING):
        return []  # of two offers that cross, the inviting side's counts
    box.user, box.answers = "", code.user
    return [line.describe(state, live, line.ROOM, code)]


def dial(state: State, live: Live) -> Effects:
    """Offer a direct line through the mailbox."""
    box, now = live.room, state.ui.ticks()
    if box is None or now - box.dialled < CROSSING:
        return []
    box.dialled, box.user, box.answers = now, "", ""
    return [line.describe(state, live, line.ROOM)] if live.able else _dialled(state, live, None)


def _dialled(state: State, live: Live, code: Code | None) -> Effects:
    """Write the code of a connection into the mailbox. Without one, the entry says that this page is here."""
    box, session = live.room, live.session
    if box is None or session is None:
        return []
    text = ""
    if code is not None and box.answers:
        text = pack(Code(True, mark(box.answers), code.user, code.password, code.fingerprint, code.candidates))
    elif code is not None:
        box.user, text = code.user, pack(code)
    session.write(DIAL, text)
    return line.send(state, live) + [("only",)]


def without_mailbox(state: State, live: Live) -> Effects:
    """Invite as on other hosts, because the mailbox is full or does not answer."""
    live.room = None
    if not live.able:
        live.stage = Live.UNABLE
        return [("live:mail", "leave")]
    return [("live:mail", "leave"), line.describe(state, live, line.MINE)]


def hear_put(state: State, live: Live, name: str, text: str) -> Effects:
    """Handle what came of writing a slot: the status of the answer."""
    box = live.room
    if box is None:
        return []
    box.busy = False
    box.is_mine = box.is_mine or name in ("204", "409")  # what else was written with is refused
    if name == "204":
        box.sent = max(box.sent, int(text) + 1)
        if live.stage == Live.PREPARING:
            live.stage, live.since = Live.INVITED, state.ui.ticks()
            return qr.draw(state, address(state))
        return []
    if live.stage == Live.PREPARING:
        return without_mailbox(state, live)
    if name == "403":
        return refuse(state, live, TAKEN)
    box.sent = -1  # another page has written, or the mailbox has lost slots, which are written again
    return [("live:mail", "again")]


# --- the link to send ---


def on_show(state: State, _value: object) -> Effects | None:
    """Show the dialog again."""
    state.ui.open_dialog("live", {})
    return None if state.of(line.Current).live is None else qr.draw(state, address(state))


def on_copy(state: State, _value: object) -> Effects:
    return [("copy", state.ask("copied"), address(state), "live")]


def on_sheet(state: State, _value: object) -> Effects:
    live = state.of(line.Current).live
    title = _("Live game") if live is None else _(live.game.variant.title)
    return [("share-sheet", state.ask("copied"), title, address(state), "live")]
