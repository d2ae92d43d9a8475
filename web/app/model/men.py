"""Men on the board: which man stands where, ply by ply."""

from __future__ import annotations

from morris_core.board import bits, count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from morris_core import Game, Move, Position


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
