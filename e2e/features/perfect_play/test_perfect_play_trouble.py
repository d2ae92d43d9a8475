"""Perfect play when something is wrong: damaged files, hosts without them, no space; and when versions change."""

import hashlib
import json
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect

from e2e.conftest import Profile
from e2e.hosts import CutServer, deploy, serving
from e2e.offline import LONG, open_settings
from e2e.perfect_play import LARGE, begin, expect_complete, make_perfect, press, requests_for, section, with_perfect
from e2e.perfect_play import perfect_site as perfect_site
from e2e.perfect_play import server as server
from tools.serve import address
from tools.site import data_files

DAMAGE = """async (name) => {
  for (const store of await caches.keys()) {
    const cache = await caches.open(store);
    for (const { url } of await cache.keys()) {
      if (!url.includes(`/perfect/${name}`)) continue;
      const bytes = new Uint8Array(await (await cache.match(url)).arrayBuffer());
      for (let at = 0; at < bytes.length; at += 1000) bytes[at] ^= 1;
      await cache.put(url, new Response(bytes));
    }
  }
}"""


@pytest.mark.slow
def test_a_file_that_was_damaged_on_the_device_is_reported_and_downloaded_again(
    profile: Profile, server: CutServer
) -> None:
    page = profile().new_page()
    begin(page, address(server))
    press(page, "Download")
    expect_complete(page)
    press(page, "Check")
    expect(page.get_by_test_id("perfect-note")).to_have_text("Every byte is correct.")
    server.asked.clear()
    page.evaluate(DAMAGE, LARGE)
    page.reload()
    open_settings(page)
    expect(section(page).get_by_test_id("perfect-note")).to_have_count(0)
    press(page, "Check")
    expect(section(page).get_by_test_id("perfect-note")).to_have_text(
        "A file was corrupted. It has been downloaded again.", timeout=LONG
    )
    expect_complete(page)
    assert requests_for(server, LARGE) == 2


@pytest.mark.slow
def test_a_host_that_sends_no_parts(profile: Profile, perfect_site: Path) -> None:
    with serving(perfect_site, plain=True) as host:
        page = profile().new_page()
        begin(page, host.address)
        press(page, "Download")
        expect_complete(page)


FULL = """() => {
  const put = (Cache.prototype.realPut = Cache.prototype.put);
  Cache.prototype.put = function (request, response) {
    const perfect = String(request.url ?? request).includes("/perfect/");
    if (!perfect) return put.call(this, request, response);
    return Promise.reject(new DOMException("Quota exceeded.", "QuotaExceededError"));
  };
}"""
ROOM = "() => { Cache.prototype.put = Cache.prototype.realPut; }"


@pytest.mark.slow
@pytest.mark.chromium("only Chromium lets a test run scripts in a service worker")
def test_a_host_without_a_file_one_that_sends_another_and_a_device_without_room(
    profile: Profile, perfect_site: Path, tmp_path: Path
) -> None:
    shutil.copytree(perfect_site, tmp_path / "host")
    (file,) = tmp_path.glob(f"host/perfect/{LARGE}-*")
    data = file.read_bytes()
    file.unlink()
    with serving(tmp_path / "host") as host:
        context = profile()
        page = context.new_page()
        begin(page, host.address)
        trouble = page.get_by_test_id("offline-trouble")
        page.evaluate("navigator.storage.estimate = async () => ({ quota: 5_000_000, usage: 3_000_000 })")
        press(page, "Download")
        expect(trouble).to_contain_text("your browser has only 2.0 MB for this page")
        page.evaluate("navigator.storage.estimate = async () => ({ quota: 1e9, usage: 0 })")
        press(page, "Download")
        expect(trouble).to_contain_text(f"The server doesn't have perfect/{LARGE}")
        file.write_bytes(data[:-1] + b"x")
        press(page, "Resume")
        expect(trouble).to_contain_text("with the wrong contents", timeout=LONG)
        file.write_bytes(data)
        # A browser that promises space and then has none. A test cannot give it a small quota, so the service worker's
        # store answers as on a full device.
        (worker,) = context.service_workers
        worker.evaluate(FULL)
        press(page, "Resume")
        expect(trouble).to_contain_text("This device is out of space", timeout=LONG)
        worker.evaluate(ROOM)
        press(page, "Resume")
        expect_complete(page)


@pytest.mark.slow
def test_a_new_version_with_other_files_shares_what_has_not_changed(
    profile: Profile, perfect_site: Path, tmp_path: Path, site: Path
) -> None:
    host_folder = tmp_path / "host"
    shutil.copytree(perfect_site, host_folder)
    make_perfect(tmp_path / "files")
    listed = json.loads((tmp_path / "files" / data_files.PERFECT_LIST).read_text())
    file = listed["files"][0]
    data = (data_files.TABLES / "nine-without-flying-endgames.mtb").read_bytes()
    (tmp_path / "files" / file["name"]).write_bytes(data)
    file |= {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    (tmp_path / "files" / data_files.PERFECT_LIST).write_text(json.dumps(listed))
    with_perfect(site, tmp_path / "later", tmp_path / "files")
    with serving(host_folder) as host:
        page = profile().new_page()
        begin(page, host.address)
        press(page, "Download")
        expect_complete(page)
        deploy(tmp_path / "later", host_folder)
        page.evaluate("navigator.serviceWorker.getRegistration().then((registration) => registration.update())")
        expect(page.get_by_text("A new version is ready.")).to_be_visible(timeout=LONG)
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Reload").click()
        section(page).wait_for(state="detached")
        page.locator('html[data-board="ready"]').wait_for()
        open_settings(page)
        expect(section(page)).to_contain_text("4.0 MB of 6.0 MB saved", timeout=LONG)
        press(page, "Resume")
        expect(section(page)).to_contain_text("6.0 MB saved", timeout=LONG)
