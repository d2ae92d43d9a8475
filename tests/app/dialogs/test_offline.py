"""What Settings says about offline play, for every state that the browser may be in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from app.dialogs.offline import SUPPORT, TROUBLE, build, build_offer, summary
from app.state import State
from app.update.controller import handle

if TYPE_CHECKING:
    from app.messages import OfflineFacts

WHEN = {"page": "install", "engine": "quiet", "tablebases": "wanted", "languages": "wanted"}


def group(name: str, size: int, kept: int) -> dict[str, Any]:
    missing = [] if kept == size else [["some/file", size - kept]]
    return {
        "name": name,
        "when": WHEN[name],
        "files": 3 if size else 0,
        "bytes": size,
        "kept": kept,
        "missing": missing,
    }


def facts(page: int = 1_300_000, engine: int = 18_300_000, **more: Any) -> OfflineFacts:
    """Facts of a browser in which so many bytes of page and engine are kept."""
    groups = [group("page", 1_300_000, page), group("engine", 18_300_000, engine), group("tablebases", 0, 0)]
    usual: OfflineFacts = {
        "getting": None,
        "trouble": None,
        "update": False,
        "installable": False,
        "iphone": False,
        "perfect": None,
    }
    return {"support": "yes", "groups": groups, "version": "0123456789ab", **usual, **more}  # type: ignore[typeddict-item] # the tests say what differs


def shown(known: OfflineFacts) -> Any:
    state = State()
    assert handle(state, "offline:facts", known) == [("only", "dialog", "engine", "offer")]
    return build(state)


FOR_TWO = "Offline: games for two, and the computer up to level 5. Higher levels, hints and analysis"


def texts(node: Any) -> list[str]:
    return [node] if isinstance(node, str) else [text for child in node[2] for text in texts(child)]


def buttons(node: Any) -> dict[str, str]:
    """Return what each button is called -> what it does."""
    if isinstance(node, str):
        return {}
    found = {name: what for child in node[2] for name, what in buttons(child).items()}
    if node[0] == "button":
        found[node[1].get("aria-label") or node[2][0]] = node[1]["data-value"]
    return found


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
def test_one_sentence_says_how_far_it_goes_offline(known: OfflineFacts, sentence: str) -> None:
    assert summary(known) == sentence
    assert sentence in texts(shown(known))


def test_before_the_browser_was_asked_nothing_is_claimed() -> None:
    node = build(State())
    assert node[1]["hidden"]
    assert texts(node) == []


def test_each_group_tells_its_size_and_can_be_kept_or_removed() -> None:
    node = shown(facts(engine=0))
    assert "The board for two players: 1.3 MB saved" in texts(node)
    assert "The computer player: 18.3 MB, not saved" in texts(node)
    assert buttons(node) == {
        "Remove: The board for two players": "remove page",
        "Download: The computer player": "get engine",
    }


def test_a_group_on_its_way_shows_how_far_it_is_and_has_no_button() -> None:
    node = shown(facts(engine=9_100_000, getting="engine"))
    assert "The computer player: 9.1 MB of 18.3 MB, downloading…" in texts(node)
    assert list(buttons(node).values()) == ["remove page"]


def test_a_download_that_was_cut_off_can_be_taken_up() -> None:
    node = shown(facts(engine=9_100_000, trouble={"trouble": "offline", "file": "a", "group": "engine"}))
    assert TROUBLE["offline"] in texts(node)
    assert "The computer player: 9.1 MB of 18.3 MB saved" in texts(node)
    assert buttons(node)["Download: The computer player"] == "get engine"


@pytest.mark.parametrize("reason", [*TROUBLE, "something new"])
def test_every_reason_has_a_sentence_that_ends_with_play_going_on(reason: str) -> None:
    known = facts(engine=0, trouble={"trouble": reason, "file": "engine/worker.py", "group": "engine"})
    (sentence,) = [text for text in texts(shown(known)) if text.startswith(TROUBLE.get(reason, TROUBLE["denied"])[:12])]
    assert "{" not in sentence
    assert "You can keep playing" in sentence or reason == "offline"


def test_who_removed_everything_can_have_it_back() -> None:
    node = shown(facts(support="off", groups=[]))
    assert buttons(node) == {"Download: The board for two players": "get page"}


def test_a_group_without_files_has_no_row() -> None:
    assert not [text for text in texts(shown(facts())) if "endgames" in text]


def test_installing_is_offered_only_when_the_browser_offers_it() -> None:
    assert "Install as an app" not in buttons(shown(facts()))
    assert buttons(shown(facts(installable=True)))["Install as an app"] == "install"


def test_iphone_users_are_told_how_to_install() -> None:
    assert not [text for text in texts(shown(facts())) if "Home Screen" in text]
    assert [text for text in texts(shown(facts(iphone=True))) if "Add to Home Screen" in text]


def test_a_new_version_is_offered_and_taken_only_on_a_press() -> None:
    state = State()
    handle(state, "offline:facts", facts(update=True))
    assert buttons(build_offer(state)) == {"Later": "later", "Reload": "update"}
    assert handle(state, "offline:do", "update") == [("offline", "update", "")]
    assert handle(state, "offline:do", "get engine") == [("offline", "get", "engine")]


def test_a_finished_game_is_told_once() -> None:
    state = State()
    handle(state, "load", {"fragment": "v=three&m=a1.b1.a2.b2"})
    index = state.variant.board.index
    effects = handle(state, "press", index["a3"])
    assert state.ui.outcome is not None
    assert effects.count(("finished",)) == 1
    assert ("finished",) not in handle(state, "flip")


def test_a_link_to_a_finished_game_is_no_game_played() -> None:
    state = State()
    effects = handle(state, "load", {"fragment": "v=three&m=a1.b1.a2.b2.a3"})
    assert state.ui.outcome is not None
    assert ("finished",) not in effects
