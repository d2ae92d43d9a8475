"""The page starts with the board, from our own host only, under the policy, or says that it cannot start."""

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import Opener, Watch
from e2e.playing import Held


def test_board_is_usable_without_the_engine(page: Page, open_board: Opener) -> None:
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    open_board(page)
    assert page.evaluate("performance.getEntriesByName('board-ready').length") == 1
    before = page.evaluate("performance.getEntriesByName('board-ready')[0].startTime")
    engine = page.evaluate("performance.getEntriesByType('resource').filter(e => e.name.includes('pyodide'))")
    assert [entry for entry in engine if entry["startTime"] < before] == []
    assert [url for url in requests if url.endswith(".romfs.gz")]
    expect(page.locator("#trouble")).to_be_hidden()


def test_a_press_before_python_loads_the_style_of_the_part_it_opens(page: Page, root: str, open_board: Opener) -> None:
    held = Held(page, "**/assets/page-*")
    page.goto(root)
    page.get_by_role("button", name="Settings", exact=True).click()
    expect(page.locator("link[href*=late][rel=stylesheet]")).to_have_count(1)
    held.let_go()
    expect(page.get_by_role("dialog")).to_be_visible()


def test_a_missing_file_is_reported_and_comes_with_the_network(page: Page, open_board: Opener, watch: Watch) -> None:
    watch.expect("net::ERR_FAILED|Failed to load")
    page.route("**/assets/rest-*", lambda route: route.abort())
    open_board(page)
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_test_id("status")).to_contain_text("You can keep playing")
    page.locator('[data-point="d6"]').click()
    expect(page.get_by_test_id("status")).to_contain_text("Black: place a man")
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_text("you're offline").first).to_be_visible()
    page.unroute("**/assets/rest-*")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog")).to_be_visible()


@pytest.mark.chromium("Playwright cannot turn scripts off in Firefox")
def test_a_browser_without_javascript_gets_a_sentence(new_page: Opener, root: str) -> None:
    page = new_page(java_script_enabled=False)
    page.goto(root)
    expect(page.locator("[data-point]")).to_have_count(24)
    # A locator by text would not find it, because Playwright ignores text in <noscript>.
    expect(page.locator("noscript p")).to_be_visible()
    expect(page.locator("mpy-config")).to_be_hidden()
