"""Perfect play on the page: the offer, the progress of the download, and failures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from app.features.offline.panel import TROUBLE, build
from app.features.perfect_play.panel import NOTES, build_offer, build_section
from app.model.state import State
from app.update.controller import handle

from tests.app.features.offline.test_offline import buttons
from tests.app.features.offline.test_offline import facts as usual_facts
from tests.app.playing import answer, texts_of

if TYPE_CHECKING:
    from app.features.offline.facts import OfflineFacts
    from app.features.perfect_play.panel import PerfectFacts

    Known = tuple[OfflineFacts, PerfectFacts]

ALL, PART = 88_100_000, 34_000_000
DOWNLOAD = {"Download 88.1 MB: Perfect play": "get perfect"}


def facts(stored: int = 0, doing: str = "", men: int = 18, whole: bool = False, **more: Any) -> Known:
    """Return the facts of a browser that has saved these bytes of Perfect play."""
    known = usual_facts()
    missing = [("perfect/some.mtb", ALL - stored)] if stored < ALL else []
    about = {"variant": "nine", "men": men, "all": men == 18, "whole": whole}
    group = {"name": "perfect", "when": "asked", "files": 5, "bytes": ALL, "kept": stored, "missing": missing}
    known["groups"].append({**group, "about": about})  # type: ignore[typeddict-item]
    return known, {"doing": doing, "note": "", "trouble": None, "memory": 160_000_000, **more}  # type: ignore[typeddict-item]


def after(known: Known) -> State:
    state = State()
    handle(state, "offline:facts", known[0])
    handle(state, "perfect-play:facts", known[1])
    return state


def section(known: Known) -> Any:
    return build_section(after(known))


def offer(known: Known, *states: str) -> Any:
    return build_offer(after(known), {"files": [report(one) for one in states]})


def report(state: str) -> Any:
    return {"name": "some.mtb", "kind": "table", "state": state, "bytes": 1, "renewed": False, "asked": True}


def test_it_promises_what_its_files_know() -> None:
    placed = "Exact values for every position of Nine Men's Morris once all men are placed, even offline."
    assert placed in texts_of(section(facts()))
    assert "Exact values for every position of Nine Men's Morris, even offline." in texts_of(section(facts(whole=True)))
    assert [text for text in texts_of(section(facts(men=12))) if "with up to 12 men on the board" in text]


def test_it_says_before_the_download_how_much_memory_it_takes() -> None:
    costs = "While the computer thinks, it takes up to 160.0 MB of memory."
    assert costs in texts_of(section(facts()))
    assert costs in texts_of(offer(facts(), "absent"))
    assert costs not in texts_of(section(facts(ALL)))


def test_it_is_not_offered_by_a_site_without_it_or_in_a_browser_that_saves_nothing() -> None:
    known, perfect = facts()
    assert section((usual_facts(), perfect)) is None
    assert section((known | {"support": "denied"}, perfect)) is None
    assert build_section(State()) is None


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
def test_it_shows_its_progress_and_the_buttons_for_it(known: Known, text: str, actions: list[str]) -> None:
    node = section(known)
    assert text in texts_of(node)
    assert list(buttons(node).values()) == [f"{action} perfect" for action in actions]


def test_the_list_of_saved_files_has_it_too() -> None:
    for known, action in ((facts(), "get"), (facts(PART, "fetching"), "pause"), (facts(ALL), "remove")):
        state = after(known)
        handle(state, "open", "settings")
        assert f"{action} perfect" in buttons(build(state)).values()


def test_every_failure_and_every_note_has_a_sentence() -> None:
    for reason, sentence in TROUBLE.items():
        trouble = {"trouble": reason, "file": "perfect/some.mtb", "needed": 100_000_000, "free": 20_000_000}
        text = " ".join(texts_of(section(facts(PART, trouble=trouble))))
        assert sentence.format(file="perfect/some.mtb", needed="100.0 MB", free="20.0 MB") in text
    for note, sentence in NOTES.items():
        assert sentence in texts_of(section(facts(PART, note=note)))


def test_an_analysis_offers_it_if_it_would_know_more_or_is_damaged() -> None:
    assert buttons(section(facts())) == buttons(offer(facts(), "absent", "absent")) == DOWNLOAD
    assert offer(facts()) is None, "none of its files is for this game"
    assert offer(facts(ALL), "here") is None
    assert offer((usual_facts(), facts()[1]), "absent") is None
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
    known: Known, file: str, again: bool
) -> None:
    state = State()
    handle(state, "analysis:analyse")
    answer(state, moves=[], files=[report(file)])
    effects = handle(state, "perfect-play:facts", known[1]) + handle(state, "offline:facts", known[0])
    assert ("ask" in [effect[0] for effect in effects]) == again
