"""Data that the second version of the page saved in a real Chromium opens unchanged."""

import json
from typing import Any

from playwright.sync_api import Page, expect

from e2e.addresses import expect_board, expect_fragment
from e2e.conftest import Opener
from e2e.my_games import open_my_games, rows
from e2e.waiting import until
from morris_core.game import Game
from tools.sources import ROOT

SAVED = json.loads((ROOT / "tests/data/second_version.json").read_text(encoding="utf-8"))
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


def stored(page: Page) -> dict[str, str]:
    found: dict[str, str] = page.evaluate("({ ...localStorage })")
    return found


def content(text: str) -> dict[str, Any]:
    """Return the saved data of a game, without who wrote it and when, and without the men that My games draws."""
    return {name: value for name, value in json.loads(text).items() if name not in ("tab", "time", "writes", "men")}


def test_the_data_of_the_second_version_opens_unchanged(page: Page, root: str, open_board: Opener) -> None:
    page.goto(root + "404.html")
    page.evaluate(FILL, SAVED)
    shown = SAVED["shown"]
    open_board(page)
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect_fragment(page, shown["last"]["fragment"])
    for name, moves in (("plain", 5), ("annotated", 5), ("clock", 3), ("over", 3), ("link", 2)):
        page.goto("about:blank")
        open_board(page, shown[name]["fragment"])
        expect_board(page, Game.from_link(shown[name]["fragment"]))
        expect_fragment(page, shown[name]["fragment"])
        expect(page.locator("#moves [data-ply]")).to_have_count(moves)
        signs = {
            "plain": page.get_by_role("button", name="Back to the old line"),
            "annotated": page.locator("#moves").get_by_text("Mein Plan: 好棋 ~ and more"),
            "clock": page.get_by_test_id("white-clock").get_by_text("3:0"),
            "over": page.get_by_test_id("result"),
            "link": page.get_by_test_id("by-link").get_by_text("White's turn"),
        }
        expect(signs[name].first).to_be_visible()
    now, before = stored(page), SAVED["localStorage"]
    opened = ["morris-game." + one["id"] for one in shown.values()]
    assert {key: now[key] for key in before if key not in opened} == {
        key: before[key] for key in before if key not in opened and key != "morris-by-link"
    } | {"morris-by-link": now["morris-by-link"]}
    (known,) = json.loads(before["morris-by-link"])
    when, entry = json.loads(now["morris-by-link"])["games"][known["id"]]
    assert dict(entry, id=known["id"], touched=when) == known
    for name in ("plain", "clock", "over", "link", "last"):
        key = "morris-game." + shown[name]["id"]
        assert content(now[key]) == content(before[key]), name
    open_my_games(page)
    expect(page.get_by_test_id("my-games-count")).to_have_text("28 games")
    page.get_by_role("button", name="Show 8 more").click()
    rows(page).last.get_by_role("button", name="Resume").click()
    until(page, lambda: "v=six&m=" in page.url)
