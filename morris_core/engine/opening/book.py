"""OpeningBook: exact values of the placing phase, and the moves that the book plays.

A book has three kinds of knowledge, in one file or several.

- The value of every position of the first plies (early.py).
- For later plies, one move that keeps the value, but only in positions that the book's own moves lead to, whatever the
  opponent does. A position alone does not show whether it is one of those, so the book answers only for a game from the
  empty board in which all earlier moves of the side to move were the book's.
- For two plies, the last one with known values and the next, a move that keeps the value in every position: for the
  first by the value, for the second in one order for all positions that are not lost.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path

from ...game import Game
from ...generator import move_generator
from ...position import Move, Position, start_position
from ...rules import apply
from ...tablebase import Answer, TableError
from ...tablebase.format import Read, unpack_part
from ...tablebase.probe import file_reader, reader
from ...variants import Rules, Variant
from ..knowledge import are_rules
from .early import DRAW, LOSS, WIN, EarlyValues, least_key
from .format import Ply, read_header
from .ordering import Ordering
from .retrieval import Exceptions

SUFFIX = ".mob"
FOLDER = Path(__file__).parents[2] / "tablebase/files"
FILE = FOLDER / ("nine-opening" + SUFFIX)
ANYWHERE = FOLDER / ("nine-opening-anywhere" + SUFFIX)
"""Moves for every position of two plies; it needs the values of FILE."""
VALUES = ("draw", "win", "loss")
SHARE = 1000


class OpeningBook:
    """A book of moves for the placing phase, and exact values of its first plies.

    Args:
        name: The name of the file, for messages.
        data: Its bytes, or a reader for them.

    Raises:
        TableError: The file is not an opening book, or its header is damaged; other parts are checked on first use.
    """

    def __init__(self, name: str, data: bytes | Read) -> None:
        self.name = name
        self.read: Read = reader(data) if isinstance(data, bytes) else data
        self.header = read_header(name, self.read)
        self.plies = 2 * int(self.header.rules["men"])
        variant = Variant("", "", self.header.board, Rules.from_options(self.header.rules), "")
        self.early = EarlyValues(name, self.read, self.header, move_generator(variant))
        self._parts: dict[tuple[int, int | None], tuple[Ordering, Exceptions, Exceptions | None]] = {}
        self.choices: Callable[..., tuple[int, ...]] = lru_cache(maxsize=1 << 12)(self._choices)

    def serves(self, variant: Variant) -> bool:
        return variant.board == self.header.board and are_rules(
            variant.rules, self.header.rules, ("repetition", "quiet_limit")
        )

    def probe(
        self, variant: Variant, position: Position, at_once: bool = False, at_least: str = "loss"
    ) -> Answer | None:
        """Return the exact value of a position of the first plies, None for any other. Raises TableError.

        It always answers at once, so `at_once` and `at_least` change nothing.
        """
        placed = self._placed(variant, position)
        if placed is None:
            return None
        code = self.early.code(position.men(position.side), position.men(1 - position.side), placed)
        return None if code is None else Answer(VALUES[code], None)

    def moves(self, game: Game, serving: int | None = None) -> list[list[Move]]:
        """Return the book's moves for a game, the best first, or []. Raises TableError.

        Args:
            serving: If given, the code of the position's value, to ask for the moves that serve every position with
                this value; or NOT_LOST for the moves that serve every position that is not lost (in lost ones they mean
                nothing).

        Returns:
            Lists of moves that are mirror images of each other.
        """
        position = game.position
        placed = self._placed(game.variant, position)
        if placed is None:
            return []
        value = serving if (placed, serving) in self.header.anywhere else None
        if value is None:
            if placed >= self.early.last and not self._was_followed(game):
                return []
            if placed < self.early.last and self.probe(game.variant, position) is None:
                return []  # no play leads to this position
        found: dict[int, list[Move]] = {key: [] for key in self._choices_at(position, value)}
        for move in game.legal_moves():
            key = self._key(apply(game.variant, position, move))
            if key in found:
                found[key].append(move)
        return [alike for alike in found.values() if alike]

    def _was_followed(self, game: Game) -> bool:
        """Return whether all moves of the side to move, from the empty board on, were the book's."""
        return game.start == start_position(game.variant) and all(
            self._key(game.position_at(ply + 1)) in self._choices_at(game.position_at(ply))
            for ply in range(game.position.side, game.ply, 2)
        )

    def _placed(self, variant: Variant, position: Position) -> int | None:
        """Return how many men were placed, or None if the book does not know the game or the men in hand."""
        men = int(self.header.rules["men"])
        own, other = position.hand(position.side), position.hand(1 - position.side)
        if not self.serves(variant) or not own or other != own - position.side or own > men:
            return None
        return 2 * men - own - other

    def _key(self, position: Position) -> int:
        return least_key(self.header.board, position.men(position.side), position.men(1 - position.side))

    def _choices_at(self, position: Position, value: int | None = None) -> tuple[int, ...]:
        placed = self.plies - position.white_hand - position.black_hand
        return self.choices(self._key(position), placed, value)

    def _choices(self, key: int, placed: int, value: int | None = None) -> tuple[int, ...]:
        """Return the keys of the positions that the book's moves lead to from that of a key, the best first.

        `value` is the code of the position's value, for the moves that serve every position of that value, or NOT_LOST
        for those that serve all that are not lost.
        """
        own, other = key >> 24, key & (1 << 24) - 1
        board = self.header.board
        least = 3 - self.early.hand(placed + 1)
        after = self.early.successors(own, other, placed)
        won = [(moved, left) for moved, left in after if left.bit_count() < least]
        if won:
            return (least_key(board, won[0][1], won[0][0]),)
        ply = self.header.plies.get(placed) if value is None else self.header.anywhere[placed, value]
        if ply is None:
            return ()
        ordering, exceptions, members = self._ply(ply, placed, value)
        if members and not members.holds(key):
            return ()
        if placed < self.early.last:
            return self._keeping(after, placed, ordering)
        after.sort(key=lambda pair: -ordering.score(*pair))
        # For a position that the ply does not cover, the rank is random.
        moved, left = after[min(exceptions.rank(key), len(after) - 1)]
        return (least_key(board, left, moved),)

    def _keeping(self, after: list[tuple[int, int]], placed: int, ordering: Ordering) -> tuple[int, ...]:
        """Return the best moves of a ply whose values are known, as keys.

        In a drawn position, prefer the moves after which most replies lose; otherwise the ordering decides.
        """
        board, code = self.header.board, self.early.code
        codes = [code(left, moved, placed + 1) for moved, left in after]
        best = next(value for value in (LOSS, DRAW, WIN) if value in codes)
        number = self.header.choices[placed] if best == DRAW else 1
        ranked: dict[int, tuple[int, int]] = {}
        for (moved, left), value in zip(after, codes, strict=True):
            if value == best:
                share = self._losing_share(left, moved, placed + 1) if number > 1 else 0
                ranked.setdefault(least_key(board, left, moved), (share, ordering.score(moved, left)))
        order = sorted(ranked, key=lambda key: (-ranked[key][0], -ranked[key][1], key))
        return tuple(order[:number])

    def _losing_share(self, own: int, other: int, placed: int) -> int:
        """Return how many of SHARE placements lose in a drawn position."""
        replies = self.early.successors(own, other, placed)
        losing = sum(self.early.code(left, moved, placed + 1) == WIN for moved, left in replies)
        return SHARE * losing // len(replies)

    def _ply(self, ply: Ply, placed: int, value: int | None) -> tuple[Ordering, Exceptions, Exceptions | None]:
        """Return the order of a ply's moves, the exceptions in which not the first is played, and the positions they
        cover.
        """
        if (placed, value) not in self._parts:
            order = unpack_part(self.name, f"the order of ply {placed}", ply.order, self.read)
            data = b""
            if ply.exceptions:
                data = unpack_part(self.name, f"the exceptions of ply {placed}", ply.exceptions, self.read)
            members = None
            if ply.member and ply.members:
                packed = unpack_part(self.name, f"the positions of ply {placed}", ply.members, self.read)
                members = Exceptions([ply.member], packed)
            self._parts[placed, value] = Ordering(self.header.board, order), Exceptions(ply.levels, data), members
        return self._parts[placed, value]


@cache
def shipped_book(path: Path = FILE) -> OpeningBook | None:
    """Return a book that comes with morris_core, or None if it is missing or its header is damaged."""
    try:
        return OpeningBook(path.name, file_reader(path))
    except TableError:
        return None


def shipped_books() -> list[OpeningBook]:
    """Return all books that come with morris_core, of all games."""
    return [book for book in map(shipped_book, sorted(FOLDER.glob("*" + SUFFIX))) if book]
