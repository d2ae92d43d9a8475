"""Proofs of the shipped puzzles, and the tool that makes and proves them."""

import random
import re
from collections.abc import Iterator
from functools import cache

import pytest
from app.features.puzzles.book import Book, Puzzle, Step, read_puzzle, write_puzzle
from app.features.puzzles.shelf import Shelf
from app.features.puzzles.words import THEMES as NAMED_THEMES
from app.features.puzzles.words import goal, hint, reached, why_wrong

from morris_core import Game, Move, Position, Variant, find_variant
from morris_core.fen import format_position
from morris_core.notation import format_move
from morris_core.rules import apply, legal_moves, outcome
from morris_core.tablebase import shipped_tables
from tests.brute_force import BruteForce, TooMany
from tests.core.support import random_game
from tools.solving.puzzles.__main__ import GAMES, main
from tools.solving.puzzles.build import Builder, key_of
from tools.solving.puzzles.file import read_book, write_book
from tools.solving.puzzles.judge import Goal, Judge
from tools.solving.puzzles.search import Search, SearchError
from tools.solving.puzzles.themes import LEVELS, THEMES
from tools.solving.puzzles.verify import Wrong, verify, verify_all

SHARE = 10  # a quick test looks at one puzzle in ten


@cache
def book() -> Book:
    return read_book()


@cache
def puzzles() -> list[Puzzle]:
    return [puzzle for puzzle in (book().puzzle(id) for id in book().ids()) if puzzle is not None]


@pytest.fixture(params=[SHARE, pytest.param(1, marks=pytest.mark.slow)])
def sample(request: pytest.FixtureRequest) -> list[Puzzle]:
    return puzzles()[:: request.param]


def test_no_draw_rule_can_come_before_the_wins_and_losses_that_tables_promise(sample: list[Puzzle]) -> None:
    tables = shipped_tables()
    for puzzle in sample:
        if puzzle.moves or puzzle.kind not in ("win", "hold"):
            continue
        for _step, game, right in steps_of(puzzle):
            for move in game.legal_moves():
                if (move == right) == (puzzle.kind == "win"):
                    answer = tables.probe(game.variant, apply(game.variant, game.position, move))
                    assert answer is not None, puzzle.id
                    assert answer.distance is not None, puzzle.id
                    assert answer.value == ("loss" if puzzle.kind == "win" else "win"), puzzle.id
                    assert answer.distance < 28 <= game.variant.rules.quiet_limit, puzzle.id


def steps_of(puzzle: Puzzle) -> Iterator[tuple[Step, Game, Move]]:
    """Yield the steps of a puzzle, each with its game and the right move, which is played afterwards."""
    game = puzzle.game()
    for step in puzzle.steps:
        right = step.right(puzzle.variant, game.position)
        yield step, game, right
        for move in (right, step.answer):
            if move:
                game.play(move)


def test_there_are_enough_puzzles_of_every_game_and_level() -> None:
    assert len(book().ids()) >= 600
    assert tuple(book().names("game")) == GAMES
    for game in GAMES:
        assert len(book().ids(game)) >= 60, game
        assert {puzzle.level for puzzle in puzzles() if puzzle.variant.name == game} == set(range(1, LEVELS + 1))
    assert set(book().names("theme")) <= set(THEMES)
    assert {name for name, _title, _hint in NAMED_THEMES} == set(THEMES)


def test_fifty_puzzles_are_proved(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "--first", "50"]) == 0
    proved, judged = map(int, re.findall(r"\d+", capsys.readouterr().out))
    assert proved == 50
    assert judged > 5 * proved


@pytest.mark.slow
def test_every_puzzle_is_proved(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify"]) == 0
    assert capsys.readouterr().out.startswith(f"{len(book().ids())} puzzles proved")


def test_the_file_is_what_its_puzzles_are_written_as() -> None:
    text = write_book(puzzles(), GAMES)
    assert Book(text).groups == book().groups
    assert [write_puzzle(puzzle) for puzzle in puzzles()] == text.split("\n\n")[1].splitlines()


def test_every_sentence_of_every_puzzle_can_be_said(sample: list[Puzzle]) -> None:
    for puzzle in sample:
        assert all([goal(puzzle, puzzle.game().position.side), reached(puzzle, 0), hint(puzzle)])
        for step, game, right in steps_of(puzzle):
            for move in game.legal_moves():
                reason = "" if move == right else why_wrong(puzzle, step, game.position, move)
                assert move == right or (reason.endswith(".") and "{" not in reason), reason


def test_puzzles_show_what_they_promise() -> None:
    """The solution of a puzzle to win or to close a mill ends with that, where its number of moves is small."""
    for puzzle in puzzles():
        game = puzzle.game()
        side = game.position.side
        solution = puzzle.solution()
        for move in solution:
            game.play(move)
        own = [move for ply, move in enumerate(solution) if game.position_at(ply).side == side]
        if puzzle.kind == "win" and 0 < puzzle.moves <= 3:
            over = game.outcome()
            assert over is not None
            assert over.winner == side, puzzle.id
        elif puzzle.kind == "mill":
            assert own[-1].captures, puzzle.id
        assert len(own) <= puzzle.moves or not puzzle.moves or puzzle.kind in ("hold", "stop")


# --- a second opinion -------------------------------------------------------------------------------------------------


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
    turned = Position(image.black, image.white, image.black_hand, image.white_hand, 1 - image.side, None, None)
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


def test_no_more_than_two_puzzles_of_a_goal_follow_each_other_at_the_same_level() -> None:
    shelf = Shelf()
    shelf.book = book()
    assert {variant_of(shelf.today()) for shelf.day in (1, 2, 3)} == {"nine"}
    goals: list[str] = []
    id = shelf.today()
    for _number in range(10):
        shelf.serve(id)
        goals.append(book().goal(id))
        shelf.progress.solved.add(id)
        following = shelf.after(id)
        assert book().level(following) == book().level(id)
        id = following
    assert not any(first == second == third for first, second, third in zip(goals, goals[1:], goals[2:], strict=False))
    assert variant_of(id) == "nine"


def variant_of(id: str) -> str:
    puzzle = book().puzzle(id)
    assert puzzle is not None
    return puzzle.variant.name
