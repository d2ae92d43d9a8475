"""How long My games takes to open with many games: until its list is seen, and of that the main thread's own time."""

import json
import statistics
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from playwright.sync_api import Browser, CDPSession, Page, expect

from tools.measure.bench import pages
from tools.site.headers import RULES
from tools.sources import ROOT

PATIENCE = 120_000  # milliseconds
NUMBERS = (20, 500, 5000)  # games
RUNS = 7  # the first has to load the list's code besides

# Games of the usual length: 80 plies.
SOURCE = ROOT / "tests/data/games.jsonl"

OPEN = """() => new Promise((done) => {
  const begun = performance.now();
  document.querySelector('#menu [data-value="my-games"]').click();
  const look = () => {
    if (!document.querySelector('[data-testid="my-games-list"] li')) return requestAnimationFrame(look);
    // Two frames later it has been painted.
    requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - begun)));
  };
  look();
})"""


class Opening(NamedTuple):
    """Medians of opening the list. games: how many there are; seen: milliseconds from the press until the list is
    painted, and first: the same, the first time, when its code is loaded besides; busy: milliseconds that the main
    thread computed meanwhile, whatever else the machine did."""

    games: int
    first: float
    seen: float
    busy: float


def measure(browser: Browser) -> list[Opening]:
    """Import files of several sizes into an empty browser profile each, and open the list."""
    case = pages.Case("ours", ROOT / "dist", RULES, "")
    with pages.served(case) as root, TemporaryDirectory() as temporary:
        return [_opening(browser, root, Path(temporary) / "games.json", number) for number in NUMBERS]


def write_games(path: Path, number: int) -> None:
    """Write a file of so many recorded games against all levels."""
    texts = [json.loads(line)["moves"] for line in SOURCE.read_text(encoding="utf-8").splitlines()]
    games = []
    for index in range(number):
        link = "v=nine&r=repetition:0,quiet_limit:0&m=" + ".".join(texts[index % len(texts)])
        games.append(
            {"id": f"game-{index}", "link": f"{link}&{'wb'[index % 2]}=level{1 + index % 12}", "undone": []}
            | {"previous_line": [], "title": "", "plies": len(texts[index % len(texts)]), "over": False, "tab": ""}
            | {"time": 1_700_000_000_000 + index, "result": ("1-0", "0-1", "1/2-1/2", "*")[index % 4], "side": ""}
        )
    head = {"format": "morris-games", "version": 1, "exported": "", "stored": {}}
    path.write_text(json.dumps(head | {"games": games}), encoding="utf-8")


def _opening(browser: Browser, root: str, file: Path, number: int) -> Opening:
    write_games(file, number)
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    session = context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    _start(page, root)
    page.get_by_role("button", name="My games", exact=True).click()
    page.get_by_test_id("my-games").get_by_role("radio", name="Backup").check(force=True)
    page.get_by_test_id("my-games").locator("input[type=file]").set_input_files(file)
    page.get_by_role("button", name="Import", exact=True).click(timeout=PATIENCE)
    expect(page.get_by_test_id("my-games-said")).to_contain_text("imported", timeout=PATIENCE)
    _start(page, root)
    seen, busy = [], []
    for _ in range(RUNS):
        before = _busy(session)
        seen.append(page.evaluate(OPEN))
        busy.append(_busy(session) - before)
        page.get_by_role("button", name="Close", exact=True).click()
        expect(page.get_by_role("dialog")).to_have_count(0)
    context.close()
    return Opening(number, seen[0], statistics.median(seen[1:]), statistics.median(busy[1:]))


def _start(page: Page, root: str) -> None:
    page.goto("about:blank")
    page.goto(root)
    page.locator('html[data-board="ready"]').wait_for()
    page.evaluate("restOfPage")


def _busy(session: CDPSession) -> float:
    """Return how many milliseconds the main thread has computed so far."""
    found: dict[str, Any] = session.send("Performance.getMetrics")
    return float(next(one["value"] for one in found["metrics"] if one["name"] == "TaskDuration")) * 1000
