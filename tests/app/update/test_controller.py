"""What one press costs: the link and the legal moves are worked out once; and no change of the game is overlooked."""

from collections import Counter
from collections.abc import Callable

import pytest
from app import state as state_module
from app.correspondence import book
from app.correspondence.dialog import known_game
from app.model import open_game
from app.state import State
from app.update import engine_requests
from app.update.controller import handle

from morris_core import entry, generator, link
from tests.app.playing import asked, effect, opened, press, saved

BY_LINK = {"fragment": "v=nine&m=d6.f4&c=abcdefgh22", "kept": None, "book": None}


def by_link() -> State:
    state = State()
    handle(state, "load", BY_LINK)
    return state


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count what is worked out: links written, lists of legal moves, runs of the move generator."""
    counted: Counter[str] = Counter()

    def count(owner: object, name: str) -> None:
        real: Callable[..., object] = getattr(owner, name)

        def counting(*values: object) -> object:
            counted[name] += 1
            return real(*values)

        monkeypatch.setattr(owner, name, counting)

    for module in (state_module, book, engine_requests, link, open_game):
        count(module, "format_link")
    count(entry, "legal_moves")
    count(generator.MoveGenerator, "successors")
    return counted


@pytest.mark.parametrize(
    ("begin", "options"),
    [
        (lambda: opened("v=nine&m=d6.f4"), ""),
        (lambda: opened("v=nine&m=d6.f4&b=level3"), "&b=level3"),
        (by_link, "&c=abcdefgh22"),
    ],
    ids=["two people", "against the computer", "by link"],
)
def test_a_press_writes_the_link_once_and_generates_moves_once(
    begin: Callable[[], State], options: str, calls: Counter[str]
) -> None:
    state = begin()
    calls.clear()
    effects = press(state, "d2")
    assert calls == {"format_link": 1, "legal_moves": 1, "successors": 1}
    written = "v=nine&m=d6.f4.d2" + options
    assert effect(effects, "address")[1] == saved(effects)["link"] == written
    known = known_game(state)
    assert known is None or known.fragment == written
    if state.open.players[1] == "3":
        assert asked(state)["game"] == "v=nine&m=d6.f4.d2"


def test_a_move_in_place_of_the_last_one_is_kept() -> None:
    state = opened("v=nine&m=d6.f4.d2")
    handle(state, "step", 2)
    effects = press(state, "b4")
    kept = saved(effects)
    assert kept["link"] == effect(effects, "address")[1] == "v=nine&m=d6.f4.b4"
    assert kept["previous_line"] == ["d6", "f4", "d2"]


def test_what_changes_nothing_writes_nothing(calls: Counter[str]) -> None:
    state = opened("v=nine&m=d6.f4")
    calls.clear()
    for intent, value in (("press", state.variant.board.index["d6"]), ("open", "settings"), ("close", None)):
        effects = handle(state, intent, value)
        assert effect(effects, "address") is None
        assert effect(effects, "keep") is None
    assert not calls


def test_the_view_alone_is_put_into_the_address_and_not_kept() -> None:
    state = opened("v=nine&m=d6.f4")
    effects = handle(state, "flip")
    assert effect(effects, "address")[1] == "v=nine&m=d6.f4&side=black"
    assert effect(effects, "keep") is None
