"""Ui: what the page shows besides the game, and what somebody is doing at it.

Invariant: only the methods here change a Ui (tests/test_one_writer.py).
"""

from __future__ import annotations

from morris_core import MoveEntry
from morris_core.board import bits, count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from morris_core import Game, Move, Outcome, Position, Variant

    from .messages import Draft


class MenOnBoard:
    """Which man stands where, ply by ply: each man keeps a name for life, so that the page can show it slide.

    A man is named by its side and the order of placing: w0, w1, b0, ... Worked out move by move and kept.
    """

    def __init__(self) -> None:
        self._start: object = None
        self._moves: list[Move] = []
        self._placed: list[dict[int, str]] = []

    def at(self, game: Game, ply: int) -> dict[int, str]:
        """Return point -> name of every man on the board after `ply` moves."""
        if self._start is not game.start:
            self._start = game.start
            self._moves = []
            first = {}
            for letter, men in (("w", game.start.white), ("b", game.start.black)):
                for number, point in enumerate(bits(men)):
                    first[point] = letter + str(number)
            self._placed = [first]
        known = 0
        while known < min(ply, len(self._moves)) and self._moves[known] is game.line[known]:
            known += 1
        if known < ply:
            del self._moves[known:]
            del self._placed[known + 1 :]
            for number in range(known, ply):
                self._moves.append(game.line[number])
                self._placed.append(self._after(game, number))
        return self._placed[ply]

    def next_name(self, game: Game, position: Position) -> str:
        """Return the name of the man that the side to move would place next."""
        side = position.side
        placed = game.start.hand(side) - position.hand(side)
        return "wb"[side] + str(count(game.start.men(side)) + placed)

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


# How a position came to be shown: by a jump, which nobody needs to follow; by pressing points here; by dragging a man
# here; by stepping to the next move; by a move of somebody else, which is to be followed by eye.
JUMPED, PRESSED, DRAGGED, STEPPED, WATCHED = ARRIVALS = ("", "pressed", "dragged", "stepped", "watched")


class Ui:
    """What the page shows besides the game.

    Attributes:
        entry: The move being entered at the position shown.
        outcome: How the game ended; None while it goes on or while an earlier position is shown.
        revision: Another number whenever another position is shown.
        arrival: How the position came to be shown, one of ARRIVALS: the board moves its men accordingly.
        cursor: The point that the arrow keys have reached.
        notice: A sentence above what is to be done: why a press was refused, what was wrong with a link.
        news: A sentence about something that went well.
        dialog: The open dialog's name, "" for none.
        draft: What is chosen in the dialog.
        copied: What was copied to the clipboard last, as named by the button, while the dialog says so.
        all_lines: Whether the list of moves has the lines that were taken back too.
        tab: This tab's name, a different one in every tab and at every start.
        now: Returns the time in milliseconds.
        men: Which man stands where, by names that they keep.
    """

    def __init__(self) -> None:
        self.entry: MoveEntry
        self.outcome: Outcome | None = None
        self.revision = 0
        self.arrival = JUMPED
        self.cursor = 0
        self.notice = self.news = ""
        self.dialog = ""
        self.draft: Draft = {}
        self.copied = ""
        self.all_lines = False
        self.tab = ""
        self.now: Callable[[], int] = int
        self.men = MenOnBoard()
        self._games = 0

    def connect(self, tab: str, now: Callable[[], int]) -> None:
        """Take from the browser this tab's name and the clock."""
        self.tab, self.now = tab, now

    def new_id(self) -> str:
        """Return an id that no game had before."""
        self._games += 1
        return f"{self.tab}-{self._games}"

    def show(self, variant: Variant, position: Position, outcome: Outcome | None) -> None:
        """Show another position: a half-entered move and the news are out of date."""
        self.entry = MoveEntry(variant, position)
        self.outcome = outcome
        self.revision += 1
        self.news = ""
        self.cursor = min(self.cursor, len(variant.board.points) - 1)

    def enter(self, entry: MoveEntry) -> None:
        """Hold a move as far as it has been entered."""
        self.entry = entry

    def arrive(self, arrival: str) -> None:
        """Note how the position came to be shown, one of ARRIVALS."""
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
        """Open a dialog with what is chosen in it at first."""
        self.dialog, self.draft = name, draft
        self.copied = ""

    def close_dialog(self) -> None:
        """Close the open dialog, if there is one."""
        self.dialog = ""

    def show_all_lines(self, on: bool) -> None:
        """List the lines that were taken back too, or no longer."""
        self.all_lines = on

    def note_copied(self, what: str) -> None:
        """Note what was copied to the clipboard; "" for nothing."""
        self.copied = what
