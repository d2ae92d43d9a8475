"""The engine's worker of a built site in a page of a browser, as the page has it or with other Python in it."""

from typing import Any

from playwright.sync_api import Browser, Page

# Another worker has not the hash of the site's: nothing is to look at it.
_BELIEVE_ANYTHING = """
Object.defineProperty(crypto, "subtle", { value: undefined });
const plainFetch = globalThis.fetch;
globalThis.fetch = (resource, options) => plainFetch(resource, { ...options, integrity: "" });
"""
_START = """async () => {
  const { openLink } = await import(document.querySelector('link[href*="engine/link"]').href);
  window.asked = openLink(() => {});
  await window.asked.started;
}"""
_ASK = """async ([text, patience]) => {
  const answer = await window.asked.ask(text, patience);
  return answer.ok ? answer.text : Promise.reject(new Error(answer.reason));
}"""
PATIENCE = 600_000
"""Milliseconds that an answer may take."""


def open_worker(browser: Browser, root: str, source: str = "") -> Page:
    """Return a page whose `window.asked` is a link to a worker that has started; the page's context is its own.

    Args:
        browser: Chromium.
        root: the site's address.
        source: the Python that runs in the place of engine/worker.py; the site's own if empty.
    """
    page = browser.new_context(service_workers="block").new_page()
    page.set_default_timeout(PATIENCE)
    if source:
        page.add_init_script(_BELIEVE_ANYTHING)
        page.route("**/engine/worker-*.py", lambda route: route.fulfill(body=source))
    page.goto(root)
    page.locator('html[data-board="ready"]').wait_for()
    page.evaluate(_START)
    return page


def ask(page: Page, text: str) -> str:
    """Return the worker's answer to a request."""
    answer: Any = page.evaluate(_ASK, [text, PATIENCE])
    return str(answer)
