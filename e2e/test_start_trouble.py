"""A page that does not start, or is older than its host: its messages, and the ways out."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from e2e.cases import slow_but
from e2e.conftest import Opener, Watch
from e2e.hosts import deploy, serving
from e2e.offline import versions as versions
from e2e.playing import go_to, reload

# Stands for any stored data or link with which the page's Python cannot start.
STUMBLE = """
if (%s) {
  const find = Document.prototype.getElementById;
  Document.prototype.getElementById = function (id) { return id === "board" ? null : find.call(this, id); };
}"""
STORED = "localStorage.getItem('morris-test') === 'poison'"
LINKED = "location.hash === '#v=nine&m=d6'"
ERRORS = "AttributeError|PythonError|console: Error"


def stumble(page: Page, root: str, watch: Watch, when: str, fragment: str) -> None:
    watch.expect(ERRORS)
    page.add_init_script(STUMBLE % when)
    page.goto(root + "learn/rules.html")
    page.evaluate("localStorage.setItem('morris-test', 'poison')")
    page.goto(root + fragment)
    expect(page.locator("#trouble")).to_contain_text("The board couldn't be loaded.")


@pytest.mark.chromium("Playwright does not hear of Firefox's downloads of what a page has made itself")
def test_a_page_that_cannot_start_with_its_saved_data_starts_without(page: Page, root: str, watch: Watch) -> None:
    stumble(page, root, watch, STORED, "#v=nine&m=d6")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download saved data").click()
    assert json.loads(Path(download.value.path()).read_text())["morris-test"] == "poison"
    page.get_by_role("button", name="Start without saved data").click()
    page.locator('html[data-board="ready"]').wait_for()
    expect(page.locator("#trouble")).to_be_hidden()
    expect(page.locator('[data-point="d6"]')).to_have_attribute("data-man", "white")
    # It was set aside, not thrown away, and is set aside once.
    stored = page.evaluate("Object.entries(localStorage).filter(([, text]) => text === 'poison').map(([key]) => key)")
    assert len(stored) == 1
    assert stored[0].startswith("aside morris ")
    reload(page)


@pytest.mark.slow
def test_a_page_that_cannot_start_with_a_link_starts_without(page: Page, root: str, watch: Watch) -> None:
    stumble(page, root, watch, LINKED, "#v=nine&m=d6")
    page.get_by_role("button", name="Start without this link").click()
    page.locator('html[data-board="ready"]').wait_for()
    expect(page.locator("#trouble")).to_be_hidden()


@pytest.mark.slow
def test_saved_data_is_not_blamed_for_faulty_files(page: Page, root: str, watch: Watch) -> None:
    watch.expect("404|not caught")
    page.goto(root + "learn/rules.html")
    page.evaluate("localStorage.setItem('morris-test', 'poison')")
    page.route("**/boot/start-*.mjs", lambda route: route.fulfill(status=404))
    page.goto(root)
    expect(page.locator("#trouble").get_by_role("button")).to_have_text(["Try again"])


@pytest.mark.slow
def test_without_the_watchdog_the_page_itself_reports_the_failure(new_page: Opener, root: str, watch: Watch) -> None:
    """This also holds with reduced motion, although an animation shows the sentence."""
    watch.expect("404|not caught")
    page = new_page(reduced_motion="reduce")
    page.route("**/boot/*", lambda route: route.fulfill(status=404))
    page.goto(root, wait_until="commit")
    expect(page.locator("#trouble")).to_be_hidden()  # not yet
    expect(page.locator("#trouble")).to_be_visible()
    expect(page.locator("#trouble")).to_have_text("The board didn't start. Reload the page to try again.")


@pytest.mark.cold
@pytest.mark.parametrize("lack", slow_but(["WebAssembly", "DecompressionStream", ""], ["WebAssembly"]))
def test_a_browser_that_is_too_old_gets_a_list_of_those_that_work(
    page: Page, root: str, watch: Watch, lack: str
) -> None:
    watch.expect("DecompressionStream|WebAssembly|wasm|ArrayBuffer instantiation")
    page.add_init_script(f"delete globalThis.{lack}" if lack else "CSS.supports = () => false")
    page.goto(root)
    expect(page.locator("#trouble")).to_contain_text("It needs Chrome or Edge 108, Firefox 121 or Safari 16.4")


@pytest.mark.slow
def test_a_damaged_interpreter_that_runs_is_reported(page: Page, root: str, site: Path) -> None:
    """WebAssembly with changed bytes may run, and be wrong in ways that nobody notices."""
    (wasm,) = site.glob("vendor/micropython-*/micropython.wasm")
    another_section = b"\0\2\1x"
    body = wasm.read_bytes() + another_section
    page.route("**/micropython.wasm", lambda route: route.fulfill(body=body, content_type="application/wasm"))
    go_to(page, root)
    expect(page.locator("#trouble")).to_contain_text("One of this page's files is corrupted")


@pytest.mark.slow
def test_an_open_page_does_not_run_another_versions_engine(
    new_page: Opener, versions: tuple[Path, Path], watch: Watch
) -> None:
    watch.expect("404|Failed to load|Failed to fetch")
    host_folder, later = versions
    with serving(host_folder) as host:
        watch.roots.append(host.address)
        page = go_to(new_page(), host.address + "#v=three&m=a1")
        deploy(later, host_folder)
        page.get_by_role("button", name="Hint").click()
        failure = page.get_by_test_id("engine-failure")
        expect(failure).to_contain_text("There may be a new version of this page. Reload it")
        page.reload()
        page.locator('html[data-edition="new"][data-board="ready"]').wait_for()
        page.get_by_role("button", name="Hint").click()
        expect(page.get_by_test_id("hint")).to_contain_text("Try ")
