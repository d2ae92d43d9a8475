"""The cost of one press: the link and the legal moves are computed once, and every change of the game is noticed."""

from collections import Counter
from collections.abc import Callable

import pytest
from app.update.controller import handle

from morris_core import entry, game, generator, link
from tests.app.playing import effect, opened, press, question_of, saved


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count the links written, the lists of legal moves and the runs of the move generator."""
    counted: Counter[str] = Counter()

    def count(owner: object, name: str) -> None:
        real: Callable[..., object] = getattr(owner, name)

        def counting(*values: object) -> object:
            counted[name] += 1
            return real(*values)

        monkeypatch.setattr(owner, name, counting)

    for module in (game, link):
        count(module, "write_link")
    count(entry, "legal_moves")
    count(generator.MoveGenerator, "candidates")
    return counted


@pytest.mark.parametrize("options", ["", "&b=level3"], ids=["two people", "computer"])
def test_a_press_writes_the_link_once_and_generates_moves_once(options: str, calls: Counter[str]) -> None:
    fragment = "v=nine&m=d6.f4" + options
    state = opened(fragment)
    calls.clear()
    effects = press(state, "d2")
    assert calls == {"write_link": 1, "legal_moves": 1, "candidates": 1}
    written = "v=nine&m=d6.f4.d2" + options
    assert effect(effects, "address")[1] == saved(effects)["link"] == written
    if state.open.players[1] == "3":
        assert question_of(state)["game"] == "v=nine&m=d6.f4.d2"


def test_intents_that_do_not_change_the_game_write_no_link_and_save_nothing(calls: Counter[str]) -> None:
    state = opened("v=nine&m=d6.f4")
    calls.clear()
    for intent, value in (("press", state.variant.board.index["d6"]), ("open", "settings"), ("close", None)):
        effects = handle(state, intent, value)
        assert effect(effects, "address") is effect(effects, "keep") is None
    assert not calls
    effects = handle(state, "flip")
    assert effect(effects, "address")[1] == "v=nine&m=d6.f4&side=black"
    assert effect(effects, "keep") is None, "the view is only in the address"


def test_each_layer_over_the_game_is_counted_and_back_closes_the_uppermost() -> None:
    state = opened("v=nine")
    assert ("layers", 1) in handle(state, "open", "settings")
    assert "layers" not in [effect[0] for effect in handle(state, "setting", {"name": "sound", "value": False})]
    assert "layers" not in [effect[0] for effect in handle(state, "open", "rules")], "one dialog in place of another"
    assert ("layers", 0) in handle(state, "back")
    assert state.ui.dialog == ""
    assert handle(state, "back") == [], "nothing lies over the game"
    # After a reload the history may have entries of layers that are gone.
    assert ("layers", 0) in handle(state, "started")
