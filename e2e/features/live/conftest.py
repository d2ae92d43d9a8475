"""Two pages, each in a browser of its own."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Playwright

from e2e.conftest import PATIENCE, Watch, launch
from tools.browser import find_browser, launch_options

Pair = tuple[Page, Page]

# Lists the page's connections, so that `cut` can close them behind its back.
LIST_CONNECTIONS = """
globalThis.connections = [];
const Plain = globalThis.RTCPeerConnection;
globalThis.RTCPeerConnection = function (...values) {
  connections.push(new Plain(...values));
  return connections.at(-1);
};
globalThis.RTCPeerConnection.generateCertificate = (...values) => Plain.generateCertificate(...values);
"""


@pytest.fixture
def pages(playwright: Playwright, browser_name: str, watch: Watch, request: pytest.FixtureRequest) -> Iterator[Pair]:
    """Two pages, each in its own browser. The parameter "firefox" makes the second browser Firefox, and one that
    begins with -- is an argument for both; "mailbox" leaves them no direct line.
    """
    chosen = getattr(request, "param", "")
    options: dict[str, Any] = {"args": [*launch_options()["args"], chosen]} if chosen.startswith("--") else {}
    if chosen == "firefox" and find_browser("firefox") is None:
        (pytest.fail if request.config.getoption("--browser") else pytest.skip)("no firefox found: run `make browsers`")
    names = (browser_name, "firefox" if chosen == "firefox" else browser_name)
    browsers = [launch(playwright, name, **options) for name in names]
    opened = []
    for browser in browsers:
        context = browser.new_context(viewport={"width": 390, "height": 844}, service_workers="block")
        context.set_default_timeout(PATIENCE)
        watch.attach(context)
        context.add_init_script("delete globalThis.RTCPeerConnection" if chosen == "mailbox" else LIST_CONNECTIONS)
        opened.append(context.new_page())
    yield opened[0], opened[1]
    for browser in browsers:
        browser.close()
