"""Draw offers: the computer agrees if it is not better, and says why."""

import pytest

from morris_core import BLACK, WHITE, Game, find_variant
from morris_core.engine import Engine, Info
from morris_core.engine.analysis import last
from morris_core.engine.draw_offers import EVEN, OFFER, Reply, answer_offer
from morris_core.engine.limits import MATE
from tests.engine.test_protocol import answer

NINE = find_variant("nine")
WHITE_WINS_NOW = "W1W/1W1/3/6/2B/3/BB1 w 0 0"
ALL_PLACED = "WWW/B2/1B1/W5/1B1/3/B2 w 0 0"


def answered(fen: str, score: int, side: int, exact: bool = False) -> Reply:
    """Return the answer after a search with this score for the side to move."""
    return answer_offer(Game.from_fen(fen, NINE), Info(4, score, (), 100, 0.1, exact, None), side)


@pytest.mark.parametrize(("side", "accepts", "reason"), [(BLACK, True, "was losing"), (WHITE, False, "is won")])
def test_a_proof_decides(side: int, accepts: bool, reason: str) -> None:
    game = Game.from_fen(WHITE_WINS_NOW, NINE)
    reply = answer_offer(game, last(Engine().search(game, OFFER)), side)
    assert reply.accepts == accepts
    assert reason in reply.sentences[0].text


def test_a_proven_draw_is_accepted() -> None:
    reply = answered(ALL_PLACED, 0, BLACK, exact=True)
    assert reply.accepts
    assert "nobody can win" in reply.sentences[0].text


def test_otherwise_the_evaluation_decides_for_the_side_that_answers() -> None:
    assert answered(ALL_PLACED, EVEN, WHITE).accepts
    assert not answered(ALL_PLACED, EVEN + 1, WHITE).accepts
    assert answered(ALL_PLACED, EVEN + 1, BLACK).accepts
    assert not answered(ALL_PLACED, -EVEN - 1, BLACK).accepts
    assert "it's ahead" in answered(ALL_PLACED, -EVEN - 1, BLACK).sentences[0].text


def test_while_men_are_placed_only_a_lost_side_accepts() -> None:
    placing = "3/1WW/3/1B2B1/3/1W1/3 b 6 7"
    assert not answered(placing, 0, BLACK).accepts
    assert not answered(placing, 0, BLACK, exact=True).accepts, "though nine men's morris is a draw"
    assert "until all men are placed" in answered(placing, 0, WHITE).sentences[0].text
    assert answered(placing, 5 - MATE, BLACK, exact=True).accepts
    assert not answered(placing, 5 - MATE, WHITE, exact=True).accepts


def test_the_protocol_answers_for_the_side_that_is_not_to_move_or_the_one_named() -> None:
    link = "v=nine&f=" + WHITE_WINS_NOW.replace(" ", "_")
    for side, accepts in ((None, True), ("black", True), ("white", False)):
        last = answer("draw", link, side=side, limit={"depth": 3})
        assert last["accepts"] == accepts
        assert last["sentences"][0][0].startswith("The computer accepts" if accepts else "The computer declines")
    assert answer("draw", "v=nine&m=d6&draw=agreed")["accepts"] is False
