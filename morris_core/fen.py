"""Positions as text (FEN): `ranks side white-hand black-hand last quiet move`.

Invariant: parse_start reads what format_position writes back to the same position and counts, up to a quiet and a move
of 999 999; higher counts are written as that.

Ranks go from the top, separated by `/`: `W` and `B` for men, digits for runs of empty points. Side is `w` or `b`. Last
is `-` or the last moves that the rules need (`w:d6-d7,b:a1-a4`). Quiet counts plies without a placement or capture, and
move is the number of plies played, plus one. Nine men's morris starts at `3/3/3/6/3/3/3 w 9 9 - 0 1`.
"""

from __future__ import annotations

from .board import Board
from .characters import DIGITS, is_number, split_words
from .errors import NotationError, quote_input
from .position import BLACK, WHITE, Position
from .rules import settle
from .variants import Variant

_FIELDS = ("ranks", "side", "white-hand", "black-hand", "last", "quiet", "move")


def format_position(variant: Variant, position: Position, quiet: int = 0, move: int = 1) -> str:
    """Return a position as text.

    Args:
        quiet: Plies in a row without a placement or capture.
        move: Plies played, plus one.
    """
    board = variant.board
    lasts = []
    for letter, last in (("w", position.white_last), ("b", position.black_last)):
        if last:
            lasts.append(letter + ":" + board.points[last[0]] + "-" + board.points[last[1]])
    return " ".join(
        (
            format_ranks(board, position.white, position.black),
            "b" if position.side == BLACK else "w",
            str(position.white_hand),
            str(position.black_hand),
            ",".join(lasts) or "-",
            # The reader takes at most six digits.
            str(min(quiet, 999_999)),
            str(min(move, 999_999)),
        )
    )


def format_ranks(board: Board, white: int, black: int) -> str:
    """Return the men on a board as ranks, from the top."""
    ranks = []
    for rank in range(board.size, 0, -1):
        text = ""
        run = 0
        for point, name in enumerate(board.points):
            if name[1:] != str(rank):
                continue
            man = "W" if white >> point & 1 else "B" if black >> point & 1 else ""
            if man and run:
                text += str(run)
                run = 0
            text += man
            run += not man
        ranks.append(text + str(run) if run else text)
    return "/".join(ranks)


def looks_like_sanmill_fen(text: str) -> bool:
    """Return whether a text looks like a Sanmill position: its first word has a slash and one of `O@*`."""
    words = split_words(text[:200])
    return bool(words) and "/" in words[0] and any(man in words[0] for man in "O@*")


def parse_start(text: str, variant: Variant) -> tuple[Position, int, int]:
    """Return (the position that a text describes, the plies before it, how many of the last of them in a row were
    quiet).

    The fields from `last` on are optional. If the side to move has to pass, it is the other side's turn.

    Raises:
        NotationError: The text is damaged; the message names the field.
        PositionError: The position cannot occur in the variant.
    """
    fields = split_words(text)
    if not 4 <= len(fields) <= 7:
        raise NotationError(
            "A position needs the fields {names} (the last three are optional), but {text} has {count}.",
            names=", ".join(_FIELDS),
            text=quote_input(text),
            count=len(fields),
        )
    fields += ["-", "0", "1"][len(fields) - 4 :]
    white, black = _parse_ranks(fields[0], variant.board)
    if fields[1] not in ("w", "b"):
        raise NotationError("The side to move must be w or b, not {text}.", text=quote_input(fields[1]))
    numbers = [_number(fields[index], _FIELDS[index]) for index in (2, 3, 5, 6)]
    if numbers[3] < 1:
        raise NotationError("The field move must be a number from 1 up, not {text}.", text=quote_input(fields[6]))
    lasts = _parse_last(fields[4], variant)
    side = BLACK if fields[1] == "b" else WHITE
    hands = numbers[0], numbers[1]
    position = Position(white, black, hands[0], hands[1], side, lasts.get("w"), lasts.get("b"), variant.board)
    from .possible import check_position  # imported here because few games begin with a position

    check_position(variant, position)
    return settle(variant, position), numbers[3] - 1, numbers[2]


def _parse_ranks(text: str, board: Board) -> tuple[int, int]:
    ranks = text.split("/")
    if len(ranks) != board.size:
        raise NotationError(
            "This board has {size} ranks, but {text} has {count}.",
            size=board.size,
            text=quote_input(text),
            count=len(ranks),
        )
    men = {"W": 0, "B": 0}
    for row, rank in enumerate(ranks):
        number = str(board.size - row)
        points = [point for point, name in enumerate(board.points) if name[1:] == number]
        filled = 0
        for character in rank:
            if character in men:
                if filled < len(points):
                    men[character] |= 1 << points[filled]
                filled += 1
            elif character in DIGITS[1:]:
                filled += int(character)
            else:
                raise NotationError(
                    "In rank {rank}, {text} isn't W, B or a number of empty points.",
                    rank=number,
                    text=quote_input(character),
                )
        if filled != len(points):
            raise NotationError(
                "Rank {rank} has {size} points, but {text} gives {count}.",
                rank=number,
                size=len(points),
                text=quote_input(rank),
                count=filled,
            )
    return men["W"], men["B"]


def _number(text: str, field: str) -> int:
    if is_number(text):
        return int(text)
    raise NotationError(
        "The field {field} must be a number of at most six digits, not {text}.", field=field, text=quote_input(text)
    )


def _parse_last(text: str, variant: Variant) -> dict[str, tuple[int, int]]:
    """Return the remembered moves by side; they are dropped if the rules do not depend on them."""
    found: dict[str, tuple[int, int]] = {}
    if text == "-":
        return found
    index = variant.board.index
    for part in text.split(","):
        side, _, step = part.partition(":")
        origin, _, to = step.partition("-")
        if side not in ("w", "b") or side in found or origin not in index or to not in index or origin == to:
            raise NotationError(
                "The field last must look like w:d6-d7,b:a1-a4 or be -, not {text}.", text=quote_input(text)
            )
        found[side] = (index[origin], index[to])
    return found if variant.rules.remembers else {}
