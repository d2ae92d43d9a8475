"""The Content Security Policy: every page, every dialog and the engine's worker obey it, in each browser."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from e2e.cases import slow_but
from e2e.conftest import Profile, Watch
from e2e.hosts import serving
from e2e.player import Player
from e2e.playing import go_to
from e2e.waiting import until_equal
from tools.site.headers import headers_for

# The browser reports every violation as an event. This counts them from before the page's own code runs.
COUNT = """
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) =>
  window.violations.push(`${event.effectiveDirective}: ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`));
"""


def violations(page: Page) -> list[str]:
    found: list[str] = page.evaluate("window.violations")
    return found


@pytest.fixture
def context(profile: Profile) -> BrowserContext:
    context = profile()
    context.add_init_script(COUNT)
    return context


def test_a_violation_would_be_noticed(context: BrowserContext) -> None:
    with serving() as host:
        page = context.new_page()
        page.goto(host.address + "learn/rules.html")
        page.evaluate("document.body.setAttribute('style', 'color: red')")
        page.evaluate(
            "document.head.append(document.createElement('style')); document.querySelector('style').append('a {}')"
        )
        until_equal(
            page, lambda: {text.split(":")[0] for text in violations(page)}, {"style-src-attr", "style-src-elem"}
        )


# Sinks that would turn text into HTML or a script.
SINKS = """() => [
  () => (document.body.innerHTML = "<b>text</b>"),
  () => document.body.insertAdjacentHTML("beforeend", "<b>text</b>"),
  () => document.write("<b>text</b>"),
  () => (document.createElement("iframe").srcdoc = "text"),
  () => (document.createElement("script").text = "text"),
  () => (document.createElement("script").src = "https://example.org/script.js"),
  () => new Worker("data:text/javascript,"),
  () => trustedTypes.createPolicy("another", {}),
].filter((use) => { try { use(); return true; } catch { return false; } }).map(String)"""


@pytest.mark.parametrize("name", slow_but(["index.html", "embed.html", "learn/rules.html"], ["index.html"]))
def test_no_text_becomes_html_or_a_script(context: BrowserContext, name: str) -> None:
    with serving() as host:
        page = context.new_page()
        page.goto(host.address + name)
        if name != "learn/rules.html":
            page.locator('html[data-board="ready"]').wait_for()
        assert page.evaluate(SINKS) == []


# Pages in other languages differ from the English ones only in their words, but Arabic is also mirrored.
TRANSLATED = re.compile(r"\.(?!ar\.)\w\w\.html$")


def test_no_page_breaks_it(context: BrowserContext, site: Path) -> None:
    names = sorted(path.relative_to(site).as_posix() for path in site.rglob("*.html"))
    names = [name for name in names if not TRANSLATED.search(name)]
    assert {"index.html", "embed.html", "learn/rules.ar.html"} < set(names)
    with serving(site) as host:
        watch = Watch(host.address)
        # Firefox reports the hash of an empty text for a script whose loading ended with its page.
        watch.expect("computed hash is “47DEQpj8HBSa")
        watch.attach(context)
        page = context.new_page()
        for name in names:
            answer = page.goto(host.address + name)
            assert answer is not None
            assert answer.headers["content-security-policy"]
            if page.locator("html[data-board]").count():
                page.locator('html[data-board="ready"]').wait_for()
            assert violations(page) == [], name
        assert watch.troubles == []


@pytest.mark.slow
def test_no_dialog_and_no_move_of_the_computer_breaks_it(context: BrowserContext) -> None:
    with serving() as host:
        watch = Watch(host.address)
        watch.attach(context)
        page = context.new_page()
        go_to(page, host.address + "#v=three&b=level8")
        names = page.locator("#menu button:visible").all_inner_texts()
        assert len(names) > 5
        for name in names:
            page.get_by_role("button", name=name, exact=True).first.click()
            expect(page.locator("dialog[open]")).to_be_visible()
            page.keyboard.press("Escape")
            expect(page.locator("dialog[open]")).to_have_count(0)
        assert Player(page.evaluate).play_to_the_end()
        assert violations(page) == []
        assert watch.troubles == []


NO_WORKERS = "globalThis.Worker = class { constructor() { throw new DOMException('no', 'SecurityError'); } };"


@pytest.mark.slow
def test_where_pyscript_would_fetch_an_interpreter_from_another_host_the_policy_stops_it(
    context: BrowserContext,
) -> None:
    context.add_init_script(NO_WORKERS)
    with serving() as host:
        page = context.new_page()
        page.goto(host.address + "#v=nine-merelles&b=level8")
        page.locator('[data-point="d6"]').click()
        expect(page.get_by_test_id("engine-failure")).to_contain_text("couldn't start on this device")
        assert violations(page)[0].startswith("script-src-elem")
        page.locator('[data-point="d2"]').click()  # the player can move the computer's men
        expect(page.locator("[data-ply]")).to_have_count(2)


def test_the_service_worker_may_fetch_from_its_own_host_only() -> None:
    policy = headers_for("/service-worker.js")["Content-Security-Policy"]
    assert policy == "default-src 'none'; connect-src 'self'"
