"""Perfect play on the page: a group of files for offline use like any other, and the offer below an analysis."""

from __future__ import annotations

from typing import Any

import pytest
from app.features.offline.facts import OfflineFacts
from app.features.offline.panel import NOTES, TROUBLE, build
from app.features.perfect_play.panel import build_offer
from app.model.state import State
from app.update.controller import handle

from tests.app.features.offline.test_offline import buttons
from tests.app.features.offline.test_offline import facts as usual_facts
from tests.app.playing import answer, find, texts_of

ALL, PART = 88_100_000, 34_000_000


def facts(stored: int = 0, doing: str = "", men: int = 18, whole: bool = False, **more: Any) -> OfflineFacts:
    """Return the facts of a browser that has saved these bytes of Perfect play."""
    missing = [("perfect/some.mtb", ALL - stored)] if stored < ALL else []
    about = {"variant": "nine", "men": men, "all": men == 18, "whole": whole}
    group = {"name": "perfect", "when": "asked", "files": 5, "bytes": ALL, "kept": stored, "missing": missing}
    known = usual_facts(getting="perfect" if doing else None, **more)
    known["doing"] = doing
    known["groups"].append({**group, "about": about})  # type: ignore[typeddict-item]
    return known


def after(known: OfflineFacts) -> State:
    state = State()
    handle(state, "offline:facts", known)
    return state


def line(known: OfflineFacts) -> Any:
    """Return its line in the list of saved files; None if it has none."""
    found = [node for node in find(build(after(known)), "data-group") if node[1]["data-group"] == "perfect"]
    return found[0] if found else None


def offer(known: OfflineFacts, *states: str) -> Any:
    return build_offer(after(known), {"files": [report(one) for one in states]})


def report(state: str) -> Any:
    return {"name": "some.mtb", "kind": "table", "state": state, "bytes": 1, "renewed": False, "asked": True}


def test_it_promises_what_its_files_know() -> None:
    placed = "Exact values for every position of Nine Men's Morris once all men are placed, even offline."
    assert placed in texts_of(line(facts()))
    assert "Exact values for every position of Nine Men's Morris, even offline." in texts_of(line(facts(whole=True)))
    assert [text for text in texts_of(line(facts(men=12))) if "with up to 12 men on the board" in text]


def test_it_says_before_the_download_how_much_memory_it_takes() -> None:
    costs = "While the computer thinks, it takes up to 160.0 MB of memory."
    assert costs in texts_of(line(facts()))
    assert costs in texts_of(offer(facts(), "absent"))
    assert costs not in texts_of(line(facts(ALL)))


def test_it_is_not_offered_by_a_site_without_it_or_in_a_browser_that_saves_nothing() -> None:
    assert line(usual_facts()) is None
    assert offer(usual_facts(), "absent") is None
    assert offer(facts(support="denied"), "absent") is None


@pytest.mark.parametrize(
    ("known", "text", "actions"),
    [
        (facts(), "88.1 MB, not saved", ["get"]),
        (facts(PART, "fetching"), "34.0 MB of 88.1 MB, downloading…", ["pause", "remove"]),
        (facts(PART, "waiting"), "34.0 MB of 88.1 MB, waiting for the network…", ["pause", "remove"]),
        (facts(PART), "34.0 MB of 88.1 MB saved", ["get", "remove"]),
        (facts(ALL), "88.1 MB saved", ["check", "remove"]),
        (facts(ALL, "checking"), "Checking 88.1 MB…", []),
    ],
)
def test_it_shows_its_progress_and_the_buttons_for_it(known: OfflineFacts, text: str, actions: list[str]) -> None:
    node = line(known)
    assert f"Perfect play: {text}" in texts_of(node)
    assert list(buttons(node).values()) == [f"{action} perfect" for action in actions]


def test_every_failure_and_every_note_has_a_sentence() -> None:
    for reason, sentence in TROUBLE.items():
        trouble = {"trouble": reason, "file": "perfect/some.mtb", "needed": 100_000_000, "free": 20_000_000}
        known = facts(PART, trouble=trouble | {"group": "perfect"})
        for node in (build(after(known)), offer(known, "absent")):
            text = " ".join(texts_of(node))
            assert sentence.format(file="perfect/some.mtb", needed="100.0 MB", free="20.0 MB") in text
        known = facts(PART, trouble=trouble | {"group": "engine"})
        assert sentence[:20] not in " ".join(texts_of(offer(known, "absent"))), "it is another group's"
    for note, sentence in NOTES.items():
        assert sentence in texts_of(line(facts(PART, notes={"perfect": note})))


def test_an_analysis_offers_it_if_it_would_know_more_or_is_damaged() -> None:
    assert buttons(offer(facts(), "absent", "absent")) == {"Download: Perfect play": "get perfect"}
    assert offer(facts()) is None, "none of its files is for this game"
    assert offer(facts(ALL), "here") is None
    assert buttons(offer(facts(ALL), "here", "damaged")) == {"Download again": "check perfect"}
    assert list(buttons(offer(facts(PART, "fetching"), "damaged")).values()) == ["pause perfect"]


@pytest.mark.parametrize(
    ("known", "file", "again"),
    [
        (facts(ALL), "absent", True),
        (facts(ALL), "here", False),
        (facts(ALL), "damaged", True),
        (facts(ALL, "checking"), "damaged", False),
        (facts(), "here", True),
        (facts(), "absent", False),
        (facts(PART, "fetching"), "absent", False),
    ],
)
def test_an_analysis_starts_again_once_a_file_it_uses_was_downloaded_or_removed(
    known: OfflineFacts, file: str, again: bool
) -> None:
    state = State()
    handle(state, "analysis:analyse")
    answer(state, moves=[], files=[report(file)])
    effects = handle(state, "offline:facts", known)
    assert ("ask" in [effect[0] for effect in effects]) == again
