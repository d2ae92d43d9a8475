"""The session of live play: two pages that cannot disagree over a line that loses, repeats, delays and reorders and a
mailbox beside it, and a peer that sends anything.

`MORRIS_LIVE_RUNS=10000` sets how many games Hypothesis plays of each kind. test_logs.py says what each entry means.
"""

import json
import os
from typing import Any

from app.features.live.logs import DRAW, OFFERS, TAKE_BACK, Fold
from app.features.live.protocol import AWAY, BROKEN, PING, Session
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from morris_core import Game, find_variant

RUNS = int(os.environ.get("MORRIS_LIVE_RUNS", "30"))
SETTINGS = settings(
    max_examples=RUNS,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    derandomize=RUNS < 1000,
)
TOTAL, INCREMENT = 60_000, 1000
SEATS = st.sampled_from((0, 1))


class Pair:
    """Two sessions, the messages on the way from each, and the slots of each in the mailbox."""

    def __init__(self, variant: str = "three") -> None:
        self.now = 1_000_000
        self.game = Game(find_variant(variant))
        self.spent = 0
        self.sides = [self.load(0), self.load(1)]
        self.way: list[list[str]] = [[], []]
        self.slots: list[list[list[Any]]] = [[], []]
        for one, name in zip(self.sides, ("Ada", "Ben"), strict=True):
            one.write("hello", name)

    def load(self, seat: int, known: Any = None) -> Session:
        session = Session(seat, Fold(self.game, 0, (TOTAL, INCREMENT)), known)
        session.spent, session.left = (lambda: self.spent), (lambda: session.fold.left[seat] - self.spent)
        session.opened(self.now)
        return session

    def reload(self, seat: int) -> None:
        self.sides[seat] = self.load(seat, [list(log) for log in self.sides[seat].logs])

    def send(self) -> None:
        for way, one in zip(self.way, self.sides, strict=True):
            way += one.out
            one.out = []

    def deliver(self, sender: int, at: int = 0) -> None:
        self.send()
        if self.way[sender]:
            text = self.way[sender].pop(at % len(self.way[sender]))
            self.sides[1 - sender].receive(text, self.now)

    def publish(self, seat: int) -> None:
        for entry in self.sides[seat].mine[len(self.slots[seat]) :]:
            self.slots[seat].append(list(entry))

    def fetch(self, seat: int) -> None:
        self.sides[seat].take(0, self.slots[1 - seat], self.spent)

    def settle(self) -> None:
        """Let some seconds pass on a line that delivers everything."""
        for _ in range(4):
            self.now += PING
            for one in self.sides:
                one.tick(self.now)
            for _ in range(60):
                self.deliver(0)
                self.deliver(1)

    def play(self, seat: int, choice: int = 0, used: int = 1500) -> bool:
        """Play a legal move if it is a session's turn."""
        one = self.sides[seat]
        if one.fold.over or one.fold.turn != seat or one.differs or len(one.mine) > 900:
            return False
        game = one.game.copy()
        moves = game.legal_moves()
        game.play(moves[choice % len(moves)])
        self.spent = used
        return one.follow(game, used)

    def end(self, seat: int, how: str) -> None:
        one = self.sides[seat]
        game = one.game.copy()
        if game.outcome() is None and (how == "resign" or one.fold.turn == seat):
            (game.resign if how == "resign" else game.lose_on_time)(one.side)
            assert one.follow(game)

    def views(self) -> list[object]:
        found: list[object] = []
        for one in self.sides:
            fold = one.fold
            found.append((fold.game, fold.round, fold.left, fold.offers, fold.void, fold.contested, fold.names))
        return found


class Channel(RuleBasedStateMachine):
    """Two players who do what they like, and a channel that does the worst."""

    @initialize()
    def begin(self) -> None:
        self.pair = Pair()
        self.old: list[tuple[int, str]] = []
        # The moves that each side's player has made, each with the line before it.
        self.made: list[set[str]] = [set(), set()]

    @rule(seat=SEATS, choice=st.integers(0, 30), used=st.sampled_from((0, 900, 5000, 40_000)))
    def play(self, seat: int, choice: int, used: int) -> None:
        one = self.pair.sides[seat]
        count = len(one.mine)
        if self.pair.play(seat, choice, used) and len(one.mine) > count:
            self.made[seat].add(one.mine[count].text)

    @rule(seat=SEATS, what=st.sampled_from(OFFERS))
    def offer(self, seat: int, what: str) -> None:
        self.pair.sides[seat].offer(what)

    @rule(seat=SEATS, yes=st.booleans())
    def answer(self, seat: int, yes: bool) -> None:
        self.pair.sides[seat].answer(yes)

    @precondition(lambda self: self.pair.sides[0].game.ply > 3)
    @rule(seat=SEATS, how=st.sampled_from(("resign", "time")))
    def end(self, seat: int, how: str) -> None:
        self.pair.end(seat, how)

    @rule(seat=SEATS, spent=st.sampled_from((0, 30_000, 200_000)))
    def claim(self, seat: int, spent: int) -> None:
        self.pair.spent = spent
        self.pair.sides[seat].claim()

    @rule(sender=SEATS, at=st.integers(0, 9))
    def deliver(self, sender: int, at: int) -> None:
        self.pair.send()
        self.old += [(sender, text) for text in self.pair.way[sender]]
        self.pair.deliver(sender, at)

    @rule(sender=SEATS, at=st.integers(0, 9))
    def lose(self, sender: int, at: int) -> None:
        self.pair.send()
        if self.pair.way[sender]:
            self.pair.way[sender].pop(at % len(self.pair.way[sender]))

    @precondition(lambda self: self.old)
    @rule(at=st.integers(0, 99), back=st.booleans())
    def repeat(self, at: int, back: bool) -> None:
        """Deliver a message once more, to either side: to its own sender, too."""
        sender, text = self.old[at % len(self.old)]
        self.pair.sides[sender if back else 1 - sender].receive(text, self.pair.now)

    @rule(seat=SEATS)
    def publish(self, seat: int) -> None:
        self.pair.publish(seat)

    @rule(seat=SEATS)
    def fetch(self, seat: int) -> None:
        self.pair.fetch(seat)

    @rule(seat=SEATS)
    def reload(self, seat: int) -> None:
        self.pair.reload(seat)

    @rule(time=st.sampled_from((200, PING, AWAY + PING, BROKEN)))
    def wait(self, time: int) -> None:
        self.pair.now += time
        for one in self.pair.sides:
            one.tick(self.pair.now)

    @rule()
    def settle(self) -> None:
        self.pair.settle()
        one, other = self.pair.sides
        assert not one.differs and not other.differs
        assert one.logs == other.logs
        ours, theirs = self.pair.views()
        assert ours == theirs
        for seat, index in one.fold.void:  # void only because of something that its writer had not seen
            entry = one.logs[seat][index]
            assert entry.kind in ("claim", "contest") or entry.seen < len(one.logs[1 - seat]), entry

    @rule()
    def settle_through_the_mailbox(self) -> None:
        for _ in range(2):
            for seat in (0, 1):
                self.pair.publish(seat)
            for seat in (0, 1):
                self.pair.fetch(seat)
        ours, theirs = self.pair.views()
        assert ours == theirs

    @invariant()
    def sound(self) -> None:
        for seat, one in enumerate(getattr(self, "pair", Pair()).sides):
            game = one.game
            assert Game.from_link(game.link()) == game
            texts = game.move_texts()
            assert all(texts[ply] in self.made[seat] for ply in range(game.ply) if one.fold.seat_at(ply) == seat)
            for who in (0, 1):
                assert 0 <= one.fold.left[who] <= TOTAL + INCREMENT * game.ply
            # Entries folded one by one make the same game as both logs from their beginning.
            again = self.pair.load(seat, one.logs).fold
            assert (again.game, again.left, again.offers, again.void) == (
                one.fold.game,
                one.fold.left,
                one.fold.offers,
                one.fold.void,
            )

    def teardown(self) -> None:
        if hasattr(self, "pair"):
            self.settle()


VALUES: Any = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 12),
    st.sampled_from([1 << 60, -(1 << 60), 1e300, "a1", "b2", "a1-b1", DRAW, TAKE_BACK, [["resign"]], "log"]),
    st.text(max_size=5),
    st.lists(st.integers(), max_size=2),
)
KINDS = ("move", "offer", "accept", "decline", "resign", "time", "claim", "contest", "hello", "dial", "new", "")
TEXTS = ("a1", "b2", "c3", "a1-b1", "zz", "", *OFFERS)
ENTRIES = st.tuples(
    st.sampled_from(KINDS),
    st.integers(-1, 5),
    st.integers(0, 1),
    st.integers(-1, 6),
    st.sampled_from(TEXTS),
    st.integers(-2, 5),
    st.sampled_from((-1, 0, 900, 70_000, 1 << 40)),
    st.sampled_from((0, 1500, 70_000, 10**8)),
)


class Hostile(RuleBasedStateMachine):
    """One player, and another who sends whatever may hurt."""

    @initialize()
    def begin(self) -> None:
        self.pair = Pair()
        self.me = self.pair.sides[0]
        self.mine = list(self.me.mine)

    def hear(self, message: Any) -> None:
        before = list(self.me.mine)
        self.me.receive(message if isinstance(message, str) else json.dumps(message), self.pair.now)
        added = self.me.mine[len(before) :]
        assert self.me.mine[: len(before)] == before and all(entry.kind == "contest" for entry in added)

    @rule(choice=st.integers(0, 30))
    def play(self, choice: int) -> None:
        self.pair.play(0, choice)

    @rule(what=st.sampled_from(OFFERS))
    def offer(self, what: str) -> None:
        self.me.offer(what)

    @rule(yes=st.booleans())
    def answer(self, yes: bool) -> None:
        self.me.answer(yes)

    @rule(text=st.one_of(st.text(max_size=30), st.sampled_from(["[" * 5000, "{" * 20_000, "{}", "1e999", '{"v":2}'])))
    def garbage(self, text: str) -> None:
        self.hear(text)

    @rule(entries=st.lists(ENTRIES, max_size=4), changes=st.dictionaries(st.text(max_size=4), VALUES, max_size=2))
    def forge(self, entries: list[Any], changes: dict[str, Any]) -> None:
        message = {"v": 2, "t": "log", "by": 1, "from": len(self.me.theirs), "log": entries, "have": 0, "sum": 0}
        message["head"] = self.me._sums[1][-1]
        self.hear(message | changes)

    @rule(name=st.sampled_from(("v", "t", "by", "from", "log", "have", "sum", "at")), value=VALUES)
    def change(self, name: str, value: Any) -> None:
        message = {"v": 2, "t": "log", "by": 1, "from": 0, "log": [], "have": 0, "sum": 0}
        self.hear(message | {name: value})

    @rule(choice=st.integers(0, 30))
    def play_well(self, choice: int) -> None:
        self.pair.deliver(0)
        if self.pair.play(1, choice):
            self.pair.deliver(1)

    @invariant()
    def unharmed(self) -> None:
        if hasattr(self, "me"):
            assert Game.from_link(self.me.game.link()) == self.me.game
            ended = self.me.game.ended
            if ended is not None and ended.reason == "resigned":
                assert ended.winner == self.me.side, "nobody resigns for another"


TestChannel = Channel.TestCase
TestChannel.settings = SETTINGS
TestHostile = Hostile.TestCase
TestHostile.settings = SETTINGS


def connected() -> Pair:
    pair = Pair()
    pair.settle()
    return pair


def test_a_page_that_slept_neither_takes_the_other_for_away_nor_claims_its_time() -> None:
    pair = connected()
    ada, ben = pair.sides
    pair.play(0)
    pair.settle()
    pair.now += 10 * BROKEN
    pair.spent = 200_000
    ada.tick(pair.now)
    assert not ada.away
    assert not ada.claim(), "it has not measured the whole turn"
    assert ben.game.ended is None


def test_a_claim_that_is_wrong_is_contested_and_a_true_one_is_not() -> None:
    for spent, wins in ((0, False), (70_000, True)):
        pair = connected()
        ada, ben = pair.sides
        pair.play(0)
        pair.settle()
        pair.spent = 70_000
        assert ada.claim()
        pair.spent = spent  # what Ben's page has measured
        pair.settle()
        assert ada.game == ben.game
        assert (ada.game.ended is not None and ada.game.ended.winner == 0) == wins
        assert (ben.fold.contested == 1) == (not wins)


def test_a_charge_that_is_wrong_is_contested() -> None:
    pair = connected()
    ada, ben = pair.sides
    for seat in (0, 1, 0):
        assert pair.play(seat)
        pair.settle()
    ben._waited = 30_000
    assert pair.play(1)
    pair.settle()
    assert ada.fold.contested == ben.fold.contested == 0


def test_a_page_with_another_log_says_so() -> None:
    pair = connected()
    pair.play(0)
    pair.settle()
    other = Pair()
    other.play(0, 3)
    other.settle()
    pair.sides[0] = other.sides[0]
    pair.settle()
    assert all(one.differs for one in pair.sides)
    assert not pair.sides[1].write("resign"), "nothing is added to a log that the other page does not have"
