"""Quiescence: at a leaf of the search, try the captures that are possible immediately before judging the position."""

from __future__ import annotations

from typing import Protocol

from .evaluation import Quiesce
from .knowledge import Knowledge
from .limits import MATE


class NodeCount(Protocol):
    """Counts the positions entered: a search."""

    nodes: int


def make_quiescence(knowledge: Knowledge, search: NodeCount, plies: int) -> Quiesce | None:
    """Return a function that returns the value of a leaf after captures, or None if it tries no captures.

    Args:
        knowledge: The knowledge of the variant.
        search: Its `nodes` grows by the positions evaluated.
        plies: How many plies of captures to try.
    """
    if not plies:
        return None
    loses_when_stuck = knowledge.variant.rules.stuck == "loses"
    full = knowledge.variant.board.full
    moves, captures = knowledge.moves, knowledge.captures
    scan = knowledge.evaluation.capture_scanner(make_quiescence(knowledge, search, plies - 1))

    def quiesce(own: int, opponent: int, alpha: int, beta: int, ply: int, static_eval: int) -> int:
        closing, quiet_moves = moves[own]
        closes = [move for move in closing if not move[1] & opponent] if closing else closing
        if not closes:
            for _, to in quiet_moves:
                if not to & opponent:
                    return static_eval
            if full & ~(own | opponent) == 0:
                return 0
            return ply - MATE if loses_when_stuck else static_eval
        mills_to_win, one_mill, more_mills = captures[opponent]
        for _, _, mills in closes:
            if mills >= mills_to_win:
                return MATE - ply - 1
        best = static_eval
        if best > alpha:
            if best >= beta:
                return best
            alpha = best
        for added, _, mills in closes:
            value, count = scan(own + added, one_mill if mills == 1 else more_mills, alpha, beta, ply + 1)
            search.nodes += count
            if value > best:
                best = value
                if value > alpha:
                    if value >= beta:
                        return value
                    alpha = value
        return best

    return quiesce
