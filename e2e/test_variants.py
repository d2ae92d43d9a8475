"""Journeys through the family: every variant from the dialog to its first capture, house rules, and the Rules panel."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from morris_core import VARIANTS, Game, Variant
from morris_core.board import bits
from morris_core.notation import parse_move


def house_rules(dialog: Locator) -> Locator:
    return dialog.get_by_test_id("house-rules").locator("summary")


def choose(dialog: Locator, variant: str) -> None:
    """Choose a game; those that are not the best known are folded away."""
    field = dialog.locator(f'input[name="variant"][value="{variant}"]')
    if not field.is_visible():
        dialog.get_by_test_id("more-games").locator("summary").click()
    field.check()


def begin(page: Page, variant: str, replacing: bool = False, **switches: str) -> None:
    """Begin a game of two people from the dialog; replacing: another one is under way. switches: option -> value."""
    page.get_by_role("button", name="New game").first.click()  # the result offers one as well
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="Two players").check()
    choose(dialog, variant)
    if switches:
        house_rules(dialog).click()
    for option, value in switches.items():
        dialog.locator(f'input[name="rule:{option}"][value="{value}"]').check()
    dialog.get_by_role("button", name="Start").click()
    if replacing:
        dialog.get_by_role("button", name="Start new game").click()
    expect(dialog).to_be_hidden()


def press(page: Page, *points: str) -> None:
    for point in points:
        page.locator(f'[data-point="{point}"]').click()


def expect_state(page: Page, state: str, points: set[str]) -> None:
    """Wait until just these points show a state."""
    for point in sorted(points):
        expect(page.locator(f'[data-point="{point}"][data-state~="{state}"]')).to_have_count(1)
    expect(page.locator(f'[data-point][data-state~="{state}"]')).to_have_count(len(points))


def expect_board(page: Page, game: Game) -> None:
    """Wait until the page shows just the men of the game's position, hands included."""
    points = game.variant.board.points
    for side, men in (("white", game.position.white), ("black", game.position.black)):
        expect(page.locator(f'[data-point][data-man="{side}"]')).to_have_count(len(list(bits(men))))
        for point in bits(men):
            expect(page.locator(f'[data-point="{points[point]}"]')).to_have_attribute("data-man", side)
        expect(page.locator(f'[data-testid="{side}-hand"]')).to_have_attribute(
            "data-count", str(game.position.hand(side == "black"))
        )


def play(page: Page, game: Game, text: str) -> None:
    """Press the points of a text; see each capture offered just where the rules allow it, and the text arrive."""
    move = parse_move(text, game.variant)
    points = game.variant.board.points
    if move.origin is not None:
        press(page, points[move.origin])
    press(page, points[move.to])
    if move.captures:
        allowed = {
            points[legal.captures[0]]
            for legal in game.legal_moves()
            if (legal.origin, legal.to) == (move.origin, move.to)
        }
        expect_state(page, "capture", allowed)
    press(page, *(points[captive] for captive in move.captures))
    game.play(text)
    expect_board(page, game)


def moves_to_first_mill(variant: Variant) -> list[str]:
    """Return moves that lead White to a first mill, Black's men standing where they disturb nothing."""
    board = variant.board
    mill = list(bits(board.mills[0]))
    game = Game(variant)
    for number, point in enumerate(mill):
        game.play(next(move for move in game.legal_moves() if move.origin is None and move.to == point))
        if number < 2:
            away = [move for move in game.legal_moves() if move.origin is None and move.to not in mill]
            game.play(away[-1 - number * 2])
    return game.move_texts()


def test_every_variant_is_begun_from_the_dialog_and_played_to_the_first_capture_or_row(
    page: Page, open_board: Callable[..., Page]
) -> None:
    open_board(page)
    under_way = False
    for name, variant in VARIANTS.items():
        begin(page, name, replacing=under_way)
        expect(page.locator("#title")).to_have_text(variant.title)
        game = Game(variant)
        expect(page.locator("[data-point]")).to_have_count(len(variant.board.points))
        moves = moves_to_first_mill(variant)
        for move in moves:
            play(page, game, move)
        expect(page.get_by_test_id("moves")).to_contain_text(moves[-1])
        over = game.outcome()
        under_way = over is None
        assert (over is not None) == variant.rules.mill_wins
        assert over is not None or "x" in moves[-1]
        if over:
            expect(page.get_by_test_id("result")).to_contain_text("A row of three")
        else:
            expect(page.get_by_test_id("result")).to_have_count(0)


def test_the_choice_is_remembered_by_the_next_visit(page: Page, open_board: Callable[..., Page], root: str) -> None:
    open_board(page)
    begin(page, "seven", stuck="passes")
    press(page, "c3")
    expect(page.locator('[data-point="c3"]')).to_have_attribute("data-man", "white")
    page.goto("about:blank")
    open_board(page)
    expect(page.locator("#title")).to_contain_text("Seven Men's Morris")
    page.get_by_role("button", name="New game").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator('input[name="variant"][value="seven"]')).to_be_checked()
    expect(house_rules(dialog)).to_contain_text("one changed")
    expect(dialog.locator('input[name="rule:stuck"][value="passes"]')).to_be_checked()


@pytest.mark.parametrize("size", [(390, 844), (360, 640)], ids=["390x844", "360x640"])
def test_a_new_game_fits_one_screen_of_a_phone(
    new_page: Callable[..., Page], open_board: Callable[..., Page], size: tuple[int, int]
) -> None:
    page = open_board(new_page(viewport={"width": size[0], "height": size[1]}))
    page.get_by_role("button", name="New game").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="Against the computer").check()
    expect(dialog.get_by_role("radio", name="2 Beginner")).to_be_checked()
    for part in ("Level", "You play", "Which game"):
        expect(dialog.get_by_role("group", name=part)).to_be_in_viewport(ratio=1)
    for part in ("more-games", "house-rules", "clock-and-names"):
        expect(dialog.get_by_test_id(part)).to_be_in_viewport(ratio=1)
    assert dialog.evaluate("dialog => dialog.scrollHeight - dialog.clientHeight") == 0
    for name in ("Two players", "8 Strong", "Black moves second", "Twelve Men's Morris"):
        assert dialog.get_by_role("radio", name=name).bounding_box()["height"] >= 40  # type: ignore[index]
