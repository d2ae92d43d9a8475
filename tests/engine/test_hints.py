"""Reasons for hints: each phrase in a position where it is true, and no phrase where it is not."""

from random import Random

import pytest

from morris_core import VARIANTS, Game, Variant, find_variant
from morris_core.engine import MATE, Engine, Info, Limit
from morris_core.engine.analysis import last
from morris_core.engine.hints import Sentence, explain_move, in_english, reasons
from morris_core.mills import closable, closed_by
from morris_core.notation import parse_move
from morris_core.rules import apply, find_legal, legal_moves, outcome
from tests.core.support import walk

NINE = find_variant("nine")
SHARP, CLOSES = "WW1/BB1/3/6/3/3/3 w 7 7", "It closes the mill a7-d7-g7 and takes the man on b6."
NO_REASON = "BW1/BBB/2W/1BB2B/WWW/3/WBW w 0 0"


def reason_for(variant: Variant, fen: str, text: str) -> str:
    """Return the reason for a legal move, given as text."""
    position = Game.from_fen(fen, variant).position
    move = find_legal(variant, position, parse_move(text, variant))
    assert move, text
    return spoken(explain_move(variant, position, move))


def spoken(sentences: list[Sentence]) -> str:
    return " ".join(sentence.text for sentence in sentences)


@pytest.mark.parametrize(
    ("fen", "move", "phrase"),
    [
        (SHARP, "g7xb6", CLOSES),
        (SHARP, "f6", "It blocks the mill at f6."),
        ("B2/W2/3/6/3/3/BW1 w 7 7", "a4", "It blocks the mill at a4."),
        ("W2/B2/3/6/3/3/3 w 8 8", "g7", "It forces a mill, because each move is a threat: d7 a1 a4 g1."),
        ("3/1W1/3/1B2B1/3/1W1/3 w 7 7", "f6", "It stops your opponent from forcing a mill with a4 c4 a7 a1 g4 e4 g7."),
        ("3/1W1/3/1B4/3/3/3 w 8 8", "b6", "It threatens to close the mill b6-d6-f6."),
        ("W1W/1W1/3/6/2B/2B/BB1 w 0 0", "d6-d7xa1", "It closes the mill a7-d7-g7 and takes the man on a1."),
        ("WWW/B1B/1B1/6/3/3/B2 w 0 0", "d7-d6", "It blocks the mill at d6."),
        ("WWW/B2/1B1/W5/1B1/3/B2 w 0 0", "d7-d6", "It opens the mill a7-d7-g7 to close it again."),
        ("WWW/B2/1B1/W5/1B1/3/B2 w 0 0", "a4-b4", "It gives your men more room to move."),
        ("3/3/3/6/3/3/3 w 9 9", "d6", ""),
        (NO_REASON, "d7-g7", ""),
        # Flying men cannot be trapped and always have room.
        ("1W1/3/B1W/6/1WB/1B1/3 w 0 0", "d7-e4", ""),
        ("3/2B/3/1BW1B1/2W/2W/W1W w 0 0", "e3-e4", "It leaves your opponent no mill to close."),
        (
            "W1W/1W1/3/6/2B/3/BB1 w 0 0",
            "d6-d7xa1",
            "It closes the mill a7-d7-g7 and takes the man on a1. That wins.",
        ),
        ("BWB/3/3/W4W/3/1W1/B1B w 0 0", "d2-d1", "It leaves your opponent with no moves and wins."),
    ],
)
def test_what_a_move_does(fen: str, move: str, phrase: str) -> None:
    assert reason_for(NINE, fen, move) == phrase


def test_a_move_that_closes_two_mills_or_a_row() -> None:
    two = reason_for(NINE.with_rules(double_mill=2), "1WW/B2/BB1/W5/3/3/W1B w 5 5", "a7xb6xg1")
    assert two == "It closes the mills a1-a4-a7 and a7-d7-g7 and takes the men on b6 and g1."
    assert reason_for(find_variant("three"), "WW1/BB1/3 w 1 1", "c3") == "It makes the row a3-b3-c3 and wins."


@pytest.mark.parametrize(
    ("fen", "move", "info", "hint"),
    [
        (SHARP, "g7xb6", (7, MATE - 5, True), CLOSES + " It leads to a win in 3 moves."),
        (SHARP, "f6", (7, 4 - MATE, True), "It holds out longest: with best play, the game is lost in 2 moves."),
        (NO_REASON, "d7-g7", (6, 10, False), "It's the best choice found, looking 3 moves ahead."),
        (NO_REASON, "d7-g7", (0, 10, False), "It's the best choice found."),
        (NO_REASON, "d7-g7", (0, 0, True), "It gives nothing away."),
    ],
)
def test_a_hint_says_what_the_search_has_found(fen: str, move: str, info: tuple[int, int, bool], hint: str) -> None:
    depth, score, exact = info
    found = Info(depth, score, (), 1, 0.0, exact, parse_move(move, NINE))
    assert in_english(reasons(Game.from_fen(fen, NINE), found, explain_move)) == hint


def test_a_finished_game_has_no_hint() -> None:
    game = Game.from_fen("WWW/BB1/3 b 0 1", find_variant("three"))
    assert reasons(game, last(Engine().search(game, Limit(depth=1))), explain_move) == []


def test_a_held_mill_is_not_a_threat() -> None:
    variant = NINE.with_rules(mill_hold=True)
    assert "close it again." not in reason_for(variant, "WWW/B2/1B1/W5/1B1/3/B2 w 0 0", "d7-d6")


@pytest.mark.parametrize("name", VARIANTS)
def test_reasons_are_true_in_every_variant(name: str) -> None:
    variant = VARIANTS[name]
    random = Random(name)
    for game in walk(Game(variant), random, 60):
        moves = legal_moves(variant, game.position)
        for move in random.sample(moves, min(4, len(moves))):
            text = spoken(explain_move(variant, game.position, move))
            after = apply(variant, game.position, move)
            over = outcome(variant, after)
            assert text.endswith(" wins.") == bool(over and over.winner == game.position.side)
            assert ("takes the m" in text) == bool(move.captures)
            if text.startswith("It blocks"):
                assert move.to in closable(variant, game.position, 1 - game.position.side)
            if text.startswith("It traps the man on "):
                point = variant.board.index[text.split()[-1].strip(".")]
                assert not any(other.origin == point for other in legal_moves(variant, after))
                assert after.men(1 - game.position.side) >> point & 1
            if text == "It leaves your opponent no mill to close.":
                theirs = legal_moves(variant, after)
                assert not any(closed_by(variant, after, other) for other in theirs)
