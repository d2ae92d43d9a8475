"""Looks of the board and the men: chosen, saved, there at the first paint, in frames, on paper, and for low vision."""

import json
import re
import time
from pathlib import Path

import pytest
from app.model.settings import SETTINGS
from playwright.sync_api import Locator, Page, Route, expect

from e2e.conftest import Opener, Watch
from e2e.hosts import FaultyServer
from e2e.playing import go_to, open_from_menu, reload
from e2e.sizes import box
from e2e.test_first_paint import HeldPython
from e2e.waiting import until

LOOKS = [value for setting in SETTINGS if setting.name == "look" for value in setting.values]
GAME = "v=nine&m=d6.f4.d2.b4.f6.b2.b6xf4.d7"
WOOD = "rgb(216, 180, 123)"  # --wood-2 in light, which no other look has
SHEET = re.compile(r"/style/looks-[0-9a-f]{16}\.css$")


def paint(element: Locator) -> str:
    """Return the computed background image of an element."""
    text: str = element.evaluate("element => getComputedStyle(element).backgroundImage")
    return text


def corner(page: Page, man: str) -> str:
    """Return the corner radius of a side's men."""
    text: str = page.locator(f"#board .man.{man} .disc").first.evaluate("disc => getComputedStyle(disc).rx")
    return text


def keep(page: Page, **settings: str) -> None:
    """Save these settings before the page is opened."""
    stored = json.dumps(json.dumps(settings))
    page.add_init_script(f"try {{ localStorage.setItem('morris-settings', {stored}) }} catch {{}}")


def choose(page: Page, title: str) -> None:
    page.get_by_role("radio", name=title, exact=True).check()


def test_the_default_look_loads_no_other(page: Page, open_board: Opener) -> None:
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    open_board(page, GAME)
    assert WOOD in paint(page.locator(".board-frame"))
    assert not [url for url in requests if SHEET.search(url)]


def test_a_look_and_men_are_chosen_and_there_after_a_reload(page: Page, open_board: Opener) -> None:
    open_board(page, GAME)
    page.get_by_role("button", name="Settings").click()
    # Each picture shows its own look, whatever is chosen, and so do the board's men.
    samples = page.locator(".sample[data-look]")
    expect(samples).to_have_count(len(LOOKS))
    expect(samples.nth(1)).to_have_css("background-image", re.compile(r"rgb\(85, 99, 109\)"))
    assert len({paint(sample) for sample in samples.all()}) == len(LOOKS)
    choose(page, "Slate")
    choose(page, "Shapes")
    frame = page.locator(".board-frame")
    expect(page.locator('html[data-look="slate"][data-men="shapes"]')).to_have_count(1)
    assert WOOD not in paint(frame)
    assert WOOD in paint(samples.first)
    slate = paint(frame)
    assert corner(page, "black") == "16px"
    assert corner(page, "white") != "16px"
    page.get_by_role("button", name="Done").click()
    reload(page)
    assert paint(frame) == slate
    assert corner(page, "black") == "16px"


def test_a_look_is_there_with_the_first_paint(page: Page, root: str) -> None:
    keep(page, look="slate", men="shapes")
    held = HeldPython(page)

    def respond_late(route: Route) -> None:
        time.sleep(0.5)
        route.continue_()

    page.route(SHEET, respond_late)
    # Nothing is painted before the sheet arrives, so the first paint has its colours.
    page.add_init_script(
        """new PerformanceObserver((list) => {
            const frame = document.querySelector(".board-frame");
            window.atFirst ??= getComputedStyle(frame).backgroundImage;
        }).observe({type: "paint", buffered: true});"""
    )
    page.goto(root)
    expect(page.locator("#board .lines")).to_be_visible()
    first = until(page, lambda: page.evaluate("window.atFirst"))
    held.let_go()
    assert first == paint(page.locator(".board-frame"))
    assert WOOD not in first


@pytest.mark.chromium("Playwright does not emulate paper in Firefox")
def test_on_paper_and_in_forced_colours_no_look_is_left_but_the_shapes(new_page: Opener, open_board: Opener) -> None:
    page = new_page()
    keep(page, look="contrast", men="shapes")
    open_board(page, GAME)
    page.emulate_media(media="print")
    line = "lines => getComputedStyle(lines).stroke"
    assert page.locator("#board .lines").evaluate(line) == "rgb(34, 34, 34)", "print.css, not the look"
    assert corner(page, "black") == "16px"
    page.emulate_media(media="screen", forced_colors="active")
    expect(page.locator(".board-frame")).to_have_css("background-image", "none")
    assert corner(page, "black") == "16px"


def test_a_frame_looks_as_its_address_says_and_ignores_unknown_values(page: Page, root: str) -> None:
    go_to(page, f"{root}embed.html#{GAME}&look=slate&men=shapes")
    assert WOOD not in paint(page.locator(".board-frame"))
    assert corner(page, "black") == "16px"
    page.goto("about:blank")
    go_to(page, f"{root}embed.html#{GAME}&look=glass&men=kings")
    expect(page.locator("html")).to_have_attribute("data-look", "wood")
    expect(page.locator("html")).to_have_attribute("data-men", "turned")
    assert WOOD in paint(page.locator(".board-frame"))


def element(page: Page, root: str, attributes: str, style: str = "") -> None:
    """Show a page of the same site with one embedded board."""
    page.route(
        root + "host",
        lambda route: route.fulfill(
            content_type="text/html",
            body=f'<!doctype html><html lang="en"><title>Host</title><style>{style}</style>'
            f'<p id="line"><morris-board id="one" link="{GAME}" {attributes}></morris-board></p>'
            f'<script src="{root}embed.js"></script>',
        ),
    )
    page.goto(root + "host")
    page.locator("#one iframe").content_frame.locator('html[data-board="ready"]').wait_for()


def test_an_element_looks_as_its_attributes_say_and_follows_them(page: Page, root: str) -> None:
    element(page, root, 'look="parchment" men="flat"')
    frame = page.locator("#one iframe").content_frame.locator("html")
    expect(frame).to_have_attribute("data-look", "parchment")
    expect(frame).to_have_attribute("data-men", "flat")
    page.evaluate("document.getElementById('one').look = 'slate'")
    expect(frame).to_have_attribute("data-look", "slate")
    page.evaluate("document.getElementById('one').removeAttribute('men')")
    expect(frame).to_have_attribute("data-men", "turned")
    page.evaluate(
        """document.addEventListener("morris:error", (event) => (window.said = event.detail.message));
        document.getElementById('one').look = 'glass'"""
    )
    messages = until(page, lambda: page.evaluate("window.said"))
    assert messages == f"morris:look needs one of: {', '.join(LOOKS)}."
    expect(frame).to_have_attribute("data-look", "slate")


def test_an_element_turns_dark_with_its_page(page: Page, root: str) -> None:
    element(page, root, "", "html.night { color-scheme: dark } body { transition: background-color .1s }")
    frame = page.locator("#one iframe").content_frame.locator("html")
    expect(frame).to_have_attribute("data-theme", "light")
    page.evaluate("document.documentElement.className = 'night'")
    expect(frame).to_have_attribute("data-theme", "dark")
    page.evaluate("document.documentElement.className = ''")
    expect(frame).to_have_attribute("data-theme", "light")
    # A page that only has a dark background, with a slow transition.
    page.evaluate("document.body.style.backgroundColor = '#fff'")
    page.wait_for_timeout(300)
    page.evaluate("document.body.style.backgroundColor = '#111'")
    expect(frame).to_have_attribute("data-theme", "dark")


def test_an_element_leaves_no_gap_below(page: Page, root: str) -> None:
    style = "body { margin: 0 } p { margin: 0; font-size: 40px } morris-board { display: inline-block; width: 300px }"
    element(page, root, 'controls="none"', style)
    board, line = box(page.locator("#one")), box(page.locator("#line"))
    assert board["width"] == 300
    assert abs(line["height"] - board["height"]) < 1
    assert board["y"] == line["y"]


@pytest.mark.slow
def test_a_button_with_only_an_icon_has_a_tooltip(page: Page, open_board: Opener) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_board(page, GAME)
    assert without_tooltip(page) == []
    for name in ("new-game", "lessons", "puzzles", "rules", "my-games", "open-game", "share", "settings", "more"):
        open_from_menu(page, name)
        expect(page.get_by_role("dialog")).to_be_visible()
        assert without_tooltip(page) == [], name
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Review").click()
    expect(page.get_by_test_id("review")).to_be_visible()
    assert without_tooltip(page) == []


def without_tooltip(page: Page) -> list[str]:
    """Return the buttons that can be seen, show no text and have no tooltip."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("button, a[href]")]
            .filter((element) => element.checkVisibility() && !element.title)
            .filter((element) => {
                const text = element.querySelector(".text");
                return text ? text.getBoundingClientRect().width <= 1 : !element.innerText.trim();
            })
            .map((element) => element.outerHTML.slice(0, 120))"""
    )
    return found


def sheet(site: Path) -> str:
    """Return the name of the style sheet of looks."""
    (path,) = site.glob("style/looks-*.css")
    return path.relative_to(site).as_posix()


@pytest.mark.slow
def test_a_sheet_of_looks_that_does_not_come_is_tried_again(server: FaultyServer, visit: Opener, site: Path) -> None:
    server.faults[sheet(site)] = "missing"
    page = visit("#" + GAME)
    for fault in (True, False):
        page.get_by_role("button", name="Settings").click()
        slate = page.locator('.sample[data-look="slate"]')
        expect(slate).to_be_visible()
        expect(page.locator('link[href*="/looks-"]')).to_have_count(0 if fault else 1)
        server.faults.clear()
        page.keyboard.press("Escape")
    expect(page.locator("#board .man")).to_have_count(7)


def test_a_chosen_look_that_does_not_come_before_the_first_paint_comes_later(
    page: Page, open_board: Opener, watch: Watch
) -> None:
    keep(page, look="slate")
    tries = []

    def fail_once(route: Route) -> None:
        tries.append(route.request.url)
        if len(tries) == 1:
            route.fulfill(status=404)
        else:
            route.continue_()

    watch.expect("404")
    page.route(SHEET, fail_once)
    open_board(page, GAME)
    expect(page.locator(".board-frame")).to_have_css("background-image", re.compile(r"rgb\(85, 99, 109\)"))
    assert len(tries) == 2
    expect(page.locator("#board .man")).to_have_count(7)
