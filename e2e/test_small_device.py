"""The start on a slow phone with a slow line, from the first byte to the computer's first answer."""

from pathlib import Path

import pytest
from playwright.sync_api import Playwright, expect

from e2e.conftest import launch
from e2e.hosts import serving_until_cut
from e2e.offline import LONG
from tools.measure import reliability
from tools.serve import address

SLOWDOWN = 6
RATE = 200_000  # bytes per second

# Milliseconds from the page's start.
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
NOW = "performance.now()"


@pytest.mark.slow
@pytest.mark.real_engine
@pytest.mark.chromium("only Chromium slows a page's processor down")
def test_a_slow_phone_has_a_board_long_before_the_computer_player(playwright: Playwright, site: Path) -> None:
    chromium = launch(playwright, "chromium")
    seen: list[tuple[str, float]] = []
    with serving_until_cut(site) as server:
        server.rate = RATE
        page = chromium.new_page(viewport={"width": 390, "height": 844})
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
        page.goto(f"{address(server)}#v=nine&b=level6", wait_until="commit")
        page.locator('[data-point="d6"]').wait_for(timeout=LONG)
        seen.append(("the board", page.evaluate(PAINTED)))
        page.locator('html[data-board="ready"]').wait_for(timeout=LONG)
        seen.append(("presses are answered", page.evaluate(NOW)))
        page.locator('[data-point="d6"]').click()
        expect(page.locator('[data-point="d6"]')).to_have_attribute("data-man", "white", timeout=LONG)
        seen.append(("the first man stands", page.evaluate(NOW)))
        expect(page.locator("[data-ply]")).to_have_count(2, timeout=LONG)
        seen.append(("the computer, level 6, has answered", page.evaluate(NOW)))
    chromium.close()
    reliability.write(
        "small",
        "A slow phone",
        "pytest -m slow e2e/test_small_device.py",
        ("what the visitor has", "after seconds"),
        [(what, f"{milliseconds / 1000:.1f}") for what, milliseconds in seen],
        "A sixth of the processor for the page, and 200 kB/s for all files together. The worker is not slowed down.",
    )
    times = [milliseconds for _, milliseconds in seen]
    assert times == sorted(times), seen
