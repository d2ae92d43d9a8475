"""A board being drawn: points on a grid, and the lines between them.

Invariant: a Drawing never changes, every act returns a new one. What it shows is the name of a board
(morris_core.own_board), so only morris_core decides what its lines are and whether it can be played on.
"""

from __future__ import annotations

from morris_core import Variant
from morris_core.board import FILES
from morris_core.errors import RulesError
from morris_core.own_board import OWN, Stroke, drawing_of, fitted, own_name, variant_on

from ...model.translation import error_text

LEAST, USUAL, MOST = 3, 5, len(FILES)  # rows of the grid


class Drawing:
    """A board being drawn.

    Attributes:
        name: The name of the board as it is drawn.
        size: How many rows the grid has.
        chosen: The point from which the next line begins, or "".
        cursor: The place that the arrow keys have reached.
        points: The places that are points.
        strokes: The ends of its lines.
    """

    def __init__(self, name: str = OWN, size: int = USUAL, chosen: str = "", cursor: str = "a1") -> None:
        self.name, self.size, self.chosen, self.cursor = name, size, chosen, cursor
        self.points, self.strokes = drawing_of(name)

    @classmethod
    def of(cls, name: str) -> Drawing:
        """Return the drawing of a board."""
        name = fitted(name)
        return cls(
            name, max([LEAST] + [max(FILES.index(point[0]) + 1, int(point[1])) for point in drawing_of(name)[0]])
        )

    def press(self, place: str) -> Drawing:
        """Put a point; or begin a line at one, or end the line that was begun. A point pressed twice is removed."""
        if place == self.chosen:
            return self.without(place)
        if self.chosen:
            return self.join(self.chosen, place)
        if place in self.points:
            return self._with(self.points, self.strokes, place, place)
        return self._with(self.points + [place], self.strokes, "", place)

    def join(self, start: str, end: str) -> Drawing:
        """Draw a line, with points at its ends if there are none; or erase it if it is there."""
        points = self.points + [place for place in (start, end) if place not in self.points]
        for stroke in self.strokes:
            line = self.line(stroke)
            if start in line and end in line:
                low, high = sorted((line.index(start), line.index(end)))
                rest = [(line[0], line[low]), (line[high], line[-1])]
                others = [other for other in self.strokes if other != stroke]
                return self._with(points, others + rest, "", end)
        return self._with(points, self.strokes + [(start, end)], "", end)

    def without(self, point: str) -> Drawing:
        """Remove a point. Lines that ended there end at the next one."""
        strokes = []
        for stroke in self.strokes:
            line = [other for other in self.line(stroke) if other != point]
            strokes.append((line[0], line[-1]))
        return self._with([other for other in self.points if other != point], strokes, "", self.cursor)

    def resized(self, size: int) -> Drawing:
        """Return the drawing on another grid, without what is outside."""
        smaller, size = self, max(LEAST, min(MOST, size))
        for point in self.points:
            if FILES.index(point[0]) >= size or int(point[1]) > size:
                smaller = smaller.without(point)
        return Drawing(smaller.name, size)

    def moved(self, key: str) -> Drawing:
        """Move the cursor by an arrow key."""
        right, up = {"ArrowLeft": (-1, 0), "ArrowRight": (1, 0), "ArrowUp": (0, 1), "ArrowDown": (0, -1)}[key]
        column, row = FILES.index(self.cursor[0]) + right, int(self.cursor[1]) + up
        if not (0 <= column < self.size and 1 <= row <= self.size):
            return self
        return Drawing(self.name, self.size, self.chosen, FILES[column] + str(row))

    def line(self, stroke: Stroke) -> list[str]:
        """Return the points of a line, in order."""
        text = own_name(list(stroke) + self.points, [stroke])[len(OWN) :]
        found = [line for line in text.split(".") if line[:2] in stroke and line[-2:] in stroke and len(line) > 2]
        return [found[0][place : place + 2] for place in range(0, len(found[0]), 2)]

    def variant(self) -> tuple[Variant | None, str, list[str]]:
        """Return the game on the board; or None, why there is none, and the points that this is about."""
        try:
            return variant_on(self.name), "", []
        except RulesError as error:
            return None, error_text(error), str(error.values.get("apart", "")).split()

    def _with(self, points: list[str], strokes: list[Stroke], chosen: str, cursor: str) -> Drawing:
        return Drawing(own_name(points, strokes), self.size, chosen, cursor)
