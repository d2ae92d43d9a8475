"""The form of lessons: plain data, with a test that plays them and checks what they claim. docs/lessons.md says how.

The one invariant: every step can be begun by itself, from its own position or from the steps before it.
"""

from __future__ import annotations

from morris_core import Game, find_variant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


class Step:
    """One step: something to read, and mostly something to do.

    Args:
        text: What is explained.
        position: As FEN; "" where the step goes on from the one before (the first one: from the start of the game).
        task: What is to be done, in one short sentence; "" for a step that is only read or played out.
        right: The moves that are right, such as "d2", "a1-a4" or "a1-a4xd6".
        answer: The other side's answer to the right move; "" for none.
        done: What is said of the right move, in one short sentence.
        wrong: Move -> why it is not right; a move without its capture stands for all of its captures.
        otherwise: What is said of all other moves; "" for a reason that the page finds by itself.
        marked: Whether what is to be pressed is marked from the beginning.
        claims: What the test checks of this step, see docs/lessons.md.
        level: "1" to "12": the position is played out against the computer of that level.
        goal: Of a position that is played out: "win", or "mill" for closing a mill before the game ends.
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
        self.text = text
        self.position = position
        self.task = task
        self.right = right
        self.answer = answer
        self.done = done
        self.wrong = wrong or {}
        self.otherwise = otherwise
        self.marked = marked
        self.claims = claims
        self.level = level
        self.goal = goal


class Lesson:
    """A lesson.

    Args:
        name: In its link; never changes, since what has been learned is kept under it.
        title: A few words.
        summary: One sentence for the list of lessons.
        steps: In their order.
        variant: The name of what is played.
        finish: What is said at the end.
    """

    def __init__(
        self, name: str, title: str, summary: str, *steps: Step, variant: str = "nine", finish: str = ""
    ) -> None:
        self.name = name
        self.title = title
        self.summary = summary
        self.steps = steps
        self.variant = find_variant(variant)
        self.finish = finish

    def game_at(self, number: int) -> Game:
        """Return the game as it stands at the beginning of a step.

        Args:
            number: Of the step, from 0.

        Raises:
            MorrisError: A position or move of the lesson is not possible.
        """
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
        """Return the side that is played by the learner in a step: the one that is to move."""
        return self.game_at(number).position.side
