"""The opening book that ships: its values, its moves, and that play continues without it."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from morris_core import BLACK, WHITE, Game, Position, Variant, find_variant
from morris_core.engine import Engine, Limit
from morris_core.engine.analysis import last
from morris_core.engine.data_files import HERE, OPENING, DataFile, DataFiles
from morris_core.engine.levels import think
from morris_core.engine.opening import ANYWHERE, FILE, OpeningBook, Tables, shipped_book, shipped_books
from morris_core.engine.opening.early import DRAW, LOSS, least_key
from morris_core.engine.opening.format import NOT_LOST
from morris_core.levels.table import LEVELS
from morris_core.notation import format_move
from morris_core.rules import apply
from morris_core.tablebase import Answer, Tablebase, TableError
from tests.core.support import play, random_game, read_json_lines

NINE = find_variant("nine")
NINTH, TENTH = "ninth_placements.jsonl", "tenth_placements.jsonl"
"""Random positions after eight and nine placements that are not lost, and all moves that keep the solved value."""
LEAST_NODES = Limit(nodes=1)

COUNTS = {
    "nine": [(0, 4, 0), (0, 46, 0), (31, 397, 0), (532, 3641, 27)],
    "nine-merelles": [(0, 4, 0), (2, 44, 0), (92, 332, 4), (1691, 2404, 105)],
    "nine-diagonal": [(2, 0, 2), (42, 2, 2), (161, 28, 239), (3739, 105, 356)],
    "eleven": [(0, 2, 2), (43, 3, 0), (117, 75, 236), (3683, 240, 277)],
    "twelve": [(0, 2, 2), (42, 4, 0), (103, 106, 219), (3625, 336, 239)],
    "morabaraba": [(0, 2, 2), (41, 5, 0), (97, 128, 203), (3550, 439, 211)],
}
"""The numbers of positions that the side to move wins, draws and loses, by placements made.

Those of nine are published, the others are from solving these games.
"""


@pytest.fixture(scope="module")
def book() -> OpeningBook:
    book = shipped_book()
    assert book is not None
    return book


def moves_of(knowledge: OpeningBook | Tables, game: Game) -> list[str]:
    return [format_move(move, NINE) for alike in knowledge.moves(game) for move in alike]


@pytest.mark.parametrize("name", COUNTS)
def test_the_counts_of_won_drawn_and_lost_positions_are_those_of_the_solved_game(name: str) -> None:
    variant = find_variant(name)
    early = next(book.early for book in shipped_books() if book.serves(variant) and book.early.last)
    layer = {(0, 0)}
    for placed, expected in enumerate(COUNTS[name], 1):
        following: dict[int, tuple[int, int]] = {}
        for own, other in layer:
            for moved, left in early.successors(own, other, placed - 1):
                following.setdefault(least_key(variant.board, left, moved), (left, moved))
        layer = set(following.values())
        counts = Counter(early.code(own, other, placed) for own, other in layer)
        assert (counts[1], counts[0], counts[2]) == expected


@pytest.mark.parametrize("plies", range(8))
def test_a_value_is_the_best_of_those_that_moves_lead_to(book: OpeningBook, plies: int) -> None:
    """Plies 6 and 8 are stored, 7 is derived from 8; so 6 is compared with 8."""
    random = Random(plies)
    rank = {"loss": 2, "draw": 1, "win": 0}
    for _ in range(12):
        game = random_game(NINE, random, plies)
        value = book.probe(NINE, game.position)
        assert value is not None
        after = [book.probe(NINE, apply(NINE, game.position, move)) for move in game.legal_moves()]
        best = max(rank[answer.value] for answer in after if answer)
        assert None not in after
        assert value.value == ("loss", "draw", "win")[best]


def test_mirror_images_have_the_same_value_and_the_same_moves(book: OpeningBook) -> None:
    game = random_game(NINE, Random(11), 8)
    answers = {book.probe(NINE, game.position.transform(symmetry)) for symmetry in NINE.board.symmetries()}
    assert len(answers) == 1
    (alike, *_) = book.moves(Game(NINE))
    assert len(alike) in (4, 8)


def test_unreachable_positions_and_other_games_are_not_known(book: OpeningBook) -> None:
    mills = Game.from_fen("WWW/3/3/6/3/BB1/1B1 w 6 6 - 0 4", NINE)  # the mill has taken no man
    assert book.probe(NINE, mills.position) is None
    assert book.moves(mills) == []
    other_hands = Position(0b1, 0, 8, 9, WHITE, None, None, NINE.board)
    assert book.probe(NINE, other_hands) is None
    assert book.probe(NINE, Position(0b111, 0b111000, 0, 0, WHITE, None, None, NINE.board)) is None
    for name in ("twelve", "lasker", "nine-diagonal"):
        variant = find_variant(name)
        assert book.probe(variant, Game(variant).position) is None
        assert book.moves(Game(variant)) == []
    drawish = NINE.with_rules(quiet_limit=30, repetition=0)
    assert book.probe(drawish, Game(drawish).position) == ("draw", None)


def test_it_has_a_move_for_every_reply_to_the_last_placement(book: OpeningBook) -> None:
    random = Random(5)
    for number in range(6):
        game = Game(NINE)
        side = number % 2
        while game.position.hand(side):
            if game.position.side == side:
                moves = book.moves(game)
                if not moves:  # a won position at the last placement of Black
                    assert (game.ply, side) == (17, BLACK)
                    break
                game.play(random.choice(random.choice(moves)))
            else:
                game.play(random.choice(game.legal_moves()))


def test_its_moves_keep_the_value(book: OpeningBook) -> None:
    """Positions that the book's own moves led to, with all moves that keep the value according to the solved game."""
    for knowledge in read_json_lines("opening_moves.jsonl"):
        moves = moves_of(book, play(Game(NINE), knowledge["moves"]))
        assert moves, knowledge
        assert set(moves) <= set(knowledge["keep"].split()), knowledge


def test_a_game_that_left_the_book_has_only_the_moves_of_known_plies(book: OpeningBook) -> None:
    random = Random(3)
    game = Game(NINE)
    while game.ply < 8:
        moves = moves_of(book, game)
        assert moves
        others = [move for move in game.legal_moves() if format_move(move, NINE) not in moves]
        game.play(random.choice(others))
    assert book.moves(game) == []


@pytest.mark.parametrize("questions", [NINTH, TENTH])
def test_the_next_two_placements_keep_the_value_in_every_position(questions: str) -> None:
    full = Tables()
    counts = Counter[str]()
    for question in read_json_lines(questions):
        game = play(Game(NINE), question["moves"])
        for there in (game, Game(NINE, game.position)):
            moves = moves_of(full, there)
            assert moves, question
            assert set(moves) <= set(question["keep"].split()), question
        counts[question["value"]] += 1
    assert min(counts["draw"], counts["win"]) > 20


def test_the_ninth_placement_needs_a_value_and_one_worth_keeping() -> None:
    anywhere = shipped_book(ANYWHERE)
    assert anywhere is not None
    game = random_game(NINE, Random(2), 8)
    assert anywhere.moves(game) == []
    assert anywhere.moves(game, DRAW)
    assert anywhere.moves(game, LOSS) == anywhere.moves(game, NOT_LOST) == []
    for plies in (0, 7, 9):
        assert anywhere.moves(random_game(NINE, Random(2), plies), DRAW) == []
    mills = Game.from_fen("WWW/3/3/6/1B1/BB1/1BW w 5 5 - 0 9", NINE)  # the mill has taken no man
    assert Tables().moves(mills) == []


def test_the_tenth_placement_needs_a_position_that_play_leads_to() -> None:
    anywhere = shipped_book(ANYWHERE)
    assert anywhere is not None
    for seed in range(20):
        game = random_game(NINE, Random(seed), 9)
        assert anywhere.moves(game) == []
        assert len(anywhere.moves(game, NOT_LOST)) == 1
        assert anywhere.moves(game, DRAW) == []
        assert Tables().moves(Game(NINE, game.position)) == anywhere.moves(game, NOT_LOST)
    mills = Game.from_fen("WWW/3/3/6/1B1/BB1/1BW b 4 5 - 0 9", NINE)  # the mill has taken no man
    assert Tables().moves(mills) == []
    captured = Game.from_fen("WWW/3/1B1/W2B2/3/3/W2 b 4 5 - 0 9", NINE)  # before the mill Black had one more man
    assert Tables().moves(captured)


def test_the_books_moves_are_used_only_if_they_keep_the_known_value() -> None:
    game = random_game(NINE, Random(1), 9)

    class Lost(Tables):
        def probe(
            self, variant: Variant, position: Position, at_once: bool = False, at_least: str = "loss"
        ) -> Answer | None:
            return Answer("loss", None)

    assert Tables().moves(game)
    assert Lost().moves(game) == []


def test_a_book_that_was_followed_comes_first(book: OpeningBook) -> None:
    """Its later moves are for games in which all its own moves were played."""
    for seed in range(4):
        random, game = Random(seed), Game(NINE)
        while game.ply < 8:
            choices = [alike[0] for alike in book.moves(game)] if game.ply % 2 == 0 else game.legal_moves()
            game.play(random.choice(choices))
        assert book.moves(game)
        assert Tables().moves(game) == book.moves(game)


def test_full_strength_plays_varied_moves_from_the_book_repeatable_by_seed(book: OpeningBook) -> None:
    engine = Engine(book, book=book)

    def first(seed: int) -> str:
        best = last(think(engine, Game(NINE), LEVELS[-1], Random(seed))).best
        assert best is not None
        return format_move(best, NINE)

    chosen = [first(seed) for seed in range(12)]
    assert chosen == [first(seed) for seed in range(12)]
    assert len(set(chosen)) > 3
    assert set(chosen) <= set(moves_of(book, Game(NINE)))


def test_a_missing_or_damaged_book_gives_no_answers(tmp_path: Path) -> None:
    data = FILE.read_bytes()
    for damaged in (b"", data[:30], data[:100] + b"?" + data[101:], b"MorrisOB" + bytes(40)):
        with pytest.raises(TableError):
            OpeningBook("a.mob", damaged)
    book = OpeningBook("a.mob", data)
    spoiled = bytearray(data)
    spoiled[book.header.plies[8].order.offset + 40] ^= 4
    spoiled[book.header.values[2].part.offset] ^= 1
    damaged_later = OpeningBook("a.mob", bytes(spoiled))
    with pytest.raises(TableError, match="damaged"):
        damaged_later.probe(NINE, random_game(NINE, Random(1), 2).position)
    knowledge = Tables(Tablebase(), damaged_later)
    assert knowledge.probe(NINE, Game(NINE).position) is not None
    assert knowledge.probe(NINE, random_game(NINE, Random(1), 2).position) is None
    assert knowledge.moves(Game(NINE)) == []
    assert last(Engine(knowledge, book=knowledge).search(Game(NINE), LEAST_NODES)).best
    assert shipped_book(tmp_path / "none.mob") is None


def test_without_the_moves_of_every_position_the_search_goes_on_alone(book: OpeningBook) -> None:
    data = bytearray(ANYWHERE.read_bytes())
    header = OpeningBook("b.mob", bytes(data)).header
    for ply in header.anywhere.values():
        data[ply.order.offset] ^= 1
    knowledge = Tables(Tablebase(), book, OpeningBook("b.mob", bytes(data)))
    game = random_game(NINE, Random(2), 8)
    assert knowledge.moves(game) == []
    assert knowledge.moves(game) == []  # it is not used again
    assert knowledge.moves(Game(NINE))
    assert last(Engine(knowledge, book=knowledge).search(game, LEAST_NODES)).best


@pytest.mark.parametrize("first", [FILE, ANYWHERE])
def test_the_page_has_both_files_in_any_order(book: OpeningBook, first: Path) -> None:
    files = DataFiles([DataFile(path.name, OPENING, "three-ring", book.header.rules, 1) for path in (FILE, ANYWHERE)])
    files.want(NINE)
    game = random_game(NINE, Random(2), 8)
    files.take_requests()
    files.add(first.name, first.read_bytes())
    assert files.moves(game) == []
    second = ANYWHERE if first == FILE else FILE
    files.add(second.name, second.read_bytes())
    for placements in (8, 9):
        game = random_game(NINE, Random(2), placements)
        assert files.moves(game) == Tables().moves(game) != []


def test_the_page_learns_that_a_book_is_damaged() -> None:
    data = bytearray(FILE.read_bytes())
    header = OpeningBook("a.mob", bytes(data)).header
    data[header.plies[0].order.offset] ^= 1
    files = DataFiles([DataFile("a.mob", OPENING, "three-ring", header.rules, len(data))])
    files.want(NINE)
    assert files.take_requests() == ["a.mob"]
    files.add("a.mob", bytes(data))
    assert files.report(NINE)[0]["state"] == HERE
    assert files.reach(NINE) == (False, 0, False, 8)
    assert files.moves(Game(NINE)) == []
    assert files.report(NINE)[0]["state"] == "damaged"
    assert files.reach(NINE) is None
