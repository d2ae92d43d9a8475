"""The guide through a puzzle: judges each move, answers the right ones, shows the solution on request, and its panel
beside the board."""

from __future__ import annotations

from morris_core.notation import format_move

from ...common.guide import Guide, Task, build_panel, note
from ...model.translation import _, comma_list, number_of
from ...model.ui import WATCHED
from ...update.moves import changed
from ...view.dialog import tool_button
from ...view.nodes import ICONS, button, h
from ...view.text import move_sentence
from .progress import FIRST
from .shelf import Shelf
from .words import goal, hint, level_name, reached, theme_name, why_wrong

TYPE_CHECKING = False
if TYPE_CHECKING:
    from morris_core import Move

    from ...model.messages import Effects
    from ...model.state import State
    from ...view.nodes import Node
    from .book import Puzzle, Step
    from .shelf import Run

NAME = "puzzles"
ANSWER = "puzzles:answer"
NEXT = '.guide [data-intent="puzzles:next"]'  # the button


class PuzzleGuide(Guide):
    """Leads the player through a puzzle."""

    name = NAME

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__()
        self.puzzle = puzzle
        self.number = 0  # the current step, from 0
        self.solved = False  # whether all steps are done
        self.failed = False  # whether there was a wrong move
        self.shown = False  # whether the player asked for the solution; then the puzzle doesn't count as solved
        self.hints = 0  # how many hints this step has had: first what to look for, then where
        self.helped = False  # whether there was a hint or the solution
        self.found = False  # whether the player found the last right move, instead of asking for it
        self.played = 0  # how many moves of the tail are on the board
        self._rated = False

    def rate(self, state: State, solved: bool) -> Effects:
        """Count the first try for the player's rating."""
        if self._rated:
            return []
        self._rated = True
        return state.of(Shelf).rate(self.puzzle.id, solved, state.ui.now())

    @property
    def step(self) -> Step:
        """The current step, or the last one of a solved puzzle."""
        return self.puzzle.steps[min(self.number, len(self.puzzle.steps) - 1)]

    def begin(self, state: State) -> None:
        """Put the puzzle on the board from its beginning."""
        self.number = self.played = self.hints = 0
        self.solved = self.shown = False
        game = self.puzzle.game()
        self.show(state, game, game.position.side)

    def help(self, state: State) -> Effects:
        """Give a hint; the second one is plainer."""
        self.hints = min(2, self.hints + 1)
        self.helped = True
        state.ui.say("")
        return self.rate(state, False) + state.of(Shelf).failed(state.ui.now())

    def right(self, state: State) -> Move:
        """Return the right move of the current step."""
        return self.step.right(state.variant, state.position)

    # --- the board ----------------------------------------------------------------------------------------------------

    def pressed(self, state: State, move: Move | None) -> Effects | None:
        """Judge a whole move: play the right one, or take it back and say why."""
        if move is None:
            return None
        if move == self.right(state):
            self.found = True
            return self.go_on(state)
        self.failed = True
        self.take_back(state, why_wrong(self.puzzle, self.step, state.position, move))
        shelf = state.of(Shelf)
        effects = self.rate(state, False) + shelf.failed(state.ui.now())
        return effects + (shelf.run.finished(state, False) if shelf.run is not None else [])

    def go_on(self, state: State) -> Effects:
        """Play the right move of the step and announce its answer."""
        answer = self.step.answer
        effects = self.play_right(state, self.right(state))
        self.number += 1
        self.hints = 0
        self.solved = self.number == len(self.puzzle.steps)
        if self.solved and not self.shown:
            effects += self.rate(state, True)
            clean = not (self.failed or self.helped)
            effects += state.of(Shelf).finished(self.puzzle.id, clean, state.ui.now())
        run = state.of(Shelf).run
        if self.solved and run is not None:
            return effects + run.finished(state, not (self.shown or self.failed))
        if self.solved:
            return effects + [("focus-if-keyboard", NEXT)]
        return effects + (self.announce_answer(state, ANSWER) if answer else [])

    def answered(self, state: State) -> None:
        """Play the answer to the step before."""
        self.answer(state, self.puzzle.steps[self.number - 1].answer)
        state.ui.say("")

    @property
    def rest(self) -> list[str]:
        """The moves of a solved puzzle that are not on the board yet: the last answer and the tail."""
        if not self.solved:
            return []
        last = self.puzzle.steps[-1].answer
        return (([last] if last else []) + self.puzzle.tail)[self.played :]

    def show_more(self, state: State) -> Effects:
        """Show the next moves of the solution: the right one of a step, or the rest of a solved puzzle."""
        if not self.solved:
            self.shown, self.helped, self.found = True, True, False
            return self.rate(state, False) + state.of(Shelf).failed(state.ui.now()) + self.go_on(state)
        if self.rest:
            state.open.play(self.rest[0])
            self.played += 1
            changed(state)
            state.ui.arrive(WATCHED)
        return [("reveal",)]

    def leave(self, state: State) -> None:
        """Give back the board. A timed run is over unless another puzzle follows."""
        super().leave(state)
        state.of(Shelf).run = None

    # --- texts --------------------------------------------------------------------------------------------------------

    def fragment(self, state: State) -> str:
        """Return the puzzle's link."""
        return "p=" + self.puzzle.id

    def why_not_now(self, state: State) -> str:
        """Return why no move can be entered now, or ""."""
        if self.solved:
            return _("This puzzle is solved. Press Next puzzle.")
        return super().why_not_now(state)

    def prompt(self, state: State) -> str:
        if self.solved:
            return _("That's the solution.") if self.shown else reached(self.puzzle, self.side)
        if not state.ui.entry.empty or (self.number and not self.found):
            return ""
        if self.waiting:
            return _("Right! Wait for the reply.")
        return _("Right! Find the next move.") if self.number else goal(self.puzzle, self.side)

    def spoken(self, state: State) -> str:
        """Return what screen readers hear: the other side's last move, and the hint or the task."""
        if not state.ui.entry.empty:
            return ""
        text = self.prompt(state)
        if self.hints and not self.solved:
            text = self.hint_text(state)
        move = state.last_move
        if not text or move is None or state.ui.arrival != WATCHED:
            return text
        mover = state.mover()
        return _("{move} {prompt}").format(move=move_sentence(state, move, mover), prompt=text)

    def hint_text(self, state: State) -> str:
        """Return the hint: what to look for, and the second time also the points."""
        text = hint(self.puzzle)
        if self.hints < 2:
            return text
        move = self.right(state)
        points = state.variant.board.points
        if move.origin is None:
            return _("The man belongs on {point}.").format(point=points[move.to])
        return _("Move the man on {point}.").format(point=points[move.origin])

    def marks(self, state: State) -> list[int]:
        """Return the points to press next, after the second hint."""
        if self.hints < 2 or self.solved or self.waiting:
            return []
        right = format_move(self.right(state), state.variant)
        return Task(state.variant, [right]).next_points(state.ui.entry)

    # --- the panel ----------------------------------------------------------------------------------------------------

    def build(self, state: State) -> Node:
        """Return the panel of the puzzle."""
        shelf, copied = state.of(Shelf), state.ui.copied == NAME
        title = _("Today's puzzle") if self.puzzle.id == shelf.today() else _("Puzzle")
        tools = [
            tool_button(
                _("Link copied") if copied else _("Copy link"), ICONS["send"], "puzzles:copy", key="puzzles:copy"
            ),
            tool_button(_("Leave the puzzle"), ICONS["close"], "puzzles:leave", key="puzzles:leave"),
        ]
        text = [
            note(_("Link copied.") if copied else "", role="status"),
            None if shelf.run is None else _run(shelf.run),
            note(self._note(state), **{"data-testid": "puzzle-note"}),
        ]
        return build_panel("puzzle", title, level_name(self.puzzle), tools, text, self._actions(shelf.run))

    def _note(self, state: State) -> str:
        """Return the hint, or the themes of a solved puzzle."""
        if self.solved:
            themes = comma_list([theme_name(theme) for theme in self.puzzle.themes])
            row = state.of(Shelf).progress.row
            if self.shown or row < 2:
                text = _("Theme: {themes}.").format(themes=themes)
            else:
                text = _("Theme: {themes}. {row} in a row without a mistake.").format(themes=themes, row=row)
            return " ".join([one for one in (text, rating_text(state)) if one])
        return self.hint_text(state) if self.hints and not self.waiting else ""

    def _actions(self, run: Run | None) -> list[Node | None]:
        if not self.solved:
            label = _("Where?") if self.hints else _("Hint")
            skip = "puzzles:next" if run is None else "puzzles:skip"
            return [
                button(label, "puzzles:hint", key="hint", disabled=self.hints > 1 or self.waiting),
                button(_("Show move"), "puzzles:more", key="more", disabled=self.waiting),
                button(_("Skip"), skip, key="skip"),
            ]
        return [
            button(_("Solve again"), "puzzles:again", key="again"),
            button(_("Show the rest"), "puzzles:more", key="more") if self.rest else None,
            button(_("Next puzzle"), "puzzles:next", kind="primary", key="next"),
        ]


def rating_text(state: State) -> str:
    """Return the player's rating, or "" before the first puzzle."""
    value, deviation, _volatility = state.of(Shelf).progress.rating
    if deviation >= FIRST[1]:
        return ""
    template = _("Your rating: {rating}.") if state.of(Shelf).is_sure else _("Your rating: about {rating}.")
    return template.format(rating=round(value))


def _run(run: Run) -> Node:
    """Return the score of a timed run and the time that is left, as a bar that the style sheet shortens."""
    return h(
        "div",
        {"key": "run", "class": "run"},
        h("span", {}, number_of("{number} solved", "{number} solved", run.solved)),
        h("span", {"class": "run-time", "aria-hidden": "true"}),
    )
