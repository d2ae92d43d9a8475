"""A position as text: the board's lines with W, B and + for the men and the empty points."""

from __future__ import annotations

from .board import FILES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .board import Board

# The size of a step of the grid: characters across, lines down.
_ACROSS, _DOWN = 4, 2


def draw_board(board: Board, white: int = 0, black: int = 0) -> str:
    """Return the board with its men and the names of ranks and files.

    >>> from morris_core import BOARDS
    >>> print(draw_board(BOARDS["three-diagonal"], 1, 1 << 4))
    3  W---+---+
       | \\ | / |
    2  +---B---+
       | / | \\ |
    1  +---+---+
    <BLANKLINE>
       a   b   c
    """
    size = board.size
    sheet = [[" "] * ((size - 1) * _ACROSS + 1) for _ in range((size - 1) * _DOWN + 1)]
    for line in board.lines:
        for start, end in zip(line, line[1:]):
            _draw_step(sheet, board.coordinates(start), board.coordinates(end))
    for point in range(len(board.points)):
        column, row = board.coordinates(point)
        man = "W" if white >> point & 1 else "B" if black >> point & 1 else "+"
        sheet[row * _DOWN][column * _ACROSS] = man
    rows = []
    for number, characters in enumerate(sheet):
        rank = str(size - number // _DOWN) if number % _DOWN == 0 else " "
        rows.append(f"{rank}  {''.join(characters)}".rstrip())
    files = (" " * (_ACROSS - 1)).join(FILES[:size])
    return "\n".join(rows + ["", "   " + files])


def draw_position(board: Board, position: tuple[int, int, int, int, int]) -> str:
    """Return the board, the men in hand and whose turn it is, from the first fields of a Position."""
    white, black, white_hand, black_hand, side = position
    hands = f"in hand: White {white_hand}, Black {black_hand}; {('white', 'black')[side]} to move"
    return draw_board(board, white, black) + "\n\n   " + hands


def _draw_step(sheet: list[list[str]], start: tuple[int, int], end: tuple[int, int]) -> None:
    x, y = start[0] * _ACROSS, start[1] * _DOWN
    end_x, end_y = end[0] * _ACROSS, end[1] * _DOWN
    across, down = end_x - x, end_y - y
    character = "-" if not down else "|" if not across else "\\" if (across > 0) == (down > 0) else "/"
    # A slanting line has one character for each line down.
    steps = abs(down) or abs(across)
    for step in range(1, steps):
        sheet[y + down * step // steps][x + across * step // steps] = character
