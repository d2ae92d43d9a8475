"""The guide through a puzzle: judges each move, answers the right ones, shows the solution on request, and its panel
beside the board."""

from __future__ import annotations

from morris_core import Move
from morris_core.notation import format_move
from morris_core.percent import escape

from ...common.guide import Guide, Task, build_panel, note
from ...model.messages import Effects
from ...model.sides import NAMES
from ...model.state import State
from ...model.translation import _, comma_list, number_of
from ...model.ui import WATCHED
from ...view.dialog import tool_button
from ...view.nodes import ICONS, Node, button, h
from ...view.text import move_sentence
from .book import Puzzle, Step, write_puzzle
from .progress import FIRST
from .shelf import Run, Shelf
from .words import goal, hint, level_name, reached, refutation, theme_name, why_wrong

NAME = "puzzles"
ANSWER, REST = "puzzles:answer", "puzzles:rest"
REST_MS = 1400  # between the moves after the solution, which play themselves
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
        self.rest: list[str] = []  # the moves of a solved puzzle that are not on the board yet: the answer and the tail
        self.also = False  # whether the player found another right move than the solution's
        self.turned = False  # whether the board has turned since the puzzle before
        self._sides: list[int] = []  # who plays each of the moves in `rest`, if they lead to the end of the game
        self._rated = False

    def rate(self, state: State, solved: bool) -> Effects:
        """Count the first try for the player's rating, but in a timed run."""
        shelf = state.of(Shelf)
        if self._rated or shelf.run is not None or self.puzzle.is_made:
            return []
        self._rated = True
        return shelf.rate(self.puzzle.id, solved, state.ui.now())

    def fail(self, state: State) -> Effects:
        """Count a wrong move or help, but in a timed run."""
        shelf = state.of(Shelf)
        return (
            []
            if shelf.run is not None or self.puzzle.is_made
            else self.rate(state, False) + shelf.failed(state.ui.now())
        )

    def is_solved(self) -> bool:
        """Return whether the player has found or seen all steps."""
        return self.solved

    @property
    def step(self) -> Step:
        """The current step, or the last one of a solved puzzle."""
        return self.puzzle.steps[min(self.number, len(self.puzzle.steps) - 1)]

    def begin(self, state: State) -> None:
        """Put the puzzle on the board from its beginning."""
        self.number = self.hints = 0
        self.solved = self.shown = self.also = False
        self.rest, self._sides = [], []
        game = self.puzzle.game()
        side = game.position.side
        self.show(state, game, side)
        template = _("The board has turned: you play {side}.") if self.turned else _("{side} to move.")
        state.ui.report(template.format(side=NAMES[side]))

    def help(self, state: State) -> Effects:
        """Give a hint; the second one is plainer."""
        self.hints = min(2, self.hints + 1)
        self.helped = True
        state.ui.say("")
        return self.fail(state)

    def right(self, state: State) -> Move:
        """Return the right move of the current step, whose position is on the board."""
        return self.step.right(state.variant, state.position)

    # --- the board ----------------------------------------------------------------------------------------------------

    def pressed(self, state: State, move: Move | None) -> Effects | None:
        """Judge a whole move: play the right one, or take it back and say why."""
        if move is None:
            return None
        if move == self.right(state):
            self.found = True
            return self.go_on(state)
        if self.step.is_also_right(state.variant, state.position, move):
            return self.accept(state, move)
        self.failed = True
        position, run = state.position, state.of(Shelf).run
        answer = refutation(self.puzzle, self.step, position, move)
        effects = self.fail(state) + self.refute(state, move, why_wrong(self.puzzle, self.step, position, move), answer)
        return effects + ([] if run is None else run.judge(state, False))

    def go_on(self, state: State) -> Effects:
        """Play the right move of the step and announce what follows: its answer, or the rest of the solution."""
        answer, shelf = self.step.answer, state.of(Shelf)
        effects = self.put(state, self.right(state)) + (self.praise(state) if self.found else [])
        self.number += 1
        self.hints = 0
        self.clean = not (self.failed or self.helped)
        self.solved = self.number == len(self.puzzle.steps)
        if not self.solved:
            return effects + (self.announce_answer(state, ANSWER) if answer else [])
        if not (self.shown or self.puzzle.is_made):
            effects += self.rate(state, True)
            clean = not (self.failed or self.helped or shelf.run is not None)
            effects += shelf.finished(self.puzzle.id, clean, state.ui.now())
        if shelf.run is not None:
            return effects + shelf.run.judge(state, True)
        self._look_ahead(state, ([answer] if answer else []) + self.puzzle.tail)
        return effects + self._announce_rest(state) + [("focus-if-keyboard", NEXT)]

    def accept(self, state: State, move: Move) -> Effects:
        """Play a move that is right too, after which the puzzle has no more to say."""
        effects = self.put(state, move) + self.praise(state)
        self.found = self.solved = self.also = True
        self.clean = not (self.failed or self.helped)
        self.number, self.hints = len(self.puzzle.steps), 0
        return effects + [("focus-if-keyboard", NEXT)]

    def _look_ahead(self, state: State, rest: list[str]) -> None:
        """Note the moves after the solution, and who makes them if the player wins with them."""
        self.rest, self._sides = rest, []
        game, sides = state.open.game.copy(), []
        for move in rest:
            sides.append(game.position.side)
            game.play(move)
        outcome = game.outcome()
        if outcome is not None and outcome.winner == self.side:
            self._sides = sides

    def _announce_rest(self, state: State) -> Effects:
        return [("after", REST_MS, state.ask(REST, about_game=True), None)] if self.rest else []

    def play_rest(self, state: State) -> Effects:
        """Play the next move after the solution."""
        move, self.rest, self._sides = self.rest[0], self.rest[1:], self._sides[1:]
        self.answer(state, move)
        return [("reveal",)] + self._announce_rest(state)

    def answered(self, state: State) -> None:
        """Play the answer to the step before."""
        self.answer(state, self.puzzle.steps[self.number - 1].answer)
        state.ui.say("")

    def show_move(self, state: State) -> Effects:
        """Show the right move of the step."""
        self.shown, self.helped, self.found = True, True, False
        return self.fail(state) + self.go_on(state)

    def hurry(self, state: State) -> None:
        """Take back a wrong move, unless a timed run goes on to the next puzzle."""
        if state.of(Shelf).run is None:
            super().hurry(state)

    def leave(self, state: State) -> None:
        """Give back the board. A timed run is over unless another puzzle follows."""
        super().leave(state)
        state.of(Shelf).run = None

    # --- texts --------------------------------------------------------------------------------------------------------

    def fragment(self, state: State) -> str:
        """Return the puzzle's link."""
        return fragment_of(self.puzzle)

    def why_not_now(self, state: State) -> str:
        """Return why no move can be entered now, or ""."""
        run = state.of(Shelf).run
        if run is not None and run.is_judged:
            return _("One moment. The next puzzle is coming.")
        if self.solved and (state.of(Shelf).framed or self.puzzle.is_made):
            return self.prompt(state)
        if self.solved:
            return _("This puzzle is solved. Press Next puzzle.")
        return super().why_not_now(state)

    def prompt(self, state: State) -> str:
        if self.solved:
            if self.also:
                return _("Right! That works too.")
            left = self._sides.count(self.side)
            return _("That's the solution.") if self.shown else reached(self.puzzle, self.side, left)
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
        if self.hints and not self.solved and not self.refuting:
            return self.hint_text(state)
        move = state.last_move
        if text and state.ui.news:
            return _("{news} {prompt}").format(news=state.ui.news, prompt=text)
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
        if self.hints < 2 or self.solved or self.waiting or self.refuting:
            return []
        right = format_move(self.right(state), state.variant)
        return Task(state.variant, [right]).next_points(state.ui.entry)

    # --- the panel ----------------------------------------------------------------------------------------------------

    def build(self, state: State) -> Node:
        """Return the panel of the puzzle."""
        shelf, copied = state.of(Shelf), state.ui.copied == NAME
        if shelf.run is not None:
            return self._build_run(state, shelf.run)
        title = _("Today's puzzle") if self.puzzle.id == shelf.today() and not self.puzzle.is_made else _("Puzzle")
        tools = [
            tool_button(
                _("Link copied") if copied else _("Copy link"), ICONS["send"], "puzzles:copy", key="puzzles:copy"
            ),
            _leave_button(),
        ]
        if shelf.framed:
            tools = []
        text = [
            note(_("Link copied.") if copied else "", role="status"),
            note(self._note(state), **{"data-testid": "puzzle-note"}),
        ]
        return build_panel(
            "puzzle", title, level_name(self.puzzle), tools, text, self._actions(shelf.framed or self.puzzle.is_made)
        )

    def _build_run(self, state: State, run: Run) -> Node:
        """Return the panel of a timed run."""
        left = run.seconds_left(state.ui.now())
        clock = h("strong", {"role": "timer", "data-testid": "run-time"}, f"{left // 60}:{left % 60:02}")
        solved = number_of("{number} solved", "{number} solved", run.solved)
        score = h("p", {"key": "run", "class": "run"}, clock, " ", h("span", {}, solved))
        skip = button(_("Skip"), "puzzles:skip", key="skip", disabled=run.is_judged)
        return build_panel("puzzle", _("Three minutes"), level_name(self.puzzle), [_leave_button()], [score], [skip])

    def _note(self, state: State) -> str:
        """Return the hint, or the themes of a solved puzzle."""
        if self.solved and self.puzzle.is_made:
            return ""
        if self.solved:
            themes = comma_list([theme_name(theme) for theme in self.puzzle.themes])
            row = state.of(Shelf).progress.row
            if self.shown or row < 2:
                text = _("Theme: {themes}.").format(themes=themes)
            else:
                text = _("Theme: {themes}. {row} in a row without a mistake.").format(themes=themes, row=row)
            return " ".join([one for one in (text, rating_text(state)) if one])
        return self.hint_text(state) if self.hints and not self.waiting and not self.refuting else ""

    def _actions(self, alone: bool) -> list[Node | None]:
        """Return the buttons. `alone`: whether no other puzzle can follow."""
        if not self.solved:
            label = _("Where?") if self.hints else _("Hint")
            return [
                button(label, "puzzles:hint", key="hint", disabled=self.hints > 1 or self.waiting),
                button(_("Show move"), "puzzles:more", key="more", disabled=self.waiting),
                None if alone else button(_("Skip"), "puzzles:next", key="skip"),
            ]
        return [
            button(_("Solve again"), "puzzles:again", key="again"),
            None if alone else button(_("Next puzzle"), "puzzles:next", kind="primary", key="next"),
        ]


def fragment_of(puzzle: Puzzle) -> str:
    """Return the link of a puzzle, which holds the whole puzzle if a player has made it."""
    return "puzzle=" + escape(write_puzzle(puzzle)) if puzzle.is_made else "p=" + puzzle.id


def rating_text(state: State) -> str:
    """Return the player's rating, or "" before the first puzzle."""
    value, deviation, _volatility = state.of(Shelf).progress.rating
    if deviation >= FIRST[1]:
        return ""
    template = _("Your rating: {rating}.") if state.of(Shelf).is_sure else _("Your rating: about {rating}.")
    return template.format(rating=round(value))


def _leave_button() -> Node:
    return tool_button(_("Leave the puzzle"), ICONS["close"], "puzzles:leave", key="puzzles:leave")
