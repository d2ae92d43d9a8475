"""The turn generator: every legal turn of one side as a pair of bitboards. The page and the engine both use this one.

May import board and variants. Keeps to the MicroPython subset. The one invariant: a turn is told completely by the two
sets of men it leads to. `own ^ own_after` holds the point placed on, or origin and destination of a move, and
`opponent ^ opponent_after` the men taken, so no list of moves has to be built where only positions are wanted.
"""

from .board import Board, count
from .variants import Rules, Variant

TYPE_CHECKING = False
if TYPE_CHECKING:
    Pair = tuple[int, int]


class TurnGenerator:
    """Generates turns for one board and one set of rules.

    It knows nothing of whose turn it is: `own` are the men of the side to move, `opponent` those of the other, as
    masks. It does not ask whether the game is over (see rules.outcome).
    """

    def __init__(self, board: Board, rules: Rules) -> None:
        self.board = board
        self.rules = rules
        # (1 << p, p's neighbours, p's mills without p) for every point, so that loops need no indexing.
        self.cells = tuple(
            (1 << point, board.neighbours[point], board.mills_at[point]) for point in range(len(board.points))
        )
        # How many mills one man can close at once, and none: up to six in the centre of two-ring-cross.
        self.closing_counts = max(len(mills) for mills in board.mills_at) + 1
        # Row games take nothing, so closing counts for nothing there but the order of turns.
        self.most_captures = 0 if rules.mill_wins else rules.double_mill

    def in_mills(self, men: int) -> int:
        """Return those of `men` that stand in a mill of theirs."""
        found = 0
        for mill in self.board.mills:
            if men & mill == mill:
                found |= mill
        return found

    def capture_targets(self, men: int, hand: int) -> int:
        """Return those of `men` that a closed mill may take now, their side having `hand` more to place.

        Empty when nothing is permitted, or when so few are left that the game is decided already.
        """
        capture = self.rules.capture
        if count(men) + hand < 3:
            return 0
        if capture == "always":
            return men
        free = men & ~self.in_mills(men)
        if free or capture == "never":
            return free
        return men

    def after_captures(self, men: int, hand: int, mills: int) -> "list[int]":
        """Return the sets of men that can be left of `men` once a turn has closed `mills` mills, each once.

        [men] itself when nothing may be taken.
        """
        captures = min(mills, self.most_captures)
        results = []
        targets = self.capture_targets(men, hand) if captures else 0
        while targets:
            captive = targets & -targets
            targets ^= captive
            left = men ^ captive
            if captures == 1:
                results.append(left)
            else:
                for rest in self.after_captures(left, hand, captures - 1):
                    if rest not in results:
                        results.append(rest)
        return results or [men]

    def closed_mills(self, own: int, origin: int, to: int) -> int:
        """Return how many mills the man from `origin` (a mask, 0 from the hand) closes on the point number `to`."""
        rest = own & ~origin
        closed = 0
        for others in self.board.mills_at[to]:
            if rest & others == others:
                closed += 1
        return closed

    def held(self, own: int, to: int, last_origin: int, last_to: int) -> bool:
        """Return whether mill_hold forbids `own` to come to the point of mask `to`, by the side's last move.

        That move opened a mill if both other points of it have been held since, the man moved not being one of them.
        """
        if to != last_origin:
            return False
        for others in self.board.mills_at[count(to - 1)]:
            if own & others == others and not others & last_to:
                return True
        return False

    def successors(
        self, own: int, opponent: int, hand: int, opponent_hand: int, last_origin: int = 0, last_to: int = 0
    ) -> "list[Pair]":
        """Return (own, opponent) after every legal turn: those that close a mill first, then the quiet ones.

        hand, opponent_hand: men still to place. last_origin, last_to: masks of the two ends of the side's last turn if
        that was a move and the rules look at it, else 0.
        """
        rules = self.rules
        cells = self.cells
        empty = self.board.full & ~(own | opponent)
        hold = last_origin if rules.mill_hold else 0
        closing: list[Pair] = []
        quiet: list[Pair] = []
        # What a turn that closes so many mills can leave of the opponent's men, worked out when first needed.
        outcomes: list[list[int] | None] = [None] * self.closing_counts

        if hand:
            sources: tuple[tuple[int, int], ...] = ((0, empty),)
            if rules.moving_while_placing:
                sources += self._moves(own, empty, False, last_origin, last_to)
        else:
            sources = self._moves(own, empty, count(own) == rules.flying, last_origin, last_to)

        for origin, targets in sources:
            rest = own ^ origin
            for cell, _, mills in cells:
                if targets & cell:
                    closed = 0
                    for others in mills:
                        if rest & others == others:
                            closed += 1
                    if not closed:
                        quiet.append((rest | cell, opponent))
                    elif not (cell == hold and self.held(rest, cell, last_origin, last_to)):
                        left = outcomes[closed]
                        if left is None:
                            left = outcomes[closed] = self.after_captures(opponent, opponent_hand, closed)
                        for remaining in left:
                            closing.append((rest | cell, remaining))
        closing.extend(quiet)
        return closing

    def _moves(
        self, own: int, empty: int, flies: bool, last_origin: int, last_to: int
    ) -> "tuple[tuple[int, int], ...]":
        """Return (man, points it may go to) for every man that may move, as masks; mills not yet considered."""
        no_return = self.rules.no_return
        found = []
        for cell, neighbours, _ in self.cells:
            if own & cell:
                targets = empty if flies else neighbours & empty
                if no_return and cell == last_to:
                    targets &= ~last_origin
                if targets:
                    found.append((cell, targets))
        return tuple(found)


_generators: "dict[Variant, TurnGenerator]" = {}


def turn_generator(variant: Variant) -> TurnGenerator:
    """Return the generator for a variant, made once for each board and set of rules."""
    generator = _generators.get(variant)
    if generator is None:
        generator = _generators[variant] = TurnGenerator(variant.board, variant.rules)
    return generator
