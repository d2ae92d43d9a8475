"""Home-made boards: their names, what is refused, and games on them in texts."""

from morris_core import Game, find_variant
from morris_core.named import table_variant
from morris_core.own_board import OWN, drawing_of, fitted, make_board, own_board, own_name
from tests.core.support import refusal

SQUARE = "own:a1a2a3.a1b1c1.a2b2c2.a3b3c3.b1b2b3.c1c2c3"


def test_strokes_in_one_direction_that_touch_are_one_line() -> None:
    points = ["a1", "b1", "c1", "d1", "b2"]
    for strokes in ([("a1", "b1"), ("b1", "d1")], [("d1", "a1")], [("c1", "a1"), ("b1", "d1")]):
        assert own_name(points, strokes) == "own:a1b1c1d1.b2"
    assert own_name(points, [("a1", "b1"), ("c1", "d1")]) == "own:a1b1.b2.c1d1"
    assert own_name(["a1", "b3", "c5"], [("c5", "a1")]) == "own:a1b3c5", "any straight line"


def test_a_board_has_one_name() -> None:
    for name in (SQUARE, "own:a1b3c5.a1c1e1.b3c3d3.c1c3c5.c5d3e1", "own:i9", OWN):
        points, strokes = drawing_of(name)
        assert own_name(points, strokes) == name
    for other in (
        "own:a1c1b1",
        "own:a1b1.b1c1",
        "own:a1b1c1.a1b1c1",
        "own:b1.a1",
        "own:a1b2a3",
        "own:a",
        "own:j1",
        "own:a0",
    ):
        assert "unlike '" + other + "'" in refusal(lambda name=other: drawing_of(name))
    assert own_board(SQUARE) is own_board(SQUARE)


def test_a_drawing_is_moved_to_the_middle_of_a_small_grid() -> None:
    assert fitted("own:g7g8g9.g7h7i7") == "own:a1a2a3.a1b1c1"
    assert fitted("own:c3c4c5c6c7") == "own:c1c2c3c4c5"


def test_a_board_on_which_nobody_can_play_is_refused_with_the_reason_and_the_points() -> None:
    for name, reason in (
        ("own:a1b1c1.a2", "Three men a side need a board of at least 6 points, but this one has 4."),
        (SQUARE + ".d4", "No line leads to d4. Draw one, or remove what is apart."),
        ("own:a1a2a3.a1b1c1.a2b2c2.d3d4", "No line leads to d4, d3. Draw one, or remove what is apart."),
        (
            "own:a1a2.a1b1.a2b2.b1c2.b2c3.c2c3",
            "No line has three points, so nobody can make a mill. Draw a longer one.",
        ),
    ):
        assert refusal(lambda name=name: make_board(name)) == reason
    grid = own_name([file + rank for file in "abcdef" for rank in "123456"], [("a1", "f1")])
    assert refusal(lambda: make_board(grid)) == "A board has at most 32 points, but this one has 36. Leave some out."
    assert "Two sides of 5 men don't fit on the 9 points" in refusal(lambda: find_variant(SQUARE).with_rules(men=5))


def test_games_on_such_boards_are_written_and_read_in_every_format() -> None:
    variant = find_variant(SQUARE).with_rules(men=4, mill_wins=False)
    game = Game(variant)
    for move in ("a1", "b2", "a3", "a2"):
        game.play(move)
    assert game.link() == "v=" + SQUARE + "&r=men:4,mill_wins:0&m=a1.b2.a3.a2"
    assert Game.from_link("Look: https://example.org/#" + game.link() + ".") == game
    for again in (Game.from_link(game.link()), Game.from_record(game.record()), Game.from_fen(game.fen(), variant)):
        assert again.variant == variant
        assert again.position == game.position
    assert table_variant(variant).name == SQUARE
    assert refusal(lambda: Game.from_link("v=own:a1b1c1&m=a1")).startswith("Three men a side")


def test_only_the_ways_of_the_square_are_symmetries() -> None:
    """A hub with many arms has more renumberings than anybody could list."""
    assert len(own_board(SQUARE).symmetries()) == 8
    ends = ["a1", "a5", "a9", "e1", "e9", "i1", "i5", "i9", "d9", "f9", "d1", "f1"]
    strokes = [("e5", end) for end in ends]
    hub = make_board(own_name(ends + ["e5", "c5", "g5"], strokes))
    assert len(hub.symmetries()) == 4
