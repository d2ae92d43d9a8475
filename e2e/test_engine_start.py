"""The engine's worker starts with or without its snapshot, answers, and is given up if it is broken or hangs.

These tests call engine/link.mjs as the page's Python does. Other tests look at the page.
"""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import BELIEVE_ANYTHING, Opener, Watch
from e2e.playing import reload

pytestmark = pytest.mark.real_engine

QUESTION = json.dumps({"id": 1, "task": "move", "game": "v=three", "limit": {"depth": 2}})

# A worker that replaces engine/worker.py, so that a test can choose what `answer(text)` returns.
WORKER = """
from engine_boot import connect
from pyodide.ffi import create_proxy
{answer}
send = connect(create_proxy(lambda text: send(answer(text)) if text else None))
"""

# The console may say this about an uncaught exception in the worker. PyScript's own handler for it fails there.
IN_WORKER = "PythonError|reading 'onerror'"

Link = Callable[..., Any]


@pytest.fixture
def link(page: Page, open_board: Opener) -> Link:
    """Return a function that starts a worker, asks it a question, and returns what it said.

    That is [event, *values] of each event, until the last line or the end of the worker. `fast`: how much too fast the
    page counts seconds once the worker is ready.
    """
    open_board(page)

    def start_and_ask(question: str = QUESTION, fast: int = 1) -> list[list[Any]]:
        heard: list[list[Any]] = page.evaluate(
            """async ([question, fast]) => {
                const plainInterval = setInterval;
                let ticks = 1;
                window.setInterval = (tick, time) => plainInterval(() => {
                    for (let count = 0; count < ticks; count += 1) tick();
                }, time);
                const { openLink } = await import(document.querySelector('link[href*="engine/link"]').href);
                const heard = [];
                let finish;
                const finished = new Promise((resolve) => (finish = resolve));
                const link = openLink((...event) => {
                    heard.push(event);
                    if (event[0] === "ready") ticks = fast;
                    if (event[0] === "lost" || event[0] === "line") finish();
                });
                link.ask(question);
                await finished;
                link.end();
                return heard;
            }""",
            [question, fast],
        )
        expect(page.locator("script[worker]")).to_have_count(0)
        return heard

    return start_and_ask


def worker(page: Page, answer: str) -> None:
    page.add_init_script(BELIEVE_ANYTHING)
    reload(page)
    page.route("**/engine/worker-*.py", lambda route: route.fulfill(body=WORKER.format(answer=answer)))


def test_the_engine_starts_from_the_snapshot_reports_progress_and_answers(link: Link, site: Path) -> None:
    *progress, ready, line = link()
    assert ready == ["ready", "snapshot"]
    assert json.loads(line[1])["id"] == 1
    (snapshot,) = site.glob("assets/snapshot-*.bin")
    (wasm,) = site.glob("vendor/pyodide-*/pyodide.asm.wasm")
    whole = snapshot.stat().st_size + wasm.stat().st_size
    assert progress == sorted(progress)
    assert progress[-1] == ["progress", whole, whole]
    assert len(progress) > 4
    assert "error" in json.loads(link("no JSON at all")[-1][1])


def of_another_build(data: bytes) -> bytes:
    memory = bytearray(gzip.decompress(data))
    memory[16:24] = b"another "  # the snapshot's header contains the build's name
    return gzip.compress(bytes(memory), 1)


@pytest.mark.slow
def test_the_engine_starts_without_a_snapshot_that_does_not_fit(page: Page, site: Path, link: Link) -> None:
    (snapshot,) = site.glob("assets/snapshot-*.bin")
    page.route("**/assets/snapshot-*", lambda route: route.fulfill(body=of_another_build(snapshot.read_bytes())))
    *_, ready, line = link()
    assert ready == ["ready", "plain"]
    assert json.loads(line[1])["id"] == 1


@pytest.mark.slow
def test_a_worker_whose_python_fails_is_given_up(page: Page, link: Link, watch: Watch) -> None:
    watch.expect("ZeroDivisionError|console: Error ")  # Firefox leaves out the text
    worker(page, "1 / 0")
    assert link()[-1] == ["lost", "broken", ""]


@pytest.mark.slow
def test_a_worker_that_hangs_is_given_up(page: Page, link: Link) -> None:
    worker(page, "def answer(text):\n    while True: pass")
    assert link(fast=20)[-1] == ["lost", "slow", ""]


@pytest.mark.slow
def test_the_page_learns_of_an_exception_but_not_its_text(page: Page, link: Link, watch: Watch) -> None:
    """The console gets the exception's text, but players do not."""
    watch.expect(f"ValueError: no|{IN_WORKER}")
    worker(page, "def answer(text): raise ValueError('no')")
    with page.expect_console_message(lambda message: "ValueError: no" in message.text):
        assert link()[-1] == ["lost", "broken", ""]


@pytest.mark.slow
def test_chance_is_seeded_afresh_in_each_worker(page: Page, link: Link) -> None:
    worker(page, "import random\ndef answer(text): return str(random.random())")
    assert len({link()[-1][1] for _ in range(2)}) == 2


@pytest.mark.slow
def test_the_worker_never_opens_a_database(page: Page, link: Link) -> None:
    # A frame on another site may not open it, and PyScript would end the worker silently.
    worker(page, "import js\ndef answer(text): return str(js.indexedDB.constructor.name)")
    assert link()[-1] == ["line", "Object"]
