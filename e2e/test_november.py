"""Data of the builds of November 2026, made in a real Chromium, opens unchanged; older games are offered as a file."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from e2e.addresses import expect_board, expect_fragment
from e2e.conftest import Opener
from e2e.my_games import export_file, open_my_games, rows
from e2e.waiting import until
from morris_core import Game
from tools.sources import ROOT

SAVED = json.loads((ROOT / "tests/data/november_2026.json").read_text(encoding="utf-8"))
# Must run on a page without scripts: the board's page replaces indexedDB with a store in memory, for PyScript.
FILL = """({ localStorage: texts, archive }) => new Promise((resolve) => {
  for (const key in texts) localStorage.setItem(key, texts[key]);
  const request = indexedDB.open("morris", 1);
  request.onupgradeneeded = () => request.result.createObjectStore("games", { keyPath: "id" });
  request.onsuccess = () => {
    const change = request.result.transaction("games", "readwrite");
    for (const game of archive) change.objectStore("games").put(game);
    change.oncomplete = () => resolve(request.result.close());
  };
})"""
SIGNS = {
    "replaced": '[data-intent="previous-line"]',
    "annotated": "#moves .comment, #moves .note",
    "clock": '[data-testid="white-clock"]',
    "over": '[data-testid="result"]',
    "abcdefgh22": '[data-testid="by-link"]',
}


def fill(page: Page, root: str, saved: dict[str, Any]) -> None:
    page.goto(root + "404.html")
    page.evaluate(FILL, saved)


def stored(page: Page) -> dict[str, str]:
    found: dict[str, str] = page.evaluate("({ ...localStorage })")
    return found


def opens_unchanged(page: Page, open_board: Opener, name: str) -> None:
    fragment = SAVED["shown"][name]
    page.goto("about:blank")
    open_board(page, fragment)
    if "&at=" not in fragment:
        expect_board(page, Game.from_link(fragment))
    expect_fragment(page, fragment)
    if name in SIGNS:
        expect(page.locator(SIGNS[name]).first).to_be_attached()  # the greeting of a visit may lie over it


def test_the_data_of_november_opens_unchanged(page: Page, root: str, open_board: Opener) -> None:
    fill(page, root, SAVED)
    before = SAVED["localStorage"]
    open_board(page)
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    for name in ("replaced", "annotated", "abcdefgh22"):
        opens_unchanged(page, open_board, name)
    now = stored(page)
    changed = [key for key in before if now[key] != before[key]]
    assert all(key.startswith("morris-game.") for key in changed)
    for key in changed:  # a game that was opened is saved in today's form
        old, new = json.loads(before[key]), json.loads(now[key])
        assert new["link"].partition("&at=")[0] == old["link"].partition("&at=")[0]
        assert [new[name] for name in ("plies", "more", "played")] == [
            old[name] for name in ("plies", "more", "played")
        ]
        assert new["form"] == 3
    open_my_games(page)
    expect(page.get_by_test_id("my-games-count")).to_have_text("32 games")
    expect(page.get_by_test_id("my-games-notes")).to_be_hidden()
    page.get_by_role("button", name="Show 12 more").click()
    last = min(SAVED["archive"], key=lambda one: one["about"]["time"])
    rows(page).last.get_by_role("button", name="Resume").click()
    until(page, lambda: json.loads(last["text"])["link"] in page.url)


@pytest.mark.slow
def test_every_game_of_november_opens_unchanged(page: Page, root: str, open_board: Opener) -> None:
    fill(page, root, SAVED)
    for name in SAVED["shown"]:
        opens_unchanged(page, open_board, name)


@pytest.mark.chromium("Playwright has no events for downloads in Firefox")
def test_games_in_older_forms_are_set_aside_and_offered_as_a_file(
    page: Page, root: str, open_board: Opener, tmp_path: Path
) -> None:
    older = SAVED["older"]
    fill(page, root, older)
    open_board(page)
    open_my_games(page)
    notes = page.get_by_test_id("my-games-notes")
    expect(notes).to_contain_text("3 games from another version of this page can't be shown. They're still saved.")
    assert not [key for key in stored(page) if key.startswith("morris-game")]
    expect(notes.get_by_role("button", name="Export everything")).to_be_visible()
    found = export_file(page, tmp_path / "a.json")
    aside = {key.rpartition(" ")[2]: text for key, text in found["damaged"].items() if key.startswith("aside morris ")}
    assert aside == older["localStorage"]
    assert [game["link"] for game in found["games"]] == [json.loads(one["text"])["link"] for one in older["archive"]]
