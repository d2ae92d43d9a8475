"""The protocol of live play: two sessions over a channel that loses, repeats, delays and reorders, and a hostile one.

`MORRIS_LIVE_RUNS=10000` sets how many games Hypothesis plays of each kind.
"""

import json
import os
from typing import Any

from app.features.live.protocol import AWAY, BROKEN, DRAW, OFFERS, PING, REMATCH, Fairness, Session
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
TIMES = (180_000, 2000)


class Pair:
    """Two sessions, and the messages on the way from each."""

    def __init__(self, variant: str = "three") -> None:
        self.now = 1_000_000
        game = Game(find_variant(variant))
        self.sides = [Session(game, 0, "Ada", TIMES), Session(game, 1, "Ben", TIMES)]
        self.way: list[list[str]] = [[], []]
        self.old: list[str] = []
        for one in self.sides:
            one.seen = lambda: 2000
            one.opened(self.now)

    def send(self) -> None:
        for way, one in zip(self.way, self.sides, strict=True):
            way += one.out
            self.old += one.out
            one.out = []

    def deliver(self, sender: int, at: int = 0) -> None:
        self.send()
        if self.way[sender]:
            text = self.way[sender].pop(at % len(self.way[sender]))
            self.sides[1 - sender].receive(text, self.now)

    def settle(self, rounds: int = 12) -> None:
        """Let some seconds pass on a line that delivers everything."""
        for _ in range(rounds):
            self.now += PING
            for one in self.sides:
                one.tick(self.now)
            for _ in range(100):
                self.deliver(0)
                self.deliver(1)

    def play(self, side: int, choice: int = 0) -> bool:
        """Play a legal move if it is a session's turn."""
        one = self.sides[side]
        game = one.game.copy(one.game.ply)
        game.ended = one.game.ended
        if game.outcome() is not None or game.position.side != one.side:
            return False
        moves = game.legal_moves()
        game.play(moves[choice % len(moves)])
        assert one.follow(game, 1500)
        return True

    def agree(self) -> bool:
        return self.sides[0].game == self.sides[1].game


class Channel(RuleBasedStateMachine):
    """Two players who do what they like, and a channel that does the worst."""

    @initialize()
    def begin(self) -> None:
        self.pair = Pair()
        # The moves that each side's player has made, each with the line before it.
        self.made: list[set[str]] = [set(), set()]

    @rule(side=st.sampled_from((0, 1)), choice=st.integers(0, 30))
    def play(self, side: int, choice: int) -> None:
        if self.pair.play(side, choice):
            one = self.pair.sides[side]
            self.made[side].add(f"{one.side} " + " ".join(one.game.move_texts()))

    @rule(side=st.sampled_from((0, 1)), what=st.sampled_from(OFFERS))
    def offer(self, side: int, what: str) -> None:
        self.pair.sides[side].offer(what)

    @rule(side=st.sampled_from((0, 1)), yes=st.booleans())
    def answer(self, side: int, yes: bool) -> None:
        self.pair.sides[side].answer(yes)

    @precondition(lambda self: self.pair.sides[0].game.ply > 3)
    @rule(side=st.sampled_from((0, 1)))
    def resign(self, side: int) -> None:
        one = self.pair.sides[side]
        game = one.game.copy(one.game.ply)
        game.ended = one.game.ended
        if game.outcome() is None:
            game.resign(one.side)
            assert one.follow(game)

    @rule(sender=st.sampled_from((0, 1)), at=st.integers(0, 9))
    def deliver(self, sender: int, at: int) -> None:
        self.pair.deliver(sender, at)

    @rule(sender=st.sampled_from((0, 1)), at=st.integers(0, 9))
    def lose(self, sender: int, at: int) -> None:
        self.pair.send()
        if self.pair.way[sender]:
            self.pair.way[sender].pop(at % len(self.pair.way[sender]))

    @precondition(lambda self: self.pair.old)
    @rule(side=st.sampled_from((0, 1)), at=st.integers(0, 99))
    def repeat(self, side: int, at: int) -> None:
        """Deliver a message once more, to either side: to its own sender, too."""
        self.pair.sides[side].receive(self.pair.old[at % len(self.pair.old)], self.pair.now)

    @rule(time=st.sampled_from((200, PING, AWAY + PING, BROKEN)))
    def wait(self, time: int) -> None:
        self.pair.now += time
        for one in self.pair.sides:
            one.tick(self.pair.now)

    @rule()
    def settle(self) -> None:
        self.pair.settle()
        ours, theirs = self.pair.sides
        assert self.pair.agree() or (ours.differs and theirs.differs)

    @rule(side=st.sampled_from((0, 1)))
    def give_in(self, side: int) -> None:
        """Take over the other game if the two differ: then both agree."""
        self.pair.settle()
        if self.pair.sides[side].take_other():
            texts = self.pair.sides[side].game.move_texts()
            self.made[side] |= {f"{self.pair.sides[side].side} " + " ".join(texts[: n + 1]) for n in range(len(texts))}
            self.pair.settle()
            assert self.pair.agree()

    @invariant()
    def legal(self) -> None:
        for one in getattr(self, "pair", Pair()).sides:
            assert Game.from_link(one.game.link()) == one.game

    @invariant()
    def own_moves_are_own(self) -> None:
        for side, one in enumerate(getattr(self, "pair", Pair()).sides):
            texts = one.game.move_texts()
            for ply in range(one.game.ply):
                if one.game.position_at(ply).side == one.side:
                    assert f"{one.side} " + " ".join(texts[: ply + 1]) in self.made[side]

    def teardown(self) -> None:
        if hasattr(self, "pair"):
            self.settle()


VALUES: Any = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 12),
    st.sampled_from([1 << 60, -(1 << 60), 1e300, "a1", "b2", "a1-b1", "v=three&m=a1.b2", "resigned", "time", *OFFERS]),
    st.text(max_size=5),
    st.lists(st.integers(), max_size=2),
)
KINDS = st.sampled_from(
    ["move", "counted", "end", "offer", "accept", "decline", "sync", "ping", "pong", "spare", "bye", "new", 7, None]
)
ENVELOPE = ["v", "t", "round", "epoch", "ply"]
CONTENTS = ["move", "used", "how", "side", "what", "game", "name", "ask", "no", "check", "at"]
FIELDS = st.sampled_from(ENVELOPE + CONTENTS)


class Hostile(RuleBasedStateMachine):
    """One player, and another who sends whatever may hurt."""

    @initialize()
    def begin(self) -> None:
        self.pair = Pair()
        self.me = self.pair.sides[0]
        self.made: set[str] = set()

    @rule(choice=st.integers(0, 30))
    def play(self, choice: int) -> None:
        if self.pair.play(0, choice):
            self.made.add(f"{self.me.side} " + " ".join(self.me.game.move_texts()))

    @rule(what=st.sampled_from(OFFERS))
    def offer(self, what: str) -> None:
        self.me.offer(what)

    @rule(yes=st.booleans())
    def answer(self, yes: bool) -> None:
        self.me.answer(yes)

    @rule(text=st.one_of(st.text(max_size=30), st.sampled_from(["[" * 5000, "{" * 20_000, "{}", "1e999", '{"v":1}'])))
    def garbage(self, text: str) -> None:
        self.me.receive(text, self.pair.now)

    @rule(kind=KINDS, changes=st.dictionaries(FIELDS, VALUES, max_size=4))
    def forge(self, kind: Any, changes: dict[str, Any]) -> None:
        message = {"v": 1, "t": kind, "round": self.me.round, "epoch": self.me.epoch, "ply": self.me.game.ply}
        more = {"move": "a1", "used": 1, "how": "time", "side": 0, "what": DRAW, "game": "v=three&m=a1", "name": ""}
        self.me.receive(json.dumps(message | more | changes), self.pair.now)

    @rule(choice=st.integers(0, 30))
    def play_well(self, choice: int) -> None:
        other = self.pair.sides[1]
        self.pair.deliver(0)
        if self.pair.play(1, choice):
            self.pair.deliver(1)
        assert Game.from_link(other.game.link()) == other.game

    @rule(time=st.sampled_from((200, PING, BROKEN)))
    def wait(self, time: int) -> None:
        self.pair.now += time
        self.me.tick(self.pair.now)

    @invariant()
    def legal_and_own(self) -> None:
        if not hasattr(self, "me"):
            return
        game = self.me.game
        assert Game.from_link(game.link()) == game
        for ply in range(game.ply):
            if game.position_at(ply).side == self.me.side:
                assert f"{self.me.side} " + " ".join(game.move_texts()[: ply + 1]) in self.made
        if game.ended is not None and game.ended.reason == "resigned":
            assert game.ended.winner == self.me.side, "nobody resigns for another"


TestChannel = Channel.TestCase
TestChannel.settings = SETTINGS
TestHostile = Hostile.TestCase
TestHostile.settings = SETTINGS


# test_live_page.py tests offers one after the other, games that contradict each other, and lines that are lost.


def test_two_offers_of_a_draw_at_once_are_an_agreement() -> None:
    pair = Pair()
    ada, ben = pair.sides
    ada.offer(DRAW)
    ben.offer(DRAW)
    pair.settle(1)
    assert pair.agree() and ada.game.agreed
    assert not ada.may_offer(DRAW)


def test_a_page_that_slept_does_not_take_the_other_player_for_away() -> None:
    pair = Pair()
    ada = pair.sides[0]
    pair.settle(2)
    pair.now += 10 * BROKEN
    ada.tick(pair.now)
    assert not ada.away


def test_what_a_move_costs() -> None:
    fair = Fairness(300_000, 0)
    assert (fair.gain, fair.quota) == (1000, 3000)
    assert fair.count(900, 1000) == 900, "the way of the message costs nothing"
    assert fair.count(9000, 5000) == 5050, "nobody is charged for more than was seen"
    for _ in range(20):
        fair.count(0, 60_000)
    assert fair.count(0, 60_000) == 59_000, "whoever always says 0 gains a second a move"


def test_a_page_does_not_take_its_own_messages_for_the_others() -> None:
    pair = Pair()
    ada, ben = pair.sides
    ada.offer(DRAW)
    ben.answer(True)
    pair.settle(1)
    ben.answer(True)
    pair.settle(1)
    ada.offer(REMATCH)
    pair.send()
    ada.receive(pair.old[-1], pair.now)
    assert ada.round == 0, "nobody has accepted the rematch"
    pair.settle(1)
    ben.answer(True)
    pair.settle(1)
    assert pair.agree() and (ada.round, ben.round) == (1, 1)
