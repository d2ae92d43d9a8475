"""The shipped tables, and how the computer player uses them."""

import csv
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from morris_core import BLACK, WHITE, Game, Position, find_variant, start_position
from morris_core.engine import Engine, Limit
from morris_core.engine.analysis import Report, last, report_info, report_values
from morris_core.rules import apply, legal_moves
from morris_core.tablebase import SUFFIX, Answer, shipped_tables
from morris_core.tablebase import probe as probe_module
from morris_core.tablebase.format import Section
from morris_core.tablebase.probe import TableFile
from morris_core.variants import Variant
from tests.core.support import mask, walk
from tests.tablebase.support import by_its_moves, random_sets

FILES = sorted((Path(probe_module.__file__).parent / "files").glob("*" + SUFFIX))
WON_IN_23 = "W1W/1W1/3/6/3/3/BBB b 0 0 - 0 1"


def first_moves(variant: Variant) -> dict[str, Answer | None]:
    """Return the value of the position after each first placement."""
    start = start_position(variant)
    return {
        variant.board.points[move.to]: shipped_tables().probe(variant, apply(variant, start, move))
        for move in legal_moves(variant, start)
    }


def test_seven_mens_morris_is_won_by_white() -> None:
    variant = find_variant("seven")
    assert shipped_tables().probe(variant, start_position(variant)) == Answer("win", None)


@pytest.mark.parametrize("name", ["three", "five", "six"])
def test_the_small_games_are_draws_after_every_first_placement(name: str) -> None:
    variant = find_variant(name)
    assert shipped_tables().probe(variant, start_position(variant)) == Answer("draw", None)
    assert set(first_moves(variant).values()) == {Answer("draw", None)}


def test_tapatan_is_won_by_the_centre_drawn_by_a_corner_and_lost_by_an_edge() -> None:
    variant = find_variant("three-diagonal")
    assert shipped_tables().probe(variant, start_position(variant)) == Answer("win", 9)
    found = first_moves(variant)
    assert found["b2"] == Answer("loss", 8)
    assert {found[point] for point in ("a1", "a3", "c1", "c3")} == {Answer("draw", None)}
    assert {found[point] for point in ("a2", "b1", "b3", "c2")} == {Answer("win", 7)}


def test_shipped_files_are_whole_and_small() -> None:
    assert FILES
    assert sum(path.stat().st_size for path in FILES) < 9_500_000
    for file in shipped_tables().files:
        file.check()
        for section in file.header.sections.values():
            if isinstance(file, TableFile) and isinstance(section, Section):
                size = sum(len(file.block(section, number)) for number in range(len(section.blocks)))
                assert size == len(section.halves) * section.rows * section.columns * section.width


def test_shipped_endgames_have_the_published_value_and_distance() -> None:
    variants = {"flying": find_variant("nine"), "stepping": find_variant("nine-merelles")}
    most_men = {"flying": 9, "stepping": 8}
    compared = 0
    with (Path(__file__).parent.parent / "data/endgames.csv").open() as file:
        for line in csv.DictReader(file):
            variant = variants[line["rules"]]
            white, black = mask(variant, line["white"]), mask(variant, line["black"])
            if white.bit_count() + black.bit_count() > most_men[line["rules"]]:
                continue
            side = WHITE if line["side_to_move"] == "white" else BLACK
            answer = shipped_tables().probe(variant, Position(white, black, 0, 0, side, None, None, variant.board))
            assert answer == (line["value"], int(line["distance"]) if line["distance"] else None), line
            compared += 1
    assert compared >= 3400


@pytest.mark.parametrize("name", ["three", "three-diagonal", "five", "six", "seven"])
def test_positions_of_games_have_the_values_by_their_moves(name: str) -> None:
    variant = find_variant(name)
    random = Random(name)
    values = set()
    for _ in range(12):
        for game in walk(Game(variant), random, 40):
            answer = shipped_tables().probe(variant, game.position)
            expected = by_its_moves(shipped_tables().probe, variant, game.position)
            assert answer is not None
            assert answer.value == expected[0]
            if answer.distance is not None and expected[1] is not None:
                assert answer.distance == expected[1]
            values.add(answer.value)
    assert values == {"win", "draw", "loss"}


@pytest.mark.parametrize(
    ("name", "most"),
    [
        *((name, 7) for name in ("nine-storer", "nine-diagonal", "eleven", "twelve")),
        ("nine-masters", 8),
        ("morabaraba", 8),
    ],
)
def test_endgames_of_every_other_variant_have_values_and_distances_by_their_moves(name: str, most: int) -> None:
    variant, random, values = find_variant(name), Random(name), set()
    for own in range(3, most - 2):
        for _ in range(20):
            men = random_sets(random, own, random.randint(3, most - own))
            position = Position(*men, 0, 0, random.choice((WHITE, BLACK)), None, None, variant.board)
            answer = shipped_tables().probe(variant, position)
            assert answer is not None
            assert answer == by_its_moves(shipped_tables().probe, variant, position)
            values.add(answer.value)
    assert values == {"win", "draw", "loss"}


@pytest.mark.parametrize(("own", "other"), [(5, 5), (4, 6), (6, 4), (3, 7), (7, 3), (6, 5), (5, 6)])
def test_endgames_of_ten_and_eleven_men_have_the_values_by_their_moves(own: int, other: int) -> None:
    variant = find_variant("nine")
    random = Random(f"{own} {other}")
    values = set()
    for _ in range(25):
        position = Position(*random_sets(random, own, other), 0, 0, WHITE, None, None, variant.board)
        answer = shipped_tables().probe(variant, position)
        assert answer is not None
        assert answer.value == by_its_moves(shipped_tables().probe, variant, position)[0]
        values.add(answer.value)
    assert values


@pytest.mark.parametrize(
    ("name", "fen", "value"), [("nine", WON_IN_23, ("win", 23)), ("three-diagonal", "3/3/3 w 3 3 - 0 1", ("win", 9))]
)
def test_the_winner_plays_the_shortest_win_and_the_loser_the_longest_defence(
    name: str, fen: str, value: tuple[str, int]
) -> None:
    game = Game.from_fen(fen, find_variant(name))
    engine = Engine(shipped_tables())
    winner = game.position.side
    for plies in range(value[1], 0, -1):
        info = last(engine.search(game, Limit(nodes=1000)))
        score_sign = 1 if game.position.side == winner else -1
        assert (info.exact, info.score) == (True, score_sign * (100_000 - plies))
        assert info.best is not None
        game.play(info.best)
    over = game.outcome()
    assert over is not None
    assert over.winner == winner


@pytest.mark.parametrize(("quiet", "exact"), [(0, True), (77, True), (78, False), (95, False)])
def test_a_win_that_the_draw_by_quiet_moves_prevents_is_not_exact(quiet: int, exact: bool) -> None:
    game = Game.from_fen(WON_IN_23.replace(" 0 1", f" {quiet} 200"), find_variant("nine"))
    engine = Engine(shipped_tables())
    assert last(engine.search(game, Limit(nodes=1000))).exact == exact


def games_of_twelve_men() -> Iterator[Game]:
    """Yield games of nine men's morris with six men on each side, one more than the tables have."""
    variant = find_variant("nine")
    random = Random(5)
    while True:
        game = Game(variant, Position(*random_sets(random, 6, 6), 0, 0, WHITE, None, None, variant.board))
        if game.outcome() is None:
            yield game


def test_an_analysis_is_exact_only_for_moves_that_the_tables_know() -> None:
    opposite = {"win": "loss", "loss": "win", "draw": "draw"}
    drawn = 0
    for game in islice(games_of_twelve_men(), 2_000):
        values = last(Engine(shipped_tables()).values(game, Limit(nodes=1)))
        exact = {move.value for move in values if move.exact}
        if not exact:
            continue
        for move in values:
            answer = shipped_tables().probe(game.variant, apply(game.variant, game.position, move.move))
            assert move.exact or answer is None
            if answer:
                assert move.value == opposite[answer.value]
        # A move without a known value may be better than the best known one.
        every = all(move.exact for move in values)
        assert report_values(game.variant, values)["exact"] == ("win" in exact or every)
        drawn += "draw" in exact and "win" not in exact and not every
        if drawn == 3:
            break
    assert drawn == 3


def searched(engine: Engine, game: Game) -> Report:
    return report_info(game.variant, last(engine.search(game, Limit(nodes=3000))))


def analysed(engine: Engine, game: Game) -> Report:
    return report_values(game.variant, last(engine.values(game, Limit(nodes=20_000))))


@pytest.mark.parametrize(("find", "most"), [(searched, 150), (analysed, 45)])
def test_a_win_without_a_known_distance_is_won(find: Callable[[Engine, Game], Report], most: int) -> None:
    """White wins seven men's morris in 25 plies with best play. Its table has no distances."""
    game = Game(find_variant("seven"))
    with_tables, without = Engine(shipped_tables()), Engine()
    while not game.outcome():
        assert game.ply < most
        if game.position.side == WHITE:
            report = find(with_tables, game)
            assert (report["value"], report["exact"]) == ("win", True)
        else:
            report = searched(without, game)
        game.play(str(report["best"]))
    over = game.outcome()
    assert over is not None
    assert over.winner == WHITE


def test_in_a_drawn_position_the_search_chooses_among_the_moves_that_keep_the_draw() -> None:
    variant = find_variant("six")
    game = Game(variant)
    for move in ("c5", "a1", "e5", "a5"):
        game.play(move)
    game.play("a3")  # the only move that does not lose
    info = last(Engine(shipped_tables()).search(game, Limit(nodes=2_000)))
    keeping = [
        move
        for move in game.legal_moves()
        if shipped_tables().probe(variant, apply(variant, game.position, move)) == Answer("draw", None)
    ]
    assert len(keeping) > 1
    assert info.best in keeping
    assert (info.score, info.exact) == (0, True)
    assert info.nodes > 1_000
