"""Every text format reads back what it wrote, and other programs' ways of writing the same are read."""

import random

from morris_core import BLACK, BOARDS, VARIANTS, WHITE, Board, Game, Outcome, Rules, Variant, find_variant
from morris_core.movetext import MAX_LENGTH, scan, scan_lines
from morris_core.reader import read
from morris_core.record import Record, read_games
from morris_core.tree import GameTree
from tests.core.support import amount, play, refusal, sample

NINE = find_variant("nine")
SEEDS = amount(6, 1)


def random_game(name: str, seed: int, **rules: object) -> Game:
    """Return a random game that prefers captures and ends at a random ply.

    Some have undone moves, and some were ended by their players.
    """
    random.seed(seed)
    variant = VARIANTS[name].with_options(rules)
    game = Game(variant)
    plies = 5 + random.randrange(90)
    while game.ply < plies and not game.outcome():
        moves = game.legal_moves()
        taking = [move for move in moves if move.captures]
        game.play(random.choice(taking if taking and random.randrange(2) else moves))
    if seed % 3 == 1:
        game.undo()
    if seed % 4 == 2 and not game.outcome():
        end = random.randrange(4)
        if end == 3:
            game.agree_draw()
        elif end == 2:
            game.lose_on_time(random.randrange(2))
        else:
            game.resign(end)
    return game


def later(game: Game) -> Game:
    """Return the game as if it started at its middle."""
    ply = game.ply // 2
    short = Game(game.variant, game.position_at(ply), game.first_ply + ply, game.quiet_at(ply))
    for move in game.line[ply : game.ply]:
        if short.outcome():
            break
        short.play(move)
    if not short.outcome():
        short.ended = game.ended
    return short


def all_games() -> "list[Game]":
    games = []
    for name in sample(sorted(VARIANTS)):
        for seed in range(SEEDS):
            games.append(random_game(name, seed))
            games.append(later(games[-1]))
    for seed in range(SEEDS):
        games.append(random_game("nine", seed, mill_hold=True, no_return=True, double_mill=2, stuck="passes"))
        games.append(later(games[-1]))
        games.append(random_game("lasker", seed, men=4, flying=0, capture="always", no_return=True, stuck="passes"))
        games.append(later(games[-1]))
    return games


def test_records_links_and_positions_read_back_to_equal_games() -> None:
    for game in all_games():
        where = (game.variant, game.move_texts())
        assert Game.from_record(game.record()) == game, where
        assert read(game.record()).game == game, where
        assert Game.from_link(game.link()) == game, where
        assert read("https://example.org/play#" + game.link()).game == game, where
        for ply in range(game.ply % 7, game.ply + 1, 7):
            again = Game.from_fen(game.fen(ply), game.variant)
            assert (again.position, again.quiet) == (game.position_at(ply), game.quiet_at(ply)), where
            assert again.first_ply == game.first_ply + ply


def test_sanmill_positions_read_back_in_both_dialects() -> None:
    for game in all_games():
        if len(game.variant.board.points) != 24 or game.variant.board.name == "moebius":
            continue
        for dialect in ("squares", "nodes"):
            text = game.sanmill_fen(None, dialect)
            assert len(text.split()) == (18 if dialect == "nodes" else 17)
            again = Game.from_fen(text, game.variant)
            read, expected = again.position, game.position
            assert (read.white, read.black, read.side) == (expected.white, expected.black, expected.side), text
            assert (read.white_hand, read.black_hand) == (expected.white_hand, expected.black_hand), text
            assert again.quiet == game.quiet
            if game.variant.rules.stuck == "loses":
                assert again.first_ply == game.first_ply + game.ply


def test_sanmill_writes_rings_from_the_inner_one_clockwise_from_the_top_middle() -> None:
    game = play(Game(NINE), "d5 e5 d6 f6 d7xf6 g7")
    assert game.sanmill_fen() == "O@******/O*******/O@****** w p p 3 6 2 6 0 0 0 0 0 0 0 0 4"
    assert game.sanmill_fen(0) == "********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1"
    nodes = "********/********/******** w p p 0 9 0 9 0 0 -1 -1 -1 -1 0 0 1 ids:nodes"
    assert game.sanmill_fen(0, "nodes") == nodes
    assert Game.from_fen(nodes, NINE) == Game(NINE)


def test_sanmill_reads_what_its_own_tests_write() -> None:
    game = read("O@******/********/******** w p p 1 8 1 8 0 0 0 0 0 0 0 0 1").game
    assert game.fen() == "3/3/1WB/6/3/3/3 w 8 8 - 0 1"
    # Between the dialects -1 came without the marker; places of mills are ignored; n and r come before the
    # start.
    for text in (
        "********/********/******** w p p 0 9 0 9 0 0 -1 -1 -1 -1 0 0 1",
        "********/********/******** w r p 0 9 0 9 0 0 8 9 31 30 16777216 0 0",
        "********/********/******** w n ? 0 9 0 9 0 0 0 0 0 0 0 0 0",
    ):
        assert read(text).game == Game(NINE), text
    # The number of men says which variants it can be.
    assert read("********/********/******** w p p 0 12 0 12 0 0 0 0 0 0 0 0 1").game.variant.rules.men == 12


def test_a_record_has_tags_numbered_moves_comments_and_a_result() -> None:
    game = Game(find_variant("nine").with_rules(flying=0, mill_hold=True))
    for move in ["d6", "f4", "d2", "b4", "f6", "b6", "b2"]:
        game.play(move)
    game.resign(BLACK)
    tree = GameTree(game)
    tree.comment, tree.mainline()[2].comment = "Begin", "so"
    record = Record(game, tree=tree, white='Ada "A" L.', date="2026.11.21", tags=[("Event", "A \\ B")])
    text = record.record()
    assert text == (
        '[Variant "nine"]\n[Rules "flying:0,mill_hold:1"]\n[White "Ada \\"A\\" L."]\n[Date "2026.11.21"]\n'
        '[Result "1-0"]\n[Event "A \\\\ B"]\n\n{Begin} 1. d6 f4 2. d2 {so} b4 3. f6 b6 4. b2 1-0\n'
    )
    again = Record.read(text)
    assert again.game == game
    assert again.game.outcome() == Outcome(WHITE, "resigned")
    assert (again.white, again.black, again.date, again.result) == (record.white, "", record.date, "1-0")
    assert again.tags == record.tags
    assert [node.comment for node in again.tree.nodes()] == ["Begin", "", "", "so", "", "", "", ""]


def test_numbers_show_that_a_side_had_to_pass() -> None:
    variant = find_variant("nine-merelles").with_rules(stuck="passes")
    game = Game.from_fen("B1B/1W1/3/W4W/2W/3/BW1 w 0 0 - 0 41", variant)
    text = play(game, "d6-d7 e3-e4 e4-e5 g4-f4 g7-g4").record()
    assert text.endswith("21. d6-d7 22. e3-e4 23. e4-e5 24. g4-f4 g7-g4 *\n"), text
    assert Game.from_record(text) == game
    # Other programs write the pass as a word.
    assert Game.from_record(text.replace("22.", "p 22.").replace("23.", "-- 23.")) == game
    black = Game.from_fen("W1W/1B1/3/B4B/2B/3/WB1 b 0 0 - 0 42", variant)
    text = play(black, "d6-d7 e3-e4").record()
    assert text.endswith("21... d6-d7 22... e3-e4 *\n"), text
    assert Game.from_record(text) == black


EXPECTED = ["a7", "b6", "d7", "d6", "g7xb6", "f6"]


def test_records_of_other_programs_are_read_whatever_their_spacing_case_and_numbers() -> None:
    for text in (
        "1. a7 b6 2. d7 d6 3. g7xb6 f6",
        "1.a7 b6 2.d7 d6 3.g7xb6 f6 *",
        "a7 b6 d7 d6 g7xb6 f6",
        "a7.b6.d7.d6.g7xb6.f6",
        "A7, B6, D7, D6, G7 X B6, F6",
        "1 a7 b6\n2 d7 d6\n3 g7 xb6 f6\n",
        "1) a7 b6 2) d7 d6 3) g7:b6 f6",
        "1... a7 1... b6 7. d7 d6 3. g7\u00d7b6 f6",
        " 1.    a7    b6\r\n 2.    d7    d6\r\n 3.    g7xb6    f6\r\n",
        "1. a7 {best} b6; by a hair\n2. d7 (2. d6 d7 (2... f6)) d6! 3. g7xb6?? $4 f6",
        "% exported\n1. a7 b6 2. d7 d6 3. g7 4. xb6 f6",
        "\ufeff1. a7 b6 2. d7 d6 3. g7 xb6 f6 1/2-1/2",
        '[Event "Sanmill-Game"]\r\n[Variant "Nine Men\'s Morris"]\r\n\r\n1. a7 b6 2. d7 d6 3. g7 xb6 f6',
        # PlayOK: points are numbers in reading order.
        '[Site "PlayOK"]\n[Event "Mill Game"]\n1. 1 4 2. 2 5 3. 3x4 6',
        "1. 1 4 2. 2 5 3. 3 x4 6 1-0",
        "1.1 4 2.2 5 3.3x4 6",
    ):
        game = read(text, NINE).game
        assert game.move_texts() == EXPECTED, text
        assert game.variant == NINE


def test_several_games_in_a_text_are_read_one_after_another() -> None:
    text = '1. d6 f4 1-0 {White won} 1. a7 * [White "Ada"]\n\n1. g7\n\n[White "Bob"]\n[Black "Eve"]\n1. d2 d3'
    records = list(read_games([text]))
    assert [record.game.move_texts() for record in records] == [["d6", "f4"], ["a7"], ["g7"], ["d2", "d3"]]
    assert records[0].tree.end().comment == "White won"
    assert [record.white for record in records] == ["", "", "Ada", "Bob"]
    both = records[0].record() + "\n" + records[3].record()
    assert [record.game for record in list(read_games([both]))] == [records[0].game, records[3].game]
    assert len(list(scan(text))) == 4


def test_a_file_of_games_is_read_game_by_game_as_a_whole_text_is() -> None:
    start = '[White "Ada"]\n[Black "Bob"]\n\n'
    tagged = start + "1. d6 f4 {a [comment\n[with] brackets}\n(1... b4\n[%note]) 2. d2 1-0\n{after}\n"
    text = tagged + "\n" + tagged + "1. a7 a1 *\n\n1. d7 d1\n2. a4 0-1\n" + "1. g7 *"
    games = list(read_games(iter(text.splitlines(True))))
    assert [record.result for record in games] == ["1-0", "1-0", "*", "0-1", "*"]
    assert [record.record() for record in games] == [record.record() for record in list(read_games([text]))]

    lines = iter(text.splitlines(True))
    next(read_games(lines))
    assert next(lines) == '[Black "Bob"]\n', "no more is read than the first line of the next game"


def test_a_file_is_split_into_games_where_a_whole_text_is() -> None:
    for text in (
        "1. d6 f4 ; nice :)\n{ a comment\n[not a tag]\n} 2. d2 *\n",
        '1. d6 f4 ; (\n2. d2\n[White "Bob"]\n1. a7\n',
        '1. d6 (1. a7 ; :)\n[A "b"]\n) f4 *\n',
        '1. d6 {a ( b}\n% {\n[White "Bob"]\n1. a7\n',
        '1) d6 f4\n2) d2\n[White "Bob"]\n1. a7\n',
        '[White "A"] 1. d6 {x\n f4\n[B "y"]\n} f4\n',
        '{first}\n[White "Ada"]\n{then}\n[Black "Bob"]\n\n1. d6 *\n{after}\n\n1. a7\n',
        "1. d6 f4 *\n\n%\n\n;\n1. a7 * ; 1-0\nd7\n",
    ):
        expected = [record.record() for record in list(read_games([text]))]
        assert [record.record() for record in read_games(text.splitlines(True))] == expected, text
    for text in ("", "\n\n", "{no game}\n"):
        assert list(read_games(text.splitlines(True))) == [], text


def test_random_texts_are_split_the_same_way_line_by_line() -> None:
    random.seed(5)
    parts = ["d6 ", "1. ", "5 ", "-", "{", "}", "(", ")", ";", "%", "\n", '\n[A "b"]\n', "[", '"', "\\", "*", "0-1"]
    for _ in range(amount(1000, 100)):
        text = "".join([random.choice(parts) for _ in range(20)])
        whole, by_line = [
            [(game.line, game.tags, game.comments, str(game.error)) for game in scan_lines(lines)]
            for lines in ([text], text.splitlines(True))
        ]
        assert by_line == whole, text


def test_a_comment_that_never_ends_does_not_hide_the_rest_of_a_large_file() -> None:
    lines = ["1. d6 {a\n"] + ["ten signs " * 1000 + "\n"] * (MAX_LENGTH // 8000) + ['[White "Bob"]\n', "1. a7 *\n"]
    errors: list[str] = []
    assert [record.white for record in read_games(lines, None, lambda error: errors.append(str(error)))] == ["Bob"]
    assert [error[: error.index(", '{a")] for error in errors] == ["Line 1, column 7: the comment that starts here"]


def test_a_damaged_game_of_a_file_is_named_by_its_line_and_does_not_hide_the_others() -> None:
    lines = '[White "Ada"]\n\n1. d6 d6 *\n\n[White "Bob"]\n\n1. d9 *\n[White "Cy"]\n\n1. a7 *\n'.splitlines(True)
    errors: list[str] = []
    assert [record.white for record in read_games(lines, None, lambda error: errors.append(str(error)))] == ["Cy"]
    assert [error[: error.index(":")] for error in errors] == ["Line 3, move 2, d6", "Line 7, move 1, d9"]
    assert refusal(list, read_games(lines)).startswith("Line 3, move 2, d6: d6 is not empty")


def test_a_game_is_read_back_as_the_result_of_its_record_says() -> None:
    game = Game(NINE)
    game.play("d6")
    read_back = Game.from_record(Record(game, result="1-0").record())
    assert (read_back.resigned, game.resigned) == (BLACK, None)
    assert Game.from_record(Record(read_back, result="*").record()) == game


def test_a_result_that_does_not_follow_from_the_moves_was_agreed_by_the_players() -> None:
    record = Record.read("1. d6 f4 1-0")
    assert record.game.outcome() == Outcome(WHITE, "resigned")
    record = Record.read('[Result "0-1"]\n1. d6 f4')
    assert record.game.outcome() == Outcome(BLACK, "resigned")
    record = Record.read("1. d6 f4 1/2-1/2")
    assert record.game.outcome() == Outcome(None, "agreed")
    assert record.record().endswith("1. d6 f4 1/2-1/2\n")


def test_a_loss_on_time_differs_from_a_resignation() -> None:
    text = '[Variant "nine"]\n[Result "0-1"]\n[Termination "time forfeit"]\n\n1. d6 f4 0-1\n'
    record = Record.read(text)
    assert record.game.outcome() == Outcome(BLACK, "time")
    assert record.tags == []
    assert record.record() == text
    other = Record.read('[Termination "abandoned"]\n1. d6 f4 0-1')
    assert other.game.outcome() == Outcome(BLACK, "resigned")
    assert other.tags == [("Termination", "abandoned")]
    won = Record.read('[Variant "three"]\n[Termination "time forfeit"]\n1. a3 a1 2. b3 b1 3. c3 1-0')
    assert won.game.ended is None, "the moves had decided it before"


def test_a_termination_that_is_not_that_of_the_game_is_left_out() -> None:
    for tag, end in (("abandoned", "time"), ("Time forfeit", "resigned"), ("time forfeit", "draw")):
        game = play(Game(find_variant("nine")), "d6 f4")
        if end == "time":
            game.lose_on_time(0)
        elif end == "resigned":
            game.resign(0)
        else:
            game.agree_draw()
        again = Game.from_record(Record(game, tags=[("Termination", tag), ("Event", "Cup")]).record())
        assert again == game, (tag, end)
    won = play(Game(find_variant("three")), "a3 a1 b3 b1 c3")
    for game in (play(Game(find_variant("nine")), "d6 f4"), won):
        assert "forfeit" not in Record(game, tags=[("Termination", "Time forfeit")]).record()


def test_a_text_that_was_read_has_the_comments_and_the_tags_of_its_records() -> None:
    found = read('[Event "Cup"]\n[ROUND "2"]\n{first} 1. d6 {the strongest point} f4 *\n\n1. a7 *')
    assert found.written_tags == [[("Event", "Cup"), ("ROUND", "2")], []]
    assert found.tree.record().splitlines()[-1] == "{first} 1. d6 {the strongest point} f4 *"
    assert not found[1].has_notes
    assert read("v=nine&m=d6").written_tags == [[]]


def test_a_record_that_goes_on_after_our_draws_is_read_without_them_unless_it_names_its_rules() -> None:
    setup = '[FEN "3/B1B/1WW/6/B1B/3/WW1 w 0 0 - 0 1"]\n'
    moves = "a1-a4 b6-d6 a4-a1 d6-b6 " * 3
    game = Game.from_record(setup + moves, find_variant("nine-merelles"))
    assert game.ply == 12
    assert game.variant.house_rules() == [("repetition", 0)]
    try:
        Record.read('[Variant "nine-merelles"]\n[Rules "repetition:3"]\n' + setup + moves)
    except Exception as error:
        assert str(error).startswith("Line 4, move 9, a1-a4: The game is over: Draw"), error
    else:
        raise AssertionError("the rules were named")


def test_read_finds_the_form_and_the_variant() -> None:
    assert read("#v=six&m=c5.a1").game.move_texts() == ["c5", "a1"]
    assert read("v=six&m=c5.a1").game.variant.name == "six"
    assert read("m=d6.f4").game.move_texts() == ["d6", "f4"]
    assert read("https://example.org/embed.html#v=six&m=c5").game.variant.name == "six"
    assert read("  3/3/3/6/3/3/W2 b 8 9\n").game.position.side == BLACK
    assert read("3/3/4/3/W2 b 4 5").game.variant.name == "five"
    assert read("3/3/4/3/W2 b 4 5", find_variant("six").with_rules(men=5)).game.variant.name == "six"
    assert read("3/3/5/3/W2 b 6 7").game.variant.name == "seven"
    assert read("1. c5 a1", find_variant("six")).game.variant.name == "six"
    assert read("1. c5 a1").game.variant.name == "nine"
    assert read("1. c5 a5", NINE).game.variant.name == "five", "nine has no a5"
    assert read('[Variant "Six Men\'s Morris"] 1. c5 a1', NINE).game.variant.name == "six"


def test_an_asterisk_is_a_cross_before_a_point_and_else_a_result() -> None:
    assert Game.from_record("1. a7 a1 2. d7 d1 3. g7*a1 a1").move_texts() == ["a7", "a1", "d7", "d1", "g7xa1", "a1"]
    assert Game.from_record("1. a7 a1 2. d7 d1 3. g7 *a1 a1 *").move_texts()[4:] == ["g7xa1", "a1"]
    assert Game.from_record("1. 1 22 2. 2 23 3. 3*22 22").move_texts()[4:] == ["g7xa1", "a1"]
    # Nothing is cut off in silence.
    assert "That move doesn't close a mill" in refusal(Record.read, "1. a7 a1 2. d7*a1 d1 3. b2")
    for text in ("1. a7 a1 *", "1. a7 a1*", "1. a7 a1 * 1. d7 *", "1. a7 a1 *\n1. d7 *"):
        assert Game.from_record(text).move_texts() == ["a7", "a1"], text
    assert len(list(read_games(["1. a7 a1 * 1. d7 *"]))) == 2


def test_own_variants_read_back_to_equal_games() -> None:
    for board in BOARDS.values():
        for rules in (
            Rules(men=3),
            Rules(men=4, flying=3, mill_hold=True),
            Rules(men=3, mill_wins=True, stuck="passes"),
        ):
            game = Game(Variant("my own", "My own", board, rules, ""))
            game.play(game.legal_moves()[0])
            assert Game.from_link(game.link()) == game, (board, rules)
            assert Game.from_record(game.record()) == game, (board, rules)
    # A name of the table does not make it that variant.
    game = Game(Variant("nine", "Nine?", BOARDS["two-ring"], Rules(men=5), ""))
    assert Game.from_link(game.link()) == game


def test_a_board_that_no_text_can_name_is_refused() -> None:
    cross = Board("cross", "Cross", 3, "a2-b2-c2 b3-b2-b1 a1-c1")
    game = Game(Variant("cross", "Cross", cross, Rules(men=3, mill_wins=True), ""), None)
    for write in (game.link, game.record):
        assert "can be written as text, not on the board 'cross'." in refusal(write)


def test_a_record_refuses_tags_and_results_that_it_could_not_read_again() -> None:
    game = Game(NINE)
    for name in ("my tag", "", "a]", 'a"', "FEN", "white", "[x"):
        assert "tag" in refusal(Record(game, tags=[(name, "x")]).record), name
    assert "not '2-0'." in refusal(Record(game, result="2-0").record)
    game.resign(WHITE)
    assert "because the game ended 0-1." in refusal(Record(game, result="1-0").record)
    tags = [("Event", ""), ("ECO", 'x \\ "y"'), ("Event", "twice")]
    assert Record.read(Record(game, tags=tags).record()).tags == tags
