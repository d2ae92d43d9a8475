"""If something prevents the site from being saved for offline use, a sentence says what, and play goes on."""

import json
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect

from e2e.conftest import Profile, Watch
from e2e.hosts import CutServer, serving, serving_until_cut
from e2e.offline import LONG, READY, bring_the_line_back, open_settings, visit_until_ready
from e2e.player import Player
from e2e.playing import go_to
from e2e.waiting import until_equal
from tools.browser import launch_options
from tools.serve import address

FOR_TWO = "Offline: games for two, and the computer up to level 5. Higher levels, hints and analysis aren't saved."


def requests_for(server: CutServer, name: str) -> int:
    return sum(name in path for path in server.asked)


@pytest.mark.slow
def test_the_line_dies_before_the_page_is_saved(profile: Profile) -> None:
    with serving_until_cut() as server:
        server.cut_in, server.cut_after = "learn/history.html", 1_000  # which only the service worker requests
        page = go_to(profile().new_page(), address(server))
        open_settings(page)
        expect(page.get_by_test_id("offline-trouble")).to_contain_text(
            "You're offline. The download will continue", timeout=LONG
        )
        expect(page.get_by_test_id("offline")).to_have_text("Not ready to play offline yet.")
        page.keyboard.press("Escape")
        Player(page.evaluate).play_moves(3)

        bring_the_line_back(page, server)
        open_settings(page)
        expect(page.get_by_test_id("offline")).to_have_text(READY, timeout=LONG)
        expect(page.get_by_test_id("offline-trouble")).to_have_count(0)


@pytest.mark.slow
def test_the_line_dies_in_the_middle_of_the_engine(profile: Profile) -> None:
    with serving_until_cut() as server:
        server.cut_in, server.cut_after = "pyodide.asm.wasm", 3_000_000
        page = go_to(profile().new_page(), address(server))
        open_settings(page)
        expect(page.get_by_test_id("offline-trouble")).to_contain_text(
            "You're offline. The download will continue", timeout=LONG
        )
        expect(page.get_by_test_id("offline")).to_have_text(FOR_TWO)
        page.keyboard.press("Escape")

        # Play goes on, even after the browser was closed.
        Player(page.evaluate).play_moves(3)
        page = go_to(profile().new_page(), address(server))
        expect(page.locator("[data-testid=moves] [data-ply]")).to_have_count(3)
        Player(page.evaluate).play_moves(6)

        # Files that had arrived are not downloaded again.
        done = requests_for(server, "pyodide.asm.mjs")
        server.asked.clear()
        bring_the_line_back(page, server)
        open_settings(page)
        expect(page.get_by_test_id("offline")).to_have_text(READY, timeout=LONG)
        expect(page.get_by_test_id("offline-trouble")).to_have_count(0)
        assert (done, requests_for(server, "pyodide.asm.mjs")) == (1, 0)


@pytest.mark.slow
@pytest.mark.chromium("the preferences are Chromium's")
def test_storage_is_denied(profile: Profile, tmp_path: Path) -> None:
    preferences = tmp_path / "profile/Default/Preferences"
    preferences.parent.mkdir(parents=True)
    preferences.write_text('{"profile": {"default_content_setting_values": {"cookies": 2}}}')
    with serving() as host:
        context = profile()
        watch = Watch(host.address)
        watch.attach(context)
        page = go_to(context.new_page(), host.address + "#v=three&b=level8")
        open_settings(page)
        expect(page.get_by_test_id("offline")).to_contain_text("doesn't let this page save anything")
        page.keyboard.press("Escape")
        assert Player(page.evaluate).play_to_the_end()
        assert watch.troubles == []


@pytest.mark.slow
@pytest.mark.chromium("the argument is Chromium's")
def test_an_address_that_is_not_secure(profile: Profile) -> None:
    with serving() as host:
        context = profile(args=[*launch_options()["args"], "--host-resolver-rules=MAP plain.test 127.0.0.1"])
        page = go_to(context.new_page(), f"http://plain.test:{host.port}/#v=three&b=level8")
        open_settings(page)
        expect(page.get_by_test_id("offline")).to_contain_text("This browser can't save anything here")
        page.keyboard.press("Escape")
        assert Player(page.evaluate).play_to_the_end()


PAID = "Object.defineProperty(navigator, 'connection', {value: {saveData: true}, configurable: true})"


@pytest.mark.slow
def test_a_metered_connection_loads_the_computer_player_only_on_request(profile: Profile) -> None:
    with serving_until_cut() as server:
        context = profile()
        context.add_init_script(PAID)
        page = go_to(context.new_page(), address(server) + "#v=three")
        open_settings(page)
        expect(page.get_by_test_id("offline")).to_have_text(FOR_TWO)
        page.keyboard.press("Escape")
        Player(page.evaluate).play_moves(3)
        assert requests_for(server, "pyodide") == 0

        page.goto("about:blank")
        go_to(page, address(server) + "#v=three&b=level8")
        assert Player(page.evaluate).play_to_the_end()
        open_settings(page)
        expect(page.get_by_test_id("offline")).to_have_text(READY, timeout=LONG)
        assert requests_for(server, "pyodide.asm.wasm") == 1


REGISTRATIONS = "(async () => (await navigator.serviceWorker.getRegistrations()).length)()"
CACHES = "(async () => (await caches.keys()).length)()"


ASK = """(request) => new Promise(async (resolve) => {
  const { active } = await navigator.serviceWorker.ready;
  const channel = new MessageChannel();
  channel.port1.onmessage = (event) => resolve(event.data);
  active.postMessage(request, [channel.port2]);
})"""


@pytest.mark.slow
def test_groups_are_removed_and_saved_again_and_unknown_requests_are_answered(
    profile: Profile,
) -> None:
    with serving() as host:
        page = profile().new_page()
        visit_until_ready(page, host.address)
        for request, trouble in (  # without an answer the page would wait for six minutes
            ('{"do": "toString"}', "unknown request"),
            ('{"do": "keep", "file": "no/such/file"}', "unknown file"),
            ("null", "denied"),
        ):
            assert json.loads(page.evaluate(ASK, request))["trouble"] == trouble, request
        page.get_by_role("button", name="Remove: The computer player").click()
        expect(page.get_by_test_id("offline")).to_have_text(FOR_TWO)

        # Removed files stay away until they are needed.
        page = go_to(profile().new_page(), host.address)
        open_settings(page)
        expect(page.get_by_test_id("offline")).to_have_text(FOR_TWO)
        page.get_by_role("button", name="Download: The computer player").click()
        expect(page.get_by_test_id("offline")).to_have_text(READY, timeout=LONG)

        page.get_by_role("button", name="Remove: The board for two players").click()
        expect(page.get_by_test_id("offline")).to_contain_text("Nothing is saved on this device")
        until_equal(page, lambda: (page.evaluate(REGISTRATIONS), page.evaluate(CACHES)), (0, 0))

        page = go_to(profile().new_page(), host.address)
        open_settings(page)
        expect(page.get_by_test_id("offline")).to_contain_text("Nothing is saved on this device")
        page.get_by_role("button", name="Download: The board for two players").click()
        expect(page.get_by_test_id("offline")).to_have_text(READY, timeout=LONG)


@pytest.mark.slow
def test_a_host_that_changes_files_on_the_way_is_not_trusted(profile: Profile, site: Path, tmp_path: Path) -> None:
    shutil.copytree(site, tmp_path / "host")
    page_file = tmp_path / "host/index.html"
    page_file.write_text(page_file.read_text().replace("</body>", "<p>An advertisement</p></body>"))
    with serving(tmp_path / "host") as host:
        page = go_to(profile().new_page(), host.address + "#v=three&b=level8")
        open_settings(page)
        expect(page.get_by_test_id("offline-trouble")).to_contain_text("sent index.html with the wrong contents")
        page.keyboard.press("Escape")
        assert Player(page.evaluate).play_to_the_end()
