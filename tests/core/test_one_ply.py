"""The levels that need no search: legal moves in every variant, and the same moves in every interpreter."""

from collections.abc import Sequence
from typing import TypeVar

from morris_core import VARIANTS, Game, Move, find_variant
from morris_core.levels.one_ply import think
from morris_core.levels.table import LEVELS, Level, find_level
from tests.core.support import amount, sample

_Option = TypeVar("_Option")

LOW = [level for level in LEVELS if level.looks_one_ply(False)]
NINE = find_variant("nine")


class Dice:
    """A source of randomness that is the same in every interpreter."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def random(self) -> float:
        self._state = (self._state * 1103515245 + 12345) % (1 << 31)
        return self._state / (1 << 31)

    def choice(self, options: "Sequence[_Option]") -> "_Option":
        return options[int(self.random() * len(options))]


def chosen(game: Game, level: "Level", dice: Dice) -> "Move | None":
    thoughts = list(think(game, level, dice))
    assert thoughts[:-1] == [None] * (len(thoughts) - 1)
    return thoughts[-1]


def played(game: Game, levels: "Sequence[Level]", seed: int, plies: int) -> Game:
    """Let levels play in turn from a game's position."""
    dice = Dice(seed)
    for number in range(plies):
        if game.outcome():
            break
        move = chosen(game, levels[number % len(levels)], dice)
        assert move is not None
        game.play(move)
    return game


def test_the_first_five_levels_need_no_search() -> None:
    assert [level.number for level in LOW] == [1, 2, 3, 4, 5]


def test_they_play_legal_moves_in_every_variant() -> None:
    plies = amount(60, 12)
    for seed, name in sample(enumerate(sorted(VARIANTS))):
        game = played(Game(find_variant(name)), LOW, seed, plies)  # raises IllegalMove otherwise
        assert game.outcome() or game.ply == plies


# (variant, the levels of White and Black, seed, the first thirty plies).
GAMES = (
    (
        "nine",
        (1, 5),
        1,
        "c4.b4.a7.e4.g1.d1.e3.g4.f4.d7.b2.d5.d2.d6xd2.c3.d3.c5xd1.e5.b2-d2.d6-f6.f4-f2.f6-d6xa7."
        "g1-d1.e4-f4.d2-b2.e5-e4xf2.d1-g1.d7-g7.g1-d1.g7-d7xb2",
    ),
    ("nine", (3, 3), 2, "c4.b2.g4.d2.c3.b4.f4.d1.e4xb4.f2xc3.d3.c5.b4.g7.a4xg7.a1.e5.g1xe5.f4-f6.c5-d5.f6-f4xd5"),
    (
        "twelve",
        (2, 4),
        3,
        "f2.d5.e4.a1.g1.a4.g4.a7xg1.d7.f4.g1.e3.b6.c4.b4.b2.g7xf4.c3xb4.b4.c5xe4.e5.f6.e4.f4.g1-d1."
        "c3-d3.f2-g1xc5.e3-f2xb4.b6-b4.d3-c3xd1",
    ),
    (
        "six",
        (5, 5),
        4,
        "e3.a3.d2.a5.a1.e5.c5.b4.b2.c2.d4.d3.b2-b3.c2-b2.c5-c4.a5-c5.d2-c2.a3-a5xb3.c2-c1.a5-a3."
        "e3-e1xa3.e5-e3.c1-c2.c5-e5.c2-c1xe3.d3-e3.c1-c2.e3-d3.c2-c1xe5.b4-b3",
    ),
    ("three", (5, 1), 5, "b3.a1.c2.c1.b1.b2.b3-c3.b2-a2.c2-b2.c1-c2.c3-b3"),
)


def test_the_same_random_numbers_give_the_same_game_in_every_interpreter() -> None:
    assert len(GAMES) > 3
    for variant, levels, seed, moves in GAMES:
        game = played(Game(find_variant(variant)), [find_level(level) for level in levels], seed, 30)
        assert ".".join(game.move_texts()) == moves


def test_a_level_without_time_plays_the_first_move_looked_at() -> None:
    game = Game.from_fen("WW1/BB1/3/6/3/3/3 w 7 7", NINE)
    thoughts = list(think(game, find_level(5), Dice(1), lambda: True))
    assert len(thoughts) == 2
    assert thoughts[-1] == game.legal_moves()[0]


def test_a_game_that_is_played_on_meanwhile_does_not_disturb() -> None:
    game = Game.from_fen("WW1/BB1/3/6/3/3/3 w 7 7", NINE)
    sharp = find_level(5)
    alone = chosen(game.copy(), sharp, Dice(3))
    thoughts = think(game, sharp, Dice(3))
    assert next(thoughts) is None
    game.play("f6")
    assert list(thoughts)[-1] == alone


def test_a_finished_game_has_no_move() -> None:
    game = Game.from_fen("WWW/BB1/3 b 0 1", find_variant("three"))
    assert list(think(game, find_level(1), Dice(1))) == []
