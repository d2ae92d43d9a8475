"""Fixtures of the journeys: the built site on its own server, a browser, and watched pages.

The browser is Chromium, or the one that `--browser` names. Journeys run in Chromium and Firefox, unless a mark
`chromium(reason)` says why not; those in e2e/test_webkit.py run in WebKit.

A page from the fixtures `page` and `new_page` fails its test if it logs an error to the console, raises an uncaught
exception, or makes a request to another host. The pages keep their Content Security Policy, so `wait_for_function`,
which evaluates text, does not work. Wait for locators instead, as `open_board` does.

The page draws a press with the next frame, and an address or a message comes later still. So a test never reads a value
once and asserts it. It expects it of a locator, or reads until the value is right (e2e/waiting.py). No test relies on
what the computer plays, because the lower levels choose at random, and hints and analyses depend on the time they get.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    CDPSession,
    Error,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

from e2e.hosts import FaultyServer, serving_with_fault
from e2e.quick_engine import EMPTY, QuickServer
from e2e.watch import Watch as Watch
from tools.browser import NAMES, find_browser, launch_options
from tools.serve import address, running, serving

Opener = Callable[..., Page]
"""The type of fixtures that open a page."""
PATIENCE = 30_000  # milliseconds, enough for a slow and busy machine; no test measures time
expect.set_options(timeout=PATIENCE)

Profile = Callable[..., BrowserContext]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--browser", choices=list(NAMES), help="run the journeys in this browser, which must be installed")
    parser.addoption("--record", action="store_true", help="try axe at the end of each journey, and count what ran")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    chosen = config.getoption("--browser")
    for item in items:
        only = item.get_closest_marker("chromium")
        reason = ""
        if chosen and (chosen == "webkit") != ("visitor" in getattr(item, "fixturenames", ())):
            reason = "Playwright cannot drive WebKit, and WebDriver has no locators that wait"
        elif chosen == "firefox" and only:
            reason = only.args[0]
        if reason:
            item.add_marker(pytest.mark.skip(reason=reason))


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Write how many journeys of each file ran in the browser, for tools/measure/reliability.py."""
    if not config.getoption("--record"):
        return
    name = config.getoption("--browser") or "chromium"
    path = config.rootpath / f"build/reliability/journeys-{name}.json"
    counts: dict[str, dict[str, int]] = {}
    for outcome in ("passed", "failed", "error", "skipped"):
        for report in terminalreporter.stats.get(outcome, []):
            of_file = counts.setdefault(report.nodeid.partition("::")[0], {})
            of_file[outcome] = of_file.get(outcome, 0) + 1
    path.parent.mkdir(parents=True, exist_ok=True)
    others = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}  # files that ran before
    path.write_text(json.dumps({**others, **counts}, indent=1, sort_keys=True), encoding="utf-8")


def launch(playwright: Playwright, name: str, folder: Path | None = None, **options: Any) -> Any:
    """Start Chromium or Firefox, and return it. If `folder` is given, return a context with its profile there."""
    if name == "firefox":
        # Playwright presses nothing in a frame that has a process of its own.
        preferences = {"fission.autostart": False, **options.pop("firefox_user_prefs", {})}
        options |= {
            "executable_path": find_browser("firefox"),
            "channel": "moz-firefox",
            "firefox_user_prefs": preferences,
        }
    else:
        options = launch_options() | options
    kind = getattr(playwright, name)
    return kind.launch_persistent_context(folder, **options) if folder else kind.launch(**options)


OF_PAGE = ("viewport", "color_scheme", "reduced_motion", "forced_colors")

# Playwright emulates none of these in Firefox, so a Firefox is started whose user prefers them.
PREFERENCES = {
    ("color_scheme", "dark"): ("layout.css.prefers-color-scheme.content-override", 0),
    ("reduced_motion", "reduce"): ("ui.prefersReducedMotion", 1),
    ("forced_colors", "active"): ("browser.display.document_color_use", 2),
}


class SpareProfile(NamedTuple):
    """A browser profile that one test after another uses. `anchor` is a page that keeps its process alive."""

    options: dict[str, Any]
    context: BrowserContext
    anchor: Page
    session: CDPSession


class SpareProfiles:
    """Browser profiles that no test is using at the moment.

    A page in one of them starts in a third of the time, because its files are in the cache and its code is compiled.
    """

    MOST = 4

    def __init__(self, browser: Browser, root: str) -> None:
        self._browser = browser
        self._root = root
        self._profiles: list[SpareProfile] = []

    def take(self, options: dict[str, Any]) -> SpareProfile:
        """Return an empty profile with these options of `browser.new_context`."""
        for profile in self._profiles:
            if profile.options == options:
                self._profiles.remove(profile)
                return profile
        # Chromium lets a press copy. Its headless shell does so only with this permission.
        context = self._browser.new_context(**{"permissions": ["clipboard-write"], **options})
        anchor = context.new_page()
        anchor.goto(self._root + EMPTY.lstrip("/"))
        return SpareProfile(options, context, anchor, context.new_cdp_session(anchor))

    def give_back(self, profile: SpareProfile) -> None:
        """Close the pages of a profile and clear its storage."""
        for page in profile.context.pages:
            if page != profile.anchor:
                page.close()
        profile.context.unroute_all()
        profile.anchor.evaluate("() => { try { localStorage.clear() } catch {} }")
        profile.session.send("Storage.clearDataForOrigin", {"origin": self._root.rstrip("/"), "storageTypes": "all"})
        self._profiles.append(profile)
        if len(self._profiles) > self.MOST:
            self._profiles.pop(0).context.close()

    def close(self) -> None:
        for profile in self._profiles:
            profile.context.close()


# For tests that replace a file of the site, which the page would otherwise report as corrupted.
BELIEVE_ANYTHING = """
Object.defineProperty(crypto, "subtle", { value: undefined });
const plainFetch = globalThis.fetch;
globalThis.fetch = (resource, options) => plainFetch(resource, { ...options, integrity: "" });
"""


@pytest.fixture(scope="session")
def plain_root(site: Path) -> Iterator[str]:
    """The address of the unchanged site."""
    with serving(site) as root:
        yield root


@pytest.fixture(scope="session")
def quick_root(site: Path) -> Iterator[str]:
    """The address of the site with a computer player that thinks in the tests' process."""
    with running(QuickServer(site)) as server:
        yield address(server)


@pytest.fixture
def root(request: pytest.FixtureRequest, plain_root: str, quick_root: str) -> str:
    """The address of the site that this test visits, ending with a slash."""
    return plain_root if request.node.get_closest_marker("real_engine") else quick_root


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser_name(request: pytest.FixtureRequest) -> str:
    name: str = request.config.getoption("--browser") or "chromium"
    if find_browser(name) is None:
        pytest.fail(f"no {name} found: run `make browsers`")
    return name


@pytest.fixture(scope="session")
def browser(playwright: Playwright, browser_name: str) -> Iterator[Browser]:
    options = launch_options() if browser_name == "chromium" else {"args": []}
    if browser_name == "chromium":
        # One process for all pages of a profile, so that no page compiles what another has compiled already.
        options["args"] = [*options["args"], "--renderer-process-limit=1"]
    browser = launch(playwright, browser_name, **options)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def browser_for(playwright: Playwright, browser_name: str, browser: Browser) -> Iterator[Callable[..., Browser]]:
    """Return a function that returns a browser for pages with these options of `browser.new_context`."""
    others: dict[frozenset[tuple[str, Any]], Browser] = {}

    def find(options: dict[str, Any]) -> Browser:
        wanted = frozenset(found for (name, value), found in PREFERENCES.items() if options.get(name) == value)
        if browser_name != "firefox" or not wanted:
            return browser
        if wanted not in others:
            others[wanted] = launch(playwright, "firefox", firefox_user_prefs=dict(wanted))
        return others[wanted]

    yield find
    for other in others.values():
        other.close()


@pytest.fixture(scope="session")
def spare_profiles(browser: Browser, quick_root: str) -> Iterator[SpareProfiles]:
    spare = SpareProfiles(browser, quick_root)
    yield spare
    spare.close()


@pytest.fixture
def profile(
    request: pytest.FixtureRequest, playwright: Playwright, browser_name: str, tmp_path: Path
) -> Iterator[Profile]:
    """Return a function that closes the last browser it started and starts another with the same profile.

    The parameter "firefox" makes it Firefox, unless `--browser` has named a browser.
    """
    if getattr(request, "param", "") == "firefox":
        if request.config.getoption("--browser"):
            pytest.skip("another browser was chosen")
        if find_browser("firefox") is None:
            pytest.skip("no firefox found: run `make browsers`")
        browser_name = "firefox"
    running: list[BrowserContext] = []

    def start(**options: Any) -> BrowserContext:
        while running:
            running.pop().close()
        context: BrowserContext = launch(playwright, browser_name, tmp_path / "profile", **options)
        context.set_default_timeout(PATIENCE)
        running.append(context)
        return context

    yield start
    for context in running:
        context.close()


@pytest.fixture
def watch(root: str) -> Iterator[Watch]:
    """The faults on this test's pages. An unexpected one fails the test."""
    watch = Watch(root)
    yield watch
    assert watch.troubles == []


@pytest.fixture
def new_page(
    request: pytest.FixtureRequest,
    browser_name: str,
    browser_for: Callable[..., Browser],
    spare_profiles: SpareProfiles,
    watch: Watch,
) -> Iterator[Opener]:
    """Return a function that opens a watched page in its own browser profile.

    Its arguments are those of Playwright's `browser.new_context`, such as viewport={"width": 390, "height": 844}. There
    is no service worker unless service_workers="allow", because a test cannot delay or change its answers. The profile
    is empty, but other tests have used it before. A test that closes it, or changes something for good, such as the
    clock, must be marked as `cold`, so that it gets a new one.
    """
    marks = {mark.name for mark in request.node.iter_markers()}
    cold = marks & {"cold", "real_engine"} or browser_name != "chromium"  # only Chromium can clear a profile's storage
    fresh: list[BrowserContext] = []
    borrowed: list[SpareProfile] = []

    def open_page(**options: Any) -> Page:
        options = {"service_workers": "block"} | options
        of_page: dict[str, Any] = {}
        if cold or options["service_workers"] == "allow":
            context = browser_for(options).new_context(**options)
            fresh.append(context)
        else:
            # These options can be set on the page, so any spare profile will do.
            of_page = {name: options.pop(name) for name in OF_PAGE if name in options}
            borrowed.append(spare_profiles.take(options))
            context = borrowed[-1].context
        context.set_default_timeout(PATIENCE)
        watch.attach(context)
        page = context.new_page()
        if "viewport" in of_page:
            page.set_viewport_size(of_page.pop("viewport"))
        if of_page:
            page.emulate_media(**of_page)
        return page

    yield open_page
    if request.config.getoption("--record"):
        for context in (*fresh, *(profile.context for profile in borrowed)):
            for page in context.pages:
                if page.locator('html[data-board="ready"]').count():
                    watch.note_findings(page)
    for context in fresh:
        context.close()
    for profile in borrowed:
        watch.detach(profile.context)
        spare_profiles.give_back(profile)


@pytest.fixture
def page(new_page: Opener) -> Page:
    return new_page()


@pytest.fixture
def open_board(root: str) -> Opener:
    """Return a function that opens the site, or another of its pages, in a page and waits until the board is usable."""

    def open_and_wait(page: Page, fragment: str = "", path: str = "") -> Page:
        page.goto(root + path + (f"#{fragment}" if fragment else ""))
        page.locator('html[data-board="ready"]').wait_for(timeout=PATIENCE)
        return page

    return open_and_wait


@pytest.fixture
def open_on(new_page: Opener, open_board: Opener) -> Opener:
    """Return a function that opens the board in a window of the given size (width, height)."""

    def open_page(size: tuple[int, int], fragment: str = "", **options: Any) -> Page:
        return open_board(new_page(viewport={"width": size[0], "height": size[1]}, **options), fragment)

    return open_page


@pytest.fixture
def server(site: Path) -> Iterator[FaultyServer]:
    with serving_with_fault(site) as server:
        yield server


@pytest.fixture
def visit(browser: Browser, server: FaultyServer) -> Iterator[Opener]:
    """Return a function that opens a path of the site in a new browser profile with a normal cache."""
    contexts = []

    def open_path(path: str) -> Page:
        context = browser.new_context(service_workers="block")
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        try:
            page.goto(address(server) + path, wait_until="commit")
        except Error as error:
            if "NET_PARTIAL_TRANSFER" not in str(error):  # Firefox shows the part that has arrived
                raise
        return page

    yield open_path
    for context in contexts:
        context.close()
