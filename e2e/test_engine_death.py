"""The page notices at once when a worker dies, and does not mistake a slow or sleeping worker for a dead one."""

import pytest
from playwright.sync_api import Page, Route, expect

from e2e.conftest import BELIEVE_ANYTHING, Opener
from e2e.playing import QUICK, Held, click
from e2e.waiting import until

pytestmark = pytest.mark.real_engine


# Lets a test kill a worker silently, as a browser does when it runs out of memory.
COLLECT_WORKERS = """
window.workers = [];
const PlainWorker = window.Worker;
window.Worker = class extends PlainWorker {
  constructor(...args) {
    super(...args);
    window.workers.push(this);
  }
};
"""
KILL = "workers.at(-1).terminate()"
# True once the page waits for the lock that the worker holds, because from then on it notices the death.
LOCKED = "navigator.locks.query().then(({pending}) => pending.some(({name}) => /engine/.test(name)))"
# Makes intervals run fifty times as fast once `fast` is set.
QUICK_CLOCK = """
const plainInterval = setInterval;
window.setInterval = (tick, time) => {
  let count = 0;
  return plainInterval(() => {
    count += 1;
    if (window.fast || count % 50 === 0) tick();
  }, time / 50);
};
"""
# Stops the page's count of seconds, so that it cannot infer a death from silence.
NO_CLOCK = """
const plainInterval = setInterval;
window.setInterval = (tick, time) => (time === 1000 ? 0 : plainInterval(tick, time));
"""
SEEN_BY_NOBODY = "Object.defineProperty(document, 'hidden', { get: () => window.asleep ?? false })"


@pytest.fixture
def page(new_page: Opener) -> Page:
    """A page whose workers can be killed."""
    page = new_page()
    page.add_init_script(QUICK)
    page.add_init_script(COLLECT_WORKERS)
    return page


@pytest.mark.slow
def test_a_worker_that_dies_while_it_loads_is_noticed_at_once(page: Page, open_board: Opener) -> None:
    page.add_init_script(NO_CLOCK)
    held = Held(page, "**/pyodide.asm.wasm")
    open_board(page, "v=nine-merelles&b=level8")
    click(page, "d6")
    expect(page.get_by_test_id("engine-progress")).to_be_visible()
    until(page, lambda: held.routes)
    until(page, lambda: page.evaluate(LOCKED))
    page.evaluate(KILL)
    failure = page.get_by_test_id("engine-failure")
    expect(failure).to_contain_text("The computer player stopped working.")
    page.unroute("**/pyodide.asm.wasm")
    failure.get_by_role("button", name="Try again").click()
    expect(page.locator("[data-ply]")).to_have_count(2)
    expect(failure).to_have_count(0)


def test_a_worker_that_died_between_two_moves_is_replaced(page: Page, open_board: Opener) -> None:
    page.add_init_script(NO_CLOCK)
    open_board(page, "v=nine-merelles&b=level8")
    click(page, "d6")
    expect(page.locator("[data-ply]")).to_have_count(2)
    with page.expect_console_message(lambda message: "its worker has died" in message.text):
        page.evaluate(KILL)
    page.get_by_role("button", name="Undo").click()
    click(page, "d2")
    # Until then, the list may still show the moves that were undone.
    until(page, lambda: page.evaluate("workers.length") == 2)
    expect(page.locator("[data-ply]")).to_have_count(2)
    expect(page.get_by_test_id("engine-failure")).to_have_count(0)


@pytest.mark.slow
def test_without_locks_silence_means_death_except_in_a_hidden_tab(page: Page, open_board: Opener) -> None:
    page.add_init_script(BELIEVE_ANYTHING)
    page.add_init_script(SEEN_BY_NOBODY)
    page.add_init_script(QUICK_CLOCK)

    def without_locks(route: Route) -> None:
        text = route.fetch().text()
        route.fulfill(body=text.replace("navigator.locks", "undefined"), headers={"content-type": "text/javascript"})

    page.route("**/engine/boot-*.mjs", without_locks)
    held = Held(page, "**/pyodide.asm.wasm")
    open_board(page, "v=nine-merelles&b=level8")
    click(page, "d6")
    expect(page.get_by_test_id("engine-progress")).to_be_visible()
    until(page, lambda: held.routes)
    page.evaluate("window.asleep = window.fast = true")
    page.evaluate(KILL)
    page.wait_for_timeout(3000)  # 150 seconds
    expect(page.get_by_test_id("engine-progress")).to_be_visible()
    page.evaluate("window.asleep = false")
    expect(page.get_by_test_id("engine-failure")).to_contain_text("couldn't start on this device")
