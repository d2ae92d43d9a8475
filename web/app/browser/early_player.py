"""The levels that look one ply ahead, played in the page while the engine is loading or can't be loaded."""

from __future__ import annotations

import random

from morris_core.levels.one_ply import think
from morris_core.levels.table import find_level
from morris_core.notation import format_move

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from morris_core import Game

    from ..model.messages import Answer, Question

SLICE_MS = 12
"""How long it thinks before others have their turn; one more move may be looked at beyond that."""


async def answer_early(
    question: Question,
    game: Game,
    is_wanted: Callable[[], bool],
    clock: Callable[[], float],
    sleep: Callable[[float], Awaitable[None]],
) -> Answer | None:
    """Compute the move of a level that looks one ply ahead, as the engine would.

    Args:
        question: A question of the protocol.
        game: The game of the question. Others may change it during the call.
        is_wanted: Returns whether an answer is still needed.
        clock: Returns milliseconds.
        sleep: `await sleep(milliseconds)`.

    Returns:
        The answer, or None if it is no longer needed.
    """
    begun = clock()
    seconds = question["limit"]["seconds"] if "limit" in question else None

    def is_over() -> bool:
        return seconds is not None and clock() - begun > 1000 * seconds

    move = None
    ends = begun + SLICE_MS
    for found in think(game, find_level(question["level"]), random, is_over):
        move = found
        if clock() >= ends:
            await sleep(0)
            if not is_wanted():
                return None
            ends = clock() + SLICE_MS
    text = None if move is None else format_move(move, game.variant)
    return {"id": question["id"], "done": True, "best": text, "move": text}
