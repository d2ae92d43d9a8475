"""Offline play and new versions in WebKit, the engine of Safari: by WebDriver, as Playwright cannot drive Debian's.

Needs WebKitWebDriver and the MiniBrowser of WebKitGTK, and Xvfb where there is no display.
"""

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from e2e.hosts import another_version, deploy, serving
from e2e.player import Player
from e2e.test_offline import READY
from e2e.test_offline_update import LOOK_FOR_NEW

pytestmark = pytest.mark.slow

PATIENCE = 120.0  # seconds, on a slow machine

Evaluate = Callable[[str], Any]


def find_mini_browser() -> Path | None:
    found = sorted(Path("/usr").glob("lib*/**/webkit2gtk-4.*/MiniBrowser"))
    return found[-1] if found else None


@contextmanager
def display() -> Iterator[str]:
    """Give the name of an X display: the one that is there, or one in memory."""
    if os.environ.get("DISPLAY"):
        yield os.environ["DISPLAY"]
        return
    if shutil.which("Xvfb") is None:
        pytest.skip("there is no display and no Xvfb")
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x1024x24"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            assert server.stdout
            yield f":{server.stdout.readline().strip()}"
        finally:
            server.terminate()


@pytest.fixture
def webkit() -> Iterator[webdriver.WebKitGTK]:
    program, mini_browser = shutil.which("WebKitWebDriver"), find_mini_browser()
    if program is None or mini_browser is None:
        pytest.skip("WebKitGTK's WebDriver or MiniBrowser is not installed")
    options = Options()
    options.binary_location = str(mini_browser)
    options.add_argument("--automation")
    with display() as name:
        service = Service(program, env={**os.environ, "DISPLAY": name})
        driver = webdriver.WebKitGTK(options=options, service=service)
        yield driver
        driver.quit()


@pytest.fixture
def evaluate(webkit: webdriver.WebKitGTK) -> Evaluate:
    return lambda script: webkit.execute_script(f"return {script}")


def wait_for(evaluate: Evaluate, script: str) -> Any:
    """Wait until a script's value is true, and return it."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        value = evaluate(script)
        if value:
            return value
        time.sleep(0.1)
    raise AssertionError(f"never true: {script}; on the page: {evaluate('document.body.innerText')}")


BOARD = "document.documentElement.dataset.board === 'ready'"
MOVES = "document.querySelector('[data-testid=moves]').innerText"
OFFER = "[...document.querySelectorAll('#offer button')].find((button) => button.textContent === 'Reload')"


def open_board(webkit: webdriver.WebKitGTK, evaluate: Evaluate, address: str) -> None:
    webkit.get("about:blank")
    webkit.get(address)
    wait_for(evaluate, BOARD)


def visit_until_ready(webkit: webdriver.WebKitGTK, evaluate: Evaluate, address: str) -> None:
    open_board(webkit, evaluate, address)
    evaluate("document.querySelector('[data-intent=open][data-value=settings]').click()")
    wait_for(evaluate, f"document.querySelector('[data-testid=offline]')?.textContent === {READY!r}")


def test_visit_once_then_play_a_whole_game_with_the_server_stopped(
    webkit: webdriver.WebKitGTK, evaluate: Evaluate, site: Path
) -> None:
    with serving(site) as host:
        visit_until_ready(webkit, evaluate, host.address)
        host.stop()
        open_board(webkit, evaluate, host.address + "#v=nine&b=level6")
        assert Player(evaluate).play_to_the_end()
        open_board(webkit, evaluate, host.address + "#v=nine&m=d6.f4.d2.b4")
        assert len(evaluate("[...document.querySelectorAll('[data-testid=moves] [data-ply]')]")) == 4


def test_the_same_below_a_folder_of_a_host_that_sets_no_headers(
    webkit: webdriver.WebKitGTK, evaluate: Evaluate, site: Path, tmp_path: Path
) -> None:
    shutil.copytree(site, tmp_path / "games/morris")
    with serving(tmp_path, plain=True) as host:
        visit_until_ready(webkit, evaluate, host.address + "games/morris/")
        host.stop()
        open_board(webkit, evaluate, host.address + "games/morris/#v=three&b=level6")
        assert Player(evaluate).play_to_the_end()


def test_a_new_version_in_the_middle_of_a_game(
    webkit: webdriver.WebKitGTK, evaluate: Evaluate, site: Path, tmp_path: Path
) -> None:
    shutil.copytree(site, tmp_path / "host")
    another_version(tmp_path / "later", tmp_path / "host")
    with serving(tmp_path / "host") as host:
        visit_until_ready(webkit, evaluate, host.address)
        open_board(webkit, evaluate, host.address + "#v=nine&b=level6")
        player = Player(evaluate)
        player.play_moves(6)
        deploy(tmp_path / "later", tmp_path / "host")
        evaluate(f"void {LOOK_FOR_NEW}")
        wait_for(evaluate, f"Boolean({OFFER})")
        player.play_moves(8)
        assert evaluate("document.documentElement.dataset.edition") is None
        player.wait_for_move()
        moves = evaluate(MOVES)
        evaluate(f"{OFFER}.click()")
        wait_for(evaluate, f"document.documentElement.dataset.edition === 'new' && {BOARD}")
        assert evaluate(MOVES) == moves
        host.stop()
        webkit.refresh()
        wait_for(evaluate, BOARD)
        Player(evaluate).play_moves(10)
