"""Little pictures for the rules: small positions found on a board's own lines, and how they are drawn.

Invariant: what a picture shows comes from morris_core (which men may be taken, where a man may go), so pictures cannot
contradict play. A drawing holds numbers and class names only, so tools/site/learn_pages.py can write it as text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from morris_core.board import Board, bits, count
from morris_core.forbidding import centre
from morris_core.generator import move_generator
from morris_core.geometry import FIELD, SPAN, geometry, line_paths
from morris_core.position import SIDES, WHITE, Position
from morris_core.rules import legal_moves
from morris_core.svg import drawing
from morris_core.variants import Variant

from ..model.translation import _
from ..view.nodes import Node, h

Marks = tuple[tuple[int, str], ...]


class Diagram:
    """One picture."""

    def __init__(
        self,
        board: Board,
        caption: str,
        white: int = 0,
        black: int = 0,
        marks: Marks = (),
        arrows: tuple[tuple[int, int, str], ...] = (),
    ) -> None:
        self.board, self.caption = board, caption  # a sentence
        self.white, self.black = white, black  # masks of men
        self.marks = marks  # (point, "closed" | "target" | "captured")
        self.arrows = arrows  # (from, to, "move" | "forbidden")


def _mask(points: list[int]) -> int:
    mask = 0
    for point in points:
        mask |= 1 << point
    return mask


def _marks(mask: int, kind: str) -> Marks:
    return tuple((point, kind) for point in bits(mask))


def makes_mill(board: Board, men: int) -> bool:
    """Return whether three of `men` are in a mill."""
    return any(men & mill == mill for mill in board.mills)


def _is_diagonal(board: Board, mill: int) -> bool:
    places = [board.coordinates(point) for point in bits(mill)]
    return len({x for x, _ in places}) > 1 and len({y for _, y in places}) > 1


def diagonal_mills(board: Board) -> list[int]:
    """Return the masks of the mills that are neither in a row nor in a column."""
    return [mill for mill in board.mills if _is_diagonal(board, mill)]


def _scattered(board: Board, empty: int, number: int, mixed: int = 0) -> int:
    """Return up to `number` of the `empty` points, apart from each other, that make no mill alone or with the men
    `mixed`."""
    chosen = 0
    for apart in (True, False):
        for point in bits(empty):
            if count(chosen) < number and not chosen >> point & 1:
                if any((chosen | mixed) & others == others for others in board.mills_at[point]):
                    continue
                if apart and board.neighbours[point] & (chosen | mixed):
                    continue
                chosen |= 1 << point
    return chosen


def empty_board(variant: Variant) -> Diagram:
    """Return the picture of the board as it is at the start."""
    board = variant.board
    white, black = variant.start()
    return Diagram(board, _("The board: {number} points.").format(number=len(board.points)), white, black)


def placing(variant: Variant) -> Diagram:
    """Return a picture of a few men on the board and all points where the next one may go."""
    board = variant.board
    allowed = board.full & ~(centre(board) if variant.rules.closed_centre else 0)
    white = _scattered(board, allowed, 2)
    black = _scattered(board, allowed & ~white & ~_around(board, white), 2) or _scattered(board, allowed & ~white, 2)
    marks = _marks(allowed & ~(white | black), "target")
    return Diagram(board, _("White may place a man on any marked point."), white, black, marks)


def _around(board: Board, men: int) -> int:
    around = 0
    for point in bits(men):
        around |= board.neighbours[point]
    return around


def moving(variant: Variant) -> Diagram:
    """Return a picture of a man, its legal moves, and one that another man blocks."""
    board = variant.board
    points = range(len(board.points))
    most = max(count(board.neighbours[point]) for point in points)
    man = next(point for point in points if count(board.neighbours[point]) == most)
    barring = board.neighbours[man] & -board.neighbours[man]
    free = board.neighbours[man] & ~barring
    caption = _("A man moves to the next point on a line. The black man is in the way on one side.")
    arrows = tuple((man, to, "move") for to in bits(free))
    return Diagram(board, caption, 1 << man, barring, _marks(free, "target"), arrows)


def mill(variant: Variant, diagonal: bool = False) -> Diagram:
    """Return a picture of a mill (or of a row, if a row wins). Only some boards have one along a diagonal."""
    points = diagonal_mills(variant.board)[0] if diagonal else variant.board.mills[0]
    row, mill = _("A row: three men side by side on one line."), _("A mill: three men side by side on one line.")
    if diagonal:
        row, mill = _("A diagonal row counts too."), _("A diagonal mill counts too.")
    return Diagram(variant.board, row if variant.rules.mill_wins else mill, points, marks=_marks(points, "closed"))


def no_mill(variant: Variant) -> Diagram | None:
    """Return a picture of three men around a corner, which are not a mill, or None if the board has no corner."""
    board = variant.board
    for point in range(len(board.points)):
        near = list(bits(board.neighbours[point]))
        for one in near:
            for other in near:
                men = _mask([point, one, other])
                if one < other and not makes_mill(board, men) and not _in_line(board, one, point, other):
                    row, mill = _("Around a corner, so this isn't a row."), _("Around a corner, so this isn't a mill.")
                    return Diagram(board, row if variant.rules.mill_wins else mill, men)
    return None


def _in_line(board: Board, one: int, middle: int, other: int) -> bool:
    (x0, y0), (x1, y1), (x2, y2) = board.coordinates(one), board.coordinates(middle), board.coordinates(other)
    return (x1 - x0) * (y2 - y1) == (x2 - x1) * (y1 - y0)


def straight_steps(board: Board) -> int | None:
    """Return the mask of three neighbouring points in a straight line that is not a mill, or None if there is none."""
    for point in range(len(board.points)):
        near = list(bits(board.neighbours[point]))
        for one in near:
            for other in near:
                men = _mask([one, point, other])
                if one < other and men not in board.mills and _in_line(board, one, point, other):
                    return men
    return None


def only_steps(variant: Variant) -> Diagram | None:
    """Return a picture of three men in a straight line that is not a mill, if the board has such a line."""
    men = straight_steps(variant.board)
    return None if men is None else Diagram(variant.board, _("This line is only for moving."), men)


def captures(variant: Variant) -> list[Diagram]:
    """Return pictures of the men that a mill may take: among men in and out of mills, and if all are in mills."""
    board = variant.board
    rules = variant.rules
    own = board.mills[0]
    apart = [mill for mill in reversed(board.mills) if not mill & own]
    if not apart:  # two mills don't fit on the board
        black = _scattered(board, board.full & ~own, 3)
        marks = _marks(own, "closed") + _marks(black, "captured")
        return [Diagram(board, _("White made a mill and may take any black man."), own, black, marks)]
    theirs = apart[0]
    # The man outside mills, if a side has more than three men.
    free = _scattered(board, board.full & ~(own | theirs), 1, theirs) if rules.men > 3 else 0
    if rules.capture == "always":
        cases = [(theirs | free, _("White made a mill and may take any black man."))]
    else:
        cases = [(theirs | free, _("White made a mill and may take only the marked man."))] if free else []
        none = _("All of Black's men are in mills, so none may be taken.")
        cases.append(
            (theirs, none if rules.capture == "never" else _("All of Black's men are in mills, so any may be taken."))
        )
    capturable = move_generator(variant).capturable
    return [
        Diagram(board, caption, own, black, _marks(own, "closed") + _marks(capturable(black, 0), "captured"))
        for black, caption in cases
    ]


def mills_at_once(board: Board, mills: int, men: int) -> tuple[int, int] | None:
    """Return (point, own men with it) such that one man closes this many mills (2 or 3) with at most `men` men.

    Return None if there is no such point. Mills that share only that point are preferred to mills that overlap on a
    long line.
    """
    for size in range(1 + 2 * mills, mills + 1, -1):
        for point in range(len(board.points)):
            found = _together(board.mills_at[point], mills, size - 1)
            if found and size <= men:
                return point, found | 1 << point
    return None


def _together(others: tuple[int, ...], mills: int, men: int, chosen: int = 0) -> int:
    """Return the union of `chosen` and `mills` of the other masks if it has the right number of points, else 0."""
    if not mills:
        return chosen if count(chosen) == men else 0
    for number, one in enumerate(others):
        found = _together(others[number + 1 :], mills - 1, men, chosen | one)
        if found:
            return found
    return 0


def double_mill(variant: Variant, own: int) -> Diagram:
    """Return a picture of the men `own`, two mills closed at once, and as many men taken as the rules say."""
    board = variant.board
    black = _scattered(board, board.full & ~own, min(4, variant.rules.men))
    # Choose the men one by one; any two of them will do, since none is in a mill.
    taken = _mask(list(bits(black))[: variant.rules.double_mill])
    one, two = _("Two mills at once take one man."), _("Two mills at once take two men.")
    marks = _marks(own, "closed") + _marks(taken, "captured")
    return Diagram(board, two if variant.rules.double_mill == 2 else one, own, black, marks)


def flying(variant: Variant) -> Diagram | None:
    """Return a picture of three men, one of which may fly to any empty point, or None if the board is too full."""
    board = variant.board
    white = _scattered(board, board.full, 3)
    # Black has the same number, so that the rules can continue from this position.
    black = _scattered(board, board.full & ~white, min(variant.rules.men, 4))
    position = Position(white, black, 0, 0, WHITE, None, None, board)
    man = next(bits(white))
    targets = _mask([move.to for move in legal_moves(variant, position) if move.origin == man])
    far = list(bits(targets & ~board.neighbours[man]))
    if not far:
        return None
    caption = _("White has three men, so one of them may fly to any marked point.")
    return Diagram(board, caption, white, black, _marks(targets, "target"), ((man, far[-1], "move"),))


def mill_hold(variant: Variant) -> Diagram | None:
    """Return a picture of a mill just opened, and of the way back that has to wait, or None if no step leaves one."""
    board = variant.board
    for own in board.mills:
        for left in bits(own):
            outside = board.neighbours[left] & ~own
            if outside:
                to = next(bits(outside))
                men = own & ~(1 << left) | 1 << to
                marks = _marks(own & ~(1 << left), "closed")
                caption = _("White has just opened this mill. White's next move may not close it.")
                return Diagram(board, caption, men, marks=marks, arrows=((to, left, "forbidden"),))
    return None


def no_return(variant: Variant) -> Diagram | None:
    """Return a picture of a man that has just moved and may not go back, and of another one that may go there; or None
    if the board has no corner."""
    board = variant.board
    caption = _("The man that has just left the marked point may not go back. The other man may go there.")
    for left in range(len(board.points)):
        near = list(bits(board.neighbours[left]))
        for to in near:
            for other in near:
                if to != other and not _in_line(board, to, left, other):
                    arrows = ((to, left, "forbidden"), (other, left, "move"))
                    return Diagram(board, caption, _mask([to, other]), 0, _marks(1 << left, "target"), arrows)
    return None


def no_mill_return(variant: Variant) -> Diagram | None:
    """Return a picture of a man that has just moved from a mill into another, or None for games of few men."""
    board = variant.board
    found = []
    for left in range(len(board.points)):
        for to in bits(board.neighbours[left]):
            for first in board.mills_at[left]:
                for second in board.mills_at[to]:
                    men = first | second | 1 << to
                    if not first >> to & 1 and not second >> left & 1 and count(men) <= variant.rules.men:
                        found.append((count(men), men, to, left, second))
    if not found:
        return None
    _number, men, to, left, second = min(found)
    caption = _("White's man has just left a mill and made another one. It may not go straight back.")
    return Diagram(board, caption, men, 0, _marks(second | 1 << to, "closed"), ((to, left, "forbidden"),))


def stuck(variant: Variant) -> Diagram | None:
    """Return a picture of black men outside mills that can't move, or None if a few men can't be trapped."""
    board = variant.board
    rules = variant.rules
    number = 4 if rules.flying == 3 else 3
    if rules.men < number:
        return None
    best = None
    for start in range(len(board.points)):
        black = 1 << start
        while count(black) < number:
            # Add the point that leaves the fewest ways out.
            grown = [
                (count(_around(board, black | 1 << point) & ~(black | 1 << point)), black | 1 << point)
                for point in bits(_around(board, black) & ~black)
                if not makes_mill(board, black | 1 << point)
            ]
            if not grown:
                break
            black = min(grown)[1]
        white = _around(board, black) & ~black
        if count(black) == number and 3 <= count(white) <= rules.men and not makes_mill(board, white):
            if best is None or count(white) < count(best[0]):
                best = (white, black)
    if best is None:
        return None
    position = Position(best[1], best[0], 0, 0, WHITE, None, None, board)
    if legal_moves(variant, position):
        return None
    loses, passes = _("Black can't move and has lost."), _("Black can't move and misses a turn.")
    return Diagram(board, loses if rules.stuck == "loses" else passes, best[0], best[1])


def diagram_node(diagram: Diagram) -> Node:
    """Return a picture as an SVG node. Screen readers skip it, because its caption is beside it."""
    geo = geometry(diagram.board, False)
    return _framed("diagram", drawing(geo, diagram.white, diagram.black, diagram.marks, diagram.arrows))


def thumbnail(variant: Variant, position: Position) -> Node:
    """Return a small picture of a position, for a list of lessons or puzzles."""
    return small_board(variant.board, (position.white, position.black))


def small_board(board: Board, men: Sequence[int] = ()) -> Node:
    """Return a small picture of white and black men, given as masks, for long lists and beside a board's name.

    It has few elements: all men of a side are one path of dots, lines of length 0 with round ends.
    """
    geo = geometry(board, False)
    parts = [h("path", {"class": "lines", "d": line_paths(geo)})]
    dots: list[tuple[str, Iterable[int], int]] = [("spots", range(len(board.points)), 20)]
    for side, mask in zip(SIDES, men):
        dots += [("outer " + side, bits(mask), 2 * geo.radius), ("inner " + side, bits(mask), 2 * geo.radius - 14)]
    for kind, points, width in dots:
        path = "".join([f"M{geo.xy[point][0]} {geo.xy[point][1]}h.01" for point in points])
        if path:
            parts.append(h("path", {"class": kind, "d": path, "stroke-width": width}))
    return _framed("diagram small", parts)


def _framed(kind: str, parts: list[Node]) -> Node:
    edge = FIELD + 8  # the thick rings of small pictures reach farther
    size = SPAN + 2 * edge
    return h("svg", {"class": kind, "viewBox": f"{-edge} {-edge} {size} {size}", "aria-hidden": "true"}, parts)
