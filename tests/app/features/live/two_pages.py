"""Two pages, a fake line between them, which connects as browsers do: by the credentials of both sides, and a fake
mailbox."""

from __future__ import annotations

import json
from typing import Any

from app.features.live.invitation import NAME, Candidate, Code, sdp
from app.kernel.features import Ticket

from tests.app.playing import Browser, text_in


def _user_of(text: str) -> str:
    """Return the user fragment in a description."""
    return text.split("a=ice-ufrag:")[1].split("\r\n")[0] if text else ""


class Connection:
    """One side of a connection: its own user fragment, the other side's, and the partner once it is open."""

    def __init__(self, mine: str, theirs: str) -> None:
        self.mine, self.theirs = mine, theirs
        self.partner: Connection | None = None


class Box:
    """A game's slots in the mailbox: the time and the text of each, and what each side writes with."""

    def __init__(self) -> None:
        self.slots: list[list[tuple[int, str]]] = [[], []]
        self.secrets = ["", ""]


class Page(Browser):
    """A page that can play live. `servers` is what its site names, `kept` what the browser keeps for a reload, `room`
    the code and the side of the game whose mailbox it reads, and `read` how many slots of each side it has."""

    def __init__(self, pages: Pages, number: int) -> None:
        self.pages, self.number = pages, number
        self.able, self.servers, self.beats, self.is_posted, self.is_elsewhere = True, "[]", False, False, False
        self.thrown = 0  # how often it has asked for random bytes
        self.kept: dict[str, tuple[int, str]] = {}
        self.room: tuple[str, int] | None = None
        self.read = [0, 0]
        self.connections: dict[str, Connection] = {}
        self.asked: list[tuple[Any, ...]] = []  # the effects of the line
        super().__init__("v=three")

    def do(self, intent: str | Ticket, value: object = None) -> list[Any]:
        """Handle an intent, and carry out later what concerns the line."""
        effects: list[Any] = super().do(intent, value)
        others = ("after", "random-bytes")
        self.pages.todo += [(self, one) for one in effects if one[0].startswith("live:") or one[0] in others]
        return effects

    def act(self, intent: str, value: object = None) -> None:
        """Handle an intent, and carry out everything that follows on both pages."""
        self.do(intent, value)
        self.pages.run()

    def heard(self, kind: str, name: str = "line", text: str = "") -> None:
        """Let the line say something."""
        self.act("live:heard", (kind, name, text))

    def carry_out(self, name: str, *values: Any) -> None:
        """Carry out an effect."""
        if name == "after":
            self.do(values[1], values[2])
        elif name == "random-bytes":
            self.thrown += 1
            self.do(values[0], [self.number * 7 + self.thrown * 3 + n for n in range(values[1])])
        else:
            if name in ("live:line", "live:mail"):
                name, values = name.replace("line", values[0]).replace("mail", "mail_" + values[0]), values[1:]
            self.asked.append((name,) + values)
            getattr(self, name.replace(":", "_"))(*values)

    def live_prepare(self, ticket: Ticket) -> None:
        self.do(ticket, (self.able, self.servers, self.pages.has_mailbox))

    def live_describe(self, ticket: Ticket, name: str, _servers: str, remote: str, user: str, password: str) -> None:
        if not self.able:
            self.do(ticket, {"name": name, "sdp": "", "user": "", "password": "", "trouble": "TypeError"})
            return
        self.pages.made += 1
        number = "%03d" % self.pages.made
        mine = user or "u" + number
        self.connections[name] = Connection(mine, _user_of(remote))
        address = (Candidate(NAME, bytes([self.number] * 16), 9000),)
        own = Code(False, 0, mine, password or "p" * 21 + number, bytes([self.number] * 32), address)
        text = sdp(own).replace("udp 1 0.0.0.0 9 ", "tcp 1 0.0.0.0 9 ")  # a browser's own has no dead candidate
        answer = {"name": name, "sdp": text, "user": "s" + number, "password": "q" * 21 + number, "trouble": ""}
        self.do(ticket, answer)
        self.pages.match()

    def live_complete(self, name: str, text: str) -> None:
        if name in self.connections:
            self.connections[name].theirs = _user_of(text)
            self.pages.match()

    def live_use(self, name: str) -> None:
        chosen = self.connections.pop(name)
        self.live_close("")
        self.connections["line"] = chosen

    def live_send(self, text: str) -> None:
        line = self.connections.get("line")
        if line is not None and line.partner is not None:
            self.pages.sent.append((self.number, text))
            if not self.pages.is_cut:
                self.pages.hear(self, line.partner, "text", text)

    def live_close(self, name: str) -> None:
        for one in list(self.connections):
            if name in ("", one):
                closed = self.connections.pop(one)
                if closed.partner is not None:
                    self.pages.hear(self, closed.partner, "close", "")

    def live_keep(self, game: str, mark: int, text: str) -> None:
        self.kept[game] = mark, text

    def live_forget(self, game: str) -> None:
        self.kept.pop(game, None)

    def live_recall(self, ticket: Ticket, game: str) -> None:
        self.do(ticket, (self.is_elsewhere, self.kept.get(game, (0, ""))[1]))

    def live_post(self, ticket: Ticket, code: str, mark: int) -> None:
        found = [(game, self.kept[game][1]) for game in self.kept if self.kept[game][0] == mark] or [("", "")]
        self.do(ticket, (self.is_posted, found[0][0], found[0][1], code))

    def live_own(self, _game: str, _mark: int) -> None:
        pass

    # ---- The mailbox

    def live_mail_enter(self, code: str, seat: int) -> None:
        self.room, self.read = (code, seat), [0, 0]
        self.pages.boxes.setdefault(code, Box())
        self.look_in(seat, True)
        self.look_in(1 - seat, True)

    def live_mail_peek(self, games: str) -> None:
        for game, code, side, first in json.loads(games):
            slots = self.pages.boxes[code].slots[side]
            new = [[n, self.time - slots[n][0], slots[n][1]] for n in range(first, len(slots))]
            self.do("live:heard", ("news", game, json.dumps({"slots": new, "here": None})))

    def live_mail_leave(self) -> None:
        self.room = None

    def live_mail_again(self) -> None:
        assert self.room is not None
        self.read[self.room[1]] = 0
        self.look_in(self.room[1], True)

    def live_mail_put(self, secret: str, number: int, text: str) -> None:
        assert self.room is not None
        code, seat = self.room
        if self.pages.is_down:
            self.pages.late.append((self, secret, number, text))
            return
        box = self.pages.boxes[code]
        box.secrets[seat] = box.secrets[seat] or secret
        if self.pages.is_full:
            status = "507"
        elif box.secrets[seat] != secret:
            status = "403"
        elif number != len(box.slots[seat]):
            status = "409" if number < len(box.slots[seat]) else "422"
        else:
            status = "204"
            box.slots[seat].append((self.time, text))
        self.do("live:heard", ("put", status, str(number)))
        for page in self.pages.both:
            page.look_in(seat)

    def look_in(self, side: int, is_news: bool = False) -> None:
        """Let the page hear what the mailbox has of a side that it does not know."""
        if self.room is None or self.pages.is_down or (side == self.room[1] and not is_news):
            return
        slots = self.pages.boxes[self.room[0]].slots[side]
        new = [[n, self.time - slots[n][0], slots[n][1]] for n in range(self.read[side], len(slots))]
        self.read[side] = len(slots)
        others = [page for page in self.pages.both if page is not self and page.room == (self.room[0], side)]
        found = {"slots": new, "here": 0 if others and side != self.room[1] else None}
        if new or is_news:
            self.do("live:heard", ("slots", str(side), json.dumps(found)))

    def live_beat(self, on: bool) -> None:
        self.beats = on

    def open(self, link: str) -> None:
        """Open a link in this tab."""
        self.act("load", {"fragment": link.split("#")[1]})

    def load_again(self) -> None:
        """Load the page again."""
        self.heard("leaving")
        self.live_close("")
        self.room = None
        self.reload()
        self.pages.run()

    def thinks(self) -> bool:
        """Return whether the page asks the engine something."""
        return self.state.engine.question is not None

    def id(self) -> str:
        """Return the id of the game by link on the board."""
        game: Any = self.state.open.by_link
        return str(game.id)

    def left(self) -> list[int]:
        """Return the milliseconds that both clocks have left."""
        clock: Any = self.state.clock
        return list(clock.left)

    def text(self, slot: str = "banner") -> str:
        """Return the text in a slot of the page."""
        return text_in(self.state, slot)


class Pages:
    """Two pages, `ann` and `ben`.

    Attributes:
        is_cut: Whether nothing that is sent arrives.
        has_mailbox, is_down, is_full: Whether the host has a mailbox, whether it does not answer, and has no room.
        sent: Every text that was sent, and by which page.
    """

    def __init__(self) -> None:
        self.todo: list[tuple[Page, Any]] = []
        self.is_cut, self.has_mailbox, self.is_down, self.made = False, False, False, 0
        self.is_full = False
        self.boxes: dict[str, Box] = {}
        self.late: list[tuple[Page, str, int, str]] = []  # what is written once the mailbox answers again
        self.sent: list[tuple[int, str]] = []
        self.ann, self.ben = self.both = [Page(self, 1), Page(self, 2)]

    def run(self) -> None:
        """Carry out effects until there are none."""
        while self.todo:
            page, effect = self.todo.pop(0)
            page.carry_out(*effect)

    def match(self) -> None:
        """Open the connections that fit together."""
        if self.is_cut:
            return
        for name, one in list(self.ann.connections.items()):
            for other_name, other in list(self.ben.connections.items()):
                if one.partner is None and (one.mine, one.theirs) == (other.theirs, other.mine):
                    one.partner, other.partner = other, one
                    self.ann.do("live:heard", ("open", name, ""))
                    self.ben.do("live:heard", ("open", other_name, ""))

    def hear(self, sender: Page, connection: Connection, kind: str, text: str) -> None:
        """Let the other page hear something on a connection."""
        other = self.both[2 - sender.number]
        for name in list(other.connections):
            if other.connections.get(name) is connection:
                other.do("live:heard", (kind, name, text))

    def wait(self, seconds: int) -> None:
        """Let time pass on both pages."""
        for _second in range(seconds):
            for page in self.both:
                page.time += 1000
                page.act("clocks:tick", False)
                if page.beats:
                    page.heard("tick", "")
                if page.room is not None and _second % 10 == 9:
                    page.look_in(1 - page.room[1], True)
                    self.run()

    def mend(self) -> None:
        """Let the mailbox answer again."""
        self.is_down, late, self.late = False, self.late, []
        for page, secret, number, text in late:
            if page.room is not None:
                page.live_mail_put(secret, number, text)
                self.run()

    def invite(self, **choices: str) -> str:
        """Let Ann invite to a game; return the link."""
        self.ann.act("open", "new-game")
        for name, value in dict({"opponent": "live", "own_name": "Ann", "clock": "5+3"}, **choices).items():
            self.ann.act("choose", {"name": name, "value": value})
        self.ann.act("new-game:start")
        self.ann.act("live:copy")
        return self.link(self.ann)

    def meet(self, **choices: str) -> Pages:
        """Let Ann invite and Ben accept, on a host with a mailbox."""
        self.has_mailbox = True
        self.ben.open(self.invite(**choices))
        self.ben.act("choose", {"name": "own_name", "value": "Ben"})
        self.ben.act("live:accept")
        return self

    def accept(self, link: str, name: str = "Ben") -> str:
        """Let Ben accept; return the link of the reply."""
        self.ben.open(link)
        if name:
            self.ben.act("choose", {"name": "own_name", "value": name})
        self.ben.act("live:accept")
        return self.link(self.ben)

    def link(self, page: Page) -> str:
        """Return the link that a page shows to be sent."""
        return str(page.do("live:copy")[0][2])

    def answer(self, reply: str) -> None:
        """Let Ann paste the reply."""
        self.ann.act("live:paste", {"name": "reply", "value": reply})
        self.ann.act("live:take")

    def connect(self, **choices: str) -> Pages:
        """Open a line."""
        self.answer(self.accept(self.invite(**choices)))
        return self

    def play(self, moves: str) -> None:
        """Play moves, each on the board of its side."""
        for move in moves.split():
            page = self.both[self.ann.state.open.game.position.side]
            page.moves(move)
            self.run()

    def from_ann(self) -> list[str]:
        """Return every text that Ann's page has sent."""
        return [text for number, text in self.sent if number == 1]

    def lines(self) -> list[str]:
        """Return the moves on both boards."""
        return [page.line() for page in self.both]
