"""Journeys of other files in Firefox: links, play by link, the editor, Open, and boards in other people's pages.

Two things are left out. Saving files: Playwright gets no event when Firefox downloads a file that the page itself made.
Pressing a board far down an article: in Firefox, Playwright's press there reaches the surrounding page, not the frame.
"""
# ruff: noqa: F401 - pytest finds the tests and the fixture here

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright

from e2e.test_by_link import test_a_game_by_link_from_the_first_move_to_the_last
from e2e.test_editor import test_a_position_is_drawn_and_played_on_from, test_the_editor_goes_by_keyboard
from e2e.test_embedding import (
    article,
    test_a_board_obeys_only_the_page_around_it,
    test_commands,
    test_plain_frames_speak_the_same_messages,
)
from e2e.test_links import test_damaged_links_each_give_a_board_and_a_sentence
from e2e.test_sharing import test_a_file_is_opened_by_choosing_or_dropping_it, test_the_qr_code_is_that_of_the_link

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Firefox, in place of the other journeys' Chromium."""
    path = shutil.which("firefox-esr") or shutil.which("firefox")
    if path is None:
        pytest.skip("no Firefox found")
    firefox = playwright.firefox.launch(executable_path=path, channel="moz-firefox")
    yield firefox
    firefox.close()
