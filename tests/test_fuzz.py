"""Every reader of foreign bytes survives what fuzzing kept, and a few changes of it that are the same in each run."""

import json
import random

import pytest

from tests.fuzz_targets import TARGETS
from tools.measure.fuzz import corpus

TOKENS = (
    b"0",
    b"-1",
    b"999999999999",
    b'"',
    b"[",
    b"{}",
    b"null",
    b"(",
    b"%",
    b"&",
    b"=",
    b"/",
    b"\\",
    b"\xff",
    "\u0130\u0663".encode(),
    b"d6",
    b"",
)


def changed(chance: random.Random, inputs: list[bytes]) -> bytes:
    """Return one of the inputs with a piece of it removed, doubled, or replaced by a token or a piece of another."""
    data, other = chance.choice(inputs), chance.choice(inputs)
    for _ in range(chance.randint(1, 4)):
        start = chance.randint(0, len(data))
        end, at = start + chance.randint(0, 12), chance.randint(0, len(other))
        piece = chance.choice((chance.choice(TOKENS), data[start:end] * 2, other[at : at + chance.randint(1, 40)]))
        data = data[:start] + piece + data[end:]
    return data


@pytest.mark.parametrize("name", TARGETS)
def test_a_reader_survives_every_input(name: str) -> None:
    kept = corpus(name)
    chance = random.Random(1)
    for data in [*kept, *(changed(chance, kept) for _ in range(300))]:
        try:
            TARGETS[name](data)
        except Exception as error:
            pytest.fail(f"{type(error).__name__}: {error}, for {json.dumps(data.decode('latin-1'))}")
