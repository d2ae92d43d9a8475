"""Lessons: the first one by touch on a phone, links, and leaving and returning. axe finds nothing."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.conftest import Opener
from e2e.playing import expect_in_view, point, reload, status

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}


def panel(page: Page) -> Locator:
    return page.get_by_test_id("lesson")


def step(page: Page) -> Locator:
    return panel(page).locator(".guide-step")


def next_button(page: Page) -> Locator:
    return panel(page).get_by_role("button", name="Next")


def expect_marked(page: Page, *names: str) -> None:
    marked = page.locator('[data-point][data-state~="marked"]')
    expect(marked).to_have_count(len(names))
    for name in names:
        expect(point(page, name)).to_have_attribute("data-state", re.compile("marked"))


def expect_nothing_cut(page: Page) -> None:
    finished = "finished" in (panel(page).get_attribute("class") or "")
    expect_in_view(page, panel(page), *([] if finished else [status(page)]))


def tap(page: Page, *names: str) -> None:
    for name in names:
        point(page, name).tap()


@pytest.mark.chromium("Playwright has no phones in Firefox")
def test_the_first_lesson_on_a_phone_by_touch(new_page: Opener, open_board: Opener) -> None:
    page = open_board(new_page(**PHONE))
    tap(page, "a7", "g7")
    page.get_by_role("button", name="Learn").tap()
    page.get_by_role("link", name="Your first game").tap()
    expect(panel(page).get_by_role("heading")).to_have_text("Your first game")
    expect(step(page)).to_have_text("1 of 7")
    expect(page).to_have_url(re.compile("#lessons=first$"))
    expect_marked(page, "d2")
    expect_nothing_cut(page)
    tap(page, "a1")
    expect(point(page, "a1")).to_have_attribute("data-man", "white")
    expect(page.locator("#board .verdict.wrong")).to_have_count(1)
    expect(status(page)).to_contain_text("let's start at the marked point")
    expect(point(page, "a1")).to_have_attribute("data-man", "none")
    expect(next_button(page)).to_be_disabled()
    tap(page, "d2")
    expect(page.locator("#board .verdict.right")).to_have_count(1)
    expect(status(page)).to_contain_text("Black placed a man on d6.")
    next_button(page).tap()
    expect(step(page)).to_have_text("2 of 7")
    expect_marked(page, "f2")
    expect_nothing_cut(page)
    tap(page, "f2")
    next_button(page).tap()
    expect(step(page)).to_have_text("3 of 7")
    tap(page, "b2")
    expect(status(page)).to_have_text("Mill! Take one of Black's men")
    tap(page, "b4")
    expect(status(page)).to_contain_text("A mill, and you've taken a man!")
    expect_nothing_cut(page)
    next_button(page).tap()
    tap(page, "d5", "d6", "g7")
    expect(status(page)).to_contain_text("The man on g7 is in a mill, so it's safe")
    expect_nothing_cut(page)
    tap(page, "a1")
    next_button(page).tap()
    tap(page, "d6", "d5")
    next_button(page).tap()
    expect(step(page)).to_have_text("6 of 7")
    expect_marked(page, "d5")
    tap(page, "d5", "d6", "c3")
    next_button(page).tap()
    tap(page, "c3", "g7", "e5")
    expect(status(page)).to_have_text("Black has two men left. You've won!")
    next_button(page).tap()
    expect(panel(page)).to_contain_text("That's the whole game!")
    expect_nothing_cut(page)
    panel(page).get_by_role("button", name="Play the computer").tap()
    expect(page.locator("#player-top")).to_contain_text("Level 1, First game")
    expect(page.get_by_test_id("parked-game")).to_be_visible()
    page.get_by_role("button", name="Go back to it").tap()
    expect(point(page, "a7")).to_have_attribute("data-man", "white")
    page.get_by_role("button", name="Learn").tap()
    expect(page.get_by_role("link", name="Your first game")).to_contain_text("Done")


def test_leaving_and_reloading_lose_neither_game_nor_lesson(page: Page, open_board: Opener) -> None:
    open_board(page)
    for name in ("d6", "f4", "d2"):
        point(page, name).click()
    page.goto(page.url.split("#")[0] + "#lessons=first")
    expect(step(page)).to_have_text("1 of 7")
    point(page, "d2").click()
    next_button(page).click()
    expect(step(page)).to_have_text("2 of 7")
    reload(page)
    expect(step(page)).to_have_text("2 of 7")
    expect(point(page, "d6")).to_have_attribute("data-man", "black")
    panel(page).get_by_role("button", name="Leave the lesson").click()
    expect(panel(page)).to_have_count(0)
    expect(page).to_have_url(re.compile("m=d6.f4.d2"))
    expect(point(page, "d6")).to_have_attribute("data-man", "white")
    expect(status(page)).to_contain_text("Black: place a man")
    page.get_by_role("button", name="Learn").click()
    expect(page.get_by_role("link", name="Your first game")).to_contain_text("Step 2 of 7")
    page.get_by_role("link", name="Your first game").click()
    expect(step(page)).to_have_text("2 of 7")
    expect(page).to_have_url(re.compile("lessons=first"))  # the address comes after the board
    page.go_back()
    expect(point(page, "d6")).to_have_attribute("data-man", "white")
    expect(panel(page)).to_have_count(0)
