"""My games: every game is kept in this browser; it is found, replayed, gone on with, deleted, exported and imported."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from e2e.addresses import expect_board
from e2e.playing import click, play, point
from morris_core import Game, find_variant
from morris_core.link import parse_link

Opener = Callable[..., Page]
WON = "v=three&m=a3.a1.b3.b1.c3"


def kept_game(id: str, link: str, time: int, **fields: object) -> dict[str, Any]:
    """Return a game as a file has it."""
    game = parse_link(link).game
    data: dict[str, Any] = {"id": id, "link": link, "undone": [], "previous_line": [], "title": game.variant.title}
    data |= {"plies": game.ply, "over": game.outcome() is not None, "tab": "", "time": time, "played": time}
    return data | {"result": game.result(), "side": ""} | fields


def many(number: int) -> list[dict[str, Any]]:
    """Return games of several kinds: won, lost, drawn and not finished, at all levels."""
    long = parse_link("v=nine&m=d6.f4.d2.b4.f6.b6.b2.d7.d3.g1.d1xb4.b4.a4.f2.e3.g7.e5.g4xe5").game.move_texts()
    games = []
    for index in range(number):
        level = 1 + index % 8
        link = (WON, "v=nine&m=" + ".".join(long) + "&draw=agreed", "v=nine&m=" + ".".join(long))[index % 3]
        link += f"&{'wb'[index // 3 % 2]}=level{level}"
        games.append(kept_game(f"old-{index}", link, 1_600_000_000_000 + index * 50_000_000, later=[index]))
    return games


def write_file(path: Path, games: list[dict[str, Any]], **stored: object) -> Path:
    head = {"format": "morris-games", "version": 1, "exported": "2026-11-22T10:00:00Z", "stored": stored}
    path.write_text(json.dumps(head | {"games": games}), encoding="utf-8")
    return path


def open_my_games(page: Page) -> Locator:
    page.get_by_role("button", name="My games", exact=True).click()
    dialog = page.get_by_test_id("my-games")
    expect(dialog.get_by_text("are being read")).to_have_count(0)
    return dialog


def tab(page: Page, name: str) -> None:
    page.get_by_test_id("my-games").get_by_role("radio", name=name, exact=True).check(force=True)


def import_file(page: Page, path: Path, said: str) -> None:
    tab(page, "Backup")
    page.get_by_test_id("my-games").locator("input[type=file]").set_input_files(path)
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_test_id("my-games-said")).to_have_text(said)


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
    page.get_by_role("radio", name=name).check()
    page.get_by_role("button", name="Start", exact=True).click()
    again = page.get_by_role("button", name="Start the new one")
    if again.count():
        again.click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_game_that_was_left_is_listed_and_goes_on(page: Page, open_board: Opener) -> None:
    open_board(page)
    game = Game(find_variant("nine"))
    for move in ["d6", "f4", "d2"]:
        play(page, game, move)
    begin(page, "Six Men's Morris")
    click(page, "a1")
    open_my_games(page)
    expect(rows(page)).to_have_count(2)
    row = rows(page).filter(has_text="Nine Men's Morris")
    expect(row).to_contain_text("Not finished")
    expect(row).to_contain_text("3 moves")
    expect(row).to_contain_text(re.compile(r"\w{3} \d+, 20\d\d"))
    row.get_by_role("button", name="Go on").click()
    expect_board(page, game)
    play(page, game, "b4")
    open_my_games(page)
    expect(rows(page)).to_have_count(2)
    expect(rows(page).first).to_contain_text("4 moves")


def test_a_finished_game_is_replayed_and_reviewed_and_keeps_its_date(page: Page, open_board: Opener) -> None:
    open_board(page, "v=three")
    game = Game(find_variant("three"))
    for move in ["a3", "a1", "b3", "b1", "c3"]:
        play(page, game, move)
    page.evaluate("""() => {
      const key = Object.keys(localStorage).find((name) => name.startsWith("morris-game."));
      const kept = JSON.parse(localStorage.getItem(key));
      localStorage.setItem(key, JSON.stringify({ ...kept, played: Date.UTC(2020, 4, 3, 12) }));
    }""")
    page.reload()
    page.locator('html[data-board="ready"]').wait_for()
    open_my_games(page)
    expect(rows(page)).to_contain_text("White won")
    expect(rows(page)).to_contain_text("May 3, 2020")
    rows(page).get_by_role("button", name="Replay").click()
    expect(page.locator("#moves [aria-current]")).to_have_count(0)
    page.get_by_role("button", name="Next move").click()
    expect(point(page, "a3")).to_have_attribute("data-man", "white")
    open_my_games(page)
    expect(rows(page)).to_contain_text("May 3, 2020")
    rows(page).get_by_role("button", name="Review").click()
    expect(page.get_by_role("slider", name="Position in the game")).to_be_visible()


def test_more_games_than_the_last_ones_go_into_the_archive_and_none_is_lost(page: Page, open_board: Opener) -> None:
    open_board(page)
    page.evaluate("restOfPage")
    stored = "Object.keys(localStorage).filter((key) => key.startsWith('morris-game.')).length"
    for number in range(25):
        # What a tab keeps of a game is the same however the next one came.
        page.evaluate("fragment => { location.hash = fragment }", f"v=nine&m={'d6' if number % 2 else 'f4'}")
        expect(page.locator("[data-ply]")).to_have_count(1)
        click(page, page.evaluate("n => document.querySelectorAll('[data-man=none]')[n].dataset.point", number % 20))
        expect(page.locator("[data-ply]")).to_have_count(2)
    open_my_games(page)
    expect(page.get_by_test_id("my-games-count")).to_have_text("25 games")
    assert page.evaluate(stored) <= 21
    page.reload()
    page.locator('html[data-board="ready"]').wait_for()
    open_my_games(page)
    expect(page.get_by_test_id("my-games-count")).to_have_text("25 games")
    page.get_by_role("button", name="Show 5 more").click()
    oldest = rows(page).last
    oldest.get_by_role("button", name="Go on").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("[data-ply]")).to_have_count(2)
    page.locator('[data-man="none"]').first.click()
    expect(page.locator("[data-ply]")).to_have_count(3)
    open_my_games(page)
    expect(page.get_by_test_id("my-games-count")).to_have_text("25 games")
    expect(rows(page).first).to_contain_text("3 moves")


def test_a_deleted_game_comes_back_by_undo_and_else_stays_away(page: Page, open_board: Opener, tmp_path: Path) -> None:
    open_board(page, "v=nine&m=d6")
    click(page, "f4")
    dialog = open_my_games(page)
    import_file(page, write_file(tmp_path / "a.json", many(3)), "3 games were imported.")
    tab(page, "Games")
    expect(rows(page)).to_have_count(4)
    for number in (0, 1):
        row = rows(page).nth(number)
        said = row.inner_text()
        row.get_by_role("button", name="Delete").click()
        expect(rows(page)).to_have_count(3)
        undo = dialog.get_by_role("button", name="Undo")
        expect(undo).to_be_focused()
        undo.click()
        expect(rows(page)).to_have_count(4)
        assert rows(page).nth(number).inner_text() == said
    rows(page).nth(1).get_by_role("button", name="Delete").click()
    expect(dialog.get_by_role("button", name="Undo")).to_be_enabled()
    page.reload()
    page.locator('html[data-board="ready"]').wait_for()
    open_my_games(page)
    expect(rows(page)).to_have_count(3)


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

    page.get_by_role("button", name="Delete everything …").click()
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
    expect(page.get_by_test_id("my-games-plan")).to_contain_text("501 games that are here already")


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
            "1 game that goes further there",
            "1 game that went on differently there: both are kept",
            "1 game that is here already",
            "1 game that goes further here",
            "1 game is damaged and is left out. Game 6: z9 is no move on its board.",
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
    expect(plan.first).to_have_text("4 games that are here already")


def test_damaged_files_are_refused_in_words(page: Page, open_board: Opener, tmp_path: Path) -> None:
    open_board(page, "v=nine&m=d6")
    click(page, "f4")
    open_my_games(page)
    tab(page, "Backup")
    whole = write_file(tmp_path / "whole.json", many(3)).read_text()
    for text, said in (
        (whole[: len(whole) // 2], "is damaged: it ends too early"),
        ("", "is no file that My games has exported"),
        ("1. d6 f4", "is no file that My games has exported"),
        ('{"format": "chess"}', "is no file that My games has exported"),
        ('{"format": "morris-games"}', "does not say of which version"),
        ('{"format": "morris-games", "version": 1, "games": {}}', "the list of games in it is missing"),
        ("\0\1\2", "could not be read as text"),
    ):
        (tmp_path / "bad.json").write_text(text)
        page.get_by_test_id("my-games").locator("input[type=file]").set_input_files(tmp_path / "bad.json")
        expect(page.get_by_test_id("my-games-problem")).to_contain_text(said)
        expect(page.get_by_role("button", name="Import", exact=True)).to_have_count(0)
    tab(page, "Games")
    expect(rows(page)).to_have_count(1)


@pytest.mark.slow  # where the browser does not take the quota that the test asks for, it fails
def test_a_full_disk_is_said_and_loses_nothing(page: Page, open_board: Opener, root: str, tmp_path: Path) -> None:
    open_board(page, "v=nine&m=d6")
    click(page, "f4")
    open_my_games(page)
    import_file(page, write_file(tmp_path / "a.json", many(3)), "3 games were imported.")
    session = page.context.new_cdp_session(page)
    session.send("Storage.overrideQuotaForOrigin", {"origin": root.rstrip("/"), "quotaSize": 1})
    large = [kept_game(f"new-{number}", WON, 5, later="x" * 15_000) for number in range(400)]
    page.get_by_test_id("my-games").locator("input[type=file]").set_input_files(write_file(tmp_path / "b.json", large))
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_test_id("my-games-problem")).to_contain_text("There is no room left here")
    expect(page.get_by_test_id("my-games-problem")).to_contain_text("What was here is still here")
    session.send("Storage.overrideQuotaForOrigin", {"origin": root.rstrip("/")})
    page.reload()
    page.locator('html[data-board="ready"]').wait_for()
    open_my_games(page)
    found = export_file(page, tmp_path / "c.json")
    ids = {game["id"] for game in found["games"]}
    assert {"old-0", "old-1", "old-2"} <= ids
    assert len([game for game in found["games"] if game["link"] == "v=nine&m=d6.f4"]) == 1


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
    expect(dialog.get_by_test_id("my-games-notes")).to_contain_text("This browser keeps nothing")
    found = export_file(page, tmp_path / "a.json")
    assert sorted(game["link"] for game in found["games"]) == ["v=nine&m=d6.f4.d2", "v=six&m=a1"]
    tab(page, "Games")
    rows(page).filter(has_text="Nine").get_by_role("button", name="Go on").click()
    expect_board(page, game)


def test_two_tabs_do_not_overwrite_each_other(page: Page, open_board: Opener, tmp_path: Path) -> None:
    open_board(page)
    other = open_board(page.context.new_page(), "v=six&m=a1")
    click(other, "c2")
    open_my_games(page)
    import_file(page, write_file(tmp_path / "a.json", many(2)), "2 games were imported.")
    open_my_games(other)
    expect(rows(other)).to_have_count(3)
    import_file(other, write_file(tmp_path / "b.json", many(4)[2:]), "2 games were imported.")
    tab(page, "Games")
    rows(page).filter(has_text="Three").first.get_by_role("button", name="Delete").click()
    tab(other, "Games")
    rows(other).filter(has_text="Three").last.get_by_role("button", name="Replay").click()
    expect(other.get_by_test_id("my-games-problem")).to_contain_text("deleted in another tab")
    page.reload()
    page.locator('html[data-board="ready"]').wait_for()
    open_my_games(page)
    expect(rows(page)).to_have_count(4)


def test_results_and_filters(page: Page, open_board: Opener, tmp_path: Path) -> None:
    open_board(page)
    open_my_games(page)
    import_file(page, write_file(tmp_path / "a.json", many(24)), "24 games were imported.")
    tab(page, "Results")
    table = page.get_by_test_id("my-games-results")
    expect(table.get_by_role("row")).to_have_count(1 + 2 + 16 + 1)
    tab(page, "Games")
    page.get_by_role("combobox", name="Opponent").select_option(label="Level 1, First game")
    expect(rows(page)).to_have_count(3)
    page.get_by_role("combobox", name="Result").select_option(label="Drawn")
    expect(rows(page)).to_have_count(1)
    page.get_by_role("searchbox").fill("nobody")
    page.keyboard.press("Enter")
    expect(page.get_by_text("No game fits.")).to_be_visible()
    page.get_by_role("button", name="Show all games").click()
    expect(page.get_by_test_id("my-games-count")).to_have_text("24 games")


def test_by_keyboard_alone(page: Page, open_board: Opener, tmp_path: Path) -> None:
    open_board(page)
    open_my_games(page)
    import_file(page, write_file(tmp_path / "a.json", many(2)), "2 games were imported.")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="My games", exact=True).focus()
    page.keyboard.press("Enter")
    expect(rows(page)).to_have_count(2)
    for _ in range(20):
        page.keyboard.press("Tab")
        if (page.evaluate("document.activeElement.getAttribute('aria-label')") or "").startswith("Delete"):
            break
    page.keyboard.press("Enter")
    expect(rows(page)).to_have_count(1)
    expect(page.get_by_test_id("my-games").get_by_role("button", name="Undo")).to_be_focused()
    page.keyboard.press("Enter")
    expect(rows(page)).to_have_count(2)
    expect(page.locator(":focus")).to_have_attribute("aria-label", re.compile("Replay"))
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_axe_finds_nothing(new_page: Callable[..., Page], open_board: Opener, tmp_path: Path) -> None:
    for scheme in ("light", "dark"):
        page = open_board(new_page(color_scheme=scheme, viewport={"width": 390, "height": 844}))
        open_my_games(page)
        import_file(page, write_file(tmp_path / "a.json", many(24)), "24 games were imported.")
        for name in ("Games", "Results", "Backup"):
            tab(page, name)
            found = Axe().run(page, context='[data-testid="my-games"]')
            assert found.violations_count == 0, found.generate_report()
        page.get_by_role("button", name="Delete everything …").click()
        found = Axe().run(page, context='[data-testid="my-games"]')
        assert found.violations_count == 0, found.generate_report()


def test_nothing_is_cut_on_small_screens(new_page: Callable[..., Page], open_board: Opener, tmp_path: Path) -> None:
    for size in ((320, 568), (360, 640), (740, 360), (820, 1180)):
        page = open_board(new_page(viewport={"width": size[0], "height": size[1]}))
        dialog = open_my_games(page)
        import_file(page, write_file(tmp_path / "a.json", many(24)), "24 games were imported.")
        for name in ("Games", "Results", "Backup"):
            tab(page, name)
            assert dialog.evaluate("one => one.scrollWidth <= one.clientWidth"), (size, name)
            for part in dialog.locator("button, select, input[type=search], strong, td, th").all():
                if part.is_visible():
                    assert part.evaluate("one => one.getBoundingClientRect().right <= innerWidth"), (size, name)
