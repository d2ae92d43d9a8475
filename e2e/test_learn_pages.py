"""The plain pages: readable without script, on a phone, in light and dark, and accessible."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from e2e.conftest import Watch
from morris_core import VARIANTS

PAGES = ("learn/rules.html", "learn/history.html", "404.html")


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_plain_pages_are_accessible_and_fit_a_phone(
    new_page: Callable[..., Page], root: str, name: str, scheme: str
) -> None:
    page = new_page(viewport={"width": 390, "height": 844}, color_scheme=scheme)
    page.goto(root + name)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()


def test_rules_and_history_can_be_read_without_script(new_page: Callable[..., Page], root: str) -> None:
    page = new_page(java_script_enabled=False)
    page.goto(root + "learn/rules.html")
    for variant in VARIANTS.values():
        expect(page.get_by_role("heading", name=variant.title, exact=True)).to_be_visible()
    page.get_by_role("link", name="Where the game comes from").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Where the game comes from")
    expect(page.get_by_role("img", name="A ship with a striped sail")).to_be_visible()
    page.goto(root)
    page.get_by_role("link", name="rules").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The rules of the whole family")


def test_the_rules_lead_to_the_board_and_the_board_to_the_history(
    page: Page, open_board: Callable[..., Page], root: str
) -> None:
    page.goto(root + "learn/rules.html")
    page.get_by_role("link", name="Play Twelve Men's Morris").click()
    page.locator('html[data-board="ready"]').wait_for()
    expect(page.locator("#title")).to_have_text("Twelve Men's Morris")
    page.get_by_role("button", name="Rules").click()
    page.get_by_role("link", name="Where the game comes from").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Where the game comes from")


def test_an_address_without_a_page_leads_back(page: Page, root: str, watch: Watch) -> None:
    watch.expect("404")
    answer = page.goto(root + "no/such/page")
    assert answer is not None
    assert answer.status == 404
    page.get_by_role("link", name="To the board").click()
    page.locator('html[data-board="ready"]').wait_for()
