"""The position editor: draw, see which positions are impossible, and play on, by mouse and by keyboard."""

from playwright.sync_api import Locator, Page, expect

from e2e.addresses import expect_address, expect_board
from e2e.conftest import Opener
from e2e.editing import open_editor, type_position
from e2e.playing import play
from e2e.sizes import boxes
from morris_core.game import Game


def point(page: Page, name: str) -> Locator:
    return page.locator(f'[data-edit="{name}"]')


def draw(page: Page, side: str, *names: str) -> None:
    page.get_by_role("radio", name=side, exact=True).check()
    for name in names:
        point(page, name).click()
        expect(point(page, name)).to_have_attribute("data-man", side.lower())


def test_a_position_is_drawn_and_played_on_from(page: Page, open_board: Opener) -> None:
    open_board(page, "v=nine&m=d6.f4")
    open_editor(page)
    page.get_by_role("button", name="Empty board").click()
    draw(page, "White", "d6", "d7", "a1", "g7")
    draw(page, "Black", "f4", "b4", "g4", "a7")
    expect(page.get_by_test_id("editor-says")).to_have_text("This position can be played.")
    page.get_by_role("button", name="Play from here").click()
    game = Game.from_link("v=nine&f=BWW/1W1/3/1B2BB/3/3/W2_w_0_0")
    expect_board(page, game)
    play(page, game, "d6-d5")
    expect_address(page, game)
    page.get_by_test_id("parked-game").get_by_role("button", name="Go back to it").click()
    expect_board(page, Game.from_link("v=nine&m=d6.f4"))


def test_men_are_dragged_and_the_right_button_puts_the_other_colour(page: Page, open_board: Opener) -> None:
    open_board(page)
    open_editor(page)
    point(page, "d6").click()
    point(page, "f4").click(button="right")
    expect(point(page, "f4")).to_have_attribute("data-man", "black")
    point(page, "d6").drag_to(point(page, "a1"))
    expect(point(page, "a1")).to_have_attribute("data-man", "white")
    expect(point(page, "d6")).to_have_attribute("data-man", "none")
    page.get_by_role("button", name="Mirror").click()
    expect(point(page, "g1")).to_have_attribute("data-man", "white")
    point(page, "b4").drag_to(page.get_by_test_id("editor-says"))  # off the board
    expect(page.locator('[data-edit][data-man="black"]')).to_have_count(0)


def test_the_editor_goes_by_keyboard(page: Page, open_board: Opener) -> None:
    open_board(page)
    open_editor(page)
    point(page, "a7").focus()
    for keys, name, man in (
        (["w"], "a7", "white"),
        (["ArrowRight", "b"], "d7", "black"),
        (["ArrowDown", "Enter"], "d6", "white"),
        (["x"], "d6", "none"),
        (["ArrowUp", "Delete"], "d7", "none"),
    ):
        for key in keys:
            page.keyboard.press(key)
        expect(point(page, name)).to_be_focused()
        expect(point(page, name)).to_have_attribute("data-man", man)
    # In the field, a letter is text and not a command.
    type_position(page, "3/1W1/3/6/3/1B1/3 w 8 8")
    expect(point(page, "d6")).to_have_attribute("data-man", "white")
    expect(point(page, "a7")).to_have_attribute("data-man", "none")
    expect(page.get_by_test_id("editor-white-hand")).to_have_text("8")


def test_points_of_the_editor_are_large_enough_for_a_finger(new_page: Opener, open_board: Opener) -> None:
    page = new_page(viewport={"width": 390, "height": 844})
    open_board(page)
    open_editor(page)
    targets = boxes(page.locator("[data-edit] .hit, dialog button, dialog .segment, dialog select"))
    assert len(targets) > 30
    assert all(min(target["width"], target["height"]) >= 40 for target in targets)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
