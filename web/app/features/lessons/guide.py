"""The guide through a lesson: the step shown, what of it is done, the comment on a move, and the panel."""

from __future__ import annotations

from morris_core import Move
from morris_core.entry import MoveEntry
from morris_core.link import HUMAN
from morris_core.notation import format_move

from ...common.guide import Guide, Task, build_panel, mill_after, note, why_not
from ...model.messages import Effects
from ...model.state import State
from ...model.translation import _
from ...model.ui import WATCHED
from ...view.dialog import tool_button
from ...view.nodes import ICONS, Node, button, h
from ...view.text import move_sentence
from .form import Lesson, Step
from .table import LESSONS

NAME = "lessons"
ANSWER = "lessons:answer"
NEXT = '.guide [data-intent="lessons:next"]'  # the button


class LessonGuide(Guide):
    """Leads the player through a lesson."""

    name = NAME

    def __init__(self, lesson: Lesson) -> None:
        super().__init__()
        self.lesson = lesson
        # The step shown, from 0; the number of steps once the lesson is finished. At first none, so that none follows.
        self.number = -2
        self.solved = False  # whether the task is done, in a step that is not played out
        self.shows = False  # whether the points to press are marked
        self.missed: set[int] = set()  # the steps that were skipped or shown
        self._task: Task | None = None
        self._mill: MoveEntry | None = None  # the right mill, of which the wrong man has just been taken

    @property
    def finished(self) -> bool:
        """Whether all steps are done."""
        return self.number >= len(self.lesson.steps)

    @property
    def step(self) -> Step:
        """The step shown; once the lesson is finished, its last one."""
        return self.lesson.steps[min(self.number, len(self.lesson.steps) - 1)]

    def go(self, state: State, number: int) -> None:
        """Show a step, or the end of the lesson. If the step continues the one before, the board stays."""
        lesson = self.lesson
        goes_on = number == self.number + 1 and self.is_done(state)
        self.number = max(0, min(number, len(lesson.steps)))
        self.solved = self.finished
        self._task = None
        if self.finished:
            self.free = False
            return
        step = self.step
        self.shows = step.marked
        if step.right:
            self._task = Task(lesson.variant, step.right)
        if goes_on and not step.position and not step.level:
            self.free = False
            return
        side = lesson.side(self.number)
        players = None
        if step.level:
            players = [step.level, step.level]
            players[side] = HUMAN
        self.show(state, lesson.game_at(self.number), side, players)

    def leave_step(self, state: State) -> None:
        """Note whether the player has done the step without help."""
        if self.is_done(state) and (self.step.marked or not self.shows):
            self.missed.discard(self.number)
        else:
            self.missed.add(self.number)

    def again(self, state: State) -> None:
        """Restart the step."""
        number, self.number = self.number, -2
        self.go(state, number)

    def is_done(self, state: State) -> bool:
        """Return whether the task is done. A step that is only read is always done."""
        if not self.free:
            return self.solved or self._task is None
        game = state.open.game
        if self.step.goal == "mill":
            moves = range(game.ply)
            return any(game.line[ply].captures and game.position_at(ply).side == self.side for ply in moves)
        outcome = game.outcome()
        return outcome is not None and outcome.winner == self.side

    def is_lost(self, state: State) -> bool:
        """Return whether a game that is played out has ended without its goal."""
        return self.free and state.open.game.outcome() is not None and not self.is_done(state)

    # --- what the page asks of a guide --------------------------------------------------------------------------------

    def fragment(self, state: State) -> str:
        """Return the address: the lesson, and the step if it is not the first."""
        return NAME + "=" + self.lesson.name + ("." + str(self.number + 1) if self.number else "")

    def pressed(self, state: State, move: Move | None) -> Effects | None:
        """Judge the entry: play what is right, or take it back and say why."""
        if self.free:
            return super().pressed(state, move)
        entry, task = state.ui.entry, self._task
        assert task is not None  # else why_not_now has already said why the board takes no moves
        if move is None:
            if entry.to is not None and not task.may_become_right(entry):
                return self.refute_shown(state, state.open.game.ply, self._why(state, entry.origin, entry.to))
            return None
        if task.is_right(move):
            return self._right(state, move)
        reason = self._why(state, move.origin, move.to, move)
        mill = MoveEntry(state.variant, state.position, move.origin, move.to)
        if move.captures and task.may_become_right(mill):
            self._mill = mill
            return self.refute(state, move, reason)
        answer = None  # the reason is enough if the move should have closed a mill
        if not all(one.captures for one in task.moves):
            answer = mill_after(state.variant, state.position, move, task.moves)
        return self.refute(state, move, reason, "" if answer is None else format_move(answer, state.variant))

    def hurry(self, state: State) -> None:
        """Take back a wrong move. After the right mill the player only has to choose the man to take again."""
        was_shown, mill = self.refuting, self._mill
        super().hurry(state)
        self._mill = None
        if was_shown and mill is not None:
            state.ui.enter(mill)

    def _right(self, state: State, move: Move) -> Effects:
        effects = self.put(state, move) + self.praise(state)
        if self.step.answer:
            return effects + self.announce_answer(state, ANSWER)
        self.solved = True
        return effects + [("focus-if-keyboard", NEXT)]

    def answered(self, state: State) -> Effects:
        """Play the answer of the step."""
        self.answer(state, self.step.answer)
        self.solved = True
        return [("focus-if-keyboard", NEXT)]

    def _why(self, state: State, origin: int | None, to: int, move: Move | None = None) -> str:
        """Return the comment on a wrong move: the lesson's own words, else what follows from the rules."""
        step, variant = self.step, state.variant
        tries = [one for one in state.open.game.legal_moves() if one.origin == origin and one.to == to]
        tried = tries[0] if move is None else move
        text = format_move(tried, variant)
        reason = step.wrong.get(text) or step.wrong.get(text.split("x")[0]) or step.otherwise
        return reason or why_not(variant, state.position, tried, self._task.moves if self._task else [])

    def why_not_now(self, state: State) -> str:
        """Return why no move can be entered now, or ""."""
        if self.finished:
            return _("The lesson is finished. Choose what to do next.")
        if not self.free and (self.solved or self._task is None):
            return _("You're done here. Press Next.")
        return super().why_not_now(state)

    def prompt(self, state: State) -> str:
        if self.free or state.ui.entry.capturing:
            return ""
        if self.finished:
            return _("The lesson is finished.")
        if self.waiting or self.solved:
            return self.step.done or _("Right!")
        return self.step.task or _("Press Next to continue.")

    def spoken(self, state: State) -> str:
        """Return what screen readers hear: the other side's move, the explanation and the task."""
        if self.free or not state.ui.entry.empty:
            return ""
        move = state.last_move
        if self.solved or self.waiting or self.finished:
            text = self.prompt(state) if not self.finished else self.lesson.finish
        else:
            text = _("{text} {task}").format(text=self.step.text, task=self.prompt(state))
        if move is not None and state.ui.arrival == WATCHED:
            return _("{move} {prompt}").format(move=move_sentence(state, move, 1 - self.side), prompt=text)
        return text

    def marks(self, state: State) -> list[int]:
        """Return the next points to press, if they are marked."""
        if not self.shows or self.solved or self.waiting or self.refuting or self.free or self._task is None:
            return []
        points = self._task.next_points(state.ui.entry)
        # If any man may be taken, the crosses on them are enough.
        return [] if points == sorted(state.ui.entry.capture_targets()) else points

    # --- the panel ----------------------------------------------------------------------------------------------------

    def build(self, state: State) -> Node:
        """Return the panel of the lesson."""
        lesson = self.lesson
        if self.finished:
            place, text, actions = "", lesson.finish, _finish(lesson)
        else:
            place = _("{step} of {steps}").format(step=self.number + 1, steps=len(lesson.steps))
            text, actions = self.step.text, self._actions(state)
        unfinished = _("To finish the lesson, do every step without Show me or Skip.")
        return build_panel(
            "lesson",
            lesson.title,
            place,
            [tool_button(_("Leave the lesson"), ICONS["close"], "lessons:leave")],
            [
                h("p", {"class": "guide-text lesson-text"}, text),
                note(unfinished if self.finished and self.missed else ""),
            ],
            actions,
            " free" if self.free else " finished" if self.finished else "",
        )

    def _actions(self, state: State) -> list[Node | None]:
        done = self.is_done(state)
        back = button(_("Back"), "lessons:back", key="back", kind="secondary less", disabled=not self.number)
        middle = None
        after: Node | None = button(_("Next"), "lessons:next", kind="primary", key="next", disabled=not done)
        if self.is_lost(state):
            middle = button(_("Try again"), "lessons:again", kind="primary", key="again")
        elif self.free:
            begun = bool(state.open.game.line) and not done
            middle = button(_("Start over"), "lessons:again", key="again", disabled=not begun)
        elif not done and not self.step.marked:
            middle = button(_("Show me"), "lessons:show", key="show", disabled=self.shows)
        if self.free and not done:
            after = button(_("Skip"), "lessons:next", key="next")
        return [back, middle, after]


def _finish(lesson: Lesson) -> list[Node | None]:
    following = LESSONS[LESSONS.index(lesson) + 1 :]
    after = None
    if following:
        after = button(_("Next lesson"), "lessons:open", following[0].name, title=following[0].title)
    return [
        button(_("All lessons"), "open", NAME),
        after,
        button(_("Play the computer"), "lessons:play", kind="primary"),
    ]
