"""My games as a file: exported, imported and merged; damaged files, a full disk, storage that is forbidden."""

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from e2e.addresses import expect_board
from e2e.my_games import WON, begin, export_file, import_file, kept_game, many, open_my_games, rows, tab, write_file
from e2e.playing import click, play
from morris_core import Game, find_variant

Opener = Callable[..., Page]


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
    page.reload()
    page.locator('html[data-board="ready"]').wait_for()
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


def test_import_merges_and_never_makes_a_game_shorter(page: Page, open_board: Opener, tmp_path: Path) -> None:
    open_board(page)
    open_my_games(page)
    first = [kept_game(id, "v=nine&m=d6.f4", 1000) for id in ("longer", "shorter", "other", "same")]
    import_file(page, write_file(tmp_path / "a.json", first), "4 games were imported.")
    second = [
        kept_game("longer", "v=nine&m=d6.f4.d2", 2000),
        kept_game("shorter", "v=nine&m=d6", 2000),
        kept_game("other", "v=nine&m=a1.f4", 2000),
        kept_game("same", "v=nine&m=d6.f4", 1000),
        kept_game("new", "v=six&m=a1", 2000),
        kept_game("damaged", "v=nine&m=d6", 2000) | {"link": "v=nine&m=z9"},
    ]
    file = write_file(tmp_path / "b.json", second)
    page.get_by_test_id("my-games").locator("input[type=file]").set_input_files(file)
    plan = page.get_by_test_id("my-games-plan").get_by_role("listitem")
    expect(plan).to_have_text(
        [
            "1 new game",
            "1 game that goes further in the file",
            "1 game that went differently in the file: both will be saved",
            "1 game that you already have",
            "1 game that goes further here",
            "1 game is damaged and will be left out. Game 6: z9 isn't a move on its board.",
        ]
    )
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_test_id("my-games-said")).to_have_text("3 games were imported.")
    found = export_file(page, tmp_path / "c.json")
    links = sorted((game["id"].partition("~")[0], game["link"]) for game in found["games"])
    assert links == [
        ("longer", "v=nine&m=d6.f4.d2"),
        ("new", "v=six&m=a1"),
        ("other", "v=nine&m=a1.f4"),
        ("other", "v=nine&m=d6.f4"),
        ("same", "v=nine&m=d6.f4"),
        ("shorter", "v=nine&m=d6.f4"),
    ]
    page.get_by_test_id("my-games").locator("input[type=file]").set_input_files(file)
    expect(plan.first).to_have_text("4 games that you already have")


def test_damaged_files_are_refused_in_words(page: Page, open_board: Opener, tmp_path: Path) -> None:
    open_board(page, "v=nine&m=d6")
    click(page, "f4")
    open_my_games(page)
    tab(page, "Backup")
    whole = write_file(tmp_path / "whole.json", many(3)).read_text()
    for text, said in (
        (whole[: len(whole) // 2], "is damaged: it's incomplete"),
        ("", "wasn't exported from My games"),
        ("1. d6 f4", "wasn't exported from My games"),
        ('{"format": "chess"}', "wasn't exported from My games"),
        ('{"format": "morris-games"}', "its version is missing"),
        ('{"format": "morris-games", "version": 1, "games": {}}', "its list of games is missing"),
        ("\0\1\2", "Couldn't read bad.json as text"),
    ):
        (tmp_path / "bad.json").write_text(text)
        page.get_by_test_id("my-games").locator("input[type=file]").set_input_files(tmp_path / "bad.json")
        expect(page.get_by_test_id("my-games-problem")).to_contain_text(said)
        expect(page.get_by_role("button", name="Import", exact=True)).to_have_count(0)
    tab(page, "Games")
    expect(rows(page)).to_have_count(1)


# Browsers take no small quota from a test, so the data base does as theirs where a device is full: the transaction is
# aborted, and says why.
FULL_DISK = """
const put = IDBObjectStore.prototype.put;
IDBObjectStore.prototype.put = function (...values) {
  if (!window.diskIsFull) return put.apply(this, values);
  const error = new DOMException("Quota exceeded.", "QuotaExceededError");
  Object.defineProperty(this.transaction, "error", { get: () => error });
  this.transaction.abort();
};
"""


def test_a_full_disk_is_said_and_loses_nothing(page: Page, open_board: Opener, tmp_path: Path) -> None:
    page.add_init_script(FULL_DISK)
    open_board(page, "v=nine&m=d6")
    click(page, "f4")
    open_my_games(page)
    import_file(page, write_file(tmp_path / "a.json", many(3)), "3 games were imported.")
    page.evaluate("window.diskIsFull = true")
    more = [kept_game(f"new-{number}", WON, 5) for number in range(50)]
    page.get_by_test_id("my-games").locator("input[type=file]").set_input_files(write_file(tmp_path / "b.json", more))
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_test_id("my-games-problem")).to_contain_text("This device is out of space: 0 of 50")
    expect(page.get_by_test_id("my-games-problem")).to_contain_text("The games you already had are safe")
    page.reload()
    page.locator('html[data-board="ready"]').wait_for()
    open_my_games(page)
    found = export_file(page, tmp_path / "c.json")
    assert {game["id"] for game in found["games"]} > {"old-0", "old-1", "old-2"}
    assert len(found["games"]) == 4
    assert len([game for game in found["games"] if game["link"] == "v=nine&m=d6.f4"]) == 1
    # With room again, the same file comes in.
    import_file(page, tmp_path / "b.json", "50 games were imported.")


UNREADABLE = """
const get = IDBObjectStore.prototype.get;
IDBObjectStore.prototype.get = function (...values) {
  if (window.archiveFails) throw new DOMException("read error", "UnknownError");
  return get.apply(this, values);
};
"""


def test_games_that_cannot_be_read_just_now_are_not_said_to_be_deleted_nor_imported_over(
    page: Page, open_board: Opener, tmp_path: Path
) -> None:
    page.add_init_script(UNREADABLE)
    open_board(page)
    open_my_games(page)
    file = write_file(tmp_path / "a.json", many(3))
    import_file(page, file, "3 games were imported.")
    tab(page, "Games")
    page.evaluate("window.archiveFails = true")
    rows(page).first.get_by_role("button", name=re.compile("Replay|Resume")).click()
    problem = page.get_by_test_id("my-games-problem")
    expect(problem).to_have_text(re.compile("couldn't be read just now, but they're still there"))
    tab(page, "Backup")
    page.get_by_test_id("my-games").locator("input[type=file]").set_input_files(file)
    expect(problem).to_have_text(re.compile("couldn't be read just now, but they're still there"))
    expect(page.get_by_role("button", name="Import", exact=True)).to_have_count(0)
    page.evaluate("window.archiveFails = false")
    page.get_by_test_id("my-games").locator("input[type=file]").set_input_files(file)
    expect(page.get_by_test_id("my-games-plan")).to_contain_text("3 games that you already have")


RECORD = """[Variant "six"]
[White "Ada Augusta King, Countess of Lovelace"]
[Black "Bob"]
[Date "1998.05.01"]
[Result "*"]
[Event "Berlin Open"]

{a quiet game} 1. c5 {the corner} a1 2. c2 *
"""


def test_a_record_keeps_names_date_event_and_comments_through_export_and_import(
    page: Page, open_board: Opener, tmp_path: Path
) -> None:
    open_board(page)
    page.get_by_role("button", name="Open", exact=True).click()
    page.get_by_test_id("open-text").fill(RECORD)
    page.get_by_role("dialog").get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    open_my_games(page)
    expect(rows(page)).to_contain_text("Ada Augusta King, Counte – Bob")
    expect(rows(page)).to_contain_text("Berlin Open, 1998.05.01")
    export_file(page, tmp_path / "whole.json")
    page.get_by_role("button", name="Delete everything…").click()
    with page.expect_navigation():
        page.get_by_role("button", name="Delete everything", exact=True).click()
    page.locator('html[data-board="ready"]').wait_for()
    open_my_games(page)
    import_file(page, tmp_path / "whole.json", "1 game was imported.")
    tab(page, "Games")
    expect(rows(page)).to_contain_text("Berlin Open, 1998.05.01")
    rows(page).get_by_role("button", name="Resume").click()
    page.get_by_role("button", name="Share", exact=True).click()
    page.get_by_role("radio", name="Text", exact=True).check(force=True)
    expect(page.get_by_test_id("share-txt")).to_have_value(RECORD)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Go to the start").or_(page.get_by_role("button", name="First move")).first.click()
    page.get_by_role("button", name="Notes").click()
    expect(page.get_by_test_id("record-tags")).to_contain_text("Countess of Lovelace")


FORBIDDEN = """
Object.defineProperty(globalThis, "indexedDB", { get() { throw new DOMException("no", "SecurityError"); } });
Object.defineProperty(globalThis, "localStorage", { get() { throw new DOMException("no", "SecurityError"); } });
"""


def test_where_storage_is_forbidden_the_games_of_the_visit_are_listed_and_exported(
    page: Page, open_board: Opener, tmp_path: Path
) -> None:
    page.add_init_script(FORBIDDEN)
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
