"""Levels: the sentence about each, and the next one proposed after two wins or two losses."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from e2e.sizes import each_size

ABOUT_TO_WIN = "v=three&m=a3.a2.b3.b2&b=level4"


def win(page: Page, open_board: Callable[..., Page]) -> None:
    open_board(page, ABOUT_TO_WIN)
    page.locator('[data-point="c3"]').click()
    expect(page.get_by_test_id("result")).to_contain_text("You win")


def test_every_level_can_be_pressed_and_says_what_it_is_like(page: Page, open_board: Callable[..., Page]) -> None:
    open_board(page)
    page.get_by_role("button", name="New game").click()
    page.get_by_role("radio", name="Against the computer").check()
    cards = page.locator(".level")
    expect(cards).to_have_count(12)
    about = page.get_by_test_id("about-level")
    expect(page.get_by_role("radio", name="2 Beginner")).to_be_checked()
    for size in each_size(page, [(320, 844), (390, 844), (1280, 844)]):
        for card in cards.all():
            box = card.bounding_box()
            assert box
            assert box["width"] >= 36, size
            assert box["height"] >= 40, size
    said = [about.inner_text()]
    for card in cards.all():
        card.get_by_role("radio").check()
        expect(card.get_by_role("radio")).to_be_checked()
        expect(about).not_to_have_text(said[-1])
        said.append(about.inner_text())
    assert len(set(said)) == 12
