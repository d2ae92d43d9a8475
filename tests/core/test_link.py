"""Links: every key of the fragment, written and read."""

from morris_core import BLACK, WHITE, Game, find_variant
from morris_core.levels.table import LEVELS
from morris_core.link import Link, LinkError
from morris_core.percent import escape, unescape
from morris_core.reader import read
from morris_core.tree import GameTree
from tests.core.support import play, position, refusal

NINE = find_variant("nine")


def test_a_text_that_begins_with_any_key_is_read_as_a_link() -> None:
    for key in ("v", "r", "f", "m", "t", "n", "k", "e", "at", "side", "w", "b", "p", "c", "resigned", "time", "draw"):
        try:
            read(key + "=&v=six&m=c5.a1")
        except LinkError as error:
            assert error.problems, key


def test_keys_are_in_order_and_only_where_they_differ_from_the_default() -> None:
    assert Game(NINE).link() == "v=nine"
    assert play(Game(NINE), "d6 f4 d2 b4").link() == "v=nine&m=d6.f4.d2.b4"
    house = NINE.with_rules(flying=0, mill_hold=True)
    assert Game(house).link() == "v=nine&r=flying:0,mill_hold:1"
    start = position(NINE, "a7 d7 g4", "b2 f4 c3 d1", WHITE)
    game = play(Game(NINE, start, 40, 7), "g4-g7xb2")
    assert game.link() == "v=nine&f=WW1/3/3/4BW/B2/B2/1B1_w_0_0_-_7_41&m=g4-g7xb2"
    game.resign(BLACK)
    link = Link(game, at=0, side=BLACK, white="human", black="3", puzzle="fork17", correspondence="x1")
    assert link.link() == (
        "v=nine&f=WW1/3/3/4BW/B2/B2/1B1_w_0_0_-_7_41&m=g4-g7xb2&resigned=black&at=0&side=black&w=human&b=level3"
        "&p=fork17&c=x1"
    )


def test_every_key_is_read_back() -> None:
    game = play(Game(NINE.with_rules(capture="always")), "a7 b2 d7 f4 g7xf4")
    game.resign(WHITE)
    for link in (
        Link(game),
        Link(game, at=0),
        Link(game, at=5),
        Link(game, side=WHITE),
        Link(game, white="8", black="human"),
        Link(game, puzzle="Fork-17", correspondence="a-1B"),
    ):
        again = Link.read("#" + link.link())
        assert again.game == game
        assert (again.at, again.side, again.white, again.black) == (link.at, link.side, link.white, link.black)
        assert (again.puzzle, again.correspondence) == (link.puzzle, link.correspondence)


def test_levels_of_old_links_mean_todays_level_of_the_same_strength() -> None:
    """There were once eight levels, written as the number alone; the last of them had full strength."""
    former = [Link.read("v=nine&b=" + str(number)).black for number in range(1, 9)]
    assert former == ["2", "4", "5", "6", "7", "8", "10", "12"]
    for number in range(1, len(LEVELS) + 1):
        link = Link.read("v=nine&w=level" + str(number))
        assert link.white == str(number)
        assert link.link() == "v=nine&w=level" + str(number)
    for text in ("9", "12", "level0", "level99", "level", "levelhuman", "LEVEL1", "\u0663"):
        link = Link.read("v=nine&b=" + text)
        assert "Black must be played by human or by level1 to level" + str(len(LEVELS)) in str(link.problem)
        assert link.black is None


def test_missing_keys_have_their_defaults_and_unknown_keys_are_ignored() -> None:
    link = Link.read("")
    assert link.game == Game(NINE)
    assert (link.at, link.side, link.white, link.black) == (None, None, None, None)
    assert Game.from_link("m=d6.f4&utm_source=mail&x=1") == play(Game(NINE), "d6 f4")


def test_a_link_that_cannot_be_played_says_which_move_and_offers_the_position_before_it() -> None:
    text = "#v=six&m=c5.a1.c5.a5&resigned=white"
    link = Link.read(text)
    assert refusal(Game.from_link, text) == refusal(GameTree.from_link, text) == str(link.problem)
    assert str(link.problem) == "Move 3 in this link, 'c5', can't be played. c5 is not empty."
    assert link.game == play(Game(find_variant("six")), "c5 a1"), "nobody has resigned there"


def test_no_move_is_played_where_the_variant_rules_or_position_cannot_be_read() -> None:
    for part in ("v=ten", "v=nine%ZZ", "r=flying:0%ZZ", "f=3/3%ZZ", "f=3/3"):
        link = Link.read(part + "&m=d6")
        assert link.problem is not None
        assert link.game == Game(NINE), part


def test_the_text_of_an_error_has_a_sentence_for_each_problem() -> None:
    assert str(Link.read("v=nine&m=d6&at=2&side=top").problem) == (
        "The side at the bottom must be white or black, not 'top'. "
        "This link points to ply '2', but the game's plies run from 0 to 1."
    )


def test_escaping_is_that_of_urls() -> None:
    for text in ("", "plain-._~:/,", "a b&c=d#e%f+g", "\u00e9\u2013\U0001f600"):
        assert unescape(escape(text)) == text
    assert escape("a b&\u00e9") == "a%20b%26%C3%A9"
    for damaged in ("%", "%4", "%zz", "%ff", "%C3"):
        try:
            unescape(damaged)
        except ValueError:
            continue
        raise AssertionError(damaged)
