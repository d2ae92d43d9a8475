"""Helpers that play on the page as a player does, and on a Game of morris_core to know what the page should show."""

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, Route, expect

from morris_core import Game, Move, explain, find_variant
from morris_core.notation import parse_move
from tools.sources import ROOT

# The games were recorded without the two rules that draw a game.
RECORDED = "v=nine&r=repetition:0,quiet_limit:0"

Press = Callable[[Page, str], None]

READY = 'html[data-board="ready"]'


def recorded_game(number: int) -> dict[str, Any]:
    """Return the moves, result and reason of a recorded game."""
    line = (ROOT / "tests/data/games.jsonl").read_text(encoding="utf-8").splitlines()[number]
    game: dict[str, Any] = json.loads(line)
    return game


# Turns motion off in Settings, for pages that are opened later.
QUICK = "localStorage.setItem('morris-settings', JSON.stringify({animation: 'off'}))"


def go_to(page: Page, address: str) -> Page:
    """Open an address, and wait until the board is usable."""
    page.goto(address)
    page.locator(READY).wait_for()
    return page


def reload(page: Page) -> None:
    page.reload()
    page.locator(READY).wait_for()


def point(page: Page, name: str) -> Locator:
    return page.locator(f'[data-point="{name}"]')


def status(page: Page) -> Locator:
    return page.get_by_test_id("status")


def open_from_menu(page: Page, name: str) -> None:
    """Open a feature's dialog from the menu. In a small window some of its buttons are behind More."""
    button = page.locator(f'#menu [data-value="{name}"]')
    if not button.is_visible():
        page.locator('#menu [data-value="more"]').click()
        button = page.get_by_role("dialog").locator(f'[data-value="{name}"]')
    button.click()


def click(page: Page, name: str) -> None:
    """Press a point with the mouse."""
    point(page, name).click()


def press(page: Page, name: str) -> None:
    """Press the button with exactly this name."""
    page.get_by_role("button", name=name, exact=True).click()


def expect_moves(page: Page, number: int) -> None:
    expect(page.locator("[data-ply]")).to_have_count(number)


def expect_in_view(page: Page, *parts: Locator) -> None:
    """Expect the board and some more parts to be on the screen at once."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for part in (page.get_by_test_id("board"), *parts):
        # A panel has no box of its own: its title, its sentence and its actions must be in view.
        in_panel = part.locator("> :is(.panel-title, .panel-sentence, .panel-actions)").all()
        for seen in in_panel or [part]:
            expect(seen).to_be_in_viewport(ratio=0.99)


# The first request for a computer player, be it in the browser or in the tests' process.
ENGINE = re.compile(r"/pyodide\.asm\.wasm$|/engine/answers\?")


class Held:
    """Requests of a page that are held back until `let_go`.

    Args:
        pattern: The pattern of their addresses.
        body: What they get then, if it is not the file.
    """

    def __init__(self, page: Page, pattern: str | re.Pattern[str], body: str = "") -> None:
        self.page, self.body = page, body
        self.routes: list[Route] = []
        self.holds = True
        page.route(pattern, self._answer)

    def _answer(self, route: Route) -> None:
        if self.holds:
            self.routes.append(route)
        elif self.body:
            route.fulfill(body=self.body)
        else:
            route.continue_()

    def let_go(self) -> None:
        self.holds = False
        while self.routes:
            self._answer(self.routes.pop(0))


OPPOSITE = {"ArrowLeft": "ArrowRight", "ArrowRight": "ArrowLeft", "ArrowUp": "ArrowDown", "ArrowDown": "ArrowUp"}


def by_keyboard(page: Page, name: str) -> None:
    """Press a point with the keyboard alone: the Tab key to the board, arrow keys to the point, Enter."""
    focus_by_keyboard(page, page.locator('#board [tabindex="0"]'))
    keys = way(page.evaluate("document.activeElement.dataset.point"), name)
    if page.get_by_test_id("board").get_attribute("data-bottom") == "black":
        keys = [OPPOSITE[key] for key in keys]
    for key in keys:
        page.keyboard.press(key)
    expect(point(page, name)).to_be_focused()
    page.keyboard.press("Enter")


def focus_by_keyboard(page: Page, target: Locator) -> None:
    """Move the focus to an element with the Tab key, backwards if it comes before what has the focus.

    In Firefox, Tab leads from the last element out of the page, and then keys no longer press its buttons.
    """
    expect(target).to_be_visible()
    for _ in range(60):
        focused = target.evaluate("element => element.compareDocumentPosition(document.activeElement)")
        if focused == 0:
            return
        page.keyboard.press("Shift+Tab" if focused & 4 else "Tab")  # 4: DOCUMENT_POSITION_FOLLOWING
    raise AssertionError("the Tab key does not reach it")


def way(start: str, goal: str) -> list[str]:
    """Return the arrow keys that lead from one point to another on the board of nine men's morris."""
    board = find_variant("nine").board
    found: dict[str, list[str]] = {start: []}
    todo = [start]
    while todo:
        here = todo.pop(0)
        for key, file_step, rank_step in (
            ("ArrowLeft", -1, 0),
            ("ArrowRight", 1, 0),
            ("ArrowUp", 0, 1),
            ("ArrowDown", 0, -1),
        ):
            file, rank = ord(here[0]) + file_step, int(here[1]) + rank_step
            while "a" <= chr(file) <= "g" and 1 <= rank <= 7 and f"{chr(file)}{rank}" not in board.index:
                file, rank = file + file_step, rank + rank_step
            there = f"{chr(file)}{rank}"
            if there in board.index and there not in found:
                found[there] = [*found[here], key]
                todo.append(there)
    return found[goal]


def play(page: Page, game: Game, target: str | Move, press: Press = click) -> None:
    """Play a move on the page and in `game`, and wait until the page lists it."""
    move = parse_move(target, game.variant) if isinstance(target, str) else target
    points = game.variant.board.points
    game.play(move)
    for number in (move.origin, move.to, *move.captures):
        if number is not None:
            press(page, points[number])
    expect(page.locator(f'[data-testid="moves"] [data-ply="{game.ply}"]')).to_have_text(game.move_texts()[-1])


def expect_end(page: Page, game: Game) -> None:
    """Expect the page to say how the game ended."""
    over = game.outcome()
    assert over is not None
    expect(page.locator("#live")).to_contain_text(str(explain(over)))
    expect(page.get_by_test_id("result")).to_be_visible()


def analyse(page: Page) -> None:
    page.get_by_role("button", name="Analyse").click()
