"""However long one plays, the page's memory stays as it is: neither Python's objects nor JavaScript's pile up."""

import json
from typing import NamedTuple

import pytest
from playwright.sync_api import CDPSession, Page

from e2e.conftest import Opener
from e2e.playing import QUICK

pytestmark = pytest.mark.real_engine


# Runs Python in the page's interpreter, as PyScript runs what is put into the page, and returns how many bytes its
# objects take.
PYTHON_BYTES = """() => new Promise((done) => {
  const root = document.documentElement;
  delete root.dataset.bytes;
  new MutationObserver((_, observer) => {
    observer.disconnect();
    script.remove();
    done(Number(root.dataset.bytes));
  }).observe(root, { attributeFilter: ["data-bytes"] });
  const script = document.createElement("script");
  script.type = "mpy";
  script.textContent = [
    "import gc",
    "from js import document",
    "gc.collect()",
    "document.documentElement.setAttribute('data-bytes', str(gc.mem_alloc()))",
  ].join("\\n");
  document.body.append(script);
})"""

# Presses points, waits until the list has that many moves, and takes them back, again and again.
PLAY = """async ([rounds, points, moves, takeBacks]) => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const press = (selector) =>
    document.querySelector(selector).dispatchEvent(new MouseEvent("click", { bubbles: true }));
  const until = async (number) => {
    while (document.querySelectorAll("[data-ply]:not(.undone)").length !== number) await frame();
  };
  for (let round = 0; round < rounds; round += 1) {
    for (const point of points) press(`[data-point="${point}"]`);
    await until(moves);
    for (let count = 0; count < takeBacks; count += 1) press('[data-intent="undo"]');
    await until(0);
  }
}"""


class Memory(NamedTuple):
    """The memory of a page after a garbage collection.

    Attributes:
        python: Bytes of the objects of the page's Python.
        objects: JavaScript's objects.
        listeners: What listens to events.
    """

    python: int
    objects: int
    listeners: int


def count_objects(session: CDPSession) -> int:
    """Return how many objects and functions of JavaScript there are that somebody holds."""
    pieces: list[str] = []

    def hear(event: dict[str, str]) -> None:
        pieces.append(event["chunk"])

    session.on("HeapProfiler.addHeapSnapshotChunk", hear)
    session.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
    session.remove_listener("HeapProfiler.addHeapSnapshotChunk", hear)
    heap = json.loads("".join(pieces))
    fields, types = heap["snapshot"]["meta"]["node_fields"], heap["snapshot"]["meta"]["node_types"]
    kinds = heap["nodes"][fields.index("type") :: len(fields)]
    return sum(kinds.count(types[0].index(kind)) for kind in ("object", "closure"))


def measure(page: Page, session: CDPSession) -> Memory:
    page.evaluate(PYTHON_BYTES)
    session.send("HeapProfiler.collectGarbage")  # lets go what Python holds of JavaScript, and the other way round
    python = page.evaluate(PYTHON_BYTES)
    session.send("HeapProfiler.collectGarbage")
    listeners = session.send("Memory.getDOMCounters")["jsEventListeners"]
    return Memory(python, count_objects(session), listeners)


GAMES = {"two people": ("v=nine", ["d6", "f4"], 2, 2), "the computer": ("v=nine&b=level6", ["d6"], 2, 1)}


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_nothing_piles_up_however_long_one_plays(new_page: Opener, open_board: Opener, game: str) -> None:
    fragment, points, moves, take_backs = GAMES[game]
    page = new_page()
    page.add_init_script(QUICK)
    open_board(page, fragment)
    session = page.context.new_cdp_session(page)
    page.evaluate(PLAY, [15, points, moves, take_backs])  # what is kept once
    before = measure(page, session)
    rounds = 30
    page.evaluate(PLAY, [rounds, points, moves, take_backs])
    after = measure(page, session)
    # A quarter of a kilobyte a ply, as it once was, would be 15 000 bytes; one object a ply would be 60.
    assert after.python - before.python < 5_000, (before, after)
    assert after.objects - before.objects < rounds, (before, after)
    assert after.listeners - before.listeners < 5, (before, after)
