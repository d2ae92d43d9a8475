"""The shipped puzzles: a sample is proved by exact tables or brute force, and all of them can be told in words."""

from collections.abc import Iterator
from functools import cache

import pytest
from app.features.puzzles.book import Book, Puzzle, Step
from app.features.puzzles.shelf import Shelf
from app.features.puzzles.words import THEMES, goal, hint, reached, why_wrong

from morris_core import Game, Move, Position, Variant
from morris_core.rules import apply, legal_moves, outcome
from morris_core.tablebase import shipped_tables
from tests.brute_force import BruteForce, TooMany
from tools.sources import APP

SHARE = 10  # a quick test looks at one puzzle in ten
GAMES = ("nine", "six", "three-diagonal", "twelve")


@cache
def book() -> Book:
    return Book((APP / "features/puzzles/puzzles.txt").read_text(encoding="utf-8"))


@cache
def puzzles() -> list[Puzzle]:
    return [puzzle for puzzle in (book().puzzle(id) for id in book().ids()) if puzzle is not None]


@pytest.fixture(params=[SHARE, pytest.param(1, marks=pytest.mark.slow)])
def sample(request: pytest.FixtureRequest) -> list[Puzzle]:
    return puzzles()[:: request.param]


def test_exactly_one_move_of_each_step_is_right(sample: list[Puzzle]) -> None:
    """By tables, or by trying every move; puzzles for which that takes too long are left to the laboratory."""
    proved = dict.fromkeys(("win", "hold", "mill", "stop"), 0)
    for puzzle in sample:
        force = BruteForce(puzzle.variant, 4000)
        try:
            moves = puzzle.moves
            for _step, game, right in steps_of(puzzle):
                found = [move for move in game.legal_moves() if is_right(puzzle, moves, force, game.position, move)]
                assert found == [right], puzzle.id
                moves -= moves > 0 and puzzle.kind in ("win", "mill")
            proved[puzzle.kind] += 1
        except TooMany:
            pass
    assert min(proved.values()) >= 3, proved


def is_right(puzzle: Puzzle, moves: int, force: BruteForce, position: Position, move: Move) -> bool:
    """Return whether a move reaches a puzzle's goal, of which `moves` moves of the attacker are left, or 0 for any."""
    variant = puzzle.variant
    after = apply(variant, position, move)
    if not moves:
        answer = shipped_tables().probe(variant, after)
        assert answer is not None, puzzle.id
        return answer.value in (("loss",) if puzzle.kind == "win" else ("loss", "draw"))
    if puzzle.kind == "win":
        return force.wins(after, position.side, 2 * moves - 2)
    if puzzle.kind == "hold":
        return not force.wins(after, after.side, 2 * moves - 1)
    if puzzle.kind == "stop":
        return not forces_mill(variant, after, moves, force)
    return bool(move.captures) or suffers_mill(variant, after, moves - 1, force)


def forces_mill(variant: Variant, position: Position, moves: int, force: BruteForce) -> bool:
    """Return whether the side to move can take a man within this number of its moves."""
    if outcome(variant, position):
        return False
    for move in legal_moves(variant, position):
        if move.captures or (moves > 1 and suffers_mill(variant, apply(variant, position, move), moves - 1, force)):
            return True
    return False


def suffers_mill(variant: Variant, position: Position, moves: int, force: BruteForce) -> bool:
    """Return whether the side to move loses a man within this number of the opponent's moves."""
    force.positions += 1
    if force.positions > force.most:
        raise TooMany
    if not moves or outcome(variant, position):
        return False
    answers = (apply(variant, position, move) for move in legal_moves(variant, position))
    return all(forces_mill(variant, answered, moves, force) for answered in answers)


def test_no_draw_rule_can_come_before_the_wins_and_losses_that_tables_promise(sample: list[Puzzle]) -> None:
    tables = shipped_tables()
    for puzzle in sample:
        if puzzle.moves or puzzle.kind not in ("win", "hold"):
            continue
        for _step, game, right in steps_of(puzzle):
            for move in game.legal_moves():
                if (move == right) == (puzzle.kind == "win"):
                    answer = tables.probe(game.variant, apply(game.variant, game.position, move))
                    assert answer is not None, puzzle.id
                    assert answer.distance is not None, puzzle.id
                    assert answer.value == ("loss" if puzzle.kind == "win" else "win"), puzzle.id
                    assert answer.distance < 28 <= game.variant.rules.quiet_limit, puzzle.id


def steps_of(puzzle: Puzzle) -> Iterator[tuple[Step, Game, Move]]:
    """Yield the steps of a puzzle, each with its game and the right move, which is played afterwards."""
    game = puzzle.game()
    for step in puzzle.steps:
        right = step.right(puzzle.variant, game.position)
        yield step, game, right
        for move in (right, step.answer):
            if move:
                game.play(move)


def test_there_are_enough_puzzles_of_every_game_and_level() -> None:
    assert len(book().ids()) >= 600
    assert tuple(book().names("game")) == GAMES
    for game in GAMES:
        assert len(book().ids(game)) >= 60, game
        assert {puzzle.level for puzzle in puzzles() if puzzle.variant.name == game} == {1, 2, 3, 4, 5}
    assert set(book().names("theme")) <= {name for name, _title, _hint in THEMES}


def test_every_sentence_of_every_puzzle_can_be_said(sample: list[Puzzle]) -> None:
    for puzzle in sample:
        assert all([goal(puzzle, puzzle.game().position.side), reached(puzzle, 0), hint(puzzle)])
        for step, game, right in steps_of(puzzle):
            for move in game.legal_moves():
                reason = "" if move == right else why_wrong(puzzle, step, game.position, move)
                assert move == right or (reason.endswith(".") and "{" not in reason), reason


def test_puzzles_show_what_they_promise() -> None:
    """The solution of a puzzle to win or to close a mill ends with that, where its number of moves is small."""
    for puzzle in puzzles():
        game = puzzle.game()
        side = game.position.side
        solution = puzzle.solution()
        for move in solution:
            game.play(move)
        own = [move for ply, move in enumerate(solution) if game.position_at(ply).side == side]
        if puzzle.kind == "win" and 0 < puzzle.moves <= 3:
            over = game.outcome()
            assert over is not None
            assert over.winner == side, puzzle.id
        elif puzzle.kind == "mill":
            assert own[-1].captures, puzzle.id
        assert len(own) <= puzzle.moves or not puzzle.moves or puzzle.kind in ("hold", "stop")


def test_no_more_than_two_puzzles_of_a_goal_follow_each_other_at_the_same_level() -> None:
    shelf = Shelf()
    shelf.book = book()
    assert {variant_of(shelf.today()) for shelf.day in (1, 2, 3)} == {"nine"}
    goals: list[str] = []
    id = shelf.today()
    for _number in range(10):
        shelf.serve(id)
        goals.append(book().goal(id))
        shelf.progress.solved.add(id)
        following = shelf.after(id)
        assert book().level(following) == book().level(id)
        id = following
    assert not any(first == second == third for first, second, third in zip(goals, goals[1:], goals[2:], strict=False))
    assert variant_of(id) == "nine"


def variant_of(id: str) -> str:
    puzzle = book().puzzle(id)
    assert puzzle is not None
    return puzzle.variant.name
