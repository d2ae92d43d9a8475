"""A single way to drive Chromium, Firefox and WebKit, for journeys that share their code in all three.

Playwright cannot drive Debian's WebKitGTK, and WebDriver has no locators that wait. But both can run scripts, so these
journeys press and read by script. A visitor records console errors and requests to other hosts.
"""

import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any, Protocol

from playwright.sync_api import Browser, Error, Page
from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from e2e.watch import AXE_OPTIONS, Watch
from tools.browser import find_browser, find_mini_browser

PATIENCE = 120.0  # seconds, on a slow machine
WINDOW = (1280, 900)

BOARD = "document.documentElement.dataset.board === 'ready'"
AXE = files("axe_playwright_python").joinpath("axe.min.js")
LOCAL = ("http://localhost:", "http://127.0.0.1:")
# The addresses that a page has requested. A request that the policy stops is an error in the console.
ASKED = "performance.getEntriesByType('resource').map((entry) => entry.name)"
# Whether something is still fading in, when its colours are between two.
MOVES = """document.getAnimations().some((one) => one.playState === "running"
  && one.effect.getComputedTiming().endTime < Infinity)"""


class Driver(Protocol):
    """The operations that every browser must support."""

    def open(self, address: str) -> None: ...
    def reload(self) -> None: ...
    def run(self, script: str) -> Any:
        """Run the statements of a function and return its value."""
        ...

    def key(self, name: str) -> None:
        """Press and release a key, by its name in the DOM."""
        ...

    def troubles(self) -> list[str]: ...


class Visitor:
    """A browser with a fresh profile and one tab."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver

    def evaluate(self, expression: str) -> Any:
        return self._driver.run(f"return {expression}")

    def run(self, script: str) -> None:
        self._driver.run(script)

    def wait_for(self, expression: str) -> Any:
        """Wait until an expression is true, and return its value."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            value = self.evaluate(expression)
            if value:
                return value
            time.sleep(0.1)
        raise AssertionError(f"never true: {expression}; on the page: {self.evaluate('document.body.innerText')}")

    def go(self, address: str) -> None:
        """Open a page of another site."""
        self._driver.open(address)

    def open(self, address: str) -> None:
        """Open a page with a board as if from another one, and wait until the board is usable."""
        self._driver.open("about:blank")
        self._driver.open(address)
        self.wait_for(BOARD)

    def reload(self) -> None:
        self._driver.reload()
        self.wait_for(BOARD)

    def press(self, selector: str) -> None:
        """Click the first element that matches a selector, once it is there."""
        self.wait_for(f"document.querySelector({selector!r})")
        self.run(f"document.querySelector({selector!r}).click()")

    def key(self, *names: str) -> None:
        for name in names:
            self._driver.key(name)

    def text(self, test_id: str) -> str:
        return str(self.evaluate(f"document.querySelector('[data-testid={test_id}]')?.innerText ?? ''"))

    def audit(self) -> list[str]:
        """Return what axe finds on the page once nothing moves."""
        self.wait_for(f"!({MOVES})")
        self.run(AXE.read_text(encoding="utf-8"))
        options = json.dumps(AXE_OPTIONS)
        self.run(f"window.audit = null; axe.run({options}).then((found) => (window.audit = found.violations))")
        found = self.wait_for("window.audit && [window.audit.map((one) => one.id + ': ' + one.nodes[0].html)]")
        return list(found[0])

    def troubles(self) -> list[str]:
        return self._driver.troubles()


class PlaywrightDriver:
    """Chromium or Firefox."""

    def __init__(self, browser: Browser) -> None:
        self._context = browser.new_context(viewport={"width": WINDOW[0], "height": WINDOW[1]})
        self._watch = Watch(*LOCAL)
        # Firefox reports downloads that a reload cuts off.
        for text in ("NetworkError", "The operation was aborted", "Failed to load ‘.*’. A ServiceWorker intercepted"):
            self._watch.expect(f"not caught: {text}")
        self._watch.attach(self._context)
        self._page: Page = self._context.new_page()

    def open(self, address: str) -> None:
        self._page.goto(address)

    def reload(self) -> None:
        self._page.reload()

    def run(self, script: str) -> Any:
        try:
            return self._page.evaluate(f"() => {{ {script} }}")
        except Error as error:
            if "context was destroyed" not in str(error):
                raise
            return None  # the page is being replaced by another

    def key(self, name: str) -> None:
        self._page.keyboard.press(name)

    def troubles(self) -> list[str]:
        return self._watch.troubles


class WebKitDriver:
    """WebKitGTK's MiniBrowser, by WebDriver.

    Args:
        log: The file for the browser's console.
    """

    def __init__(self, driver: webdriver.WebKitGTK, log: Path) -> None:
        self._driver = driver
        self._log = log
        self._asked: set[str] = set()

    def open(self, address: str) -> None:
        self._note_requests()
        self._driver.get(address)

    def reload(self) -> None:
        self._note_requests()
        self._driver.refresh()

    def run(self, script: str) -> Any:
        return self._driver.execute_script(script)

    def key(self, name: str) -> None:
        code = getattr(Keys, re.sub("(?<=[a-z])(?=[A-Z])", "_", name).upper())  # "ArrowUp" is ARROW_UP
        ActionChains(self._driver).send_keys(code).perform()

    def _note_requests(self) -> None:
        self._asked |= {*self.run(f"return {ASKED}")}

    def troubles(self) -> list[str]:
        self._note_requests()
        foreign = [url for url in self._asked if not url.removeprefix("blob:").startswith((*LOCAL, "data:"))]
        errors = re.findall(r"^CONSOLE \w+ ERROR.*$", self._log.read_text(errors="replace"), re.MULTILINE)
        return [*(f"asked of another host: {url}" for url in foreign), *errors]


@contextmanager
def display() -> Iterator[str]:
    """Yield the name of an X display: the current one, or a virtual one."""
    if os.environ.get("DISPLAY"):
        yield os.environ["DISPLAY"]
        return
    command = [shutil.which("Xvfb") or "Xvfb", "-displayfd", "1", "-screen", "0", "1280x1024x24"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            assert server.stdout
            yield f":{server.stdout.readline().strip()}"
        finally:
            server.terminate()


@contextmanager
def webkit(log: Path) -> Iterator[WebKitDriver]:
    """Yield WebKit with a fresh profile."""
    options = Options()
    options.binary_location = str(find_mini_browser())
    options.add_argument("--automation")
    options.add_argument("--enable-write-console-messages-to-stdout=true")
    with display() as name, log.open("wb") as output:
        service = Service(find_browser("webkit"), log_output=output, env={**os.environ, "DISPLAY": name})
        driver = webdriver.WebKitGTK(options=options, service=service)
        driver.set_window_size(*WINDOW)
        try:
            yield WebKitDriver(driver, log)
        finally:
            driver.quit()
