"""The gallery: the boards that the player has drawn and saved, and three to begin from."""

from __future__ import annotations

from typing import Any

from morris_core import Variant
from morris_core.named import find_variant
from morris_core.own_board import OWN
from morris_core.variants import with_house_rules

from ...kernel.fields import each, later, newest, read_each, read_newest
from ...kernel.stored import Data, Field, Stored, read_text, refuse
from ...model.messages import Draft
from ...model.translation import _

MOST = 40  # saved boards

TRIANGLE = "own:a1b3c5.a1c1e1.b3c3d3.c1c3c5.c5d3e1"
STAR = "own:a1b2c3d4e5.a3b3c3d3e3.a5b4c3d2e1.b2b3b4.b2c2d2.b4c4d4.c1c2c3c4c5.d2d3d4"
LETTER = "own:a1a3a5.a3c3e3.a5b4c3.c3d4e5.e1e3e5"
FIRST = (TRIANGLE, STAR, LETTER)


def _is_name(name: str) -> bool:
    if not name.startswith(OWN):
        refuse("not a drawn board")
    find_variant(name)
    return True


def _read_rules(rules: Any) -> Any:
    """Return house rules as a link writes them."""
    with_house_rules(find_variant("nine"), read_text(400)(rules))
    return rules


def _latest(boards: Data) -> Data:
    """Return the boards that were changed last, with those that were removed."""
    names = sorted(boards, key=lambda name: (boards[name][0], name))[-2 * MOST :]
    return {name: boards[name] for name in names}


STORED = Stored(
    "own-boards",
    # By the names of the boards: when it was saved, and its house rules; None if it was removed.
    boards=Field(
        read_each(read_newest(_read_rules), 2 * MOST, _is_name), each(newest, _latest), {TRIANGLE: [7, "men:3"]}
    ),
    title=_("Home-made boards"),
)


def with_board(data: Data, name: str, rules: str | None, time: int) -> Data:
    """Save a board with its house rules, or remove it."""
    boards = data.get("boards", {})
    when = later(boards[name][0], time) if name in boards else time
    return {"boards": STORED.fields["boards"].merge(boards, {name: [when, rules]})}


class Gallery:
    """The page's data of the gallery.

    Attributes:
        data: What is stored, once `is_read` is true.
        draft: What was drawn last.
        begun: The home-made board of the last game that the dialog has seen.
    """

    def __init__(self) -> None:
        self.data: Data = {}
        self.is_read = False
        self.draft: Draft = {}
        self.begun = ""

    def boards(self) -> list[Variant]:
        """Return the games of the saved boards, the last one first."""
        saved = self.data.get("boards", {})
        names = sorted([name for name in saved if saved[name][1] is not None], key=lambda name: -saved[name][0])
        return [with_house_rules(find_variant(name), saved[name][1]) for name in names[:MOST]]
