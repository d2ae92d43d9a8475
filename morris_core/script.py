"""A game as plain data: where it starts, its moves, variations, comments, symbols and endings.

The text formats read a Script from a text and write one as a text. Game and GameTree write themselves as a Script and
play one. A Script knows no rules, so its moves may be illegal.
"""

from __future__ import annotations

from .errors import MorrisError, NotationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .position import Position
    from .rules import Outcome
    from .variants import Variant

MAX_NAG = 255  # as in PGN


class Script:
    """A game as plain data. Nodes are numbered: 0 is the start, then come the moves of each line in turn.

    The methods `refuse_...` say what happens to what cannot be played. Formats replace them.

    Args:
        variant: The variant.
        start, first_ply, first_quiet: As for Game.

    Attributes:
        lines: The number of a node and the moves after it, as texts: first the main line, then every variation. What
            follows a node that does not exist is left out.
        head: How many moves of the main line are on the board; the others were taken back.
        comments, nags, ends: The comments, symbols and endings by the numbers of their nodes.
        passes: The nodes after which the text says that a side has to pass.
        sides: The side to move at each node, in a script that is written.
    """

    def __init__(
        self, variant: Variant, start: Position | None = None, first_ply: int = 0, first_quiet: int = 0
    ) -> None:
        self.variant = variant
        self.start = start
        self.first_ply = first_ply
        self.first_quiet = first_quiet
        self.lines: list[tuple[int, list[str]]] = [(0, [])]
        self.head = 0
        self.comments: dict[int, str] = {}
        self.nags: dict[int, list[int]] = {}
        self.ends: dict[int, Outcome] = {}
        self.passes: dict[int, int] = {}
        self.sides: list[int] = []

    def is_plain(self) -> bool:
        """Return whether it has only moves that are on the board."""
        notes = self.comments or self.nags or len(self.lines) > 1
        return not notes and len(self.lines[0][1]) == self.head and not [key for key in self.ends if key != self.head]

    def refuse_move(self, _number: int, error: MorrisError, _over: Outcome | None) -> bool:
        """Handle a move of the main line that cannot be played: node `number`, in a game that is `over` or not.

        Returns:
            Whether to play the script again from the start, because it has changed.
        """
        raise error

    def refuse_pass(self, _number: int) -> None:
        """Handle a pass after a node where nobody has to pass."""

    def refuse_line(self, _index: int, error: MorrisError) -> None:
        """Handle a variation that cannot be played."""
        raise error

    def refuse_end(self, _number: int, _outcome: Outcome) -> None:
        """Handle an ending at a node where the moves have ended the game already."""

    def conclude(self, outcome: Outcome | None) -> Outcome | None:
        """Return how the players ended the game on the board, which the moves have ended already or not."""
        ended = self.ends.get(self.head)
        if ended is None or outcome is None:
            return ended
        self.refuse_end(self.head, outcome)
        return None


def checked_nags(nags: Iterable[int]) -> list[int]:
    """Return symbols as a list. Raise NotationError if one could not be read back."""
    numbers = list(nags)
    if any(not 1 <= nag <= MAX_NAG for nag in numbers):
        raise NotationError("A symbol must be a number from 1 to {most}.", most=MAX_NAG)
    return numbers
