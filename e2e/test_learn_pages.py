"""The plain pages: readable without script, on a phone, in light and dark, and accessible."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from e2e.cases import slow_but
from e2e.conftest import Opener
from e2e.sizes import box, each_size
from e2e.watch import findings, found_by_axe
from morris_core import VARIANTS

PAGES = (
    "learn/rules.html",
    "learn/solved.html",
    "learn/atlas.html",
    "learn/history.html",
    "learn/embedding.html",
    "learn/teaching.html",
    "404.html",
)


@pytest.mark.parametrize(
    "name",
    slow_but(
        [name.replace(".html", f"{language}.html") for name in PAGES for language in ("", ".de", ".ar")],
        ["learn/history.html", "learn/teaching.html", "404.html"],
    ),
)
def test_plain_pages_are_accessible_and_fit_a_phone(new_page: Opener, root: str, site: Path, name: str) -> None:
    if not (site / name).exists():
        pytest.skip("not translated")
    page = new_page(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    page.goto(root + name)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    # Axe takes long for these two, whose colours in dark are those of the others.
    is_long = name.startswith(("learn/rules.", "learn/solved."))
    assert (found_by_axe(page) if is_long else findings(page)) == []


def test_pages_from_right_to_left_are_mirrored_and_do_not_scroll_sideways(page: Page, root: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    for name in PAGES[:-1]:
        page.goto(root + name.replace(".html", ".ar.html"))
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert box(page.locator(".home .logo"))["left"] > 300
        expect(page.locator(".skip")).not_to_be_in_viewport()
        page.keyboard.press("Tab")
        expect(page.locator(".skip")).to_be_in_viewport(ratio=1)


@pytest.mark.chromium("Playwright cannot turn scripts off in Firefox")
def test_rules_and_history_can_be_read_without_script(new_page: Opener, root: str) -> None:
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


def test_the_rules_lead_to_the_board_and_the_board_to_the_history(page: Page, open_board: Opener, root: str) -> None:
    page.goto(root + "learn/rules.html")
    page.get_by_role("link", name="Play Twelve Men's Morris").click()
    page.locator('html[data-board="ready"]').wait_for()
    expect(page.locator("#title")).to_have_text("Twelve Men's Morris")
    page.get_by_role("button", name="Rules").click()
    page.get_by_role("link", name="Where the game comes from").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Where the game comes from")


def test_the_rules_say_first_what_differs_and_unfold_the_rest(new_page: Opener, root: str) -> None:
    page = new_page(viewport={"width": 390, "height": 844})
    page.goto(root + "learn/rules.html")
    assert page.evaluate("document.documentElement.scrollHeight") < 1_500 * len(VARIANTS)
    lasker = page.locator("section.variant", has=page.locator("#lasker"))
    expect(lasker.locator(".in-short")).to_have_text("Ten men, flying, moving while placing.")
    expect(lasker.locator(".differs li").first).to_be_visible()
    differences = lasker.locator(".differs li").all_inner_texts()
    nine = page.locator("section.variant", has=page.locator("#nine"))
    shared = nine.locator(".words p").all_inner_texts()
    assert shared
    assert not set(differences) & set(shared)
    expect(nine.locator(".words").first).to_be_visible()  # the best-known game is unfolded
    expect(lasker.locator(".words").first).to_be_hidden()
    lasker.get_by_text("All the rules of Lasker Morris").click()
    expect(lasker.locator(".words").first).to_be_visible()


def test_the_timeline_has_dates_and_words_in_lines_of_their_own(page: Page, root: str) -> None:
    page.goto(root + "learn/history.html")
    for width, _height in each_size(page, [(320, 844), (390, 844), (900, 844)]):
        for item in page.locator(".timeline li").all():
            date, words = box(item.locator("b")), box(item.locator("span"))
            assert date["height"] < 30, "a date is not broken"
            below, beside = words["top"] >= date["bottom"] - 1, words["left"] >= date["right"] - 1
            assert below or beside
            assert below == (width < 540)
