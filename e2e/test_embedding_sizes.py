"""Embedded boards in frames of every width: nothing is cut off, even in a plain frame of the documented height."""

from typing import Any

import pytest
from playwright.sync_api import FrameLocator, Page

from e2e.cases import slow_but
from e2e.conftest import Opener
from e2e.sizes import apart, box
from e2e.test_sizes import CUT
from e2e.waiting import until
from tests.damaged_links import long_game

WIDTHS = (240, 300, 328, 400, 640)
EXTRA = {"none": 0, "moves": 168, "full": 322}
ENDED = "v=three&m=a3.a2.b3.b2.c3"


def framed(page: Page, root: str, address: str, width: int, height: int, style: str = "") -> FrameLocator:
    """Show a page with nothing on it but a plain frame."""
    page.goto(root + "learn/embedding.html")
    page.evaluate(
        """([address, width, height, style]) => {
            document.documentElement.style.cssText = style;
            document.head.replaceChildren();
            document.body.replaceChildren();
            const frame = document.createElement("iframe");
            Object.assign(frame, { id: "board-frame", src: address, width, height });
            frame.style.border = "0";
            document.body.append(frame);
        }""",
        [root + address, width, height, style],
    )
    frame = page.frame_locator("#board-frame")
    frame.locator('html[data-board="ready"]').wait_for()
    return frame


@pytest.mark.parametrize("controls", slow_but(EXTRA, ["full"]))
@pytest.mark.parametrize("width", slow_but(WIDTHS, [240]))
def test_a_frame_of_the_documented_height_fits(page: Page, root: str, width: int, controls: str) -> None:
    fragment = long_game("nine", 20, seed=0).link()
    frame = framed(
        page, root, f"embed.html#{fragment}&b=level3&controls={controls}&at=4", width, width + EXTRA[controls]
    )
    sizes: dict[str, float] = frame.locator("html").evaluate(
        """(html) => ({
            height: document.body.getBoundingClientRect().height,
            across: html.scrollWidth - html.clientWidth,
            down: html.scrollHeight - html.clientHeight,
        })"""
    )
    assert sizes == {"height": width + EXTRA[controls], "across": 0, "down": 0}
    for part in frame.locator("button:visible, a:visible, .name:visible, .note:visible, .trays:visible").all():
        found: dict[str, Any] = part.evaluate(CUT)
        if part.evaluate("part => !part.closest('#moves')"):  # the list scrolls
            assert not any(found.values()), part
        target = part.bounding_box()
        assert target is not None
        if part.evaluate("part => part.matches('button, a')"):
            assert target["width"] >= 36
            assert target["height"] >= 40


@pytest.mark.parametrize("width", slow_but(WIDTHS, [240]))
def test_a_player_has_room_beside_his_men(page: Page, root: str, width: int) -> None:
    frame = framed(page, root, "embed.html#v=twelve&b=level3&controls=full", width, width + EXTRA["full"])
    strip = box(frame.locator("#player-top"))
    for part in frame.locator("#player-top :is(.name, .note, .pips)").all():
        inside = box(part)
        assert inside["top"] >= strip["top"]
        assert inside["bottom"] <= strip["bottom"]
    assert apart(box(frame.locator("#player-top .who")), box(frame.locator("#player-top .trays")))
    name = box(frame.locator("#player-top .name"))
    assert name["bottom"] - name["top"] < 24, "one line"


@pytest.mark.parametrize("width", slow_but([240, 400], [240]))
def test_a_plain_frame_loses_nothing_at_the_end_of_a_game(page: Page, root: str, width: int) -> None:
    frame = framed(page, root, f"embed.html#{ENDED}&controls=full", width, width + EXTRA["full"])
    for button in (frame.get_by_role("button", name="Rematch"), frame.get_by_role("button", name="First move")):
        reach(page, button)
    assert frame.locator("html").evaluate("html => html.scrollWidth <= html.clientWidth")


def reach(page: Page, button: Any) -> None:
    """Scroll the frame with the mouse wheel, as a visitor can, until a button is in view."""
    frame = page.locator("#board-frame").bounding_box()
    assert frame is not None
    page.mouse.move(frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] - 20)

    def in_sight() -> bool:
        found = button.bounding_box()
        assert found is not None
        if frame["y"] <= found["y"] and found["y"] + found["height"] <= frame["y"] + frame["height"] + 0.5:
            return True
        page.mouse.wheel(0, 60)
        return False

    until(page, in_sight)


@pytest.mark.parametrize("scheme", slow_but(["light", "dark"], ["dark"]))
def test_a_board_takes_the_background_of_its_host_page(new_page: Opener, root: str, scheme: str) -> None:
    page = new_page(color_scheme=scheme)
    frame = framed(page, root, "embed.html#v=nine&controls=full", 400, 722, f"color-scheme: {scheme}")
    background = "element => getComputedStyle(element).backgroundColor"
    assert frame.locator("body").evaluate(background) == "rgba(0, 0, 0, 0)"
    # The browser's default background, white or nearly black.
    page.evaluate("document.body.style.background = 'Canvas'")
    own = page.locator("body").evaluate(background)
    assert (own == "rgb(255, 255, 255)") == (scheme == "light")
    assert frame.locator("html").evaluate(background) == own
    frame = framed(page, root, "embed.html#v=nine&controls=full&host=" + root.rstrip("/"), 400, 722)
    assert frame.locator("html").evaluate(background) == "rgba(0, 0, 0, 0)"
