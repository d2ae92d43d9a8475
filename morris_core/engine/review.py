"""Review: what every move of a game was worth, where it turned, and how well both sides played.

May import morris_core and the engine. Invariant: a value is called proved only where the search or a table
says so; everything else is a chance, which is the computer's opinion.

Every position is searched once, from the last to the first, so that each search remembers what follows. A move that
seems weak is then looked at again, longer: the move that was made and the best one, both equally deep.

A position's chance is the result to be expected for a side, 1 for a win, 1/2 for a draw: for a proved value that
itself, else 1 / (1 + exp(-score / scale)). A move's loss is what it takes from its side's chance. The accuracy of a
side is the mean of 100 * exp(-5 * loss) over its moves with which something could be lost: those with a choice, in
positions where its chance was at least 5 %.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from math import exp
from typing import Any, NamedTuple

from ..errors import MorrisError
from ..game import Game
from ..notation import format_move
from ..position import NAMES, WHITE, Move
from ..variants import Variant
from . import review_texts as texts
from .engine import Engine
from .hints import Sentence, say
from .learned import knows
from .limits import Info, Limit, Value, value_of
from .network import SCORE_PER_LOGIT
from .turning_points import TurningPoint, explain_turning_point

NODES = 5_000
"""How many nodes a position is searched, unless the caller says otherwise."""
CLOSER = 4
"""How many times as many where a move seems weak."""
TERMS_PER_LOGIT = 36
"""Score of one logit of the evaluation by terms, which counts 2.8 logits a man."""
SUSPICIOUS = 0.05
"""A move with a loss from here on is looked at again."""
GRADES = (("blunder", 0.35), ("mistake", 0.2), ("inaccuracy", 0.1))
"""What a move is called, with the least loss of that."""
TURNING = ("blunder", "mistake")
"""The grades of turning points."""
SURE = 10_000
"""Scores beyond this are no guesses, though the search may not have proved them."""
NOTHING_LEFT = 0.05
"""With less chance than this nothing is left that could be lost."""
SEVERITY = 5.0
"""How fast accuracy falls with the loss."""
LINE = 6
"""How many plies of an expected line are given."""


def chance(variant: Variant, score: int, exact: bool) -> float:
    """Return the result to be expected for the side to move, 0 to 1: a proved value as it is, never quite so any other.

    Args:
        variant: What is played.
        score: As a search gives it, in hundredths of a man.
        exact: Whether it is proved.
    """
    if exact:
        return {"win": 1.0, "draw": 0.5, "loss": 0.0}[value_of(score)]
    # A win that a table knows somewhere below the root is not proved, and yet no guess.
    if abs(score) >= SURE:
        return 0.99 if score > 0 else 0.01
    scale = SCORE_PER_LOGIT if knows(variant) else TERMS_PER_LOGIT
    return min(0.99, max(0.01, 1 / (1 + exp(-score / scale))))


class ReviewError(MorrisError):
    """A review that cannot be made."""


class Seen(NamedTuple):
    """What a search found in a position. chance: for the side to move; exact: whether that is proved; best: None when
    the game is over; line: what the computer expects, the best move first."""

    chance: float
    exact: bool
    best: Move | None = None
    line: tuple[Move, ...] = ()
    depth: int = 0

    @property
    def value(self) -> Value | None:
        """The proved value for the side to move, or None."""
        return value_of(round(2 * self.chance) - 1) if self.exact else None


class Weighed(NamedTuple):
    """A move of the game. before: the chance of the side that moved, with the best move; after: with this one; each
    with the proved value, if it is one; better, better_line: the best move, if it is another one, and what follows."""

    before: Seen
    after: Seen
    better: Move | None = None
    better_line: tuple[Move, ...] = ()
    line: tuple[Move, ...] = ()

    @property
    def loss(self) -> float:
        """What the move takes from its side's chance, 0 to 1."""
        return max(0.0, self.before.chance - self.after.chance) if self.better else 0.0


def grade(loss: float) -> str:
    """Return what a move with such a loss is called: one of GRADES, or nothing."""
    return next((name for name, least in GRADES if loss >= least), "")


def move_numbers(game: Game) -> list[int]:
    """Return the number of each move on the board as a record counts it: moves of White, and of Black after Black."""
    number, last, numbers = game.first_ply // 2, -1, []
    for ply in range(game.ply):
        side = game.position_at(ply).side
        if side == WHITE or last != WHITE:
            number += 1
        last = side
        numbers.append(number)
    return numbers


class Review:
    """The review of a game.

    Args:
        engine: What thinks.
        game: The game; it is not changed.
        nodes: How many nodes each position is searched.
        first: The ply from which on moves are reviewed.

    Raises:
        ReviewError: There is no move to review.

    Attributes:
        percent: How far it has come, 0 to 100.
    """

    def __init__(self, engine: Engine, game: Game, nodes: int = NODES, first: int = 0) -> None:
        if not game.ply:
            raise ReviewError("There is nothing to review: the game has no moves yet.")
        if not 0 <= first < game.ply:
            raise ReviewError(
                "A review begins at ply 0 to {last} of this game, not {first}.", last=game.ply - 1, first=first
            )
        self.game = game
        self.first = first
        self.percent = 0
        self._engine = engine
        self._nodes = nodes
        self._numbers = move_numbers(game)
        self._seen: dict[int, Seen] = {}
        self._weighed: dict[int, Weighed] = {}
        self._sentences: dict[int, list[Sentence]] = {}

    def run(self) -> Iterator[None]:
        """Think; yields every few milliseconds. When it ends, report() has it all."""
        last = self.game.ply
        for ply in range(last, self.first - 1, -1):
            self._seen[ply] = yield from self._look(self.game.copy(ply), Limit(nodes=self._nodes))
            self.percent = 70 * (last - ply + 1) // (last - self.first + 1)
        for ply in range(self.first, last):
            self._weighed[ply] = self._weigh(ply)
        closer = [ply for ply in range(last - 1, self.first - 1, -1) if self._weighed[ply].loss >= SUSPICIOUS]
        for done, ply in enumerate(closer, 1):
            self._weighed[ply] = yield from self._weigh_closer(ply)
            if grade(self._weighed[ply].loss) in TURNING:
                self._sentences[ply] = self._explain(ply)
            self.percent = 70 + 29 * done // len(closer)
            yield
        self.percent = 100

    def report(self) -> dict[str, Any]:
        """Return the review as plain data; docs/engine-protocol.md describes it."""
        return {
            "first": self.first,
            "accuracy": [self.accuracy(side) for side in range(2)],
            "start": self._report_value(self.game.position_at(self.first).side, self._seen[self.first]),
            "moves": [self._report_move(ply) for ply in range(self.first, self.game.ply)],
        }

    def accuracy(self, side: int) -> int | None:
        """Return how accurately a side played, 0 to 100; None where it had nothing to choose or to lose."""
        kept = []
        for ply, weighed in self._weighed.items():
            if self.game.position_at(ply).side != side or weighed.before.chance < NOTHING_LEFT:
                continue
            if len(self.game.copy(ply).legal_moves()) > 1:
                kept.append(100 * exp(-SEVERITY * weighed.loss))
        return round(sum(kept) / len(kept)) if kept else None

    def _look(self, game: Game, limit: Limit) -> Generator[None, None, Seen]:
        """Search a position; return what was Seen."""
        over = game.outcome() if game.ended is None else None
        if over:
            won = over.winner == game.position.side
            return Seen(0.5 if over.winner is None else float(won), True)
        found: list[Info] = []
        for info in self._engine.search(game, limit):
            found[:] = [info]
            yield
        info = found[0]
        return Seen(chance(self.game.variant, info.score, info.exact), info.exact, info.best, info.pv, info.depth)

    def _weigh(self, ply: int) -> Weighed:
        """Return what the searches of the positions before and after a move say of it."""
        before, after = self._seen[ply], self._of_mover(ply, self._seen[ply + 1])
        played = self.game.line[ply]
        if before.best == played:
            return Weighed(after, after, line=self._seen[ply + 1].line)
        return Weighed(before, after, before.best, before.line[1:], self._seen[ply + 1].line)

    def _weigh_closer(self, ply: int) -> Generator[None, None, Weighed]:
        """Return what searches of the move and of the best one, equally deep, say of it."""
        game, played = self.game.copy(ply), self.game.line[ply]
        before = yield from self._look(game, Limit(nodes=CLOSER * self._nodes))
        self._seen[ply] = before
        if before.best == played:
            return self._weigh(ply)
        limit = Limit(nodes=CLOSER * self._nodes, depth=max(1, before.depth - 1))
        better = game.copy()
        assert before.best is not None  # there was a move, so the game went on
        better.play(before.best)
        best = yield from self._look(better, limit)
        after = yield from self._look(self.game.copy(ply + 1), limit)
        self._seen[ply + 1] = after
        best_for_mover = before
        if not before.exact:
            best_for_mover = self._turned(better.position.side == game.position.side, best)
            # That the best move found leads to a draw does not prove that no other one wins.
            best_for_mover = best_for_mover._replace(exact=best.exact and best_for_mover.chance == 1)
        return Weighed(best_for_mover, self._of_mover(ply, after), before.best, best.line, after.line)

    def _of_mover(self, ply: int, after: Seen) -> Seen:
        """Return what was seen after a move for the side that made it."""
        return self._turned(self.game.position_at(ply).side == self.game.position_at(ply + 1).side, after)

    def _turned(self, same_side: bool, seen: Seen) -> Seen:
        return seen if same_side else seen._replace(chance=1 - seen.chance)

    def _report_value(self, side: int, seen: Seen) -> dict[str, Any]:
        """Return a position's value for White, as plain data: the chance in percent, and the value if proved."""
        white = self._turned(side == WHITE, seen)
        return {"white": round(100 * white.chance), "value": white.value, "exact": seen.exact}

    def _report_move(self, ply: int) -> dict[str, Any]:
        game, weighed = self.game, self._weighed[ply]
        side = game.position_at(ply).side
        report: dict[str, Any] = {
            "side": side,
            "number": self._numbers[ply],
            "move": format_move(game.line[ply], game.variant),
            **self._report_value(side, weighed.after),
            "loss": round(100 * weighed.loss),
            "grade": grade(weighed.loss),
            "better": format_move(weighed.better, game.variant) if weighed.better else None,
        }
        if ply in self._sentences:
            lines = ((weighed.better, weighed.better_line), (game.line[ply], weighed.line))
            report["sentences"] = [[sentence.template, sentence.fields] for sentence in self._sentences[ply]]
            report["better_line"], report["line"] = [
                [format_move(move, game.variant) for move in (first, *line[: LINE - 1])]
                for first, line in lines
                if first is not None
            ]
        return report

    def _explain(self, ply: int) -> list[Sentence]:
        game, weighed = self.game, self._weighed[ply]
        assert weighed.better is not None
        point = TurningPoint(
            game.variant,
            game.position_at(ply),
            self._numbers[ply],
            game.line[ply],
            weighed.better,
            game.line[ply + 1] if ply + 1 < game.ply else None,
            weighed.line,
            weighed.better_line,
        )
        return explain_turning_point(point) + explain_value(game.position_at(ply).side, weighed)


# --- what the move did to the value -----------------------------------------------------------------------------------


def explain_value(side: int, weighed: Weighed) -> list[Sentence]:
    """Return what a weak move did to the value of the game, and whether that is proved.

    Args:
        side: Who moved.
        weighed: The move.
    """
    before, after = weighed.before, weighed.after
    if before.value and after.value:
        template = texts.PROVED[before.value, after.value]
    elif before.value:
        template = texts.GAVE_UP_WIN if before.value == "win" else texts.GAVE_UP_DRAW
    elif after.value:
        template = texts.NOW_LOST if after.value == "loss" else texts.NOW_DRAWN
    else:
        template = texts.FELL
    percent = {"before": round(100 * before.chance), "after": round(100 * after.chance)}
    return say(template, side=NAMES[side], other=NAMES[1 - side], **percent)
