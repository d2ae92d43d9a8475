"""The size of input is limited, and messages about it stay short. (tests/test_reader_limits.py counts steps.)"""

from morris_core import Game, find_variant
from morris_core.characters import is_number, lower_ascii, split_words
from morris_core.errors import quote_input
from morris_core.link import MAX_ID_LENGTH, MAX_LENGTH, Link
from morris_core.movetext import scan
from morris_core.notation import parse_move
from morris_core.reader import read
from tests.core.support import refusal

NINE = find_variant("nine")
LONGEST_SENTENCE = 600


def test_a_move_that_never_ends_is_refused() -> None:
    assert "is too long." in refusal(read, "d6" + "xa1" * 10_000)


def test_input_that_is_too_large_is_refused_at_once_in_a_short_sentence() -> None:
    for text, reason in (
        ("#" + "&" * 200_000, "This link is too long: it has 200000 characters, and the limit is 50000."),
        ("v=" + "a" * 1_000_000, "This text is too long: the limit is 500000 characters."),
        ("#v=" + "a" * 40_000, "There's no variant called 'aaaa"),
        ("#" + "a&" * 20_000, "Other parts that can't be read: 19997."),
        ("#m=" + "d6." * 16_000, "Move 2 in this link"),
    ):
        message = refusal(read, text)
        assert reason in message, (text[:20], message)
        assert len(message) <= LONGEST_SENTENCE, (text[:20], len(message))


def test_no_field_of_a_link_is_read_without_a_limit() -> None:
    assert Game.from_link("m=d6" + "&" * (MAX_LENGTH - 4)).ply == 1
    long = "x" * (MAX_ID_LENGTH + 1)
    for key in ("c", "p"):
        link = Link.read("v=nine&m=d6&" + key + "=" + long)
        assert str(link.problem) == (
            f"The id in the '{key}' part of a link can have at most 40 characters, but this one has 41."
        ), link.problem
        assert link.correspondence == link.puzzle == ""
        assert link.game.move_texts() == ["d6"], "the game itself is whole"
    assert "The id in the 'p' part" in refusal(lambda: Link(Game(NINE), puzzle=long))
    assert "The id in the 'c' part" in refusal(lambda: Link(Game(NINE), correspondence=long))
    assert Link.read("c=" + long[:-1]).correspondence == long[:-1]
    for key in ("v", "r", "f", "m", "t", "n", "e", "at", "side", "w", "b", "resigned", "time", "draw"):
        assert len(refusal(Link.from_link, key + "=" + "9" * (MAX_LENGTH - 10))) <= LONGEST_SENTENCE, key


def test_an_unreadable_part_of_a_link_does_not_lose_the_game() -> None:
    link = Link.read("v=six&m=c5.a1&side")
    assert link.game.move_texts() == ["c5", "a1"]
    assert link.problem is not None
    (problem,) = link.problem.problems
    assert "Other parts" not in refusal(Game.from_link, "a&b&c"), "all three are listed"
    assert problem.template == "This link has a part that can't be read: {text}. Parts look like v=nine."


def test_a_file_of_many_games_gives_each_of_them() -> None:
    text = ""
    for number in range(50):
        text += f'[White "P{number}"]\n[Result "*"]\n\n1. {("a7", "d7", "g7")[number % 3]} *\n\n'
    found = read(text)
    assert len(found) == 50
    assert found.tags[49]["white"] == "P49"
    assert [link.game.ply for link in found] == [1] * 50
    assert found.game.move_texts() == ["a7"]
    assert found[1].game.move_texts() == ["d7"]
    assert "There's no game 51 here. Games found: 50." in refusal(found.__getitem__, 50)
    assert len(read("v=nine&m=d6")) == 1


def test_one_damaged_game_of_a_file_does_not_hide_the_others() -> None:
    text = '[White "A"]\n1. d6 *\n\n[White "B"]\n1. hello d6\nd7\n\n[White "C"]\n1. d6 d6\n\n[White "D"]\n1. a7 {x\n'
    found = read(text)
    assert [tags["white"] for tags in found.tags] == ["A", "B", "C", "D"]
    assert found[0].game.move_texts() == ["d6"]
    assert refusal(found.__getitem__, 1).startswith("Line 5, column 4: 'hello' isn't part of a move")
    assert refusal(found.__getitem__, 2) == "Line 9, move 2, d6: d6 is not empty."
    assert refusal(found.__getitem__, 3) == "Line 12, column 7: the comment that starts here, '{x', has no closing }."
    assert [raw.error is None for raw in scan(text)] == [True, False, True, False]


def test_a_link_in_a_message_is_found() -> None:
    for text in (
        "Play me: https://example.org/#v=six&m=c5.a1",
        "d6? No: (https://example.org/play#v=six&m=c5.a1).",
        "https://example.org/#v=six&m=c5.a1 \u2013 your move!",
        "Look\u00a0here: <https://example.org/#v=six&m=c5.a1>",
        "<https://example.org/#v=six&m=c5.a1>",
        "https://example.org/#v=six&m=c5.\na1",
    ):
        assert read(text).game.move_texts() == ["c5", "a1"], text
    # A record may name an address; it stays a record, and its errors are reported.
    assert read('[Site "https://example.org/#v=six"]\n1. d6').game.move_texts() == ["d6"]
    assert "Line 2, column 1: 'hello'" in refusal(read, '[Site "https://example.org/#v=six"]\nhello')


def test_white_space_is_white_space_in_every_interpreter() -> None:
    for space in ("\u00a0", "\u2003", "\u3000", "\u202f", "\ufeff", "\x1f", "\t"):
        assert read(space + "3/3/3/6/3/3/W2" + space + "b" + space + "8 9" + space).game.position.side == 1, repr(space)
        assert read("1." + space + "d6" + space + "f4").game.move_texts() == ["d6", "f4"], repr(space)
        assert tuple(parse_move("d6" + space + "-d7", NINE)) == (4, 1, ()), repr(space)
        assert split_words("a" + space + "b") == ["a", "b"]


def test_only_ascii_letters_and_digits_count() -> None:
    assert lower_ascii("D6 \u0130 \u2167 \u00c9") == "d6 \u0130 \u2167 \u00c9"
    assert is_number("007") and not is_number("") and not is_number("\u0663") and not is_number("1234567")
    for text in ("\u0130", "\u2167", "d\u0000", "\u00c96", "a\u0663"):
        assert quote_input(text) in refusal(parse_move, text, NINE), text


def test_broken_utf8_in_a_link_is_refused() -> None:
    for damaged in ("%C0%80", "%ED%A0%80", "%F4%90%80%80", "%E0%80%AF", "%F0%80%80%AF", "%C3", "%80", "%FF"):
        assert refusal(Game.from_link, "c=" + damaged) == "The 'c' part of this link is damaged.", damaged
    assert refusal(Game.from_link, "c=%C3%BCa") == "The 'c' part of this link is damaged.", "no id has such letters"
    assert Link.read("k=0:%C3%BC%E2%82%AC%F0%9F%98%80").tree.comment == "\u00fc\u20ac\U0001f600"


def test_counts_too_large_for_the_text_forms_are_not_written() -> None:
    game = read("f=3/3/3/6/3/3/3_w_9_9_-_999999_999999&v=nine&r=quiet_limit:0").game
    game.play("d6")
    again = Game(game.variant, game.position, game.first_ply + 1, game.quiet)
    assert Game.from_link(again.link()).position == game.position
    highest = Game("nine", None, 999_998, 999_999)
    assert Game.from_link(highest.link()) == read(highest.fen()).game == highest
    assert read(Game("nine", None, 10**7, 10**7).fen()).game == highest, "higher counts are written as these"
    assert "0 (never) or a whole number from 2 to 999999" in refusal(NINE.with_options, {"repetition": 10**6})
    assert len(refusal(NINE.with_options, {"repetition": 10**5000})) < LONGEST_SENTENCE
