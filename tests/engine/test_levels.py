"""Levels: what each may notice and overlook, and that randomness alone decides between moves."""

import re
from itertools import pairwise
from random import Random

import pytest

from morris_core import VARIANTS, Game, find_variant
from morris_core.engine import MATE, Engine, Limit
from morris_core.engine.analysis import last
from morris_core.engine.evaluation import Evaluation
from morris_core.engine.levels import limit_of, think
from morris_core.engine.opening import Tables
from morris_core.levels.one_ply import look
from morris_core.levels.table import LEVELS, LevelError, find_level
from morris_core.notation import format_move
from tests.core.support import random_variant
from tests.engine.test_search import random_game
from tools.sources import ROOT

LAST = LEVELS[-1].number
NINE = find_variant("nine")
# White can close a7-d7-g7; if not, Black closes b6-d6-f6.
SHARP = "WW1/BB1/3/6/3/3/3 w 7 7"


def moves_of(level: int, fen: str, tries: int, **changes: float) -> list[str]:
    """Return the moves that a level, with some qualities changed, plays with different seeds."""
    game = Game.from_fen(fen, NINE)
    quality = find_level(level)._replace(**changes)  # type: ignore[arg-type]
    moves = [last(think(Engine(), game, quality, Random(seed))).best for seed in range(tries)]
    return [format_move(move, NINE) for move in moves if move]


def test_levels_are_numbered_from_1_and_have_titles() -> None:
    assert [level.number for level in LEVELS] == list(range(1, LAST + 1))
    assert len({level.title for level in LEVELS}) == LAST
    for number in (0, LAST + 1, -1):
        with pytest.raises(LevelError, match=f"Levels run from 1 to {LAST}"):
            find_level(number)


def test_each_level_sees_at_least_as_much_as_the_one_below() -> None:
    for below, above in pairwise(LEVELS):
        assert above.learned >= below.learned
        assert above.nodes >= below.nodes or above.learned > below.learned
        assert (above.depth or 99) >= (below.depth or 99)
        assert (above.placing or 99) >= (below.placing or 99)
        assert above.overlook <= below.overlook
        assert above.miss <= below.miss
        assert above.margin <= below.margin
        assert above.known >= below.known


def test_the_last_level_is_the_engine_at_full_strength() -> None:
    game = Game.from_fen(SHARP, NINE)
    limit = Limit(depth=3)
    level = last(think(Engine(), game, LEVELS[-1], Random(1), limit))
    full = last(Engine().search(game, Limit(nodes=LEVELS[-1].nodes, depth=3)))
    assert (level.best, level.score, level.nodes) == (full.best, full.score, full.nodes)
    assert LEVELS[-1].depth is None


def test_the_given_limit_replaces_the_level_s_own_and_seconds_are_a_cap() -> None:
    level = find_level(7)
    assert level.placing != level.depth
    assert limit_of(level, False) == Limit(None, level.nodes, level.depth)
    assert limit_of(level, True) == Limit(None, level.nodes, level.placing)
    assert limit_of(level, False, Limit(seconds=2.0)) == Limit(2.0, level.nodes, level.depth)
    assert limit_of(level, True, Limit(nodes=10, depth=1)) == Limit(None, 10, 1)


@pytest.mark.parametrize("level", range(1, LAST + 1))
def test_the_same_seed_gives_the_same_move(level: int) -> None:
    game = Game(NINE)
    game.play("d6")
    limit = Limit(nodes=500)
    found = {last(think(Engine(), game, find_level(level), Random(4), limit)).best for _ in range(2)}
    assert len(found) == 1


@pytest.mark.parametrize("name", VARIANTS)
def test_every_level_finishes_a_game_of_every_variant(name: str) -> None:
    game = Game(VARIANTS[name])
    engine, random = Engine(), Random(name)
    while not game.outcome() and game.ply < 120:
        level = LEVELS[game.ply % len(LEVELS)]
        info = last(think(engine, game, level, random, Limit(nodes=60)))
        assert info.best
        game.play(info.best)
    assert game.ply > 4


def test_a_level_that_misses_a_mill_plays_the_next_best_move() -> None:
    """It is not an absurd move: it blocks, because the level sees that."""
    assert set(moves_of(4, SHARP, 4, miss=1.0, overlook=0.0, margin=0)) == {"f6"}


def test_a_level_that_overlooks_replies_sees_only_its_own_move() -> None:
    block_or_build = "W2/BB1/3/6/3/3/2W w 7 7"  # Black threatens f6; White blocks or builds its own mill.
    careful = set(moves_of(4, block_or_build, 4, overlook=0.0, margin=0))
    careless = set(moves_of(4, block_or_build, 4, overlook=1.0, margin=0))
    assert careful == {"f6"}
    assert "f6" not in careless


def test_a_glance_sees_captures_wins_and_mills_to_come() -> None:
    seen = values_by_look(Game.from_fen(SHARP, NINE), overlooks=True)
    assert max(seen, key=lambda move: seen[move]).startswith("g7x")
    three = find_variant("three")
    won = values_by_look(Game.from_fen("WW1/BB1/3 w 1 1", three), overlooks=True)
    assert won["c3"] == MATE - 1
    start = values_by_look(Game(NINE), overlooks=True)
    assert start["d6"] > start["a7"]


def values_by_search(game: Game) -> dict[str, int]:
    """Return each move's value by a search to a depth of one with the terms."""
    values = last(Engine(evaluation=Evaluation).values(game, Limit(depth=1)))
    return {format_move(value.move, game.variant): value.score for value in values}


def values_by_look(game: Game, overlooks: bool = False) -> dict[str, int]:
    """Return each move's value for the levels that need no search, which may overlook the opponent's replies."""
    return {format_move(move, game.variant): score for move, score in last(look(game, overlooks))}


@pytest.mark.parametrize("name", VARIANTS)
def test_levels_without_a_search_find_the_values_of_a_search_to_depth_one(name: str) -> None:
    dice = Random(name)
    for _ in range(6):
        game = random_game(VARIANTS[name], dice, dice.randint(0, 60))
        assert values_by_look(game) == values_by_search(game), game.link()


def test_they_do_so_under_random_house_rules() -> None:
    dice = Random(11)
    sharp = 0
    for _ in range(150):
        variant = random_variant(dice).with_rules(repetition=0, quiet_limit=dice.choice((0, 6)))
        game = random_game(variant, dice, dice.randint(0, 40))
        values = values_by_look(game)
        assert values == values_by_search(game), game.link()
        sharp += min(values.values()) < -10_000
    assert sharp > 5, "some of them give the game away"


def test_moves_that_seem_equal_are_chosen_at_random() -> None:
    start = "3/3/3/6/3/3/3 w 9 9"
    assert len(set(moves_of(1, start, 12, overlook=1.0, miss=0.0, margin=30))) > 3
    assert len(set(moves_of(1, start, 12, overlook=1.0, miss=0.0, margin=0))) <= 4


def test_only_levels_that_know_exact_values_use_them() -> None:
    known = Tables()
    engine = Engine(known, book=known)
    opening = Game.from_fen("3/3/3/6/3/3/3 w 9 9", NINE)
    assert {level.known for level in LEVELS} == {False, True}
    for level in LEVELS[-4:]:
        info = last(think(engine, opening, level, Random(2), Limit(nodes=200)))
        assert info.exact == level.known


@pytest.mark.parametrize("number", [level.number for level in LEVELS if not level.known])
def test_the_same_level_does_not_always_begin_in_the_same_way(number: int) -> None:
    limit = Limit(nodes=300)
    firsts = set()
    for seed in range(12):
        game, engine, random = Game(NINE), Engine(), Random(seed)
        for _ in range(4):
            best = last(think(engine, game, find_level(number), random, limit)).best
            assert best
            game.play(best)
        firsts.add(tuple(game.move_texts()))
    assert len(firsts) > 3


def test_the_strength_of_each_level_is_the_measured_one() -> None:
    """If this fails because levels have changed, CONTRIBUTING.md says how to measure them."""
    report = (ROOT / "docs/engine.md").read_text(encoding="utf-8")
    for level in LEVELS:
        name = rf"^\| {level.number} {level.title} \| "
        elo = re.search(name + r"(\d+) \| [+-]", report, re.MULTILINE)
        assert elo, level.title
        assert level.elo == round(int(elo[1]), -1), level.title
