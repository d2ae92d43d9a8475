"""Prove that every step of a puzzle has only one right move, and that the refutations of the others are true."""

from app.features.puzzles.book import DIGITS, RIGHT, Book, Puzzle, PuzzleError

from lab.puzzles.build import id_of, key_of, keys_of_solution
from lab.puzzles.judge import Goal, Judge, Kind
from morris_core import Game, Move
from morris_core.notation import format_move
from morris_core.possible import check_position
from morris_core.rules import apply, legal_moves, outcome


class Wrong(Exception):
    """A false claim in a puzzle."""


def verify(puzzle: Puzzle, judge: Judge) -> int:
    """Prove all claims of a puzzle and return how many moves were judged. Raises Wrong if one is false."""
    game = puzzle.game()
    if game.outcome() or game.quiet:
        raise Wrong(f"{puzzle.id}: the game is over, or not at a beginning")
    check_position(puzzle.variant, game.position)
    if puzzle.id != id_of(puzzle.variant, game.position):
        raise Wrong(f"{puzzle.id}: the id is not that of its position")
    kind: Kind = puzzle.kind  # type: ignore[assignment]
    goal = Goal(kind, puzzle.moves)
    judged = 0
    for step in puzzle.steps:
        if game.outcome():
            raise Wrong(f"{puzzle.id}: the game is over before the last step")
        moves = legal_moves(puzzle.variant, game.position)
        if len(moves) != len(step.verdicts) or len(moves) < 2:
            raise Wrong(f"{puzzle.id}: there are {len(moves)} moves")
        for move, digit in zip(moves, step.verdicts, strict=True):
            _judge(puzzle, judge, game, move, goal, None if digit == RIGHT else step.refutations[DIGITS.index(digit)])
            judged += 1
        game.play(step.right(puzzle.variant, game.position))
        if step.answer:
            game.play(step.answer)
            goal = goal.after_a_move()
        elif step is not puzzle.steps[-1]:
            raise Wrong(f"{puzzle.id}: a step without an answer is the last one")
    puzzle.solution()
    return judged


def _judge(puzzle: Puzzle, judge: Judge, game: Game, move: Move, goal: Goal, claim: tuple[str, int] | None) -> None:
    """Prove that a move is right, or that `claim` refutes it."""
    where = f"{puzzle.id}, ply {game.ply}, {format_move(move, puzzle.variant)}"
    position = game.position
    after = apply(puzzle.variant, position, move)
    if claim is None:
        if not judge.is_right(position, after, goal):
            raise Wrong(f"{where}: not right")
        return
    answer, moves = claim
    if not answer:
        if judge.is_right(position, after, goal):
            raise Wrong(f"{where}: right too")
        if not outcome(puzzle.variant, after) and goal.moves != 1:
            raise Wrong(f"{where}: wants a refutation")
        return
    found = [one for one in legal_moves(puzzle.variant, after) if format_move(one, puzzle.variant) == answer]
    if not found:
        raise Wrong(f"{where}: {answer} is not legal")
    shown = judge.refutes(after, apply(puzzle.variant, after, found[0]), goal)
    if shown != moves:
        raise Wrong(f"{where}: {answer} does not refute it as it says, {shown} for {moves}")


def verify_all(book: Book, ids: list[str]) -> tuple[int, int]:
    """Verify some puzzles of a book, and that none is like another or like a part of another's solution.

    Return how many there are, and how many moves were judged. Raises Wrong if a claim is false.
    """
    keys: dict[tuple[str, tuple[int, int, int, int]], str] = {}
    for id in book.ids():
        puzzle = _puzzle(book, id)
        start = (puzzle.variant.name, key_of(puzzle.variant, puzzle.game().position))
        if start in keys:
            raise Wrong(f"{id} and {keys[start]} are alike")
        keys[start] = id
    judges: dict[str, Judge] = {}
    judged = 0
    for id in ids:
        puzzle = _puzzle(book, id)
        for key in keys_of_solution(puzzle):
            if (puzzle.variant.name, key) in keys:
                raise Wrong(f"{keys[puzzle.variant.name, key]} is part of the solution of {id}")
        judge = judges.setdefault(puzzle.variant.name, Judge(puzzle.variant))
        judged += verify(puzzle, judge)
    return len(ids), judged


def _puzzle(book: Book, id: str) -> Puzzle:
    puzzle = book.puzzle(id)
    if puzzle is None:
        raise PuzzleError(f"The file has no puzzle {id}.")
    return puzzle
