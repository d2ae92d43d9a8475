"""The levels, played in the page while the engine is loading or can't be loaded, as far as it can.

Those that look one ply ahead need no engine. The first two men of the others are in a file (first_moves.py).
"""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable

from morris_core import Game
from morris_core.levels.first_moves import PLIES, first_moves
from morris_core.levels.one_ply import think
from morris_core.levels.table import Level, find_level
from morris_core.notation import format_move

from ..model.messages import Answer, Question

SLICE_MS = 12
"""How long it thinks before others have their turn; one more move may be looked at beyond that."""


def needs_no_search(level: Level, game: Game) -> bool:
    """Return whether a level looks only one ply ahead in a game."""
    return level.looks_one_ply(game.position.hand(game.position.side) > 0)


def may_answer(level: Level, game: Game) -> bool:
    """Return whether the page may know a level's move."""
    return needs_no_search(level, game) or game.ply < PLIES


async def answer_early(
    question: Question,
    game: Game,
    load_moves: Callable[[], Awaitable[str]],
    is_wanted: Callable[[], bool],
    clock: Callable[[], float],
    sleep: Callable[[float], Awaitable[None]],
) -> Answer | None:
    """Compute the move of a level as the engine would.

    Args:
        question: A question of the protocol.
        game: The game of the question. Others may change it during the call.
        load_moves: Promises the text of first_moves.py, or "".
        is_wanted: Returns whether an answer is still needed.
        clock: Returns milliseconds.
        sleep: `await sleep(milliseconds)`.

    Returns:
        The answer, or None if it is no longer needed or only the engine knows it.
    """
    begun, level, known = clock(), find_level(question["level"]), None
    if not needs_no_search(level, game):
        known = first_moves(await load_moves(), game, level)
        if known is None or not is_wanted():
            return None
    seconds = question["limit"]["seconds"] if "limit" in question else None

    def is_over() -> bool:
        return seconds is not None and clock() - begun > 1000 * seconds

    move = None
    ends = begun + SLICE_MS
    for found in think(game, level, random, is_over, known):
        move = found
        if clock() >= ends:
            await sleep(0)
            if not is_wanted():
                return None
            ends = clock() + SLICE_MS
    text = None if move is None else format_move(move, game.variant)
    return {"id": question["id"], "done": True, "best": text, "move": text}
