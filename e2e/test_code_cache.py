"""Compiled code: from the third visit on, Chromium takes it from its cache, also if the site is on the device."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect

from e2e.conftest import Profile
from e2e.hosts import serving
from e2e.offline import LONG, visit_until_ready
from e2e.playing import go_to

# Some of the page and of the engine, and the largest one.
SCRIPTS = {"boot/early.js", "boot/watchdog.js", "engine/boot.mjs", "vendor/pyodide/pyodide.asm.mjs"}
IDLE = 4_000  # milliseconds after which Chromium has written what it compiled
VISITS = 3  # after the second; on a slow machine, the third may be too early


def visit(context: BrowserContext, root: str) -> list[dict[str, Any]]:
    """Let the computer answer a move, and return what Chromium says about the site's scripts."""
    browser = context.browser
    assert browser is not None
    browser.start_tracing(categories=["v8", "devtools.timeline"])
    page = go_to(context.new_page(), f"{root}#v=nine-merelles&b=level8")
    page.locator('[data-point="d6"]').click()
    expect(page.locator("[data-ply]")).to_have_count(2, timeout=LONG)
    page.wait_for_timeout(IDLE)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    details = [event["args"].get("data", {}) for event in events if event["name"].startswith("v8.")]
    return [data for data in details if str(data.get("url")).startswith(root)]


def compiled_before(details: list[dict[str, Any]], root: str) -> set[str]:
    """Return the names, without versions and hashes, of the scripts that were taken from what Chromium has kept."""
    urls = [data["url"][len(root) :] for data in details if "consumedCacheSize" in data]
    return {re.sub(r"-[\d.]+(?=/)|-[0-9a-f]{16}(?=\.)", "", url) for url in urls}


@pytest.mark.slow
@pytest.mark.chromium("other browsers do not tell what they compile")
def test_a_site_that_is_on_the_device_starts_from_compiled_code(profile: Profile) -> None:
    with serving() as host:
        visit_until_ready(profile().new_page(), host.address)
        visit(profile(), host.address)  # compiles
        for _ in range(VISITS):
            details = visit(profile(), host.address)
            if compiled_before(details, host.address) >= SCRIPTS:
                break
    assert compiled_before(details, host.address) >= SCRIPTS
    assert not any(data.get("cacheRejected") for data in details)
