"""Entries of the logs, and what each does to the board, the clocks and the result: the properties in test_protocol.py
only say that both pages compute the same."""

from __future__ import annotations

from app.features.live import logs
from app.features.live.logs import DRAW, QUOTA, REMATCH, TAKE_BACK, Entry, Fold

from morris_core import Game, find_variant
from morris_core.rules import Outcome

MINUTE = 60_000
WHITE_WINS, BLACK_WINS = Outcome(0, "resigned"), Outcome(1, "resigned")


def entry(kind: str, seen: int, ply: int = 0, text: str = "", of: int = -1, used: int = 0, waited: int = 0) -> Entry:
    return Entry(kind, seen, 0, ply, text, of, used, waited)


def move(seen: int, ply: int, text: str, used: int = 0, waited: int = 0) -> Entry:
    return entry("move", seen, ply, text, used=used, waited=waited)


def changed(one: Entry, round: int = 0, waited: int = 0) -> Entry:
    return Entry(one.kind, one.seen, round, one.ply, one.text, one.of, one.used, waited or one.waited)


def of(*both: list[Entry]) -> Fold:
    """Return the fold of two logs: Three Men's Morris, a minute each and a second for each move; seat 0 is White."""
    fold = Fold(Game(find_variant("three")), 0, (MINUTE, 1000))
    for seat, index in logs.merged([both[0], both[1]]):
        fold.apply(seat, index, both[seat][index])
    assert fold.at == [len(both[0]), len(both[1])]
    return fold


def moves(fold: Fold) -> str:
    return " ".join(fold.game.move_texts())


ANN = [move(0, 0, "a1"), move(1, 2, "c3", 2_000, 9_000)]
BEN = [move(1, 1, "b2", 3_000)]


def test_what_moves_cost() -> None:
    assert of(ANN[:1], []).left == [MINUTE, MINUTE], "the clocks wait for the first move"
    assert of(ANN[:1], BEN).left == [MINUTE, MINUTE - 3_000 + 1_000]
    fold = of(ANN, BEN)
    # Nine seconds were measured, one is forgiven and three are paid: five more.
    assert fold.left == [MINUTE - 2_000 + 1_000, MINUTE - 2_000 - 5_000] and fold.charge(0, 1) == 5_000
    assert of(ANN + [entry("offer", 1, 3, DRAW)], BEN).left == fold.left, "nothing is charged twice"
    late = move(1, 1, "b2", MINUTE + 1)
    assert of(ANN[:1], [late]).void == [(1, 0)], "a move after one's time"


def test_moves_that_do_not_fit_are_void() -> None:
    for log in ([move(1, 1, "a1")], [move(1, 2, "b2")], [move(1, 1, "zz")], [move(1, 0, "b2")], [entry("pony", 1)]):
        fold = of(ANN[:1], log)
        assert moves(fold) == "a1" and fold.void == [(1, 0)], log
    assert of([entry("resign", 0), move(0, 0, "a1")], []).void == [(0, 1)]
    assert of([entry("dial", 0, text="code"), move(0, 0, "a1")], [entry("hello", 0, text="Ben")]).names == ["", "Ben"]


def test_of_two_moves_that_cross_the_earlier_ply_is_first() -> None:
    # Ben's moves have come by link, so Ann has seen them without the entries.
    ann = [move(0, 0, "a1"), move(0, 2, "c3")]
    assert of(ann, []).void == [(0, 1)]
    assert moves(of(ann, BEN)) == "a1 b2 c3"


def test_a_take_back_gives_back_the_increment_and_not_what_was_thought() -> None:
    ask = entry("offer", 1, 2, TAKE_BACK)
    accept = entry("accept", 3, 3, TAKE_BACK, of=2, used=4_000, waited=1_500)
    before, fold = of(ANN + [ask], BEN), of(ANN + [ask], BEN + [accept])
    assert moves(fold) == "a1 b2" and fold.turn == 0 and not fold.offers
    assert fold.left == [before.left[0] - 1_000, before.left[1] - 4_000], "Black has thought for four seconds"
    again = of(ANN + [ask, move(2, 2, "c3", 500)], BEN + [accept])
    assert moves(again) == "a1 b2 c3" and again.left[0] == fold.left[0] - 500 + 1_000
    slow = changed(accept, waited=30_000)
    assert of(ANN + [ask], BEN + [slow]).left[0] == fold.left[0] - (30_000 - QUOTA - 2_000)
    both = entry("offer", 2, 1, TAKE_BACK, used=7_000)  # Black asks for its last move back, two plies before
    black = of(ANN + [entry("accept", 2, 3, TAKE_BACK, of=1)], BEN + [both])
    assert moves(black) == "a1" and black.left == [MINUTE - 2_000, MINUTE - 3_000 - 5_000 - 7_000]


def test_offers_stand_until_an_answer_or_a_move_that_has_seen_them() -> None:
    offer = entry("offer", 1, 3, DRAW)
    stands = (0, DRAW)
    assert stands in of(ANN + [offer], BEN).offers
    assert stands in of(ANN + [offer], BEN + [move(2, 3, "b1")]).offers, "this move did not know of it"
    assert stands not in of(ANN + [offer], BEN + [move(3, 3, "b1")]).offers
    assert stands not in of(ANN + [offer], BEN + [entry("decline", 3, 3, DRAW, of=2)]).offers
    assert of(ANN + [offer], BEN + [entry("accept", 3, 3, DRAW, of=2)]).game.agreed
    assert of(ANN + [offer], BEN + [entry("accept", 3, 3, DRAW, of=1)]).void == [(1, 1)]
    assert of(ANN + [offer], BEN + [entry("offer", 2, 3, DRAW)]).game.agreed, "two that cross agree"
    back = entry("offer", 1, 2, TAKE_BACK)
    assert not of(ANN + [back], BEN + [move(3, 3, "b1")]).offers, "a move declines a request as well"
    own = of(ANN[:1] + [entry("offer", 0, 0, TAKE_BACK), ANN[1]], BEN)
    assert not own.offers, "one's own move withdraws it"
    assert of(ANN + [entry("offer", 1, 1, TAKE_BACK)], BEN).void == [(0, 2)], "it is not one's own move"
    assert of(ANN + [entry("offer", 1, 3, REMATCH)], BEN).void == [(0, 2)], "the game goes on"


def test_an_own_resignation_always_counts() -> None:
    resign = entry("resign", 0, 1)
    assert of(ANN[:1] + [resign], []).game.ended == BLACK_WINS
    assert of(ANN[:1] + [resign], BEN).game.ended == BLACK_WINS
    assert moves(of(ANN[:1] + [resign], BEN)) == "a1", "the move that crossed came too late"
    assert of([resign], [entry("resign", 0)]).game.ended == BLACK_WINS, "of two that cross, the inviting side's"
    draw, accept = entry("offer", 0, 1, DRAW), entry("accept", 2, 1, DRAW, of=1)
    assert of(ANN[:1] + [draw, resign], [accept]).game.ended == BLACK_WINS
    assert of(ANN[:1] + [draw], [entry("resign", 0, 0)]).game.ended == WHITE_WINS


def test_time() -> None:
    lost = Outcome(1, "time")
    assert of([entry("time", 0)], []).game.ended == lost
    assert of([], [entry("time", 0)]).void == [(1, 0)], "nobody loses on time in the other one's turn"

    def claims(waited: int) -> list[Entry]:
        return [entry("claim", 0, 0, waited=waited)]

    assert of([], claims(MINUTE + QUOTA - 1)).game.ended is None
    assert of([], claims(MINUTE + QUOTA)).game.ended == lost
    assert of(ANN[:1], claims(MINUTE + QUOTA)).game.ended is None, "a move on the way is first"
    contested = of([entry("contest", 1, of=0)], claims(MINUTE + QUOTA))
    assert contested.game.agreed and contested.contested == 0
    # A charge that is too high, and one that is not.
    for waited, ends in ((2_000 + QUOTA + 4_999, False), (2_000 + QUOTA + 5_000, True)):
        reply = move(2, 3, "b1", waited=waited)
        fold = of(ANN + [entry("contest", 2, 3, of=1)], BEN + [reply])
        assert fold.game.agreed == ends, waited
    resigned = of(ANN + [entry("resign", 1, 3), entry("contest", 2, 3, of=1)], BEN + [move(3, 3, "b1", waited=40_000)])
    assert resigned.game.ended == BLACK_WINS, "who has lost in another way can't contest"


def test_a_rematch_changes_colours_and_leaves_the_last_game_behind() -> None:
    over = [entry("resign", 0), entry("offer", 0, 0, REMATCH)]
    again = entry("offer", 1, 0, REMATCH)
    fold = of(over, [again])
    assert (fold.round, fold.turn, fold.left, fold.game.ended) == (1, 1, [MINUTE, MINUTE], None)
    assert of(over + [entry("resign", 1)], [again]).game.ended is None, "a resignation of the last game"
    first = changed(move(2, 0, "a1"), round=1)
    assert moves(of(over, [again, first])) == "a1" and moves(of(over, [again, move(2, 0, "a1")])) == ""


def test_an_entry_is_checked_before_it_is_stored() -> None:
    good = list(move(0, 0, "a1"))
    assert logs.read(good) == move(0, 0, "a1")
    for index, value in ((0, 7), (0, "x" * 13), (1, -1), (1, True), (3, 10**9), (4, "x" * 181), (5, -2), (6, 1.5)):
        assert logs.read(good[:index] + [value] + good[index + 1 :]) is None, (index, value)
    for damaged in ("", None, good[:-1], good + [1], "move"):
        assert logs.read(damaged) is None
    log = [move(3, 0, "a1")]
    assert logs.fits(move(3, 1, "b2"), log, 3)
    assert not logs.fits(move(2, 1, "b2"), log, 3) and not logs.fits(move(4, 1, "b2"), log, 3)
    assert not logs.fits(move(3, 1, "b2"), log * logs.MOST_ENTRIES, 3)
