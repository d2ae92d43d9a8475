"""Two people play whole games at one screen, by mouse and by keyboard."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from e2e.addresses import expect_address, expect_fragment
from e2e.cases import slow_but
from e2e.playing import RECORDED, by_keyboard, click, expect_end, expect_men, play, point, recorded_game, status
from morris_core.link import parse_link


@pytest.mark.parametrize("number", slow_but([0, 132], [132]))
def test_a_recorded_game_by_clicks_to_its_recorded_end(
    page: Page, open_board: Callable[..., Page], number: int
) -> None:
    recorded = recorded_game(number)
    open_board(page, RECORDED)
    game = parse_link(RECORDED).game
    for move in recorded["moves"]:
        play(page, game, move, click)
    expect_men(page, game)
    assert (game.result(), getattr(game.outcome(), "reason", None)) == (recorded["result"], recorded["reason"])
    expect_end(page, game)
    expect_address(page, game)


def test_a_recorded_game_by_keyboard_to_its_recorded_end(page: Page, open_board: Callable[..., Page]) -> None:
    recorded = recorded_game(37)
    open_board(page, RECORDED)
    game = parse_link(RECORDED).game
    for move in recorded["moves"]:
        play(page, game, move, by_keyboard)
    expect_men(page, game)
    expect_end(page, game)


def test_an_illegal_press_does_nothing_but_say_why(page: Page, open_board: Callable[..., Page]) -> None:
    open_board(page, "v=nine&m=d6")
    click(page, "d6")
    expect(status(page)).to_contain_text("One of White's men is on d6.")
    expect(page.locator("[data-ply]")).to_have_count(1)
    click(page, "f4")
    expect(status(page)).to_have_text("White: place a man")


def test_a_synthetic_click_acts_once(page: Page, open_board: Callable[..., Page]) -> None:
    open_board(page)
    point(page, "d6").dispatch_event("click")
    expect(page.locator("[data-ply]")).to_have_count(1)
    expect(point(page, "d6")).to_have_attribute("data-man", "white")


def test_escape_drops_a_half_entered_move(page: Page, open_board: Callable[..., Page]) -> None:
    open_board(page, "v=nine&m=d6.f4.d2.b4.f6.b6.b2.d7.d3.g1")
    click(page, "d1")
    expect(status(page)).to_have_text("Mill! Take one of Black's men")
    expect(point(page, "d1")).to_have_attribute("data-man", "white")
    page.keyboard.press("Escape")
    expect(status(page)).to_have_text("White: place a man")
    expect(point(page, "d1")).to_have_attribute("data-man", "none")


def test_undo_and_redo_across_a_capture(page: Page, open_board: Callable[..., Page]) -> None:
    fragment = "v=nine&m=d6.f4.d2.b4.f6.b6.b2.d7.d3.g1"
    open_board(page, fragment)
    game = parse_link(fragment).game
    play(page, game, "d1xb4")
    expect_men(page, game)
    expect(page.get_by_test_id("white-taken")).to_have_attribute("data-count", "1")
    page.get_by_role("button", name="Undo").click()
    game.undo()
    expect_men(page, game)
    expect(page.get_by_test_id("white-hand")).to_have_attribute("data-count", "4")
    expect(page.get_by_test_id("white-taken")).to_have_attribute("data-count", "0")
    page.get_by_role("button", name="Redo").click()
    game.redo()
    expect_men(page, game)
    expect(page.get_by_role("button", name="Redo")).to_be_disabled()


def test_a_mill_by_the_very_last_placement_takes_a_man_and_then_men_move(
    page: Page, open_board: Callable[..., Page]
) -> None:
    fragment = "v=nine&m=e4.g4.d7.a4.f2.d2.d3.c4.g1.c5.c3.d6.b2.b6.e5.g7.d1"
    open_board(page, fragment)
    game = parse_link(fragment).game
    click(page, "f6")
    expect(status(page)).to_have_text("Mill! Take one of White's men")
    click(page, "d7")
    game.play("f6xd7")
    expect(status(page)).to_have_text("White: move a man to a neighbouring point")
    expect_men(page, game)
    play(page, game, "e5-d5")
    expect_men(page, game)


def test_a_man_is_dragged(page: Page, open_board: Callable[..., Page]) -> None:
    fragment = "v=nine&m=e4.g4.d7.a4.f2.d2.d3.c4.g1.c5.c3.d6.b2.b6.e5.g7.d1.f6xd7"
    open_board(page, fragment)
    game = parse_link(fragment).game
    point(page, "e5").drag_to(point(page, "d5"))
    game.play("e5-d5")
    expect_men(page, game)
    expect(page.locator("[data-ply]")).to_have_count(19)


def test_a_man_dragged_where_it_may_not_go_comes_back(page: Page, open_board: Callable[..., Page]) -> None:
    fragment = "v=nine&m=e4.g4.d7.a4.f2.d2.d3.c4.g1.c5.c3.d6.b2.b6.e5.g7.d1.f6xd7"
    open_board(page, fragment)
    game = parse_link(fragment).game
    point(page, "e5").drag_to(point(page, "a7"))
    expect(status(page)).to_contain_text("a7 is not next to e5 along a line.")
    page.keyboard.press("Escape")
    expect_men(page, game)
    expect(status(page)).to_have_text("White: move a man to a neighbouring point")


def test_fingers_play_too(new_page: Callable[..., Page], open_board: Callable[..., Page]) -> None:
    page = new_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    open_board(page)
    point(page, "d6").tap()
    point(page, "f4").tap()
    expect(page.locator("[data-ply]")).to_have_count(2)


def test_stepping_through_a_game_loses_nothing(page: Page, open_board: Callable[..., Page]) -> None:
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
    expect(status(page)).to_contain_text("Move 3 of 4")
    expect_fragment(page, "v=nine&m=d6.f4.d2.b4&at=3")
    page.reload()
    expect(status(page)).to_contain_text("Move 3 of 4")
    expect(page.locator("[data-ply]")).to_have_count(4)


def test_playing_on_from_an_earlier_move_keeps_the_former_line(page: Page, open_board: Callable[..., Page]) -> None:
    open_board(page, "v=nine&m=d6.f4.d2.b4")
    page.locator('[data-ply="2"]').click()
    expect(status(page)).to_contain_text("starts a new line")
    click(page, "a1")
    expect(page.locator("[data-ply]")).to_have_count(3)
    page.get_by_role("button", name="Back to the old line").click()
    expect(page.locator("[data-ply]")).to_have_count(4)
    expect(point(page, "b4")).to_have_attribute("data-man", "black")


def test_the_board_is_flipped(page: Page, open_board: Callable[..., Page]) -> None:
    open_board(page, "v=nine&m=d6")
    before = point(page, "d6").bounding_box()
    page.get_by_role("button", name="Flip").click()
    expect(page.locator("#player-bottom")).to_contain_text("Black")
    after = point(page, "d6").bounding_box()
    assert before is not None
    assert after is not None
    assert after["y"] > before["y"]


def test_the_board_turns_to_who_is_to_move_where_that_is_wanted(page: Page, open_board: Callable[..., Page]) -> None:
    open_board(page)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="Board flips").check()
    page.get_by_role("button", name="Done").click()
    bottom = page.locator("#player-bottom")
    for name, side in (("d6", "Black"), ("f4", "White"), ("d2", "Black")):
        click(page, name)
        expect(bottom).to_contain_text(side)
    below, above = point(page, "d6").bounding_box(), point(page, "d2").bounding_box()
    assert below
    assert above
    assert below["y"] > above["y"]
    page.get_by_role("button", name="Undo").click()
    expect(bottom).to_contain_text("White")


def test_giving_up_is_asked_about_and_can_be_taken_back(page: Page, open_board: Callable[..., Page]) -> None:
    open_board(page, "v=nine&m=d6.f4")
    page.get_by_role("button", name="Finish").click()
    page.get_by_role("button", name="Keep playing").click()
    expect(status(page)).to_have_text("White: place a man")
    page.get_by_role("button", name="Finish").click()
    page.get_by_role("button", name="White resigns").click()
    expect(status(page)).to_have_text("Black wins: White resigned.")
    page.get_by_role("button", name="Undo").click()
    expect(status(page)).to_have_text("White: place a man")


def test_the_live_region_speaks_each_move(page: Page, open_board: Callable[..., Page]) -> None:
    open_board(page, "v=nine&m=d6.f4.d2.b4.f6.b6.b2.d7.d3.g1")
    click(page, "d1")
    click(page, "b4")
    said = "White placed a man on d1, closed a mill and took b4. Black: place a man"
    expect(page.locator('[aria-live="polite"]')).to_have_text(said)


def test_a_man_is_dragged_out_of_the_hand(page: Page, open_board: Callable[..., Page]) -> None:
    open_board(page)
    page.locator('[data-hand="white"]').drag_to(point(page, "d6"))
    expect(page.locator("[data-ply]")).to_have_text(["d6"])
    page.locator('[data-hand="white"]').drag_to(point(page, "a1"))
    expect(page.locator("[data-ply]")).to_have_count(1)
