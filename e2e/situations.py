"""Situations: everything that a player may have on the screen, each with a function that brings it on a page.

Buttons are found by their intents, so any language works. Each situation begins with an address, so they can follow one
another on one page; what it leaves behind is taken away by `leave`.
"""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from e2e.all_screens import MILL, go
from e2e.playing import ENGINE, Held
from tools.pictures.live import press

Show = Callable[[Page], None]

SITUATIONS: dict[str, Show] = {}
LONG_GAME = "v=nine&m=d6.f4.d2.b4.f6.b6.b2.d7.d3.g1.d1xf4.e5.c3.e4.g7.c5.a1.d5xb2"
PLACING = "v=nine&m=d6.f4.d2.b4"
# White closes the top line next, and three in a row win.
WON = (("v=three&m=c3.a1.b3.b1&b=level1", "a3"), ("v=three&m=a3.c1.b3.b1&b=level1", "c3"))


def situation(name: str) -> Callable[[Show], Show]:
    """Return a decorator that adds a situation."""

    def add(show: Show) -> Show:
        SITUATIONS[name] = show
        return show

    return add


def _open(page: Page, link: str) -> None:
    """Show a link, and wait until its moves are listed."""
    go(page, link)
    moves = next((part[2:] for part in link.split("&") if part.startswith("m=")), "")
    expect(page.locator("#moves [data-ply]")).to_have_count(len(moves.split(".")) if moves else 0)


def _point(page: Page, name: str) -> None:
    page.locator(f'[data-point="{name}"]').click()


@situation("first visit")
def first_visit(page: Page) -> None:
    _open(page, "v=nine")
    expect(page.locator(".welcome.first")).to_be_visible()


@situation("a turn")
def a_turn(page: Page) -> None:
    _open(page, LONG_GAME + "&b=level2")


@situation("a mill")
def a_mill(page: Page) -> None:
    _open(page, MILL)
    _point(page, "d1")
    expect(page.locator('[data-state~="capture"]').first).to_be_attached()


@situation("a press refused")
def refused(page: Page) -> None:
    _open(page, PLACING)
    _point(page, "d6")
    expect(page.locator(".status.notice")).to_be_visible()


@situation("an earlier move")
def earlier(page: Page) -> None:
    _open(page, LONG_GAME + "&b=level2")
    for _ in range(3):
        press(page, "step", "previous")


@situation("two computers")
def two_computers(page: Page) -> None:
    _open(page, PLACING + "&w=level1&b=level1")
    expect(page.locator('[data-intent="one-move"]')).to_be_visible()


@situation("the computer's turn")
def computers_turn(page: Page) -> None:
    held = Held(page, ENGINE)
    go(page, "v=nine&m=d6.f4.d2&b=level8")
    expect(page.locator(".status.waiting")).to_be_visible()
    page.__dict__["let_go"] = held.let_go


@situation("a win")
def won(page: Page) -> None:
    _open(page, WON[0][0])
    _point(page, WON[0][1])
    expect(page.get_by_test_id("result")).to_be_visible()


@situation("a second win")
def won_twice(page: Page) -> None:
    for link, point in WON:
        _open(page, link)
        _point(page, point)
        expect(page.get_by_test_id("result")).to_be_visible()


@situation("a loss")
def lost(page: Page) -> None:
    _open(page, "v=three&m=a3.a2.b3.b2.c3&w=level1")
    expect(page.get_by_test_id("result")).to_be_visible()


@situation("a draw")
def drawn(page: Page) -> None:
    _open(page, PLACING)
    press(page, "open", "end-game")
    press(page, "end-game:agree")
    expect(page.get_by_test_id("result")).to_be_visible()


@situation("a review")
def review(page: Page) -> None:
    go(page, "review=v=nine&m=d6.f4.d2.b4.f6.b2.b6xf4")
    expect(page.get_by_test_id("review-text")).to_be_visible()


@situation("a turning point")
def turning_point(page: Page) -> None:
    review(page)
    page.locator('[data-intent="review:mistake"][data-value="previous"]').click()
    expect(page.locator('[data-intent="review:exercise"]')).to_be_visible()


@situation("a mistake to mend")
def mistake(page: Page) -> None:
    turning_point(page)
    page.locator('[data-intent="review:exercise"]').click()
    expect(page.locator('[data-intent="review:solution"]')).to_be_visible()


@situation("an analysis")
def analysis(page: Page) -> None:
    _open(page, MILL)
    press(page, "analysis:analyse")
    expect(page.locator(".move-values button").first).to_be_visible()


@situation("a hint")
def hint(page: Page) -> None:
    _open(page, LONG_GAME)
    press(page, "analysis:hint")
    expect(page.get_by_test_id("hint")).to_be_visible()


@situation("a puzzle")
def puzzle(page: Page) -> None:
    go(page, "puzzles=today")
    expect(page.get_by_test_id("puzzle")).to_be_visible()


@situation("a puzzle with a hint")
def puzzle_hint(page: Page) -> None:
    puzzle(page)
    press(page, "puzzles:hint")
    expect(page.get_by_test_id("puzzle-note")).to_be_visible()


@situation("a puzzle solved")
def puzzle_solved(page: Page) -> None:
    puzzle(page)
    for _ in range(12):
        if page.locator('[data-intent="puzzles:next"].primary').count():
            break
        more = page.locator('[data-intent="puzzles:more"]:enabled')
        if more.count():
            more.click()
        page.wait_for_timeout(300)
    expect(page.locator('[data-intent="puzzles:next"].primary')).to_be_visible()


@situation("a timed run")
def timed_run(page: Page) -> None:
    go(page, "v=nine")
    go(page, "puzzles=")
    page.locator('[data-intent="puzzles:run"]').click()
    expect(page.get_by_test_id("puzzle")).to_be_visible()


@situation("a lesson")
def lesson(page: Page) -> None:
    go(page, "lessons=first")
    expect(page.locator('[data-state~="marked"]')).to_have_count(1)


@situation("a game that was put away")
def parked(page: Page) -> None:
    _open(page, "v=nine")
    if page.locator('[data-intent="two-people"]').count():
        press(page, "two-people")
    _point(page, "d6")
    expect(page.locator("#moves [data-ply]")).to_have_count(1)
    _open(page, "v=three&m=a3.a2")
    expect(page.get_by_test_id("parked-game")).to_be_visible()


@situation("a new line")
def new_line(page: Page) -> None:
    _open(page, "v=nine")
    if page.locator('[data-intent="two-people"]').count():
        press(page, "two-people")
    for name in ("d6", "f4", "d2", "b4"):
        _point(page, name)
    expect(page.locator("#moves [data-ply]")).to_have_count(4)
    for _ in range(2):
        press(page, "step", "previous")
    _point(page, "a1")
    before, parked = (page.locator(f'[data-intent="{one}"]') for one in ("previous-line", "hide-parked-game"))
    expect(before.or_(parked)).to_be_visible()
    if parked.count():  # of the situation before
        parked.click()
    expect(before).to_be_visible()


@situation("a game by link to answer")
def by_link(page: Page) -> None:
    go(page, "v=nine&m=d6&c=abcdefgh22")
    expect(page.get_by_test_id("by-link")).to_be_visible()


@situation("a game by link to send")
def by_link_sent(page: Page) -> None:
    by_link(page)
    _point(page, "f4")
    expect(page.locator('#status [data-intent^="by-link:"]')).to_be_visible()


@situation("a live invitation")
def live(page: Page) -> None:
    _open(page, "v=nine&m=d6")
    press(page, "open", "new-game")
    page.locator('[name="opponent"][value="live"]').check(force=True)
    press(page, "new-game:start")
    page.get_by_test_id("live-reply").wait_for()
    page.locator('dialog [data-intent="close"]').last.click()
    expect(page.get_by_test_id("live")).to_be_visible()


@situation("clocks")
def clocks(page: Page) -> None:
    _open(page, PLACING)
    press(page, "open", "new-game")
    page.get_by_test_id("clock-and-names").locator("summary").click()
    page.locator('[name="clock"][value="3+2"]').check(force=True)
    press(page, "new-game:start")
    expect(page.locator(".clock").first).to_be_visible()
    _point(page, "d6")
    expect(page.locator("#moves [data-ply]")).to_have_count(1)


@situation("the box for typed moves")
def typed(page: Page) -> None:
    _open(page, PLACING)
    page.locator('#board [tabindex="0"]').focus()
    page.keyboard.press("t")
    expect(page.locator("#typed-move")).to_be_visible()


AFTERWARDS = {
    "an analysis": "analysis:analyse",
    "a hint": "analysis:hint",
    "a live invitation": "live:leave",
    "the box for typed moves": "ask:hide",
}


def leave(page: Page, name: str) -> None:
    """Take away what a situation leaves behind."""
    let_go = page.__dict__.pop("let_go", None)
    if let_go is not None:
        let_go()
    if name in AFTERWARDS:
        page.locator(f'[data-intent="{AFTERWARDS[name]}"]:visible').first.click()
