"""Helpers for the tests of My games: games in the file format, and the dialog's parts."""

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from e2e.playing import open_from_menu
from morris_core.game import Game

WON = "v=three&m=a3.a1.b3.b1.c3"


def saved_game(id: str, link: str, time: int, **fields: object) -> dict[str, Any]:
    """Return a game in the format of an exported file."""
    game = Game.from_link(link)
    data: dict[str, Any] = {"id": id, "link": link, "tree": {}, "form": 3, "title": game.variant.title}
    data |= {"plies": game.ply, "over": game.outcome() is not None, "tab": "", "time": time, "played": time}
    men = [game.position.white, game.position.black]
    data |= {"begun": time, "result": game.result(), "side": "", "men": men, "more": {}, "writes": []}
    return data | fields


def many(number: int) -> list[dict[str, Any]]:
    """Return games of several kinds: won, lost, drawn and not finished, at all levels."""
    long = Game.from_link("v=nine&m=d6.f4.d2.b4.f6.b6.b2.d7.d3.g1.d1xb4.b4.a4.f2.e3.g7.e5.g4xe5").move_texts()
    games = []
    for index in range(number):
        level = 1 + index % 8
        link = (WON, "v=nine&m=" + ".".join(long) + "&draw=agreed", "v=nine&m=" + ".".join(long))[index % 3]
        link += f"&{'wb'[index // 3 % 2]}=level{level}"
        games.append(saved_game(f"old-{index}", link, 1_600_000_000_000 + index * 50_000_000, later=[index]))
    return games


def write_file(path: Path, games: list[dict[str, Any]], **stored: object) -> Path:
    head = {"format": "morris-games", "version": 1, "exported": "2026-11-22T10:00:00Z", "stored": stored}
    path.write_text(json.dumps(head | {"games": games}), encoding="utf-8")
    return path


def open_my_games(page: Page) -> Locator:
    open_from_menu(page, "my-games")
    dialog = page.get_by_test_id("my-games")
    expect(dialog.get_by_text("Loading your games")).to_have_count(0)
    return dialog


def tab(page: Page, name: str) -> None:
    page.get_by_test_id("my-games").get_by_role("radio", name=name, exact=True).check(force=True)


def import_file(page: Page, path: Path, text: str | re.Pattern[str]) -> None:
    tab(page, "Backup")
    page.get_by_test_id("my-games").locator("input[type=file]").set_input_files(path)
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_test_id("my-games-said")).to_have_text(text)


# An import of thousands takes minutes. The page itself has another indexedDB (boot/no-database.mjs).
COPY = """number => new Promise((resolve, reject) => {
  const frame = document.body.appendChild(document.createElement("iframe"));
  frame.contentWindow.indexedDB.open("morris").onsuccess = ({ target: { result: database } }) => {
    const changes = database.transaction("games", "readwrite");
    const store = changes.objectStore("games");
    store.getAll().onsuccess = ({ target: { result: games } }) => {
      for (let index = games.length; index < number; index += 1) {
        store.put({ ...games[index % games.length], id: `copy-${index}` });
      }
    };
    changes.oncomplete = () => {
      database.close();
      frame.remove();
      resolve();
    };
    changes.onabort = reject;
  };
})"""


def fill_archive(page: Page, number: int) -> None:
    """Copy the games in the archive until it has `number` games."""
    page.evaluate(COPY, number)


def export_file(page: Page, path: Path) -> dict[str, Any]:
    tab(page, "Backup")
    with page.expect_download() as download:
        page.get_by_role("button", name="Export everything").click()
    assert re.fullmatch(r"morris-\d{4}-\d\d-\d\d\.json", download.value.suggested_filename)
    download.value.save_as(path)
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def rows(page: Page) -> Locator:
    return page.get_by_test_id("my-games-list").get_by_role("listitem")


def begin(page: Page, name: str) -> None:
    """Begin a new game between two people."""
    page.get_by_role("button", name="New game", exact=True).click()
    page.get_by_role("radio", name="A friend here").check()
    start = page.get_by_role("radio", name=name)
    if start.count():  # there is a position to start from
        start.check()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("dialog")).to_have_count(0)
