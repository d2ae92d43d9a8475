"""Clocks and names: chosen in New game, seen at every size, paused, kept through a reload, and run out."""

import json
import re
from itertools import pairwise

from playwright.sync_api import Page, expect

from e2e.conftest import Opener
from e2e.my_games import saved_game
from e2e.playing import click, press
from e2e.sizes import box, each_size
from e2e.waiting import until

MINUTE = 60_000
TABLET = (820, 1180)
SIZES = [(390, 844), (320, 568), (667, 375), TABLET, (1280, 800)]


def keep_game(page: Page, left: tuple[int, int], moves: str = "d6", names: tuple[str, str] = ("", "")) -> None:
    """Put a game with clocks into the browser's storage, as if from an earlier visit."""
    more = {"names": names, "clock": {"total": 10 * MINUTE, "increment": 0, "left": left}}
    game = saved_game("earlier-1", "v=nine&m=" + moves, 1, more=more)
    text = json.dumps(json.dumps(game))
    page.add_init_script(f"localStorage['morris-game.earlier-1'] ??= {text}")


def test_two_people_play_with_clocks_and_names(page: Page, open_board: Opener) -> None:
    open_board(page)
    press(page, "New game")
    page.get_by_role("radio", name="A friend here").check()
    page.get_by_text("Clock and names").click()
    page.get_by_role("radio", name="3 + 2").check()
    page.get_by_label("White's name").press_sequentially("Ada")
    page.get_by_label("Black's name").press_sequentially("  Bob ")
    press(page, "Start")
    expect(page.locator("#player-bottom")).to_contain_text("Ada")
    expect(page.locator("#player-top")).to_contain_text("Bob")
    white, black = page.get_by_test_id("white-clock"), page.get_by_test_id("black-clock")
    expect(white).to_have_text("3:00")
    expect(page.locator(".clock[data-running]")).to_have_count(0)
    click(page, "d6")
    expect(black).to_have_attribute("data-running", "yes")
    expect(black).to_have_text(re.compile("2:[0-5]"))
    click(page, "f4")
    expect(white).to_have_attribute("data-running", "yes")
    expect(white).to_have_text(re.compile("3:00|2:5"))
    press(page, "Share")
    page.get_by_role("radio", name="More formats").check()
    record = page.locator('[data-copy="txt"]')
    expect(record).to_have_value(re.compile(r'\[White "Ada"\]'))
    expect(record).to_have_value(re.compile(r'\[Black "Bob"\]'))


# Counts the locks on the screen that are held.
LOCKS = """
window.held = 0;
const request = async () => {
  held += 1;
  return { released: false, release() { if (!this.released) held -= 1; this.released = true; } };
};
Object.defineProperty(navigator, "wakeLock", { value: { request } });
"""


def test_the_screen_stays_on_while_a_clock_runs(page: Page, open_board: Opener) -> None:
    page.add_init_script(LOCKS)
    keep_game(page, (5 * MINUTE, 5 * MINUTE), "d6.f4")
    open_board(page)
    for held in (1, 0, 1):
        page.get_by_test_id("white-clock").click()  # to resume, to pause and to resume
        until(page, lambda: page.evaluate("held"), held.__eq__)
    click(page, "d2")
    press(page, "End game")
    page.get_by_role("button", name="Black resigns").click()
    until(page, lambda: page.evaluate("held") == 0)


def test_clocks_are_seen_whole_at_every_size(page: Page, open_board: Opener) -> None:
    keep_game(page, (5 * MINUTE, 9_500), "d6.f4.d2.b4.f6.b6.b2.d7", ("Bartholomew", "Wilhelmina van der Berg"))
    open_board(page)
    for size in each_size(page, SIZES):
        for side in ("white", "black"):
            clock = page.get_by_test_id(side + "-clock")
            expect(clock).to_be_in_viewport(ratio=1)
            assert min(box(clock)["width"], box(clock)["height"]) >= 40, size
            strip = page.locator(f".player.{side}")
            if size == TABLET:
                assert box(page.get_by_test_id(f"{side}-count"))["height"] < 20, "it has room for one line"
            cut = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.className)"
            assert strip.locator(":not(.unseen)").evaluate_all(cut) == [], size
            for left, right in pairwise(box(strip.locator(part)) for part in (".who", ".trays", ".clock")):
                assert left["right"] <= right["left"] + 0.5, size
