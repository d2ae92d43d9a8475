"""Game: history, undo and redo, resignation, draws that need the history, and how ends are described."""

from morris_core import (
    BLACK,
    WHITE,
    Game,
    IllegalMove,
    Move,
    Outcome,
    Position,
    explain,
    find_variant,
)
from morris_core.counting import perft
from morris_core.rules import REASONS, RESULTS
from tests.core.support import play, position, refusal, refused

NINE = find_variant("nine")
MERELLES = find_variant("nine-merelles")
# Two sides of four men that can move there and back.
SHUTTLE = position(MERELLES, "a1 d1 d5 g7", "b6 f6 c3 e3")
THERE_AND_BACK = "a1-a4 b6-d6 a4-a1 d6-b6"


def test_a_refused_move_changes_nothing() -> None:
    game = play(Game(NINE), "d6 f4 d2")
    game.undo()
    refusal(game.play, "f4")
    refusal(game.play, "nonsense")
    for move in (Move(None, 24, ()), Move(-1, 3, ()), Move(4, 1, (99,)), Move(None, 10**30, ())):
        assert "isn't on the board" in refusal(game.play, move)
    assert game.move_texts() == ["d6", "f4"]
    assert game.redo() is not None, "the undone move is still there"


def test_a_resignation_loses_and_can_be_taken_back() -> None:
    game = play(Game(NINE), "d6 f4")
    game.undo()
    game.resign(WHITE)
    assert game.outcome() == Outcome(BLACK, "resigned")
    assert game.result() == "0-1"
    assert game.legal_moves() == []
    assert game.redo() is None
    assert refusal(game.play, "d2") == "The game is over: Black wins: White resigned."
    assert refusal(game.resign, BLACK) == "The game is over: Black wins: White resigned."
    assert game.undo() is None, "the resignation alone is taken back"
    assert (game.move_texts(), game.outcome()) == (["d6"], None)
    assert game.redo() is not None


def test_a_draw_is_agreed_to_and_may_be_taken_back() -> None:
    game = play(Game(NINE), "d6 f4")
    game.agree_draw()
    assert game.outcome() == Outcome(None, "agreed")
    assert (game.result(), game.agreed, game.resigned, game.out_of_time) == ("1/2-1/2", True, None, None)
    assert refusal(game.play, "d2") == "The game is over: Draw: both sides agreed."
    assert refusal(game.agree_draw) == "The game is over: Draw: both sides agreed."
    assert game != play(Game(NINE), "d6 f4")
    assert game.copy() == game
    assert game.copy(2).outcome() is None
    assert game.undo() is None
    assert (game.ply, game.outcome(), game.agreed) == (2, None, False)


def test_running_out_of_time_loses() -> None:
    game = play(Game(NINE), "d6 f4")
    game.lose_on_time(BLACK)
    assert game.outcome() == Outcome(WHITE, "time")
    assert (game.result(), game.out_of_time, game.resigned, game.agreed) == ("1-0", BLACK, None, False)
    assert refusal(game.resign, WHITE) == "The game is over: White wins: Black ran out of time."
    assert game.undo() is None
    assert game.outcome() is None


def test_the_end_is_the_same_after_undo_and_redo() -> None:
    game = play(Game(find_variant("three")), "a3 a1 b3 b1 c3")
    assert game.result() == "1-0"
    assert refusal(game.resign, BLACK) == "The game is over: White wins with a row of three."
    game.undo()
    assert (game.result(), game.outcome()) == ("*", None)
    game.redo()
    assert game.outcome() == Outcome(WHITE, "row")


def test_repetition_counts_the_start_and_only_the_game_up_to_the_board() -> None:
    game = play(Game(MERELLES, SHUTTLE), THERE_AND_BACK + " " + THERE_AND_BACK)
    assert game.occurrences() == 3
    assert game.outcome() == Outcome(None, "repetition")
    game.undo()
    assert game.outcome() is None
    assert game.occurrences() == 2
    game.play("d6-d7")
    assert game.occurrences() == 1


def test_a_capture_or_placement_makes_all_that_was_before_incomparable() -> None:
    game = play(Game(MERELLES, position(MERELLES, "a7 d7 g4 a1", "b6 f6 c3 e3 b2")), "g4-g7xb2")
    assert (game.quiet, game.occurrences()) == (0, 1)
    play(game, "b6-b4 g7-g4 b4-b6")
    assert game.quiet == 3
    game.play("g4-g7xc3")
    assert game.quiet == 0


def test_quiet_plies_before_the_start_count() -> None:
    game = Game.from_fen("3/B1B/2W/6/B1B/3/WWW w 0 0 - 98 120", MERELLES)
    assert (game.first_ply, game.first_quiet, game.quiet) == (119, 98, 98)
    game.play("a1-a4")
    assert game.outcome() is None
    game.play("b6-d6")
    assert game.quiet == 100
    assert game.outcome() == Outcome(None, "quiet")
    over = Game.from_fen("3/B1B/2W/6/B1B/3/WWW w 0 0 - 100 120", MERELLES)
    assert over.outcome() == Outcome(None, "quiet")


def test_games_are_equal_by_rules_start_and_moves_on_the_board() -> None:
    game = play(Game(NINE), "d6 f4 d2")
    assert game == play(Game(NINE), "d6 f4 d2")
    assert game != play(Game(NINE), "d6 f4")
    assert game != play(Game(MERELLES), "d6 f4 d2")
    game.undo()
    assert game == play(Game(NINE), "d6 f4")
    game.resign(WHITE)
    assert game != play(Game(NINE), "d6 f4")
    assert Game(NINE, None, 2) != Game(NINE)


def test_every_end_has_a_sentence() -> None:
    sentences = set()
    for reason in REASONS:
        winner = None if reason in ("full_board", "both_stuck", "repetition", "quiet", "agreed") else WHITE
        sentence = str(explain(Outcome(winner, reason)))
        assert sentence.endswith(".")
        assert sentence.startswith("Draw: " if winner is None else "White wins")
        sentences.add(sentence)
        assert str(explain(Outcome(winner, reason), reason_only=True)).endswith(".")
        assert "White wins" not in str(explain(Outcome(winner, reason), reason_only=True))
        assert Outcome(winner, reason).is_draw == (winner is None)
    assert len(sentences) == len(REASONS)
    assert RESULTS == ("1-0", "0-1", "1/2-1/2", "*")


def test_a_game_is_not_hashable() -> None:
    try:
        hash(Game(NINE))
    except TypeError:
        return
    raise AssertionError("a game was hashed")


def test_plies_and_depths_out_of_range_are_refused() -> None:
    game = play(Game(NINE), "d6 f4")
    for ply in (-1, 3):
        for look in (game.position_at, game.quiet_at, game.copy):
            assert refusal(look, ply) == f"This game has no ply {ply}. Its plies run from 0 to 2."
    assert "not -1" in refusal(perft, NINE, None, -1)
    assert refusal(game.man_at, -1).startswith("This board has no point '-1'.")
    assert refusal(game.man_at, "a2").startswith("This board has no point 'a2'. Its points are a7, d7, g7,")


def test_a_copy_is_independent() -> None:
    game = play(Game(NINE, None, 4, 0), "d6 f4 d2 b4")
    game.undo()
    whole = game.copy()
    assert whole == game
    assert whole.redo() is not None
    assert (game.ply, whole.ply) == (3, 4)
    start = game.copy(2)
    assert (start.move_texts(), start.redo(), start.first_ply) == (["d6", "f4"], None, 4)
    start.play("a7")
    assert game.move_texts() == ["d6", "f4", "d2"]
    assert game.copy(4).move_texts() == ["d6", "f4", "d2", "b4"], "moves taken back are plies of the game"
    game.resign(WHITE)
    assert game.copy().outcome() == Outcome(BLACK, "resigned")
    assert game.copy(3).outcome() is None


def test_a_game_says_what_is_legal_and_what_was_played_last() -> None:
    game = Game()
    assert (game.variant, game.peek()) == (NINE, None)
    move = game.play("d6")
    assert (game.peek(), game.is_legal("d6"), game.is_legal("f4"), game.is_legal(move)) == (move, False, True, False)
    assert refusal(game.is_legal, "d9").startswith("'d9' isn't a point")
    game.undo()
    assert (game.peek(), game.is_legal(move)) == (None, True)
    game.resign(WHITE)
    assert not game.is_legal(move)


def test_images_of_a_position_have_the_same_moves_and_one_canonical_form() -> None:
    game = Game.from_fen("WW1/3/3/4BW/B2/B2/1B1 w 0 0 w:d6-d7 3 40", NINE.with_rules(mill_hold=True))
    board, position = NINE.board, game.position
    images = [position.transform(symmetry) for symmetry in board.symmetries()]
    assert (len(set(images)), images[0]) == (16, position)
    assert {image.canonical() for image in images} == {Position(*image).canonical() for image in images}
    assert position.canonical() == min(images)
    assert Game.from_fen(game.fen(), game.variant).position.canonical() == min(images)
    moved = {play(Game(NINE), move).position.canonical() for move in ["a7", "g7", "a1", "g1"]}
    assert len(moved) == 1, "any corner is the same"
    for image, symmetry in zip(images, board.symmetries()):
        moves = {(symmetry[move.origin or 0], symmetry[move.to]) for move in game.legal_moves()}
        assert {(move.origin, move.to) for move in Game(game.variant, image).legal_moves()} == moves


def test_moves_are_those_on_the_board_and_the_line_has_all() -> None:
    game = play(Game(NINE), "d6 f4 d2")
    last = game.undo()
    assert [game.move_text(move) for move in game.moves] == game.move_texts() == ["d6", "f4"]
    assert game.undone == [last]
    assert game.line == game.moves + game.undone
    assert game.parse_move("D6 - d7") == Move(4, 1, ())


def test_a_refusal_can_be_translated() -> None:
    game = play(Game(NINE), "d6 f4")
    error = refused(game.play, "d6")
    assert isinstance(error, IllegalMove)
    assert (error.template, error.values) == ("{point} is not empty.", {"point": "d6"})
    assert str(error) == "d6 is not empty."
    assert "a7" in error.legal
    assert isinstance(IllegalMove("x"), ValueError)
