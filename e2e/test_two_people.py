"""Two people play whole games at one screen, by mouse and by keyboard."""

from playwright.sync_api import Page, expect

from e2e.addresses import expect_address, expect_board, expect_fragment
from e2e.conftest import Opener
from e2e.playing import RECORDED, click, expect_end, play, point, recorded_game, status
from morris_core.game import Game


def test_a_recorded_game_by_clicks_to_its_recorded_end(page: Page, open_board: Opener) -> None:
    recorded = recorded_game(132)
    open_board(page, RECORDED)
    game = Game.from_link(RECORDED)
    for move in recorded["moves"]:
        play(page, game, move, click)
    expect_board(page, game)
    assert (game.result(), getattr(game.outcome(), "reason", None)) == (recorded["result"], recorded["reason"])
    expect_end(page, game)
    expect_address(page, game)


def test_a_synthetic_click_acts_once(page: Page, open_board: Opener) -> None:
    open_board(page)
    point(page, "d6").dispatch_event("click")
    expect(page.locator("[data-ply]")).to_have_count(1)
    expect(point(page, "d6")).to_have_attribute("data-man", "white")


def test_a_man_is_dragged_and_comes_back_from_where_it_may_not_go(page: Page, open_board: Opener) -> None:
    fragment = "v=nine&m=e4.g4.d7.a4.f2.d2.d3.c4.g1.c5.c3.d6.b2.b6.e5.g7.d1.f6xd7"
    open_board(page, fragment)
    game = Game.from_link(fragment)
    point(page, "e5").drag_to(point(page, "a7"))
    expect(status(page)).to_contain_text("a7 is not next to e5 along a line.")
    page.keyboard.press("Escape")
    expect_board(page, game)
    expect(status(page)).to_have_text("White: move a man to a neighbouring point")
    point(page, "e5").drag_to(point(page, "d5"))
    game.play("e5-d5")
    expect_board(page, game)
    expect(page.locator("[data-ply]")).to_have_count(19)


def test_stepping_through_a_game_loses_nothing(page: Page, open_board: Opener) -> None:
    open_board(page, "v=nine&m=d6.f4.d2.b4")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.locator('[data-ply="2"]')).to_have_attribute("aria-current", "step")
    expect(point(page, "d2")).to_have_attribute("data-man", "none")
    page.keyboard.press("Home")
    expect(point(page, "d6")).to_have_attribute("data-man", "none")
    page.keyboard.press("End")
    expect(point(page, "b4")).to_have_attribute("data-man", "black")
    page.locator('[data-ply="3"]').click()
    expect(status(page)).to_contain_text("After 2. d2.")
    expect_fragment(page, "v=nine&m=d6.f4.d2.b4&at=3")
    page.reload()
    expect(status(page)).to_contain_text("After 2. d2.")
    expect(page.locator("[data-ply]")).to_have_count(4)
