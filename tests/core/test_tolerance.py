"""Texts that people paste are read, whatever their writing, and damage costs little."""

from morris_core import Game, Link, find_variant, read
from morris_core.find_link import find_link
from morris_core.movetext import result_of
from morris_core.record import Record, read_games
from tests.core.support import CPYTHON, refusal


def moves_of(text: str) -> str:
    return " ".join(read(text).game.move_texts())


def games_of(text: str) -> "tuple[list[str], list[str]]":
    """Return the moves of each game of a file, and its errors."""
    errors: list[str] = []
    records = read_games(text.splitlines(True), None, lambda error: errors.append(str(error)))
    return [" ".join(record.game.move_texts()) for record in records], errors


def test_results_have_any_dash_a_colon_or_fractions() -> None:
    for text in (
        "1\u20130",
        "1\u20140",
        "1 - 0",
        "1:0",
        "1 : 0",
        "1\u22120",
        "1 \u2013 0",
        "1\u20110",
        "1-\u200e0",
        "1-0.",
        "**1-0**",
    ):
        game = read("1. d6 f4 2. d2 b4 " + text).game
        assert (game.ply, game.result()) == (4, "1-0"), text
    for text in ("0\u20131", "0 : 1", "0:1", "0\u20121", "0 \u2014 1"):
        assert read("1. d6 f4 " + text).game.result() == "0-1", text
    halves = (
        "\u00bd",
        "\u00bd\u2013\u00bd",
        "\u00bd:\u00bd",
        "1/2",
        "1/2\u20131/2",
        "1/2 - 1/2",
        "0.5-0.5",
        "0,5 : 0,5",
        "0.5\u20140.5",
    )
    for text in halves:
        assert read("1. d6 f4 " + text).game.result() == "1/2-1/2", text
    for text in ("2-0", "1-1", "0-0", "1/2-0", "1-0-1", "10", "1 0", ""):
        assert result_of(text) == "", text


def test_a_result_in_a_tag_never_costs_the_moves() -> None:
    for text in ("?", "2-0", "White won", "1-0 (time)", "draw", "\u00bd \u00bd", "unfinished"):
        link = read('[Result "' + text + '"]\n\n1. d6 f4')[0]
        assert (link.game.ply, link.game.result()) == (2, "*"), text
        assert bool(link.remarks) == (text != "?"), text
    for text, result in (
        ("0.5-0.5", "1/2-1/2"),
        ("1:0", "1-0"),
        ("0 \u2013 1", "0-1"),
        ("\u00bd", "1/2-1/2"),
        ("*", "*"),
    ):
        assert read('[Result "' + text + '"]\n\n1. d6 f4').game.result() == result, text
    link = read('[Result "1-0"]\n1. d6 0-1')[0]
    assert link.game.result() == "0-1", "what the moves end with counts"
    assert str(link.remarks[0]).startswith("Line 1, column 1: Tag Result: it says 1-0")
    link = read('[Variant "three"]\n1. a3 a1 2. b3 b1 3. c3 0-1')[0]
    assert link.game.result() == "1-0" and "the moves give another one: White wins" in str(link.remarks[0])


def test_a_tag_that_the_game_has_already_begins_another_game() -> None:
    lost = '[Event "Cup"]\n[White "K"]\n[Variant "twelve"]\n[Result "0-1"]\n\n[White "G"]\n\n1. d6 f4 1-0\n'
    cup, other = read(lost), read(lost)[1]
    assert (len(cup), other.game.variant.name, other.game.result()) == (2, "nine", "1-0")
    assert cup.tags == [{"event": "Cup", "white": "K", "variant": "twelve", "result": "0-1"}, {"white": "G"}]
    for text, number in (
        ('[White "A"]\n\n[White "B"]\n\n1. d6 *', 2),
        ('[White "A"]\n[Black "B"]\n[White "C"]\n[Black "D"]\n\n1. d6', 2),
        ('[Event "A"]\n[White "B"]\n\n[Event "A"]\n[White "C"]\n\n1. d6', 2),
        ('[White "A"]\n[Result "1-0"]\n\n[Event "Cup"]\n1. d6', 2),
        ('[White "A"]\n\n{note}\n\n[WHITE "B"]\n\n1. d6', 2),
        ('[White "A"]\n\n[Black "B"]\n\n1. d6', 1),
        ('[Event "A"]\n[Note "x"]\n[Note "y"]\n\n1. d6', 1),
        ("1. d6 f4\n\n1. a7 d7\n", 2),
        ("1. d6 f4\n\n1) a7 d7\n\n1. g7 *", 3),
        ("1. d6\n1. f4\n\n2. d2\n2. b4", 1),
        ("1. d6\n\n1. f4\n\n2. d2\n\n2. b4", 1),
        ("1. d6 f4\n\n1... b4", 1),
    ):
        assert len(read(text)) == number, text


def test_rules_without_a_name_are_those_that_fit() -> None:
    for name in ("Custom", "custom", "Standard", "?", "Unknown", "Default", "Classic", "-"):
        link = read('[Variant "' + name + '"]\n\n1. d6 f4 2. d2 b4 *')[0]
        assert link.game.variant.name == "nine", name
        assert bool(link.remarks) == (name in ("Custom", "custom")), name
    for name in (
        "Nine Men\u2019s Morris",
        "nine mens morris",
        "NINE-MEN'S-MORRIS",
        "NineMensMorris",
        "nine_men`s morris",
    ):
        assert read('[Variant "' + name + '"]\n1. d6').game.variant.name == "nine", name
    for name in ("Russian Mill", "El Filja", "Zhi Qi", "chess"):
        found = read('[Variant "' + name + '"]\n1. d6')
        assert "Tag Variant: There's no variant called" in refusal(found.__getitem__, 0), name


def test_a_list_without_tags_is_of_the_first_variant_that_plays_it() -> None:
    for text, name in (
        ("1. a7 d7 2. b6 d6 3. c5xd7 d5", "nine-diagonal"),
        ("1. d6 f4 2. d6-d7", "lasker"),
        ("a7 a4 b6 b4 c5xa4 c4 g7 a4xg7", "nine-diagonal"),
        ("1 3 4 6 7x3 2", "nine-diagonal"),
        ("d6 f4 d2 b4 f6 f2 b2", "nine"),
    ):
        link = read(text)[0]
        assert link.game.variant.name == name, text
        if name != "nine":
            assert "because Nine Men's Morris doesn't fit." in str(link.remarks[0]), text
    twelve = Game("twelve")
    while twelve.ply < 24:
        twelve.play(
            [move for move in twelve.legal_moves() if not move.captures][-1]
            if twelve.ply % 3
            else twelve.legal_moves()[0]
        )
    link = read(" ".join(twelve.move_texts()), "nine")[0]
    assert link.game.move_texts() == twelve.move_texts(), "24 men need a game with 12 for each side"
    assert link.game.variant.rules.men >= 12
    # Without any that fits, the error is that of the given one.
    assert refusal(lambda: read("1. d6 f4 2. d6 d2", find_variant("nine")).game).startswith(
        "Line 1, move 3, d6: d6 is not empty."
    )
    # Numbers from 0 only where they cannot be numbers from 1.
    link = read("0 5 7 3")[0]
    assert link.game.move_texts() == ["a7", "f6", "d5", "b6"] and "numbers from 0" in str(link.remarks[0])
    assert moves_of("4 12 20") == "b6 c4 d2"
    assert moves_of("1. 0 23 2. 1 22 3. 2x22 5") == "a7 g1 d7 d1 g7xd1 f6"
    assert moves_of("1. 24 1") == "g1 a7"


def test_marks_that_nobody_sees_are_ignored() -> None:
    for mark in ("\u200e", "\u200f", "\u200b", "\u2060", "\u00ad", "\u202a", "\u2066", "\ufeff", "\u061c", "\ufe0f"):
        assert moves_of("1. d6" + mark + " f4 " + mark + "2." + mark + "d2") == "d6 f4 d2", ascii(mark)
        assert moves_of(mark + "1. d6" + mark + "\n" + mark + "f4") == "d6 f4", ascii(mark)
        assert moves_of(mark + "#v=nine&m=d6.f4" + mark) == "d6 f4", ascii(mark)
        assert read("1. d6 f4 1" + mark + "-" + mark + "0").game.result() == "1-0", ascii(mark)
        assert len(read(mark + '[White "A"]\n[Black "B"]\n\n1. d6 *')) == 1, ascii(mark)


def test_lists_quotations_and_messages_are_read() -> None:
    for text in (
        "* d6\n* f4\n* d2",
        "- d6\n- f4\n- d2",
        "\u2022 d6\n\u2022 f4\n\u2022 d2",
        "\u2013 1. d6 f4\n\u2013 2. d2",
        "+ d6 f4\n+ d2",
        "**1. d6 f4** 2. d2",
        "*1. d6 f4* 2. d2",
        "1. **d6** f4 2. **d2**",
        "__1.__ d6 f4 __2.__ d2",
        "> 1. d6 f4\n> 2. d2",
        ">> 1. d6 f4\n>> 2. d2",
        "> > 1. d6 f4\n> >\n> > 2. d2",
        "On Friday, Bob wrote:\n> 1. d6 f4\n> 2. d2\n\nYour move!\nBob",
        "27 Nov 2026, Bob wrote:\n\n> 1. d6 f4 2. d2",
        "```\n1. d6 f4\n2. d2\n```",
        "`1. d6 f4 2. d2`",
        '"1. d6 f4 2. d2"',
        "\u201e1. d6 f4 2. d2\u201c",
        "| 1 | d6 | f4 |\n| 2 | d2 |",
        "1: d6 f4\n2: d2",
        "(1) d6 f4 (2) d2",
        "d6; f4; d2",
        "1. d6; f4\n2. d2",
        "6d 4f 2d",
        "1. 6d 4f 2. 2d",
        "Place to d6\nPlace to f4\nPlace to d2",
        "1 Place to d6 Place at f4 2 place d2",
        "(2,1) (2,3) (2,5)",
        "SkillLevel = 9\nposition fen ********/********/******** w p p 0 9 moves (1,6)\n 1. d6 f4\n2. d2",
        "\u68cb\u8b5c\u3067\u3059\n1. d6 f4\n2. d2",
    ):
        assert moves_of(text) == "d6 f4 d2", text
    capture = "a7 b6 d7 d6 g7xb6"
    for text in (
        "Place to a7\nPlace to b6\nPlace to d7\nPlace to d6\nPlace to g7, take b6",
        "7a 6b 7d 6d 7gx6b",
        "(3,8) (2,8) (3,1) (2,1) (3,2) -(2,8)",
        "1. a7 b6\n2. d7 d6\n3. g7 takes b6",
        "- a7 b6\n- d7 d6\n- g7\u00d7b6",
        "1. a7 b6 2. d7 d6 3. g7 : b6",
    ):
        assert moves_of(text) == capture, text
    assert "Tom" in read("For Tom\n1. d6 f4")[0].tree.comment, "nothing is lost"


def test_tags_have_quotation_marks_of_any_kind() -> None:
    for text in (
        "\u201cAda\u201d",
        "\u201eAda\u201c",
        "\u00abAda\u00bb",
        "'Ada'",
        "\u2018Ada\u2019",
        "\u300cAda\u300d",
        "\uff02Ada\uff02",
    ):
        found = read("[White " + text + "]\n[Black " + text + "] 1. d6 *")
        assert found.tags == [{"white": "Ada", "black": "Ada"}], text


def test_errors_show_what_the_text_has_and_where() -> None:
    for text, sentence in (
        ("1. d6 f4\n2. z\u00e9 d2", "Line 2, column 4: 'z\u00e9' isn't part of a move"),
        ("> 1. d6 f4\n> 2. d2 \u00d7\u00d7 f4", "Line 2, column 10: '\u00d7' can't follow a point here"),
        ("1. :d6 f4", "Line 1, column 4: ':' can't follow a point here"),
        ("1. d6 \u2192 \u2192 d7", "Line 1, column 9: '\u2192' can't follow a point here"),
        ("(2,1) (2,3) -(2,3) - -(2,1)", "'-' can't follow a point here"),
        ("1. d6 f4 2. D2:F4", "move 3, D2:F4: That move doesn't close a mill"),
        ("\n\n1. d6 d6", "Line 3, move 2, d6: d6 is not empty."),
        ('[White "A"]\n[Rules "x:1"]\n1. d6', "Line 2, column 1: Tag Rules: There's no house rule called 'x'"),
    ):
        assert sentence in refusal(lambda text=text: read(text).game), text


def test_a_fault_costs_its_own_game_only() -> None:
    faults = (
        "1. d6 {open f4 *",
        "1. d6 (open f4 *",
        "1. d6 {a {b\nf4 *",
        "1. d6 f4) 2. d2 *",
        "1. d6 hello 1-0",
        "1. d6 d6 2. f4 *",
        "1. d9 *",
        "1. d6 - f4 -",
        "1. d6 } f4 *",
        "1. d6 xx7 \u00bd",
    )
    before, after = "1. a7 d7 2. a4 *\n\n", "\n\n1. g7 {fine} (1. g4 {too}) g1 1-0\n\n1. b6 (1. d6) f4 *\n"
    expected = ["a7 d7 a4", "g7 g1", "b6 f4"]
    for fault in faults:
        assert games_of(before + fault + after)[0] == expected, fault
        assert len(games_of(before + fault + after)[1]) == 1, fault
        tagged = ""
        for index, text in enumerate((before, fault, after[2:].split("\n\n")[0], after[2:].split("\n\n")[1])):
            tagged += '[Event "Cup"]\n[White "P' + str(index) + '"]\n\n' + text.strip() + "\n\n"
        assert games_of(tagged)[0] == expected, tagged
        assert len(games_of(tagged)[1]) == 1, fault
    for fault in (
        "[White Ada]",
        '[White "Ada"',
        '[White "Ada]',
        "[White",
        '[Wh[ite "Ada"]',
        '[Variant "chess"]',
        '[FEN "junk"]',
    ):
        text = fault + '\n[Black "B"]\n\n1. d6 f4 *\n\n[White "C"]\n[Black "D"]\n\n1. a7 *\n'
        assert games_of('[White "A"]\n\n1. d7 *\n\n' + text)[0] == ["d7", "a7"], fault
        assert len(games_of('[White "A"]\n\n1. d7 *\n\n' + text)[1]) == 1, fault


def test_a_link_is_found_whatever_was_added_to_it() -> None:
    link = "https://example.org/#v=nine&m=d6.f4.d2.b4"
    for text in (
        link + ")",
        link + ".",
        link + "\u3002",
        link + "\u3001\u6b21",
        link + "\u200e",
        link + "\u2026",
        link + "\uff09",
        link + '">',
        "<" + link + ">",
        "(" + link + ").",
        "**" + link + "**",
        "_" + link + "_",
        "[my game](" + link + ")",
        "Hi! " + link + " Bye.",
        link.replace("&", "&amp;"),
        link.replace("&", "&#38;"),
        link.replace("&", "&#x26;"),
        link.replace("&", "&amp;amp;"),
        link.replace("https://", ""),
        "www." + link[8:],
        "#V=NINE&M=D6.F4.D2.B4",
        "HTTPS://EXAMPLE.ORG/#V=NINE&M=D6.F4.D2.B4",
        link.replace("d2", "\nd2"),
        link.replace("&", "&\n"),
        "#v%3Dnine%26m%3Dd6.f4.d2.b4",
        link.replace("#", "%23"),
        "https://www.google.com/url?q=https://example.org/%23v%3Dnine%26m%3Dd6.f4.d2.b4&sa=D&ust=1",
        "https://x.example/?url=https%3A%2F%2Fexample.org%2F%23v%3Dnine%26m%3Dd6.f4.d2.b4&data=05%7C01&reserved=0",
        "https://x.example/?u=https%253A%252F%252Fexample.org%252F%2523v%253Dnine%2526m%253Dd6.f4.d2.b4",
        "<a href='" + link.replace("&", "&amp;") + "'>my game</a>",
        link + "&utm_source=mail",
        "v=nine&m=d6.f4.d2.b4.",
        "#v=nine&m=d6.f4.d2.b4%E3%80%82",
        "#v=nine&m=d6.f4.d2.b4%29",
    ):
        assert moves_of(text) == "d6 f4 d2 b4", text
        assert find_link(text) or "\n" in text, text
    for end in (")", ".", "\u3002", "%E3%80%82", "%29", "\u201d", "!"):
        assert Link.read("v=nine&m=d6.f4&c=abcdefgh12" + end).correspondence == "abcdefgh12", end
        assert Link.read("p=today" + end).puzzle == "today", end
    for text in ("v=nine&m=d6.f4&c=abc)d", "v=nine&m=d6.f4&c=%C3%BCa", "c=a b", "c=a%20b", "c=a/b"):
        assert Link.read(text).correspondence == "" and Link.read(text).problem, text
    for text in ("v=nine&mm=d6.f4", "v=nine&%6D=d6.f4", "v=nine&n m=d6", "v=nine&\u043c=d6.f4", "v=nine&M%20=d6"):
        assert "is damaged" in str(Link.read(text).problem) or "can't be read" in str(Link.read(text).problem), text
    for text in ("1. d6 f4", "hello", "https://example.org/", "#", "a=b", "x#y", "100% sure", "%23"):
        assert find_link(text) == "", text


def test_a_variation_follows_the_move_that_its_number_says() -> None:
    for text, after in (
        ("1. d6 f4 2. d2 (2... b4 3. f6) b6", "d6 f4 d2"),
        ("1. d6 (1... f4) a7", "d6"),
        ("1. d6 (1\u2026 f4) a7", "d6"),
        ("1. d6 f4 (1... b4) 2. d2", "d6"),
        ("1. d6 f4 2. d2 (2. b4) b6", "d6 f4"),
    ):
        lines = [node for node in read(text).tree.nodes() if len(node.variations) == 2]
        assert [read(text).game.move_text(node.move) for node in lines[0].path() if node.move] == after.split(), text


def test_a_variation_beside_a_move_after_a_pass_replaces_it() -> None:
    text = """[Variant "nine-holes"]
[Rules "men:4,flying:0,stuck:passes"]
[FEN "WBW/W1B/B2 w 1 1 - 0 7"]

4. b2 b1 5... c2-c1 (5... b1-c1) *
"""
    assert "(5... b1-c1)" in Record.read(text).record()
    assert "{(" not in Record.read(text).record()


def test_positions_of_older_versions_of_sanmill_are_read() -> None:
    for text, fen in (
        ("O*O@O*O@/@*@***@O/O@O@O@O* b m s 9 0 8 0 0 8 23", "8 46"),
        ("********/********/******** w p p 0 9 0 9 0 0 0 1", "0 1"),
        ("********/********/******** w p p 0 9 0 9 0 0 0 2 3", "2 5"),
        ("********/********/******** w p p 0 9 0 9 0 0 0 0 2 3", "2 5"),
        ("********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 2 3", "2 5"),
        ("fen: ********/********/******** w p p 0 9 0 9 0 0 0 1", "0 1"),
        ("position fen ********/********/******** w p p 0 9 0 9 0 0 0 1", "0 1"),
    ):
        assert read(text).game.fen().endswith("- " + fen), (text, read(text).game.fen())
    for text in ("OOO*****/@@******/******** w p r 3 6 2 7 1 0 0 3", "OOO*****/@@******/******** w p p 3 6 2 7 1 0 3"):
        assert "must still be taken" in refusal(read, text)


def test_files_are_utf_8_utf_16_or_windows_1252() -> None:
    text = (
        '[White "J\u00e1n M\u00fcller"]\r\n[Black "B"]\r\n\r\n1. d6 f4 1\u20130\r\n\r\n[White "C"]\r\n\r\n1. a7 *\r\n'
    )
    if not CPYTHON:
        return  # The page leaves it to the browser.
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "cp1252"):
        data = text.encode(encoding)
        assert read(data).tags[0]["white"] == "J\u00e1n M\u00fcller", encoding
        records = list(read_games(data.splitlines(True)))
        assert [record.white for record in records] == ["J\u00e1n M\u00fcller", "C"], encoding
        assert records[0].result == "1-0", encoding
    for mistake in ("games.txt", b"1. d6"):
        try:
            list(read_games(mistake))  # type: ignore[arg-type]
        except TypeError as error:
            assert "read_games needs an open file or lines" in str(error)
        else:
            raise AssertionError(mistake)
