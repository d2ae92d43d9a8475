"""Damaged input of every form: the error is one of ours and says where and why."""

import random

from morris_core import VARIANTS, Game, MorrisError
from morris_core.fen import format_fen, parse_fen
from morris_core.levels.table import LEVELS
from morris_core.link import LinkError, format_link, parse_link
from morris_core.notation import parse_move
from morris_core.reader import read_any
from morris_core.record import format_record, parse_records
from morris_core.sanmill import format_sanmill_fen, parse_sanmill_fen
from tests.core.support import SPEED, find_variant, refusal

NINE = find_variant("nine")

MOVES = (
    ("", "There is no move in an empty text"),
    ("d9", "'d9' is no point of this board"),
    ("d4", "'d4' is no point of this board"),
    ("d6-", "A point is missing in 'd6-'"),
    ("-d6", "A point is missing in '-d6'"),
    ("d6x", "A point is missing in 'd6x'"),
    ("d6-d7-g7", "'d6-d7-g7' has more than one step"),
    ("d6 d7", "'d6d7' is no point"),
)

# The start of nine men's morris with one thing wrong each.
POSITIONS = (
    ("3/3/3/6/3/3/3", "A position has the fields ranks, side"),
    ("3/3/3/6/3/3/3 w 9", "has 3."),
    ("3/3/3/6/3/3/3 w 9 9 - 0 1 x", "has 8."),
    ("3/3/3/6/3/3 w 9 9 - 0 1", "This board has 7 ranks, but '3/3/3/6/3/3' has 6."),
    ("3/3/3/5/3/3/3 w 9 9 - 0 1", "Rank 4 has 6 points, but '5' gives 5."),
    ("3/3/WWWW/6/3/3/3 w 9 9 - 0 1", "Rank 5 has 3 points, but 'WWWW' gives 4."),
    ("3/3/3/6/3/w2/3 w 9 9 - 0 1", "In rank 2, 'w' is neither W, B nor a number of empty points."),
    ("3/3/3/6/3/0W2/3 w 8 9 - 0 1", "In rank 2, '0' is neither"),
    ("3/3/3/6/3/3/3 x 9 9 - 0 1", "The side to move is w or b, not 'x'."),
    ("3/3/3/6/3/3/3 w nine 9 - 0 1", "The field white-hand is a number of at most six digits, not 'nine'."),
    ("3/3/3/6/3/3/3 w 9 -9 - 0 1", "The field black-hand is a number of at most six digits, not '-9'."),
    ("3/3/3/6/3/3/3 w 9 9 - zero 1", "The field quiet is a number of at most six digits, not 'zero'."),
    ("3/3/3/6/3/3/3 w 9 9 - 0 0", "The field move counts from 1, not '0'."),
    ("3/3/3/6/3/3/3 w 9 9 - 0 99999999", "The field move is a number of at most six digits, not '99999999'."),
    ("3/3/3/6/3/3/3 w 9 9 w:d6 0 1", "The field last looks like w:d6-d7,b:a1-a4 or is -, not 'w:d6'."),
    ("3/3/3/6/3/3/3 w 10 10 - 0 1", "White has 0 men on the board and 10 in hand, but only 9 in this game."),
    ("3/3/3/6/3/3/3 w 9 8 - 0 1", "White and Black place in turn"),
)

SANMILL = (
    ("********/********/******** w p p 0 9 0 9", "A position of Sanmill's has 17 fields, but this one has 8."),
    ("********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1", "Three rings are written"),
    ("********/*******/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1", "The middle ring has eight points, but '*******'"),
    ("********/********/***o**** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1", "In the outer ring, 'o' is neither O, @ nor *."),
    ("X*******/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1", "The inner ring has a marked point (X)"),
    ("********/********/******** white p p 0 9 0 9 0 0 0 0 0 0 0 0 1", "The side to move is w or b, not 'white'."),
    ("********/********/******** w q p 0 9 0 9 0 0 0 0 0 0 0 0 1", "The phase is p, m or o"),
    ("********/********/******** w p q 0 9 0 9 0 0 0 0 0 0 0 0 1", "The action is p, s, r or ?, not 'q'."),
    ("********/********/******** w p p 1 8 0 9 0 0 0 0 0 0 0 0 1", "said to be 1, but the rings show 0."),
    ("********/********/******** w p p 0 9 0 x 0 0 0 0 0 0 0 0 1", "The field for Black's men in hand is a number"),
    ("OOO*****/@@******/******** w p r 3 6 2 7 1 0 0 0 0 0 0 0 3", "A man is still to be removed in this position."),
    ("OOO*****/@@******/******** w p p 3 6 2 7 0 1 0 0 0 0 0 0 3", "A man is still to be removed in this position."),
    ("********/********/******** w p p 0 9 0 9 0 0 7 0 0 0 0 0 1", "White's last mill, from cannot be 7."),
    ("********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 -1 1", "the plies since the last capture cannot be -1."),
    ("********/********/******** w m s 0 9 0 9 0 0 0 0 0 0 0 0 1", "there are men in hand."),
    ("********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1 c:w-1-8|b-0-", "stands for a way of capturing"),
    ("********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1 what", "'what' after the 17 fields is not known."),
)

RECORDS = (
    ("hello", "Line 1: 'hello' is no part of a move"),
    ("1. d6 f4\n2. d6", "Line 2, move 3, d6: d6 is not empty."),
    ("1. d6 f4\n2. z2", "Line 2: 'z' is no part of a move"),
    ("1. d6 f4 2. a2", "Line 1, move 3, a2: 'a2' is no point of this board"),
    ("1. d6 f4 2. d2-d3", "Line 1, move 3, d2-d3: White has no man on d2."),
    ("1. d6 f4 2. d6-d7", "White still has men to place, so no man may move yet."),
    ("1. d6 f4 2. d2xf4", "No mill is closed by that move, so nothing may be taken."),
    ("1. xd6", "Line 1: 'x' does not follow a point here"),
    ("1. d6--d7", "Line 1, move 2, pass: nobody has to pass here."),
    ("1. d6 - - d7", "Line 1: '-' does not follow a point here"),
    ("1. d6 f4-", "Line 1: the move 'f4-' has no end."),
    ("1. d6-d7-g7", "Line 1: '-' does not follow a point here"),
    ("1. d6 {best\nf4", "Line 1: the comment that begins here, '{best"),
    ("1. d6 (1. f4", "Line 1: the parenthesis that begins here has no end )."),
    ("[White Ada]\n1. d6", "Line 1: a tag looks like [White \"Ada\"], not '[White Ada'."),
    ('[White "Ada"\n1. d6', "Line 1: a tag looks like"),
    ('[Variant "ten"]\n1. d6', "Tag Variant: There is no variant called 'ten'; there are: nine,"),
    ('[Rules "wings:3"]\n1. d6', "Tag Rules: There is no house rule called 'wings'; there are: men, flying,"),
    ('[Rules "flying:4"]\n1. d6', "Tag Rules: flying is one of 0, 3, not 4."),
    ('[FEN "3/3/3 w 9 9"]\n1. d6', "Tag FEN: This board has 7 ranks, but '3/3/3' has 3."),
    ('[Result "2-0"]\n1. d6', "Tag Result: a result is 1-0, 0-1, 1/2-1/2 or *, not '2-0'."),
    ('[Result "1-0"]\n1. d6 0-1', "Tag Result: it says 1-0, but the moves end with 0-1."),
    (
        '[Variant "three"]\n1. a3 a1 2. b3 b1 3. c3 0-1',
        "it says 0-1, but by the moves: White wins with a row of three.",
    ),
    ('[Variant "three"]\n1. a3 a1 2. b3 b1 3. c3 c1', "The game is over: White wins with a row of three."),
    ("1. 5 14 2. 25", "Line 1, move 3, 25: 25 is no point; points are numbered 1 to 24."),
    ("1. d6 p f4", "Line 1, move 2, pass: nobody has to pass here."),
    ("; nothing but a remark", "There is no game in this text."),
)

OTHERS = (
    ("3/3/3/6/3/3 w 9 9 - 0 1", "A position with 6 ranks fits no board"),
    ("https://example.org/", "There is no game in this address"),
    ("#v=ten", "There is no variant called 'ten'"),
    ("#v=nine&r=wings:3", "There is no house rule called 'wings'"),
    ("#v=nine&r=men:13", "men is one of 3, 4"),
    ("#v=five&r=men:9", "Two sides of 9 men do not fit on the 16 points"),
    ("#v=nine&f=3", "The position of this link cannot be set up. A position has the fields"),
    ("#v=nine&m=d6.f4.d6", "Move 3 of this link, 'd6', cannot be played. d6 is not empty."),
    ("#v=nine&m=d6.f4&at=3", "wants to show ply '3', but the game has plies 0 to 2."),
    ("#v=nine&side=top", "At the bottom sits white or black, not 'top'."),
    ("#v=nine&w=9", f"White is played by human or by level1 to level{len(LEVELS)}, not '9'."),
    ("#v=nine&b=level99", f"Black is played by human or by level1 to level{len(LEVELS)}, not 'level99'."),
    ("#v=nine&m=d6%ZZ", "The part 'm' of this link is damaged."),
    ("#nonsense", "'nonsense' in this link says nothing"),
)


def read_fen(text: str) -> object:
    return parse_fen(text, NINE)


def read_sanmill(text: str) -> object:
    return parse_sanmill_fen(text, NINE)


def test_a_damaged_move_is_refused_with_the_reason() -> None:
    for text, reason in MOVES:
        message = refusal(parse_move, text, NINE)
        assert reason in message, (text, message)


def test_damaged_positions_records_and_links_are_refused_with_place_and_reason() -> None:
    for read, kinds in ((read_fen, POSITIONS), (read_sanmill, SANMILL), (read_any, RECORDS), (read_any, OTHERS)):
        for text, reason in kinds:
            message = refusal(read, text)
            assert reason in message, (text, message)
            assert message.endswith("."), (text, message)


def test_a_position_of_sanmill_fits_a_board_of_three_squares_only() -> None:
    game = Game(find_variant("six"))
    assert "Sanmill plays on three squares only" in refusal(format_sanmill_fen, game)


def damage(text: str) -> str:
    """Return the text with one thing wrong by chance."""
    index = random.randrange(len(text))
    kind = random.randrange(6)
    if kind == 0:
        return text[:index]
    if kind == 1:
        return text[:index] + text[index + 1 :]
    if kind == 2:
        return text[:index] + random.choice("ax-#/&=%{}[]()\"'\\ 0179.:;WB@*O\n\u00e9\u2013\u00bd") + text[index:]
    if kind == 3:
        return text[:index] + random.choice("ax-#/&=%{}[]()\"'\\ 0179.:;WB@*O\n\u00e9\u2013\u00bd") + text[index + 1 :]
    if kind == 4:
        return text[:index] + text[index:][:9] * 2 + text[index:]
    other = random.randrange(len(text))
    return text[min(index, other) :] + text[: max(index, other)]


def test_whatever_chance_does_to_a_text_only_our_own_exceptions_come_out() -> None:
    random.seed(7)
    texts = []
    for name, variant in VARIANTS.items():
        game = Game(variant)
        while game.ply < 24 and not game.outcome():
            game.play(random.choice(game.legal_moves()))
        texts += [format_record(game), format_link(game), format_fen(game), " ".join(game.move_texts())]
        if len(variant.board.points) == 24:
            texts.append(format_sanmill_fen(game, None, "nodes" if name == "twelve" else "squares"))
    refused = 0
    for _ in range({"fast": 1500, "middling": 400, "slow": 120}[SPEED]):
        text = damage(random.choice(texts))
        while not random.randrange(3):
            text = damage(text or "x")
        for read in (read_any, parse_records, lambda text: parse_fen(text, NINE), lambda text: parse_move(text, NINE)):
            try:
                read(text)
            except MorrisError as error:
                refused += 1
                assert str(error), text
        try:
            parse_link(text)
        except LinkError as error:
            game = error.link.game
            if not game.outcome():
                game.play(game.legal_moves()[0])
    assert refused > 100
