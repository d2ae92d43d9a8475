"""Review: the value of every move of a game, its turning points, and how well both sides played.

Invariant: a value is called proven only if the search or a table proves it; everything else is a chance, the computer's
estimate.

Every position is searched once, from the last to the first, so that each search knows what follows. For a move that
seems weak, the move and the best one are then searched again, longer and equally deep.

A position's chance is the expected result for a side, 1 for a win and 1/2 for a draw: the value itself if it is proven,
otherwise 1 / (1 + exp(-score / scale)). A move's loss is the part of its side's chance that it gives away. The accuracy
of a side is the mean of 100 * exp(-5 * loss) over its moves that mattered: those with a choice, in positions where its
chance was at least 5%.
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
from .turning_points import TurningPoint, explain_turning_point, is_reason

NODES = 5_000
"""The default number of nodes for each position."""
CLOSER = 4
"""The factor to NODES if a move seems weak."""
TERMS_PER_LOGIT = 36
"""The score of one logit of the evaluation by terms, in which a man is worth 2.8 logits."""
SUSPICIOUS = 0.05
"""The least loss of a move that is searched again."""
GRADES = (("blunder", 0.35), ("mistake", 0.2), ("inaccuracy", 0.1))
"""The grades of moves, with the least loss of each."""
TURNING = ("blunder", "mistake")
"""The grades of turning points."""
SURE = 10_000
"""Scores beyond this are not guesses, even if the search has not proven them."""
NOTHING_LEFT = 0.05
"""With less chance than this, a side has nothing left to lose."""
SEVERITY = 5.0
"""How fast accuracy falls as the loss grows."""
LINE = 6
"""The number of plies shown of an expected line."""

CHANCES = {"win": 1.0, "draw": 0.5, "loss": 0.0}
"""The expected result of each proven value."""


def chance(variant: Variant, score: int, exact: bool) -> float:
    """Return the expected result for the side to move, from 0 to 1; only proven values are exactly 0 or 1.

    Args:
        score: A search's score, in hundredths of a man.
        exact: Whether it is proven.
    """
    if exact:
        return CHANCES[value_of(score)]
    # A win that a table knows somewhere below the root is not proven, but it is not a guess either.
    if abs(score) >= SURE:
        return 0.99 if score > 0 else 0.01
    scale = SCORE_PER_LOGIT if knows(variant) else TERMS_PER_LOGIT
    return min(0.99, max(0.01, 1 / (1 + exp(-score / scale))))


class ReviewError(MorrisError):
    """A review that cannot be made."""


class Seen(NamedTuple):
    """The result of a search of a position.

    Attributes:
        chance: The chance of the side to move.
        exact: Whether that is proven.
        best: The best move, or None if the game is over.
        line: The line that the computer expects, the best move first.
    """

    chance: float
    exact: bool
    best: Move | None = None
    line: tuple[Move, ...] = ()
    depth: int = 0

    @property
    def value(self) -> Value | None:
        """The proven value for the side to move, or None."""
        return value_of(round(2 * self.chance) - 1) if self.exact else None


class Judgement(NamedTuple):
    """A move of the game.

    Attributes:
        before: The result for the side that moved, with the best move.
        after: The result for it with this move.
        better: The best move, if it is another one.
        better_line: The line expected after the best move.
        line: The line expected after this move.
    """

    before: Seen
    after: Seen
    better: Move | None = None
    better_line: tuple[Move, ...] = ()
    line: tuple[Move, ...] = ()

    @property
    def loss(self) -> float:
        """The part of its side's chance that the move gives away, 0 to 1."""
        return max(0.0, self.before.chance - self.after.chance) if self.better else 0.0


def grade(loss: float) -> str:
    """Return the grade of a move with this loss, one of GRADES, or ""."""
    return next((name for name, least in GRADES if loss >= least), "")


def move_numbers(game: Game) -> list[int]:
    """Return the number of each move as a record counts them: by White's moves, and by Black's that follow one of
    Black's.
    """
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
        engine: The engine that searches.
        game: The game; it is not changed.
        nodes: The nodes to spend on each position.
        first: The first ply whose move is reviewed.

    Raises:
        ReviewError: There is no move to review.

    Attributes:
        percent: The progress, 0 to 100.
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
        self._judged: dict[int, Judgement] = {}
        self._explained: dict[int, tuple[list[Sentence], bool]] = {}

    def run(self) -> Iterator[None]:
        """Search, yielding every few milliseconds. At the end, report() has everything."""
        last = self.game.ply
        for ply in range(last, self.first - 1, -1):
            self._seen[ply] = yield from self._look(self.game.copy(ply), Limit(nodes=self._nodes))
            self.percent = 70 * (last - ply + 1) // (last - self.first + 1)
        for ply in range(self.first, last):
            self._judged[ply] = self._judge(ply)
        closer = [ply for ply in range(last - 1, self.first - 1, -1) if self._judged[ply].loss >= SUSPICIOUS]
        for done, ply in enumerate(closer, 1):
            self._judged[ply] = yield from self._judge_closely(ply)
            if grade(self._judged[ply].loss) in TURNING:
                self._explained[ply] = self._explain(ply)
            self.percent = 70 + 29 * done // len(closer)
            yield
        self.percent = 100

    def report(self) -> dict[str, Any]:
        """Return the review as plain data, described in docs/engine-protocol.md."""
        return {
            "first": self.first,
            "accuracy": [self.accuracy(side) for side in range(2)],
            "start": self._report_value(self.game.position_at(self.first).side, self._seen[self.first]),
            "moves": [self._report_move(ply) for ply in range(self.first, self.game.ply)],
        }

    def accuracy(self, side: int) -> int | None:
        """Return how accurately a side played, 0 to 100, or None if it had nothing to choose or to lose."""
        scores = []
        for ply, judged in self._judged.items():
            if self.game.position_at(ply).side != side or judged.before.chance < NOTHING_LEFT:
                continue
            if len(self.game.copy(ply).legal_moves()) > 1:
                scores.append(100 * exp(-SEVERITY * judged.loss))
        return round(sum(scores) / len(scores)) if scores else None

    def _look(self, game: Game, limit: Limit) -> Generator[None, None, Seen]:
        """Search a position and return the result."""
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

    def _judge(self, ply: int) -> Judgement:
        """Judge a move by the searches of the positions before and after it."""
        before, after = self._seen[ply], self._of_mover(ply, self._seen[ply + 1])
        played = self.game.line[ply]
        if before.best == played:
            return Judgement(after, after, line=self._seen[ply + 1].line)
        return Judgement(before, after, before.best, before.line[1:], self._seen[ply + 1].line)

    def _judge_closely(self, ply: int) -> Generator[None, None, Judgement]:
        """Judge a move by new searches of it and of the best move, equally deep."""
        game, played = self.game.copy(ply), self.game.line[ply]
        before = yield from self._look(game, Limit(nodes=CLOSER * self._nodes))
        self._seen[ply] = before
        if before.best == played:
            return self._judge(ply)
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
            # If the best move found leads to a draw, another move may still win.
            best_for_mover = best_for_mover._replace(exact=best.exact and best_for_mover.chance == 1)
        return Judgement(best_for_mover, self._of_mover(ply, after), before.best, best.line, after.line)

    def _of_mover(self, ply: int, after: Seen) -> Seen:
        """Return the result after a move for the side that made it.

        The tables may know the position, but not the moves from there: then the search has only estimated it.
        """
        tables, position = self._engine.tablebase, self.game.position_at(ply + 1)
        known = tables.probe(self.game.variant, position, at_once=True) if tables and not after.exact else None
        if known and known[1] is None:
            after = after._replace(chance=CHANCES[known[0]], exact=True)
        return self._turned(self.game.position_at(ply).side == position.side, after)

    def _turned(self, same_side: bool, seen: Seen) -> Seen:
        return seen if same_side else seen._replace(chance=1 - seen.chance)

    def _report_value(self, side: int, seen: Seen) -> dict[str, Any]:
        """Return a position's value for White as plain data: the chance in percent, and the value if proven."""
        white = self._turned(side == WHITE, seen)
        return {"white": round(100 * white.chance), "value": white.value, "exact": seen.exact}

    def _report_move(self, ply: int) -> dict[str, Any]:
        game, judged = self.game, self._judged[ply]
        side = game.position_at(ply).side
        report: dict[str, Any] = {
            "side": side,
            "number": self._numbers[ply],
            "move": format_move(game.line[ply], game.variant),
            **self._report_value(side, judged.after),
            "loss": round(100 * judged.loss),
            "grade": grade(judged.loss),
            "better": format_move(judged.better, game.variant) if judged.better else None,
        }
        if ply in self._explained:
            sentences, has_reason = self._explained[ply]
            lines = ((judged.better, judged.better_line), (game.line[ply], judged.line))
            report["sentences"] = [[sentence.template, sentence.fields] for sentence in sentences]
            report["reason"] = has_reason
            report["better_line"], report["line"] = [
                [format_move(move, game.variant) for move in (first, *line[: LINE - 1])]
                for first, line in lines
                if first is not None
            ]
        return report

    def _explain(self, ply: int) -> tuple[list[Sentence], bool]:
        """Return the sentences about a weak move, and whether they say more than which move was better."""
        game, judged = self.game, self._judged[ply]
        assert judged.better is not None
        point = TurningPoint(
            game.variant,
            game.position_at(ply),
            self._numbers[ply],
            game.line[ply],
            judged.better,
            game.line[ply + 1] if ply + 1 < game.ply else None,
            judged.line,
            judged.better_line,
        )
        sentences = explain_turning_point(point)
        has_reason = is_reason(sentences)
        side = point.position.side
        if not has_reason and point.position.hand(side) and judged.before.value and judged.after.value:
            sentences += say(texts.THEORY)
        return sentences + explain_value(side, judged), has_reason


# --- what the move changed in the value -------------------------------------------------------------------------------


def explain_value(side: int, judged: Judgement) -> list[Sentence]:
    """Return how a weak move changed the value of the game, and whether that is proven."""
    before, after = judged.before, judged.after
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
