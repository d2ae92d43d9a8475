"""Ui: what the page shows besides the game, and what the player is doing.

Invariant: only the methods here change a Ui (tests/test_one_writer.py).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from morris_core import Game, Move, Outcome, Position, Variant
from morris_core.board import bits, count
from morris_core.entry import MoveEntry

from ..kernel.stored import Data, Stored
from .messages import Draft


class MenOnBoard:
    """The men on the board, ply by ply. Each man keeps a name for life, so that the page can show it slide.

    A man's name is its side, the order of placing, and the number of the position that the game began with: w0.1, w1.1,
    b0.1, ... So no man slides from one puzzle into the next. The men are computed move by move and cached.
    """

    def __init__(self) -> None:
        self._start: object = None
        self._number = 0
        self._moves: list[Move] = []
        self._placed: list[dict[int, str]] = []

    def at(self, game: Game, ply: int) -> dict[int, str]:
        """Return point -> name of every man on the board after `ply` moves."""
        if self._start is not game.start:
            self._number += self._start != game.start
            self._start = game.start
            self._moves = []
            first = {}
            for letter, men in (("w", game.start.white), ("b", game.start.black)):
                for number, point in enumerate(bits(men)):
                    first[point] = f"{letter}{number}.{self._number}"
            self._placed = [first]
        shared = 0
        while shared < min(ply, len(self._moves)) and self._moves[shared] is game.line[shared]:
            shared += 1
        if shared < ply:
            del self._moves[shared:]
            del self._placed[shared + 1 :]
            for number in range(shared, ply):
                self._moves.append(game.line[number])
                self._placed.append(self._after(game, number))
        return self._placed[ply]

    def next_name(self, game: Game, position: Position) -> str:
        """Return the name of the man that the side to move would place next."""
        side = position.side
        placed = game.start.hand(side) - position.hand(side)
        return "wb"[side] + f"{count(game.start.men(side)) + placed}.{self._number}"

    def _after(self, game: Game, number: int) -> dict[int, str]:
        move = game.line[number]
        men = dict(self._placed[number])
        if move.origin is None:
            men[move.to] = self.next_name(game, game.position_at(number))
        else:
            men[move.to] = men.pop(move.origin)
        for captive in move.captures:
            del men[captive]
        return men


# The ways in which a position comes to be shown: by a jump that nobody needs to follow; by pressing points here; by
# dragging a man here; by stepping to the next move; by someone else's move, which the player should see.
JUMPED, PRESSED, DRAGGED, STEPPED, WATCHED = ARRIVALS = ("", "pressed", "dragged", "stepped", "watched")


class Ui:
    """The state of the page besides the game.

    Attributes:
        entry: The move being entered at the position shown.
        outcome: How the game ended; None while it goes on or an earlier position is shown.
        revision: A number that changes with the position shown.
        arrival: How the position came to be shown, one of ARRIVALS. The board moves its men accordingly.
        cursor: The point that the arrow keys have reached.
        notice: A sentence above the task: why a press was refused, or what was wrong with a link.
        news: A sentence about a success.
        dialog: The name of the open dialog, "" for none.
        draft: The choices in the dialog.
        layers: How many things lay over the game after the last intent: a dialog, a guide, a review.
        copied: The text copied last, by its button's name, while the dialog says so.
        all_lines: Whether the list of moves includes the lines taken back.
        welcomed: Whether the player has chosen how to begin.
        not_saved: Whether the browser has refused to save the game.
        tab: This tab's name, new in every tab and at every start.
        now: A function that returns the time in milliseconds.
        ticks: The same by a clock that nobody sets; it may begin at any number.
        stored: A function that returns what the browser has stored of a feature now.
        address: The address of the site's front page; "" in another page's frame.
        share_sheet: Whether the system has a share sheet.
        first_line: In another page's frame, a function of the state that returns what the start of a game says.
        men: The names of the men by point.
    """

    def __init__(self) -> None:
        self.entry: MoveEntry
        self.outcome: Outcome | None = None
        self.revision = 0
        self.arrival = JUMPED
        self.cursor = 0
        self.notice = self.news = ""
        self.dialog = ""
        self.layers = 0
        self.draft: Draft = {}
        self.copied = ""
        self.all_lines = self.welcomed = self.not_saved = False
        self.tab = self.address = ""
        self.now: Callable[[], int] = int
        self.ticks: Callable[[], int] = int
        self.stored: Callable[[Stored], Data] = lambda _stored: {}
        self.share_sheet = False
        self.first_line: Callable[[Any], str] | None = None
        self.men = MenOnBoard()
        self._games = 0

    def begin_with(self, first_line: Callable[[Any], str]) -> None:
        """Let the start of a game say what a function of the state returns."""
        self.first_line = first_line

    def connect(
        self,
        tab: str,
        now: Callable[[], int],
        stored: Callable[[Stored], Data],
        address: str = "",
        share_sheet: bool = False,
        ticks: Callable[[], int] | None = None,
    ) -> None:
        """Set what the browser supplies: this tab's name, the clock, stored data, the site's address, whether the
        system has a share sheet, and a clock that nobody sets."""
        self.tab, self.now, self.stored, self.ticks = tab, now, stored, ticks or now
        self.address, self.share_sheet = address, share_sheet

    def new_id(self) -> str:
        self._games += 1
        return f"{self.tab}-{self._games}"

    def show(self, variant: Variant, position: Position, outcome: Outcome | None) -> None:
        """Reset what belongs to the previous position: the half-entered move and the news."""
        self.entry = MoveEntry(variant, position)
        self.outcome = outcome
        self.revision += 1
        self.news = ""
        self.cursor = min(self.cursor, len(variant.board.points) - 1)

    def enter(self, entry: MoveEntry) -> None:
        """Set the move as far as it has been entered."""
        self.entry = entry

    def arrive(self, arrival: str) -> None:
        """Set how the position came to be shown, one of ARRIVALS."""
        self.arrival = arrival

    def point_at(self, point: int) -> None:
        """Move the cursor of the arrow keys."""
        self.cursor = point

    def say(self, notice: str) -> None:
        """Show a notice; an empty one clears it."""
        self.notice = notice

    def report(self, news: str) -> None:
        """Show news until another position is shown."""
        self.news = news

    def open_dialog(self, name: str, draft: Draft) -> None:
        """Open a dialog with its first choices."""
        self.dialog, self.draft = name, draft
        self.copied = ""

    def close_dialog(self) -> None:
        self.dialog = ""

    def lie_over(self, layers: int) -> None:
        """Record how many layers lie over the game."""
        self.layers = layers

    def show_all_lines(self, on: bool) -> None:
        """Show or hide the lines taken back in the list of moves."""
        self.all_lines = on

    def welcome(self) -> None:
        """Record that the player has chosen how to begin."""
        self.welcomed = True

    def note_saved(self, works: bool) -> None:
        """Record whether the browser saves the game."""
        self.not_saved = not works

    def note_copied(self, what: str) -> None:
        """Record what was copied to the clipboard; "" for nothing."""
        self.copied = what
