"""Damaged input of every format: only MorrisErrors are raised, and they say where and why."""

import random

from morris_core import VARIANTS, Game, MorrisError, Variant, find_variant
from morris_core.levels.table import LEVELS
from morris_core.link import Link
from morris_core.notation import parse_move
from morris_core.reader import read
from morris_core.record import read_games
from tests.core.support import amount, random_game, refusal

NINE = find_variant("nine")

MOVES = (
    ("", "There's no move in an empty text"),
    ("d9", "'d9' isn't a point on this board"),
    ("d4", "'d4' isn't a point on this board"),
    ("d6-", "'d6-' is missing a point"),
    ("-d6", "'-d6' is missing a point"),
    ("d6x", "'d6x' is missing a point"),
    ("d6-d7-g7", "'d6-d7-g7' has more than one step"),
    ("d6 d7", "'d6d7' in 'd6 d7' isn't a point"),
)

# The start of nine men's morris, each time with one error.
POSITIONS = (
    ("3/3/3/6/3/3/3", "A position needs the fields ranks, side"),
    ("3/3/3/6/3/3/3 w 9", "has 3."),
    ("3/3/3/6/3/3/3 w 9 9 - 0 1 x", "has 8."),
    ("3/3/3/6/3/3 w 9 9 - 0 1", "This board has 7 ranks, but '3/3/3/6/3/3' has 6."),
    ("3/3/3/5/3/3/3 w 9 9 - 0 1", "Rank 4 has 6 points, but '5' gives 5."),
    ("3/3/WWWW/6/3/3/3 w 9 9 - 0 1", "Rank 5 has 3 points, but 'WWWW' gives 4."),
    ("3/3/3/6/3/w2/3 w 9 9 - 0 1", "In rank 2, 'w' isn't W, B or a number of empty points."),
    ("3/3/3/6/3/0W2/3 w 8 9 - 0 1", "In rank 2, '0' isn't W, B"),
    ("3/3/3/6/3/3/3 x 9 9 - 0 1", "The side to move must be w or b, not 'x'."),
    ("3/3/3/6/3/3/3 w nine 9 - 0 1", "The field white-hand must be a number of at most six digits, not 'nine'."),
    ("3/3/3/6/3/3/3 w 9 -9 - 0 1", "The field black-hand must be a number of at most six digits, not '-9'."),
    ("3/3/3/6/3/3/3 w 9 9 - zero 1", "The field quiet must be a number of at most six digits, not 'zero'."),
    ("3/3/3/6/3/3/3 w 9 9 - 0 0", "The field move must be a number from 1 up, not '0'."),
    ("3/3/3/6/3/3/3 w 9 9 - 0 99999999", "The field move must be a number of at most six digits, not '99999999'."),
    ("3/3/3/6/3/3/3 w 9 9 w:d6 0 1", "The field last must look like w:d6-d7,b:a1-a4 or be -, not 'w:d6'."),
    ("3/3/3/6/3/3/3 w 10 10 - 0 1", "Each side has 9 men in this game, but White has 0 on the board and 10 in hand."),
    ("3/3/3/6/3/3/3 w 9 8 - 0 1", "White and Black take turns placing"),
)

SANMILL = (
    ("********/********/******** w p p 0 9 0 9", "A Sanmill position has 17 fields, but this one has 8."),
    ("********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1", "There must be three rings with / between them"),
    ("********/*******/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1", "The middle ring has eight points, but '*******'"),
    ("********/********/***o**** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1", "In the outer ring, 'o' isn't O, @ or *."),
    ("X*******/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1", "The inner ring has a marked point (X)"),
    ("********/********/******** white p p 0 9 0 9 0 0 0 0 0 0 0 0 1", "The side to move must be w or b, not 'white'."),
    ("********/********/******** w q p 0 9 0 9 0 0 0 0 0 0 0 0 1", "The phase must be p, m or o"),
    ("********/********/******** w p q 0 9 0 9 0 0 0 0 0 0 0 0 1", "The action must be p, s, r or ?, not 'q'."),
    (
        "********/********/******** w p p 1 8 0 9 0 0 0 0 0 0 0 0 1",
        "White's men on the board: this position says 1, but the rings show 0.",
    ),
    (
        "********/********/******** w p p 0 9 0 x 0 0 0 0 0 0 0 0 1",
        "The field for Black's men in hand must be a number",
    ),
    ("OOO*****/@@******/******** w p r 3 6 2 7 1 0 0 0 0 0 0 0 3", "In this position a man must still be taken."),
    ("OOO*****/@@******/******** w p p 3 6 2 7 0 1 0 0 0 0 0 0 3", "In this position a man must still be taken."),
    (
        "********/********/******** w p p 0 9 0 9 0 0 7 0 0 0 0 0 1",
        "The field for the start of White's last mill move can't be 7.",
    ),
    ("********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 -1 1", "the plies since the last capture can't be -1."),
    ("********/********/******** w m s 0 9 0 9 0 0 0 0 0 0 0 0 1", "there are still men in hand."),
    ("********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1 c:w-1-8|b-0-", "stands for a way of capturing"),
    (
        "********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1 what",
        "This text after the 17 fields is unknown: 'what'.",
    ),
)

RECORDS = (
    ("hello", "Line 1, column 1: 'hello' isn't part of a move"),
    ("1. d6 f4\n2. d6", "Line 2, move 3, d6: d6 is not empty."),
    ("1. d6 f4\n2. z2", "Line 2, column 4: 'z2' isn't part of a move"),
    ("1. d6 f4 2. a2", "Line 1, move 3, a2: 'a2' isn't a point on this board"),
    ("1. d6 f4 2. d2-d3", "Line 1, move 3, d2-d3: White has no man on d2."),
    ('[Variant "nine"]\n1. d6 f4 2. d6-d7', "White still has men to place, so no man may move yet."),
    ("1. d6 f4 2. d2:f4", "move 3, d2:f4: That move doesn't close a mill, so it can't take a man."),
    ("1. \u00d7d6", "Line 1, column 4: '\u00d7' can't follow a point here"),
    ("1. d6--d7", "Line 1, move 2, pass: nobody has to pass here."),
    ("1. d6 \u2013 \u2014 d7", "Line 1, column 9: '\u2014' can't follow a point here"),
    ("1. d6 f4-", "Line 1, column 9: the move 'f4-' is incomplete."),
    ("1. d6-d7-g7", "Line 1, column 9: '-' can't follow a point here"),
    ("1. d6 {best\nf4", "Line 1, column 7: the comment that starts here, '{best"),
    ("1. d6 (1. f4", "Line 1, column 7: the parenthesis that starts here has no closing )."),
    ("[White Ada]\n1. d6", "Line 1, column 1: a tag must look like [White \"Ada\"], not '[White Ada'."),
    ('[White "Ada"\n1. d6', "Line 1, column 1: a tag must look like"),
    ('[Si[Site "x"]\n\n1. d6 *', "Line 1, column 1: a tag must look like"),
    (
        '[White "Ada"]\n[Variant "ten"]\n1. d6',
        "Line 2, column 1: Tag Variant: There's no variant called 'ten'. Variants:",
    ),
    ('[Rules "wings:3"]\n1. d6', "Tag Rules: There's no house rule called 'wings'. House rules: men, flying,"),
    ('[Rules "flying:4"]\n1. d6', "Tag Rules: flying must be one of 0, 3, not 4."),
    ('[FEN "3/3/3 w 9 9"]\n1. d6', "Tag FEN: This board has 7 ranks, but '3/3/3' has 3."),
    ('[Variant "three"]\n1. a3 a1 2. b3 b1 3. c3 c1', "The game is over: White wins with a row of three."),
    ("1. 5 14 2. 25", "Line 1, move 3, 25: 25 isn't a point. Points are numbered 1 to 24."),
    ("1. d6 p f4", "Line 1, move 2, pass: nobody has to pass here."),
    ("; nothing but a remark", "There's no game in this text."),
)

OTHERS = (
    ("3/3/3/6/3/3 w 9 9 - 0 1", "No board has 6 ranks."),
    ("https://example.org/", "There's no game in this address"),
    ("#v=ten", "There's no variant called 'ten'"),
    ("#v=nine&r=wings:3", "There's no house rule called 'wings'"),
    ("#v=nine&r=men:13", "men must be one of 3, 4"),
    ("#v=five&r=men:9", "Two sides of 9 men don't fit on the 16 points"),
    ("#v=nine&f=3", "The position in this link can't be set up. A position needs the fields"),
    ("#v=nine&m=d6.f4.d6", "Move 3 in this link, 'd6', can't be played. d6 is not empty."),
    ("#v=nine&m=d6.f4&at=3", "points to ply '3', but the game's plies run from 0 to 2."),
    ("#v=nine&side=top", "The side at the bottom must be white or black, not 'top'."),
    ("#v=nine&w=9", f"White must be played by human or by level1 to level{len(LEVELS)}, not '9'."),
    ("#v=nine&b=level99", f"Black must be played by human or by level1 to level{len(LEVELS)}, not 'level99'."),
    ("#v=nine&m=d6%ZZ", "The 'm' part of this link is damaged."),
    ("#nonsense", "This link has a part that can't be read: 'nonsense'."),
)


def test_a_damaged_move_is_refused_with_the_reason() -> None:
    for text, reason in MOVES:
        message = refusal(parse_move, text, NINE)
        assert reason in message, (text, message)


def read_game(text: str, variant: Variant) -> Game:
    return read(text, variant).game


def test_damaged_positions_records_and_links_are_refused_with_place_and_reason() -> None:
    readers = (Game.from_fen, POSITIONS), (Game.from_fen, SANMILL), (read_game, RECORDS), (read_game, OTHERS)
    for reader, kinds in readers:
        for text, reason in kinds:
            message = refusal(reader, text, NINE)
            assert reason in message, (text, message)
            assert message.endswith("."), (text, message)


def test_a_position_of_sanmill_fits_a_board_of_three_squares_only() -> None:
    game = Game(find_variant("six"))
    assert "Sanmill plays only on the board with three squares" in refusal(game.sanmill_fen)


def damage(text: str) -> str:
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


def test_random_damage_to_a_text_raises_only_our_own_exceptions() -> None:
    random.seed(7)
    texts = []
    for name, variant in VARIANTS.items():
        game = random_game(variant, random, 24)
        texts += [game.record(), game.link(), game.fen(), " ".join(game.move_texts())]
        if len(variant.board.points) == 24 and name != "moebius":
            texts.append(game.sanmill_fen(None, "nodes" if name == "twelve" else "squares"))
    refused = 0
    for _ in range(amount(1500, 60)):
        text = damage(random.choice(texts))
        while not random.randrange(3):
            text = damage(text or "x")
        for reader in (
            read,
            lambda text: list(read_games([text])),
            lambda text: Game.from_fen(text, NINE).position,
            lambda text: parse_move(text, NINE),
        ):
            try:
                reader(text)
            except MorrisError as error:
                refused += 1
                assert str(error), text
        link = Link.read(text)
        if not link.game.outcome():
            link.game.play(link.game.legal_moves()[0])
    assert refused > 100
