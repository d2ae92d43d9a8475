"""Browsers, keyboards and other programs, and what they do to the page, its address and its files."""

from playwright.sync_api import Browser, Page, expect

from e2e.addresses import expect_board, expect_fragment
from e2e.conftest import Opener
from e2e.playing import click, expect_moves
from morris_core import Game
from tools.sources import ROOT

# Chrome replaces each text by two nested elements, and later texts that it sees come.
TRANSLATE = """() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode())
    if (texts.currentNode.data.trim() && !texts.currentNode.parentElement.closest("script, font"))
      found.push(texts.currentNode);
  for (const text of found) {
    const outer = document.createElement("font"), inner = document.createElement("font");
    inner.textContent = "[" + text.data + "]";
    outer.append(inner);
    text.replaceWith(outer);
  }
}"""


def test_a_page_that_the_browser_translates_goes_on_speaking(page: Page, open_board: Opener) -> None:
    open_board(page, "v=nine&m=d6.f4")
    click(page, "d2")
    live = page.locator("#live")
    expect(live).to_contain_text("d2")
    page.evaluate(TRANSLATE)
    for point in ("b4", "f6", "b6"):
        click(page, point)
        expect(live).to_contain_text(point)
        expect(live).not_to_contain_text("[")
    expect(page.get_by_test_id("status")).to_contain_text("White")
    expect_moves(page, 6)


def test_keys_work_by_their_place_on_every_keyboard(page: Page, open_board: Opener) -> None:
    game = Game.from_link("v=nine&m=d6.f4")
    open_board(page, "v=nine&m=d6")
    click(page, "f4")
    for key in ("\u044f", "\u0626", "\u30c4", "z"):
        page.evaluate("key => document.body.dispatchEvent(new KeyboardEvent('keydown', key))",
                      {"key": key, "code": "KeyZ", "ctrlKey": True, "bubbles": True})  # fmt: skip
        expect_board(page, game, 1)
        page.get_by_role("button", name="Redo").click()
        expect_board(page, game)


def test_an_address_with_something_added_to_it_opens_the_whole_game(page: Page, open_board: Opener) -> None:
    for added in (")", ".", "\u3002", "&amp;side=white"):
        open_board(page, "v=nine&m=d6.f4.d2.b4" + added)
        expect_board(page, Game.from_link("v=nine&m=d6.f4.d2.b4"))
    open_board(page, "v=nine&amp;m=d6.f4")
    expect_fragment(page, "v=nine&m=d6.f4")


def test_files_of_other_programs_keep_their_letters(page: Page, open_board: Opener) -> None:
    open_board(page, "v=nine")
    text = '[White "J\u00e1n M\u00fcller"]\r\n\r\n1. d6 f4 2. d2 1\u20130\r\n'
    for encoding in ("cp1252", "utf-8", "utf-16"):
        page.get_by_role("button", name="Open", exact=True).click()
        file = {"name": "game.txt", "mimeType": "text/plain", "buffer": text.encode(encoding)}
        page.locator('input[type="file"]').set_input_files(file)  # type: ignore[arg-type]
        expect_moves(page, 3)
        expect(page.locator("#player-top, #player-bottom").filter(has_text="J\u00e1n M\u00fcller")).to_have_count(1)


def test_a_page_that_is_opened_from_a_folder_says_what_it_needs(browser: Browser) -> None:
    page = browser.new_page()
    page.goto((ROOT / "dist/index.html").as_uri())
    expect(page.get_by_text("python3 -m http.server")).to_be_visible()
    page.close()


def test_the_sentence_about_folders_is_hidden_on_a_server(page: Page, open_board: Opener) -> None:
    open_board(page, "v=nine")
    expect(page.get_by_text("python3 -m http.server")).to_be_hidden()
