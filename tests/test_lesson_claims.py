"""The claims of lessons are true by the rules, by tables of endgames, by brute force, or by playing games out."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from app.features.lessons.form import Lesson, Step
from app.features.lessons.table import LESSONS

from morris_core import Game, Move, Position, Variant
from morris_core.engine import Engine, Limit
from morris_core.engine.levels import think
from morris_core.levels.table import LEVELS, find_level
from morris_core.notation import parse_move
from morris_core.rules import apply, legal_moves, outcome
from morris_core.tablebase import shipped_tables
from tests.brute_force import BruteForce

STEPS = [(lesson, number) for lesson in LESSONS for number, step in enumerate(lesson.steps)]
NAMES = [f"{lesson.name}.{number + 1}" for lesson, number in STEPS]
MOST_PLIES = 160  # of a game that is played out
LEARNER_NODES = 20_000


class Case:
    """A step with its position and its moves."""

    def __init__(self, lesson: Lesson, number: int) -> None:
        self.step: Step = lesson.steps[number]
        self.variant: Variant = lesson.variant
        self.game: Game = lesson.game_at(number)
        self.position: Position = self.game.position
        self.side = self.position.side
        self.right = [parse_move(text, lesson.variant) for text in self.step.right]
        self.others = [move for move in self.game.legal_moves() if move not in self.right]

    def after(self, move: Move) -> Position:
        return apply(self.variant, self.position, move)


def mills_open_to(variant: Variant, position: Position, side: int) -> set[int]:
    """Return the points where a side could close a mill if it were its turn."""
    own = position._replace(side=side, white_last=None, black_last=None)
    return {move.to for move in legal_moves(variant, own) if move.captures}


def value(case: Case, position: Position) -> str | None:
    """Return the exact value of a position for the learner, or None if the tables do not have it."""
    over = outcome(case.variant, position)
    if over is not None:
        return "draw" if over.winner is None else "win" if over.winner == case.side else "loss"
    answer = shipped_tables().probe(case.variant, position)
    if answer is None or position.side == case.side:
        return answer and answer.value
    return {"win": "loss", "loss": "win", "draw": "draw"}[answer.value]


def closes_mill(case: Case, argument: str) -> None:
    assert all(move.captures for move in case.right)


def only_mill(case: Case, argument: str) -> None:
    closes_mill(case, argument)
    assert not [move for move in case.others if move.captures]


def are_safe(case: Case, argument: str) -> None:
    named = {case.variant.board.index[name] for name in argument.split()}
    assert all(case.position.men(1 - case.side) >> point & 1 for point in named)
    assert not [move for move in case.game.legal_moves() if named & set(move.captures)]


def threatens(case: Case, argument: str) -> None:
    for move in case.right:
        assert len(mills_open_to(case.variant, case.after(move), case.side)) == int(argument), move


def stops(case: Case, argument: str) -> None:
    assert mills_open_to(case.variant, case.position, 1 - case.side)
    for move in case.right:
        assert not mills_open_to(case.variant, case.after(move), 1 - case.side), move


def only_stop(case: Case, argument: str) -> None:
    stops(case, argument)
    for move in case.others:
        assert mills_open_to(case.variant, case.after(move), 1 - case.side), move


def cannot_be_stopped(case: Case, argument: str) -> None:
    """After every reply, the next move can close a mill."""
    for move in case.right:
        after = case.after(move)
        assert outcome(case.variant, after) is None
        for reply in legal_moves(case.variant, after):
            assert mills_open_to(case.variant, apply(case.variant, after, reply), case.side), (move, reply)


def goes_to_and_fro(case: Case, argument: str) -> None:
    """argument: the point of a man that can close a mill by moving to and fro, against any replies, until the opponent
    can fly and stops it."""
    here = case.variant.board.index[argument]
    first = case.right[0]
    if first.origin == here:
        there = first.to
    else:
        (there,) = mills_open_to(case.variant, case.after(first), case.side)

    def can_fly(position: Position) -> bool:
        return bool(position.men(1 - case.side).bit_count() <= case.variant.rules.flying)

    def continuations(position: Position) -> list[list[Position]]:
        """Return for each reply the positions after the man has moved and taken another one."""
        step = (here, there) if position.men(case.side) >> here & 1 else (there, here)
        return [
            [after for move, after in moves(answered) if move[:2] == step and move.captures]
            for _reply, answered in moves(position)
        ]

    def moves(position: Position) -> list[tuple[Move, Position]]:
        return [(move, apply(case.variant, position, move)) for move in legal_moves(case.variant, position)]

    def goes_on(position: Position) -> bool:
        """Return whether the man keeps taking men when the opponent is to move."""
        return can_fly(position) or all(any(map(goes_on, later)) for later in continuations(position))

    for move in case.right:
        position = case.after(move)
        assert goes_on(position), move
        while not can_fly(position):
            position = next(later[0] for later in continuations(position) if later)
        assert not all(continuations(position)), "it goes on when the opponent flies"


def is_over(case: Case, argument: str) -> None:
    """argument: the reason, if it matters."""
    for move in case.right:
        over = outcome(case.variant, case.after(move))
        assert over is not None
        assert over.winner == case.side
        assert over.reason == (argument or over.reason)


def is_won(case: Case, argument: str) -> None:
    """argument: the number of plies for brute force; without it, the tables decide."""
    for move in case.right:
        if argument:
            assert BruteForce(case.variant).wins(case.after(move), case.side, int(argument) - 1), move
        else:
            assert value(case, case.after(move)) == "win", move


def only_win(case: Case, argument: str) -> None:
    is_won(case, argument)
    for move in case.others:
        if argument:
            assert not BruteForce(case.variant).wins(case.after(move), case.side, int(argument) - 1), move
        else:
            assert value(case, case.after(move)) in ("draw", "loss"), move


def only_not_lost(case: Case, argument: str) -> None:
    for move in case.right:
        assert value(case, case.after(move)) in ("draw", "win"), move
    for move in case.others:
        assert value(case, case.after(move)) == "loss", move


def ways(case: Case, argument: str) -> None:
    """argument: the number of neighbours of the right moves' targets. Those of other moves have fewer."""

    def count(move: Move) -> int:
        return case.variant.board.neighbours[move.to].bit_count()

    assert {count(move) for move in case.right} == {int(argument)}
    assert all(count(move) < int(argument) for move in case.others)


def position_won(case: Case, argument: str) -> None:
    assert value(case, case.position) == "win"


CLAIMS: dict[str, Callable[[Case, str], None]] = {
    "mill": closes_mill,
    "only-mill": only_mill,
    "safe": are_safe,
    "threatens": threatens,
    "stops": stops,
    "only-stop": only_stop,
    "unstoppable": cannot_be_stopped,
    "to-and-fro": goes_to_and_fro,
    "over": is_over,
    "won": is_won,
    "only-win": only_win,
    "only-not-lost": only_not_lost,
    "ways": ways,
    "position-won": position_won,
}


@pytest.mark.parametrize(("lesson", "number"), STEPS, ids=NAMES)
def test_the_claims_of_a_step_are_true(lesson: Lesson, number: int) -> None:
    case = Case(lesson, number)
    for claim in case.step.claims:
        name, _, argument = claim.partition(" ")
        CLAIMS[name](case, argument)


@pytest.mark.parametrize(("lesson", "number"), STEPS, ids=NAMES)
def test_a_step_with_something_to_do_claims_something(lesson: Lesson, number: int) -> None:
    step = lesson.steps[number]
    assert step.claims or step.level or step.marked or not step.right


@pytest.mark.parametrize(
    ("lesson", "number"),
    [(lesson, number) for lesson, number in STEPS if lesson.steps[number].level],
    ids=[name for name, (lesson, number) in zip(NAMES, STEPS, strict=True) if lesson.steps[number].level],
)
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_a_game_to_play_out_can_be_won_against_its_level(lesson: Lesson, number: int, seed: int) -> None:
    step, game, random, engine = lesson.steps[number], lesson.game_at(number), Random(seed), Engine(shipped_tables())
    learner = game.position.side
    levels = {learner: LEVELS[-1], 1 - learner: find_level(int(step.level))}
    for _ in range(MOST_PLIES):
        if game.outcome() is not None or (step.goal == "mill" and closed_a_mill(game, learner)):
            break
        level = levels[game.position.side]
        limit = Limit(nodes=LEARNER_NODES) if game.position.side == learner else None
        *_, info = think(engine, game, level, random, limit)
        assert info.best is not None
        game.play(info.best)
    over = game.outcome()
    assert closed_a_mill(game, learner) if step.goal == "mill" else over is not None and over.winner == learner


def closed_a_mill(game: Game, side: int) -> bool:
    return any(move.captures for ply, move in enumerate(game.moves) if game.position_at(ply).side == side)
