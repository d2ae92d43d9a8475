"""A new version: downloaded beside the one in use, offered, and taken when the player agrees. The game goes on."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from e2e.conftest import Profile
from e2e.hosts import deploy, serving, serving_with_fault
from e2e.offline import LONG, LOOK_FOR_NEW, READY, visit_until_ready
from e2e.offline import versions as versions
from e2e.player import Player
from e2e.playing import go_to, reload
from e2e.waiting import until_equal
from tools.serve import address
from tools.site.content_names import stable_name

# Counts the copies of each stored file: more than one while two versions lie side by side.
STORED = """(async () => {
  const counts = {};
  for (const name of await caches.keys()) {
    for (const {url} of await (await caches.open(name)).keys()) {
      const file = url.slice(location.href.split("#")[0].length).split("?")[0];
      counts[file] = (counts[file] ?? 0) + 1;
    }
  }
  return counts;
})()"""


def twice(stored: dict[str, int]) -> list[str]:
    """Return the files that are stored in more than one version."""
    plain = [stable_name(name) for name in stored]
    return [name for name in stored if stored[name] > 1 or plain.count(stable_name(name)) > 1]


def version(page: Page) -> str:
    """Return the version that Settings names, and close Settings again."""
    page.get_by_role("button", name="Settings").click()
    named = page.get_by_test_id("version")
    expect(page.get_by_role("region", name="Offline")).to_contain_text("Version")
    text = named.text_content() or ""
    page.keyboard.press("Escape")
    return text


@pytest.mark.slow
def test_a_new_version_in_the_middle_of_a_game(profile: Profile, versions: tuple[Path, Path]) -> None:
    host_folder, later = versions
    with serving(host_folder) as host:
        visit_until_ready(profile().new_page(), host.address)
        page = go_to(profile().new_page(), host.address + "#v=nine-merelles&b=level8")
        player = Player(page.evaluate)
        player.play_moves(6)
        page.evaluate("performance.mark('still-the-same-page')")
        old = version(page)

        # A version that cannot be downloaded whole is not offered.
        (worker,) = later.glob("engine/worker-*.py")
        whole = worker.rename(later.with_name("worker"))
        deploy(later, host_folder)
        page.evaluate(LOOK_FOR_NEW)
        page.get_by_role("button", name="Settings").click()
        expect(page.get_by_test_id("offline-trouble")).to_contain_text(
            "The server doesn't have engine/worker-", timeout=LONG
        )
        expect(page.get_by_test_id("offline")).to_have_text(READY)
        expect(page.get_by_text("A new version is ready.")).to_be_hidden()
        page.keyboard.press("Escape")

        whole.rename(worker)
        deploy(later, host_folder)
        page.evaluate(LOOK_FOR_NEW)
        expect(page.get_by_text("A new version is ready.")).to_be_visible(timeout=LONG)
        # Side by side: changed files are there twice, all others are shared.
        stored = page.evaluate(STORED)
        assert {name for name, count in stored.items() if count > 1} == {"index.html", "embed.html"}
        for changed in ("engine/worker.py", "engine/link.mjs", "style/looks.css"):  # whose names carry a hash
            assert [stable_name(name) for name in stored].count(changed) == 2, changed

        # The page checks the stored files again, as when the player returns, and does not clear the new version away.
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

        # Offered, not forced: the game goes on in the version in which it began.
        player.play_moves(10)
        assert page.evaluate("performance.getEntriesByName('still-the-same-page').length") == 1
        assert page.evaluate("document.documentElement.dataset.edition ?? 'old'") == "old"
        assert version(page) == old
        player.wait_for_move()
        moves = page.get_by_test_id("moves").inner_text()

        assert page.evaluate(STORED) == stored
        loads: list[Page] = []
        page.on("domcontentloaded", lambda loaded: loads.append(loaded))
        page.get_by_role("button", name="Reload").click()
        page.locator('html[data-edition="new"][data-board="ready"]').wait_for()
        assert len(loads) == 1
        assert page.get_by_test_id("moves").inner_text() == moves
        expect(page.get_by_text("A new version is ready.")).to_be_hidden()
        assert version(page) != old

        # Files that only the old version used are gone, and the new version works offline as the old one did.
        until_equal(page, lambda: twice(page.evaluate(STORED)), [])
        host.stop()
        page.reload()
        page.locator('html[data-edition="new"][data-board="ready"]').wait_for()
        Player(page.evaluate).play_moves(14)


@pytest.mark.slow
def test_a_new_version_waits_until_the_host_sends_its_scripts_as_scripts(
    profile: Profile, versions: tuple[Path, Path]
) -> None:
    host_folder, later = versions
    with serving_with_fault(host_folder) as server:
        page = profile().new_page()
        visit_until_ready(page, address(server))
        (link,) = later.glob("engine/link-*.mjs")
        server.faults[link.relative_to(later).as_posix()] = "wrong type"
        deploy(later, host_folder)
        page.evaluate(LOOK_FOR_NEW)
        expect(page.get_by_test_id("offline-trouble")).to_contain_text("engine/link-", timeout=LONG)
        expect(page.get_by_text("A new version is ready.")).to_be_hidden()
        server.faults.clear()
        page.evaluate(LOOK_FOR_NEW)
        page.keyboard.press("Escape")
        expect(page.get_by_text("A new version is ready.")).to_be_visible(timeout=LONG)
        page.get_by_role("button", name="Reload").click()
        page.locator('html[data-edition="new"][data-board="ready"]').wait_for()


@pytest.mark.slow
def test_a_new_version_can_be_put_off(profile: Profile, versions: tuple[Path, Path]) -> None:
    host_folder, later = versions
    with serving(host_folder) as host:
        visit_until_ready(profile().new_page(), host.address)
        page = go_to(profile().new_page(), host.address)
        offered = page.get_by_text("A new version is ready.")
        deploy(later, host_folder)
        page.evaluate(LOOK_FOR_NEW)
        expect(offered).to_be_visible(timeout=LONG)
        page.get_by_role("button", name="Later").click()
        expect(offered).to_be_hidden()
        reload(page)
        assert page.evaluate("document.documentElement.dataset.edition ?? 'old'") == "old"
        expect(offered).to_be_visible(timeout=LONG)


@pytest.mark.slow
def test_another_page_takes_the_new_version(profile: Profile, versions: tuple[Path, Path]) -> None:
    host_folder, later = versions
    with serving(host_folder) as host:
        context: BrowserContext = profile()
        visit_until_ready(context.new_page(), host.address)
        playing, other = context.new_page(), context.new_page()
        go_to(playing, host.address + "#v=nine&m=d6.f4.d2")
        go_to(other, host.address)
        deploy(later, host_folder)
        other.evaluate(LOOK_FOR_NEW)
        other.get_by_role("button", name="Reload").click()
        other.locator('html[data-edition="new"][data-board="ready"]').wait_for()

        # The other page goes on as it is, and can still load files that only its own version has.
        expect(playing.get_by_text("A new version is ready.")).to_be_visible(timeout=LONG)
        assert playing.evaluate("document.documentElement.dataset.edition ?? 'old'") == "old"
        Player(playing.evaluate).play_moves(5)
        playing.get_by_role("button", name="Settings").click()
        playing.get_by_role("radio", name="Slate", exact=True).check()
        expect(playing.locator(".board-frame")).to_have_css("background-image", re.compile(r"rgb\(85, 99, 109\)"))
        playing.keyboard.press("Escape")
        playing.get_by_role("button", name="Reload").click()
        playing.locator('html[data-edition="new"][data-board="ready"]').wait_for()
        expect(playing.locator("[data-testid=moves] [data-ply]")).to_have_count(5)
