"""Before the engine is there, the page plays the engine's moves, at every level that it plays."""

from random import Random

import pytest

from morris_core import Game, Move, find_variant, open_tables
from morris_core.board import bits
from morris_core.engine import Engine
from morris_core.engine.analysis import last
from morris_core.engine.levels import think
from morris_core.levels import one_ply
from morris_core.levels.first_moves import PLIES, first_moves, key_of
from morris_core.levels.table import LEVELS, Level
from tools.sources import ROOT

TEXT = (ROOT / "web/data/first-moves.txt").read_text(encoding="utf-8")
SYMMETRIES = {name: letters for _, name, *letters in map(str.split, TEXT.splitlines()) if _ == "="}
GAMES = list(SYMMETRIES)
TABLES = open_tables()


def key_and_letters(game: Game) -> tuple[str, str]:
    men = [list(bits(game.position.men(side))) for side in (game.position.side, 1 - game.position.side)]
    return min((key_of(men, letters), letters) for letters in SYMMETRIES[game.variant.name])


def mirrored(game: Game) -> Game:
    """Return the mirror image of a game that leads to the position in the text."""
    points = [ord(letter) - ord("a") for letter in key_and_letters(game)[1]]
    image = Game(game.variant)
    for origin, to, captures in game.moves:
        image.play(Move(None if origin is None else points[origin], points[to], captures))
    return image


def by_page(game: Game, level: Level, seed: str) -> Move:
    known = None if level.looks_one_ply(True) else first_moves(TEXT, game, level)
    assert known or level.looks_one_ply(True)
    move = last(one_ply.think(game, level, Random(seed), known=known))
    assert move
    assert move in game.legal_moves()
    return move


def by_engine(game: Game, level: Level, seed: str) -> Move | None:
    return last(think(Engine(TABLES, book=TABLES), game, level, Random(seed))).best


@pytest.mark.parametrize(
    "numbers", [range(len(GAMES)), pytest.param(range(len(GAMES), 200), marks=pytest.mark.slow)], ids=["few", "many"]
)
def test_while_men_are_placed_the_page_plays_the_engine_s_moves(numbers: range) -> None:
    for number in numbers:
        game, choice = Game(find_variant(GAMES[number % len(GAMES)])), Random(number)
        while game.position.hand(game.position.side) and not game.outcome():
            known = [level for level in LEVELS if level.looks_one_ply(True) or game.ply < PLIES]
            seed, level = f"{number}.{game.ply}", choice.choice(known)
            if level.looks_one_ply(True):
                move = by_page(game, level, seed)
                assert move == by_engine(game, level, seed), (game.link(), level)
            else:
                image = mirrored(game)
                assert by_page(image, level, seed) == by_engine(image, level, seed), (image.link(), level)
                move = by_page(game, level, seed)
            game.play(move)


def test_it_knows_every_position_with_two_men_a_side_of_the_usual_games() -> None:
    assert sorted(GAMES) == ["lasker", "morabaraba", "nine", "six", "twelve"]
    for name in GAMES:
        keys, games = set(), [Game(find_variant(name))]
        for _ in range(PLIES):
            found = {key_and_letters(game)[0]: game for game in games if key_and_letters(game)[0] not in keys}
            keys |= set(found)
            for game in found.values():
                assert all(first_moves(TEXT, game, level) for level in LEVELS[6:])
            games = [after(game, move) for game in found.values() for move in game.legal_moves()]
        (section,) = [part for part in ("\n" + TEXT).split("\n= ") if part.startswith(name + " ")]
        assert keys == {line.split(" ")[0] for line in section.splitlines()[1:]}


def after(game: Game, move: Move) -> Game:
    child = game.copy()
    child.play(move)
    return child


def test_other_games_and_later_moves_are_left_to_the_engine() -> None:
    others = [Game(find_variant("nine").with_rules(flying=0)), Game(find_variant("seven"))]
    others += [Game.from_link("v=nine&m=d6.f4.d2.b4"), Game.from_fen("3/3/3/6/3/W2/B2 w 8 8")]
    assert [first_moves(TEXT, game, LEVELS[-1]) for game in others] == [None] * len(others)
