"""The page before its Python arrives: it is drawn in its final form, shows nothing false and loses no press."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from e2e.cases import slow_but
from e2e.conftest import Opener
from e2e.playing import Held, point, status
from e2e.sizes import box

SIZES = [(390, 844), (820, 1180), (1440, 900), (844, 390)]
PAGES = ["", "embed.html", "embed.html#controls=full", "embed.html#controls=none"]

# The places of all visible elements, in CSS pixels.
LOOK = """() => Object.fromEntries(
  [...document.querySelectorAll("body *:not(script, py-config, mpy-config)")]
    .map((element) => [element, element.getBoundingClientRect()])
    .filter(([, box]) => box.width && box.height)
    .map(([{nodeName, id}, box], number) =>
      [number + nodeName + id, [box.x, box.y, box.width, box.height].map(Math.round).join(" ")]))"""

# Reports layout shifts, even before the page's own code runs.
WATCH_SHIFTS = """window.shifts = [];
new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map((entry) => entry.value)))
  .observe({type: "layout-shift", buffered: true});"""


class HeldPython(Held):
    """The page's Python, held back until `let_go`, which waits for the board."""

    def __init__(self, page: Page) -> None:
        super().__init__(page, re.compile(r"/assets/(page|embed)-"))

    def let_go(self) -> None:
        super().let_go()
        self.page.locator('html[data-board="ready"]').wait_for()


@pytest.fixture
def held(page: Page) -> Held:
    return HeldPython(page)


def test_scripts_start_after_the_first_frame_is_on_the_screen(page: Page, open_board: Opener) -> None:
    open_board(page)
    started = page.evaluate(
        "performance.getEntriesByType('resource').filter(({ name }) => /assets\\/page-|boot\\/start-/.test(name))"
        ".map(({ startTime }) => startTime)"
    )
    assert len(started) == 2
    assert min(started) >= page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")


@pytest.mark.parametrize(
    "without",
    [
        "Object.defineProperty(PerformanceObserver, 'supportedEntryTypes', { value: [] })",
        "PerformanceObserver.prototype.observe = () => {}; Object.defineProperty(document, 'hidden', { value: true })",
    ],
    ids=["a browser that does not report it", "a hidden page"],
)
def test_scripts_start_where_no_frame_is_reported(page: Page, open_board: Opener, without: str) -> None:
    page.add_init_script(without)
    open_board(page)


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("size", slow_but(SIZES, SIZES[:1]), ids="{0[0]}x{0[1]}".format)
def test_nothing_moves_when_python_arrives(page: Page, root: str, held: Held, path: str, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.add_init_script(WATCH_SHIFTS)
    page.goto(root + path)
    expect(page.locator("#board .lines")).to_be_visible()
    page.evaluate("document.querySelectorAll('body *').forEach((element) => (element.wasThere = true))")
    before = page.evaluate(LOOK)
    held.let_go()
    page.wait_for_timeout(300)  # for parts that arrive right after the board
    assert page.evaluate(LOOK) == before
    assert page.evaluate("window.shifts") == []
    assert page.evaluate("[...document.querySelectorAll('#app *')].every((element) => element.wasThere)")


def test_elements_that_were_taken_over_behave_like_those_python_draws(page: Page, root: str, held: Held) -> None:
    taken_over = play_some_moves(page, root, held, drawn_by_another=False)
    page.evaluate("localStorage.clear()")
    held.holds = True
    assert normal(play_some_moves(page, root, held, drawn_by_another=True)) == normal(taken_over)


def play_some_moves(page: Page, root: str, held: Held, drawn_by_another: bool) -> str:
    """Return the page's HTML after some moves.

    Args:
        drawn_by_another: Whether the HTML claims to be of another version, so that the page draws itself again.
    """
    page.goto("about:blank")
    page.goto(root + "#v=nine")
    if drawn_by_another:
        page.evaluate(
            """document.documentElement.dataset.drawnBy = "assets/page-other.romfs.gz";
            document.querySelector("#board .points").replaceChildren();"""
        )
    held.let_go()
    for name in ("d6", "f4", "d2", "b4", "f6", "b6", "b2", "d7", "d3", "g1"):
        point(page, name).click()
    expect(page.locator("[data-testid=moves] [data-ply]")).to_have_count(10)
    expect(page.locator(".entering, .leaving")).to_have_count(0)
    page.mouse.move(0, 0)
    html: str = page.locator("#app").evaluate("element => element.outerHTML")
    return html


def normal(html: str) -> list[str]:
    """Return HTML as sorted pieces: the order of attributes does not matter."""
    return sorted(html.replace(">", " ").replace("<", " ").split())


@pytest.mark.parametrize(
    ("path", "veil"), [("#v=nine&m=d6.f4", "game"), ("embed.html#controls=none&v=three-diagonal", "board")]
)
def test_another_game_by_the_address_is_not_preceded_by_a_false_one(
    page: Page, root: str, held: Held, path: str, veil: str
) -> None:
    page.goto(root + path)
    expect(page.locator(f'html[data-veil="{veil}"]')).to_have_count(1)
    nothing_false(page)
    expect(page.locator(".board-frame")).to_be_visible()
    expect(page.locator("#board .lines")).to_be_visible(visible=veil == "game")
    held.let_go()
    expect(page.locator("html[data-veil]")).to_have_count(0)
    expect(page.locator("#board .lines")).to_be_visible()


def nothing_false(page: Page) -> None:
    for name in ("#title", "#status span", "#tools", "[data-point]", ".name", ".coordinates", "#banner p"):
        for element in page.locator(name).all():
            expect(element).to_be_hidden()


def test_a_saved_game_is_not_preceded_by_a_false_one(page: Page, root: str, open_board: Opener) -> None:
    open_board(page)
    point(page, "d6").click()
    expect(status(page)).to_contain_text("Black: place a man")
    page.goto("about:blank")
    held = HeldPython(page)
    page.goto(root)
    nothing_false(page)
    held.let_go()
    expect(status(page)).to_contain_text("Black: place a man")
    expect(point(page, "d6")).to_have_attribute("data-man", "white")


def test_a_game_that_has_not_begun_is_shown_at_once_again(page: Page, root: str, open_board: Opener) -> None:
    open_board(page)
    held = HeldPython(page)
    page.reload()
    expect(status(page)).to_have_text("White: place a man")
    expect(page.locator("html[data-veil]")).to_have_count(0)
    expect(point(page, "d6")).to_be_visible()
    held.let_go()


def test_settings_that_can_be_seen_hold_from_the_first_paint(page: Page, root: str, open_board: Opener) -> None:
    open_board(page)
    page.evaluate(
        "localStorage.setItem('morris-settings', JSON.stringify({theme: 'dark', coordinates: 'off', board: 'ready'}))"
    )
    held = HeldPython(page)
    page.reload()
    root_element = page.locator("html")
    expect(root_element).to_have_attribute("data-theme", "dark")
    expect(root_element).to_have_attribute("data-board", "loading")
    expect(page.locator(".coordinates")).to_be_hidden()
    held.let_go()
    expect(root_element).to_have_attribute("data-theme", "dark")


def test_an_embedded_board_has_its_theme_and_controls_from_the_first_paint(page: Page, root: str, held: Held) -> None:
    page.goto(root + "embed.html#controls=none&theme=dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator(".side")).to_be_hidden()
    expect(page.locator("#board .lines")).to_be_visible()
    held.let_go()


def test_several_presses_come_in_their_order_and_an_impatient_one_counts_once(
    page: Page, root: str, held: Held
) -> None:
    page.goto(root)
    for name in ("d6", "d6", "f4", "f4", "f4", "d2"):
        point(page, name).click()
    held.let_go()
    expect(page.locator("[data-testid=moves] [data-ply]")).to_have_text(["d6", "f4", "d2"])
    expect(status(page)).to_contain_text("Black: place a man")


def test_one_press_begins_a_game_even_before_python(page: Page, root: str, held: Held) -> None:
    page.goto(root)
    page.get_by_role("button", name="Play level 1").click()
    expect(page.get_by_role("button", name="Play level 1")).to_have_class(re.compile("pressed"))
    held.let_go()
    expect(page.locator("#app")).to_contain_text("Level 1, First game")
    expect(page.get_by_role("button", name="Learn to play")).to_have_count(0)


def test_a_man_dragged_out_of_the_hand_before_python_arrives(page: Page, root: str, held: Held) -> None:
    page.goto(root)
    drag(page, box(page.locator("[data-hand=white]")), box(point(page, "g7")))
    held.let_go()
    expect(point(page, "g7")).to_have_attribute("data-man", "white")


def drag(page: Page, start: Any, end: Any) -> None:
    page.mouse.move(start["x"] + 9, start["y"] + 9)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=5)
    page.mouse.up()


def test_keys_before_python_arrives(page: Page, root: str, held: Held) -> None:
    page.goto(root)
    page.locator('[data-point][tabindex="0"]').focus()
    here = page.evaluate("document.activeElement.dataset.point")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    held.let_go()
    men = page.locator('[data-man="white"]')
    expect(men).to_have_count(1)
    assert men.get_attribute("data-point") != here
