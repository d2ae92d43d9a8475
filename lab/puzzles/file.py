"""The file of puzzles. web/app/features/puzzles/book.py describes the format."""

from app.features.puzzles.book import Book, Puzzle, write_puzzle

from tools.sources import ROOT

FILE = ROOT / "web/app/features/puzzles/puzzles.txt"


def write_book(puzzles: list[Puzzle], games: tuple[str, ...]) -> str:
    """Return the text of a file with these puzzles, sorted by game (in the given order), level and id."""
    ordered = sorted(puzzles, key=lambda puzzle: (games.index(puzzle.variant.name), puzzle.level, puzzle.id))
    groups: dict[str, list[str]] = {}
    for puzzle in ordered:
        groups.setdefault(f"{puzzle.variant.name} level {puzzle.level}", []).append(puzzle.id)
    for puzzle in ordered:
        for theme in puzzle.themes:
            groups.setdefault(f"{puzzle.variant.name} theme {theme}", []).append(puzzle.id)
    index = "\n".join(f"{group} {','.join(ids)}" for group, ids in groups.items())
    lines = "".join(write_puzzle(puzzle) + "\n" for puzzle in ordered)
    return f"{index}\n\n{lines}"


def read_book() -> Book:
    return Book(FILE.read_text(encoding="utf-8"))
