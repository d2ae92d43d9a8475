"""Proofs of the shipped puzzles, and the tool that makes and proves them."""

import random
import re
from functools import cache

import pytest
from app.features.puzzles.book import Book, Puzzle, Step, read_puzzle, write_puzzle
from app.features.puzzles.words import THEMES as NAMED_THEMES

from lab.puzzles.__main__ import GAMES, main
from lab.puzzles.build import Builder, key_of
from lab.puzzles.file import read_book, write_book
from lab.puzzles.judge import Goal, Judge
from lab.puzzles.search import Search, SearchError
from lab.puzzles.themes import THEMES
from lab.puzzles.verify import Wrong, verify, verify_all
from morris_core import Game, Position, Variant, find_variant
from morris_core.fen import format_position
from morris_core.notation import format_move
from morris_core.rules import apply, legal_moves, outcome
from tests.brute_force import BruteForce, TooMany
from tests.core.support import random_game


@cache
def book() -> Book:
    return read_book()


@cache
def puzzles() -> list[Puzzle]:
    return [puzzle for puzzle in (book().puzzle(id) for id in book().ids()) if puzzle is not None]


def test_fifty_puzzles_are_proved(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "--first", "50"]) == 0
    proved, judged = map(int, re.findall(r"\d+", capsys.readouterr().out))
    assert proved == 50
    assert judged > 5 * proved


@pytest.mark.slow
def test_every_puzzle_is_proved(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify"]) == 0
    assert capsys.readouterr().out.startswith(f"{len(book().ids())} puzzles proved")


def test_every_theme_has_words() -> None:
    assert {name for name, _title, _hint in NAMED_THEMES} == set(THEMES)


def test_the_file_is_what_its_puzzles_are_written_as() -> None:
    text = write_book(puzzles(), GAMES)
    assert Book(text).groups == book().groups
    assert [write_puzzle(puzzle) for puzzle in puzzles()] == text.split("\n\n")[1].splitlines()


@pytest.mark.parametrize("number", [8, pytest.param(40, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", [*GAMES, "five"])
def test_the_search_finds_what_brute_force_finds(name: str, number: int) -> None:
    variant = find_variant(name)
    search, compared = Search(variant), 0
    for position in _positions(variant, number):
        force = BruteForce(variant, 2000)
        for moves in (1, 2, 3):
            try:
                wins = force.wins(position, position.side, 2 * moves - 1)
                suffers = force.wins(position, 1 - position.side, 2 * moves)
            except TooMany:
                break
            assert search.forces(position, moves, "win") == wins
            assert search.suffers(position, moves, "win") == suffers
            compared += 1
    assert compared >= 0.75 * number


@pytest.mark.parametrize("name", ["nine", "six", "twelve"])
def test_the_search_finds_the_mills_that_can_be_forced(name: str) -> None:
    variant = find_variant(name)
    search, found = Search(variant), 0
    for position in _positions(variant, 12):
        for moves in (1, 2):
            expected = _forces_mill(variant, position, moves)
            assert search.forces(position, moves, "mill") == expected
            found += expected
    assert found


def _positions(variant: Variant, number: int) -> list[Position]:
    """Return positions of random games, in which the game goes on."""
    chance = random.Random(variant.name)
    found: list[Position] = []
    while len(found) < number:
        game = random_game(variant, chance, chance.randrange(2, 50))
        if not game.outcome():
            found.append(game.position)
    return found


def _forces_mill(variant: Variant, position: Position, moves: int) -> bool:
    """Return the same as Search.forces, for a mill, by the rules alone."""
    for move in legal_moves(variant, position):
        after = apply(variant, position, move)
        if move.captures:
            return True
        if outcome(variant, after) is None and moves > 1:
            answers = [apply(variant, after, answer) for answer in legal_moves(variant, after)]
            if all(_forces_mill(variant, answered, moves - 1) for answered in answers):
                return True
    return False


# --- what is wrong is noticed -----------------------------------------------------------------------------------------


def _puzzle(kind: str, moves: int = 0) -> Puzzle:
    """Return a puzzle with a goal and at least two refutations in its first step."""
    chosen = [one for one in puzzles() if (one.kind, one.moves) == (kind, moves)]
    return next(one for one in chosen if len(one.steps[0].refutations) > 1)


def _changed(puzzle: Puzzle, verdicts: str, refutations: list[tuple[str, int]]) -> Puzzle:
    first = puzzle.steps[0]
    changed = read_puzzle(write_puzzle(puzzle))
    changed.steps[0] = Step(verdicts, first.answer, refutations)
    return changed


@pytest.mark.parametrize(("kind", "moves"), [("win", 0), ("hold", 0), ("win", 3), ("mill", 2), ("stop", 2)])
def test_a_false_claim_is_noticed(kind: str, moves: int) -> None:
    puzzle = _puzzle(kind, moves)
    judge = Judge(puzzle.variant)
    first = puzzle.steps[0]
    assert verify(puzzle, judge)
    other = 1 if first.verdicts[0] == "*" else 0
    # Another move is claimed to be right, and the right one wrong.
    swapped = list(first.verdicts.replace("*", first.verdicts[other]))
    swapped[other] = "*"
    changed = _changed(puzzle, "".join(swapped), first.refutations)
    changed.steps[0].answer, changed.steps[1:], changed.tail = "", [], []
    with pytest.raises(Wrong):
        verify(changed, judge)
    # Refutations that refute something else, or in another number of moves.
    turned = first.refutations[1:] + first.refutations[:1]
    later = [(move, number + 7) for move, number in first.refutations]
    for refutations in (turned, later):
        with pytest.raises(Wrong):
            verify(_changed(puzzle, first.verdicts, refutations), judge)


def test_puzzles_that_are_alike_are_noticed() -> None:
    first = puzzles()[0]
    position = first.game().position
    image = position.transform(first.variant.board.symmetries()[-1])
    turned = image._replace(white=image.black, black=image.white, side=1 - image.side)
    assert key_of(first.variant, turned) == key_of(first.variant, position)
    text = write_book([first, puzzles()[1]], GAMES)
    twice = text.replace("\n\n", "\n\n" + write_puzzle(first).replace(first.id, "alike0") + "\n")
    index, _, lines = twice.partition("\n\n")
    with pytest.raises(Wrong, match="alike"):
        verify_all(Book(index.replace(first.id, first.id + ",alike0", 1) + "\n\n" + lines), [])


def test_a_puzzle_that_is_part_of_another_is_noticed() -> None:
    first = next(one for one in puzzles() if len(one.steps) > 1)
    game = first.game()
    for move in first.solution()[:2]:
        game.play(move)
    second = read_puzzle(write_puzzle(first))
    second.id, second.fen, second.steps = "partof", format_position(game.variant, game.position, 0, 1), first.steps[1:]
    with pytest.raises(Wrong, match="partof is part of the solution"):
        verify_all(Book(write_book([first, second], GAMES)), [first.id])


def test_a_variant_whose_rules_the_search_does_not_know_is_refused() -> None:
    for changes in ({"mill_hold": True}, {"stuck": "passes"}, {"double_mill": 2}, {"moving_while_placing": True}):
        with pytest.raises(SearchError):
            Search(find_variant("nine").with_options(changes))


# --- the tool ---------------------------------------------------------------------------------------------------------


def test_a_puzzle_is_built_from_a_position() -> None:
    """Two black men threaten a mill on d2; White can close none."""
    variant = find_variant("nine")
    game = Game(variant)
    for move in ("d6", "b2", "f4", "f2"):
        game.play(move)
    goal_of_it = Goal("stop", 1)
    puzzle = Builder(Judge(variant)).build(game.position, goal_of_it)
    assert puzzle is not None
    assert format_move(puzzle.steps[0].right(variant, game.position), variant) == "d2"
    assert (puzzle.level, puzzle.themes[0], puzzle.kind) == (1, "block", "stop")
    assert verify(puzzle, Judge(variant))
    assert Builder(Judge(variant)).build(Game(variant).position, goal_of_it) is None
