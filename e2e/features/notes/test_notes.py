"""Notes beside the board: what is written is kept when one goes on."""

from playwright.sync_api import Page, expect

from e2e.conftest import Opener


def test_a_comment_is_written_beside_the_board_and_kept_when_another_move_is_pressed(
    page: Page, open_board: Opener
) -> None:
    open_board(page, "v=nine&m=d6.f4.d2&t=1.b2.f6&k=2:good&at=2")
    page.keyboard.press("n")
    notes = page.get_by_test_id("notes")
    field = notes.get_by_label("Comment")
    expect(field).to_be_focused()
    expect(field).to_have_value("good")
    page.keyboard.press("End")
    page.keyboard.type(", 1 2 n")
    page.locator('#moves [data-intent="tree:go"]').first.click()
    expect(page.locator("#moves .comment").first).to_have_text("good, 1 2 n")
    expect(notes).to_contain_text("Notes on d6")
    notes.get_by_role("button", name="Close").click()
    expect(notes).to_have_count(0)
