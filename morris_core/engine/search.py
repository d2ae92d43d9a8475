"""The search: principal variation search (fail-soft alpha-beta) with a transposition table.

Three methods share one algorithm. `deep` is a generator that pauses between subtrees, so that a search can be stopped
or run in slices of a few milliseconds, and its result does not depend on the slices. `shallow` is the same as a plain
function, for the lowest SHALLOW_DEPTH plies, which take nearly all of the time. Only their loops over the moves are
written twice, because a generator cannot be called as a function. `frontier` is a shallow search of depth one.

A position is (own, opponent), the states of the side to move and of the other side (tables.py). A value is for the side
to move. `ply` counts moves from the root; `irreversible_ply` is the ply of the last irreversible move (a placement or a
capture), and no repetition reaches back before it.

In the hot methods, functions stored as attributes get a local name first, because CPython calls them faster.
"""

from __future__ import annotations

from collections.abc import Callable, Generator

from ..board import count
from ..position import Position
from .knowledge import Knowledge, Options, key_width
from .limits import MATE, MIN_SCORE, WON
from .ordering import MoveOrdering
from .quiescence import make_quiescence
from .transposition import (
    BOUND_BITS,
    BOUND_MASK,
    BOUND_SHIFT,
    DEPTH_MASK,
    DEPTH_SHIFT,
    EXACT,
    LOWER,
    MOVE_OFFSET,
    MOVE_SHIFT,
    NO_DEPTH,
    SYMMETRY_MASK,
    SYMMETRY_SHIFT,
    UPPER,
    VALUE_MASK,
    VALUE_OFFSET,
    from_position,
    pack,
)

SHALLOW_DEPTH = 3
"""Plies searched without a pause; they take a few milliseconds at most."""
PAUSE_NODES = 500
"""The least number of nodes between pauses; a pause costs as much as about ten nodes."""
REDUCED_FROM = 5
"""The first quiet move that is searched a ply less deep at first (late move reductions)."""
CAPTURES_REDUCED_FROM = 3
"""The same for captures, counted separately; most of them differ only in the man they take."""
UNLIMITED = 1 << 60


class LimitReached(Exception):
    """The search has reached its limit of nodes or of time."""


class Search:
    """One search from one root.

    Args:
        knowledge: The knowledge shared by all searches of the variant.
        options: How to search.
        path: Keys of positions that are draws if they occur again, including the root -> a ply before the root, which
            is even if the side to move is the same as at the root.
        quiet: Plies before the root without a placement or capture.
        limit: The quiet plies that make a draw of the position at the root (rules.quiet_limit), 0 for never.
        max_nodes: The number of nodes after which LimitReached is raised, or None for no limit.
        probe: Returns the exact score of a position as if it were the root, or None if it does not know it.
    """

    def __init__(
        self,
        knowledge: Knowledge,
        options: Options,
        path: dict[int, int],
        quiet: int,
        limit: int,
        max_nodes: int | None,
        probe: Callable[[Position], int | None] | None,
    ) -> None:
        rules, evaluation = knowledge.variant.rules, knowledge.evaluation
        self.nodes = self.next_pause = 0
        self.max_nodes = UNLIMITED if max_nodes is None else max_nodes
        self.start_path = path
        self.path = dict(self.start_path)
        """Keys of the positions between the root and the one being searched -> their ply."""
        self.probe = probe
        self.moves, self.captures, self.images = knowledge.moves, knowledge.captures, knowledge.images
        self.can_move = knowledge.can_move
        self.table = knowledge.table
        self.frontier_table = knowledge.table.frontier
        self.full = knowledge.variant.board.full
        layout = knowledge.layout
        self.men, self.hands, self.no_last = layout.men, layout.hands, layout.no_last
        self.position_of = layout.position_of
        self.key_width = key_width(knowledge.variant)
        # Mirror images of a position share one entry of the transposition table while men are placed.
        self.symmetric = not rules.remembers
        self.reduced_from = REDUCED_FROM if options.reductions else UNLIMITED
        self.captures_reduced_from = CAPTURES_REDUCED_FROM if options.reductions else UNLIMITED
        self.loses_when_stuck, self.mill_wins = rules.stuck == "loses", rules.mill_wins
        self.quiet, self.near_limit = quiet, False
        self.rule_limit = self.quiet_limit = limit or UNLIMITED
        self.three_limit = rules.three_limit or UNLIMITED
        # After an irreversible move no draw by repetition or quiet moves comes sooner.
        self.earliest_draw = min(4, self.rule_limit, self.three_limit)
        ordering = MoveOrdering(knowledge)
        self.list_children, self.add_cutoff = ordering.children, ordering.add_cutoff
        self.score = evaluation.score
        self.quiesce = make_quiescence(knowledge, self, options.quiescence)
        self.scan_quiet = evaluation.scanner(self.quiesce)
        self.scan_captures = evaluation.capture_scanner(self.quiesce)

    def begin(self, depth: int, sees_limit: bool = True) -> None:
        """Set how deep the next search from the root goes, and whether it sees the draw by quiet moves.

        If a line without captures can reach that draw, a position's value depends on how close the draw is. Then only
        best moves are taken from the transposition table or put into it.
        """
        self.path = dict(self.start_path)  # an aborted search leaves more in it
        self.quiet_limit = UNLIMITED
        if sees_limit:
            # After captures the limit may be the lower one, if the search is deep enough to reach it from there.
            self.quiet_limit = self.rule_limit if depth < self.three_limit else min(self.rule_limit, self.three_limit)
        self.near_limit = self.quiet + depth >= self.quiet_limit

    def deep(
        self, own: int, opponent: int, depth: int, alpha: int, beta: int, ply: int, irreversible_ply: int, side: int
    ) -> Generator[None, None, int]:
        """Search a position in which `side` is to move; yield now and then, return its value.

        Raises:
            LimitReached: The limit of nodes has been reached.
        """
        if self.probe:
            score = self.probe(self.position_of(own, opponent, side))
            if score is not None:
                return score - ply if score > 0 else score + ply if score < 0 else 0
        if depth > SHALLOW_DEPTH:
            return (yield from self._deep_moves(own, opponent, depth, alpha, beta, ply, irreversible_ply, side))
        value = self.shallow(own, opponent, depth, alpha, beta, ply, irreversible_ply)
        if self.nodes >= self.next_pause:
            self.table.make_room()
            yield
            self.next_pause = self.nodes + PAUSE_NODES
        return value

    def _deep_moves(
        self, own: int, opponent: int, depth: int, alpha: int, beta: int, ply: int, irreversible_ply: int, side: int
    ) -> Generator[None, None, int]:
        """Search a position of more than SHALLOW_DEPTH plies; see deep."""
        self.nodes += 1
        if self.nodes > self.max_nodes:
            raise LimitReached
        if alpha >= MATE - ply - 1:
            return alpha  # a shorter win has been found already
        path_key = own << self.key_width | opponent
        found = self._drawn_value(path_key, own, opponent, ply, irreversible_ply)
        if found is not None:
            return found
        near = self.near_limit and ply - irreversible_ply + depth >= self.quiet_limit
        needed, stored_depth = (NO_DEPTH, 0) if near else (depth, depth)
        found, key, symmetry, hash_move = self._look_up(path_key, own, opponent, needed, alpha, beta, ply)
        if found is not None:
            return found
        partial = hash_move and self.mill_wins
        children = [(hash_move, opponent)] if partial else self.list_children(own, opponent, ply, hash_move)
        if not children:
            found = MATE - ply - 1 if children is None else self._stuck_value(own, opponent, ply)
            if found is not None:
                return found
            passed = own & self.no_last
            return -(yield from self.deep(opponent, passed, depth, -beta, -alpha, ply, irreversible_ply, 1 - side))
        best, best_move, best_left, first_alpha = MIN_SCORE, 0, opponent, alpha
        hands = self.hands
        hand = own & hands
        quiet_count = capture_count = 0
        self.path[path_key] = ply
        for added, left in children:
            after = own + added
            child_irreversible = ply + 1
            if left == opponent:
                quiet_count += 1
                reduction = 2 if quiet_count >= self.reduced_from else 1
                if after & hands == hand:
                    child_irreversible = irreversible_ply
            else:
                capture_count += 1
                reduction = 2 if capture_count >= self.captures_reduced_from else 1
            child = (ply + 1, child_irreversible, 1 - side)
            if best == MIN_SCORE:
                value = -(yield from self.deep(left, after, depth - 1, -beta, -alpha, *child))
            else:
                value = -(yield from self.deep(left, after, depth - reduction, -alpha - 1, -alpha, *child))
                if value > alpha and reduction > 1:
                    value = -(yield from self.deep(left, after, depth - 1, -alpha - 1, -alpha, *child))
                if alpha < value < beta:
                    value = -(yield from self.deep(left, after, depth - 1, -beta, -alpha, *child))
            if value > best:
                best, best_move, best_left = value, added, left
                alpha = max(alpha, value)
                if value >= beta:
                    break
            if partial:
                partial = False
                children += self._rest(own, opponent, ply, hash_move)
        self._leave(
            path_key, key, symmetry, stored_depth, best, first_alpha, beta, ply, best_move, best_left ^ opponent
        )
        return best

    def shallow(
        self, own: int, opponent: int, depth: int, alpha: int, beta: int, ply: int, irreversible_ply: int
    ) -> int:
        """Search a position as `deep` does, without a pause and without asking `probe`."""
        near = self.near_limit and ply - irreversible_ply + depth >= self.quiet_limit
        if depth == 1 and not near:
            return self.frontier(own, opponent, alpha, beta, ply, irreversible_ply)
        if depth <= 0 and not near:
            return self._leaf(own, opponent, alpha, beta, ply)
        self.nodes += 1
        if self.nodes > self.max_nodes:
            raise LimitReached
        list_children, shallow, next_ply = self.list_children, self.shallow, ply + 1
        path_key = own << self.key_width | opponent
        if ply - irreversible_ply >= self.earliest_draw:
            if (found := self._drawn_value(path_key, own, opponent, ply, irreversible_ply)) is not None:
                return found
        if depth <= 0:
            return self._leaf(own, opponent, alpha, beta, ply)
        needed, stored_depth = (NO_DEPTH, 0) if near else (depth, depth)
        found, key, symmetry, hash_move = self._look_up(path_key, own, opponent, needed, alpha, beta, ply)
        if found is not None:
            return found
        partial = hash_move and self.mill_wins
        children = [(hash_move, opponent)] if partial else list_children(own, opponent, ply, hash_move)
        if children is None:
            return MATE - ply - 1
        if not children:
            return self._pass(own, opponent, depth, alpha, beta, ply, irreversible_ply)
        best, best_move, best_left, first_alpha = MIN_SCORE, 0, opponent, alpha
        hands = self.hands
        hand = own & hands
        quiet_count = capture_count = 0
        next_to_leaves = depth == 2 and not near
        reduced_from, captures_reduced_from = self.reduced_from, self.captures_reduced_from
        if depth <= 2:
            reduced_from = captures_reduced_from = UNLIMITED
        self.path[path_key] = ply
        for added, left in children:
            after = own + added
            child_irreversible = next_ply
            if left == opponent:
                quiet_count += 1
                reduction = 2 if quiet_count >= reduced_from else 1
                if after & hands == hand:
                    child_irreversible = irreversible_ply
            else:
                capture_count += 1
                reduction = 2 if capture_count >= captures_reduced_from else 1
            if next_to_leaves:
                value = -self.frontier(left, after, -beta, -alpha, next_ply, child_irreversible)
            elif best == MIN_SCORE:
                value = -shallow(left, after, depth - 1, -beta, -alpha, next_ply, child_irreversible)
            else:
                value = -shallow(left, after, depth - reduction, -alpha - 1, -alpha, next_ply, child_irreversible)
                if value > alpha and reduction > 1:
                    value = -shallow(left, after, depth - 1, -alpha - 1, -alpha, next_ply, child_irreversible)
                if alpha < value < beta:
                    value = -shallow(left, after, depth - 1, -beta, -alpha, next_ply, child_irreversible)
            if value > best:
                best, best_move, best_left = value, added, left
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        break
            if partial:
                partial = False
                children += self._rest(own, opponent, ply, hash_move)
        self._leave(
            path_key, key, symmetry, stored_depth, best, first_alpha, beta, ply, best_move, best_left ^ opponent
        )
        return best

    def frontier(self, own: int, opponent: int, alpha: int, beta: int, ply: int, irreversible_ply: int) -> int:
        """Return the value one ply above the leaves. A quarter of all nodes are here, and they have their own table."""
        self.nodes += 1
        key = own << self.key_width | opponent
        if ply - irreversible_ply > 3 and key in self.path and not (self.path[key] ^ ply) & 1:
            return 0
        entry = self.frontier_table.get(key)
        if entry is not None:
            value, bound = entry >> BOUND_BITS, entry & BOUND_MASK
            if bound == EXACT or (value >= beta if bound == LOWER else value <= alpha):
                return value
        closing, quiet_moves = self.moves[own]
        best, first_alpha = MIN_SCORE, alpha
        if closing:
            scan_captures = self.scan_captures
            for added, to, mills in closing:
                if not to & opponent:
                    mills_to_win, one_mill, more_mills = self.captures[opponent]
                    if mills >= mills_to_win:
                        return MATE - ply - 1
                    outcomes = one_mill if mills == 1 else more_mills
                    value, count = scan_captures(own + added, outcomes, alpha, beta, ply + 1)
                    self.nodes += count
                    if value > best:
                        best = value
                        if value > alpha:
                            if value >= beta:
                                if -WON < value < WON:
                                    self.frontier_table[key] = value << BOUND_BITS | LOWER
                                return value
                            alpha = value
        scan = self.scan_quiet
        value, count = scan(own, quiet_moves, opponent, alpha, beta, ply + 1)
        self.nodes += count
        if value > best:
            best = value
        if best == MIN_SCORE:
            return self._pass(own, opponent, 1, alpha, beta, ply, irreversible_ply)
        if -WON < best < WON:  # a score that counts plies from the root would be wrong elsewhere
            bound = LOWER if best >= beta else UPPER if best <= first_alpha else EXACT
            self.frontier_table[key] = best << BOUND_BITS | bound
        return best

    def stored(self, own: int, opponent: int) -> tuple[int, int | None]:
        """Return the transposition table's entry for a position.

        Returns:
            (value, added): the value, counted from the position itself, or VALUE_OFFSET if unknown; the number that the
            best move adds to `own`, or None if unknown.
        """
        key, symmetry = own << self.key_width | opponent, 0
        if self.symmetric and own & self.hands:
            key, symmetry = self._canonical(own, opponent)
        entry = self.table.find(key)
        if not entry:
            return VALUE_OFFSET, None
        found = entry >> SYMMETRY_SHIFT & SYMMETRY_MASK == symmetry
        return (entry & VALUE_MASK) - VALUE_OFFSET, (entry >> MOVE_SHIFT) - MOVE_OFFSET if found else None

    # The rest is shared by deep and shallow.

    def _drawn_value(self, path_key: int, own: int, opponent: int, ply: int, irreversible_ply: int) -> int | None:
        """Return the value if repetition or the count of quiet moves decides the position, otherwise None."""
        quiet = ply - irreversible_ply
        if quiet >= self.quiet_limit and (quiet >= self.rule_limit or self._three_each(own, opponent)):
            return 0 if self.can_move(own, opponent) or not self.loses_when_stuck else ply - MATE
        if ply - irreversible_ply >= self.earliest_draw and path_key in self.path:
            # A path has at most one position with a key; the parity of its ply gives the side to move.
            return None if (self.path[path_key] ^ ply) & 1 else 0
        return None

    def _three_each(self, own: int, opponent: int) -> bool:
        """Return whether both sides have exactly three men, on the board and in hand."""
        hand = self.position_of(own, opponent, 0)
        return [count(hand.men(side)) + hand.hand(side) for side in (0, 1)] == [3, 3]

    def _look_up(
        self, path_key: int, own: int, opponent: int, depth: int, alpha: int, beta: int, ply: int
    ) -> tuple[int | None, int, int, int]:
        """Look a position up in the transposition table.

        Returns:
            (value, key, symmetry, best move): the value if it is known well enough, otherwise None; the position's key
            and symmetry in the table; the best move, or 0 if unknown.
        """
        key, symmetry = path_key, 0
        if self.symmetric and own & self.hands:
            key, symmetry = self._canonical(own, opponent)
        entry = self.table.young.get(key) or self.table.old.get(key)  # without the call of `find`
        if not entry:
            return None, key, symmetry, 0
        if entry >> DEPTH_SHIFT & DEPTH_MASK >= depth:
            value = from_position((entry & VALUE_MASK) - VALUE_OFFSET, ply)
            bound = entry >> BOUND_SHIFT & BOUND_MASK
            if bound == EXACT or (value >= beta if bound == LOWER else value <= alpha):
                return value, key, symmetry, 0
        found = entry >> SYMMETRY_SHIFT & SYMMETRY_MASK == symmetry
        return None, key, symmetry, (entry >> MOVE_SHIFT) - MOVE_OFFSET if found else 0

    def _canonical(self, own: int, opponent: int) -> tuple[int, int]:
        """Return a key shared by all mirror images of a position, and the symmetry that leads to it."""
        least, symmetries = self.images[own & self.men]
        other, hands = opponent & self.men, self.hands
        if len(symmetries) == 1:
            symmetry = symmetries[0]
            image = self.images.image(other, symmetry)
        else:
            image, symmetry = min([(self.images.image(other, number), number) for number in symmetries])
        return ((own & hands) + least) << self.key_width | (opponent & hands) + image, symmetry

    def _rest(self, own: int, opponent: int, ply: int, hash_move: int) -> list[tuple[int, int]]:
        """Return the moves after the first, which came from the transposition table."""
        return (self.list_children(own, opponent, ply, hash_move) or [])[1:]

    def _leave(
        self,
        path_key: int,
        key: int,
        symmetry: int,
        depth: int,
        best: int,
        first_alpha: int,
        beta: int,
        ply: int,
        best_move: int,
        captured: int,
    ) -> None:
        """Store the result of searching a position. captured: the men that its best move takes, as a mask."""
        self.path.pop(path_key, None)
        if best >= beta:
            self.add_cutoff(best_move, captured, depth, ply)
        bound = LOWER if best >= beta else UPPER if best <= first_alpha else EXACT
        value = best + ply if best > WON else best - ply if best < -WON else best
        self.table.young[key] = pack(value, bound, depth, symmetry, best_move)

    def _leaf(self, own: int, opponent: int, alpha: int, beta: int, ply: int) -> int:
        """Return the value of a leaf that no scanner evaluated: the end of the shallowest searches."""
        self.nodes += 1
        static_eval = self.score(own, opponent)
        return self.quiesce(own, opponent, alpha, beta, ply, static_eval) if self.quiesce else static_eval

    def _stuck_value(self, own: int, opponent: int, ply: int) -> int | None:
        """Return the value if the side to move has no move; None if it passes and the other side plays on."""
        if self.full & ~(own | opponent) == 0:
            return 0
        if self.loses_when_stuck:
            return ply - MATE
        return None if self.can_move(opponent, own & self.no_last) else 0

    def _pass(self, own: int, opponent: int, depth: int, alpha: int, beta: int, ply: int, irreversible_ply: int) -> int:
        """Return the value if the side to move has no move, after a search of the other side's moves if it passes."""
        found = self._stuck_value(own, opponent, ply)
        if found is not None:
            return found
        return -self.shallow(opponent, own & self.no_last, depth, -beta, -alpha, ply, irreversible_ply)
