"""The page on screens of every kind: nothing sticks out or is too small to press, and axe finds nothing serious."""

import pytest
from playwright.sync_api import expect

from e2e.audit import expect_axe_clean, small_targets, sticks_out
from e2e.conftest import Opener
from e2e.sizes import box, each_size
from e2e.waiting import until

SCREENS = {"phone": (390, 844), "phone on its side": (844, 390), "tablet": (820, 1180), "desktop": (1440, 900)}
MILL = "v=nine&m=d6.f4.d2.b4.f6.b6.b2.d7.d3.g1.d1xd7"


def test_the_board_fills_a_phones_width_and_a_desktops_height(open_on: Opener) -> None:
    page = open_on(SCREENS["phone"])
    sizes = each_size(page, [SCREENS[name] for name in ("phone", "desktop", "phone on its side")])
    phone, desktop, side = [box(page.get_by_test_id("board")) for _size in sizes]
    assert phone["width"] == 390
    assert desktop["height"] >= 0.85 * 900
    assert side["height"] >= 0.95 * 390


@pytest.mark.slow
def test_analysis_fits_and_axe_finds_nothing_serious(open_on: Opener) -> None:
    page = open_on(SCREENS["phone"], MILL, reduced_motion="reduce")
    page.get_by_role("button", name="Analyse").click()
    expect(page.locator(".board .value").first).to_be_visible()
    for size in each_size(page, SCREENS.values()):
        assert not sticks_out(page), size
        assert small_targets(page) == [], size
        expect_axe_clean(page)


LONG_GAME = "v=nine&m=d6.f4.d2.b4.f6.b6.b2.d7.d3.g1.d1xf4.e5.c3.e4.g7.c5.a1.d5xb2"
# Its last moves have the longest possible names.
LONG_NAMES = (
    "v=nine&m=d5.c5.f2.b6.a1.b2.f6.f4.d3.d6.c3.b4xd5.e4.d7.g1.a7.d5.a4.f2-d2.c5-c4xc3.d2-d1xd7.c4-c5.e4-e3.c5-c4xd3"
)

CURRENT_IN_SIGHT = """() => {
    const list = document.getElementById("moves").getBoundingClientRect();
    const current = document.querySelector("#moves [aria-current]").getBoundingClientRect();
    const across = current.left >= list.left && current.right <= list.right;
    return across && current.top >= list.top - 1 && current.bottom <= list.bottom + 1;
}"""


@pytest.mark.slow
def test_the_button_for_replaced_moves_holds_its_text(open_on: Opener) -> None:
    page = open_on((1280, 800), "v=nine&m=d6.f4.d2")
    page.get_by_role("button", name="Undo").click()
    page.locator('[data-point="g7"]').click()
    button = page.get_by_role("button", name="Show replaced moves")
    expect(button).to_be_visible()
    for _size in each_size(page, [(1280, 800), (390, 844)]):
        assert button.evaluate("one => one.scrollWidth <= one.clientWidth")


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
    expect(page.get_by_test_id("analysis").locator(".lines")).to_be_visible()  # the panel has its full height
    for _size in each_size(page, [(390, 844), (1180, 760)]):
        until(page, lambda: page.evaluate(CURRENT_IN_SIGHT))
