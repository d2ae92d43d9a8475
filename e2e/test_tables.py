"""Exact values from tables: they are loaded when a game needs them, and play goes on without them."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from e2e.cases import FAULTS, find, slow_but
from e2e.conftest import Opener, Profile
from e2e.hosts import FaultyServer, serving
from e2e.offline import visit_until_ready
from e2e.playing import analyse, go_to, reload
from e2e.test_computer import engine_is
from e2e.waiting import until
from tools.sources import ROOT

pytestmark = pytest.mark.real_engine


@pytest.fixture
def open_game(visit: Opener) -> Opener:
    """Return a function that opens a game, by its link, in a new browser profile."""

    def open_game(fragment: str) -> Page:
        page = visit(f"#{fragment}")
        page.locator('html[data-board="ready"]').wait_for()
        return page

    return open_game


def data_requests(page: Page) -> list[str]:
    """Return a list to which each data file that the page's worker requests is added."""
    requests: list[str] = []

    def note(url: str) -> None:
        name = url.rsplit("/", 1)[1]
        if "/tablebases/" in url or name.startswith("data-files"):
            requests.append(name.rsplit("-", 1)[0])

    page.context.on("request", lambda request: note(request.url))
    return requests


# Variant -> its book, and the value of the start.
BOOKS = {
    "nine": ("nine-opening", "draw"),
    "nine-merelles": ("nine-without-flying-opening", "draw"),
    "nine-diagonal": ("nine-diagonal-opening", "Black wins"),
    "morabaraba": ("morabaraba-opening", "draw"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", BOOKS)
def test_the_opening_is_exact_and_full_strength_plays_it_from_the_book(open_game: Opener, name: str) -> None:
    book, value = BOOKS[name]
    page = open_game(f"v={name}&b=level12")
    requests = data_requests(page)
    engine_is(page, "ready")  # otherwise the page would play its first men
    page.locator('[data-point="d6"]').click()
    page.locator('[data-ply="2"]').wait_for()
    assert book in requests
    analyse(page)
    panel = page.get_by_test_id("analysis")
    values = panel.locator(".move-values li")
    expect(values).to_have_count(22)
    expect(values.first.locator(".worth-badge")).to_have_attribute("aria-label", re.compile(value))
    expect(panel).to_contain_text("Exact for the first 8 men placed")


def test_a_table_is_fetched_when_its_game_is_analysed_and_no_other(open_game: Opener) -> None:
    page = open_game("v=nine&b=level6")
    requests = data_requests(page)
    engine_is(page, "ready")
    page.locator('[data-point="d6"]').click()
    page.locator('[data-ply="2"]').wait_for()  # only the highest level needs tables
    assert requests == []
    page.goto(page.url.split("#")[0] + "#v=six&m=c5.a1")
    analyse(page)
    values = page.locator(".move-values li")
    expect(values.first.locator(".worth-badge")).to_have_attribute("aria-label", re.compile("draw"))
    assert requests == ["data-files", "six"]


def expect_exact(page: Page) -> None:
    """Expect the analysis of a game that is fully known."""
    analysis = page.get_by_test_id("analysis")
    expect(analysis.get_by_test_id("knowledge")).to_contain_text("This game is solved, so every value is exact.")
    expect(analysis.locator(".move-values .worth-badge").first).to_be_visible()
    expect(analysis.locator(".move-values .worth-badge:not(.white, .black, .both)")).to_have_count(0)


SAID = {
    "missing": "the server doesn't have this file",
    "cut off": "you seem to be offline",
    "html": "are corrupted and won't be used",
    "half": "are corrupted and won't be used",
    "flipped": "are corrupted and won't be used",
}


LIST, TABLE = "engine/data-files-*.json", "tablebases/six-*.mtb"
BAD = [(pattern, fault) for pattern in (LIST, TABLE) for fault in FAULTS]


@pytest.mark.parametrize("bad", slow_but(BAD, []), ids=" ".join)
def test_a_bad_file_is_reported_and_loaded_again_and_play_goes_on_without_it(
    server: FaultyServer, open_game: Opener, site: Path, bad: tuple[str, str]
) -> None:
    pattern, fault = bad
    server.faults[find(site, pattern)] = fault
    page = open_game("v=six&m=c5.a1&b=level12")
    analyse(page)
    analysis = page.get_by_test_id("analysis")
    expect(analysis.get_by_test_id("file-note")).to_contain_text(SAID[fault])
    expect(analysis.locator(".move-values li")).to_have_count(14)
    page.locator('[data-point="e5"]').click()
    page.locator('[data-ply="4"]').wait_for()
    expect(analysis.get_by_test_id("file-note")).to_contain_text(SAID[fault])
    server.faults.clear()
    again = page.get_by_role("button", name="Download again")
    again.click()
    expect_exact(page)
    expect(again).to_have_count(0)
    expect(analysis.get_by_test_id("file-note").filter(has_text=SAID[fault])).to_have_count(0)


DAMAGE = """async () => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      if (!url.includes("tablebases/six")) continue;
      const bytes = new Uint8Array(await (await cache.match(url)).arrayBuffer());
      bytes[bytes.length >> 1] ^= 1;
      await cache.put(url, new Response(bytes));
      return bytes.length;
    }
  }
  return 0;
}"""


KEPT = """async () => {
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) if (url.includes("tablebases/six")) return true;
  return false;
}"""


@pytest.mark.slow
def test_loaded_tables_work_offline_and_a_damaged_copy_is_loaded_again(profile: Profile) -> None:
    with serving() as host:
        page = profile().new_page()
        visit_until_ready(page, host.address)
        page.keyboard.press("Escape")
        page.goto(f"{host.address}#v=six&m=c5.a1")
        analyse(page)
        expect_exact(page)
        until(page, lambda: page.evaluate(KEPT))  # the service worker stores the files that it has just passed on
        page.get_by_role("button", name="Settings").click()
        expect(page.locator('[data-group="tablebases"]')).to_contain_text("1.1 MB of")
        page.keyboard.press("Escape")
        assert page.evaluate(DAMAGE) > 1_000_000
        for notes in (1, 0):
            page.reload()
            analyse(page)
            expect_exact(page)
            file_note = page.get_by_test_id("file-note").filter(has_text="was corrupted, so it was downloaded again.")
            expect(file_note).to_have_count(notes)
        host.stop()
        reload(page)
        analyse(page)
        expect_exact(page)
        # Nothing was downloaded for another game: the page says so and still analyses it.
        page.goto(f"{host.address}#v=five&m=c5.a1")
        analyse(page)
        note = page.get_by_test_id("file-note")
        expect(note).to_contain_text("five.mtb: you seem to be offline")
        expect(page.locator(".move-values li")).to_have_count(14)


@pytest.mark.slow
def test_a_board_on_another_site_knows_exact_values_too(open_board: Opener, page: Page) -> None:
    open_board(page, "v=six&m=c5.a1&controls=full", "embed.html")
    analyse(page)
    expect_exact(page)


@pytest.mark.slow
def test_the_page_uses_a_folder_of_further_tables(tmp_path: Path, site: Path, browser: Browser) -> None:
    """Serve a site like `make play TABLEBASE=DIR`."""
    tables = tmp_path / "tables"
    tables.mkdir()
    shutil.copy(ROOT / "tests/data/three-stuck-passes.mtb", tables / "mine.mtb")
    command = [sys.executable, "-u", "-m", "tools.serve", str(site), "--port", "0", "--tablebase", str(tables)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found
        context = browser.new_context()
        page = context.new_page()
        go_to(page, found[0] + "#v=three&r=stuck:passes&m=b2")
        analyse(page)
        expect_exact(page)
        page.goto(found[0] + "#v=three&m=b2")
        analyse(page)
        expect_exact(page)
        page.goto(found[0] + "#v=three&r=flying:3&m=b2")
        analyse(page)
        expect(page.get_by_test_id("knowledge")).to_contain_text("There are no exact values for this game")
        context.close()
    finally:
        process.terminate()  # a process that was started in the background would ignore an interrupt
        process.wait()
