"""The page plays what it can while the engine is loading or if it cannot load. Once the engine is there, it plays."""

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import Opener
from e2e.playing import QUICK, Held, click, expect_moves, point, status
from e2e.test_computer import engine_is
from e2e.waiting import until
from morris_core.link import Link

pytestmark = pytest.mark.real_engine

APART = ("a7", "g1", "b2", "f6", "c3", "e5")  # no two of them on one line
ANSWERED = """
window.answered = [];
new MutationObserver(() => {
  const plies = document.querySelectorAll("[data-testid=moves] [data-ply]").length;
  if (answered.at(-1) !== plies) answered.push(plies);
}).observe(document, {subtree: true, childList: true});
"""

# While `broken` is set, the clock returns an object that JavaScript can use as a number and Python cannot.
BREAK_CLOCK = """
const now = performance.now.bind(performance);
performance.now = () => (window.broken ? {valueOf: now} : now());
"""


@pytest.fixture
def page(new_page: Opener) -> Page:
    page = new_page()
    page.add_init_script(ANSWERED)
    return page


def place(page: Page) -> None:
    """Place a man on a free point of APART, where it makes no mill."""
    free = [name for name in APART if point(page, name).get_attribute("data-man") == "none"]
    click(page, free[0])


def test_a_low_level_answers_before_the_engine_is_there(page: Page, open_board: Opener) -> None:
    Held(page, "**/pyodide.asm.wasm")
    page.add_init_script(QUICK)
    open_board(page, "v=nine&b=level5")
    for plies in (2, 4, 6, 8):
        place(page)
        expect_moves(page, plies)
        expect(status(page)).to_contain_text("Your turn")
    engine_is(page, "loading")
    expect(page.get_by_test_id("engine-progress")).to_have_count(0)
    Link.read(page.url.partition("#")[2])  # raises LinkError if a move was not legal


def test_a_high_level_places_its_first_men_before_the_engine_is_there(page: Page, open_board: Opener) -> None:
    held = Held(page, "**/pyodide.asm.wasm")
    page.add_init_script(QUICK)
    open_board(page, "v=twelve&w=level12")
    for plies in (1, 3):
        expect_moves(page, plies)
        expect(status(page)).to_contain_text("Your turn")
        place(page)
    progress = page.get_by_test_id("engine-progress")
    expect(progress).to_contain_text("Loading the computer player")
    expect(progress).not_to_contain_text("ready to play")
    expect_moves(page, 4)
    held.let_go()
    expect_moves(page, 5)


def test_an_engine_that_comes_before_the_file_of_first_men_plays(page: Page, open_board: Opener) -> None:
    Held(page, "**/first-moves-*.txt")
    open_board(page, "v=nine&w=level8")
    expect_moves(page, 1)
    engine_is(page, "ready")


@pytest.mark.slow
def test_a_hint_that_must_wait_for_the_engine_shows_its_progress(page: Page, open_board: Opener) -> None:
    held = Held(page, "**/pyodide.asm.wasm")
    open_board(page, "v=nine&b=level2")
    click(page, "d6")
    expect_moves(page, 2)
    page.get_by_role("button", name="Hint").click()
    progress = page.get_by_test_id("engine-progress")
    expect(progress).to_contain_text("Loading the computer player")
    expect(progress).to_contain_text("Level 2 is ready to play.")
    # The game goes on, and the hint is for the position on the board when the engine arrives.
    place(page)
    expect_moves(page, 4)
    expect(progress).to_have_count(0)
    page.get_by_role("button", name="Hint").click()
    expect(progress).to_be_visible()
    held.let_go()
    expect(page.get_by_test_id("hint")).to_contain_text("Try ")
    expect(progress).to_have_count(0)


# While `holding` is set, timers wait, and so does the computer's move.
HOLD = """
window.held = [];
const plain = setTimeout;
window.setTimeout = (act, time, ...rest) => window.holding && time > 50 ? held.push(act) : plain(act, time, ...rest);
window.letGo = () => {
  window.holding = false;
  for (const act of held.splice(0)) act();
};
"""


def test_an_undo_while_the_answer_is_on_its_way_counts(page: Page, open_board: Opener) -> None:
    Held(page, "**/pyodide.asm.wasm")
    page.add_init_script(HOLD)
    open_board(page, "v=nine&b=level1")
    page.evaluate("window.holding = true")
    click(page, "d6")
    expect(status(page)).to_contain_text("The computer is thinking")
    until(page, lambda: page.evaluate("held.length"))
    page.get_by_role("button", name="Undo").click()
    men = page.locator('[data-man="white"], [data-man="black"]')
    expect(men).to_have_count(0)
    expect(status(page)).not_to_contain_text("thinking")
    page.evaluate("letGo()")
    page.wait_for_timeout(300)
    assert men.count() == 0


@pytest.mark.slow
def test_when_the_page_cannot_think_the_engine_answers(page: Page, open_board: Opener) -> None:
    held = Held(page, "**/engine/worker-*.py")
    page.add_init_script(QUICK)
    page.add_init_script(BREAK_CLOCK)
    open_board(page, "v=nine&b=level3")
    click(page, "d6")
    expect_moves(page, 2)
    with page.expect_console_message(lambda message: "could not think itself" in message.text):
        page.evaluate("window.broken = true")
        place(page)
    page.evaluate("window.broken = false")
    expect(page.get_by_test_id("engine-progress")).to_be_visible()
    expect_moves(page, 3)
    held.let_go()
    expect_moves(page, 4)
    expect(status(page)).to_contain_text("Your turn")
