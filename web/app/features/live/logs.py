"""Two logs and a fold: what a game between two pages is.

Each side has a log of what it did, to which it only ever adds; the game is a pure function of the two logs (`Fold`). So
messages can be lost, repeated, late or crossing, and two pages that have the same logs show the same game. A side is
named by its *seat*, 0 for the player who invites and 1 for the friend: colours change with a rematch, seats do not.

An entry says how many entries of the other log its page had seen. `merged` brings both logs into one order that both
pages compute alike, and Fold.apply folds them one by one. It never raises: an entry that has become meaningless, such
as a move after the other side's resignation, or one of a kind that this version does not know, is void on both pages.
"""

from __future__ import annotations

import binascii
import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from morris_core.errors import MorrisError
from morris_core.game import Game
from morris_core.rules import Outcome


class Entry(NamedTuple):
    """An act of one side."""

    kind: str  # one of KINDS, or one of a later version
    seen: int  # how many entries of the other log its page had when it was written
    round: int  # the number of rematches before
    ply: int  # of its game; in an offer of a take-back, the ply to go back to
    text: str  # the move; what is offered or answered; a name; the code of a connection
    of: int  # the index of the entry that is answered or contested, or -1
    used: int  # the milliseconds that the player's page measured for this move, or so far for the one that is due
    waited: int  # how long this page had waited for the other side's move before, or has waited in a claim


Logs = list[list[Entry]]

DRAW, TAKE_BACK, REMATCH = OFFERS = ("draw", "take-back", "rematch")
HELLO, DIAL = "hello", "dial"  # entries that concern the players and the line, not the game
# Which of two entries comes first that did not know of each other; of two moves, the one with the lower ply.
_RANKS = {"resign": 0, "time": 0, "accept": 1, "move": 2, "decline": 3, "offer": 4, "claim": 5, "contest": 6}
# Milliseconds that the pages' measures of a move may differ without a charge, and that a charge may be before the other
# page may contest it.
QUOTA, CONTESTED = 1000, 5000
MOST_ENTRIES = 1000  # of a log, as many as a mailbox has slots for a side
_MOST_TIME = 10**9
_MOST_TEXT = 184  # characters; an entry in JSON, sealed, has to fit into a slot of the mailbox


def write(entry: Entry) -> str:
    """Return an entry as JSON."""
    return json.dumps(list(entry))


def read(value: Any) -> Entry | None:
    """Return the entry in a list from JSON, or None if it is not well formed. It need not be meaningful."""
    if not isinstance(value, (list, tuple)) or len(value) != len(_TYPES):
        return None
    if any(type(one) is not kind for one, kind in zip(value, _TYPES)):
        return None
    entry = Entry(*value)
    numbers = (entry.seen, entry.round, entry.ply, entry.used, entry.waited)
    sound = all(0 <= one < _MOST_TIME for one in numbers) and -1 <= entry.of < MOST_ENTRIES
    return entry if sound and len(entry.kind) <= 12 and len(entry.text) <= _MOST_TEXT else None


_TYPES = (str, int, int, int, str, int, int, int)


def fits(entry: Entry, log: list[Entry], most_seen: int) -> bool:
    """Return whether an entry may follow those of a log, whose page can have seen `most_seen` entries."""
    return len(log) < MOST_ENTRIES and (log[-1].seen if log else 0) <= entry.seen <= most_seen


def check(entry: Entry, before: int) -> int:
    """Return a number that differs between logs that differ: that of the log before an entry, with the entry."""
    return binascii.crc32(write(entry).encode(), before) & 0xFFFFFFFF


def merged(logs: Logs) -> Iterator[tuple[int, int]]:
    """Yield the seat and the index of each entry, in an order in which nothing comes before what it has seen."""
    at = [0, 0]
    while True:
        heads = []
        for seat in (0, 1):
            log, start = logs[seat], at[seat]
            if start < len(log) and log[start].seen <= at[1 - seat]:
                heads.append(_place(log, start, at[1 - seat]) + (seat,))
        if not heads:
            return
        seat = min(heads)[-1]
        yield seat, at[seat]
        at[seat] += 1


def _place(log: list[Entry], start: int, most_seen: int) -> tuple[int, int, int]:
    """Return the place of a log's next entry. A resignation takes along what its side wrote before it."""
    entry = log[start]
    for index in range(start, len(log)):
        if log[index].seen > most_seen:
            break
        if log[index].kind == "resign":
            return -1, 0, 0
    return _RANKS.get(entry.kind, -1), entry.round, entry.ply if entry.kind == "move" else 0


class Fold:
    """The game that two logs make, as far as they were applied.

    Args:
        game: The game that was proposed.
        first: The seat that plays White in it.
        times: The clock's milliseconds for the game and for each move, or None.
    """

    def __init__(self, game: Game, first: int, times: tuple[int, int] | None) -> None:
        self.proposed = game, first, times
        self.first, self.times = first, times
        self.round = 0  # the number of rematches
        self.at = [0, 0]  # how many entries of each log were applied
        self.void: list[tuple[int, int]] = []  # the entries without a meaning: seat and index
        self.names = ["", ""]  # by seat
        self._begin(game.copy(game.ply))

    def _begin(self, game: Game) -> None:
        self.game = game
        self.start = game.ply  # the ply at which the round began
        self.offers: dict[tuple[int, str], int] = {}  # seat and what it offers -> the entry's index
        self.contested: int | None = None  # the seat whose page has contested the other one's clock
        # The ply to which each seat asks to go back, and the milliseconds that it had then thought about its next move.
        self._back, self._thought = [0, 0], [0, 0]
        self._used: dict[int, int] = {}  # ply -> the milliseconds that the move there used
        total = self.times[0] if self.times else 0
        self.left = [total, total]  # by seat; what was spent stays spent when a move is taken back
        self._owed: int | None = None  # the ply of the last move, until the other page has said how long it waited
        # What a page has said of the other one's time, and what that may cost: seat and index -> milliseconds.
        self._charges: dict[tuple[int, int], int] = {}
        self._claimed_end: Outcome | None = None  # how a claim ended the game

    def seat_at(self, ply: int) -> int:
        """Return the seat whose turn it is after a ply."""
        return self.game.position_at(ply).side ^ self.first

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""
        return self.seat_at(self.game.ply)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.game.outcome() is not None

    def charge(self, seat: int, index: int) -> int:
        """Return the milliseconds by which an entry has charged the other side more than its own page."""
        return self._charges.get((seat, index), 0)

    def own_last(self, seat: int) -> int | None:
        """Return the ply before the last move of a seat in this round, or None if it has made none."""
        for ply in range(self.game.ply - 1, self.start - 1, -1):
            if self.seat_at(ply) == seat:
                return ply
        return None

    def apply(self, seat: int, index: int, entry: Entry) -> None:
        """Fold the next entry of a log."""
        self.at[seat] = index + 1
        if entry.kind == HELLO:
            self.names[seat] = entry.text
        elif entry.kind != DIAL:
            run = _RULES.get(entry.kind)
            try:
                sound = run is not None and entry.round == self.round and run(self, seat, index, entry)
            except MorrisError:
                sound = False
            if not sound:
                self.void.append((seat, index))

    def _move(self, seat: int, index: int, entry: Entry) -> bool:
        if self.over or seat != self.turn or entry.ply != self.game.ply or not self.game.is_legal(entry.text):
            return False
        if self.times and entry.used > self.left[seat]:
            return False
        self._settle(seat, index, entry)
        self.game.play(entry.text)
        self._used[entry.ply] = entry.used
        if self.times and entry.ply > self.start:
            self.left[seat] += self.times[1] - entry.used
            self._owed = entry.ply
        for who, what in list(self.offers):
            # A move withdraws one's own request to take one back, and declines what it has seen.
            if (what == TAKE_BACK) if who == seat else (self.offers[who, what] < entry.seen):
                del self.offers[who, what]
        if self.game.outcome() is not None:
            self.offers = {}
        return True

    def _settle(self, seat: int, index: int, entry: Entry) -> None:
        """Charge the other side's last move by what this page measured, if its own page said clearly less."""
        owed = self._owed
        if owed is not None and self.seat_at(owed) != seat:
            extra = self._charges[seat, index] = max(0, entry.waited - QUOTA - self._used[owed])
            self.left[1 - seat] = max(0, self.left[1 - seat] - extra)
            self._owed = None

    def _offer(self, seat: int, index: int, entry: Entry) -> bool:
        what = entry.text
        if what == TAKE_BACK:
            sound = not self.over and self.start <= entry.ply < self.game.ply and self.seat_at(entry.ply) == seat
        else:
            sound = what in OFFERS and self.over == (what == REMATCH)
        if not sound:
            return False
        self.offers[seat, what] = index
        self._back[seat], self._thought[seat] = entry.ply, entry.used
        if what != TAKE_BACK and (1 - seat, what) in self.offers:
            self._agree(what, seat)  # two that cross agree
        return True

    def _accept(self, seat: int, index: int, entry: Entry) -> bool:
        if entry.of < 0 or self.offers.get((1 - seat, entry.text)) != entry.of:
            return False
        if entry.text == TAKE_BACK:
            self._settle(seat, index, entry)
            self._thought[seat] = entry.used
            self.left[self.turn] = max(0, self.left[self.turn] - self._thought[self.turn])
        self._agree(entry.text, 1 - seat)
        return True

    def _decline(self, seat: int, index: int, entry: Entry) -> bool:
        if entry.of < 0 or self.offers.get((1 - seat, entry.text)) != entry.of:
            return False
        del self.offers[1 - seat, entry.text]
        return True

    def _agree(self, what: str, asker: int) -> None:
        if what == REMATCH:
            base = self.proposed[0]
            self.round += 1
            self.first = 1 - self.first
            self._begin(Game(base.variant, base.start, base.first_ply, base.first_quiet))
            return
        self.offers = {}
        if what == DRAW:
            self.game.agree_draw()
            return
        back = self._back[asker]
        for ply in range(back, self.game.ply):
            if self.times and ply > self.start:
                seat = self.seat_at(ply)
                self.left[seat] = max(0, self.left[seat] - self.times[1])
        self.game = self.game.copy(back)
        self._owed = None

    def _resign(self, seat: int, index: int, entry: Entry) -> bool:
        return self._lose(seat, self.game.resign)

    def _time(self, seat: int, index: int, entry: Entry) -> bool:
        return self.times is not None and seat == self.turn and self._lose(seat, self.game.lose_on_time)

    def _lose(self, seat: int, end: Callable[[int], None]) -> bool:
        if self.over:
            return False
        end(seat ^ self.first)
        self.offers = {}
        return True

    def _claimed(self, seat: int, index: int, entry: Entry) -> bool:
        """End the game by the other side's time, as this page has measured it."""
        if self.over:
            return False
        late = self.times is not None and entry.waited >= self.left[1 - seat] + QUOTA
        if not late or seat == self.turn or entry.ply != self.game.ply:
            return False
        self._charges[seat, index] = entry.waited
        lost = self._lose(1 - seat, self.game.lose_on_time)
        self._claimed_end = self.game.ended
        return lost

    def _contest(self, seat: int, index: int, entry: Entry) -> bool:
        """End the game without a winner: by this page's clock, the other page's is wrong."""
        ended = self.game.ended
        if self._charges.get((1 - seat, entry.of), 0) < CONTESTED or (self.over and ended != self._claimed_end):
            return False
        self.game.ended = None
        self.game.agree_draw()
        self.contested, self.offers = seat, {}
        return True


_RULES: dict[str, Callable[[Fold, int, int, Entry], bool]] = {
    "move": Fold._move,
    "offer": Fold._offer,
    "accept": Fold._accept,
    "decline": Fold._decline,
    "resign": Fold._resign,
    "time": Fold._time,
    "claim": Fold._claimed,
    "contest": Fold._contest,
}
