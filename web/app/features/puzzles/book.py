"""The puzzles of puzzles.txt, read by the page and written by lab/puzzles.

The file has two parts with an empty line between them. The first has a line for each group of puzzles: the game, the
level or theme, and the ids of its puzzles, so that no other puzzle needs to be read:

    nine level 1 4k2cq8,...
    nine theme fork 4k2cq8,...

The second has a line for each puzzle, with its fields separated by spaces:

    4k2cq8 nine win3 2 fork,quiet FEN STEP;STEP TAIL

- the id, the variant, the goal with its number of moves, the level, the themes, the position (FEN, _ for spaces);
- a step: the verdicts on all legal moves, the answer to the right one, and the refutations, separated by `|`. The
  verdicts have a character for each legal move in the order of morris_core.legal_moves: `*` for the right one, for any
  other the index (0 to 9, a to z) of its refutation; in puzzles that players make, `+` for another right one. A
  refutation is a move, `:`, and the number of moves in which it wins, 0 if it only holds out;
- the tail: moves after the last step, separated by commas, or `-`.

Invariant: a text in any other form raises PuzzleError and nothing else.
"""

from __future__ import annotations

from morris_core import Game, MorrisError, Move, Position, Variant, find_variant
from morris_core.notation import format_move, parse_move
from morris_core.rules import legal_moves

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
RIGHT, ALSO_RIGHT = "*", "+"
NONE = "-"
KINDS = ("win", "hold", "mill", "stop", "best")
MOST_LINK = 6000  # characters of a puzzle in a link


class PuzzleError(Exception):
    """The file of puzzles is damaged, or has no puzzle of a name."""


class Step:
    """One move that the player must find."""

    def __init__(self, verdicts: str, answer: str, refutations: list[tuple[str, int]]) -> None:
        self.verdicts = verdicts  # a character for each legal move, see above
        self.answer = answer  # the other side's answer to the right move, as text; "" if there is none
        self.refutations = refutations  # (move, in how many moves) of each; the move is "" if none is needed

    def right(self, variant: Variant, position: Position) -> Move:
        moves = legal_moves(variant, position)
        if len(moves) != len(self.verdicts) or self.verdicts.count(RIGHT) != 1:
            raise PuzzleError("The step of a puzzle does not fit its position.")
        return moves[self.verdicts.index(RIGHT)]

    def is_also_right(self, variant: Variant, position: Position, move: Move) -> bool:
        """Return whether a move is right besides the one that the solution has."""
        return self.verdicts[legal_moves(variant, position).index(move)] == ALSO_RIGHT

    def refutation(self, variant: Variant, position: Position, move: Move) -> tuple[str, int]:
        """Return the refutation of a wrong move, as in `refutations`."""
        index = DIGITS.find(self.verdicts[legal_moves(variant, position).index(move)])
        if not 0 <= index < len(self.refutations):
            raise PuzzleError("The step of a puzzle does not fit its position.")
        return self.refutations[index]


class Puzzle:
    """One puzzle."""

    def __init__(
        self,
        id: str,
        variant: Variant,
        goal: tuple[str, int],
        level: int,
        themes: list[str],
        fen: str,
        steps: list[Step],
        tail: list[str],
    ) -> None:
        self.id = id  # its permanent name, which follows from the position
        self.variant = variant
        # "win": to win; "hold": not to lose; "mill": to close a mill; "stop": to stop the other side's mill; "best": to
        # find the author's move; and the most moves of the attacking side, 0 for any number.
        self.kind, self.moves = goal
        self.level = level  # the difficulty, from 1
        self.themes = themes  # what the player must see, the most important theme first
        self.fen, self.steps = fen, steps
        self.tail = tail  # moves as text that show what follows the last step
        self.is_made = False  # whether a player has made it, so that it is no puzzle of the file

    @property
    def has_others(self) -> bool:
        """Whether several first moves are right."""
        return ALSO_RIGHT in self.steps[0].verdicts

    def game(self) -> Game:
        """Return a game that begins with the position."""
        try:
            return Game.from_fen(self.fen, self.variant)
        except MorrisError:
            raise PuzzleError("The position of a puzzle is damaged.")

    def solution(self) -> list[Move]:
        """Return the moves of both sides, from the first step to the end of the tail."""
        game = self.game()
        try:
            for step in self.steps:
                game.play(step.right(game.variant, game.position))
                if step.answer:
                    game.play(step.answer)
            for text in self.tail:
                game.play(text)
        except MorrisError:
            raise PuzzleError("The solution of a puzzle cannot be played.")
        return game.moves


def read_made(text: str) -> Puzzle:
    """Return the puzzle of a link, which anyone may have written. Raises PuzzleError unless it can be solved.

    Every step fits its position, and the solution and all refutations can be played.
    """
    if len(text) > MOST_LINK:
        raise PuzzleError("The puzzle is too long.")
    puzzle = read_puzzle(text)
    if not (is_id(puzzle.id) and puzzle.steps and puzzle.level and puzzle.moves < 100):
        raise PuzzleError("The puzzle is damaged.")
    puzzle.is_made = True
    game = puzzle.game()
    try:
        for step in puzzle.steps:
            moves = legal_moves(game.variant, game.position)
            right = step.right(game.variant, game.position)
            for place, verdict in enumerate(step.verdicts):
                if verdict not in (RIGHT, ALSO_RIGHT):
                    answer = step.refutation(game.variant, game.position, moves[place])[0]
                    if answer:
                        after = game.copy()
                        after.play(moves[place])
                        after.play(answer)
            game.play(right)
            if step.answer:
                game.play(step.answer)
        puzzle.solution()
    except MorrisError:
        raise PuzzleError("The puzzle is damaged.")
    return puzzle


def write_puzzle(puzzle: Puzzle) -> str:
    """Return the line of a puzzle."""
    steps = []
    for step in puzzle.steps:
        refutations = ",".join([(move or NONE) + ":" + str(moves) for move, moves in step.refutations])
        steps.append("|".join((step.verdicts, step.answer or NONE, refutations)))
    fields = (
        puzzle.id,
        puzzle.variant.name,
        puzzle.kind + str(puzzle.moves),
        str(puzzle.level),
        ",".join(puzzle.themes),
        puzzle.fen.replace(" ", "_"),
        ";".join(steps),
        ",".join(puzzle.tail) or NONE,
    )
    return " ".join(fields)


def read_puzzle(line: str) -> Puzzle:
    """Return the puzzle of a line. Raises PuzzleError if the line is damaged."""
    try:
        id, name, goal, level, themes, fen, steps, tail = line.split(" ")
        variant = find_variant(name)
        kind = goal[:4] if goal[:4] in KINDS else goal[:3]
        if kind not in KINDS:
            raise ValueError
        return Puzzle(
            id,
            variant,
            (kind, int(goal[len(kind) :])),
            int(level),
            themes.split(","),
            fen.replace("_", " "),
            [_read_step(step, variant) for step in steps.split(";")],
            [] if tail == NONE else [_checked(move, variant) for move in tail.split(",")],
        )
    except (ValueError, MorrisError):
        raise PuzzleError("The file of puzzles is damaged.")


def _read_step(text: str, variant: Variant) -> Step:
    verdicts, answer, refutations = text.split("|")
    found = []
    for one in refutations.split(",") if refutations else []:
        move, moves = one.split(":")
        found.append(("" if move == NONE else _checked(move, variant), int(moves)))
    return Step(verdicts, "" if answer == NONE else _checked(answer, variant), found)


def _checked(text: str, variant: Variant) -> str:
    """Return a move's text, written as the board writes it."""
    return format_move(parse_move(text, variant), variant)


class Book:
    """The puzzles of a file, each read when needed. Raises PuzzleError if the text is not such a file."""

    def __init__(self, text: str) -> None:
        index, blank, lines = text.partition("\n\n")
        if not blank or not lines.endswith("\n"):
            raise PuzzleError("The file of puzzles is damaged.")
        self._lines = "\n" + lines
        # (game, "level" or "theme", which) -> ids, in the order of the file.
        self.groups: list[tuple[str, str, str, list[str]]] = []
        for line in index.split("\n"):
            words = line.split(" ")
            if len(words) != 4:
                raise PuzzleError("The file of puzzles is damaged.")
            self.groups.append((words[0], words[1], words[2], words[3].split(",")))

    def puzzle(self, id: str) -> Puzzle | None:
        """Return the puzzle of an id, or None. Raises PuzzleError if its line is damaged."""
        start = self._lines.find("\n" + id + " ") if is_id(id) else -1
        if start < 0:
            return None
        return read_puzzle(self._lines[start + 1 : self._lines.find("\n", start + 1)])

    def goal(self, id: str) -> str:
        """Return the goal of a puzzle in the file, such as "win3", or "" if there is no such puzzle."""
        start = self._lines.find("\n" + id + " ") if is_id(id) else -1
        fields = self._lines[start + 1 : start + 80].split(" ") if start >= 0 else []
        return fields[2] if len(fields) > 2 else ""

    def level(self, id: str) -> str:
        """Return the level of a puzzle, or "" if there is no such puzzle."""
        for _game, kind, which, ids in self.groups:
            if kind == "level" and id in ids:
                return which
        return ""

    def ids(self, game: str = "", level: str = "", theme: str = "") -> list[str]:
        """Return the ids of the puzzles of a game, a level and a theme, each "" for any, in the order of the file."""
        found: list[str] = []
        for name, kind, which, ids in self.groups:
            if kind == "level" and game in ("", name) and level in ("", which):
                found += ids
        if theme:
            needed: set[str] = set()
            for name, kind, which, ids in self.groups:
                if kind == "theme" and which == theme and game in ("", name):
                    needed |= set(ids)
            found = [id for id in found if id in needed]
        return found

    def names(self, kind: str) -> list[str]:
        """Return the games ("game"), levels ("level") or themes ("theme") in the order of the file."""
        found: list[str] = []
        for name, group, which, _ids in self.groups:
            one = name if kind == "game" else which if group == kind else ""
            if one and one not in found:
                found.append(one)
        return found


def is_id(text: str) -> bool:
    """Return whether a text has the form of a puzzle's id."""
    return bool(text) and all(character in DIGITS for character in text)
