"""Dialogs, switches, the list of moves and the men in hand behave as users expect, in forced colours too."""

import pytest
from app.features import table as _table  # noqa: F401 - it fills FEATURES
from app.kernel.features import DIALOG, FEATURES
from playwright.sync_api import Page, expect

from e2e.conftest import Opener
from e2e.playing import point, reload
from e2e.sizes import box, each_size
from e2e.waiting import until

GAME = "v=nine&m=d6.f4.d2.b4.f6"
STRIP = "Choose who plays Black"
# The buttons to press, one after another, to open each dialog. The coach opens by itself, the dialog of mistakes needs
# reviewed games (test_review.py), that of live play a second page (test_live.py), and a move's menu the right button.
OWN_JOURNEYS = ("coach", "live", "mistakes", "tree")
WAYS = {
    "editor": "Open, Set up a position",
    "by-link": "Open, Play by link",
    "players": STRIP,
    "keys": "Settings, Show shortcuts",
    "own-board": "New game, Draw a board",
    "paper": "Rules, Print",
    "puzzle-maker": "Share, Make a puzzle",
}


def open_dialog(page: Page, buttons: str) -> None:
    for name in buttons.split(", "):
        button = page.get_by_title(name) if name == STRIP else page.get_by_role("button", name=name, exact=True)
        button.click()
        expect(page.get_by_role("dialog")).to_be_visible()


# Scrolls a dialog to its end, and returns how far its cross is from its upper right corner.
FROM_CORNER = """cross => {
  const dialog = cross.closest("dialog");
  dialog.querySelector(".dialog-body").scrollTo(0, 9999);
  const [around, corner] = [dialog, cross].map((element) => element.getBoundingClientRect());
  return [around.right - corner.right, corner.top - around.top];
}"""


def test_a_cross_closes_every_dialog(new_page: Opener, open_board: Opener) -> None:
    page = open_board(new_page(viewport={"width": 1280, "height": 844}), GAME + "&t=2.a1")
    dialog = page.get_by_role("dialog")
    cross = dialog.get_by_role("button", name="Close", exact=True)
    for dialog_of in [one for one in FEATURES if one.shows == DIALOG and one.name not in OWN_JOURNEYS]:
        buttons = [dialog_of.menu[0]] if dialog_of.menu else [tool.title for tool in dialog_of.tools]
        page.set_viewport_size({"width": 390 if dialog_of.name == "more" else 1280, "height": 844})
        open_dialog(page, buttons[0] if buttons else WAYS[dialog_of.name])
        # In the corner, however far the dialog is scrolled. Its content may still be loading.
        until(page, lambda: cross.evaluate(FROM_CORNER), lambda away: abs(away[0]) < 32 and 0 <= away[1] < 24)
        expect(cross).not_to_be_focused()  # the first field has the focus
        cross.click()
        expect(dialog).to_have_count(0)


def test_a_press_beside_a_dialog_closes_it(page: Page, open_board: Opener) -> None:
    open_board(page, GAME)
    dialog = page.get_by_role("dialog")
    open_dialog(page, "Settings")
    # A press that begins inside the dialog and ends beside it does not close it.
    around = box(dialog)
    page.mouse.move(around["x"] + 30, around["y"] + 30)
    page.mouse.down()
    page.mouse.move(5, 5)
    page.mouse.up()
    expect(dialog).to_be_visible()
    page.mouse.click(5, 5)
    expect(dialog).to_have_count(0)
    open_dialog(page, "Share")
    page.mouse.click(5, 5)
    expect(dialog).to_have_count(0)


def test_a_press_beside_a_dialog_loses_no_entered_text(page: Page, open_board: Opener) -> None:
    open_board(page, GAME)
    dialog = page.get_by_role("dialog")
    open_dialog(page, "Open")
    page.get_by_test_id("open-text").fill("1. d6 f4")
    page.get_by_test_id("open-text").blur()
    page.mouse.click(5, 5)
    expect(dialog).to_be_visible()
    dialog.get_by_role("button", name="Set up a position").click()
    page.mouse.click(5, 5)
    expect(dialog).to_be_visible()


def test_escape_closes_a_dialog_and_gives_the_focus_back(page: Page, open_board: Opener) -> None:
    open_board(page)
    button = page.get_by_role("button", name="New game")
    button.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(button).to_be_focused()


def test_on_off_settings_are_switches(page: Page, open_board: Opener) -> None:
    open_board(page, GAME)
    open_dialog(page, "Settings")
    switches = page.get_by_role("switch")
    expect(switches).to_have_count(5)
    coordinates = page.get_by_role("switch", name="Show coordinates")
    expect(coordinates).to_be_checked()
    thumb = "input => getComputedStyle(input, '::after').transform"
    on = coordinates.evaluate(thumb)
    page.get_by_text("Show coordinates").click()
    expect(coordinates).not_to_be_checked()
    expect(page.locator("#board .coordinates")).to_be_hidden()
    until(page, lambda: coordinates.evaluate(thumb), lambda off: off != on)
    reload(page)
    expect(page.locator("#board .coordinates")).to_be_hidden()
    open_dialog(page, "Settings")
    page.keyboard.press("Tab")
    coordinates.focus()
    page.keyboard.press("Space")
    expect(coordinates).to_be_checked()


def test_the_list_of_moves_is_one_tab_stop_with_arrow_keys(page: Page, open_board: Opener) -> None:
    open_board(page, GAME)
    stops = page.locator('#moves button[tabindex="0"]')
    expect(stops).to_have_count(1)
    expect(stops).to_have_attribute("data-ply", "5")
    stops.focus()
    for key, ply in (("ArrowLeft", "4"), ("ArrowUp", "3"), ("ArrowRight", "4"), ("ArrowDown", "5"), ("Home", "0")):
        page.keyboard.press(key)
        if ply != "0":
            focused = page.locator(f'#moves [data-ply="{ply}"]')
            expect(focused).to_have_attribute("aria-current", "step")
        else:
            focused = page.locator('#moves [data-ply="1"]')  # nothing has been played at the start
            expect(page.locator("#moves [aria-current]")).to_have_count(0)
        expect(focused).to_be_focused()
        expect(stops).to_have_count(1)
        expect(focused).to_have_attribute("tabindex", "0")
    page.keyboard.press("Tab")
    expect(page.locator("#moves :focus")).to_have_count(0)


def test_dragging_a_man_out_of_the_hand_selects_no_text(page: Page, open_board: Opener) -> None:
    open_board(page)
    hand, goal = box(page.locator('[data-hand="white"] .pip').first), box(point(page, "d6"))
    page.mouse.move(hand["x"] + 5, hand["y"] + 5)
    page.mouse.down()
    page.mouse.move(goal["x"] - 60, goal["y"] + 40, steps=4)
    page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=4)
    page.mouse.up()
    expect(point(page, "d6")).to_have_attribute("data-man", "white")
    assert page.evaluate("getSelection().toString()") == ""


BORDER = (
    "element => { const s = getComputedStyle(element); return [s.borderTopWidth, s.borderTopColor, s.outlineColor]; }"
)

COVERED = """(cards) => cards.filter((card) => card.checkVisibility()).filter((card) => {
  const input = card.querySelector("input");
  if (getComputedStyle(input).appearance === "none") return false;
  const [one, other] = [input, card.querySelector(".choice-text")].map((part) => part.getBoundingClientRect());
  return one.right > other.left && one.left < other.right && one.bottom > other.top && one.top < other.bottom;
}).map((card) => card.innerText)"""


@pytest.mark.slow
def test_forced_colours_show_what_is_chosen(new_page: Opener, open_board: Opener) -> None:
    page = open_board(new_page(forced_colors="active", color_scheme="dark"), GAME)
    # The men in hand, and the side to move: fills and borders differ, since forced colours remove backgrounds.
    paint = "element => getComputedStyle(element).backgroundColor"
    white, black = (page.locator(f".hand .pip.{colour}").first.evaluate(paint) for colour in ("white", "black"))
    assert (white, black) == ("rgb(255, 255, 255)", "rgb(0, 0, 0)")
    stripe = "element => getComputedStyle(element).borderLeftWidth"
    assert page.locator(".player.black").evaluate(stripe) == "6px"
    assert page.locator(".player.white").evaluate(stripe) == "1px"
    current, other = (page.locator(f'#moves [data-ply="{ply}"]').evaluate(paint) for ply in (5, 4))
    assert current != other
    page.get_by_role("button", name="New game").click()
    page.get_by_test_id("clock-and-names").locator("summary").click()
    for _size in each_size(page, [(390, 844), (1280, 800)]):
        assert page.locator(".option").evaluate_all(COVERED) == [], "no radio button lies over the words"
    chosen = page.locator(".option:has(:checked)").first
    other_card = page.locator(".option:not(:has(:checked))").first
    assert chosen.evaluate(BORDER) != other_card.evaluate(BORDER)
    assert chosen.locator("input").evaluate("input => getComputedStyle(input).appearance") == "auto"
    page.get_by_role("button", name="Cancel").click()
    open_dialog(page, "Settings")
    assert page.get_by_role("switch").first.evaluate("input => getComputedStyle(input).appearance") == "auto"
    page.get_by_role("dialog").get_by_role("button", name="Done").click()
    open_dialog(page, "Share")
    bar = page.locator(".segments .segment")
    assert bar.nth(0).evaluate(paint) != bar.nth(1).evaluate(paint)
