"""Journeys through the family: every variant from the dialog to its first capture, house rules, and the levels."""

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.addresses import expect_board
from e2e.conftest import Opener
from e2e.playing import play
from e2e.sizes import box, boxes, each_size
from morris_core import VARIANTS, Game, Variant
from morris_core.board import bits


def house_rules(dialog: Locator) -> Locator:
    return dialog.get_by_test_id("house-rules").locator("summary")


def choose(dialog: Locator, variant: str) -> None:
    """Choose a game, unfolding the list of lesser-known games if needed."""
    field = dialog.locator(f'input[name="variant"][value="{variant}"]')
    if not field.is_visible():
        dialog.get_by_test_id("more-games").locator("summary").click()
    field.check()


def begin(page: Page, variant: str, **switches: str) -> None:
    """Begin a game of two people from the dialog. switches: option -> value."""
    page.get_by_role("button", name="New game").first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="A friend here").check()
    choose(dialog, variant)
    if switches:
        house_rules(dialog).click()
    for option, value in switches.items():
        field = dialog.locator(f'input[name="rule:{option}"]')
        if field.first.get_attribute("role") == "switch":
            field.set_checked(value != "0")
        else:
            field.and_(dialog.locator(f'[value="{value}"]')).check()
    dialog.get_by_role("button", name="Start").click()
    expect(dialog).to_be_hidden()


def moves_to_first_mill(variant: Variant) -> list[str]:
    """Return moves that lead White to a first mill, with Black's men out of the way."""
    board = variant.board
    mill = list(bits(board.mills[0]))
    game = Game(variant)
    for number, point in enumerate(mill):
        game.play(next(move for move in game.legal_moves() if move.origin is None and move.to == point))
        if number < 2:
            away = [move for move in game.legal_moves() if move.origin is None and move.to not in mill]
            game.play(away[-1 - number * 2])
    return game.move_texts()


@pytest.mark.slow
def test_every_variant_is_begun_from_the_dialog_and_played_to_the_first_capture_or_row(
    page: Page, open_board: Opener
) -> None:
    open_board(page)
    under_way = False
    for name, variant in VARIANTS.items():
        begin(page, name)
        expect(page.locator("#title")).to_have_text(variant.title)
        game = Game(variant)
        for move in moves_to_first_mill(variant):
            play(page, game, move)
        expect_board(page, game)
        under_way = game.outcome() is None
        expect(page.get_by_test_id("result")).to_have_count(0 if under_way else 1)


def test_a_new_game_can_be_started_at_once_and_every_level_says_what_it_is_like(page: Page, open_board: Opener) -> None:
    open_board(page)
    page.get_by_role("button", name="New game").click()
    dialog = page.get_by_role("dialog")
    # Until somebody has chosen otherwise, the computer is the opponent.
    expect(dialog.get_by_role("radio", name="The computer")).to_be_checked()
    expect(dialog.get_by_role("radio", name="1 First game")).to_be_checked()
    expect(dialog.get_by_role("radio", name="White moves first")).to_be_checked()
    body = page.locator(".dialog-body")
    for size in each_size(page, [(320, 568), (360, 640), (390, 844), (844, 390), (1280, 844)]):
        body.evaluate("one => one.scrollTo(0, 9999)")
        for part in (dialog.get_by_role("heading", name="Start a game"), dialog.get_by_role("button", name="Start")):
            expect(part).to_be_in_viewport(ratio=1)
        expect(dialog.get_by_test_id("clock-and-names")).to_be_in_viewport(ratio=1)
        assert body.evaluate("one => one.scrollWidth - one.clientWidth") == 0, size
        targets = boxes(dialog.locator(".option, .segment, .switch, summary, button").filter(visible=True))
        assert all(around["width"] >= 40 and around["height"] >= 40 for around in targets), size
    page.set_viewport_size({"width": 390, "height": 844})
    # Unfolded parts have a margin.
    more = dialog.get_by_test_id("more-games")
    more.locator("summary").click()
    assert boxes(more.get_by_role("group"))[0]["left"] >= box(more)["left"] + 8
    house_rules(dialog).click()
    expect(dialog.get_by_role("switch", name="Mills must wait")).not_to_be_checked()
    levels = dialog.get_by_role("group", name="Level").get_by_role("radio")
    expect(levels).to_have_count(12)
    about = page.get_by_test_id("about-level")
    texts = [about.inner_text()]
    for level in levels.all()[1:]:
        level.check()
        expect(about).not_to_have_text(texts[-1])
        texts.append(about.inner_text())
    assert len(set(texts)) == 12
