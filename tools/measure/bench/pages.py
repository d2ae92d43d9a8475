"""How long pages take to be usable, and how many bytes until then: ours, without its snapshot, and a stock page."""

import hashlib
import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

import brotli
from playwright.sync_api import Browser, Page, Request

from tools.build_site import MODULES, engine_archive
from tools.serve import address, make_server
from tools.site.headers import RULES, Rules
from tools.sources import ROOT

STOCK = Path(__file__).with_name("stock")
PATIENCE = 120_000  # milliseconds
MARKS = ("board-ready", "engine-ready")

# Kept between runs: compressing Pyodide takes half a minute.
SIZES = ROOT / "build/brotli.json"


class Case(NamedTuple):
    """A page to measure: what it is called, its folder, the headers it is served with, and what to open in it."""

    name: str
    folder: Path
    rules: Rules
    fragment: str


class Load(NamedTuple):
    """One load: milliseconds until each mark, and the paths that were asked for until then."""

    milliseconds: tuple[float, ...]
    paths: tuple[tuple[str, ...], ...]


def cases(dist: Path, temporary: Path) -> list[Case]:
    """Build the pages to compare, below the folder `temporary`; return ours first."""
    without = temporary / "without-snapshot"
    shutil.copytree(dist, without)
    for path in without.glob("assets/snapshot-*"):
        path.unlink()
    stock = temporary / "stock"
    build_stock(stock)
    fragment = "#v=nine&w=1"  # the computer begins, so it is wanted as soon as the board is there
    return [
        Case("ours", dist, RULES, fragment),
        Case("ours, no snapshot", without, RULES, fragment),
        Case("stock", stock, [], ""),
    ]


def build_stock(target: Path) -> None:
    """Build the stock page: PyScript with all its plugins, one Pyodide, and the same core as a zip archive."""
    shutil.copytree(STOCK, target)
    no_maps = shutil.ignore_patterns("*.map")
    shutil.copytree(MODULES / "@pyscript/core/dist", target / "vendor/pyscript", ignore=no_maps)
    shutil.copytree(MODULES / "pyodide", target / "vendor/pyodide", ignore=no_maps)
    (target / "python.zip").write_bytes(engine_archive())


@contextmanager
def served(case: Case) -> Iterator[str]:
    """Serve a case's folder; give its address."""
    server = make_server(case.folder, rules=case.rules)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield address(server)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def load(
    browser: Browser,
    root: str,
    case: Case,
    slowdown: int,
    marks: tuple[str, ...] = MARKS,
    locale: str = "en",
    before: str = "",
) -> Load:
    """Open a page in a fresh browser profile, with an empty cache, and wait for marks.

    Args:
        slowdown: how many times slower the page's main thread is made; the worker's is not.
        marks: what is waited for, in this order.
        locale: the language that the browser is set to.
        before: a script that runs before those of the page.
    """
    context = browser.new_context(locale=locale)
    try:
        page = context.new_page()
        page.add_init_script(before)
        requests: list[tuple[float, str]] = []

        def note(request: Request) -> None:
            # What the service worker fetches to keep it for later is not waited for.
            if request.url.startswith(root) and not request.service_worker:
                requests.append((request.timing["startTime"], unquote(urlsplit(request.url).path)))

        context.on("requestfinished", note)
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
        page.goto(root + case.fragment)
        times = tuple(wait_for_mark(page, mark) for mark in marks)
        origin = page.evaluate("performance.timeOrigin")
        paths = tuple(tuple(path for begun, path in requests if begun - origin <= time) for time in times)
        return Load(times, paths)
    finally:
        context.close()


def wait_for_mark(page: Page, mark: str) -> float:
    """Return the milliseconds from the page's start to a mark that it sets.

    Raises:
        TimeoutError: it was not set.
    """
    for _ in range(PATIENCE // 50):
        time = page.evaluate("(mark) => performance.getEntriesByName(mark)[0]?.startTime", mark)
        if time is not None:
            return float(time)
        page.wait_for_timeout(50)
    raise TimeoutError(f"{page.url} did not come to {mark}")


def transferred(folder: Path, paths: tuple[str, ...]) -> int:
    """Return the bytes of files under brotli's best compression: what a good host sends for them, without headers."""
    files = {folder / (path.lstrip("/") or "index.html") for path in paths}
    return sum(brotli_size(file) for file in files if file.is_file())  # the snapshot is not there in one case


def brotli_size(path: Path) -> int:
    known: dict[str, Any] = json.loads(SIZES.read_text()) if SIZES.exists() else {}
    data = path.read_bytes()
    key = hashlib.sha256(data).hexdigest()
    if key not in known:
        # What is packed already is sent as it is.
        packed = path.suffix in (".gz", ".bin", ".zip", ".png")
        known[key] = len(data) if packed else len(brotli.compress(data, quality=11))
        SIZES.parent.mkdir(exist_ok=True)
        SIZES.write_text(json.dumps(known))
    return int(known[key])
