"""The form of lessons: plain data. A test plays them and checks their claims. docs/lessons.md says how.

Invariant: every step can start by itself, from its own position or from the steps before it.
"""

from __future__ import annotations

from collections.abc import Mapping

from morris_core import Game, find_variant


class Step:
    """One step: something to read, and usually something to do."""

    def __init__(
        self,
        text: str,  # the explanation
        *,
        position: str = "",  # a FEN; "" if the step continues the one before; the first one begins the game
        task: str = "",  # in one short sentence; "" for a step that the player only reads or plays out
        right: tuple[str, ...] = (),  # the right moves, such as "d2", "a1-a4" or "a1-a4xd6"
        answer: str = "",  # the other side's answer to the right move; "" for none
        done: str = "",  # the comment on the right move, in one short sentence
        wrong: Mapping[str, str] | None = None,  # move -> why not; without its capture it means all of its captures
        otherwise: str = "",  # the comment on all other moves; "" for a reason that the page finds by itself
        marked: bool = False,  # whether the points to press are marked from the beginning
        claims: tuple[str, ...] = (),  # what the test checks of this step, see docs/lessons.md
        level: str = "",  # such as "3": the player plays out the position against the computer of that level
        goal: str = "win",  # of a position that is played out: "win", or "mill" for closing a mill before the game ends
    ) -> None:
        self.text, self.position, self.task, self.right, self.answer = text, position, task, right, answer
        self.done, self.wrong, self.otherwise = done, wrong or {}, otherwise
        self.marked, self.claims = marked, claims
        self.level, self.goal = level, goal


class Lesson:
    """A lesson."""

    def __init__(
        self, name: str, title: str, summary: str, *steps: Step, variant: str = "nine", finish: str = ""
    ) -> None:
        self.name = name  # in links; it never changes, because progress is stored under it
        self.title = title  # a few words
        self.summary = summary  # one sentence for the list of lessons
        self.steps = steps
        self.variant = find_variant(variant)
        self.finish = finish  # the text at the end

    def game_at(self, number: int) -> Game:
        """Return the game at the beginning of a step, counted from 0."""
        first = number
        while first and not self.steps[first].position:
            first -= 1
        position = self.steps[first].position
        game = Game.from_fen(position, self.variant) if position else Game(self.variant)
        for step in self.steps[first:number]:
            for move in step.right[:1]:
                game.play(move)
            if step.answer:
                game.play(step.answer)
        return game

    def side(self, number: int) -> int:
        """Return the learner's side in a step: the side to move."""
        return self.game_at(number).position.side
