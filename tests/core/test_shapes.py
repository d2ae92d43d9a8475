"""Arrows and circles in comments, through text, links and records."""

from morris_core import Game, GameTree, find_variant
from morris_core.comments import take_commands
from morris_core.shapes import read_shapes, write_shapes
from tests.core.support import amount

NINE = find_variant("nine").board


def test_shapes_are_read_from_any_place_and_written_at_the_end() -> None:
    for comment, text, shapes in (
        ("", "", []),
        ("good", "good", []),
        ("[%csl Gd6]", "", ["Gd6"]),
        ("a [%cal Rd6f4,Bf4d6] b [%csl Yd2,Yd2] c", "a b c", ["Rd6f4", "Bf4d6", "Yd2"]),
        ("[%clk 0:10] [%csl Gd6] [%eval 3", "[%clk 0:10] [%eval 3", ["Gd6"]),
    ):
        assert read_shapes(comment, NINE) == (text, shapes), comment
        assert read_shapes(write_shapes(text, shapes), NINE)[0] == text
        assert sorted(read_shapes(write_shapes(text, shapes), NINE)[1]) == sorted(shapes)


def test_a_comment_with_many_commands_is_read_in_one_go() -> None:
    many = amount(5000, 500)
    for comment, shapes in (
        ("[%csl Gd6] " * many, ["Gd6"]),
        ("[%csl " + ",".join(["Gd6", "Rf4"] * many) + "]", ["Gd6", "Rf4"]),
    ):
        assert read_shapes(comment, NINE) == ("", shapes), comment[:20]
    for comment in ("[%" * many * 4, "[%" * many * 4 + "]", "[%csl Gd6" * many):
        assert read_shapes(comment, NINE) == (comment, []), comment[-20:]
        assert take_commands(comment) == (comment, []), comment[-20:]
    assert take_commands("a [%end x] " * many + "b") == ("a " * many + "b", [["end", "x"]] * many)


def test_what_is_not_a_shape_of_the_board_stays_text() -> None:
    for shape in ("d6", "Gd", "Gd6f", "Gd6f4d2", "Gd6d6", "Gz9", "Xd6", "Ga2", ""):
        for command in ("csl", "cal"):
            comment = "see [%" + command + " " + shape + "] there"
            assert read_shapes(comment, NINE) == (comment, []), comment
    assert read_shapes("[%csl Gd6f4]", NINE)[1] == read_shapes("[%cal Gd6]", NINE)[1] == []


def test_links_and_records_keep_shapes() -> None:
    game = Game("nine")
    game.play("d6")
    tree = GameTree(game)
    first = tree.next()
    assert first is not None
    first.comment = write_shapes("a fork", ["Gd6", "Rd6f4", "Bd2"])
    linked, read = GameTree.from_link(tree.link()), GameTree.from_record(tree.record())
    assert linked.end().comment == read.end().comment == first.comment
