"""Draw offers: whether the computer agrees to a draw, and why, in a sentence that a player understands.

Invariant: it agrees only if it is not better, by exact tables or a proof if there is one, otherwise by its evaluation.
It uses the same search at every level, so what it says is never false.
"""

from typing import NamedTuple

from ..game import Game
from .hints import Sentence, say
from .limits import Info, Limit, value_of

OFFER = Limit(nodes=30_000)
"""The default limit for thinking about an offer."""
EVEN = 10
"""Hundredths of a man. A smaller advantage counts as none, because the evaluation is no more precise."""


class Reply(NamedTuple):
    """The answer to an offer. accepts: whether the computer agrees; sentences: the reason."""

    accepts: bool
    sentences: list[Sentence]


def answer_offer(game: Game, info: Info, side: int) -> Reply:
    """Return how `side` answers a draw offer.

    While men are in hand it agrees only if it is surely lost, because the game has hardly begun.

    Args:
        game: The game at the position on the board.
        info: The result of a search of that position.
        side: The side that answers, WHITE or BLACK.

    >>> from morris_core import BLACK, Game, find_variant
    >>> info = Info(4, 20, (), 100, 0.1, False, None)
    >>> answer_offer(Game(find_variant("nine")), info, BLACK).accepts
    False
    """
    position = game.position
    score = info.score if position.side == side else -info.score
    proved = value_of(score) if info.exact else None
    if proved == "loss":
        return Reply(True, say("The computer accepts the draw: it was losing."))
    if proved == "win":
        return Reply(False, say("The computer declines: its position is won."))
    if position.hand(side) or position.hand(1 - side):
        return Reply(False, say("The computer declines: it wants to play on until all men are placed."))
    if proved == "draw":
        return Reply(True, say("The computer accepts the draw: with good play, nobody can win from here."))
    if score > EVEN:
        return Reply(False, say("The computer declines: it thinks it's ahead."))
    return Reply(True, say("The computer accepts the draw: it doesn't think it's ahead."))
