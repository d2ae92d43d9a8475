"""The page on screens of every kind: nothing sticks out or is too small to press, and axe finds nothing serious."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from e2e.all_screens import go
from e2e.conftest import Opener
from e2e.sizes import each_size
from e2e.waiting import until

SCREENS = {"phone": (390, 844), "phone on its side": (844, 390), "tablet": (820, 1180), "desktop": (1440, 900)}
SMALL = {"small phone": (320, 568), "small phone on its side": (568, 320), **SCREENS}
MILL = "v=nine&m=d6.f4.d2.b4.f6.b6.b2.d7.d3.g1.d1xd7"
# Links, and how many moves the list has then; the last one is damaged.
STATES = {"v=nine": 0, MILL: 11, "v=twelve&m=a1": 1, "v=three&m=a3.a2.b3.b2.c3": 5, "v=nine&m=d6.d6": 1}
# The buttons to press one after the other to open each.
DIALOGS = ["New game", "Open", "Open, Set up a position", "Open, Play by link", "Share", "Settings"]

TARGETS = "button, a[href], input, select, textarea, [role=button], summary"


@pytest.fixture
def open_on(new_page: Opener, open_board: Opener) -> Opener:
    """Return a function that opens the board on a screen (width, height)."""

    def open_page(size: tuple[int, int], fragment: str = "", **options: Any) -> Page:
        page = new_page(viewport={"width": size[0], "height": size[1]}, **options)
        return open_board(page, fragment)

    return open_page


def small_targets(page: Page) -> list[str]:
    """Return the targets that are visible and less than 40 CSS pixels wide or high."""
    found: list[str] = page.evaluate(
        """(selector) => [...document.querySelectorAll(selector)]
            .map((element) => [element, element.getBoundingClientRect()])
            .filter(([element, box]) => element.checkVisibility() && box.width > 0)
            .filter(([, box]) => box.width < 40 || box.height < 40)
            .map(([element, box]) => `${element.outerHTML.slice(0, 80)} ${box.width} x ${box.height}`)""",
        TARGETS,
    )
    return found


def sticks_out(page: Page) -> bool:
    wider: bool = page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    return wider


def test_nothing_sticks_out_and_nothing_is_too_small(open_on: Opener) -> None:
    page = open_on(SCREENS["phone"], reduced_motion="reduce")
    for fragment, plies in STATES.items():
        go(page, fragment)
        expect(page.locator("#moves [data-ply]")).to_have_count(plies)
        for size in each_size(page, SMALL.values()):
            assert not sticks_out(page), (fragment, size)
            if min(size) >= 390:  # a smaller screen has no room for seven points of 40 pixels in a row
                assert small_targets(page) == [], (fragment, size)


def test_dialogs_fit(open_on: Opener) -> None:
    page = open_on(SCREENS["desktop"], reduced_motion="reduce")
    for buttons in DIALOGS:
        for name in buttons.split(", "):
            page.get_by_role("button", name=name, exact=True).click()
            expect(page.get_by_role("dialog").locator('[data-intent="close"]').first).to_be_visible()
        for size in each_size(page, SCREENS.values()):
            assert not sticks_out(page), (buttons, size)
            assert small_targets(page) == [], (buttons, size)
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_board_fills_a_phones_width_and_a_desktops_height(open_on: Opener) -> None:
    page = open_on(SCREENS["phone"])
    boxes = []
    for _size in each_size(page, [SCREENS[name] for name in ("phone", "desktop", "phone on its side")]):
        box = page.get_by_test_id("board").bounding_box()
        assert box is not None
        boxes.append(box)
    phone, desktop, side = boxes
    assert phone["width"] == 390
    assert desktop["height"] >= 0.85 * 900
    assert side["height"] >= 0.95 * 390


def test_analysis_fits_and_axe_finds_nothing_serious(open_on: Opener) -> None:
    page = open_on(SCREENS["phone"], MILL, reduced_motion="reduce")
    page.get_by_role("button", name="Analyse").click()
    expect(page.locator(".board .value").first).to_be_visible()
    for size in each_size(page, SCREENS.values()):
        assert not sticks_out(page), size
        assert small_targets(page) == [], size
        check_with_axe(page)


def check_schemes_with_axe(page: Page) -> None:
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        check_with_axe(page)


def check_with_axe(page: Page) -> None:
    violations = Axe().run(page).response["violations"]
    serious = [
        f"{violation['id']}: {node['html'][:120]} {node['failureSummary'][:200]}"
        for violation in violations
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]
    assert serious == []


LONG_GAME = "v=nine&m=d6.f4.d2.b4.f6.b6.b2.d7.d3.g1.d1xf4.e5.c3.e4.g7.c5.a1.d5xb2"
# Its last moves have the longest names that there are.
LONG_NAMES = (
    "v=nine&m=d5.c5.f2.b6.a1.b2.f6.f4.d3.d6.c3.b4xd5.e4.d7.g1.a7.d5.a4.f2-d2.c5-c4xc3.d2-d1xd7.c4-c5.e4-e3.c5-c4xd3"
)

CURRENT_IN_SIGHT = """() => {
    const list = document.getElementById("moves").getBoundingClientRect();
    const current = document.querySelector("#moves [aria-current]").getBoundingClientRect();
    const across = current.left >= list.left && current.right <= list.right;
    return across && current.top >= list.top && current.bottom <= list.bottom;
}"""


def test_the_move_shown_is_in_sight_in_the_list(open_on: Opener) -> None:
    page = open_on((390, 844), LONG_GAME)
    assert page.evaluate(CURRENT_IN_SIGHT)
    with_long_names = open_on((360, 640), LONG_NAMES)
    assert with_long_names.evaluate(CURRENT_IN_SIGHT)
    for _size in each_size(page, [(390, 844), (1180, 760)]):
        page.get_by_role("button", name="First move").click()
        expect(page.locator("#moves [aria-current]")).to_have_count(0)
        for ply in range(1, 19):
            page.get_by_role("button", name="Next move").click()
            expect(page.locator("#moves [aria-current]")).to_have_attribute("data-ply", str(ply))
            until(page, lambda: page.evaluate(CURRENT_IN_SIGHT))
    page.get_by_role("button", name="Analyse").click()
    expect(page.get_by_test_id("analysis").locator(".lines")).to_be_visible()  # the panel has its whole height
    for _size in each_size(page, [(390, 844), (1180, 760)]):
        until(page, lambda: page.evaluate(CURRENT_IN_SIGHT))
