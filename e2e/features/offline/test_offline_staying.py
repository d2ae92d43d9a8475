"""The site stays on a device: it asks the browser at a suitable moment, and can be installed as an app."""

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import Profile
from e2e.hosts import serving
from e2e.offline import visit_until_ready
from e2e.player import Player
from e2e.playing import go_to
from e2e.waiting import until_equal

# A browser that has not decided yet, and counts the requests.
UNDECIDED = """
window.asked = 0;
StorageManager.prototype.persisted = async () => false;
StorageManager.prototype.persist = async () => { window.asked += 1; return true; };
"""

# Chromium offers to install once it has checked manifest, icons and service worker. A busy machine may prevent that.
NO_REAL_OFFER = """
addEventListener("beforeinstallprompt", (event) => {
  if (event.isTrusted) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
});
"""

# The event as Chromium sends it. Only a person can accept its real offer.
OFFER = """
const offer = new Event("beforeinstallprompt", {cancelable: true});
offer.prompt = async () => { window.prompted = (window.prompted ?? 0) + 1; };
dispatchEvent(offer);
"""


def requests(page: Page) -> int:
    count: int = page.evaluate("window.asked")
    return count


@pytest.mark.slow
def test_the_browser_is_asked_to_keep_the_site_after_the_first_game_and_an_offer_to_install_is_a_button(
    profile: Profile,
) -> None:
    with serving() as host:
        context = profile()
        context.add_init_script(UNDECIDED + NO_REAL_OFFER)
        page = context.new_page()
        visit_until_ready(page, host.address + "#v=three")
        assert requests(page) == 0
        page.keyboard.press("Escape")
        Player(page.evaluate).play_to_the_end()
        expect(page.get_by_test_id("result")).to_be_visible()
        until_equal(page, lambda: requests(page), 1)

        page = go_to(context.new_page(), host.address + "#v=three")
        Player(page.evaluate, seed=2).play_to_the_end()
        page.wait_for_timeout(300)
        assert requests(page) == 0, "it is never asked again"

        page.get_by_role("button", name="Settings").click()
        button = page.get_by_role("button", name="Install as an app")
        expect(button).to_have_count(0)
        page.evaluate(OFFER)
        button.click()
        expect(button).to_have_count(0)
        assert page.evaluate("window.prompted") == 1
