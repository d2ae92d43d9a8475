"""The memory that the page and its worker take, with and without Perfect play, on a device with little memory."""

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import Profile
from e2e.hosts import serving
from e2e.offline import LONG, READY
from e2e.perfect_play import section
from e2e.playing import analyse, go_to, recorded_game
from e2e.waiting import until_equal
from tools.measure import reliability
from tools.site import content_names, offline

MB = 10**6
MOST = 600 * MB
POSITIONS = 10

pytestmark = [
    pytest.mark.slow,
    pytest.mark.real_engine,
    pytest.mark.chromium("only Linux's /proc tells of its processes"),
]


def memory(page: Page) -> int:
    """Return the bytes of the processes that run pages and workers, each shared page of memory counted once."""
    browser = page.context.browser
    assert browser is not None
    processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    total = 0
    for process in processes:
        folder = Path(f"/proc/{process['id']}")
        # The toolbar of Chromium itself is a page too.
        if process["type"] == "renderer" and b"--top-chrome-webui" not in (folder / "cmdline").read_bytes():
            text = (folder / "smaps_rollup").read_text()
            total += 1024 * sum(int(line.split()[1]) for line in text.splitlines() if line.startswith("Pss:"))
    return total


def begin(page: Page, root: str) -> None:
    go_to(page, root + "#v=nine&b=level6")


def test_perfect_play_fits_a_device_with_little_memory(profile: Profile, site: Path, tmp_path: Path) -> None:
    small = tmp_path / "site"
    shutil.copytree(site, small)
    (script,) = small.glob("boot/verified-*.mjs")
    text = script.read_text()
    assert "navigator.deviceMemory" in text
    script.write_text(text.replace("navigator.deviceMemory", "4"))
    content_names.settle(small)
    offline.write(small)
    rows: list[tuple[str, int]] = []
    with serving(small) as host:
        page = profile().new_page()
        begin(page, host.address)
        page.get_by_role("button", name="Settings").click()
        expect(page.get_by_test_id("offline")).to_have_text(READY, timeout=LONG)
        expect(section(page)).to_contain_text("100.0 MB of memory")
        section(page).get_by_role("button", name="Download").click()
        expect(section(page)).to_contain_text("MB saved", timeout=4 * LONG)
        # Playwright makes a service worker keep all that it downloads, so measure at the next visit.
        page = profile().new_page()
        begin(page, host.address)
        rows.append(("the page", memory(page) // MB))
        page.locator('html[data-engine="ready"]').wait_for(timeout=LONG)
        page.locator('[data-point="d6"]').click()
        expect(page.locator("[data-ply]")).to_have_count(2, timeout=LONG)
        rows.append(("after the computer's first move", memory(page) // MB))
        moves = [recorded_game(number)["moves"] for number in range(POSITIONS)]
        for number, line in enumerate(moves):
            played = ".".join(line[: 10 + 2 * number])
            page.evaluate("fragment => { location.hash = fragment; }", f"v=nine&m={played}")
            until_equal(page, lambda: page.locator("[data-ply]").count(), min(len(line), 10 + 2 * number))
            expect(page.locator(".move-values li")).to_have_count(0)
            analyse(page)
            page.locator(".move-values li").first.wait_for(timeout=LONG)
        rows.append((f"after {POSITIONS} positions valued by Perfect play", memory(page) // MB))
    note = "With 4 GB, or an unknown amount; with 8 GB, tables may take more. Of Chromium's code, a share is counted."
    command = "pytest -m slow e2e/test_memory.py"
    reliability.write("memory", "Memory of page and worker", command, ["when", "MB"], rows, note)
    assert rows[-1][1] * MB < MOST, rows
