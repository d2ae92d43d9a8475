"""The watch over the pages of a journey: errors, requests to other hosts, and findings of axe."""

import re
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, WebError

# axe checks WCAG 2.2 AA as far as it can, and its own best practices.
AXE_OPTIONS: dict[str, Any] = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    # In a scrolled list, it mistakes an address such as #lessons=first for a link to a part of the page.
    "rules": {"skip-link": {"enabled": False}},
}

# Ends what fades in, while its colours are between two. (A test may have stopped all animations.)
SETTLE = """() => document.getAnimations()
  .filter((one) => one.playState === "running" && one.effect.getComputedTiming().endTime < Infinity)
  .forEach((one) => one.finish())"""


def found_by_axe(page: Page, **options: Any) -> list[str]:
    """Return what axe finds at the end of the page, where the menu at the bottom of a small window covers nothing.

    The options are axe's, and take the place of those in AXE_OPTIONS.
    """
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.evaluate(SETTLE)
    options = AXE_OPTIONS | options
    if page.locator("[data-shell=embed]").count():  # a frame in a page that has its own heading
        options = {**options, "rules": {**AXE_OPTIONS["rules"], "page-has-heading-one": {"enabled": False}}}
    violations = Axe().run(page, options=options).response["violations"]
    return [
        f"{violation['id']}: {node['html'][:120]} {node['failureSummary'][:300]}"
        for violation in violations
        for node in violation["nodes"]
    ]


def findings(page: Page) -> list[str]:
    """Return what axe finds on a page without motion in light, and in dark what differs there: contrasts."""
    page.emulate_media(color_scheme="light")
    found = found_by_axe(page)
    page.emulate_media(color_scheme="dark")
    return found + found_by_axe(page, runOnly={"type": "rule", "values": ["color-contrast"]})


def expect_axe_clean(page: Page) -> None:
    assert findings(page) == []


class Watch:
    """The faults on the pages of a test, except those that it expects."""

    def __init__(self, *roots: str) -> None:
        self.roots = [*roots]
        self._expected: list[str] = []
        self._seen: list[str] = []

    def expect(self, pattern: str) -> None:
        """Let the test pass despite reports that match this regular expression."""
        self._expected.append(pattern)

    def heard(self, pattern: str) -> bool:
        """Return whether a report matches this regular expression."""
        return any(re.search(pattern, text) for text in self._seen)

    @property
    def troubles(self) -> list[str]:
        return [text for text in self._seen if not any(re.search(pattern, text) for pattern in self._expected)]

    def attach(self, context: BrowserContext) -> None:
        context.on("console", self._hear)
        context.on("weberror", self._note)
        context.on("request", self._ask)

    def detach(self, context: BrowserContext) -> None:
        context.remove_listener("console", self._hear)
        context.remove_listener("weberror", self._note)
        context.remove_listener("request", self._ask)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._seen.append(f"console: {message.text} ({message.location['url']})")

    def note_failed_requests(self, context: BrowserContext) -> None:
        """Also report every request that fails."""
        context.on("requestfailed", lambda request: self._seen.append(f"failed: {request.url}"))

    def note_findings(self, page: Page) -> None:
        if not page.evaluate("matchMedia('(forced-colors: active)').matches"):  # these colours are the system's
            self._seen += [f"axe: {found}" for found in found_by_axe(page)]

    def _note(self, error: WebError) -> None:
        if error.page and error.page.url == "about:blank":
            return  # Firefox runs the tests' own scripts there too, where no storage is
        self._seen.append(f"not caught: {error.error}")

    def _ask(self, request: Request) -> None:
        if not request.url.removeprefix("blob:").startswith((*self.roots, "data:")):
            self._seen.append(f"asked of another host: {request.url}")
