"""How a position becomes a puzzle: what the computer's analyses prove of it, step by step.

A puzzle has everything that judging needs (features/puzzles/book.py), so whoever solves it loads no computer player.
"""

from __future__ import annotations

from morris_core import Game, Variant
from morris_core.notation import format_move, parse_move
from morris_core.rules import legal_moves

from ...kernel.fields import newest, read_newest
from ...kernel.stored import Data, Field, Stored
from ...model.messages import Answer, MoveReport, Question
from ...model.translation import _
from ..puzzles.book import ALSO_RIGHT, DIGITS, RIGHT, Puzzle, Step, read_made

NODES = 60_000  # of each analysis
LINES = 10  # whose second moves show why a move is wrong
LONGEST = 9  # plies of a win whose every move the player must find
MOST_RIGHT = 5  # moves that hold out; with more of them there is nothing to find
MOST = 200  # puzzles that are kept


def _read(text: object) -> str:
    line = str(text)
    read_made(line)
    return line


# A puzzle's id -> when it was made or deleted, and its line or None.
STORED = Stored("own-puzzles", others=Field(read_newest(_read), newest, [7, None]), title=_("Your own puzzles"))


def kept(data: Data) -> list[str]:
    """Return the lines that are stored, the newest first."""
    found = [(data[id][0], data[id][1]) for id in data if data[id][1] is not None]
    found.sort(reverse=True)
    return [line for _when, line in found][:MOST]


def id_of(fen: str) -> str:
    """Return a short name for a position.

    >>> id_of("3/3/3 w 3 3 - 0 1")
    'xdkr0p'
    """
    number = 7
    for character in fen:
        number = (number * 33 + ord(character)) % 60_466_176
    digits = ""
    for _place in range(5):
        digits = DIGITS[number % 36] + digits
        number //= 36
    return "x" + digits


class Making:
    """A puzzle while it is proven.

    Attributes:
        steps: What the player must find, as far as it is known.
        is_proven: Whether every verdict so far is proven.
        also: Moves that are right too at the first step, as text.
    """

    def __init__(self, variant: Variant, game: Game, line: list[str]) -> None:
        self.variant, self.start, self.game = variant, game, game.copy()
        self._line = line  # the moves that followed in the player's game
        self.kind, self.moves = "", 0
        self.steps: list[Step] = []
        self.is_proven, self.is_done = True, False
        self.also: list[str] = []
        self._theme = ""

    def question(self) -> Question | None:
        """Return what the computer must look at next, or None."""
        if self.is_done:
            return None
        limit: dict[str, float] = {"nodes": NODES}
        return {"task": "analyse", "game": self.game.link(), "lines": LINES, "drawn_depth": 2, "limit": limit}

    def take(self, answer: Answer) -> None:
        """Take over an analysis of the position that was asked about."""
        moves = legal_moves(self.variant, self.game.position)
        by_text = {one["move"]: one for one in answer.get("moves", [])}
        reports = [by_text.get(format_move(move, self.variant)) for move in moves]
        known = [one for one in reports if one is not None]
        if len(known) != len(moves):
            self.is_done = True
            return
        depth = answer.get("depth", 0)
        if not self.steps:
            self._choose_goal(known)
        left = self.moves - len(self.steps)
        right = [self._is_right(one, left) for one in known]
        second = {line[0]: line[1] for line in answer.get("lines", []) if len(line) > 1}
        best = self._choose(known, right)
        if best is None:
            self.is_done = True
            return
        self.is_proven = self.is_proven and self._proves(known, right, depth, left)
        if not self.steps:
            self.also = [one["move"] for place, one in enumerate(known) if right[place] and one is not best]
            closes = "x" in best["move"]
            self._theme = "hold" if self.kind == "hold" else "close" if closes else "quiet"
        self._add(known, right, best, second)
        self._go_on(best["move"], second.get(best["move"], ""))

    def _choose_goal(self, known: list[MoveReport]) -> None:
        wins = [one for one in known if one["exact"] and one["value"] == "win"]
        losses = [one for one in known if one["exact"] and one["value"] == "loss"]
        soon = [one["distance"] or 0 for one in wins if one["distance"] is not None]
        if wins:
            self.kind = "win"
            self.moves = (min(soon) + 1) // 2 if soon and min(soon) <= LONGEST else 0
        elif losses and 0 < len(known) - len(losses) <= MOST_RIGHT:
            self.kind = "hold"
            ends = [one["distance"] for one in losses]
            open_ended = all(one["exact"] for one in known) or None in ends
            self.moves = 0 if open_ended else max([distance or 0 for distance in ends]) // 2
        else:
            self.kind = "best"

    def _is_right(self, one: MoveReport, left: int) -> bool:
        if self.kind == "win":
            in_time = not self.moves or (one["distance"] is not None and one["distance"] <= 2 * left - 1)
            return one["exact"] and one["value"] == "win" and in_time
        if self.kind == "hold":
            return not (one["exact"] and one["value"] == "loss")
        wanted = self._line[0] if self._line else ""
        return one["move"] == wanted or (not wanted and one["rank"] == 1)

    def _proves(self, known: list[MoveReport], right: list[bool], depth: int, left: int) -> bool:
        if self.kind == "best":
            return False
        doubtful = [
            one for place, one in enumerate(known) if not one["exact"] and right[place] == (self.kind == "hold")
        ]
        return not doubtful or (self.moves > 0 and depth >= 2 * left - (self.kind == "win"))

    def _choose(self, known: list[MoveReport], right: list[bool]) -> MoveReport | None:
        """Return the right move that the solution has: the player's, or else the best."""
        good = [one for place, one in enumerate(known) if right[place]]
        own = self._line[2 * len(self.steps) :][:1]
        for one in good:
            if own == [one["move"]]:
                return one
        good.sort(key=lambda one: one["rank"])
        return good[0] if good else None

    def _add(self, known: list[MoveReport], right: list[bool], best: MoveReport, second: dict[str, str]) -> None:
        refutations: list[tuple[str, int]] = [("", 0)]
        verdicts = ""
        for place, one in enumerate(known):
            if one is best:
                verdicts += RIGHT
            elif right[place]:
                verdicts += ALSO_RIGHT
            elif one["move"] in second and len(refutations) < len(DIGITS):
                soon = one["distance"] if self.kind == "hold" and one["exact"] else 0
                refutations.append((second[one["move"]], (soon or 0) // 2))
                verdicts += DIGITS[len(refutations) - 1]
            else:
                verdicts += DIGITS[0]
        self.steps.append(Step(verdicts, "", refutations))

    def _go_on(self, move: str, reply: str) -> None:
        """Play the right move, and the reply if there is another move to find."""
        self.game.play(move)
        left = self.moves - len(self.steps)
        self.is_done = self.kind != "win" or left <= 0 or not reply or self.game.outcome() is not None
        if not self.is_done:
            self.steps[-1].answer = reply
            self.game.play(reply)

    @property
    def level(self) -> int:
        """How hard it is, from 1 to 5."""
        return min(5, self.moves + (self._theme != "close")) if self.moves else 3

    def puzzle(self) -> Puzzle | None:
        """Return the puzzle once it is done; None if there is none in the position, or if it is too long for a link."""
        if not self.steps:
            return None
        fen = self.start.fen()
        made = Puzzle(id_of(fen), self.variant, (self.kind, self.moves), self.level, [self._theme], fen, self.steps, [])
        made.is_made = True
        return made


def begin(variant: Variant, game: Game, line: list[str]) -> Making | str:
    """Return a puzzle to be made from the position of a game, or why there can be none."""
    if variant.house_rules():
        return _("A puzzle can't have house rules.")
    moves = [] if game.outcome() is not None else legal_moves(variant, game.position)
    if len(moves) < 2:
        return _("There's nothing to choose in this position.")
    checked = []
    for text in line:
        checked.append(format_move(parse_move(text, variant), variant))
    return Making(variant, game, checked)
