"""The session of a live game: the logs of both sides on this page, and the messages that bring them to the other page.

docs/live-play.md describes the messages. There is one in earnest: "I have so many entries of yours; here are mine from
this one on". Invariant: whatever arrives, the own log stays as it is, and only this page's player adds to it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from morris_core.game import Game

from ...model.stored_json import is_count, read_json
from . import logs
from .logs import CONTESTED, OFFERS, QUOTA, REMATCH, TAKE_BACK, Entry, Fold, Logs

# A message that was read, and news for the page: a name and values.
Message = dict[str, Any]
News = tuple[str, Any]

VERSION = 2
MAX_TEXT = 16384  # characters of a message
MOST_AT_ONCE = 60  # entries in a message
MOST_REFUSALS = 3
# Milliseconds: between two pings; of silence until the other page counts as away, and until the line counts as broken.
PING, AWAY, BROKEN = 2000, 6000, 20_000
# How much longer than a side's time and the quota this page waits before it claims that the time is over.
PATIENCE = 3000


class Session:
    """One side of a live game.

    Args:
        seat: The seat of the player here.
        fold: The fold of an empty pair of logs.
        known: What both logs hold already.
    """

    def __init__(self, seat: int, fold: Fold, known: Logs | None = None) -> None:
        self.seat, self.fold = seat, fold
        self._empty = fold.proposed
        self.logs: Logs = [[], []]
        self._sums = [[0], [0]]  # the checks of both logs after each entry
        self.differs = False  # whether the two pages' logs contradict each other
        self.away = False  # whether nothing was heard for some seconds
        self.broken = False  # whether nothing was heard for so long that the line counts as broken
        self.newer = False  # whether the other page speaks a newer version
        self.out: list[str] = []  # the messages to send
        # What has happened, for the page: ("rematch", None), ("declined", offer), ("dial", (index, code)),
        # ("spare", [code, user, password]), ("bye", None), ("refused", None) after too many refusals.
        self.news: list[News] = []
        # In milliseconds by the clock here, 0 without one: how long this turn has taken, and what it leaves its player.
        self.spent: Callable[[], int] = int
        self.left: Callable[[], int] = int
        self.trip = 10_000  # the quickest round trip so far, in milliseconds
        self._waited = 0  # how long the other side's last move took, as seen here
        # Whether this page has measured this turn without a gap, and its own turn before.
        self._calm = self._was_calm = False
        self._refusals = 0
        self._heard = self._looked = self._pinged = 0
        for seat_of, log in enumerate(known or []):
            self.logs[seat_of] = list(log)
            for entry in log:
                self._sums[seat_of].append(logs.check(entry, self._sums[seat_of][-1]))
        self._refold()

    @property
    def mine(self) -> list[Entry]:
        """The log of the player here."""
        return self.logs[self.seat]

    @property
    def theirs(self) -> list[Entry]:
        """The other side's log, as far as it has come."""
        return self.logs[1 - self.seat]

    @property
    def game(self) -> Game:
        """The game as it is by both logs."""
        return self.fold.game

    @property
    def side(self) -> int:
        """The colour of the player here."""
        return self.seat ^ self.fold.first

    @property
    def round(self) -> int:
        """The number of rematches so far."""
        return self.fold.round

    @property
    def peer(self) -> str:
        """The other player's name."""
        return self.fold.names[1 - self.seat]

    @property
    def their_offer(self) -> str:
        """The other side's open offer, one of OFFERS, or ""."""
        open_ones = [what for what in OFFERS if (1 - self.seat, what) in self.fold.offers]
        return open_ones[0] if open_ones else ""

    @property
    def offered(self) -> list[str]:
        """This side's open offers."""
        return [what for what in OFFERS if (self.seat, what) in self.fold.offers]

    def _refold(self) -> None:
        self.fold = Fold(*self._empty)
        for seat, index in logs.merged(self.logs):
            self.fold.apply(seat, index, self.logs[seat][index])

    def _add(self, seat: int, entry: Entry) -> None:
        """Add an entry to a log and fold it."""
        log, fold = self.logs[seat], self.fold
        log.append(entry)
        self._sums[seat].append(logs.check(entry, self._sums[seat][-1]))
        if entry.seen == len(self.logs[1 - seat]):
            fold.apply(seat, len(log) - 1, entry)  # it has seen everything, so it comes last
        else:
            self._refold()

    # --- what the player here does ------------------------------------------------------------------------------------

    def write(self, kind: str, text: str = "", of: int = -1, used: int = 0, waited: int = 0, ply: int = -1) -> bool:
        """Add an entry to the own log, and send it. Return whether there was room."""
        ply = self.game.ply if ply < 0 else ply
        entry = logs.read([kind, len(self.theirs), self.round, ply, text, of, max(0, used), max(0, waited)])
        if entry is None or self.differs or not logs.fits(entry, self.mine, len(self.theirs)):
            return False
        self._add(self.seat, entry)
        self._tell(len(self.mine) - 1)
        return True

    def follow(self, game: Game, used: int = 0) -> bool:
        """Take over the game of the board after a change by the player here.

        The board may be ahead: the other side's moves may have come by link.

        Args:
            game: The game.
            used: The milliseconds that a move took.

        Returns:
            Whether it is a move or an ending that this player may make. If not, the board should go back.
        """
        mine = self.game
        if game == mine:
            return True
        ended, last = game.ended, game.ply - 1
        if self.fold.over or not begins(game, mine):
            return False
        if last >= mine.ply and game.position_at(last).side == self.side and not self._has_move(last):
            used = min(used, self.fold.left[self.seat])
            self._was_calm, self._calm = self._calm, True
            return ended is None and self.write("move", game.move_texts()[-1], used=used, waited=self._waited, ply=last)
        if ended is None:
            return True
        if ended.reason not in ("resigned", "time") or ended.winner == self.side:
            return False
        return self.write("resign" if ended.reason == "resigned" else "time", ply=game.ply)

    def _has_move(self, ply: int) -> bool:
        """Return whether the own move at a ply waits for the one before it."""
        for entry in reversed(self.mine):
            if entry.kind in ("accept", "offer"):
                return False
            if entry.kind == "move":
                return (entry.round, entry.ply) == (self.round, ply)
        return False

    def may_offer(self, what: str) -> bool:
        """Return whether the player may offer something now."""
        if self.differs or self.their_offer == what or what in self.offered:
            return False
        if what == TAKE_BACK:
            return not self.fold.over and self.fold.own_last(self.seat) is not None
        return self.fold.over == (what == REMATCH)

    def offer(self, what: str) -> None:
        """Offer something."""
        if self.may_offer(what):
            before = self.round
            back = self.fold.own_last(self.seat) if what == TAKE_BACK else None
            self.write("offer", what, used=self._thought(), ply=-1 if back is None else back)
            self._notice(before)

    def answer(self, yes: bool) -> None:
        """Accept or decline the other side's offer."""
        what, before = self.their_offer, self.round
        if what:
            of = self.fold.offers[1 - self.seat, what]
            self.write("accept" if yes else "decline", what, of, self._thought(), self._waited)
            self._notice(before)

    def _thought(self) -> int:
        """Return how long the player here has thought about the move that is due."""
        return self.spent() if self.fold.turn == self.seat else 0

    def catch_up(self, game: Game) -> None:
        """Add the own moves of a game that goes further than the logs: it has gone on without them."""
        if begins(game, self.game):
            for ply in range(self.game.ply, game.ply):
                if game.position_at(ply).side == self.side:
                    self.write("move", game.move_texts()[ply], ply=ply)

    def leave(self) -> None:
        """Say that this page is closed."""
        self._send("bye")

    # --- time ---------------------------------------------------------------------------------------------------------

    def opened(self, now: int) -> None:
        """Begin on a line that was opened, a new one or another one after a break."""
        self.away = self.broken = False
        self._heard = self._looked = now
        self._pinged = now
        self.trip = 10_000
        self._tell(0)

    def tick(self, now: int) -> bool:
        """Note that time has passed; call it about every second. Return whether something that is shown has changed."""
        before = self.away, self.broken
        if now - self._looked > AWAY or now < self._looked:
            self._heard = now  # this page itself was asleep
            self._calm = False
        self._looked = now
        silence = now - self._heard
        self.away, self.broken = silence > AWAY, silence > BROKEN
        self._calm = self._calm and not self.away
        if now - self._pinged >= PING:
            self._pinged = now
            self._tell(len(self.mine), now)
        return before != (self.away, self.broken)

    def noticed(self, now: int) -> None:
        """Note that the other page is there, though it says nothing over a line."""
        self._heard = now

    def claim(self) -> bool:
        """Claim the other side's time, if this page has measured that it is over. Return whether it did."""
        fold = self.fold
        if not fold.times or fold.over or fold.turn == self.seat or self.away or not self._calm:
            return False
        waited = self.spent()
        if waited < fold.left[1 - self.seat] + QUOTA + PATIENCE:
            return False
        return self.write("claim", waited=waited)

    # --- what arrives -------------------------------------------------------------------------------------------------

    def receive(self, text: str, now: int) -> None:
        """Read a message from the line."""
        self._heard, self.away, self.broken = now, False, False
        message = read_json(text) if len(text) <= MAX_TEXT else None
        version: Any = message.get("v") if isinstance(message, dict) else None
        self.newer = is_count(version) and version > VERSION
        if self.newer:
            return
        if not isinstance(message, dict) or version != VERSION:
            self._refuse()
        elif message.get("by") == 1 - self.seat:  # else this page's own message, sent back
            kind = message.get("t")
            read = _READERS.get(kind) if isinstance(kind, str) else None
            if read is not None:  # else a later version may send more
                read(self, message, now)

    def _refuse(self) -> None:
        self._refusals += 1
        if self._refusals == MOST_REFUSALS:
            self.news.append(("refused", None))

    def _hear_log(self, message: Message, now: int) -> None:
        first: Any = message.get("from")
        have: Any = message.get("have")
        head, sum, entries = message.get("head"), message.get("sum"), message.get("log")
        if not (is_count(first) and isinstance(entries, list) and is_count(have) and is_count(sum, 1 << 32)):
            self._refuse()
            return
        if message.get("at") is not None:
            self._send("pong", at=message["at"])
        known = self._sums[1 - self.seat]
        if have > len(self.mine) or self._sums[self.seat][have] != sum or (first < len(known) and known[first] != head):
            self.differs = True
            return
        self.take(first, entries, max(0, self.spent() - min(self.trip, 1000)))
        if have < len(self.mine) and not self.differs:
            self._tell(have)

    def take(self, first: int, entries: list[Any], waited: int = 0) -> None:
        """Take entries of the other side's log, which begin at an index, from the line or the mailbox.

        Args:
            waited: How long the other side has been thinking, as seen here.
        """
        for index, value in enumerate(entries, first):
            entry = logs.read(value)
            if entry is None:
                self._refuse()
                return
            if index < len(self.theirs):
                self.differs = self.differs or self.theirs[index] != entry
                continue
            if index > len(self.theirs) or not logs.fits(entry, self.theirs, len(self.mine)):
                return  # what is between will come, and what it has seen of this side's log
            before, offered, turn = self.round, self.offered, self.fold.turn
            self._add(1 - self.seat, entry)
            if entry.kind == "move" and turn != self.fold.turn:
                self._waited, self._calm = waited, True
            if entry.kind == logs.DIAL:
                self.news.append(("dial", (index, entry.text)))
            if entry.kind == "decline" and entry.text in offered and entry.text not in self.offered:
                self.news.append(("declined", entry.text))
            self._notice(before)
            self._measure(index, entry)

    def adopt(self, first: int, entries: list[Entry]) -> bool:
        """Take entries of the own log that another page of this side has written. Return whether they go with it."""
        for index, entry in enumerate(entries, first):
            if index < len(self.mine) and self.mine[index] != entry:
                self.differs = True
            elif index == len(self.mine) and logs.fits(entry, self.mine, logs.MOST_ENTRIES):
                self._add(self.seat, entry)
        return not self.differs

    def _notice(self, round: int) -> None:
        """Note a rematch."""
        if self.round != round:
            self.news.append(("rematch", None))

    def _measure(self, index: int, entry: Entry) -> None:
        """Contest what the other page says of this player's time, if this page has measured that it is wrong."""
        fold = self.fold
        if not fold.times or (1 - self.seat, index) in fold.void:
            return
        if entry.kind == "claim":
            wrong = self._calm and self.left() > QUOTA + PATIENCE
        else:
            wrong = self._was_calm and fold.charge(1 - self.seat, index) > CONTESTED
        if wrong:
            self.write("contest", of=index)

    def _hear_pong(self, message: Message, now: int) -> None:
        at: Any = message.get("at")
        if is_count(at):
            trip = now % 1_000_000_000 - at
            if 0 <= trip < self.trip:
                self.trip = trip

    def _hear_bye(self, _message: Message, _now: int) -> None:
        self.news.append(("bye", None))

    def _hear_spare(self, message: Message, _now: int) -> None:
        found = [message.get(name) for name in ("code", "user", "password")]
        if all(isinstance(one, str) and len(one) <= 400 for one in found):
            self.news.append(("spare", found))
        else:
            self._refuse()

    # --- messages -----------------------------------------------------------------------------------------------------

    def spare(self, code: str, user: str, password: str) -> None:
        """Tell the other side how to open another line, should this page or that one have to."""
        self._send("spare", code=code, user=user, password=password)

    def _tell(self, first: int, at: int | None = None) -> None:
        """Send the own log from an entry on, and how much of the other one is here."""
        entries = [list(entry) for entry in self.mine[first : first + MOST_AT_ONCE]]
        own, theirs = self._sums[self.seat], self._sums[1 - self.seat]
        fields = {"from": first, "head": own[first], "log": entries, "have": len(theirs) - 1, "sum": theirs[-1]}
        self._send("log", at=None if at is None else at % 1_000_000_000, **fields)

    def _send(self, kind: str, **fields: object) -> None:
        message: Message = {"v": VERSION, "t": kind, "by": self.seat}
        message.update(fields)
        self.out.append(json.dumps(message))


_READERS: dict[str, Callable[[Session, Message, int], None]] = {
    kind: getattr(Session, "_hear_" + kind) for kind in ("log", "pong", "spare", "bye")
}


def begins(longer: Game, shorter: Game) -> bool:
    """Return whether a game has all moves of another one at its beginning."""
    return shorter.ply <= longer.ply and longer.copy(shorter.ply) == shorter.copy(shorter.ply)
