"""Puzzles: by keyboard alone, wrong tries, hint, solution, next, links, and today's puzzle."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
from app.features.puzzles.book import Book, Puzzle
from app.features.puzzles.words import goal, hint, refutation, why_wrong
from playwright.sync_api import Locator, Page, expect

from e2e.cases import slow_but
from e2e.conftest import Opener
from e2e.playing import Press, by_keyboard, click, expect_in_view, focus_by_keyboard, point, reload, status
from e2e.waiting import until
from morris_core import Game, Move
from tools.sources import ROOT

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@cache
def book() -> Book:
    return Book((ROOT / "web/app/features/puzzles/puzzles.txt").read_text(encoding="utf-8"))


def puzzle_of(game: str, steps: int) -> Puzzle:
    """Return a puzzle of a game with this number of steps and with further moves to show."""
    for id in book().ids(game):
        puzzle = book().puzzle(id)
        assert puzzle is not None
        if len(puzzle.steps) == steps and puzzle.tail and len(set(puzzle.steps[0].verdicts)) > 2:
            return puzzle
    raise AssertionError(f"no puzzle of {game} has {steps} steps")


def panel(page: Page) -> Locator:
    return page.get_by_test_id("puzzle")


def in_panel(page: Page, name: str) -> Locator:
    return panel(page).get_by_role("button", name=name, exact=True)


def press_move(page: Page, puzzle: Puzzle, move: Move, press: Press = click) -> None:
    points = puzzle.variant.board.points
    for number in (move.origin, move.to, *move.captures):
        if number is not None:
            press(page, points[number])


def a_wrong_move(puzzle: Puzzle, game: Game) -> Move:
    right = puzzle.steps[0].right(puzzle.variant, game.position)
    return next(move for move in game.legal_moves() if move != right and not move.captures)


def solve(page: Page, puzzle: Puzzle, press: Press = click) -> None:
    """Solve a puzzle on the board, waiting for each answer."""
    game = puzzle.game()
    for number, step in enumerate(puzzle.steps):
        move = step.right(puzzle.variant, game.position)
        press_move(page, puzzle, move, press)
        game.play(move)
        if number < len(puzzle.steps) - 1:
            game.play(step.answer)
            expect(status(page)).to_contain_text("Right! Find the next move.")
    expect(status(page)).to_contain_text(re.compile(r"Right! (White|Black) "))


@pytest.mark.slow
def test_a_puzzle_by_keyboard_alone_is_announced(page: Page, open_board: Opener) -> None:
    open_board(page)
    live = page.locator("#live")
    for name in ("d6", "f4"):
        by_keyboard(page, name)
    focus_by_keyboard(page, page.get_by_role("button", name="Puzzles", exact=True))
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("puzzle-count")).to_contain_text(f"{len(book().ids('nine'))} puzzles, 0 solved.")
    focus_by_keyboard(page, page.get_by_role("combobox", name="Game"))
    page.keyboard.type("Nine")
    focus_by_keyboard(page, page.get_by_role("combobox", name="Level"))
    page.keyboard.type("Medium")
    ids = book().ids("nine", "3")
    expect(page.get_by_test_id("puzzle-count")).to_contain_text(f"{len(ids)} puzzles, 0 solved.")
    focus_by_keyboard(page, page.get_by_role("dialog").get_by_role("button", name="Next puzzle"))
    page.keyboard.press("Enter")

    first = book().puzzle(ids[0])
    assert first is not None
    game = first.game()
    side = game.position.side
    expect(live).to_have_text(f"{('White', 'Black')[side]} to move. {goal(first, side)}")
    expect(page.locator('#board [tabindex="0"]')).to_be_focused()
    wrong = a_wrong_move(first, game)
    press_move(page, first, wrong, by_keyboard)
    expect(live).to_have_text(why_wrong(first, first.steps[0], game.position, wrong))
    focus_by_keyboard(page, in_panel(page, "Hint"))
    page.keyboard.press("Enter")
    expect(live).to_have_text(hint(first))
    focus_by_keyboard(page, page.locator('#board [tabindex="0"]'))
    solve(page, first, by_keyboard)
    expect(live).to_contain_text("Right!")
    expect(in_panel(page, "Next puzzle")).to_be_focused()
    page.keyboard.press("Enter")

    second = book().puzzle(ids[1])
    assert second is not None
    expect(live).to_contain_text(goal(second, second.game().position.side))
    expect(page).to_have_url(re.compile(f"#p={ids[1]}$"))
    focus_by_keyboard(page, in_panel(page, "Leave the puzzle"))
    page.keyboard.press("Enter")
    expect(panel(page)).to_have_count(0)
    expect(page).to_have_url(re.compile("m=d6.f4$"))
    expect(point(page, "f4")).to_have_attribute("data-man", "black")


@pytest.mark.slow
@pytest.mark.chromium("Playwright has no phones in Firefox")
def test_hint_solution_and_further_moves_on_a_phone(new_page: Opener, open_board: Opener) -> None:
    puzzle = puzzle_of("six", 2)
    page = open_board(new_page(**PHONE), "p=" + puzzle.id)
    game = puzzle.game()
    expect(status(page)).to_contain_text(goal(puzzle, game.position.side))
    expect_in_view(page, status(page), panel(page))
    wrong = a_wrong_move(puzzle, game)
    press_move(page, puzzle, wrong, lambda page, name: point(page, name).tap())
    expect(status(page)).to_contain_text(why_wrong(puzzle, puzzle.steps[0], game.position, wrong))
    expect_in_view(page, status(page), panel(page))
    in_panel(page, "Hint").tap()
    expect(panel(page)).to_contain_text(hint(puzzle))
    in_panel(page, "Where?").tap()
    expect(page.locator('[data-point][data-state~="marked"]')).to_have_count(1)
    expect_in_view(page, status(page), panel(page))
    in_panel(page, "Show move").tap()
    expect(status(page)).to_contain_text("Your turn")
    in_panel(page, "Show move").tap()
    expect(status(page)).to_contain_text("That's the solution.")
    expect_in_view(page, status(page), panel(page))


def men(page: Page) -> dict[str, str]:
    """Return point -> side of the men on the board."""
    found: dict[str, str] = page.evaluate(
        """Object.fromEntries([...document.querySelectorAll("[data-point]")]
             .filter(({ dataset }) => dataset.man !== "none").map(({ dataset }) => [dataset.point, dataset.man]))"""
    )
    return found


def men_of(game: Game) -> dict[str, str]:
    sides = [game.man_at(point) for point in game.variant.board.points]
    names = {0: "white", 1: "black"}
    return {
        point: names[side] for point, side in zip(game.variant.board.points, sides, strict=True) if side is not None
    }


# Notes how the device vibrates.
FEEL = "window.felt = []; navigator.vibrate = (pattern) => (felt.push(pattern), true);"


@pytest.mark.chromium("Playwright has no phones in Firefox")
@pytest.mark.parametrize("motion", slow_but(["no-preference", "reduce"], ["no-preference"]))
def test_a_wrong_move_is_shown_with_its_answer_and_taken_back(
    new_page: Opener, open_board: Opener, motion: Any
) -> None:
    puzzle = puzzle_of("six", 2)
    page = new_page(**PHONE, reduced_motion=motion)
    page.add_init_script(FEEL)
    open_board(page, "p=" + puzzle.id)
    expect(panel(page)).to_be_visible()
    game = puzzle.game()
    before, wrong = men_of(game), a_wrong_move(puzzle, game)
    answer = refutation(puzzle, puzzle.steps[0], game.position, wrong)
    reason = why_wrong(puzzle, puzzle.steps[0], game.position, wrong)

    def try_it() -> None:
        press_move(page, puzzle, wrong, lambda page, name: point(page, name).tap())

    try_it()
    game.play(wrong)
    until(page, lambda: men(page), lambda seen: seen == men_of(game))
    expect(page.locator("html")).to_have_attribute("data-guided", "puzzles wrong")
    expect(page.locator("#board .verdict.wrong")).to_have_count(1)
    expect(status(page)).to_contain_text(reason)
    expect(page.locator("#live")).to_have_text(reason)
    if answer:
        game.play(answer)
        until(page, lambda: men(page), lambda seen: seen == men_of(game))
    until(page, lambda: men(page), lambda seen: seen == before)
    expect(page.locator("#board .verdict")).to_have_count(0)
    expect(status(page)).to_contain_text(reason)
    until(page, lambda: page.evaluate("felt"), lambda felt: [40, 60, 40] in felt)
    try_it()
    reload(page)  # in the middle
    expect(panel(page)).to_be_visible()
    until(page, lambda: men(page), lambda seen: seen == before)
    try_it()
    solve(page, puzzle, lambda page, name: point(page, name).tap())
    expect(page.locator("#board .verdict.right")).to_have_count(1)


@pytest.mark.slow
@pytest.mark.cold
@pytest.mark.chromium("Playwright has no phones in Firefox")
def test_a_timed_run_answers_every_press_and_lists_what_was_missed(new_page: Opener, open_board: Opener) -> None:
    page = new_page(**PHONE)
    page.clock.install()
    open_board(page)
    page.locator('#menu [data-value="puzzles"]').tap()
    page.get_by_role("button", name="Start the clock").tap()
    expect(page.get_by_test_id("run-time")).to_have_text("3:00")
    for name in ("Hint", "Show move", "Copy link"):
        expect(in_panel(page, name)).to_have_count(0)
    page.clock.run_for(2000)
    expect(page.get_by_test_id("run-time")).to_have_text(re.compile("2:5[5-8]"))

    def here() -> Puzzle:
        found = book().puzzle(page.url.split("#p=")[1])
        assert found is not None
        return found

    first = here()
    elements = page.evaluate("window.old = [...document.querySelectorAll('.man')]; old.length")
    assert elements > 2
    wrong = a_wrong_move(first, first.game())
    press_move(page, first, wrong, lambda page, name: point(page, name).tap())
    expect(status(page)).to_contain_text(why_wrong(first, first.steps[0], first.game().position, wrong))
    expect(page.locator("#board .verdict.wrong")).to_have_count(1)
    page.clock.run_for(2000)
    expect(page).not_to_have_url(re.compile("#p=" + first.id))
    second = here()
    until(page, lambda: men(page), lambda seen: seen == men_of(second.game()))
    assert (
        page.evaluate("[...document.querySelectorAll('.man:not(.leaving)')].filter((man) => old.includes(man)).length")
        == 0
    )
    turned = first.game().position.side != second.game().position.side
    expect(status(page)).to_contain_text("The board has turned" if turned else "to move.")
    in_panel(page, "Skip").tap()
    expect(page).not_to_have_url(re.compile("#p=" + second.id))
    page.clock.run_for(181_000)
    expect(page.get_by_test_id("run-result")).to_contain_text("Time's up: 0 puzzles solved")
    missed = page.locator(".missed a")
    expect(missed).to_have_count(2)
    missed.first.tap()
    expect(page).to_have_url(re.compile("#p=" + first.id))
    expect(panel(page)).to_contain_text("Hint")


def test_without_the_file_a_sentence_says_why_and_the_game_stays(page: Page, open_board: Opener, watch: Any) -> None:
    watch.expect("puzzles-|ERR_FAILED")
    page.route("**/assets/puzzles-*", lambda route: route.abort())
    open_board(page)
    click(page, "d6")
    page.get_by_role("button", name="Puzzles", exact=True).click()
    expect(page.get_by_role("dialog")).to_contain_text("Couldn't load the puzzles: you're offline")
    page.keyboard.press("Escape")
    expect(point(page, "d6")).to_have_attribute("data-man", "white")


def test_the_rating_survives_a_reload_and_one_that_a_former_version_damaged_is_repaired(
    page: Page, open_board: Opener
) -> None:
    page.add_init_script(
        "localStorage['morris-puzzles'] ??= JSON.stringify({rating: [902.87, 330.37, 0.06, 736.64, 241.49], newer: 1});"
    )

    def stored() -> Any:
        return page.evaluate("JSON.parse(localStorage['morris-puzzles'])")

    ratings: list[Any] = [[0, [736.64, 241.49, 0.06]]]
    for id in book().ids("nine", "3")[:3]:
        open_board(page, "p=" + id)
        in_panel(page, "Hint").click()
        when, numbers = until(page, lambda: stored()["rating"], lambda value: len(value) == 2 and value not in ratings)
        assert len(numbers) == 3
        assert numbers[0] < ratings[-1][1][0], "it goes on from the rating before"
        ratings.append([when, numbers])
    assert stored()["newer"] == 1


def test_readers_solve_a_puzzle_in_an_embedded_board(page: Page, open_board: Opener) -> None:
    puzzle = puzzle_of("six", 2)
    open_board(page, "controls=moves&p=" + puzzle.id, "embed.html")
    game = puzzle.game()
    expect(status(page)).to_contain_text(goal(puzzle, game.position.side))
    wrong = a_wrong_move(puzzle, game)
    press_move(page, puzzle, wrong)
    expect(page.locator("html")).to_have_attribute("data-guided", "puzzles wrong")
    until(page, lambda: men(page), lambda seen: seen == men_of(game))
    solve(page, puzzle)
    expect(in_panel(page, "Solve again")).to_be_visible()
    expect(panel(page).locator(".panel-actions")).to_have_css("display", "flex")
    for name in ("Leave the puzzle", "Next puzzle", "Copy link"):
        expect(in_panel(page, name)).to_have_count(0)
