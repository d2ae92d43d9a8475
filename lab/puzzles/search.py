"""Exhaustive search for puzzles: find out what a side can force within a few moves.

Invariant: the search tries every move and every answer, so a result holds against every defence. It is independent of
the engine: it evaluates nothing and visits nothing up. lab/tests/test_puzzles.py compares it with the rules of
morris_core.
"""

from typing import Literal

import numpy as np
from numba import njit
from numpy.typing import NDArray

from morris_core import Position, Variant
from morris_core.board import Board
from morris_core.rules import outcome

Aim = Literal["win", "mill"]
WIN, MILL = range(2)
"""The aims: the end of the game, or a mill that takes a man."""
VISITED, MOST = range(2)
"""In `visits`: how many positions were visited, and how many may be."""
AIMS = {"win": WIN, "mill": MILL}


class SearchError(Exception):
    """A variant with rules that this search does not support."""


class TooMany(Exception):
    """A search would have to visit too many positions."""


def board_arrays(board: Board) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return a board for the kernel: the neighbours of each point; the other two points of each mill through it, padded
    with a mask that no set contains; and the mills.
    """
    most = max(len(others) for others in board.mills_at)
    at = [(*others, *[1 << 40] * (most - len(others))) for others in board.mills_at]
    return np.array(board.neighbours, np.int64), np.array(at, np.int64), np.array(board.mills, np.int64)


@njit(cache=True, inline="always")
def _count(men):
    number = 0
    while men:
        men &= men - 1
        number += 1
    return number


@njit(cache=True, inline="always")
def _closes(mills_at, point, rest):
    for others in mills_at[point]:
        if rest & others == others:
            return True
    return False


@njit(cache=True, inline="always")
def _targets(mills, men):
    safe = 0
    for mill in mills:
        if men & mill == mill:
            safe |= mill
    free = men & ~safe
    return free if free else men


@njit("boolean(int64[:], int64[:, :], int64[:], int64[:], int64, int64, int64, int64, int64, int64, boolean, int64[:])")
def reaches(neighbours, mills_at, mills, rules, own, other, hand, other_hand, moves, aim, attacks, visits):
    """Return whether the attacker reaches its aim within `moves` of its moves, against every defence.

    Closing moves come first. A side that cannot move loses, and a mill takes one man outside of mills, if there is one.

    Args:
        neighbours, mills_at, mills: see board_arrays.
        rules: with how many men a side flies (0 for never), and whether a mill wins.
        own, other, hand, other_hand: the men of the side to move and of the other, on the board and in hand.
        moves: how many moves the attacker has left.
        aim: WIN or MILL.
        attacks: whether the side to move is the attacker.
        visits: VISITED is counted up. If it exceeds MOST the result is not valid.
    """
    flying, mill_wins = rules[0], rules[1]
    full = (1 << len(neighbours)) - 1
    empty = full & ~(own | other)
    visits[VISITED] += 1
    if visits[VISITED] > visits[MOST]:
        return False
    left_hand = hand - 1 if hand else 0
    flies = not hand and flying and _count(own) == flying
    can_move = False
    takes = -1
    for closing in (True, False):
        for number in range(-1, len(neighbours)):
            if number < 0:
                if not hand:
                    continue
                rest, destinations = own, empty
            else:
                if hand or not own >> number & 1:
                    continue
                rest = own ^ 1 << number
                destinations = empty if flies else neighbours[number] & empty
            for point in range(len(neighbours)):
                if not destinations >> point & 1:
                    continue
                can_move = True
                if _closes(mills_at, point, rest) != closing:
                    continue
                after = rest | 1 << point
                if closing and mill_wins:
                    return attacks
                if closing:
                    if takes < 0:
                        takes = _targets(mills, other)
                    if attacks and aim == MILL and takes:
                        return True
                captives = takes if closing else 0
                while True:
                    left = other
                    if captives:
                        captive = captives & -captives
                        captives ^= captive
                        left ^= captive
                        if _count(left) + other_hand < 3:
                            return attacks  # a mill too
                    # A full board is a draw. After the attacker's last move the other side must be stuck.
                    reached = False
                    if after | left != full and (attacks or moves > 0):
                        reached = reaches(
                            neighbours, mills_at, mills, rules, left, after, other_hand, left_hand, moves - attacks,
                            aim, not attacks, visits,
                        )  # fmt: skip
                    if reached == attacks:
                        return attacks
                    if not captives:
                        break
    # A side that cannot move loses, but this closes no mill. Otherwise no move helps the side to move.
    return not attacks and (can_move or aim == WIN)


class Search:
    """Searches positions of one variant.

    Args:
        variant: The variant; see SearchError.
        most: How many positions the search may visit for one question.

    Raises:
        SearchError: The moves depend on earlier ones, a mill may take two men or any man, men move before all are
            placed, or a stuck side passes.
    """

    def __init__(self, variant: Variant, most: int = 1 << 60) -> None:
        rules = variant.rules
        known = (rules.capture, rules.double_mill, rules.stuck) == ("if-all", 1, "loses")
        if rules.remembers or rules.moving_while_placing or not known:
            raise SearchError(f"The search for puzzles does not know the rules of {variant!r}.")
        self.variant = variant
        self.most = most
        self._board = board_arrays(variant.board)
        self._rules = np.array([rules.flying, rules.mill_wins], np.int64)

    def forces(self, position: Position, moves: int, aim: Aim) -> bool:
        """Return whether the side to move reaches its aim within `moves` of its moves against every defence.

        Raises:
            TooMany: It would have to visit too many positions.
        """
        return self._reaches(position, moves, aim, attacks=True)

    def suffers(self, position: Position, moves: int, aim: Aim) -> bool:
        """Return whether the other side reaches its aim within `moves` of its moves. Raises what `forces` raises."""
        return self._reaches(position, moves, aim, attacks=False)

    def _reaches(self, position: Position, moves: int, aim: Aim, attacks: bool) -> bool:
        over = outcome(self.variant, position)
        if over is not None:
            return aim == "win" and over.winner == (position.side if attacks else 1 - position.side)
        if moves < 1:
            return False
        visits = np.array([0, self.most], np.int64)
        reached = reaches(
            *self._board,
            self._rules,
            position.men(position.side),
            position.men(1 - position.side),
            position.hand(position.side),
            position.hand(1 - position.side),
            moves,
            AIMS[aim],
            attacks,
            visits,
        )
        if visits[VISITED] > self.most:
            raise TooMany
        return bool(reached)

    def soonest(self, position: Position, most: int, aim: Aim) -> int | None:
        """Return in how many moves, at most `most`, the side to move reaches its aim, or None."""
        for moves in range(1, most + 1):
            if self.forces(position, moves, aim):
                return moves
        return None
