"""A second implementation of the rules, slow and obvious, to check morris_core against.

It was written from the rules table of the design and the old texts, without looking at the generator and rules of
morris_core. It uses sets of point names instead of bitboards, imports nothing of ours, and keeps to the MicroPython
subset. A move is (origin or None, to, captives in the order of taking), all of them names of points. A game remembers
more than a position does (which mills are held), so it can only be followed from the start.
"""

from typing import Any

NamedMove = tuple[str | None, str, tuple[str, ...]]

WHITE, BLACK = "white", "black"
OTHER = {WHITE: BLACK, BLACK: WHITE}


def name(column: int, row: int) -> str:
    """Return the name of a point; columns from the left and rows from the bottom count from 0."""
    return "abcdefghi"[column] + str(row + 1)


def ring_lines(rings: int, diagonals: bool, cross: bool) -> "list[list[str]]":
    """Return the lines of a board of square rings around a centre.

    The centre is at (rings, rings). The corners of ring r are r away from it in both directions, the midpoints in one.
    Lines join the midpoints of all rings, and with `diagonals` the corners too. With `cross` they run on through the
    centre.
    """

    def at(dx: int, dy: int) -> str:
        return name(rings + dx, rings + dy)

    lines = []
    for r in range(1, rings + 1):
        for s in (-r, r):
            lines.append([at(-r, s), at(0, s), at(r, s)])
            lines.append([at(s, -r), at(s, 0), at(s, r)])
    if cross:
        reach = range(-rings, rings + 1)
        lines.append([at(d, 0) for d in reach])
        lines.append([at(0, d) for d in reach])
    else:
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            lines.append([at(dx * r, dy * r) for r in range(1, rings + 1)])
    if diagonals:
        for dx, dy in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
            lines.append([at(dx * r, dy * r) for r in range(1, rings + 1)])
    return lines


def square_lines(diagonals: bool) -> "list[list[str]]":
    """Return the lines of the board of three rows of three points."""
    lines = []
    for i in range(3):
        lines.append([name(i, j) for j in range(3)])
        lines.append([name(j, i) for j in range(3)])
    if diagonals:
        lines.append([name(i, i) for i in range(3)])
        lines.append([name(i, 2 - i) for i in range(3)])
    return lines


def wheel_lines() -> "list[list[str]]":
    """Return the lines of a ring of eight points around a centre: steps along the ring, and four spokes across it."""
    ring = ["d7", "f6", "g4", "f2", "d1", "b2", "a4", "b6"]
    return [[ring[i], ring[i - 1]] for i in range(8)] + [[ring[i], "d4", ring[i + 4]] for i in range(4)]


def step_lines(lines: "list[list[str]]") -> "list[list[str]]":
    """Return lines cut into single steps, so that no three points on them are a mill."""
    return [line[i : i + 2] for line in lines for i in range(len(line) - 1)]


def four_square_lines() -> "list[list[str]]":
    """Return the lines of two by two squares, each with its diagonals and their crossing."""
    lines = []
    for i in (0, 2, 4):
        lines.append([name(i, j) for j in (0, 2, 4)])
        lines.append([name(j, i) for j in (0, 2, 4)])
    for shift in (-2, 0, 2):
        reach = range(max(0, shift), min(5, 5 + shift))
        lines.append([name(i, i - shift) for i in reach])
        lines.append([name(4 - i, i - shift) for i in reach])
    return lines


def twisted_lines() -> "list[list[str]]":
    """Return the lines of three squares whose outer and inner corners on the right change places."""
    swapped = {"g7": "e7", "e5": "g5"}
    square = ring_lines(3, False, False)
    right = [["g7", "g4", "g1"], ["e5", "e4", "e3"]]
    lines = [[swapped.get(point, point) for point in line] for line in square if line not in [r[::-1] for r in right]]
    return lines + [["e7", "e4", "e3"], ["g5", "g4", "g1"]]


LINES = {
    "three": square_lines(False),
    "three-diagonal": square_lines(True),
    "two-ring": ring_lines(2, False, False),
    "two-ring-cross": ring_lines(2, False, True),
    "three-ring": ring_lines(3, False, False),
    "three-ring-diagonal": ring_lines(3, True, False),
    "wheel": wheel_lines(),
    "three-home": [line for line in square_lines(True) if line[0][1] == "2" or line[0][1] != line[1][1]]
    + step_lines([["a1", "b1", "c1"], ["a3", "b3", "c3"]]),
    "three-steps": square_lines(True) + step_lines([["a2", "b3", "c2", "b1", "a2"]]),
    "four-squares": four_square_lines(),
    "three-ring-corners": ring_lines(3, False, False)
    + step_lines([line for line in ring_lines(3, True, False) if line not in ring_lines(3, False, False)]),
    "moebius": twisted_lines(),
}


def lines_of(board: str) -> "list[list[str]]":
    """Return the lines of a board by its name; a home-made one is named by them."""
    if board in LINES:
        return LINES[board]
    lines = board[len("own:") :].split(".")
    return [[line[i : i + 2] for i in range(0, len(line), 2)] for line in lines]


def reading_order(point: str) -> "tuple[int, str]":
    """Return the key that sorts points from the top row down, each row from the left."""
    return -int(point[1]), point[0]


class ReferenceGame:
    """One game.

    Attributes:
        board: The name of the board.
        rules: A value for every option.
        men: The side on each occupied point.
        hand: The number of men that each side has still to place.
        side: The side to move.
        last: The origin and target of each side's last move.
        held: The mills that each side's last move opened.
        seen: Every position with a move to make.
        quiet: The number of plies since a man was placed or taken.
    """

    def __init__(self, board: str, rules: "dict[str, Any]") -> None:
        self.board = board
        self.rules = rules
        self.points: set[str] = set()
        self.mills: list[set[str]] = []
        self.steps = set()
        for line in lines_of(board):
            self.points |= set(line)
            for i in range(len(line) - 1):
                self.steps.add((line[i], line[i + 1]))
                self.steps.add((line[i + 1], line[i]))
            for i in range(len(line) - 2):
                self.mills.append(set(line[i : i + 3]))
        size = max(max(int(point[1]), "abcdefghi".index(point[0]) + 1) for point in self.points)
        self.middle = name(size // 2, size // 2) if size % 2 else ""
        self.men: dict[str, str] = {}
        self.hand: dict[str, int] = {WHITE: rules["men"], BLACK: rules["men"]}
        if rules["set_up"]:
            order = sorted(self.points, key=reading_order)
            for number in range(rules["men"]):
                self.men[order[number]] = BLACK
                self.men[order[-1 - number]] = WHITE
            self.hand = {WHITE: 0, BLACK: 0}
        self.side = WHITE
        self.last: dict[str, tuple[str, str] | None] = {WHITE: None, BLACK: None}
        self.held: dict[str, list[set[str]]] = {WHITE: [], BLACK: []}
        self.quiet = 0
        self.over: tuple[str | None, str] | None = None
        if rules["set_up"] and not self.moves_of(WHITE):
            if rules["stuck"] == "loses":
                self.over = (BLACK, "no_moves")
            elif not self.moves_of(BLACK):
                self.over = (None, "both_stuck")
            else:
                self.side = BLACK
        self.seen = [self.snapshot()]

    def after(self, move: "NamedMove") -> "ReferenceGame":
        """Return a copy of the game with one more move."""
        other = ReferenceGame(self.board, self.rules)
        other.men = dict(self.men)
        other.hand = dict(self.hand)
        other.side = self.side
        other.last = dict(self.last)
        other.held = dict(self.held)
        other.quiet = self.quiet
        other.seen = list(self.seen)
        other.play(move)
        return other

    def perft(self, depth: int, counts: "dict[object, int] | None" = None) -> int:
        """Return the number of sequences of `depth` moves. There must be no draw rules."""
        if depth == 0:
            return 1
        counts = {} if counts is None else counts
        key = str(
            (depth, self.over, self.snapshot(), [sorted(sorted(mill) for mill in self.held[side]) for side in OTHER])
        )
        if key not in counts:
            moves = self.moves()
            counts[key] = len(moves) if depth == 1 else sum(self.after(move).perft(depth - 1, counts) for move in moves)
        return counts[key]

    def snapshot(self) -> object:
        """Return what makes positions equal: men, hands, the side to move, and last moves if the rules use them."""
        lasts: tuple[object, object] = (None, None)
        if self.rules["mill_hold"] or self.rules["no_return"] or self.rules["no_mill_return"]:
            lasts = (self.last[WHITE], self.last[BLACK])
        return sorted(self.men.items()), self.hand[WHITE], self.hand[BLACK], self.side, lasts

    def standing(self, side: str) -> "set[str]":
        """Return the points on which a side has men."""
        return {point for point in self.men if self.men[point] == side}

    def moves(self) -> "list[NamedMove]":
        """Return every legal move of the side to move, or [] if the game is over."""
        return [] if self.over else self.moves_of(self.side)

    def moves_of(self, side: str) -> "list[NamedMove]":
        """Return every move that a side could make if it were its turn."""
        found: list[NamedMove] = []
        for origin, to in self.ways_to_step(side):
            men = dict(self.men)
            if origin is not None:
                del men[origin]
            men[to] = side
            closed = [mill for mill in self.mills if to in mill and all(men.get(point) == side for point in mill)]
            if any(mill == held for mill in closed for held in self.held[side]):
                continue
            if self.rules["mill_wins"]:
                found.append((origin, to, ()))
                continue
            number = min(len(closed), self.rules["double_mill"])
            sets_taken = []
            # Reading order: of several orders of taking the same men, the first legal one counts.
            lost = self.lost_from_hand(men, OTHER[side], number)
            self.hand[OTHER[side]] -= lost
            for captives in self.ways_to_capture(men, OTHER[side], number - lost):
                if set(captives) not in sets_taken:
                    sets_taken.append(set(captives))
                    found.append((origin, to, captives))
            self.hand[OTHER[side]] += lost
        return found

    def ways_to_step(self, side: str) -> "list[tuple[str | None, str]]":
        """Return (origin or None, to) for each man that a side may place or move, ignoring captures and held mills."""
        empty = [point for point in self.points if point not in self.men]
        if self.rules["closed_centre"] and self.hand[side] > 0:
            empty = [point for point in empty if point != self.middle]
        own = self.standing(side)
        ways: list[tuple[str | None, str]] = []
        if self.hand[side] > 0:
            ways += [(None, to) for to in empty]
        if self.hand[side] == 0 or self.rules["moving_while_placing"]:
            flies = self.hand[side] == 0 and self.rules["flying"] != 0 and len(own) == self.rules["flying"]
            for origin in own:
                for to in empty:
                    back = self.last[side] is not None and self.last[side] == (to, origin)
                    if back and (self.rules["no_return"] or (self.rules["no_mill_return"] and self.swings(side))):
                        continue
                    if flies or (origin, to) in self.steps:
                        ways.append((origin, to))
        return ways

    def swings(self, side: str) -> bool:
        """Return whether the man that a side moved last stands in a mill and would be in another where it came from."""
        last = self.last[side]
        if last is None:
            return False
        rest = self.standing(side) - {last[1]}
        return all(any(point in mill and mill - {point} <= rest for mill in self.mills) for point in last)

    def lost_from_hand(self, men: "dict[str, str]", victim: str, number: int) -> int:
        """Return how many of `number` captures are of men in hand; nothing more is taken once two men are left."""
        if not self.rules["from_hand"]:
            return 0
        lost = 0
        while lost < number and self.hand[victim] - lost > 0 and self.total(men, victim) - lost > 2:
            lost += 1
        return lost

    def ways_to_capture(self, men: "dict[str, str]", victim: str, number: int) -> "list[tuple[str, ...]]":
        """Return every sequence of captives if `number` men of `victim` must be taken from a board."""
        if number == 0 or self.total(men, victim) < 3:
            return [()]
        on_board = sorted([point for point in men if men[point] == victim], key=reading_order)
        safe = []
        for point in on_board:
            if any(point in mill and all(men.get(p) == victim for p in mill) for mill in self.mills):
                safe.append(point)
        loose = [point for point in on_board if point not in safe]
        if self.rules["capture"] == "always":
            permitted = on_board
        elif self.rules["capture"] == "never":
            permitted = loose
        else:
            permitted = loose or on_board
        if not permitted:
            return [()]
        ways = []
        for captive in permitted:
            left = {point: men[point] for point in men if point != captive}
            for more in self.ways_to_capture(left, victim, number - 1):
                ways.append((captive,) + more)
        return ways

    def total(self, men: "dict[str, str]", side: str) -> int:
        """Return the number of men that a side has on a board and in hand."""
        return sum(1 for point in men if men[point] == side) + self.hand[side]

    def play(self, move: "NamedMove") -> None:
        origin, to, captives = move
        side = self.side
        own_before = self.standing(side)
        if origin is None:
            self.hand[side] -= 1
            self.last[side] = None
            self.held[side] = []
        else:
            del self.men[origin]
            self.last[side] = (origin, to)
            opened = [mill for mill in self.mills if origin in mill and mill <= own_before]
            self.held[side] = opened if self.rules["mill_hold"] else []
        self.men[to] = side
        lost = 0
        if not self.rules["mill_wins"]:
            closed = [mill for mill in self.mills if to in mill and mill <= self.standing(side)]
            lost = self.lost_from_hand(self.men, OTHER[side], min(len(closed), self.rules["double_mill"]))
        for captive in captives:
            del self.men[captive]
        self.hand[OTHER[side]] -= lost
        self.quiet = 0 if origin is None or captives or lost else self.quiet + 1
        self.side = OTHER[side]
        self.decide(side, to)

    def decide(self, mover: str, to: str) -> None:
        """Check whether the game is over, in the order that the rules give, and skip a side that passes."""
        own = self.standing(mover)
        other = OTHER[mover]
        if self.rules["mill_wins"]:
            if any(to in mill and mill <= own for mill in self.mills):
                self.over = (mover, "row")
                return
        elif self.total(self.men, other) < 3:
            self.over = (mover, "two_men")
            return
        if len(self.men) == len(self.points):
            self.over = (None, "full_board")
            return
        if not self.moves_of(other):
            if self.rules["stuck"] == "loses":
                self.over = (mover, "no_moves")
                return
            if not self.moves_of(mover):
                self.over = (None, "both_stuck")
                return
            self.side = mover
            self.last[other] = None
            self.held[other] = []
        now = self.snapshot()
        self.seen.append(now)
        if self.rules["repetition"] and self.seen.count(now) >= self.rules["repetition"]:
            self.over = (None, "repetition")
        elif self.rules["quiet_limit"] and self.quiet >= self.rules["quiet_limit"]:
            self.over = (None, "quiet")
        elif self.rules["three_limit"] and self.quiet >= self.rules["three_limit"]:
            if self.total(self.men, WHITE) == self.total(self.men, BLACK) == 3:
                self.over = (None, "quiet")
