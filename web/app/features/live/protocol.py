"""The protocol of live play: text in, text and news out. docs/live-play.md describes the messages.

Both pages have the whole game. A page says what its player does, and with every ping how far its game has come; if the
other's differs, both send their games. Invariant: whatever arrives, `game` is legal, and only this page's player makes
its moves, offers and agreements. If the games contradict each other, `differs` says so on both sides.
"""

from __future__ import annotations

import binascii
import json

from morris_core.errors import MorrisError
from morris_core.game import Game
from morris_core.link import Link
from morris_core.rules import Outcome

from ...model.stored_json import is_count, read_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    # A message that was read, and news for the page: a name and values.
    Message = dict[str, Any]
    News = tuple[str, Any]

VERSION = 1
MAX_TEXT, MAX_SYNC = 4096, 16384  # characters of a message, and of one with a whole game
MAX_NAME = 40
MOST_REFUSALS = 3
# Milliseconds: between two pings, between two whole games; of silence until the other page counts as away, and until
# the line counts as broken.
PING, SYNC = 2000, 1500
AWAY, BROKEN = 6000, 20_000
DRAW, TAKE_BACK, REMATCH = OFFERS = ("draw", "take-back", "rematch")
# The most milliseconds that a counted time may exceed this page's own measure.
SLACK = 50


class Fairness:
    """The cost of a move on the clock: the time that the mover measured, as far as the other side's measure allows.

    Messages take time to arrive, which is nobody's fault. So a move may cost less than the other side has seen, up to
    a quota, which each move refills. (Lichess does the same, but its server measures; see docs/live-play.md.)

    Args:
        total, increment: The clock's milliseconds for the game and for each move.
    """

    def __init__(self, total: int, increment: int) -> None:
        estimate = (total + 40 * increment) // 1000  # the expected length of a game, in seconds
        self.gain = min(1000, 150 + 4 * estimate)
        self.quota = 3 * self.gain

    def count(self, used: int, seen: int) -> int:
        """Return what a move costs.

        Args:
            used: The milliseconds that its player's page measured.
            seen: The milliseconds that this page measured, without the time that the messages took.
        """
        counted = max(0, seen - self.quota, min(used, seen + SLACK))
        self.quota = min(7 * self.gain, self.quota - max(0, seen - counted) + self.gain)
        return counted


class Session:
    """One side of a live game.

    Args:
        game: The game as this page has it. The session changes a copy.
        side: The side that is played here.
        name: The name of the player here, or "".
        times: The clock's milliseconds for the game and for each move, or None.
    """

    def __init__(self, game: Game, side: int, name: str = "", times: tuple[int, int] | None = None) -> None:
        self.game = game.copy(game.ply)  # the moves that this page knows, and how the players ended the game
        self.game.ended = game.ended
        self.side, self.name, self.times = side, name, times  # a rematch changes the side
        self.round = 0  # the number of rematches so far
        # How many moves were taken back in this game: a message of an earlier epoch brings none of them back.
        self.epoch = 0
        self.fairness = Fairness(*(times or (0, 0)))
        self.peer = ""  # the other player's name
        self.their_offer = ""  # the other side's open offer, one of OFFERS
        self.offered: dict[str, int] = {}  # this side's open offers, and the ply of each
        self.differs = False  # whether the two games contradict each other
        self.other: Game | None = None  # then the other side's, if it is known
        self.away = False  # whether nothing was heard for some seconds
        self.broken = False  # whether nothing was heard for so long that the line counts as broken
        self.newer = False  # whether the other page speaks a newer version
        self.out: list[str] = []  # the messages to send
        # What has happened, for the page: ("moved", milliseconds that it cost or None), ("taken-back", ply),
        # ("ended", None), ("synced", None) after it took over the other side's game, ("rematch", None),
        # ("declined", offer), ("counted", (ply, milliseconds)), ("spare", [code, user, password]), ("bye", None),
        # ("refused", None) after too many refusals.
        self.news: list[News] = []
        # How long the other side has been thinking as seen here, in milliseconds; None without a clock.
        self.seen: Callable[[], int | None] = lambda: None
        self.left: Callable[[], int] = int  # the milliseconds left for this side's player
        self.trip = 10_000  # the quickest round trip so far, in milliseconds
        self._refusals = 0
        self._heard = self._looked = self._pinged = self._answered = self._synced = -SYNC
        self._read = ("", self.game)  # the whole game that came last, as text and as read

    # --- what the player here does ------------------------------------------------------------------------------------

    def follow(self, game: Game, used: int | None = None) -> bool:
        """Take over the game of the board after a change by the player here.

        Args:
            game: The game.
            used: The milliseconds that a move took.

        Returns:
            Whether it is a move or an ending that this player may make. If not, the board should go back.
        """
        mine = self.game
        if game == mine:
            return True
        ended = game.ended
        if mine.outcome() is not None or not _begins(game, mine) or game.ply > mine.ply + 1:
            return False
        if game.ply > mine.ply:
            if mine.position.side != self.side:
                return False
            text = game.move_texts()[-1]
            self._send("move", ply=mine.ply, move=text, used=used or 0)
            mine.play(text)
            self.their_offer = ""
        if ended is not None:
            if ended.reason not in ("resigned", "time") or ended == Outcome(self.side, "resigned"):
                return False
            mine.ended = ended
            self.their_offer = ""
            self._send("end", ply=mine.ply, how=ended.reason, side=1 - (0 if ended.winner is None else ended.winner))
        return True

    def may_offer(self, what: str) -> bool:
        """Return whether the player may offer something now."""
        over = self.game.outcome() is not None
        if self.differs or self.offered.get(what) == self.game.ply or self.their_offer == what:
            return False
        if what == TAKE_BACK:
            return not over and self._back(self.side, self.game.ply) is not None
        return over if what == REMATCH else not over

    def offer(self, what: str) -> None:
        """Offer something."""
        if self.may_offer(what):
            self.offered[what] = self.game.ply
            self._send("offer", ply=self.game.ply, what=what)

    def answer(self, yes: bool) -> None:
        """Accept or decline the other side's offer."""
        what, ply = self.their_offer, self.game.ply
        self.their_offer = ""
        if not what:
            return
        if yes:
            self._carry_out(what, ply, 1 - self.side)
        self._send("accept" if yes else "decline", ply=ply, what=what)

    def take_other(self) -> bool:
        """Go on with the other side's game. Return whether it is known."""
        if not self.differs or self.other is None:
            return False
        self._adopt(self.other)
        self._sync()
        return True

    def leave(self) -> None:
        """Say that this page is closed."""
        self._send("bye")

    # --- time ---------------------------------------------------------------------------------------------------------

    def opened(self, now: int) -> None:
        """Begin on a line that was opened, a new one or another one after a break."""
        self.away = self.broken = False
        self._heard = self._looked = now
        self._pinged = self._synced = now - PING
        self.trip = 10_000
        self._sync(now)

    def tick(self, now: int) -> bool:
        """Note that time has passed; call it about every second. Return whether something that is shown has changed."""
        before = self.away, self.broken
        if now - self._looked > AWAY or now < self._looked:
            self._heard = now  # this page itself was asleep
        self._looked = now
        silence = now - self._heard
        self.away, self.broken = silence > AWAY, silence > BROKEN
        if now - self._pinged >= PING:
            self._pinged = now
            self._send("ping", ply=self.game.ply, check=self._check(), at=now % 1_000_000_000)
        return before != (self.away, self.broken)

    # --- what arrives -------------------------------------------------------------------------------------------------

    def receive(self, text: str, now: int) -> None:
        """Read a message."""
        self._heard, self.away, self.broken = now, False, False
        message = read_json(text) if len(text) <= MAX_SYNC else None
        if not isinstance(message, dict):
            self._refuse()
            return
        version: Any = message.get("v")
        self.newer = is_count(version) and version > VERSION
        if version != VERSION:
            if not self.newer:
                self._refuse()
            return
        kind = message.get("t")
        read = _READERS.get(kind) if isinstance(kind, str) else None
        if read is None:
            return  # a later version may send more
        if message.get("by") == self._seat():
            return  # this page's own message, sent back
        whole = all(is_count(message.get(name), 1 << 20) for name in ("round", "epoch", "ply"))
        if not whole or (kind != "sync" and len(text) > MAX_TEXT):
            self._refuse()
            return
        read(self, message, now)

    def _seat(self) -> int:
        """Return the side that this page's player had in the first game, before any rematch."""
        return (self.side + self.round) % 2

    def _refuse(self) -> None:
        self._refusals += 1
        if self._refusals == MOST_REFUSALS:
            self.news.append(("refused", None))

    def _is_now(self, message: Message, now: int) -> bool:
        """Return whether a message belongs to this game and epoch. If it is ahead, ask for the whole game."""
        there, here = (message["round"], message["epoch"]), (self.round, self.epoch)
        if there > here:
            self._sync(now, ask=True)
        return there == here

    def _hear_move(self, message: Message, now: int) -> None:
        mine, ply, text = self.game, message["ply"], message.get("move")
        if not isinstance(text, str) or len(text) > MAX_NAME or not is_count(message.get("used"), 1 << 40):
            self._refuse()
        elif not self._is_now(message, now) or (ply < mine.ply and mine.move_texts()[ply] == text):
            pass  # an old message, or a repeated one
        elif ply != mine.ply or mine.outcome() is not None:
            self._sync(now, ask=True)
        elif mine.position.side == self.side:
            self._refuse()
        else:
            seen = self.seen()
            try:
                mine.play(text)
            except MorrisError:
                self._refuse()
                return
            counted = None
            if seen is not None:
                counted = self.fairness.count(message["used"], max(0, seen - min(self.trip, 1000)))
                self._send("counted", ply=ply, used=counted)
            self._moved()
            self.news.append(("moved", counted))

    def _moved(self) -> None:
        """Note a move of the other side: it declines what was offered before."""
        self.offered = {}
        self.their_offer = ""

    def _hear_counted(self, message: Message, now: int) -> None:
        if is_count(message.get("used"), 1 << 40) and self._is_now(message, now):
            self.news.append(("counted", (message["ply"], message["used"])))

    def _hear_end(self, message: Message, now: int) -> None:
        mine, how, loser = self.game, message.get("how"), message.get("side")
        if how not in ("resigned", "time") or loser not in (0, 1):
            self._refuse()
        elif self._is_now(message, now):
            ending = Outcome(1 - loser, how)
            if message["ply"] != mine.ply or mine.outcome() is not None:
                if mine.ended != ending:
                    self._sync(now, ask=True)
            elif self._may_end(ending, mine.ply):
                mine.ended = ending
                self._moved()
                self.news.append(("ended", None))
            else:
                self._refuse()

    def _may_end(self, ending: Outcome | None, ply: int) -> bool:
        """Return whether the other side may end the game like this at a ply."""
        if ending is None:
            return True
        if ending.reason == "agreed":
            return self.offered.get(DRAW) == ply
        if ending.winner == self.side:
            return True
        return bool(ending.reason == "time" and self.times is not None and self.left() <= self.fairness.gain)

    def _hear_offer(self, message: Message, now: int) -> None:
        what, ply = message.get("what"), message["ply"]
        if what not in OFFERS:
            return  # a later version may offer more
        if not self._is_now(message, now):
            return
        over = self.game.outcome() is not None
        if ply != self.game.ply or over != (what == REMATCH) or self.differs:
            self._sync(now)
        elif what != TAKE_BACK and self.offered.get(what) == ply:
            self._carry_out(what, ply, 1 - self.side)  # both want it
            self._send("accept", ply=ply, what=what)
        elif what != TAKE_BACK or self._back(1 - self.side, ply) is not None:
            self.their_offer = what

    def _hear_accept(self, message: Message, now: int) -> None:
        what, ply = message.get("what"), message["ply"]
        there = (message["round"], message["epoch"])
        if what in OFFERS and self.offered.get(what) == ply and there == self._after(what):
            self._carry_out(what, ply, self.side)
        else:
            self._is_now(message, now)

    def _hear_decline(self, message: Message, now: int) -> None:
        what = message.get("what")
        if self._is_now(message, now) and what in OFFERS and self.offered.get(what) == message["ply"]:
            del self.offered[what]
            self.news.append(("declined", what))

    def _after(self, what: str) -> tuple[int, int]:
        """Return the round and epoch after an offer was accepted."""
        if what == REMATCH:
            return self.round + 1, 0
        return self.round, self.epoch + (1 if what == TAKE_BACK else 0)

    def _carry_out(self, what: str, ply: int, by: int) -> None:
        """Do what a side offered at a ply and the other accepted."""
        mine = self.game
        after = self._after(what)
        if what == DRAW:
            self.game = mine.copy(ply)
            self.game.agree_draw()
            self.news.append(("ended", None))
        elif what == TAKE_BACK:
            back = self._back(by, ply)
            self.game = mine.copy(mine.ply if back is None else back)
            self.news.append(("taken-back", self.game.ply))
        else:
            self.game = Game(mine.variant, mine.start, mine.first_ply, mine.first_quiet)
            self.side = 1 - self.side
            self.fairness = Fairness(*(self.times or (0, 0)))
            self.news.append(("rematch", None))
        self.round, self.epoch = after
        self._moved()
        self.differs, self.other = False, None

    def _back(self, side: int, ply: int) -> int | None:
        """Return the ply before the last move of a side, or None if it has made none."""
        for before in range(ply - 1, -1, -1):
            if self.game.position_at(before).side == side:
                return before
        return None

    # --- whole games --------------------------------------------------------------------------------------------------

    def _hear_ping(self, message: Message, now: int) -> None:
        self._send("pong", ply=self.game.ply, at=message.get("at"))
        same = message.get("check") == self._check()
        if self._is_now(message, now) and same:
            self.differs, self.other = False, None
        else:
            self._sync(now, ask=True)

    def _hear_pong(self, message: Message, now: int) -> None:
        at: Any = message.get("at")
        if is_count(at):
            trip = now % 1_000_000_000 - at
            if 0 <= trip < self.trip:
                self.trip = trip

    def _sync(self, now: int | None = None, ask: bool = False) -> None:
        """Send the whole game, but not too often. `ask`: the other side should send its own."""
        if now is not None:
            if 0 <= now - self._synced < SYNC:
                return
            self._synced = now
        self._send("sync", ply=self.game.ply, game=self.game.link(), name=self.name, ask=ask, no=self.differs)

    def _hear_sync(self, message: Message, now: int) -> None:
        """Compare the other side's whole game with this one."""
        text, name = message.get("game"), message.get("name")
        if not isinstance(text, str) or not isinstance(name, str) or len(name) > MAX_NAME:
            self._refuse()
            return
        self.peer = name
        if text != self._read[0]:
            if 0 <= now - self._answered < SYNC:
                return  # reading takes time; the next ping brings it again
            self._answered = now
            link = Link.read(text, MAX_SYNC)
            if link.problem is not None:
                self._refuse()
                return
            self._read = (text, link.game)
        theirs = self._read[1]
        there = (message["round"], message["epoch"])
        if there[0] != self.round:
            if there == self._after(REMATCH) and self.offered.get(REMATCH) is not None:
                self._carry_out(REMATCH, self.game.ply, self.side)
            elif there[0] < self.round:
                if message.get("ask"):
                    self._sync(now)
                return
        self._compare(theirs, there, message.get("no") is True)
        if message.get("ask") is True or self.differs:
            self._sync(now)

    def _compare(self, theirs: Game, there: tuple[int, int], refused: bool) -> None:
        """Take over the other side's game if it continues this one, or note that the two differ.

        Args:
            theirs: The other side's game.
            there: Its round and epoch.
            refused: Whether the other side says that they differ.
        """
        mine, here = self.game, (self.round, self.epoch)
        if theirs == mine:
            self.round, self.epoch = max(here, there)
            self.differs, self.other = False, None
            return
        if there >= here and self._continues(theirs, mine, mine.ended):
            self._adopt(theirs, there)
            return
        draw, back = self.offered.get(DRAW), self.offered.get(TAKE_BACK)
        if there == here and theirs.agreed and theirs.ply == draw and _begins(mine, theirs):
            self._carry_out(DRAW, theirs.ply, self.side)
            return
        if there == self._after(TAKE_BACK) and back is not None:
            ply = self._back(self.side, back)
            if ply is not None and self._continues(theirs, mine.copy(ply), None):
                self._adopt(theirs, there)
                return
        # If the other side is only behind, it will follow this one; unless it says that it can't.
        behind = there <= here and theirs.ended is None and _begins(mine, theirs)
        if refused or not (behind or there < here):
            self.differs, self.other = True, theirs

    def _continues(self, theirs: Game, mine: Game, ended: object) -> bool:
        """Return whether a game goes on from another by moves and an ending of the other side alone."""
        if ended is not None or not _begins(theirs, mine):
            return False
        own = [ply for ply in range(mine.ply, theirs.ply) if theirs.position_at(ply).side == self.side]
        return not own and self._may_end(theirs.ended, theirs.ply)

    def _adopt(self, theirs: Game, there: tuple[int, int] | None = None) -> None:
        """Take over the other side's game."""
        self.game = theirs.copy(theirs.ply)
        self.game.ended = theirs.ended
        if there is not None:
            self.round, self.epoch = there
        self.differs, self.other = False, None
        self._moved()
        self.news.append(("synced", None))

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
        self._send("spare", ply=self.game.ply, code=code, user=user, password=password)

    def _check(self) -> int:
        """Return a number that differs between games that differ."""
        return binascii.crc32(self.game.link().encode()) & 0xFFFFFF

    def _send(self, kind: str, **fields: object) -> None:
        message: Message = {"v": VERSION, "t": kind, "by": self._seat(), "round": self.round, "epoch": self.epoch}
        message.update(fields)
        self.out.append(json.dumps(message))


_KINDS = ("move", "counted", "end", "offer", "accept", "decline", "sync", "ping", "pong", "spare", "bye")
_READERS: dict[str, Callable[[Session, Message, int], None]] = {
    kind: getattr(Session, "_hear_" + kind) for kind in _KINDS
}


def _begins(longer: Game, shorter: Game) -> bool:
    """Return whether a game has all moves of another one at its beginning."""
    return shorter.ply <= longer.ply and longer.copy(shorter.ply) == shorter.copy(shorter.ply)
