"""Every reader gives the same games and the same complaints, and damage to one game is its own affair.

The short runs belong to `make test`; the long ones are slow.
"""

import random
import time
import tracemalloc
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from morris_core import Game, MorrisError, Record, find_variant, read
from morris_core.movetext import scan
from morris_core.reader import Reading
from morris_core.record import read_games
from tests.core.support import random_game

_HEALTH = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
FIXED = settings(max_examples=150, derandomize=True, deadline=None, database=None, suppress_health_check=_HEALTH)
SEARCHING = settings(max_examples=20_000, deadline=None, database=None, suppress_health_check=_HEALTH)

PIECES = (
    *('[White "A"]\n', '[Black "B"]\n', '[Event "Cup"]\n', '[Result "1-0"]\n', '[Variant "Custom"]\n', "[White A]\n"),
    *("\n", "\n\n", "1. d6 f4 ", "2. d2 b4 ", "a7xd7 ", "d6-d7 ", "{a comment} ", "{open ", "} ", "(1. a7) ", "(open "),
    *(") ", "; a remark\n", "% a line\n", "1-0\n", "\u00bd ", "* ", "*\n", "* d6\n", "> 1. d6\n", "Hello there,\n"),
    *("zz ", "1 5 ", "- ", "\u200e", "$5 ", "!? "),
)


def by_file(lines: list[str]) -> list[str]:
    """Return what read_games makes of the lines of a text: its games and its complaints in order."""
    found: list[str] = []

    def complain(error: MorrisError) -> None:
        found.append(str(error))

    for record in read_games(lines, None, complain):
        found += [record.tree.record()]
    return found


def by_text(text: str) -> list[str]:
    """Return what `read` makes of a text that is no link and no position."""
    found: list[str] = []
    try:
        reading = Reading(None, list(scan(text)), None)
    except MorrisError:
        return []  # There is no game, for which read_games gives none.
    for index in range(len(reading)):
        try:
            found.append(reading[index].tree.record())
        except MorrisError as error:
            found.append(str(error))
    return found


def agree(text: str) -> None:
    assert by_file(text.splitlines(True)) == by_file([text]) == by_text(text), text


@FIXED
@given(st.lists(st.sampled_from(PIECES), max_size=14))
def test_every_reader_gives_the_same_games_and_complaints(pieces: list[str]) -> None:
    agree("".join(pieces))


@pytest.mark.slow
@SEARCHING
@given(st.lists(st.sampled_from(PIECES), max_size=30))
def test_every_reader_gives_the_same_games_and_complaints_in_many_texts(pieces: list[str]) -> None:
    agree("".join(pieces))


FIRST = '[Event "Cup"]\n[White "A"]\n[Black "a"]\n\n1. a7 d7 2. a4 g7 {good} 1-0\n\n'
MIDDLE = (
    '[Event "Cup"]\n[White "B"]\n[Black "b"]\n[Result "1-0"]\n\n'
    "1. d6 f4 {a comment [%csl Gd6]} 2. d2! b4\n(2... b6 3. f6 {so} f2) 3. f2 $5 b6 ; a remark\n4. b2xb4 b4 1-0\n"
)
LAST = '\n[Event "Cup"]\n[White "C"]\n[Black "c"]\n\n1. g1 d1 (1... a1) 2. g4 {fine} a1 0-1\n'
SIGNS = "a1 -x*{}()[];%\"'\\.:/!?$\n>\u2013\u00bd\u200eZ\u00e9"


def edits(text: str) -> Iterator[str]:
    """Yield every prefix, and every text with one character left out, added or changed; but the last line ends.

    A semicolon at the start is left out, because what follows it is a comment on the game before.
    """
    text = text[:-1]
    for place in range(len(text)):
        yield text[:place]
        yield text[:place] + text[place + 1 :]
        for sign in SIGNS:
            yield text[:place] + sign + text[place:]
            yield text[:place] + sign + text[place + 1 :]


def damage_stays_in_its_game(middle: str) -> None:
    lines = (FIRST + middle + LAST).splitlines(True)
    errors: list[MorrisError] = []
    records = list(read_games(lines, None, errors.append))
    assert records[0].record() == FIRST_READ, middle
    assert records[-1].record() == LAST_READ, middle
    others = records[1:-1]
    assert others or errors or not middle.strip(), middle
    # A refusal says where.
    last_line = (FIRST + middle).count("\n") + 1
    for error in errors:
        line = error.values["line"]
        assert isinstance(line, int)
        assert FIRST.count("\n") < line <= last_line, (middle, str(error))


FIRST_READ, MIDDLE_READ, LAST_READ = [Record.read(text).record() for text in (FIRST, MIDDLE, LAST)]
EDITS = [text + "\n" for text in edits(MIDDLE) if text[:1] != ";"]


def test_damage_to_a_game_leaves_its_neighbours_alone() -> None:
    for middle in random.Random(3).sample(EDITS, 400):
        damage_stays_in_its_game(middle)


@pytest.mark.slow
def test_any_damage_to_a_game_leaves_its_neighbours_alone() -> None:
    for middle in EDITS:
        damage_stays_in_its_game(middle)


FAULTS = ("1. d6 {open", "1. d6 (open", "zz9", "d9", "a7 a7", "- -", "xd", "]", "}", ")", "1. d6 d6")


def file_of_games(number: int, faults: int) -> Iterator[str]:
    """Yield the lines of a file of games, some of which are damaged at random places."""
    chance = random.Random(number)
    variant = find_variant("nine")
    kinds = [random_game(variant, chance, 30 + 3 * index).record() for index in range(20)]
    damaged = set(chance.sample(range(number), faults))
    for index in range(number):
        tags, moves = kinds[index % len(kinds)].split("\n\n", 1)
        if index in damaged:
            words = moves.split()
            words.insert(chance.randrange(len(words)), chance.choice(FAULTS))
            moves = " ".join(words) + "\n"
        yield from f'[White "P{index}"]\n{tags}\n\n{moves}\n'.splitlines(True)


def read_file(number: int, faults: int) -> tuple[float, int]:
    """Read such a file, and return the seconds and the most bytes that it took."""
    errors: list[MorrisError] = []
    tracemalloc.start()
    begun = time.process_time()
    count = sum(1 for _ in read_games(file_of_games(number, faults), None, errors.append))
    seconds, most = time.process_time() - begun, tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (count, len(errors)) == (number - faults, faults)
    return seconds, most


def test_a_file_with_faults_gives_all_other_games() -> None:
    read_file(300, 30)


@pytest.mark.slow
def test_a_file_of_20_000_games_with_200_faults_takes_linear_time_and_constant_memory() -> None:
    small, large = read_file(2_000, 20), read_file(20_000, 200)
    assert large[0] < 15 * small[0]
    assert large[1] < small[1] + 1_000_000


def test_a_text_that_is_read_is_a_whole_game() -> None:
    assert read(MIDDLE).game == Game.from_record(MIDDLE_READ)
