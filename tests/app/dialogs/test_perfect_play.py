"""Perfect play as the page shows it: what is offered, how far it has come, what stood in its way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from app.dialogs.offline import build
from app.dialogs.perfect_play import NOTES, TROUBLE, build_offer, build_section
from app.state import State
from app.update.controller import handle

from tests.app.dialogs.test_offline import buttons, texts
from tests.app.dialogs.test_offline import facts as usual_facts

if TYPE_CHECKING:
    from app.messages import OfflineFacts

ALL, PART = 88_100_000, 34_000_000


def facts(kept: int = 0, doing: str = "", men: int = 18, whole: bool = False, **more: Any) -> OfflineFacts:
    """Facts of a browser in which so many bytes of Perfect play are kept."""
    known = usual_facts(perfect={"doing": doing, "note": "", "trouble": None, **more})
    known["groups"].append(
        {
            "name": "perfect",
            "when": "asked",
            "files": 5,
            "bytes": ALL,
            "kept": kept,
            "missing": [("perfect/some.mtb", ALL - kept)] if kept < ALL else [],
            "about": {"variant": "nine", "men": men, "all": men == 18, "whole": whole},
        }
    )
    return known


def section(known: OfflineFacts) -> Any:
    state = State()
    handle(state, "offline:facts", known)
    return build_section(state)


def offer(known: OfflineFacts, *states: str) -> Any:
    state = State()
    handle(state, "offline:facts", known)
    return build_offer(state, {"files": [report(one) for one in states]})


def report(state: str, asked: bool = True) -> Any:
    return {"name": "some.mtb", "kind": "table", "state": state, "bytes": 1, "renewed": False, "asked": asked}


def test_it_is_offered_with_its_size_and_what_it_knows() -> None:
    node = section(facts())
    assert "88.1 MB, not saved" in texts(node)
    assert buttons(node) == {"Download 88.1 MB: Perfect play": "get perfect"}
    promise = "Exact values for every position of Nine Men's Morris once all men are placed, even offline."
    assert promise in texts(node)


def test_it_promises_no_more_than_its_files_know() -> None:
    assert "Exact values for every position of Nine Men's Morris, even offline." in texts(section(facts(whole=True)))
    assert [text for text in texts(section(facts(men=12))) if "with up to 12 men on the board" in text]


def test_a_site_without_it_and_a_browser_that_keeps_nothing_offer_nothing() -> None:
    assert section(usual_facts()) is None
    assert section(facts() | {"support": "denied"}) is None
    assert build_section(State()) is None


@pytest.mark.parametrize(
    ("known", "text", "actions"),
    [
        (facts(PART, "fetching"), "34.0 MB of 88.1 MB, downloading…", ["pause", "remove"]),
        (facts(PART, "waiting"), "34.0 MB of 88.1 MB, waiting for the network…", ["pause", "remove"]),
        (facts(PART), "34.0 MB of 88.1 MB saved", ["get", "remove"]),
        (facts(ALL), "88.1 MB saved", ["check", "remove"]),
        (facts(ALL, "checking"), "Checking 88.1 MB…", []),
    ],
)
def test_it_is_said_how_far_it_has_come_and_what_can_be_done(
    known: OfflineFacts, text: str, actions: list[str]
) -> None:
    node = section(known)
    assert text in texts(node)
    assert list(buttons(node).values()) == [f"{action} perfect" for action in actions]


@pytest.mark.parametrize("reason", TROUBLE)
def test_every_trouble_has_a_sentence(reason: str) -> None:
    trouble = {"trouble": reason, "file": "perfect/some.mtb", "needed": 100_000_000, "free": 20_000_000}
    text = " ".join(texts(section(facts(PART, trouble=trouble))))
    assert TROUBLE[reason].format(file="perfect/some.mtb", needed="100.0 MB", free="20.0 MB") in text


@pytest.mark.parametrize("note", NOTES)
def test_every_note_has_a_sentence(note: str) -> None:
    assert NOTES[note] in texts(section(facts(PART, note=note)))


def test_an_analysis_offers_it_where_it_would_know_more() -> None:
    assert buttons(offer(facts(), "absent", "absent")) == {"Download 88.1 MB: Perfect play": "get perfect"}
    assert offer(facts()) is None  # no file of it is for the game
    assert offer(facts(ALL), "here") is None
    assert offer(usual_facts(), "absent") is None


def test_an_analysis_that_finds_a_damaged_file_offers_to_fetch_it_again() -> None:
    assert buttons(offer(facts(ALL), "here", "damaged")) == {"Download again": "check perfect"}
    assert list(buttons(offer(facts(PART, "fetching"), "damaged")).values()) == ["pause perfect"]


def test_the_list_of_what_is_kept_has_it_too() -> None:
    state = State()
    handle(state, "open", "settings")
    for known, action in ((facts(), "get"), (facts(PART, "fetching"), "pause"), (facts(ALL), "remove")):
        handle(state, "offline:facts", known)
        assert f"{action} perfect" in buttons(build(state)).values()


@pytest.mark.parametrize(
    ("known", "states", "again"),
    [
        (facts(ALL), ["absent"], True),
        (facts(ALL), ["here"], False),
        (facts(ALL), ["damaged"], True),
        (facts(ALL, "checking"), ["damaged"], False),
        (facts(), ["here"], True),
        (facts(), ["absent"], False),
        (facts(PART, "fetching"), ["absent"], False),
    ],
)
def test_an_analysis_is_asked_for_anew_when_it_has_come_or_gone(
    known: OfflineFacts, states: list[str], again: bool
) -> None:
    state = State()
    handle(state, "analyse")
    question = state.engine.question
    assert question
    answer: Any = {"id": question["id"], "moves": [], "done": True, "files": [report(one) for one in states]}
    handle(state, "answer", answer)
    effects = handle(state, "offline:facts", known)
    assert ("ask" in [effect[0] for effect in effects]) == again
