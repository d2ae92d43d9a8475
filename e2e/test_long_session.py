"""The page's memory does not grow during long play: neither Python's nor JavaScript's objects pile up."""

import json
from typing import NamedTuple

import pytest
from playwright.sync_api import CDPSession, Page

from e2e.conftest import Opener, Profile
from e2e.playing import QUICK, go_to
from e2e.test_memory import MB, memory
from tools.measure import reliability

pytestmark = [
    pytest.mark.slow,
    pytest.mark.real_engine,
    pytest.mark.chromium("only Chromium tells of its memory"),
]

# Runs Python in the page's interpreter, by means of PyScript, and returns the size of its objects in bytes.
PYTHON_BYTES = """() => new Promise((done) => {
  const root = document.documentElement;
  delete root.dataset.bytes;
  new MutationObserver((_, observer) => {
    observer.disconnect();
    script.remove();
    done(Number(root.dataset.bytes));
  }).observe(root, { attributeFilter: ["data-bytes"] });
  // The site's policy allows this name, which a page that starts does not use.
  window.policy ??= trustedTypes.createPolicy("trouble", { createScript: String });
  const script = document.createElement("script");
  script.type = "mpy";
  script.textContent = policy.createScript([
    "import gc",
    "from js import document",
    "gc.collect()",
    "document.documentElement.setAttribute('data-bytes', str(gc.mem_alloc()))",
  ].join("\\n"));
  document.body.append(script);
})"""

# Again and again, presses points, waits until the list shows the moves, and takes them back.
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

# Plays whole games, each to its end, with random moves against the computer, and asks for a rematch after each.
PLAY_GAMES = """async (games) => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const press = (element) => element.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  const points = (state) => [...document.querySelectorAll(`[data-point][data-state~="${state}"]`)];
  const isOver = () => document.querySelector("[data-testid=result]") !== null;
  for (let game = 0; game < games; game += 1) {
    while (!isOver()) {
      const choices = ["capture", "target", "movable"].map(points).find((found) => found.length) ?? [];
      if (choices.length) press(choices[Math.floor(Math.random() * choices.length)]);
      await frame();
    }
    press(document.querySelector("[data-intent=rematch]"));
    while (isOver()) await frame();
  }
}"""


class Memory(NamedTuple):
    """The memory of a page after a garbage collection.

    Attributes:
        python: The size of the page's Python objects, in bytes.
        objects: The number of JavaScript objects.
        listeners: The number of event listeners.
    """

    python: int
    objects: int
    listeners: int


def count_objects(session: CDPSession) -> int:
    """Return the number of JavaScript objects and functions that are reachable."""
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
    session.send("HeapProfiler.collectGarbage")  # releases what Python held of JavaScript, and the other way round
    python = page.evaluate(PYTHON_BYTES)
    session.send("HeapProfiler.collectGarbage")
    listeners = session.send("Memory.getDOMCounters")["jsEventListeners"]
    return Memory(python, count_objects(session), listeners)


GAMES = {"two people": ("v=nine", ["d6", "f4"], 2, 2), "the computer": ("v=nine&b=level6", ["d6"], 2, 1)}


@pytest.mark.parametrize("game", GAMES)
def test_nothing_piles_up_however_long_one_plays(new_page: Opener, open_board: Opener, game: str) -> None:
    fragment, points, moves, take_backs = GAMES[game]
    page = new_page()
    page.add_init_script(QUICK)
    open_board(page, fragment)
    session = page.context.new_cdp_session(page)
    page.evaluate(PLAY, [15, points, moves, take_backs])  # so that one-time allocations do not count
    before = measure(page, session)
    rounds = 30
    page.evaluate(PLAY, [rounds, points, moves, take_backs])
    after = measure(page, session)
    # A leak of a quarter of a kilobyte per ply would be 15 000 bytes, and one object per ply would be 60.
    assert after.python - before.python < 5_000, (before, after)
    assert after.objects - before.objects < rounds, (before, after)
    assert after.listeners - before.listeners < 5, (before, after)


def test_300_games_in_one_tab_take_no_more_memory_than_ten(profile: Profile, plain_root: str) -> None:
    page = profile(service_workers="block").new_page()
    page.add_init_script(QUICK)
    go_to(page, f"{plain_root}#v=three&b=level1")
    session = page.context.new_cdp_session(page)
    rows: list[tuple[str, int, int]] = []
    played = 0
    for games in (10, 100, 200, 300):
        page.evaluate(PLAY_GAMES, games - played)
        played = games
        python = measure(page, session).python
        rows.append((f"game {games}", memory(page) // MB, python // 1000))
    title = "Memory after 300 games in a tab"
    command = "pytest -m slow e2e/test_long_session.py"
    note = "Three men's morris against level 1, with random moves. The tab is the page and its worker."
    columns = ("after", "MB of the tab", "kB of the page's Python objects")
    reliability.write("session", title, command, columns, rows, note)
    (_, tab, python), *_, (_, last_tab, last_python) = rows
    assert last_tab <= 1.3 * tab, rows
    assert last_python <= 1.3 * python, rows
