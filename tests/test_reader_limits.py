"""Reading takes time in proportion to the length of a text, whatever the text repeats: counted in lines executed."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from morris_core import MorrisError
from morris_core.movetext import MAX_LENGTH
from morris_core.reader import read
from tests import fuzz_targets

# The beginning of each text, the part that it repeats, and its end. Before they were limited, two froze the page.
TEXTS = {
    "closing signs after a link": ("see #v=nine&m=d6", ")", ""),
    "variations": ("1. d6 ", "(1. a7) ", ""),
    "nested variations": ("1. d6 f4 ", "(1... f6 ", ")"),
    "open parentheses": ("1. d6 ", "(", ""),
    "comments": ("1. d6 ", "{a} ", ""),
    "open comments": ("1. d6 ", "{", ""),
    "tags": ("", '[A "b"]\n', "1. d6"),
    "escapes in a tag": ('[A "', '\\"', ""),
    "symbols": ("1. d6 ", "$1 ", ""),
    "exclamation marks": ("1. d6", "!", ""),
    "games": ("", "1. d6 f4 *\n\n", ""),
    "move numbers": ("", "1. ", ""),
    "moves": ("", "d6 ", ""),
    "dashes": ("d6", "-", ""),
    "crosses": ("d6", "x", ""),
    "digits": ("", "1", ""),
    "points by number": ("1. ", "5 ", ""),
    "blank lines": ("1. d6", "\n", "zz"),
    "remarks": ("", ";\n", ""),
    "hashes": ("a ", "#", ""),
    "words after a link": ("#v=nine&m=d6 ", "a ", ""),
    "parts of a link": ("#v=nine", "&zz=1", ""),
    "escapes in a link": ("#v=nine&n=", "%41", ""),
    "moves in a link": ("#v=nine&m=", "d6.", ""),
    "variations in a link": ("#v=nine&m=d6&t=", "(a7)", ""),
    "house rules in a link": ("#v=nine&r=", "men:9,", ""),
    "lines of a board in a link": ("#v=own:a1b1c1", ".a1b1c1", ""),
    "ranks": ("", "3/", " w 9 9 - 0 1"),
    "rings": ("", "*", "/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1"),
}

# The other readers, each with texts of the same form.
READERS = {
    "position": (fuzz_targets.read_position, "", "3/", " w 9 9 - 0 1"),
    "request": (fuzz_targets.read_request, '{"id":1,"game":"v=nine&m=', "d6.", '"}'),
    "nested request": (fuzz_targets.read_request, '{"id":', "[", ""),
    "address": (fuzz_targets.read_frame, "v=nine", "&look=wood", ""),
    "message": (fuzz_targets.read_frame, '{"type":"morris:load","link":"', "d6.", '"}'),
    "comments": (fuzz_targets.read_saved, '{"link":"v=nine","tree":{"m":"d6","head":0,"k":{"1":"', "a", '"}}}'),
    "moves": (fuzz_targets.read_saved, '{"link":"v=nine&m=', "d6.", '"}'),
    "solved puzzles": (fuzz_targets.read_saved, '{"solved":["a"', ',"abc"', "]}"),
    "games by link": (fuzz_targets.read_saved, "[0", ',{"id":"a"}', "]"),
    "games": (fuzz_targets.read_file, '{"format":"morris-games","version":1,"games":[0', ',{"id":"a"}', "]}"),
    "stored data": (
        fuzz_targets.read_file,
        '{"format":"morris-games","version":1,"stored":{"a":[0',
        ",0",
        ']},"games":[]}',
    ),
    "puzzle": (fuzz_targets.read_puzzles, "a nine win1 1 a 3_w_0_0 ", "d6|d6|;", " -"),
    "table": (fuzz_targets.read_tables, '{"board":"three","keys":[[0,[1,1,1]]', ",[0,[1,1,1]]", "]}"),
}


def read_all(text: str) -> str:
    """Read a text and its first three games. Return why it was refused, or an empty string."""
    try:
        found = read(text)
        for index in range(min(len(found), 3)):
            found[index]
    except MorrisError as error:
        return str(error)
    return ""


def lines_executed(function: Callable[[Any], object], text: str | bytes) -> int:
    """Return how many lines of Python a call executes."""
    count = 0

    def trace(_frame: FrameType, _event: str, _argument: Any) -> Any:
        nonlocal count
        count += 1
        return trace

    earlier = sys.gettrace()
    sys.settrace(trace)
    try:
        function(text)
    finally:
        sys.settrace(earlier)
    return count


@pytest.mark.parametrize("name", TEXTS)
def test_twice_the_text_takes_at_most_twice_the_steps(name: str) -> None:
    start, part, end = TEXTS[name]
    steps = [lines_executed(read_all, start + part * count + end) for count in (600, 1200)]
    assert steps[1] <= 2.2 * steps[0] + 500


@pytest.mark.parametrize("name", READERS)
def test_twice_the_bytes_take_at_most_twice_the_steps(name: str) -> None:
    target, start, part, end = READERS[name]
    steps = [lines_executed(target, (start + part * count + end).encode()) for count in (1000, 2000)]
    assert steps[1] <= 2.2 * steps[0] + 500


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if n % 5 else ()) for n, name in enumerate(TEXTS)]
)
def test_the_longest_text_is_read_or_refused_with_a_short_sentence(name: str) -> None:
    start, part, end = TEXTS[name]
    text = start + part * ((MAX_LENGTH - len(start + end)) // len(part)) + end
    assert len(read_all(text)) < 400
