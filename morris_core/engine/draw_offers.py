"""Draw offers: whether the computer agrees to a draw, and why, in a sentence that a player understands.

Pure. Invariant: it agrees only where it is not better, by exact tables or a proof where there is one, else by
its evaluation. Whatever level it plays at, it answers by the same search, so that an offer says nothing false.
"""

from typing import NamedTuple

from ..game import Game
from .hints import Sentence, say
from .limits import Info, Limit, value_of

OFFER = Limit(nodes=30_000)
"""How long an offer is thought about when the request does not say."""
EVEN = 10
"""An advantage of at most so many hundredths of a man is none: the evaluation is not more exact than that."""

LOSING = 150
"""Hundredths of a man: who stands so much worse is glad of a draw at any time."""


class Reply(NamedTuple):
    """The answer to an offer. accepts: whether the computer agrees; sentences: why."""

    accepts: bool
    sentences: list[Sentence]


def answer_offer(game: Game, info: Info, side: int) -> Reply:
    """Return how `side` answers the offer of a draw.

    While men are in hand, it agrees only where it is losing: nearly every position is even then, and the game has
    hardly begun.

    Args:
        game: The game at the position on the board.
        info: What a search of that position has found.
        side: Who is asked, WHITE or BLACK.

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
    if (position.hand(side) or position.hand(1 - side)) and score > -LOSING:
        return Reply(False, say("The computer declines: it wants to play on until all men are placed."))
    if proved == "draw":
        return Reply(True, say("The computer accepts the draw: with good play, nobody can win from here."))
    if score > EVEN:
        return Reply(False, say("The computer declines: it thinks it's ahead."))
    return Reply(True, say("The computer accepts the draw: it doesn't think it's ahead."))
