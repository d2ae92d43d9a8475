"""All screens, one after another on one page. Buttons are found by their intents, so any language works."""

from collections.abc import Iterator

from app.features import table as _table  # noqa: F401 - it fills FEATURES
from app.kernel.features import FEATURES
from playwright.sync_api import Page, expect

from e2e.playing import open_from_menu
from tools.pictures.live import press

MILL = "v=nine&m=d6.f4.d2.b4.f6.b6.b2.d7.d3.g1"
# A finished game with a house rule, men on the board and men taken.
MOVING = "v=twelve&r=mill_hold:1&f=W1W/WW1/1W1/1WWBBB/1BB/BB1/1B1_w_0_0_-_0_40"
OVER = "v=three&m=a3.a2.b3.b2.c3"
REVIEWED = "review=v=nine&m=d6.f4.d2.b4.f6.b2.b6xf4"
DIALOGS = [one.name for one in FEATURES if one.menu or any(tool.intent == "open" for tool in one.tools)]


def go(page: Page, fragment: str) -> None:
    """Go to a fragment of the page without reloading it."""
    page.evaluate("fragment => { location.hash = fragment; }", fragment)


def screens(page: Page) -> Iterator[str]:
    """Show one screen after another, and yield the name of each while it is on show."""
    yield "start"
    go(page, MILL)
    expect(page.locator("[data-ply]")).to_have_count(10)
    page.locator('[data-point="d1"]').click()
    expect(page.locator('[data-point][data-state~="capture"]').first).to_be_attached()
    yield "a mill closed"
    page.keyboard.press("t")
    expect(page.locator("#typed-move")).to_be_focused()
    press(page, "ask:men")
    expect(page.get_by_test_id("answer")).to_be_visible()
    yield "typed moves"
    press(page, "ask:hide")
    for name in DIALOGS:
        if name == "end-game":
            press(page, "open", name)
        elif name != "more" or page.locator('#menu [data-value="more"]').is_visible():
            open_from_menu(page, name)
        else:
            continue
        expect(page.get_by_role("dialog")).to_be_visible()
        expect(page.get_by_role("dialog").locator('[data-intent="close"]').first).to_be_visible()
        yield name
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)  # the page has noticed
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    yield "keys"
    page.keyboard.press("Escape")
    if any("games" in one.buttons for one in FEATURES):
        open_from_menu(page, "new-game")
        press(page, "open", "own-board")
        page.locator('[data-intent="own-board:load"]').nth(1).click()
        expect(page.locator('[data-drawn="true"]')).to_have_count(17)
        yield "a board that is drawn"
        page.keyboard.press("Escape")
    go(page, MOVING)
    expect(page.locator("#title .house")).to_be_visible()
    yield "moving by a house rule"
    go(page, OVER)
    expect(page.get_by_test_id("result")).to_be_visible()
    yield "a game that is over"
    go(page, REVIEWED)
    expect(page.get_by_test_id("review-text")).to_be_visible()
    yield "review"
    go(page, MILL)
    press(page, "analysis:analyse")
    expect(page.locator(".board .value").first).to_be_attached()  # seen while pointed at
    yield "analysis"
    press(page, "analysis:analyse")
    go(page, "lessons=first")
    expect(page.locator('[data-point][data-state~="marked"]')).to_have_count(1)
    yield "a lesson"
    go(page, "puzzles=today")
    expect(page.get_by_test_id("puzzle")).to_be_visible()
    yield "a puzzle"
