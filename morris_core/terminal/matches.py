"""Play games between players with paired colours and varied openings, and compute the score and the Elo difference."""

import math
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from functools import partial
from random import Random
from statistics import fmean, pvariance, stdev
from typing import NamedTuple, TextIO

from ..errors import MorrisError
from ..game import Game
from ..position import BLACK, WHITE
from ..rules import explain
from ..variants import Variant
from .players import Player, Setup, make_player

SURE = math.log(0.95 / 0.05)
"""The ratio at which an Sprt decides."""
LONGEST = 5000
"""The number of plies after which a game counts as endless, which the draw rules should prevent."""


Maker = Callable[[str, Setup], Player]
"""Makes the player that a text names."""


class Pairing(NamedTuple):
    """An opening to play twice.

    Attributes:
        first, second: The texts that name the players.
        opening: A link.
        seed: For the players' random choices.
        go: How long programs think.
        sides: The sides that the first player takes in turn.
    """

    first: str
    second: str
    opening: str
    seed: str
    go: str
    sides: tuple[int, ...] = (WHITE, BLACK)


class Record(NamedTuple):
    """A game that was played.

    Attributes:
        score: The first player's score, 1, 0.5 or 0.
        fault: What went wrong, or "".
    """

    white: str
    black: str
    score: float
    result: str
    reason: str
    link: str
    plies: int
    fault: str


class Score(NamedTuple):
    """The first player's result. `error` is half the 95 % interval of `share`, computed from pairs of games."""

    wins: int
    draws: int
    losses: int
    share: float
    error: float

    def elo(self) -> str:
        """Return the difference in Elo with its 95 % interval."""
        middle, low, high = (_elo(self.share + step) for step in (0.0, -self.error, self.error))
        return f"{_signed(middle)} [{_signed(low)}, {_signed(high)}]"

    def __str__(self) -> str:
        games = self.wins + self.draws + self.losses
        return (
            f"{games} games: +{self.wins} ={self.draws} -{self.losses}, score {self.share:.1%} ± {self.error:.1%}, "
            f"Elo difference {self.elo()}"
        )


def _elo(share: float) -> float:
    if share <= 0 or share >= 1:
        return math.copysign(math.inf, share - 0.5)
    return 400 * math.log10(share / (1 - share))


def _signed(elo: float) -> str:
    return f"{elo:+.0f}" if math.isfinite(elo) else ("+" if elo > 0 else "-") + "infinite"


def make_opening(variant: Variant, plies: int, random: Random) -> str:
    """Return a link to an undecided game of `plies` random moves."""
    while True:
        game = Game(variant)
        for _ in range(plies):
            moves = game.legal_moves()
            if moves:
                game.play(random.choice(moves))
        if not game.outcome():
            return game.link()


def pairings(first: str, second: str, variant: Variant, games: int, plies: int, seed: int, go: str) -> list[Pairing]:
    """Return the pairings of a match, each for two games."""
    random = Random(seed)
    return [
        Pairing(first, second, make_opening(variant, plies, random), f"{seed}/{number}", go)
        for number in range((games + 1) // 2)
    ]


def play_pair(pairing: Pairing, make: Maker = make_player) -> list[Record]:
    """Play an opening once for each side that the first player takes."""
    records = []
    for first_side in pairing.sides:
        game = Game.from_link(pairing.opening)
        texts = (pairing.first, pairing.second) if first_side == WHITE else (pairing.second, pairing.first)
        players: list[Player] = []
        try:
            for side, text in enumerate(texts):
                setup = Setup(f"{pairing.seed}/{first_side}/{side}", pairing.go)
                players.append(make(text, setup))
            fault = play_out(game, players)
        finally:
            for player in players:
                player.close()
        over = game.outcome()
        # The player whose turn it was is at fault and loses. An endless game is nobody's fault.
        at_fault = None if game.ply >= LONGEST else 1 - game.position.side
        winner = over.winner if over else at_fault
        score = 0.5 if winner is None else float(winner == first_side)
        result = "1/2-1/2" if winner is None else ("1-0", "0-1")[winner]
        reason = str(explain(over)) if over else fault
        records.append(Record(*texts, score, result, reason, game.link(), game.ply, fault))
    return records


def play_out(game: Game, players: Sequence[Player]) -> str:
    """Let two players, White first, play a game to its end. Return what went wrong, or ""."""
    while not game.outcome():
        if game.ply >= LONGEST:
            return f"no end after {LONGEST} plies"
        try:
            game.play(players[game.position.side].choose(game))
        except MorrisError as error:
            return str(error)
        except Exception as error:
            return f"{type(error).__name__}: {error}"
    return ""


class Sprt(NamedTuple):
    """The sequential probability ratio test, which ends a match as soon as it shows which of two Elo differences holds.

    Each of the two wrong decisions has a probability of 5 %. The ratio is that of normal distributions of the scores of
    pairs of games. One win and one loss are added to the pairs, because alike results have no variance.

    Attributes:
        low, high: The differences in Elo.
    """

    low: float
    high: float

    def ratio(self, records: Sequence[Record]) -> float:
        """Return the logarithm of how much likelier `high` is than `low`."""
        scores = [record.score for record in records]
        pairs = [sum(scores[start : start + 2]) / 2 for start in range(0, len(scores) - 1, 2)] + [0.0, 1.0]
        low, high = (1 / (1 + 10 ** (-elo / 400)) for elo in self)
        return len(pairs) * (high - low) * (2 * fmean(pairs) - low - high) / (2 * pvariance(pairs))

    def decision(self, records: Sequence[Record]) -> str:
        """Return "high" or "low" if the records show which is likelier, otherwise ""."""
        ratio = self.ratio(records)
        return "high" if ratio >= SURE else "low" if ratio <= -SURE else ""


def score_of(records: Sequence[Record], each: int = 2) -> Score:
    """Return the score of games, `each` of which were played from one opening."""
    scores = [record.score for record in records]
    share = fmean(scores)
    # Two games of one opening are not independent, because only the openings are random.
    pairs = [fmean(scores[start : start + each]) for start in range(0, len(scores), each)]
    error = 1.96 * stdev(pairs, share) / math.sqrt(len(pairs)) if len(pairs) > 1 else 1.0
    return Score(scores.count(1.0), scores.count(0.5), scores.count(0.0), share, error)


def play_match(
    todo: Sequence[Pairing],
    jobs: int,
    records_file: TextIO | None,
    progress: TextIO | None,
    make: Maker = make_player,
    test: Sprt | None = None,
) -> list[Record]:
    """Play all pairings in `jobs` processes, or until the test has decided.

    Write each record when its game ends, as a row of columns between tabs, and print the score so far.
    """
    records: list[Record] = []
    play = partial(play_pair, make=make)
    with ProcessPoolExecutor(jobs) if jobs > 1 else nullcontext() as pool:
        for pair in pool.map(play, todo) if pool else map(play, todo):
            for record in pair:
                records.append(record)
                if records_file:
                    row = len(records), *record[:2], record.result, record.plies, record.reason, record.link
                    print(*row, sep="\t", file=records_file, flush=True)
            if progress:
                print(f"\r{score_of(records, len(todo[0].sides))}  ", end="", file=progress, flush=True)
            if test and test.decision(records):
                break
        if pool:
            pool.shutdown(cancel_futures=True)
    if progress:
        progress.write("\n")
    return records
