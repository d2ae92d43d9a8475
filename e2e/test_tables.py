"""Exact values from tables: fetched when a game wants them, and play goes on without them."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from e2e.conftest import PATIENCE
from e2e.hosts import FaultyServer, serving_with_fault
from e2e.test_file_faults import FAULTS, find
from tools.serve import address


def analyse(page: Page) -> None:
    page.get_by_role("button", name="Analyse").click()


@pytest.fixture
def server(site: Path) -> Iterator[FaultyServer]:
    with serving_with_fault(site) as server:
        yield server


@pytest.fixture
def visit(browser: Browser, server: FaultyServer) -> Iterator[Callable[..., Page]]:
    """Return a function that opens a game in a new browser profile, whose cache is the browser's own."""
    contexts = []

    def open_game(fragment: str) -> Page:
        context = browser.new_context(service_workers="block")
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.goto(f"{address(server)}#{fragment}")
        page.locator('html[data-board="ready"]').wait_for()
        return page

    yield open_game
    for context in contexts:
        context.close()


def data_asked(page: Page) -> list[str]:
    """Return a list that grows by the files of data that the page's worker asks for."""
    asked: list[str] = []

    def note(url: str) -> None:
        name = url.rsplit("/", 1)[1]
        if "/tablebases/" in url or name.startswith("data-files"):
            asked.append(name.rsplit("-", 1)[0])

    page.context.on("request", lambda request: note(request.url))
    return asked


def test_a_table_is_fetched_when_its_game_is_analysed_and_no_other(visit: Callable[..., Page]) -> None:
    page = visit("v=nine&b=1")
    asked = data_asked(page)
    page.locator('[data-point="d6"]').click()
    page.locator('[data-ply="2"]').wait_for()  # the engine is here, and a lower level wants no tables
    assert asked == []
    page.goto(page.url.split("#")[0] + "#v=six&m=c5.a1")
    analyse(page)
    values = page.get_by_test_id("analysis").get_by_role("listitem")
    expect(values.first).to_contain_text("draw")
    assert asked == ["data-files", "six"]


@pytest.mark.parametrize("pattern", ["engine/data-files-*.json", "tablebases/six-*.mtb"])
@pytest.mark.parametrize("fault", FAULTS)
def test_without_a_file_of_data_it_plays_and_analyses_all_the_same(
    server: FaultyServer, visit: Callable[..., Page], site: Path, pattern: str, fault: str
) -> None:
    server.faults[find(site, pattern)] = fault
    page = visit("v=six&m=c5.a1&b=8")
    analyse(page)
    values = page.get_by_test_id("analysis").get_by_role("listitem")
    expect(values).to_have_count(8)
    page.locator('[data-point="e5"]').click()
    page.locator('[data-ply="4"]').wait_for()
