"""The position editor: men on any points, hands, the side to move and the variant, until a game can begin there.

Invariant: an Editor never changes, every intent returns a new one. Only morris_core's check_position decides whether a
position can be played, and the page shows its reason.
"""

from __future__ import annotations

from morris_core.board import count
from morris_core.errors import PositionError
from morris_core.fen import format_position
from morris_core.game import Game
from morris_core.position import BLACK, SIDES, WHITE, Position, start_position
from morris_core.possible import check_position
from morris_core.variants import Variant

from ...model.sides import NAMES, describe
from ...model.translation import _, error_text

# The effects of pressing a point, besides putting a man of one of the SIDES there.
REMOVE = "none"
TOOLS = SIDES + (REMOVE,)


class Editor:
    """A position being set up."""

    def __init__(self, variant: Variant, position: Position, tool: str = "white", note: str = "") -> None:
        self.variant = variant
        self.position = position  # the men, hands and side to move so far; it may be impossible
        self.tool = tool  # the effect of pressing a point, one of TOOLS: put a white or a black man, or remove one
        self.note = note  # why the last intent did nothing, else ""

    @classmethod
    def of(cls, variant: Variant, position: Position, tool: str = "white") -> Editor:
        """Return an editor that shows a position, without the last moves, which the text of a position doesn't have."""
        hands = position.white_hand, position.black_hand
        return cls(variant, _plain(variant, position.white, position.black, hands[0], hands[1], position.side), tool)

    # Intents

    def choose(self, tool: str) -> Editor:
        """Select another tool."""
        return Editor(self.variant, self.position, tool)

    def press(self, point: int) -> Editor:
        """Use the tool on a point. If its man is already there, or to remove one, the point becomes empty."""
        return self.put(point, self.tool)

    def press_other(self, point: int) -> Editor:
        """Use the tool for the other colour on a point."""
        other = {SIDES[WHITE]: SIDES[BLACK], SIDES[BLACK]: SIDES[WHITE]}
        return self.put(point, other.get(self.tool, REMOVE))

    def move(self, origin: int, to: int | None) -> Editor:
        """Move a man to another point, in place of any man there, or off the board."""
        men = []
        for side in (WHITE, BLACK):
            own = self.position.men(side)
            left = own & ~(1 << origin) & ~(0 if to is None else 1 << to)
            men.append(left | (1 << to if to is not None and own >> origin & 1 else 0))
        return self._drawn(men[0], men[1], self.position.white_hand, self.position.black_hand)

    def mirror(self) -> Editor:
        """Mirror the men from left to right."""
        board, men = self.variant.board, [0, 0]
        at = {board.coordinates(point): point for point in range(len(board.points))}
        for point in range(len(board.points)):
            column, row = board.coordinates(point)
            for side in (WHITE, BLACK):
                if self.position.men(side) >> point & 1:
                    men[side] |= 1 << at[(board.size - 1 - column, row)]
        return self._drawn(men[0], men[1], self.position.white_hand, self.position.black_hand)

    def swap(self) -> Editor:
        """Swap the colours, also of the side to move."""
        old = self.position
        drawn = _plain(self.variant, old.black, old.white, old.black_hand, old.white_hand, 1 - old.side)
        return Editor(self.variant, drawn, self.tool)

    def put(self, point: int, what: str) -> Editor:
        """Put a man of a side on a point, in place of any other man. The same man again is removed.

        If the side would have too many men, the man comes from its hand, so that a position can be set up by replaying
        a game. A man that is removed does not go back into the hand.
        """
        mask = 1 << point
        here = "white" if self.position.white & mask else "black" if self.position.black & mask else REMOVE
        men = [self.position.white & ~mask, self.position.black & ~mask]
        hands = [self.position.white_hand, self.position.black_hand]
        if what != REMOVE and what != here:
            side = SIDES.index(what)
            most = self.variant.rules.men
            if count(men[side]) >= most:
                return Editor(
                    self.variant,
                    self.position,
                    self.tool,
                    _("All {number} of {side}'s men are on the board.").format(number=most, side=NAMES[side]),
                )
            men[side] |= mask
            hands[side] = min(hands[side], most - count(men[side]))
        return self._drawn(men[0], men[1], hands[0], hands[1])

    def set_hand(self, side: int, men: int) -> Editor:
        """Set how many men a side still has to place, from 0 to all of them."""
        hands = [self.position.white_hand, self.position.black_hand]
        hands[side] = max(0, min(men, self.variant.rules.men))
        return self._drawn(self.position.white, self.position.black, hands[0], hands[1])

    def set_side(self, side: int) -> Editor:
        position = self.position
        drawn = _plain(self.variant, position.white, position.black, position.white_hand, position.black_hand, side)
        return Editor(self.variant, drawn, self.tool)

    def clear(self) -> Editor:
        """Empty the board and the hands."""
        return Editor(self.variant, _plain(self.variant, 0, 0, 0, 0, WHITE), self.tool)

    def start(self) -> Editor:
        """Set up the start of the variant."""
        return Editor(self.variant, start_position(self.variant), self.tool)

    def set_variant(self, variant: Variant) -> Editor:
        """Change the variant. On the same board the men stay, and during placing each hand gets the men that the new
        variant has more, or loses those that it has fewer; otherwise its start is set up."""
        if variant.board is not self.variant.board:
            return Editor(variant, start_position(variant), self.tool)
        old = self.position
        more = variant.rules.men - self.variant.rules.men if old.white_hand or old.black_hand else 0
        hands = [max(0, old.hand(side) + more) for side in (WHITE, BLACK)]
        return Editor(variant, _plain(variant, old.white, old.black, hands[0], hands[1], old.side), self.tool)

    def _drawn(self, white: int, black: int, white_hand: int, black_hand: int) -> Editor:
        """Return the editor with other men. During placing, the hands determine the side to move."""
        drawn = _plain(self.variant, white, black, white_hand, black_hand, self.position.side)
        if (white_hand or black_hand) and _reason(self.variant, drawn):
            other = _plain(self.variant, white, black, white_hand, black_hand, 1 - self.position.side)
            if not _reason(self.variant, other):
                drawn = other
        return Editor(self.variant, drawn, self.tool)

    # Texts

    def problem(self) -> str:
        """Return why no game of the variant can reach this position, or "" if one can."""
        return _reason(self.variant, self.position)

    def game(self) -> Game:
        """Return a game that starts at the position. Raises PositionError with the reason if it is impossible."""
        check_position(self.variant, self.position)
        return Game(self.variant, self.position)

    def remark(self) -> str:
        """Return a note on a possible position: that the game is over there, or that a side passes."""
        if self.problem():
            return ""
        game = self.game()
        over = game.outcome()
        if over:
            return _("In this position the game is over. {outcome}").format(outcome=describe(over))
        if game.position.side != self.position.side:
            return _("{side} can't move and passes. It's {other}'s turn.").format(
                side=NAMES[self.position.side], other=NAMES[game.position.side]
            )
        return ""

    def fen(self) -> str:
        """Return the position as text, impossible or not."""
        return format_position(self.variant, self.position)


def _plain(variant: Variant, white: int, black: int, white_hand: int, black_hand: int, side: int) -> Position:
    """Return a position without last moves."""
    return Position(white, black, white_hand, black_hand, side, None, None, variant.board)


def _reason(variant: Variant, position: Position) -> str:
    try:
        check_position(variant, position)
    except PositionError as error:
        return error_text(error)
    return ""
