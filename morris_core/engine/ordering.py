"""Move ordering: which moves of a position to search first. Alpha-beta is fast if the best move comes first."""

from __future__ import annotations

from .knowledge import Knowledge
from .limits import MAX_DEPTH

Child = tuple[int, int]
"""(the number that a move adds to the state of the side to move, the opponent's state after it)."""


class History(dict[int, int]):
    """The cutoffs that moves caused, weighted by depth, by what a quiet move adds to the state or by the men taken."""

    def __missing__(self, added: int) -> int:
        self[added] = 0
        return 0


class MoveOrdering:
    """Orders moves by what one search has learned: killers of each ply, and histories of quiet moves and captures."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.moves = knowledge.moves
        self.captures = knowledge.captures
        self.histories = (History(), History())
        self.capture_histories = (History(), History())
        self.killers = [[0, 0] for _ in range(2 * MAX_DEPTH)]

    def children(self, own: int, opponent: int, ply: int, hash_move: int) -> list[Child] | None:
        """Return the moves of a position, the most promising first, or None if one of them wins immediately.

        First come the moves that close a mill: `hash_move` (the best move of an earlier visit, 0 if there is none),
        then the others by the history of captures. Then come the quiet moves: `hash_move`, killers, the others by
        history.
        """
        closing, quiet_moves = self.moves[own]
        children = []
        if closing:
            for added, to, mills in closing:
                if not to & opponent:
                    mills_to_win, one_mill, more_mills = self.captures[opponent]
                    if mills >= mills_to_win:
                        return None
                    children += [(added, left) for left in (one_mill if mills == 1 else more_mills)]
            if len(children) > 1:
                captures = self.capture_histories[ply & 1]
                if captures:
                    children.sort(key=lambda child: captures[child[1] ^ opponent], reverse=True)
                if hash_move:
                    children.sort(key=lambda child: child[0] != hash_move)
        quiet = [added for added, to in quiet_moves if not to & opponent]
        history = self.histories[ply & 1]
        if history:
            quiet.sort(key=history.__getitem__, reverse=True)
        for killer in self.killers[ply]:
            if killer in quiet:
                quiet.remove(killer)
                quiet.insert(0, killer)
        if hash_move in quiet:
            quiet.remove(hash_move)
            quiet.insert(0, hash_move)
        return children + [(added, opponent) for added in quiet]

    def add_cutoff(self, added: int, captured: int, depth: int, ply: int) -> None:
        """Remember a move that the opponent would not allow; captured: the men it takes, as a mask."""
        if captured:
            self.capture_histories[ply & 1][captured] += depth * depth
            return
        self.histories[ply & 1][added] += depth * depth
        killers = self.killers[ply]
        if killers[0] != added:
            killers[1] = killers[0]
            killers[0] = added
