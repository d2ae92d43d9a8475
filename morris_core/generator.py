"""The move generator, shared by the page and the engine: every legal move of one side as a pair of bitboards.

Invariant: the two sets of men that a move leads to determine the move. `own ^ own_after` holds the point of a
placement, or the origin and the destination of a step, and `opponent ^ opponent_after` holds the captured men. So code
that only needs positions builds no list of moves.
"""

from __future__ import annotations

from .board import Board, bits, count
from .position import Move
from .variants import Rules, Variant

TYPE_CHECKING = False
if TYPE_CHECKING:
    Pair = tuple[int, int]
    Quiet = tuple[int, int]
    Closing = tuple[int, int, int]


class MoveGenerator:
    """Generates moves for one board and one set of rules.

    `own` are the men of the side to move and `opponent` those of the other side, as masks. Whether the game is over is
    not checked here (see rules.outcome).
    """

    def __init__(self, board: Board, rules: Rules) -> None:
        self.board = board
        self.rules = rules
        # Both by the mask of a point: its neighbours, and the other two points of every mill through it.
        self.neighbours = {1 << point: board.neighbours[point] for point in range(len(board.points))}
        self.mills_at = {1 << point: board.mills_at[point] for point in range(len(board.points))}
        self.limited = bool(rules.limits)
        self._steps_by_targets: dict[tuple[int, int], list[Quiet]] = {}
        self._moves: dict[Quiet, tuple[int, Move]] = {}
        # In games won by a row nothing is captured, so closing one only affects the order of moves.
        self.most_captures = 0 if rules.mill_wins else rules.double_mill

    def in_mills(self, men: int) -> int:
        """Return the men of `men` that are in a mill."""
        found = 0
        for mill in self.board.mills:
            if men & mill == mill:
                found |= mill
        return found

    def capturable(self, men: int, hand: int) -> int:
        """Return the men of `men` that a closed mill may capture, if their side has `hand` more to place.

        The result is empty if no capture is allowed, or if so few men are left that the game is already decided.
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

    def from_hand(self, men: int, hand: int, mills: int) -> int:
        """Return how many men in hand a move that closes `mills` mills captures; the other arguments: see capturable.

        >>> from morris_core import find_variant
        >>> dooz = move_generator(find_variant("twelve").with_rules(from_hand=True, double_mill=2))
        >>> dooz.from_hand(0b11, 10, 1), dooz.from_hand(0b111, 1, 2), dooz.from_hand(0b111, 0, 1)
        (1, 1, 0)
        """
        if not self.rules.from_hand:
            return 0
        return max(0, min(mills, self.most_captures, hand, count(men) + hand - 2))

    def taken_from_hand(self, own: int, own_after: int, opponent: int, opponent_hand: int) -> int:
        """Return how many men in hand a move captures, by the men of its side before and after it."""
        if not (self.rules.from_hand and opponent_hand):
            return 0
        mills = 0
        for others in self.mills_at[own_after & ~own]:
            if own_after & others == others:
                mills += 1
        return self.from_hand(opponent, opponent_hand, mills)

    def after_captures(self, men: int, hand: int, mills: int) -> list[int]:
        """Return the sets of men that can be left of `men` after a move that closes `mills` mills, each once.

        The result is [men] if nothing on the board may be captured.
        """
        captures = min(mills, self.most_captures)
        if self.rules.from_hand:
            taken = self.from_hand(men, hand, mills)
            captures, hand = captures - taken, hand - taken
        results: list[int] = []
        targets = self.capturable(men, hand) if captures else 0
        if captures == 1 and targets:
            while targets:
                captive = targets & -targets
                targets ^= captive
                results.append(men ^ captive)
            return results
        while targets:
            captive = targets & -targets
            targets ^= captive
            left = men ^ captive
            for rest in self.after_captures(left, hand, captures - 1):
                if rest not in results:
                    results.append(rest)
        return results or [men]

    def held(self, own: int, to: int, last_origin: int, last_to: int) -> bool:
        """Return whether mill_hold forbids `own` to move to the point of mask `to` after the side's last move.

        It does if that move opened a mill at `to`: both its other points are still held, and not by the man that moved.
        """
        if to != last_origin:
            return False
        for others in self.mills_at[to]:
            if own & others == others and not others & last_to:
                return True
        return False

    def forbidden(self, own: int, hand: int, origin: int, last_origin: int, last_to: int) -> int:
        """Return the points where the rules forbid a man to go, see Forbidden in variants.py."""
        found = 0
        for forbidden, _refusal in self.rules.limits:
            found |= forbidden(self.board, own, hand, origin, last_origin, last_to)
        return found

    def completing_points(self, men: int) -> int:
        """Return the points where one more man completes a mill of `men`, even if the other side stands there.

        >>> from morris_core import find_variant
        >>> bin(move_generator(find_variant("three")).completing_points(0b011))
        '0b100'
        """
        found = 0
        for mill in self.board.mills:
            missing = mill & ~men
            if not missing & (missing - 1):
                found |= missing
        return found

    def candidates(
        self, own: int, taken: int, hand: int, last_origin: int, last_to: int
    ) -> tuple[list[Closing], list[Quiet]]:
        """Return every move of `own` without its captures: the moves that close a mill, and the quiet ones.

        A quiet move is (what it adds to the mask `own`, mask of the destination); a closing move has the number of
        mills it closes as a third item. A placement adds the destination itself.

        `taken` are the opponent's men. They hinder a move only by standing on its destination, so the moves for taken=0
        serve any opponent after the points it holds are left out. The engine computes them once for each set of men.
        """
        rules = self.rules
        empty = self.board.full & ~(own | taken)
        completing = self.completing_points(own)
        closing: list[Closing] = []
        quiet: list[Quiet] = []
        limited = self.limited
        if hand:
            targets = empty
            if limited:
                targets &= ~self.forbidden(own, hand, 0, last_origin, last_to)
            quiet += self._steps(0, targets & ~completing)
            self._add_where_mills_close(own, 0, targets & completing, last_origin, last_to, closing, quiet)
        if not hand or rules.moving_while_placing:
            flies = not hand and count(own) == rules.flying
            men = own
            while men:
                origin = men & -men
                men ^= origin
                targets = empty if flies else self.neighbours[origin] & empty
                if limited:
                    targets &= ~self.forbidden(own, hand, origin, last_origin, last_to)
                if targets:
                    near_mill = targets & completing
                    quiet += self._steps(origin, targets ^ near_mill)
                    if near_mill:
                        self._add_where_mills_close(own, origin, near_mill, last_origin, last_to, closing, quiet)
        return closing, quiet

    def can_move(self, own: int, taken: int, hand: int, last_origin: int, last_to: int) -> bool:
        """Return whether there are any candidates; the arguments: see there."""
        empty = self.board.full & ~(own | taken)
        if self.limited or self.rules.mill_hold:
            closing, quiet = self.candidates(own, taken, hand, last_origin, last_to)
            return bool(closing or quiet)
        if hand or count(own) == self.rules.flying:
            return bool(empty)
        while own:
            origin = own & -own
            own ^= origin
            if self.neighbours[origin] & empty:
                return True
        return False

    def move(self, step: Quiet) -> tuple[int, Move]:
        """Return (its place in board order, the move) for a candidate without captures. They are cached."""
        found = self._moves.get(step)
        if found is None:
            added, cell = step
            origin, to = next(bits(cell - added)) if added != cell else None, next(bits(cell))
            rank = to if origin is None else (origin + 1) * len(self.board.points) + to
            found = self._moves[step] = rank, Move(origin, to, ())
        return found

    def _add_where_mills_close(
        self,
        own: int,
        origin: int,
        targets: int,
        last_origin: int,
        last_to: int,
        closing: list[Closing],
        quiet: list[Quiet],
    ) -> None:
        """Add the moves from `origin` to points where a mill lacks one man, perhaps only because that man left it."""
        rest = own ^ origin
        while targets:
            cell = targets & -targets
            targets ^= cell
            closed = 0
            for others in self.mills_at[cell]:
                if rest & others == others:
                    closed += 1
            if not closed:
                quiet.append((cell - origin, cell))
            elif not (self.rules.mill_hold and self.held(rest, cell, last_origin, last_to)):
                closing.append((cell - origin, cell, closed))

    def _steps(self, origin: int, targets: int) -> list[Quiet]:
        """Return the quiet moves from a point (0: the hand) to the points of a mask.

        Steps between neighbours are cached, because the same few combinations come up again and again.
        """
        if not origin or targets & ~self.neighbours[origin]:
            return [step for step in self._all_steps(origin) if step[1] & targets]
        key = (origin, targets)
        steps = self._steps_by_targets.get(key)
        if steps is None:
            steps = self._steps_by_targets[key] = [step for step in self._all_steps(origin) if step[1] & targets]
        return steps

    def _all_steps(self, origin: int) -> list[Quiet]:
        """Return the quiet moves from a point (0: the hand) to every point."""
        key = (origin, -1)
        steps = self._steps_by_targets.get(key)
        if steps is None:
            points = range(len(self.board.points))
            steps = self._steps_by_targets[key] = [((1 << point) - origin, 1 << point) for point in points]
        return steps

    def successors(
        self, own: int, opponent: int, hand: int, opponent_hand: int, last_origin: int, last_to: int
    ) -> list[Pair]:
        """Return (own, opponent) after every legal move: the moves that close a mill first, then the quiet ones.

        Args:
            own: The men of the side to move.
            opponent: The men of the other side.
            hand: How many men the side to move still has to place.
            opponent_hand: How many men the other side still has to place.
            last_origin: The origin of the side's last move, as a mask, if it moved a man and the rules depend on it, or
                0.
            last_to: Its destination in the same form.
        """
        closing, quiet = self.candidates(own, opponent, hand, last_origin, last_to)
        pairs: list[Pair] = []
        # The opponent's men after captures, by the number of mills closed; computed on first use.
        outcomes: dict[int, list[int]] = {}
        for added, _, closed in closing:
            left = outcomes.get(closed)
            if left is None:
                left = outcomes[closed] = self.after_captures(opponent, opponent_hand, closed)
            for remaining in left:
                pairs.append((own + added, remaining))
        for added, _ in quiet:
            pairs.append((own + added, opponent))
        return pairs


_generators: dict[Variant, MoveGenerator] = {}


def move_generator(variant: Variant) -> MoveGenerator:
    """Return the generator of a variant, created once for each board and set of rules."""
    generator = _generators.get(variant)
    if generator is None:
        generator = _generators[variant] = MoveGenerator(variant.board, variant.rules)
    return generator
