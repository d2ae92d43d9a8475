"""The offline section of Settings, in every state of the browser."""

from __future__ import annotations

from typing import Any

import pytest
from app.features.offline.facts import OfflineFacts
from app.features.offline.panel import SUPPORT, TROUBLE, build, build_offer, summary
from app.model.state import State
from app.update.controller import handle
from app.view.slots import build as draw

from tests.app.playing import find, texts_of

WHEN = {"page": "install", "engine": "quiet", "tablebases": "wanted", "languages": "wanted"}
FOR_TWO = "Offline: games for two, and the computer up to level 5. Higher levels, hints and analysis"
PAGE, ENGINE = "The board for two players", "The computer player"


def group(name: str, size: int, stored: int) -> dict[str, Any]:
    missing = [] if stored == size else [["some/file", size - stored]]
    found = {"name": name, "when": WHEN[name], "files": 3 if size else 0, "bytes": size, "kept": stored}
    return {**found, "missing": missing}


def facts(page: int = 1_300_000, engine: int = 18_300_000, **more: Any) -> OfflineFacts:
    """Return the facts of a browser that has saved these bytes of page and engine."""
    groups = [group("page", 1_300_000, page), group("engine", 18_300_000, engine), group("tablebases", 0, 0)]
    usual = dict.fromkeys(("update", "installable", "iphone"), False) | dict.fromkeys(("getting", "trouble"))
    usual |= {"doing": "fetching" if more.get("getting") else "", "notes": {}, "memory": 160_000_000}
    return {"support": "yes", "groups": groups, "version": "0123456789ab", **usual, **more}  # type: ignore[typeddict-item] # the tests say what differs


def trouble(reason: str) -> dict[str, str]:
    return {"trouble": reason, "file": "engine/worker.py", "group": "engine"}


def shown(known: OfflineFacts) -> Any:
    state = State()
    assert handle(state, "offline:facts", known) == [("only", "dialog", "engine", "at-bottom")]
    return build(state)


def buttons(node: Any) -> dict[str, str]:
    """Return the name of each button -> what it does."""
    return {
        one[1].get("aria-label") or one[2][0]: one[1]["data-value"] for one in find(node, "data-intent", "offline:do")
    }


@pytest.mark.parametrize(
    ("known", "sentence"),
    [
        (facts(), "Ready to play offline."),
        (facts(engine=0), FOR_TWO + " aren't saved."),
        (facts(engine=9, getting="engine"), FOR_TWO + " are still downloading."),
        (facts(page=500), "Not ready to play offline yet."),
        (facts(support="denied"), SUPPORT["denied"]),
    ],
)
def test_one_sentence_sums_up_what_works_offline(known: OfflineFacts, sentence: str) -> None:
    assert summary(known) == sentence
    assert sentence in texts_of(shown(known))


REMOVE_PAGE = {f"Remove: {PAGE}": "remove page"}
GET_ENGINE = {f"Download: {ENGINE}": "get engine"}


@pytest.mark.parametrize(
    ("known", "sentences", "actions"),
    [
        pytest.param(
            facts(engine=0),
            [f"{PAGE}: 1.3 MB saved", f"{ENGINE}: 18.3 MB, not saved"],
            REMOVE_PAGE | GET_ENGINE,
            id="absent",
        ),
        pytest.param(
            facts(engine=9_100_000, getting="engine"),
            [f"{ENGINE}: 9.1 MB of 18.3 MB, downloading…"],
            REMOVE_PAGE,
            id="downloading",
        ),
        pytest.param(
            facts(engine=9_100_000, trouble=trouble("offline")),
            [TROUBLE["offline"], f"{ENGINE}: 9.1 MB of 18.3 MB saved"],
            REMOVE_PAGE | GET_ENGINE,
            id="interrupted",
        ),
        pytest.param(
            facts(engine=0, trouble=trouble("something new")), [TROUBLE["denied"]], REMOVE_PAGE | GET_ENGINE, id="new"
        ),
        pytest.param(facts(support="off", groups=[]), [], {f"Download: {PAGE}": "get page"}, id="all removed"),
    ],
)
def test_each_group_shows_its_size_and_its_buttons(
    known: OfflineFacts, sentences: list[str], actions: dict[str, str]
) -> None:
    node = shown(known)
    assert set(sentences) <= set(texts_of(node))
    assert buttons(node) == actions


def test_a_new_version_is_installed_only_on_a_press() -> None:
    state = State()
    handle(state, "offline:facts", facts(update=True))
    assert buttons(build_offer(state)) == {"Later": "later", "Reload": "update"}
    assert handle(state, "offline:do", "update") == [("offline:do", "update", "")]
    assert handle(state, "offline:do", "get engine") == [("offline:do", "get", "engine")]


def test_it_starts_after_the_board_and_stays_once_a_game_was_played() -> None:
    state = State()
    assert ("offline:start",) in handle(state, "started")
    assert ("offline:do", "stay") in handle(state, "finished", [])
    bar = draw(state, ("at-bottom",))["at-bottom"]
    assert bar[1]["hidden"], "no new version is offered before the facts are known"


def test_the_end_of_a_game_is_reported_once_and_not_if_a_link_opens_it() -> None:
    state = State()
    handle(state, "load", {"fragment": "v=three&m=a1.b1.a2.b2"})
    effects = handle(state, "press", state.variant.board.index["a3"])
    assert state.ui.outcome is not None
    assert effects.count(("finished",)) == 1
    assert ("finished",) not in handle(state, "flip")
    effects = handle(state, "load", {"fragment": "v=three&m=a1.b1.a2.b2.a3"})
    assert state.ui.outcome is not None
    assert ("finished",) not in effects
