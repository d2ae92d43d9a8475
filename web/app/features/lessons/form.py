"""The form of lessons: plain data. A test plays them and checks their claims. docs/lessons.md says how.

Invariant: every step can start by itself, from its own position or from the steps before it.
"""

from __future__ import annotations

from morris_core import Game, find_variant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


class Step:
    """One step: something to read, and usually something to do.

    Args:
        text: The explanation.
        position: A FEN; "" if the step continues the one before (the first one: from the start of the game).
        task: The task in one short sentence; "" for a step that the player only reads or plays out.
        right: The right moves, such as "d2", "a1-a4" or "a1-a4xd6".
        answer: The other side's answer to the right move; "" for none.
        done: The comment on the right move, in one short sentence.
        wrong: Move -> why it is not right. A move without its capture means all of its captures.
        otherwise: The comment on all other moves; "" for a reason that the page finds by itself.
        marked: Whether the points to press are marked from the beginning.
        claims: What the test checks of this step, see docs/lessons.md.
        level: A level such as "3": the player plays out the position against the computer of that level.
        goal: The goal of a position that is played out: "win", or "mill" for closing a mill before the game ends.
    """

    def __init__(
        self,
        text: str,
        *,
        position: str = "",
        task: str = "",
        right: tuple[str, ...] = (),
        answer: str = "",
        done: str = "",
        wrong: Mapping[str, str] | None = None,
        otherwise: str = "",
        marked: bool = False,
        claims: tuple[str, ...] = (),
        level: str = "",
        goal: str = "win",
    ) -> None:
        self.text, self.position, self.task, self.right, self.answer = text, position, task, right, answer
        self.done, self.wrong, self.otherwise = done, wrong or {}, otherwise
        self.marked, self.claims = marked, claims
        self.level, self.goal = level, goal


class Lesson:
    """A lesson.

    Args:
        name: Its name in links. It never changes, because progress is stored under it.
        title: A few words.
        summary: One sentence for the list of lessons.
        steps: The steps in their order.
        variant: The name of the variant.
        finish: The text at the end.
    """

    def __init__(
        self, name: str, title: str, summary: str, *steps: Step, variant: str = "nine", finish: str = ""
    ) -> None:
        self.name, self.title, self.summary = name, title, summary
        self.steps, self.finish = steps, finish
        self.variant = find_variant(variant)

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
