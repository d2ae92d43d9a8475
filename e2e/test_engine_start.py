"""The engine's worker starts with or without its snapshot, answers, and is given up if it is broken or hangs.

These tests call engine/link.mjs as the page's Python does. Other tests look at the page.
"""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from e2e.conftest import BELIEVE_ANYTHING, PATIENCE, Opener, Watch
from e2e.playing import reload

pytestmark = pytest.mark.real_engine

START = json.dumps({"id": 1, "do": "start", "task": "move", "game": "v=three", "limit": {"depth": 2}})

# The end of a worker that replaces engine/worker.py, so that a test can choose its answers.
HELLO = "def hello(): return 'there'\n__export__ = ['hello', 'handle']\n"

Link = Callable[..., Any]


@pytest.fixture
def link(page: Page, open_board: Opener) -> Link:
    """Return a function that starts a worker, sends it texts, and returns the answer to each."""
    open_board(page)

    def start_and_ask(*texts: str, milliseconds: int = 4 * PATIENCE) -> Any:
        return page.evaluate(
            """async ([texts, milliseconds]) => {
                const { openLink } = await import(document.querySelector('link[href*="engine/link"]').href);
                const progress = [];
                const link = openLink((loaded, total) => progress.push([loaded, total]));
                const started = await link.started;
                const answers = [];
                if (started.ok) for (const text of texts) answers.push(await link.ask(text, milliseconds));
                link.end("the test is over");
                return { started, answers, progress, workers: document.querySelectorAll("script[worker]").length };
            }""",
            [texts, milliseconds],
        )

    return start_and_ask


def worker(page: Page, body: str) -> None:
    page.add_init_script(BELIEVE_ANYTHING)
    reload(page)
    page.route("**/engine/worker-*.py", lambda route: route.fulfill(body=body + "\n" + HELLO))


def test_the_engine_starts_from_the_snapshot_reports_progress_and_answers(link: Link, site: Path) -> None:
    outcome = link(START, "no JSON at all")
    assert outcome["started"] == {"ok": True, "text": "snapshot"}
    assert json.loads(outcome["answers"][0]["text"])["id"] == 1
    assert "error" in json.loads(outcome["answers"][1]["text"])
    assert outcome["workers"] == 0
    progress = outcome["progress"]
    (snapshot,) = site.glob("assets/snapshot-*.bin")
    (wasm,) = site.glob("vendor/pyodide-*/pyodide.asm.wasm")
    whole = snapshot.stat().st_size + wasm.stat().st_size
    assert progress == sorted(progress)
    assert progress[-1] == [whole, whole]
    assert len(progress) > 4


def of_another_build(data: bytes) -> bytes:
    memory = bytearray(gzip.decompress(data))
    memory[16:24] = b"another "  # the snapshot's header contains the build's name
    return gzip.compress(bytes(memory), 1)


@pytest.mark.slow
def test_the_engine_starts_without_a_snapshot_that_does_not_fit(page: Page, site: Path, link: Link) -> None:
    (snapshot,) = site.glob("assets/snapshot-*.bin")
    page.route("**/assets/snapshot-*", lambda route: route.fulfill(body=of_another_build(snapshot.read_bytes())))
    outcome = link(START)
    assert outcome["started"] == {"ok": True, "text": "plain"}
    assert json.loads(outcome["answers"][0]["text"])["id"] == 1


@pytest.mark.slow
def test_a_worker_whose_python_fails_is_given_up(page: Page, link: Link, watch: Watch) -> None:
    watch.expect("ZeroDivisionError|console: Error ")  # Firefox leaves out the text
    worker(page, "1 / 0")
    assert not link(START)["started"]["ok"]


@pytest.mark.slow
def test_a_worker_that_hangs_is_given_up(page: Page, link: Link) -> None:
    worker(page, "def handle(text):\n    while True: pass\n")
    outcome = link("anything", milliseconds=300)
    assert outcome["answers"] == [{"ok": False, "reason": "slow", "file": ""}]


def test_the_page_learns_of_an_exception_but_not_its_text(page: Page, link: Link) -> None:
    """The console gets the exception's text, but players do not."""
    worker(page, "def handle(text): raise ValueError('no')\n")
    with page.expect_console_message(lambda message: "ValueError: no" in message.text):
        assert link("anything")["answers"] == [{"ok": False, "reason": "broken", "file": ""}]


@pytest.mark.slow
def test_chance_is_seeded_afresh_in_each_worker(page: Page, link: Link) -> None:
    worker(page, "import random\ndef handle(text): return str(random.random())\n")
    numbers = {link("anything")["answers"][0]["text"] for _ in range(2)}
    assert len(numbers) == 2


def test_the_worker_never_opens_a_database(page: Page, link: Link) -> None:
    # A frame on another site may not open it, and PyScript would end the worker silently.
    worker(page, "import js\ndef handle(text): return str(js.indexedDB.constructor.name)\n")
    assert link("anything")["answers"] == [{"ok": True, "text": "Object"}]
