"""Variations: made during analysis, listed, stepped through by keyboard, annotated, and saved in the address."""

import re

import pytest
from playwright.sync_api import Page, expect

from e2e.cases import slow_but
from e2e.conftest import Opener
from e2e.playing import click, point, reload, status
from e2e.watch import expect_axe_clean
from morris_core.paint import KINDS

GAME = "v=nine&m=d6.f4.d2.b4"
TREE = "v=nine&m=d6.f4.d2.b4&t=1.b2.f6*5.g7&n=5:5&k=2:good*5:why"


@pytest.fixture
def page(new_page: Opener) -> Page:
    page = new_page()
    page.add_init_script("localStorage.setItem('morris-settings', JSON.stringify({animation: 'off'}))")
    return page


def test_another_move_while_analysing_makes_a_variation_that_is_annotated_and_kept(
    page: Page, open_board: Opener
) -> None:
    open_board(page, GAME)
    page.keyboard.press("l")
    expect(page.get_by_test_id("analysis")).to_be_visible()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    click(page, "b2")
    variation = page.get_by_role("list", name="Variation of move 1")
    expect(variation).to_contain_text("b2")
    expect(page.locator("#moves [data-ply]")).to_have_count(4)
    page.get_by_role("button", name="Notes").first.click()
    notes = page.get_by_test_id("notes")
    expect(notes).to_contain_text("Notes on b2")
    notes.get_by_role("button", name="interesting move").click()
    notes.get_by_label("Comment").press_sequentially("the other side")
    expect_axe_clean(page)
    page.locator("#board").click(position={"x": 5, "y": 5})  # what is written is kept when one goes on
    expect(variation).to_contain_text("b2!?")
    expect(variation).to_contain_text("the other side")
    expect(page).to_have_url(page.url.split("#")[0] + "#v=nine&m=d6.f4.d2.b4&t=1.b2&n=5:5&k=5:the%20other%20side&at=5")
    reload(page)
    expect(variation).to_contain_text("b2!?")
    expect(point(page, "b2")).to_have_attribute("data-man", "black")
    variation.get_by_role("button", name="b2, interesting move").click(button="right")
    page.get_by_role("dialog").get_by_role("button", name="Make this the main line").click()
    expect(status(page)).to_contain_text("This is now the main line.")
    expect(page.locator("#moves [data-ply]")).to_have_count(2)
    page.locator("#moves [aria-current]").focus()
    page.keyboard.press("Shift+F10")
    expect_axe_clean(page)
    page.get_by_role("dialog").get_by_role("button", name="Demote the line").click()
    expect(status(page)).to_contain_text("Another line is now the main line.")
    expect(page.locator("#moves [data-ply]")).to_have_count(4)


@pytest.mark.slow
def test_variations_are_gone_through_by_keyboard_and_heard(page: Page, open_board: Opener) -> None:
    open_board(page, TREE + "&at=1")
    stops = page.locator('#moves [data-intent="tree:go"][tabindex="0"]')
    expect(stops).to_have_count(1)
    first = page.get_by_role("button", name="b2, interesting move")
    first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#moves [aria-current]")).to_have_text("b2!?")
    expect(page.locator("#live")).to_contain_text("Variation, move 1. Black placed a man on b2.")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#moves [aria-current]")).to_have_text("f6")
    expect(page.locator("#moves [aria-current]")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#moves [aria-current]")).to_have_text("d6")
    expect_axe_clean(page)


def test_the_wheel_steps_the_arrow_keys_change_the_line_and_digits_mark_the_move(
    page: Page, open_board: Opener
) -> None:
    open_board(page, TREE + "&at=2")
    current = page.locator("#moves [aria-current]")
    expect(current).to_have_text("f4")
    page.keyboard.press("ArrowDown")
    expect(current).to_have_text("b2!?")
    page.keyboard.press("ArrowUp")
    expect(current).to_have_text("f4")
    page.keyboard.press("4")
    expect(current).to_have_text("f4??")
    page.keyboard.press("4")
    page.get_by_test_id("board").hover()
    page.mouse.wheel(0, 100)
    expect(current).to_have_text("d2")
    page.mouse.wheel(0, -100)
    expect(current).to_have_text("f4")


def test_the_right_button_draws_arrows_and_circles_that_survive_a_reload(page: Page, open_board: Opener) -> None:
    open_board(page, "v=nine&m=d6.f4.d2")
    notes = page.locator("#notes")
    for begin, end in (("d6", "f4"), ("d2", "d2"), ("f4", "b4"), ("f4", "b4")):
        page.locator(f'[data-point="{begin}"]').hover()
        page.mouse.down(button="right")
        page.locator(f'[data-point="{end}"]').hover()
        page.mouse.up(button="right")
    expect(notes.locator(".arrow")).to_have_count(1)
    expect(notes.locator(".ring")).to_have_count(1)
    expect(page).to_have_url(re.compile(r"k=3:.*Gd6f4"))
    expect(page.locator("[data-ply]")).to_have_count(3)
    page.reload()
    expect(notes.locator(".arrow, .ring")).to_have_count(2)
    page.locator("#board").click(position={"x": 4, "y": 4})
    expect(notes.locator(".arrow, .ring")).to_have_count(0)
    expect(page.locator("[data-ply]")).to_have_count(3)


COLOURS = {"Alt+Shift": "Y", "Shift": "R", "Control": "R", "Alt": "B"}


@pytest.mark.parametrize("keys", slow_but(COLOURS, ["Alt+Shift"]))
def test_keys_choose_the_colour_of_an_arrow(page: Page, open_board: Opener, keys: str) -> None:
    open_board(page, "v=nine&m=d6.f4.d2")
    for key in keys.split("+"):
        page.keyboard.down(key)
    page.locator('[data-point="d6"]').hover()
    page.mouse.down(button="right")
    page.locator('[data-point="f4"]').hover()
    page.mouse.up(button="right")
    for key in keys.split("+"):
        page.keyboard.up(key)
    drawn = page.locator(f"#notes .arrow.{COLOURS[keys]}")
    expect(drawn).to_have_count(1)
    red, green, blue = (int(KINDS[COLOURS[keys]]["$core"][at : at + 2], 16) for at in (1, 3, 5))
    expect(drawn).to_have_css("fill", f"rgb({red}, {green}, {blue})")


def test_a_finger_that_rests_draws_a_circle_only_where_it_plays_no_move(page: Page, open_board: Opener) -> None:
    open_board(page, "v=nine&m=d6.f4.d2")
    hold = """([name, milliseconds]) => {
      const target = document.querySelector(`[data-point=${name}] .hit`);
      const { left, top, width, height } = target.getBoundingClientRect();
      const place = { clientX: left + width / 2, clientY: top + height / 2, bubbles: true, isPrimary: true };
      const send = (kind, time) => {
        const event = new PointerEvent(kind, { ...place, pointerType: "touch" });
        Object.defineProperty(event, "timeStamp", { value: time });
        target.dispatchEvent(event);
      };
      send("pointerdown", 0);
      send("pointerup", milliseconds);
    }"""
    for name, milliseconds in (("d6", 200), ("b4", 900), ("d6", 900)):
        page.evaluate(hold, [name, milliseconds])
    expect(page.locator("#notes .ring")).to_have_count(1)
    expect(page).to_have_url(re.compile("Gd6"))


@pytest.mark.chromium("only Chromium lets a test touch the screen")
def test_a_finger_that_rests_and_then_moves_draws_an_arrow(open_on: Opener) -> None:
    page = open_on((390, 844), "v=nine&m=d6.f4.d2", has_touch=True, is_mobile=True)
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *points: str) -> None:
        boxes = [point(page, name).locator(".hit").bounding_box() for name in points]
        places = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2} for box in boxes if box]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})

    touch("touchStart", "d6")
    page.wait_for_timeout(700)  # a finger that rests longer than HOLD_MS draws
    touch("touchMove", "f6")
    touch("touchMove", "f4")
    touch("touchEnd")
    expect(page.locator("#notes .arrow")).to_have_count(1)
    expect(page).to_have_url(re.compile("Gd6f4"))


DRAWN = "v=nine&m=d6.f4.d2.b4.f6.b6.b2&k=7:%5B%25csl%20Rd2%5D%20%5B%25cal%20Gd6f4%5D"
LOOK = """shapes => shapes.map((shape) => {
    const { fill, stroke, strokeWidth, strokeLinecap } = getComputedStyle(shape);
    return [shape.getAttribute("class"), fill, stroke, strokeWidth, strokeLinecap];
})"""
