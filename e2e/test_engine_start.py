"""The engine's worker starts, from its snapshot or without; answers; and is given up when it is broken or hangs.

What the page does with that is another matter: here engine/link.mjs is called as the page's Python calls it.
"""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route

from e2e.conftest import Watch

START = json.dumps({"id": 1, "do": "start", "task": "move", "game": "v=three", "limit": {"depth": 2}})

# A worker whose answers a test chooses, in the place of engine/worker.py.
HELLO = "def hello(): return 'there'\n__export__ = ['hello', 'handle']\n"

Link = Callable[..., Any]


@pytest.fixture
def link(page: Page, open_board: Callable[..., Page]) -> Link:
    """Return a function that starts a worker, sends it texts, and returns what was promised for each."""
    open_board(page)

    def start_and_ask(*texts: str, milliseconds: int = 20_000) -> Any:
        return page.evaluate(
            """async ([texts, milliseconds]) => {
                const { openLink } = await import(new URL("engine/link.mjs", document.baseURI).href);
                const told = [];
                const link = openLink((loaded, total) => told.push([loaded, total]));
                const started = await link.started;
                const answers = [];
                if (started.ok) for (const text of texts) answers.push(await link.ask(text, milliseconds));
                link.end("the test is over");
                return { started, answers, told, workers: document.querySelectorAll("script[worker]").length };
            }""",
            [texts, milliseconds],
        )

    return start_and_ask


def worker(page: Page, body: str) -> None:
    page.route("**/engine/worker.py", lambda route: route.fulfill(body=body + "\n" + HELLO))


def test_starts_from_the_snapshot_and_answers(link: Link) -> None:
    outcome = link(START, "no JSON at all")
    assert outcome["started"] == {"ok": True, "text": "snapshot"}
    assert json.loads(outcome["answers"][0]["text"])["id"] == 1
    assert "error" in json.loads(outcome["answers"][1]["text"])
    assert outcome["workers"] == 0


def test_tells_how_much_has_come_in(link: Link, site: Path) -> None:
    told = link()["told"]
    (snapshot,) = site.glob("assets/snapshot-*.bin")
    (wasm,) = site.glob("vendor/pyodide-*/pyodide.asm.wasm")
    whole = snapshot.stat().st_size + wasm.stat().st_size
    assert told == sorted(told)
    assert told[-1] == [whole, whole]
    assert len(told) > 4


def damaged(data: bytes) -> bytes:
    return data[: len(data) // 2] + b"damaged" + data[len(data) // 2 + 7 :]


def cut_short(data: bytes) -> bytes:
    return data[: len(data) // 2]


def of_another_build(data: bytes) -> bytes:
    memory = bytearray(gzip.decompress(data))
    memory[16:24] = b"another "  # the build's name stands in the snapshot's head
    return gzip.compress(bytes(memory), 1)


@pytest.mark.parametrize("change", [damaged, cut_short, of_another_build])
def test_a_snapshot_that_does_not_fit_is_done_without(
    page: Page, site: Path, link: Link, change: Callable[[bytes], bytes]
) -> None:
    (snapshot,) = site.glob("assets/snapshot-*.bin")
    page.route("**/assets/snapshot-*", lambda route: route.fulfill(body=change(snapshot.read_bytes())))
    outcome = link(START)
    assert outcome["started"] == {"ok": True, "text": "plain"}
    assert json.loads(outcome["answers"][0]["text"])["id"] == 1


def test_a_damaged_snapshot_may_be_there_before_pyodide_wants_it(page: Page, site: Path, link: Link) -> None:
    (snapshot,) = site.glob("assets/snapshot-*.bin")
    page.route("**/assets/snapshot-*", lambda route: route.fulfill(body=cut_short(snapshot.read_bytes())))
    (loader,) = site.glob("vendor/pyodide-*/pyodide.mjs")
    wants = "await e._loadSnapshot"
    code = loader.read_text()
    assert code.count(wants) == 1
    late = code.replace(wants, "await new Promise((resolve) => setTimeout(resolve, 1000)).then(() => e._loadSnapshot)")
    page.route("**/pyodide.mjs", lambda route: route.fulfill(body=late, content_type="text/javascript"))
    assert link(START)["started"] == {"ok": True, "text": "plain"}


def test_a_missing_snapshot_is_done_without(page: Page, link: Link, watch: Watch) -> None:
    watch.expect("404")
    page.route("**/assets/snapshot-*", lambda route: route.fulfill(status=404))
    outcome = link(START)
    assert outcome["started"] == {"ok": True, "text": "plain"}
    assert json.loads(outcome["answers"][0]["text"])["id"] == 1


def abort(route: Route) -> None:
    route.abort()


@pytest.mark.parametrize("file", ["engine/boot.mjs", "pyodide.asm.wasm", "pyodide.asm.mjs"])
def test_a_start_that_cannot_be_is_given_up(page: Page, link: Link, watch: Watch, file: str) -> None:
    watch.expect("")
    page.route(f"**/{file}", abort)
    outcome = link(START)
    assert not outcome["started"]["ok"]
    assert outcome["started"]["reason"]
    assert outcome["workers"] == 0


def test_a_worker_whose_python_fails_is_given_up(page: Page, link: Link, watch: Watch) -> None:
    watch.expect("ZeroDivisionError")
    worker(page, "1 / 0")
    assert not link(START)["started"]["ok"]


def test_a_worker_that_hangs_is_given_up(page: Page, link: Link) -> None:
    worker(page, "def handle(text):\n    while True: pass\n")
    outcome = link("anything", milliseconds=300)
    assert outcome["answers"] == [{"ok": False, "reason": "it did not answer in time"}]


def test_an_exception_is_told_in_one_line(page: Page, link: Link) -> None:
    worker(page, "def handle(text): raise ValueError('no')\n")
    assert link("anything")["answers"] == [{"ok": False, "reason": "ValueError: no"}]


def test_chance_is_seeded_afresh_in_each_worker(page: Page, link: Link) -> None:
    worker(page, "import random\ndef handle(text): return str(random.random())\n")
    numbers = {link("anything")["answers"][0]["text"] for _ in range(2)}
    assert len(numbers) == 2


def test_the_rest_of_the_standard_library_comes_when_it_is_asked_for(page: Page, link: Link) -> None:
    worker(
        page, "import sys\nknown = 'wave' in sys.modules\ndef handle(text):\n    import wave\n    return str(known)\n"
    )
    assert link("anything")["answers"] == [{"ok": True, "text": "False"}]


def test_the_worker_never_asks_for_the_browsers_data_base(page: Page, link: Link) -> None:
    # A frame on another site may not open it, and PyScript would end the worker without a word.
    worker(page, "import js\ndef handle(text): return str(js.indexedDB.constructor.name)\n")
    assert link("anything")["answers"] == [{"ok": True, "text": "Object"}]
