"""How two pages open a line: inviting, accepting, replying, and coming back after a reload or a break."""

from __future__ import annotations

import re

from morris_core.link import Link
from morris_core.percent import escape, unescape

from ...model.saved import tidy_name
from ...model.stored_json import is_count
from ...model.translation import _, error_text
from ..by_link import dialog as by_link
from ..by_link.book import ID_LENGTH, ID_SIGNS
from ..clocks.clock import LONGEST
from ..share import qr
from . import line
from .banner import build_banner  # noqa: F401 - a hook, for everyone who has a line
from .invitation import BadCode, Code, from_sdp, mark, pack, sdp, unpack
from .line import Live, with_live
from .resume import PREFIX

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...model.messages import Effects, Fields, Offer
    from ...model.state import State


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
    state.of(line.Current).live = live
    state.ui.open_dialog("live", {})
    return [("live:prepare", state.ask("live:servers")), ("live:line", "close", ""), ("live:line", "forget")]


def open_link(state: State, which: str) -> Effects:
    """Open the link of an invitation or of a reply."""
    code, _separator, rest = which.partition("&")
    try:
        read = unpack(code)
    except BadCode:
        state.ui.say(_("This invitation can't be read: part of it is missing, or it is from another version."))
        return []
    before = state.of(line.Current).live
    if before is not None and before.stage == Live.INVITED and read.is_reply:
        state.ui.open_dialog("live", {})
        return _take_reply(state, before, code)
    if before is not None and before.stage not in (Live.LOST, Live.POSTED, Live.STRANDED, Live.UNABLE):
        state.ui.say(_("You have a live game already. Finish it or stop waiting before you accept another one."))
        return []
    if read.is_reply:
        state.of(line.Current).live = live = Live(Live.PREPARING, state.open.game, 0)
        live.code = code
        state.ui.open_dialog("live", {})
        return [("live:post", state.ask("live:posted"), code)]
    link = Link.read(rest)
    if link.problem is not None:
        state.ui.say(error_text(link.problem))
        return []
    fields = _fields(rest)
    live = Live(Live.PREPARING, link.game, 1 if link.side is None else link.side)
    live.guest, live.theirs, live.id = True, read, link.correspondence
    _carry_over(live, before)
    live.peer, live.times = tidy_name(fields.get("by", "")), _read_times(fields.get("clock", ""))
    if not live.id.startswith(PREFIX):
        state.ui.say(_("This invitation can't be read: part of it is missing, or it is from another version."))
        return []
    state.of(line.Current).live = live
    own_name = state.open.names[live.side] if line.is_on_board(state, live) else ""
    state.ui.open_dialog("live", {"own_name": own_name})
    return [("live:prepare", state.ask("live:servers")), ("live:line", "close", "")]


def _carry_over(live: Live, before: Live | None) -> None:
    """Keep what the page knows of the same game from a line that was lost or never opened."""
    if before is not None and before.id == live.id:
        live.session, live.agreed, live.servers = before.session, before.agreed, before.servers


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


@with_live(Live.PREPARING)
def on_servers(state: State, live: Live, value: tuple[bool, str]) -> Effects | None:
    """Handle whether this browser can open a line, and the host's servers."""
    able, servers = value
    if not live.agreed:
        live.servers, live.agreed = servers, servers == "[]"
    live.stage = Live.INVITATION if able and live.guest else Live.PREPARING if able else Live.UNABLE
    return None if live.stage != Live.PREPARING else _go_on(state, live)


def _go_on(state: State, live: Live) -> Effects:
    """Ask for what is missing, then open the connection."""
    if not live.agreed:
        live.stage = Live.CONSENT
        return []
    if not live.id:
        return [("random-bytes", state.ask("live:begun"), ID_LENGTH)]
    live.stage = Live.PREPARING
    begun = line.put_on_board(state, live)
    state.ui.open_dialog("live", {})
    return begun + [("live:line", "own", live.id), line.describe(state, live, line.MINE, live.theirs)]


@with_live()
def on_begun(state: State, live: Live, random: list[int]) -> Effects | None:
    live.id = PREFIX + "".join([ID_SIGNS[byte % len(ID_SIGNS)] for byte in random[:ID_LENGTH]])
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
    if name == line.SPARE:
        if code is not None and live.session is not None and live.stage == Live.OPEN:
            live.spare = (answer["user"], answer["password"])
            live.session.spare(pack(code), answer["user"], answer["password"])
            return line.send(live) + [("only",)]
        return [("only",)]
    if name == line.AGAIN or live.stage in (Live.LOST, Live.OPEN):
        # A connection in place of a lost one opens or doesn't. Some browsers forbid it.
        if code is not None or live.stage == Live.OPEN or live.trouble:
            return [("only",)]
        live.trouble = _(
            "{name} isn't connected now. This browser can't connect again by itself. Make a new invitation, or go on "
            "by link."
        )
        return []
    if live.stage == Live.CONNECTING and live.theirs is not None:
        return [("live:line", "complete", line.MINE, sdp(live.theirs))]  # after a reload
    if code is None or (answer["trouble"] and not code.candidates):
        live.stage = Live.UNABLE
        live.trouble = (
            _("This invitation is over, because the page was closed. Make a new one.")
            if live.code
            else _("This device has no network. A hotspot without internet access is enough.")
        )
        if state.ui.dialog != "live":
            state.ui.say(live.trouble)
        return [("live:line", "close", "")]
    if not live.code:
        live.code, live.user = pack(code), code.user
        live.stored = {"remote": pack(live.theirs) if live.theirs else "", "user": code.user, "password": code.password}
    live.stage, live.since = Live.REPLIED if live.guest else Live.INVITED, state.ui.now()
    drawn = qr.draw(state, address(state)) if state.ui.dialog == "live" else []
    return [line.keep(live), ("live:line", "beat", True)] + drawn


def address(state: State) -> str:
    """Return the link to send: the invitation or the reply."""
    live = state.of(line.Current).live
    if live is None:
        return ""
    text = state.ui.address + "#live=" + live.code
    if live.guest or live.stage in (Live.STRANDED, Live.POSTED):
        return text
    if live.name:
        text += "&by=" + escape(live.name)
    if live.times is not None:
        text += f"&clock={live.times[0]}-{live.times[1]}"
    return text + "&" + Link(live.game, side=1 - live.side, correspondence=live.id).link()


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
        live.stage, live.since, live.is_slow = Live.CONNECTING, state.ui.now(), False
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
def on_posted(state: State, live: Live, value: tuple[bool, str, str]) -> Effects | None:
    """Handle whether another tab has taken the reply that was opened here. If none waits, this tab goes on with the
    saved invitation, or says what to do.
    """
    taken, text, code = value
    if taken:
        live.stage = Live.POSTED
        return None
    again = line.read_stored(text)
    if again is None or again.guest or unpack(code).to != mark(again.user):
        live.stage = Live.STRANDED
        return None
    state.of(line.Current).live = again
    effects = by_link.join(state, again.game, again.side, again.id)
    again.theirs = unpack(code)
    again.stage, again.since = Live.CONNECTING, state.ui.now()
    state.ui.open_dialog("live", {})
    return effects + _rebuild(state, again)


# --- coming back after a reload ---------------------------------------------------------------------------------------


def resume(state: State) -> Effects:
    """Look for the line of the game that was put on the board."""
    link_game, live = by_link.game_on_board(state), state.of(line.Current).live
    if live is not None and live.forbids_help(state):
        state.engine.hint(False)
        state.engine.analyse(False)
    if link_game is None or live is not None:
        return []
    return [("live:recall", state.ask("live:recalled"), link_game.id)]


def on_recalled(state: State, value: tuple[bool, str]) -> Effects | None:
    """Handle the stored data of the line: open it again, unless another tab has it."""
    elsewhere, text = value
    link_game = by_link.game_on_board(state)
    if elsewhere or link_game is None or state.of(line.Current).live is not None:
        return None
    live = line.read_stored(text)
    if live is None or live.id != link_game.id:
        return line.drop_clock(state)
    state.of(line.Current).live = live
    live.since = state.ui.now()
    return _rebuild(state, live)


def _rebuild(state: State, live: Live) -> Effects:
    """Open a connection again as it was described, with the saved certificate and credentials."""
    remote = live.stored["remote"]
    name = line.AGAIN if live.stage == Live.LOST else line.MINE
    again = line.describe(state, live, name, unpack(remote) if remote else None, True)
    return [("live:line", "own", live.id), ("live:line", "beat", True), again]


def reopen(state: State, live: Live) -> Effects:
    """Try to open a lost line: wait on this side's spare, and answer the other side's.

    If both pages are still there, only the guest answers.
    """
    effects: Effects = []
    if live.spare is not None and live.theirs is not None:
        user, password = live.spare
        answer = Code(True, 0, user, password, live.theirs.fingerprint, ())
        effects.append(("live:line", "complete", line.SPARE, sdp(answer)))
        live.spare = None
    if live.stored.get("spare") and (live.guest or live.session is None):
        effects.append(line.describe(state, live, line.AGAIN, unpack(live.stored["remote"]), True))
    return effects


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
