"""The computer's moves while its engine is still on its way: the levels that need no search play in the page itself.

It thinks a moment at a time, so that the page can be used meanwhile. The one invariant: as with the engine's session,
nothing is delivered for any question but the last one.
"""

from __future__ import annotations

import random

from morris_core.levels.one_ply import think
from morris_core.levels.table import find_level
from morris_core.notation import format_move

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine

    from morris_core import Game

    from ..messages import Answer, Question

SLICE_MS = 12
"""How long it thinks before others have their turn; one more move may be looked at beyond that."""


class EarlyPlayer:
    """Answers questions for moves as the engine would.

    Args:
        deliver: Takes each answer.
        clock: Returns milliseconds.
        sleep: `await sleep(milliseconds)`.
    """

    def __init__(
        self, deliver: Callable[[Answer], None], clock: Callable[[], float], sleep: Callable[[int], Awaitable[None]]
    ) -> None:
        self._deliver = deliver
        self._clock = clock
        self._sleep = sleep
        self.current: int | None = None
        """The id of the question that it is thinking about."""

    def ask(self, question: Question, game: Game, least: int) -> Coroutine[object, None, None]:
        """Return what thinks about a question for the move of a level that looks one ply ahead, and delivers it.

        Args:
            question: A start message of the protocol.
            game: The game that it asks about. It may be played on meanwhile.
            least: Milliseconds that the move takes at least.
        """
        self.current = question["id"]
        return self._answer(question, game, least)

    async def _answer(self, question: Question, game: Game, least: int) -> None:
        if self.current != question["id"]:
            return
        begun = self._clock()
        seconds = question["limit"]["seconds"] if "limit" in question else None

        def is_over() -> bool:
            return seconds is not None and self._clock() - begun > 1000 * seconds

        move = None
        ends = begun + SLICE_MS
        for found in think(game, find_level(question["level"]), random, is_over):
            move = found
            if self._clock() >= ends:
                await self._sleep(0)
                if self.current != question["id"]:
                    return
                ends = self._clock() + SLICE_MS
        left = least - (self._clock() - begun)
        if left > 0:
            await self._sleep(int(left))
        if self.current == question["id"]:
            self.current = None
            text = None if move is None else format_move(move, game.variant)
            self._deliver({"id": question["id"], "done": True, "best": text, "move": text})

    def stop(self) -> None:
        """Want no more answers."""
        self.current = None
