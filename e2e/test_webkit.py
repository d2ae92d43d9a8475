"""Journeys in WebKit, the engine of Safari: games without a network, new versions, links, every screen.

Playwright cannot drive Debian's WebKitGTK, and WebDriver has no locators that wait. So these journeys press and read by
script. No page may log an error, make a request to another host, or have a finding of axe at its end.
"""

import base64
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
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from e2e import test_embedding
from e2e.all_screens import DIALOGS, MILL, MOVING, OVER, REVIEWED
from e2e.hosts import another_version, deploy, serving
from e2e.my_games import many, write_file
from e2e.offline import LOOK_FOR_NEW, READY
from e2e.player import PRESS, Player
from e2e.playing import way
from e2e.watch import AXE_OPTIONS
from morris_core import Game
from morris_core.link import Link
from tests.damaged_links import good_links
from tools.browser import find_browser, find_mini_browser

PATIENCE = 120.0  # seconds, on a slow machine
WINDOW = (1280, 900)
BOARD = "document.documentElement.dataset.board === 'ready'"
AXE = files("axe_playwright_python").joinpath("axe.min.js")
OURS = ("http://localhost:", "http://127.0.0.1:", "data:")
# The addresses that a page has requested. A request that the policy stops is an error in the console.
ASKED = "performance.getEntriesByType('resource').map((entry) => entry.name)"
# Whether something is still fading in, when its colours are between two.
MOVES = """document.getAnimations().some((one) => one.playState === "running"
  && one.effect.getComputedTiming().endTime < Infinity)"""
MEN = "Object.fromEntries([...document.querySelectorAll('[data-point]')].map(p => [p.dataset.point, p.dataset.man]))"
POINT = "document.activeElement.dataset.point"
STATUS = "document.querySelector('[data-testid=status]').textContent"
# Chooses a file whose text is TEXT, as a person does in the browser's own dialog.
CHOOSE = """const input = document.querySelector("input[type=file]"), files = new DataTransfer();
files.items.add(new File([TEXT], "games.json"));
input.files = files.files;
input.dispatchEvent(new Event("change", { bubbles: true }));"""
# Keeps the text of a file to be saved, instead of asking where to save it.
SAVE = """URL.createObjectURL = (blob) => { blob.text().then((text) => (window.saved = text)); return "#"; };
HTMLAnchorElement.prototype.click = () => {};"""
# The same for a file of bytes, as a data URL.
SAVE_DATA = """URL.createObjectURL = (blob) => {
  const reader = new FileReader();
  reader.onload = () => (window.saved = reader.result);
  reader.readAsDataURL(blob);
  return "#";
};
HTMLAnchorElement.prototype.click = () => {};"""
PICTURE = b"\x21\xf9\x04"  # begins each picture of a GIF
OFFER = "[...document.querySelectorAll('#offer button')].find((button) => button.textContent === 'Reload')"


class Visitor:
    """A WebKit with a fresh profile and one tab.

    Args:
        log: The file for the browser's console.
    """

    def __init__(self, driver: webdriver.WebKitGTK, log: Path) -> None:
        self._driver = driver
        self._log = log
        self._asked: set[str] = set()

    def evaluate(self, expression: str) -> Any:
        return self._driver.execute_script(f"return {expression}")

    def run(self, script: str) -> None:
        """Run the statements of a function."""
        self._driver.execute_script(script)

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
        self._note_requests()
        self._driver.get(address)

    def open(self, address: str) -> None:
        """Open a page with a board as if from another one, and wait until the board is usable."""
        self.go("about:blank")
        self.go(address)
        self.wait_for(BOARD)

    def reload(self) -> None:
        self._note_requests()
        self._driver.refresh()
        self.wait_for(BOARD)

    def press(self, selector: str) -> None:
        """Click the first element that matches a selector, once it is there."""
        self.wait_for(f"document.querySelector({selector!r})")
        self.run(f"document.querySelector({selector!r}).click()")

    def key(self, *names: str) -> None:
        """Press and release keys, by their names in the DOM."""
        for name in names:
            code = getattr(Keys, re.sub("(?<=[a-z])(?=[A-Z])", "_", name).upper())  # "ArrowUp" is ARROW_UP
            ActionChains(self._driver).send_keys(code).perform()

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

    def _note_requests(self) -> None:
        self._asked |= {*self.evaluate(ASKED)}

    def troubles(self) -> list[str]:
        self._note_requests()
        foreign = [url for url in self._asked if not url.removeprefix("blob:").startswith(OURS)]
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


@pytest.fixture
def visitor(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Visitor]:
    """A fresh WebKit."""
    program = find_browser("webkit")
    if program is None:
        (pytest.fail if request.config.getoption("--browser") else pytest.skip)("no webkit found: run `make browsers`")
    options = Options()
    options.binary_location = str(find_mini_browser())
    options.add_argument("--automation")
    options.add_argument("--enable-write-console-messages-to-stdout=true")
    log = tmp_path / "console"
    with display() as name, log.open("wb") as output:
        service = Service(program, log_output=output, env={**os.environ, "DISPLAY": name})
        driver = webdriver.WebKitGTK(options=options, service=service)
        driver.set_window_size(*WINDOW)
        try:
            visitor = Visitor(driver, log)
            yield visitor
            assert (visitor.troubles(), visitor.audit()) == ([], [])
        finally:
            driver.quit()


def men(game: Game, ply: int | None) -> dict[str, str]:
    """Return the man on each point after `ply` moves, in the page's terms."""
    position = game.position if ply is None else game.position_at(ply)
    return {
        name: "white" if position.white >> point & 1 else "black" if position.black >> point & 1 else "none"
        for point, name in enumerate(game.variant.board.points)
    }


def visit_until_ready(visitor: Visitor, address: str) -> None:
    visitor.open(address)
    visitor.press("[data-intent=open][data-value=settings]")
    visitor.wait_for(f"document.querySelector('[data-testid=offline]')?.textContent === {READY!r}")


def test_open_play_the_computer_reload_and_go_on_without_a_network(visitor: Visitor, site: Path) -> None:
    with serving(site) as host:
        visit_until_ready(visitor, host.address)
        visitor.open(host.address + "#v=three&b=level8")
        Player(visitor.evaluate).play_moves(4)
        Player(visitor.evaluate).wait_for_move()
        moves = visitor.text("moves")
        visitor.reload()
        assert visitor.text("moves") == moves
        host.stop()
        visitor.reload()
        assert visitor.text("moves") == moves
        assert Player(visitor.evaluate).play_to_the_end()
        visitor.open(host.address + "#v=nine&m=d6.f4.d2.b4")
        assert visitor.evaluate(MEN) == men(Game.from_link("v=nine&m=d6.f4.d2.b4"), None)


@pytest.mark.slow
def test_a_film_has_every_ply(visitor: Visitor, root: str) -> None:
    visitor.open(root + "#" + MILL)
    plies = len(Game.from_link(MILL).line)
    visitor.press("[data-intent=open][data-value=share]")
    visitor.press("dialog input[value=picture]")
    visitor.run(SAVE_DATA)
    visitor.press("[data-intent='share:save-film']")
    film = base64.b64decode(visitor.wait_for("window.saved").partition(",")[2])
    assert film[:6] == b"GIF89a"
    assert film.count(PICTURE) == plies + 1


@pytest.mark.slow
def test_offline_play_below_a_folder_of_a_host_that_sets_no_headers(
    visitor: Visitor, site: Path, tmp_path: Path
) -> None:
    shutil.copytree(site, tmp_path / "host/games/morris")
    with serving(tmp_path / "host", plain=True) as host:
        visit_until_ready(visitor, host.address + "games/morris/")
        host.stop()
        visitor.open(host.address + "games/morris/#v=three&b=level8")
        assert Player(visitor.evaluate).play_to_the_end()


@pytest.mark.slow
def test_a_new_version_in_the_middle_of_a_game(visitor: Visitor, site: Path, tmp_path: Path) -> None:
    shutil.copytree(site, tmp_path / "host")
    another_version(tmp_path / "later", tmp_path / "host")
    with serving(tmp_path / "host") as host:
        visit_until_ready(visitor, host.address)
        visitor.open(host.address + "#v=nine-merelles&b=level8")
        player = Player(visitor.evaluate)
        player.play_moves(6)
        deploy(tmp_path / "later", tmp_path / "host")
        visitor.evaluate(f"void {LOOK_FOR_NEW}")
        visitor.wait_for(f"Boolean({OFFER})")
        player.play_moves(8)
        assert visitor.evaluate("document.documentElement.dataset.edition ?? 'old'") == "old"
        player.wait_for_move()
        moves = visitor.text("moves")
        visitor.run(f"{OFFER}.click()")
        visitor.wait_for(f"document.documentElement.dataset.edition === 'new' && {BOARD}")
        assert visitor.text("moves") == moves
        host.stop()
        visitor.reload()
        Player(visitor.evaluate).play_moves(10)


@pytest.mark.slow
def test_a_link_of_every_kind_opens_to_the_same_game(visitor: Visitor, root: str) -> None:
    for text in good_links():
        visitor.open(f"{root}#{text or 'v=nine'}")
        link = Link.read(text)
        assert visitor.evaluate(MEN) == men(link.game, link.at), text


@pytest.mark.slow
def test_no_screen_has_a_finding_of_axe(visitor: Visitor, root: str) -> None:
    found = {}
    for fragment in (MILL, MOVING, OVER, REVIEWED, "lessons=first", "puzzles=today"):
        visitor.open(f"{root}#{fragment}")
        found[fragment] = visitor.audit()
    visitor.open(f"{root}#{MILL}")
    for name in DIALOGS:
        visitor.press(f'[data-intent="open"][data-value="{name}"]')
        visitor.wait_for("document.querySelector('dialog[open] [data-intent=close]')")
        found[name] = visitor.audit()
        visitor.press("dialog[open] [data-intent=close]")
        visitor.wait_for("!document.querySelector('dialog')")
    assert not any(found.values()), found


@pytest.mark.slow
def test_a_game_by_link_is_sent_and_its_answer_opened(visitor: Visitor, root: str) -> None:
    visitor.open(f"{root}#v=three")
    for selector in ("[data-value=open-game]", "dialog [data-value=by-link]", "[data-testid=by-link-begin]"):
        visitor.press(selector)
    visitor.wait_for(f"!document.querySelector('dialog') && /our turn/.test({STATUS})")
    visitor.run(PRESS.replace("POINT", "a1"))
    sent = visitor.wait_for("/m=a1/.test(location.hash) && location.hash.slice(1)")
    visitor.press("[data-intent='by-link:copy']")
    answer = sent.replace("m=a1", "m=a1.b1")
    visitor.open(f"{root}#{answer}")
    visitor.wait_for(f"/our turn/.test({STATUS})")
    visitor.reload()
    assert visitor.evaluate(MEN) == men(Game.from_link(answer), None)


@pytest.mark.slow
def test_the_keyboard_alone_plays_a_move_and_closes_a_dialog(visitor: Visitor, root: str) -> None:
    visitor.open(f"{root}#v=nine")
    for _ in range(40):
        if here := visitor.evaluate(POINT):
            break
        visitor.key("Tab")
    visitor.key(*way(here, "f4"))
    visitor.wait_for(f"{POINT} === 'f4'")
    visitor.key("Enter")
    visitor.wait_for("document.querySelector('[data-point=f4]').dataset.man === 'white'")
    visitor.run("document.querySelector('[data-value=settings]').focus()")
    visitor.press("[data-value=settings]")  # WebKit's driver presses no button by the Enter key
    visitor.wait_for("document.querySelector('dialog[open]')?.contains(document.activeElement)")
    visitor.key("Escape")
    visitor.wait_for("document.activeElement.dataset.value === 'settings'")


@pytest.mark.slow
def test_a_file_of_games_is_imported_and_exported_again(visitor: Visitor, root: str, tmp_path: Path) -> None:
    games = many(30)
    text = write_file(tmp_path / "games.json", games).read_text(encoding="utf-8")
    visitor.open(root)
    visitor.run(SAVE)
    visitor.press("[data-value=my-games]")
    visitor.press("[data-testid=my-games] input[type=radio][value=file]")
    visitor.wait_for("document.querySelector('input[type=file]')")
    visitor.run(CHOOSE.replace("TEXT", json.dumps(text)))
    visitor.press("[data-intent='my-games:import']")
    visitor.wait_for("/30 games were imported/.test(document.querySelector('[data-testid=my-games-said]').textContent)")
    visitor.press("[data-intent='my-games:export']")
    saved = json.loads(visitor.wait_for("window.saved"))
    assert sorted(saved["games"], key=lambda game: game["id"]) == sorted(games, key=lambda game: game["id"])


@pytest.mark.slow
def test_boards_in_an_article_of_another_origin(visitor: Visitor, root: str, tmp_path: Path) -> None:
    article = test_embedding.host_page(root).replace("<body", '<link rel="icon" href="data:,"><body')
    (tmp_path / "index.html").write_text(article, encoding="utf-8")
    with test_embedding.on_another_site(tmp_path, {}) as address:
        visitor.go(address)
        events = "document.querySelector('#events').textContent"
        for name in ("diagram", "replay", "computer", "small"):
            visitor.run(f"document.querySelector('#{name}').scrollIntoView()")
            visitor.wait_for(f"{events}.includes('{name} ready')")
        visitor.run("document.querySelector('#bad').scrollIntoView()")
        visitor.wait_for(f"{events}.includes('bad error')")
        visitor.run("document.querySelector('#replay').goto(3)")
        visitor.wait_for("document.querySelector('#replay').state.ply === 3")
        visitor.open(root)
