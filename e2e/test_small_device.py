"""The start on a slow phone with a slow line, from the first byte to the computer's first men."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, expect

from e2e.conftest import launch
from e2e.hosts import serving_until_cut
from e2e.offline import LONG
from e2e.waiting import until
from tools.measure import reliability
from tools.serve import address

SLOWDOWN = 6
RATE = 200_000  # bytes per second
# One level of each kind: it looks one ply ahead, only while it places men, or searches; full strength has a book.
GAMES = [(game, level) for game in ("nine", "twelve") for level in (5, 6, 8, 12)]

# Milliseconds from the page's start.
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
NOW = "performance.now()"
ENGINE = "performance.getEntriesByName('engine-ready')[0]?.startTime"


def times(browser: Browser, site: Path, game: str, level: int) -> list[float]:
    """Return when the board is there and presses are answered, and when the player's first man stands, the computer's
    first and second, and the engine is ready.
    """
    with serving_until_cut(site) as server:
        server.rate = RATE
        page = browser.new_page(viewport={"width": 390, "height": 844})
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
        page.goto(f"{address(server)}#v={game}&b=level{level}", wait_until="commit")
        page.locator('html[data-board="ready"]').wait_for(timeout=LONG)
        ready = page.evaluate(NOW)
        seen = [page.evaluate(PAINTED), ready]
        for number in range(2):
            free = page.locator('[data-point][data-man="none"]').first
            name = free.get_attribute("data-point")
            free.click()
            if not number:
                expect(page.locator(f'[data-point="{name}"]')).to_have_attribute("data-man", "white", timeout=LONG)
                seen.append(page.evaluate(NOW))
            expect(page.locator("[data-ply]")).to_have_count(2 * number + 2, timeout=LONG)
            seen.append(page.evaluate(NOW))
        seen.append(until(page, lambda: page.evaluate(ENGINE), patience=LONG))
        page.context.close()
    return seen


@pytest.mark.slow
@pytest.mark.real_engine
@pytest.mark.chromium("only Chromium slows a page's processor down")
def test_on_a_slow_phone_every_level_plays_before_the_engine_is_there(playwright: Playwright, site: Path) -> None:
    chromium = launch(playwright, "chromium")
    found = {(game, level): times(chromium, site, game, level) for game, level in GAMES}
    chromium.close()
    reliability.write(
        "small",
        "A slow phone",
        "pytest -m slow e2e/test_small_device.py",
        ("game, level", "board", "presses are answered", "first man", "the computer's first", "its second", "engine"),
        [
            (f"{game}, {level}", *(f"{milliseconds / 1000:.1f}" for milliseconds in seen))
            for (game, level), seen in found.items()
        ],
        "Seconds from the page's start, with a sixth of the processor for the page, and 200 kB/s for all files. The "
        "worker is not slowed down. The player presses as soon as presses are answered.",
    )
    for seen in found.values():
        assert seen == sorted(seen), found
