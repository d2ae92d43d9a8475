"""A game and its entry of moves agree with the independent rules, whatever is done in whatever order."""

from functools import partial

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from morris_core import VARIANTS, Game, MorrisError, MoveEntry
from tests.core.compare import compare_states, named_move, reference_of

NUMBER = st.integers(0, 999)


class GameMachine(RuleBasedStateMachine):
    """Plays, takes back, ends and copies a game, and keeps the reference's game of each ply."""

    @initialize(number=NUMBER, flying=st.sampled_from((0, 3)), double=st.sampled_from((1, 2)))
    def begin(self, number: int, flying: int, double: int) -> None:
        variant = VARIANTS[sorted(VARIANTS)[number % len(VARIANTS)]]
        self.game = Game(variant.with_rules(flying=flying, double_mill=double))
        self.references = [reference_of(self.game.variant)]
        self.entry = MoveEntry(self.game.variant, self.game.position)

    def follow(self) -> None:
        """Begin to enter the next move."""
        self.entry = MoveEntry(self.game.variant, self.game.position)

    @rule(number=NUMBER)
    def play(self, number: int) -> None:
        moves = self.game.legal_moves()
        if moves:
            move = self.game.play(moves[number % len(moves)])
            del self.references[self.game.ply :]
            self.references.append(self.references[-1].after(named_move(self.game.variant, move)))
            self.follow()

    @rule(number=NUMBER)
    def press(self, number: int) -> None:
        """Press a point that can be pressed, or any other one."""
        if self.game.outcome() is not None:
            return
        entry = self.entry
        useful = entry.capture_targets() if entry.capturing else entry.movable() + entry.targets()
        point = useful[number // 2 % len(useful)] if number % 2 and useful else number % len(entry.variant.board.points)
        pressed = entry.press(point)
        self.entry = pressed.entry
        if pressed.move is not None:
            assert named_move(self.game.variant, pressed.move) in self.references[self.game.ply].moves()
            self.play(list(self.game.legal_moves()).index(pressed.move))
        elif point in useful:
            assert pressed.reason is None

    @rule(number=st.integers(1, 4))
    def undo(self, number: int) -> None:
        line = self.game.moves + self.game.undone
        for _ in range(number):
            self.game.undo()
        assert self.game.moves + self.game.undone == line
        self.follow()

    @rule()
    def redo(self) -> None:
        self.game.redo()
        self.follow()

    @rule(side=st.sampled_from((0, 1)), how=st.sampled_from(("resign", "lose_on_time", "agree_draw")))
    def end(self, side: int, how: str) -> None:
        over, ply = self.game.outcome(), self.game.ply
        finish = partial(getattr(self.game, how), *(() if how == "agree_draw" else (side,)))
        if over is not None:
            with pytest.raises(MorrisError):
                finish()
            return
        finish()
        ended = self.game.outcome()
        assert ended is not None
        assert not self.game.legal_moves()
        assert (ended.winner, self.game.ply) == (None if how == "agree_draw" else 1 - side, ply)
        self.game = self.game.copy()
        self.game.ended = None

    @invariant()
    def agree(self) -> None:
        compare_states(self.game, self.references[self.game.ply])
        assert Game.from_link(self.game.link()) == self.game
        assert Game.from_record(self.game.record()) == self.game


TestGame = GameMachine.TestCase
TestGame.settings = settings(
    max_examples=25, stateful_step_count=40, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck)
)
