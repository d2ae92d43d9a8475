"""My games as a file: exported, imported and merged; damaged files, a full disk, blocked storage."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from e2e.addresses import expect_board
from e2e.cases import slow_but
from e2e.conftest import Opener
from e2e.my_games import (
    WON,
    begin,
    export_file,
    fill_archive,
    import_file,
    many,
    open_my_games,
    rows,
    saved_game,
    tab,
    write_file,
)
from e2e.playing import click, open_from_menu, play, reload
from morris_core import Game, find_variant


@pytest.mark.chromium("Playwright has no events for downloads in Firefox")
@pytest.mark.slow
def test_five_hundred_games_survive_reload_export_deletion_and_import(
    page: Page, open_board: Opener, tmp_path: Path
) -> None:
    open_board(page, "v=nine&m=d6")
    click(page, "f4")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="Dark").check(force=True)
    page.get_by_role("button", name="Done").click()
    games = many(500)
    solved = {"solved": ["abcdef"], "row": 1, "best": 3, "days": 0, "day": 0, "filter": {}}
    lessons = {"first": {"step": 2, "done": True}}
    file = write_file(tmp_path / "a.json", games, lessons=lessons, puzzles=solved, settings={"later": "x"})
    open_my_games(page)
    import_file(page, file, "500 games were imported.")
    reload(page)
    open_my_games(page)
    expect(page.get_by_test_id("my-games-count")).to_have_text("501 games")
    whole = export_file(page, tmp_path / "whole.json")
    here = {game["id"]: game for game in whole["games"]}
    assert len(here) == 501
    for game in games:
        assert here[game["id"]] == game, "with the fields of a newer version"
    assert whole["stored"]["lessons"] == lessons
    assert whole["stored"]["puzzles"]["solved"] == ["abcdef"]
    assert whole["stored"]["settings"] | {"theme": "dark", "later": "x"} == whole["stored"]["settings"]

    page.get_by_role("button", name="Delete everything…").click()
    expect(page.get_by_role("button", name="Keep everything")).to_be_visible()
    with page.expect_navigation():
        page.get_by_role("button", name="Delete everything", exact=True).click()
    page.locator('html[data-board="ready"]').wait_for()
    assert page.evaluate("localStorage.length") == 0
    expect(page.locator("[data-ply]")).to_have_count(0)
    open_my_games(page)
    expect(page.get_by_test_id("my-games")).to_contain_text("No games yet")

    import_file(page, tmp_path / "whole.json", "501 games were imported.")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    again = export_file(page, tmp_path / "again.json")
    assert {game["id"]: game for game in again["games"]} == here
    assert again["stored"] == whole["stored"]
    page.get_by_test_id("my-games").locator("input[type=file]").set_input_files(tmp_path / "whole.json")
    expect(page.get_by_test_id("my-games-plan")).to_contain_text("501 games that you already have")


@pytest.mark.slow
@pytest.mark.chromium("Playwright has no events for downloads in Firefox")
def test_five_thousand_games_are_listed_counted_filtered_and_exported(
    page: Page, open_board: Opener, tmp_path: Path
) -> None:
    open_board(page)
    dialog = open_my_games(page)
    import_file(page, write_file(tmp_path / "a.json", many(24)), "24 games were imported.")
    fill_archive(page, 5000)
    reload(page)
    open_my_games(page)
    expect(dialog.get_by_test_id("my-games-count")).to_have_text("5000 games")
    dialog.get_by_text("Filter", exact=True).click()
    dialog.get_by_role("combobox", name="Result").select_option("won")
    dialog.get_by_role("searchbox").fill("three men")
    expect(dialog.get_by_test_id("my-games-count")).to_have_text("833 of 5000 games")
    dialog.get_by_role("button", name="Show 40 more").click()
    expect(rows(page)).to_have_count(60)
    rows(page).first.get_by_role("button", name="Delete").click()
    expect(dialog.get_by_test_id("my-games-count")).to_have_text("832 of 4999 games")
    tab(page, "Results")
    expect(dialog.get_by_test_id("my-games-results").get_by_role("row").last).to_have_text(re.compile("^All"))
    whole = export_file(page, tmp_path / "whole.json")
    assert len({game["id"] for game in whole["games"]}) == 4999


SILENT = """
const transaction = IDBDatabase.prototype.transaction;
IDBDatabase.prototype.transaction = () => {
  IDBDatabase.prototype.transaction = transaction;
  return { objectStore: () => ({ getAll: () => ({}) }) };
};
"""


@pytest.mark.slow
@pytest.mark.chromium("Playwright has no events for downloads in Firefox")
def test_the_games_can_be_exported_while_they_cannot_be_listed(page: Page, open_board: Opener, tmp_path: Path) -> None:
    open_board(page)
    open_my_games(page)
    import_file(page, write_file(tmp_path / "a.json", many(3)), "3 games were imported.")
    page.add_init_script(SILENT)
    reload(page)
    open_from_menu(page, "my-games")
    expect(page.get_by_test_id("my-games")).to_contain_text("Loading your games…")
    assert len(export_file(page, tmp_path / "whole.json")["games"]) == 3


# A test cannot give a browser a small quota. So the database acts as on a full device: it aborts the transaction and
# says why.
FULL_DISK = """
const put = IDBObjectStore.prototype.put;
IDBObjectStore.prototype.put = function (...values) {
  if (!window.diskIsFull) return put.apply(this, values);
  const error = new DOMException("Quota exceeded.", "QuotaExceededError");
  Object.defineProperty(this.transaction, "error", { get: () => error });
  this.transaction.abort();
};
"""


@pytest.mark.slow
@pytest.mark.chromium("Playwright has no events for downloads in Firefox")
def test_a_full_disk_is_reported_and_loses_nothing(page: Page, open_board: Opener, tmp_path: Path) -> None:
    page.add_init_script(FULL_DISK)
    open_board(page, "v=nine&m=d6")
    click(page, "f4")
    open_my_games(page)
    import_file(page, write_file(tmp_path / "a.json", many(3)), "3 games were imported.")
    page.evaluate("window.diskIsFull = true")
    more = [saved_game(f"new-{number}", WON, 5) for number in range(50)]
    page.get_by_test_id("my-games").locator("input[type=file]").set_input_files(write_file(tmp_path / "b.json", more))
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_test_id("my-games-problem")).to_contain_text("This device is out of space: 0 of 50")
    expect(page.get_by_test_id("my-games-problem")).to_contain_text("The games you already had are safe")
    reload(page)
    open_my_games(page)
    found = export_file(page, tmp_path / "c.json")
    assert {game["id"] for game in found["games"]} > {"old-0", "old-1", "old-2"}
    assert len(found["games"]) == 4
    assert len([game for game in found["games"] if game["link"] == "v=nine&m=d6.f4"]) == 1
    # With enough space again, the same file can be imported.
    import_file(page, tmp_path / "b.json", "50 games were imported.")


# Another tab's deletion, in the middle of an import.
DELETED = """() => {
  const transaction = IDBDatabase.prototype.transaction;
  let writes = 0;
  IDBDatabase.prototype.transaction = function (store, mode) {
    writes += mode === "readwrite";
    if (writes === 3) {
      writes += 1;
      document.body.appendChild(document.createElement("iframe")).contentWindow.indexedDB.deleteDatabase("morris");
    }
    return transaction.call(this, store, mode);
  };
}"""


def test_an_import_counts_the_games_that_are_there_afterwards(page: Page, open_board: Opener, tmp_path: Path) -> None:
    open_board(page)
    dialog = open_my_games(page)
    page.evaluate(DELETED)
    import_file(page, write_file(tmp_path / "a.json", many(200)), re.compile("^\\d+ games were imported.$"))
    said = dialog.get_by_test_id("my-games-said").inner_text()
    tab(page, "Games")
    count = dialog.get_by_test_id("my-games-count").inner_text()
    assert 0 < int(count.split()[0]) < 200
    assert said == f"{count} were imported."


FORBIDDEN = """
Object.defineProperty(globalThis, "indexedDB", { get() { throw new DOMException("no", "SecurityError"); } });
Object.defineProperty(globalThis, "localStorage", { get() { throw new DOMException("no", "SecurityError"); } });
"""


WRITTEN_ONLY = 'Storage.prototype.getItem = () => { throw new DOMException("no", "SecurityError"); };'


@pytest.mark.chromium("Playwright has no events for downloads in Firefox")
@pytest.mark.parametrize("fault", slow_but([FORBIDDEN, WRITTEN_ONLY], [FORBIDDEN]), ids=["forbidden", "written only"])
def test_without_storage_the_games_of_the_visit_are_listed_and_exported(
    page: Page, open_board: Opener, tmp_path: Path, fault: str
) -> None:
    page.add_init_script(fault)
    open_board(page)
    game = Game(find_variant("nine"))
    for move in ["d6", "f4", "d2"]:
        play(page, game, move)
    begin(page, "Six Men's Morris")
    click(page, "a1")
    dialog = open_my_games(page)
    expect(rows(page)).to_have_count(2)
    expect(dialog.get_by_test_id("my-games-notes")).to_contain_text("Your browser isn't saving data")
    found = export_file(page, tmp_path / "a.json")
    assert sorted(game["link"] for game in found["games"]) == ["v=nine&m=d6.f4.d2", "v=six&m=a1"]
    tab(page, "Games")
    rows(page).filter(has_text="Nine").get_by_role("button", name="Resume").click()
    expect_board(page, game)


@pytest.mark.slow
def test_a_database_that_never_answers_hides_no_recent_game(page: Page, open_board: Opener) -> None:
    page.add_init_script("IDBFactory.prototype.open = () => ({})")
    open_board(page, "v=nine&m=d6")
    click(page, "f4")
    dialog = open_my_games(page)
    expect(dialog.get_by_test_id("my-games-notes")).to_contain_text("The older games couldn't be read just now")
    expect(rows(page)).to_have_count(1)


@pytest.mark.chromium("Playwright has no events for downloads in Firefox")
def test_damaged_data_is_set_aside_and_goes_into_the_exported_file(
    page: Page, open_board: Opener, tmp_path: Path
) -> None:
    damaged = '{"theme": "dark", "sound": 7}'
    page.add_init_script(f"localStorage['morris-settings'] ??= '{damaged}'; localStorage['morris-broken'] ??= '{{\"a';")
    open_board(page)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="Slate").check(force=True)
    page.get_by_role("button", name="Done").click()
    assert page.evaluate("JSON.parse(localStorage['morris-settings'])") == {"theme": "dark", "look": "slate"}
    open_my_games(page)
    found = export_file(page, tmp_path / "a.json")["damaged"]
    assert found.pop("morris-broken") == '{"a'
    ((key, text),) = found.items()
    assert key.startswith("aside morris ")
    assert text == damaged


def test_records_of_another_program_are_chosen_and_imported(page: Page, open_board: Opener, tmp_path: Path) -> None:
    games = [
        f'[White "Player {number}"]\n[Date "1995.03.{number:02}"]\n\n1. d6 f4 2. d2 1-0\n' for number in range(1, 31)
    ]
    file = tmp_path / "games.pgn"
    file.write_text("\n".join([*games, '[White "Wrong"]\n\n1. d6 d6 *\n']), encoding="utf-8")
    open_board(page, "")
    open_my_games(page)
    tab(page, "Backup")
    page.get_by_test_id("my-games").locator("input[type=file]").set_input_files(file)
    expect(page.get_by_test_id("my-games-plan")).to_contain_text("30 new games")
    expect(page.get_by_test_id("my-games-plan")).to_contain_text("1 game is damaged and will be left out. Line 153")
    choice = page.get_by_test_id("my-games-choice")
    expect(choice.locator("label")).to_have_count(30)
    assert choice.locator("label").first.bounding_box()["height"] <= 30  # type: ignore[index]
    page.get_by_role("checkbox", name="All").uncheck()
    search = page.get_by_label("Search")
    search.fill("player 2")
    search.press("Tab")
    expect(choice.locator("label")).to_have_count(12)
    page.get_by_role("checkbox", name="All").check()
    choice.get_by_role("checkbox", name="Player 20").uncheck()
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_test_id("my-games-said")).to_have_text("11 games were imported.")
    tab(page, "Games")
    expect(page.get_by_test_id("my-games-count")).to_have_text("11 games")
    expect(rows(page).first).to_contain_text("Player 29")
    expect(rows(page).first).to_contain_text("Mar 29, 1995")
