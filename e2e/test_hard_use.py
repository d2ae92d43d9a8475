"""Hard use: presses faster than the page draws, events without an element, files that are not text, refused changes."""

import os
import time
from typing import Any

import pytest
from app.model.reading import of_link
from playwright.sync_api import Page, expect

from e2e.addresses import address_link, expect_address, expect_board, expect_fragment
from e2e.cases import slow_but
from e2e.conftest import Opener
from e2e.playing import click, play, point, reload
from e2e.waiting import until
from morris_core import Game, find_variant
from morris_core.link import Link
from tools.measure import reliability

START = "v=nine&m=d6.f4.d2.b4.f6.b6"
OPENED = Game.from_link(START)
MINUTES = float(os.environ.get("MORRIS_MINUTES", "0"))  # how long to go on with random use
STEPS = 100
# Acts at random, `actions` times, without waiting for the page to draw; after each `every` actions it waits for two
# frames and notes the address's fragment, which man is drawn on each point, and the games in the storage.
ACT = """async ([actions, seed, every]) => {
  const random = number => (seed = (seed * 1103515245 + 12345) % 2147483648) % number;
  const frame = () => new Promise(done => requestAnimationFrame(done));
  const press = element => element?.dispatchEvent(new MouseEvent("click", {bubbles: true}));
  const any = selector => {
    const found = [...document.querySelectorAll(selector)];
    return found.length ? found[random(found.length)] : null;
  };
  const open = '#menu [data-value="open-game"], #menu [data-value="new-game"], #menu [data-value="settings"]';
  const ways = [
    () => press(any('[data-state~="target"], [data-state~="capture"], [data-state~="movable"]')),
    () => press(any("[data-point]")),
    () => press(any('[data-intent="undo"], [data-intent="redo"], [data-intent="flip"]')),
    () => press(any('[data-intent="step"], [data-intent="previous-line"]')),
    () => press(any(open)),
    () => press(any('dialog [data-intent="close"], dialog [data-value="editor"]')),
    () => press(any('dialog [data-intent="open-game:open"], dialog [data-intent="close"]')),
    () => document.dispatchEvent(new KeyboardEvent("keydown", {key: ["ArrowLeft", "ArrowRight", "End"][random(3)]})),
    () => document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight", bubbles: true})),
  ];
  const seen = [];
  for (let number = 1; number <= actions; number++) {
    ways[random(ways.length)]();
    if (random(4) === 0) await frame();
    if (number % every) continue;
    await frame(); await frame();
    const men = {};
    for (const point of document.querySelectorAll("#board [data-point]")) men[point.dataset.point] = point.dataset.man;
    const half = document.querySelector('[data-state~="capture"]') !== null;
    const stored = Object.keys(localStorage).filter((key) => key.startsWith("morris-game."));
    seen.push([location.hash.slice(1), men, half, stored.map((key) => JSON.parse(localStorage[key]).link)]);
  }
  return seen;
}"""


def check(seen: "list[Any]") -> int:
    """Compare the boards that were drawn with the addresses, and these with what is stored.

    Returns:
        How many boards could be compared.
    """
    compared = 0
    for fragment, men, half, stored in seen:
        link = Link.read(fragment)
        if link.game.line and link.game != OPENED:  # what a link opens is saved only once somebody plays on
            assert link.game in [Game.from_link(one) for one in stored], (fragment, stored)
        if half:
            continue  # the address has no mill whose capture is pending
        position = of_link("", link).position
        for number, name in enumerate(link.game.variant.board.points):
            man = "white" if position.white >> number & 1 else "black" if position.black >> number & 1 else "none"
            assert men[name] == man, (fragment, name, men)
        compared += 1
    return compared


@pytest.mark.slow
def test_the_board_shows_what_the_address_says_whatever_is_pressed(page: Page, open_board: Opener) -> None:
    open_board(page, START)
    assert check(page.evaluate(ACT, [100, 5, 5])) > 6


def test_the_address_has_moves_that_were_undone_while_the_board_shows_them(page: Page, open_board: Opener) -> None:
    game = Game.from_link("v=nine&m=d6.f4.d2")
    open_board(page, "v=nine&m=d6.f4.d2")
    page.keyboard.press("Home")
    click(page, "d6")
    page.keyboard.press("End")
    expect_board(page, game)
    expect_fragment(page, "v=nine&m=d6&t=1.f4.d2&at=3")
    reload(page)
    expect_board(page, game)
    page.keyboard.press("ArrowLeft")
    expect_board(page, game, 2)
    expect_fragment(page, "v=nine&m=d6&t=1.f4.d2&at=2")
    page.get_by_role("button", name="Redo").click()
    expect_fragment(page, "v=nine&m=d6.f4")


@pytest.mark.slow
def test_the_address_has_the_line_on_the_board_while_the_computer_plays_another(page: Page, open_board: Opener) -> None:
    game = Game.from_link("v=nine&m=c3.c5.c4.b2.d7")
    open_board(page, "v=nine&m=c3.c5.c4.b2.d7&b=level1&at=0")
    click(page, "c3")
    page.keyboard.press("End")
    for _ in range(2):
        until(page, lambda: address_link(page), lambda link: link.game.ply == 2)
        expect_board(page, game)
        assert of_link("", address_link(page)).position == game.position
        reload(page)


@pytest.mark.slow
def test_board_address_and_storage_agree_after_each_step(page: Page, open_board: Opener) -> None:
    begun = time.monotonic()
    compared, chunks = 0, 0
    while chunks < 6 or time.monotonic() - begun < MINUTES * 60:
        open_board(page, START)
        compared += check(page.evaluate(ACT, [STEPS, chunks, 1]))
        chunks += 1
    minutes = round((time.monotonic() - begun) / 60)
    reliability.write(
        "monkey",
        "Random use",
        "MORRIS_MINUTES=60 pytest -m slow e2e/test_hard_use.py",
        ("actions", "minutes", "boards compared", "differences"),
        [(chunks * STEPS, minutes, compared, 0)],
        "Points, undo, steps, dialogs and keys at random. A difference of board, address or storage ends it.",
    )


@pytest.mark.slow
def test_the_address_is_right_again_after_the_browser_has_refused_to_change_it(page: Page, open_board: Opener) -> None:
    page.add_init_script(
        "const plain = history.replaceState.bind(history);"
        "history.replaceState = (...values) => { if (!window.refusing) plain(...values) }"
    )
    open_board(page)
    page.evaluate("window.refusing = true")
    click(page, "d6")
    expect(point(page, "d6")).to_have_attribute("data-man", "white")
    page.evaluate("window.refusing = false")
    expect_address(page, Game.from_link("v=nine&m=d6"))


def test_a_key_without_an_element_steps_through_the_game(page: Page, open_board: Opener) -> None:
    open_board(page, "v=nine&m=d6.f4")
    page.evaluate("document.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowLeft'}))")
    expect(point(page, "f4")).to_have_attribute("data-man", "none")


def test_a_button_pressed_in_the_frame_in_which_its_dialog_closes_does_nothing(page: Page, open_board: Opener) -> None:
    open_board(page, "v=nine&m=d6.f4")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("dialog")).to_be_visible()  # its module is loaded on first use
    page.evaluate("""() => {
      const [editor, open] = ["[data-value=editor]", "[data-intent='open-game:open']"].map(
        selector => document.querySelector("dialog " + selector));
      editor.click();
      open.click();
    }""")
    expect(page.get_by_test_id("editor-board")).to_be_visible()


DAY = 86_400_000
REWRITE = """Object.keys(localStorage).filter((key) => key.startsWith("morris-game"))
  .forEach((key) => (localStorage[key] = localStorage[key].%s))"""
FORBID = "void (Storage.prototype.%s = () => { throw new DOMException('no', 'SecurityError'); })"
# Faults in the middle of a game, as scripts.
FAULTS = {
    "what was stored is gone": "localStorage.clear()",
    "the browser has evicted everything": """(async () => {
      localStorage.clear();
      for (const name of await caches.keys()) await caches.delete(name);
      for (const { name } of (await indexedDB.databases?.()) ?? []) indexedDB.deleteDatabase(name);
    })()""",
    "storing is forbidden": FORBID % "setItem",
    "reading is forbidden": FORBID % "getItem",
    "the clock jumps to tomorrow": f"((now) => {{ Date.now = () => now() + {DAY}; }})(Date.now.bind(Date))",
    "the clock jumps back by a year": f"((now) => {{ Date.now = () => now() - 365 * {DAY}; }})(Date.now.bind(Date))",
    "the game was stored by a newer version": REWRITE % """replace("{", '{"future": {"format": 99}, ')""",
    "what is stored of the game is cut off": REWRITE % "slice(0, 40)",
}

QUICK = (
    "the browser has evicted everything",
    "reading is forbidden",
    "what is stored of the game is cut off",
)


@pytest.mark.cold
@pytest.mark.parametrize("fault", slow_but(FAULTS, QUICK))
def test_the_game_goes_on_and_is_there_after_a_reload_when(page: Page, open_board: Opener, fault: str) -> None:
    open_board(page)
    game = Game(find_variant("nine"))
    for move in ("d6", "f4", "d2"):
        play(page, game, move)
    page.evaluate(FAULTS[fault])
    for move in ("b4", "f6"):
        play(page, game, move)
    expect_address(page, game)
    reload(page)
    expect_board(page, game)
    play(page, game, "b6")


@pytest.mark.cold
@pytest.mark.chromium("Only Chromium lets a test freeze a tab")
def test_a_tab_that_was_frozen_goes_on_with_the_moves_of_another(page: Page, open_board: Opener) -> None:
    open_board(page)
    game = Game(find_variant("nine"))
    play(page, game, "d6")
    session = page.context.new_cdp_session(page)
    other = open_board(page.context.new_page())
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    play(other, game, "f4")
    session.send("Page.setWebLifecycleState", {"state": "active"})
    page.bring_to_front()
    expect_board(page, game)
    play(page, game, "d2")
    expect_board(other, game)
