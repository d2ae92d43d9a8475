"""Mistakes in saved games become exercises: checked, solved on the board, and counted."""

from playwright.sync_api import expect

from e2e.conftest import Opener
from e2e.playing import QUICK, open_from_menu
from e2e.watch import expect_axe_clean

# Black's 3. b2 lets White close a mill that b6 would have blocked.
MILL = "v=nine&m=d6.f4.d2.b4.f6.b2.b6xf4"
WHY = "3. b2 let White close the mill b6-d6-f6 and take f4; b6 would have stopped it."


def test_mistakes_of_saved_games_become_exercises(new_page: Opener, open_board: Opener) -> None:
    page = new_page(viewport={"width": 390, "height": 844})
    page.add_init_script(QUICK)
    open_board(page, MILL)
    page.get_by_role("button", name="Undo", exact=True).click()
    page.get_by_role("button", name="Redo", exact=True).click()  # now it is a game of this browser
    open_from_menu(page, "my-games")
    page.get_by_role("button", name="Learn from your mistakes").click()
    page.get_by_role("button", name="Check 1 game").click()
    expect(page.get_by_test_id("mistakes")).to_contain_text("exercises, 0 solved", timeout=90_000)
    expect_axe_clean(page)
    page.get_by_role("button", name="Start").click()
    expect(page.locator("#status")).to_contain_text("Find a better move than 3. b2")
    page.locator('[data-point="b6"]').click()
    expect(page.get_by_test_id("mistake")).to_contain_text("b6 is right. " + WHY)
    page.get_by_role("button", name="Leave the exercise").click()
    expect(page.locator("[data-ply]")).to_have_count(7)
    open_from_menu(page, "my-games")
    page.get_by_role("button", name="Learn from your mistakes").click()
    expect(page.get_by_test_id("mistakes")).to_contain_text("1 solved")
