"""The table of docs/formats.md that says what is read of what people paste."""

import re

import pytest

from morris_core import read
from tools.sources import ROOT

TABLE = (ROOT / "docs/formats.md").read_text(encoding="utf-8").split("**What people paste.**")[1].split("Marks that")[0]
ROWS = [
    (example.replace("⏎", "\n"), moves)
    for left, moves in re.findall(r"^\| (.*) \| `([^`|]*)` \|$", TABLE, re.MULTILINE)
    for example in re.findall(r"`([^`]*)`", left)
    if not example.startswith("...")
]


@pytest.mark.parametrize(("example", "moves"), ROWS)
def test_what_the_table_shows_is_read(example: str, moves: str) -> None:
    game = read(example).game
    result = "" if game.result() == "*" else " " + game.result()
    assert " ".join(game.move_texts()) + result == moves


def test_the_table_is_found() -> None:
    assert len(ROWS) > 25
