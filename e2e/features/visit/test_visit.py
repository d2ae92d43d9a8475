"""The second visit: it begins with the game that one left, today's puzzle and the next level."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.conftest import Opener
from e2e.playing import click, point, status
from e2e.watch import expect_axe_clean
from tests.app.playing import game_data

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
WON = "v=three&m=a3.a1.b3.b1.c3&b=level1"
HOURS = 3_600_000


def old_game(link: str, hours: int = 5, id: str = "old") -> str:
    """Return the script that saves a game, played some hours ago."""
    data = json.dumps(game_data(link, 0))
    return f"""
      (() => {{
        const data = {data};
        data.played = data.time = data.begun = Date.now() - {hours * HOURS};
        localStorage.setItem("morris-game.{id}", JSON.stringify(data));
      }})();
    """


def panel(page: Page) -> Locator:
    return page.get_by_test_id("visit")


@pytest.mark.chromium("Playwright has no phones in Firefox")
def test_the_second_visit_begins_with_what_one_left(new_page: Opener, open_board: Opener) -> None:
    page = open_board(new_page(**PHONE))
    expect(page.locator(".welcome.first")).to_contain_text("Play level 1")
    expect(page.locator(".welcome.first").get_by_role("button", name="Today's puzzle")).to_be_in_viewport()
    expect(panel(page)).to_have_count(0)
    page.evaluate(old_game(WON, 7, "won") + old_game("v=nine&m=d6.f4.d2.b4&b=level1"))
    open_board(page)
    expect(point(page, "b4")).to_have_attribute("data-man", "black")
    expect(panel(page)).to_contain_text("Welcome back")
    expect(panel(page)).to_contain_text("Level 1, move 3")
    for name in ("Go on", "Today's puzzle", "Play level 2"):
        expect(panel(page).get_by_role("button", name=name, exact=True)).to_be_in_viewport(ratio=1)
    expect_axe_clean(page)
    panel(page).get_by_role("button", name="Today's puzzle").tap()
    expect(page.get_by_test_id("puzzle")).to_be_visible()
    page.get_by_role("button", name="Leave the puzzle").tap()
    expect(panel(page)).to_be_visible()
    panel(page).get_by_role("button", name="Play level 2").tap()
    expect(panel(page)).to_have_count(0)
    expect(page.locator("#player-top")).to_contain_text("2")
    expect(page.locator("[data-ply]")).to_have_count(0)


def test_the_card_goes_with_the_first_move_and_does_not_come_after_a_short_break(
    page: Page, open_board: Opener
) -> None:
    open_board(page)
    page.evaluate(old_game("v=nine&m=d6.f4"))
    open_board(page)
    expect(panel(page)).to_contain_text("Move 2")
    click(page, "d2")
    expect(panel(page)).to_have_count(0)
    expect(status(page)).to_contain_text("Black: place a man")
    page.reload()
    expect(point(page, "d2")).to_have_attribute("data-man", "white")
    expect(page).to_have_url(re.compile("m=d6.f4.d2"))
    page.wait_for_timeout(1000)
    expect(panel(page)).to_have_count(0)
