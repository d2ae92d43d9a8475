"""Which man to take: each sentence where it is true, and only men that may be taken are considered."""

from random import Random

import pytest

from morris_core import VARIANTS, Game, MorrisError, Move, find_variant
from morris_core.engine import Engine, Limit
from morris_core.engine.analysis import last
from morris_core.engine.captures import CaptureScene, PartOfMove, begins_with, explain_capture
from morris_core.mills import closable
from morris_core.notation import parse_move
from morris_core.rules import find_legal, legal_moves, outcome

NINE = find_variant("nine-merelles")


@pytest.mark.parametrize(
    ("fen", "entered", "captive", "sentence"),
    [
        ("1B1/2B/2W/1BWW2/1WW/3/3 w 0 0", "c4-c3", "d7", "That leaves your opponent with only two men and wins."),
        ("WW1/BB1/3/6/3/3/3 w 7 7", "g7", "b6", "Your opponent could use it to close the mill b6-d6-f6."),
        (
            "1W1/BB1/3/BBBW1B/WW1/1BW/2W w 2 2",
            "e3",
            "b6",
            "Your opponent could use it to close the mills b2-b4-b6 and b6-d6-f6.",
        ),
        ("1W1/BB1/3/BBBW2/WWW/1BW/2W b 1 2", "b2", "f2", "With it gone, you threaten to close the mill b2-d2-f2."),
        ("B1W/WWW/1W1/BBB3/3/3/B2 w 0 0", "g7-d7", "a7", "That breaks up the mill a1-a4-a7."),
        ("B1W/WWW/1W1/BBB3/3/3/B2 w 0 0", "g7-d7", "a4", "That breaks up the mills a1-a4-a7 and a4-b4-c4."),
        ("1W1/BB1/3/BBBW1B/WW1/1BW/2W w 2 2", "e3", "d2", "It traps your man on d3."),
        ("2W/BB1/2W/1B1WB1/WWW/B2/3 b 0 0", "f4-f6", "g7", "It has the most room to move."),
        ("1W1/3/3/B1BW1B/1W1/1BW/2W b 4 5", "b4", "d7", ""),
    ],
)
def test_why_a_man_is_taken(fen: str, entered: str, captive: str, sentence: str) -> None:
    position = Game.from_fen(fen, NINE).position
    move = find_legal(NINE, position, parse_move(f"{entered}x{captive}", NINE))
    assert move
    reasons = explain_capture(NINE, position, move, entered=parse_move(entered, NINE))
    assert " ".join(one.text for one in reasons) == sentence


def test_the_search_considers_only_moves_that_complete_what_is_entered() -> None:
    """Black threatens a1-a4-a7 and a1-d1-g1, so one of these men must go, and no other move is considered."""
    game = Game.from_fen("B2/1W1/3/6/1WW/3/B1B w 5 5", find_variant("nine"))
    entered = parse_move("c3", game.variant)
    info = last(Engine().search(PartOfMove(game, entered), Limit(depth=3)))
    assert info.best == parse_move("c3xa1", game.variant)


def test_the_second_capture_is_searched_once_the_first_man_is_gone() -> None:
    variant = find_variant("nine").with_rules(double_mill=2)
    game = Game.from_fen("1WW/B2/BB1/W5/3/3/W1B w 5 5", variant)
    first = PartOfMove(game, parse_move("a7", variant))
    second = PartOfMove(game, parse_move("a7xg1", variant))
    assert len(first.legal_moves()) == 6
    assert {move.captures for move in second.legal_moves()} == {
        move.captures for move in first.legal_moves() if variant.board.index["g1"] in move.captures
    }


@pytest.mark.parametrize("entered", ["a1", "d6", "b2xg1", "d6-d7"])
def test_an_entry_that_begins_no_legal_move_is_refused(entered: str) -> None:
    game = Game.from_fen("B2/1W1/3/6/1WW/3/B1B w 5 5", find_variant("nine"))
    with pytest.raises(MorrisError, match="No legal move begins with"):
        PartOfMove(game, parse_move(entered, game.variant))


@pytest.mark.parametrize("name", VARIANTS)
def test_sentences_are_true_and_candidates_complete_in_every_variant(name: str) -> None:
    variant = VARIANTS[name]
    random = Random(name)
    game = Game(variant)
    while not game.outcome() and game.ply < 60:
        moves = legal_moves(variant, game.position)
        closing = [move for move in moves if move.captures]
        for move in random.sample(closing, min(3, len(closing))):
            entered = Move(move.origin, move.to, ())
            candidates = PartOfMove(game, entered).legal_moves()
            assert candidates == [other for other in moves if begins_with(other, entered)]
            scene = CaptureScene(variant, game.position, move, entered)
            text = " ".join(one.text for one in explain_capture(variant, game.position, move, entered=entered))
            over = outcome(variant, scene.after)
            assert text.endswith("wins.") == bool(over and over.winner == scene.own)
            if text.startswith("Your opponent could use it"):
                assert closable(variant, scene.before, scene.other) != closable(variant, scene.after, scene.other)
            if text.startswith("With it gone"):
                assert closable(variant, scene.before, scene.own) != closable(variant, scene.after, scene.own)
            if text.startswith("It traps"):
                held = variant.board.index[text.split()[-1].strip(".")]
                assert variant.board.neighbours[held] >> scene.point & 1
        game.play(random.choice(closing or moves))
