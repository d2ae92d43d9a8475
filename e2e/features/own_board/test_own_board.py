"""A board of one's own: drawn by mouse and on a phone, played on, saved, and opened elsewhere by its link."""

from playwright.sync_api import Locator, Page, expect

from e2e.addresses import address_link, expect_board
from e2e.conftest import Opener
from e2e.playing import open_from_menu, play, reload
from e2e.waiting import until
from morris_core.game import Game

# A triangle with three lines of three and two through its middle.
CORNERS = "own:a1b3c5.a1c1e1.b3c3d3.c1c3c5.c5d3e1"


def draw_a_board(page: Page) -> None:
    open_from_menu(page, "new-game")
    page.get_by_role("dialog").get_by_role("button", name="Draw a board").click()
    expect(page.get_by_test_id("own-board")).to_be_visible()


def place(page: Page, name: str) -> Locator:
    return page.locator(f'[data-place="{name}"]')


def press(page: Page, *names: str) -> None:
    """Put a point on each place."""
    for name in names:
        place(page, name).click()
        expect(place(page, name)).to_have_attribute("data-drawn", "true")


def test_a_board_is_drawn_by_mouse_played_on_and_kept(page: Page, open_board: Opener, new_page: Opener) -> None:
    open_board(page)
    draw_a_board(page)
    says = page.get_by_test_id("own-board-says")
    press(page, "a1")
    place(page, "a1").drag_to(place(page, "e1"))
    place(page, "e1").drag_to(place(page, "c5"))
    expect(says).to_have_text("Three men a side need a board of at least 6 points, but this one has 3.")
    press(page, "b3", "d3", "c1", "c3")
    expect(says).to_have_text("No line leads to b3, c3. Draw one, or remove what is apart.")
    for start, end in (("c5", "a1"), ("b3", "d3"), ("c1", "c5")):
        place(page, start).click()
        place(page, end).click()
    expect(says).to_have_text("Three men, first row wins")
    press(page, "a5")
    expect(says).to_have_text("No line leads to a5. Draw one, or remove what is apart.")
    expect(place(page, "a5").locator(".wrong")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Who wins?").click()
    expect(page.get_by_test_id("own-board-verdict")).to_have_text("Played well by both sides, this game is a draw.")
    page.get_by_role("dialog").get_by_role("button", name="Play", exact=True).click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator('input[name="variant"]:checked')).to_have_value(CORNERS)
    dialog.get_by_role("radio", name="A friend here").check()
    dialog.get_by_role("button", name="Start").click()
    expect(page.locator("#title")).to_have_text("Home-made board")
    game = Game(CORNERS)
    for move in ("a1", "c3", "c1"):
        play(page, game, move)
    until(page, lambda: address_link(page).game, lambda found: found == game)
    other = new_page()
    open_board(other, game.link())
    expect_board(other, game)
    embedded = open_board(new_page(), game.link(), "embed.html")
    expect(embedded.locator("[data-point]")).to_have_count(7)
    expect(embedded.locator('[data-point][data-man="white"]')).to_have_count(2)
    reload(page)
    expect_board(page, game)
    draw_a_board(page)
    expect(page.get_by_role("heading", name="Home-made boards")).to_be_visible()
    page.get_by_role("button", name="Empty board").click()
    page.locator(f'.boards [data-intent="own-board:load"][data-value="{CORNERS}"]').first.click()
    expect(place(page, "c3")).to_have_attribute("data-drawn", "true")


def test_a_board_is_drawn_on_a_phone_and_the_computer_plays_on_it(open_on: Opener) -> None:
    page = open_on((320, 568), has_touch=True)
    draw_a_board(page)
    page.locator('.boards [data-intent="own-board:load"]').nth(2).tap()  # the letter
    for name in ("a2", "b2"):
        place(page, name).tap()
    expect(page.get_by_test_id("own-board-says")).to_contain_text("No line leads to")
    page.get_by_role("button", name="Undo").tap()
    page.get_by_role("button", name="Undo").tap()
    page.get_by_role("dialog").get_by_role("button", name="Play", exact=True).tap()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="The computer").check()
    dialog.get_by_role("button", name="Start").tap()
    page.locator('[data-point="a1"]').tap()
    expect(page.locator('[data-point][data-man="black"]')).to_have_count(1)
