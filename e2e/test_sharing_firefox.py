"""Links, play by link, the editor and Open in Firefox: the same journeys as in Chromium.

Saving files is not among them: Playwright gets no event of Firefox's downloads of what a page made itself.
"""

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright

from e2e.test_by_link import (
    test_a_game_by_link_from_the_first_move_to_the_last as test_a_game_by_link_from_the_first_move_to_the_last,
)
from e2e.test_by_link import (
    test_a_link_that_does_not_continue_the_game_offers_both as test_a_link_that_does_not_continue_the_game_offers_both,
)
from e2e.test_editor import test_a_position_is_drawn_and_played_on_from as test_a_position_is_drawn_and_played_on_from
from e2e.test_editor import test_the_editor_goes_by_keyboard as test_the_editor_goes_by_keyboard
from e2e.test_links import (
    test_damaged_links_each_give_a_board_and_a_sentence as test_damaged_links_each_give_a_board_and_a_sentence,
)
from e2e.test_sharing import (
    test_a_file_is_opened_by_choosing_or_dropping_it as test_a_file_is_opened_by_choosing_or_dropping_it,
)
from e2e.test_sharing import test_the_qr_code_is_that_of_the_link as test_the_qr_code_is_that_of_the_link

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """A Firefox in place of the other journeys' Chromium."""
    path = shutil.which("firefox-esr") or shutil.which("firefox")
    if path is None:
        pytest.skip("no Firefox found")
    firefox = playwright.firefox.launch(executable_path=path, channel="moz-firefox")
    yield firefox
    firefox.close()
