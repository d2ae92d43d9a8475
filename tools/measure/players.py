"""The players of our own matches: those of morris_core.terminal.players, and one more.

perfect:DIR    never gives value away, sets problems and finishes won games; DIR has exact values
"""

from functools import cache
from pathlib import Path
from random import Random

from morris_core.terminal import players
from morris_core.terminal.players import Player, PlayerError, Setup
from tools.solving.perfect import Perfect, open_perfect
from tools.solving.perfect.player import PerfectPlayer


def make_player(text: str, setup: Setup) -> Player:
    """Return a new player for one game. Raises PlayerError if the text does not name one."""
    kind, _, folder = text.partition(":")
    if kind != "perfect":
        return players.make_player(text, setup)
    if not folder:
        raise PlayerError("The player 'perfect' needs --perfect DIR.")
    return PerfectPlayer(exact_values(folder), Random(setup.seed))


@cache
def exact_values(folder: str) -> Perfect:
    """Return the exact values in a folder, opened once in each process."""
    return open_perfect(Path(folder))
