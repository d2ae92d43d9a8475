"""Build puzzles: for a position and a goal, the only right move at each step, and refutations of the other moves."""

import hashlib
from typing import NamedTuple

from app.features.puzzles.book import DIGITS, RIGHT, Puzzle, Step

from lab.puzzles.judge import Goal, Judge
from lab.puzzles.search import TooMany
from lab.puzzles.themes import LOUD, level_of, themes_of
from morris_core import Game, Move, Position, Variant
from morris_core.fen import format_position
from morris_core.notation import format_move
from morris_core.rules import apply, legal_moves, outcome
from morris_core.symmetry import image_of

MOST_STEPS = 5
TAIL = 6
"""The most plies after the last step."""
LEAST_MOVES = 4
"""The fewest legal moves at the start. Fewer are not enough of a choice."""
ID_LENGTH = 6


class Stage(NamedTuple):
    """A position in which the player must move, with the goal and the only right move."""

    position: Position
    goal: Goal
    right: Move


def key_of(variant: Variant, position: Position) -> tuple[int, int, int, int]:
    """Return a key that all positions share that are alike up to the board's symmetries and the colours."""
    own, other = position.men(position.side), position.men(1 - position.side)
    least = min((image_of(own, symmetry), image_of(other, symmetry)) for symmetry in variant.board.symmetries())
    return (*least, position.hand(position.side), position.hand(1 - position.side))


def keys_of_solution(puzzle: Puzzle) -> set[tuple[int, int, int, int]]:
    """Return the keys of the positions in the solution of a puzzle, after its first move."""
    game = puzzle.game()
    for move in puzzle.solution():
        game.play(move)
    return {key_of(puzzle.variant, game.position_at(ply)) for ply in range(1, game.ply + 1)}


def id_of(variant: Variant, position: Position) -> str:
    """Return the id of a puzzle by its position. Positions that are alike have the same id."""
    text = " ".join([variant.name, *(str(number) for number in key_of(variant, position))])
    number = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
    digits = ""
    for _ in range(ID_LENGTH):
        number, digit = divmod(number, len(DIGITS))
        digits += DIGITS[digit]
    return digits


class Builder:
    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self.variant = judge.variant

    def only_right(self, position: Position, goal: Goal) -> Move | None:
        """Return the only right move, or None unless there is exactly one, and a choice."""
        if outcome(self.variant, position) is not None:
            return None
        right = self.judge.right_moves(position, goal, 2)
        return right[0] if len(right) == 1 and len(legal_moves(self.variant, position)) > 1 else None

    def build(self, position: Position, goal: Goal) -> Puzzle | None:
        """Return the puzzle of a position, or None unless its first step has exactly one right move.

        Raises:
            TooMany: A proof would take too long.
        """
        if len(legal_moves(self.variant, position)) < LEAST_MOVES:
            return None
        stages, answers = self._line(position, goal)
        if not stages:
            return None
        steps = [self._step(stage, answer) for stage, answer in zip(stages, answers, strict=True)]
        game = Game(self.variant, position)
        questions = []
        for stage, answer in zip(stages, answers, strict=True):
            questions.append(game.ply)
            game.play(stage.right)
            if answer is not None:
                game.play(answer)
        tail = self._tail(game, stages[-1].goal.after_a_move())
        themes = themes_of(game, questions, goal)
        depth = self._depth(position, steps[0], goal)
        quiet = not LOUD & set(themes_of(game, questions[:1], goal))
        return Puzzle(
            id_of(self.variant, position),
            self.variant,
            goal,
            level_of(depth, quiet),
            themes,
            format_position(self.variant, position, 0, 1),
            steps,
            [format_move(move, self.variant) for move in tail],
        )

    def _depth(self, position: Position, first: Step, goal: Goal) -> int:
        """Return how far to look ahead: to the goal, to the win, or until half of the wrong moves have lost."""
        if goal.moves:
            return goal.moves
        value = self.judge.value(position)
        if goal.kind == "win" and value is not None and value.distance is not None:
            return (value.distance + 1) // 2
        needed = sorted(first.refutations[DIGITS.index(digit)][1] for digit in first.verdicts if digit != RIGHT)
        return needed[len(needed) // 2]

    def _line(self, position: Position, goal: Goal) -> tuple[list[Stage], list[Move | None]]:
        stages: list[Stage] = []
        answers: list[Move | None] = []
        seen = {position}
        while len(stages) < MOST_STEPS:
            right = self.only_right(position, goal)
            if right is None:
                break
            stages.append(Stage(position, goal, right))
            after = apply(self.variant, position, right)
            answer = self._answer(position, after, goal)
            answers.append(answer)
            if answer is None:
                break
            position = apply(self.variant, after, answer)
            goal = goal.after_a_move()
            if position in seen:
                break  # the puzzle would repeat itself
            seen.add(position)
        return stages, answers

    def _answer(self, position: Position, after: Position, goal: Goal) -> Move | None:
        """Return the answer to a right move, which is the longest defence or the next trap, or None for no answer."""
        if outcome(self.variant, after) is not None or (goal.moves and not goal.attacks):
            return None
        if goal.kind == "mill" and after.men(after.side) != position.men(after.side):
            return None
        following = goal.after_a_move()
        found = []
        for move in legal_moves(self.variant, after):
            answered = apply(self.variant, after, move)
            delay = self._delay(answered, goal)
            if delay is None:
                continue
            asks = self.only_right(answered, following) is not None
            text = format_move(move, self.variant)
            rank = (asks, delay) if goal.kind == "hold" else (delay, asks)
            found.append((rank, bool(move.captures), text, move))
        if not found:
            return None
        best = max(found)
        return best[3] if goal.kind != "hold" or best[0][0] else None

    def _delay(self, answered: Position, goal: Goal) -> int | None:
        """Return how long an answer delays the goal, or None if it is not a sensible answer."""
        if goal.moves:
            return self.judge.search.soonest(answered, goal.moves - 1, goal.aim)
        value = self.judge.value(answered)
        if value is None:
            return None
        if goal.kind == "hold":
            return 0 if value.value == "draw" else None
        return value.distance

    def _tail(self, game: Game, goal: Goal) -> list[Move]:
        """Play the best moves of both sides until the goal is reached, and return them."""
        tail: list[Move] = []
        while goal.attacks and len(tail) < TAIL and not game.outcome():
            solver = len(tail) % 2 == 0
            if solver and (len(game.line) - len(tail)) % 2:
                break  # the last step ended the puzzle
            if solver:
                move = self._best(game.position, goal)
            else:
                move = self._answer(game.position_at(game.ply - 1), game.position, goal)
            if move is None:
                break
            game.play(move)
            tail.append(move)
            if solver and goal.moves == 0 and move.captures:
                break
            if not solver:
                goal = goal.after_a_move()
        return tail

    def _best(self, position: Position, goal: Goal) -> Move | None:
        right = self.judge.right_moves(position, goal)
        if goal.moves or not right:
            return right[0] if right else None

        def distance(move: Move) -> int:
            value = self.judge.value(apply(self.variant, position, move))
            return 999 if value is None or value.distance is None else value.distance

        return min(right, key=distance)

    def _step(self, stage: Stage, answer: Move | None) -> Step:
        """Return the step of a stage: a refutation for each wrong move, with as few different ones as possible."""
        moves = legal_moves(self.variant, stage.position)
        possible: list[dict[tuple[str, int], int]] = []
        uses: dict[tuple[str, int], int] = {}
        for move in moves:
            options: dict[tuple[str, int], int] = {}
            if move != stage.right:
                after = apply(self.variant, stage.position, move)
                found = self.judge.refutations(stage.position, after, stage.goal)
                # Any refutation that is as good as the best one may be chosen.
                for refutation in found:
                    if refutation.moves != found[0].moves:
                        break
                    text = "" if refutation.answer is None else format_move(refutation.answer, self.variant)
                    options[(text, refutation.moves)] = len(options)
                    uses[(text, refutation.moves)] = uses.get((text, refutation.moves), 0) + 1
                if not options:
                    raise ValueError(f"nothing refutes {format_move(move, self.variant)}")
            possible.append(options)
        chosen: list[tuple[str, int]] = []
        answers = ""
        for move, options in zip(moves, possible, strict=True):
            if move == stage.right:
                answers += RIGHT
                continue
            # Prefer the refutation that also refutes most other moves, and then the better one.
            best = max(options, key=lambda one: (uses[one], -options[one]))
            if best not in chosen:
                chosen.append(best)
            if len(chosen) > len(DIGITS):
                raise TooMany
            answers += DIGITS[chosen.index(best)]
        return Step(answers, "" if answer is None else format_move(answer, self.variant), chosen)
