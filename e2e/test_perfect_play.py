"""Perfect play: one download, which goes on where it was cut off; after it values are exact without a network."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from e2e.cases import slow_but
from e2e.conftest import Profile
from e2e.hosts import CutServer, serving
from e2e.perfect_play import (
    ENDGAME,
    FILES,
    LARGE,
    asked_for,
    begin,
    expect_complete,
    expect_exact,
    press,
    section,
)
from e2e.perfect_play import perfect_site as perfect_site
from e2e.perfect_play import server as server
from e2e.test_analysis import check_with_axe
from e2e.test_layout import sticks_out
from e2e.test_offline import LONG, visit_until_ready
from e2e.test_offline_trouble import bring_the_line_back, open_settings
from e2e.test_tables import analyse
from e2e.test_tables_deep import move_texts
from e2e.waiting import until_equal
from morris_core import Game, find_variant
from morris_core.engine.opening import Known
from morris_core.link import format_link
from morris_core.rules import apply
from morris_core.tablebase import Tablebase
from morris_core.tablebase.probe import file_reader
from tools.serve import address
from tools.site import data_files


def test_the_download_makes_values_exact_without_a_network(profile: Profile, perfect_site: Path) -> None:
    positions = [
        "W1W/1W1/3/6/3/3/BBB b 0 0 - 0 1",
        "W2/BW1/1B1/W2BB1/2W/3/1W1 w 0 0 - 0 1",
        "1WB/W1B/2W/B4W/1B1/3/3 b 0 0 - 0 1",
    ]
    with serving(perfect_site) as host:
        page = profile().new_page()
        visit_until_ready(page, host.address)
        expect(page.get_by_test_id("perfect-progress")).to_have_text("4.4 MB, not saved")
        expect(page.get_by_test_id("perfect-promise")).to_contain_text("up to 10 men on the board")
        press(page, "Download 4.4 MB")
        expect_complete(page)
        expect(page.locator('[data-group="perfect"]')).to_contain_text("Perfect play: 4.4 MB saved")
        host.stop()

        page = profile().new_page()
        page.goto(host.address)
        page.locator('html[data-board="ready"]').wait_for()
        for text in positions:
            game = Game.from_fen(text, find_variant("nine"))
            page.goto(f"{host.address}#{format_link(game)}")
            analyse(page)
            expect_exact(page)
            until_equal(page, lambda: page.evaluate(TOLD), values(shipped(), game))


# The analysis of each move without its distance, read at once, since rows still change their places.
TOLD = """() => Object.fromEntries([...document.querySelectorAll(".move-values li")].map(
  (row) => [".move", ".number"].map((part) => row.querySelector(part).innerText.split(" in ")[0])))"""


def shipped() -> Tablebase:
    """Return the tables that are Perfect play in these tests."""
    return Tablebase((f"{name}.mtb", file_reader(data_files.TABLES / f"{name}.mtb")) for name in FILES)


def values(tables: Tablebase | Known, game: Game) -> dict[str, str]:
    """Return what is known of each move, in the page's words."""
    said = {}
    for text, move in zip(move_texts(game), game.legal_moves(), strict=True):
        known = tables.probe(game.variant, apply(game.variant, game.position, move))
        assert known
        winner = 1 - game.position.side if known.value == "win" else game.position.side
        said[text] = "draw" if known.value == "draw" else f"{('White', 'Black')[winner]} wins"
    return said


def test_an_analysis_offers_it_and_is_exact_once_it_is_here(profile: Profile, server: CutServer) -> None:
    page = profile().new_page()
    begin(page, address(server))
    page.keyboard.press("Escape")
    page.goto(f"{address(server)}#{ENDGAME}")
    analyse(page)
    offer = page.get_by_test_id("perfect-offer")
    expect(offer).to_contain_text("Exact values for Nine Men's Morris with up to 10 men")
    assert asked_for(server, "") == 0  # nothing comes without a press
    check_with_axe(page)
    offer.get_by_role("button", name="Download 4.4 MB").click()
    expect_exact(page)
    expect(offer).to_have_count(0)


CUTS = [("nine-endgames", 100_000), (LARGE, 0), ("nine-without-flying", 700_000)]


@pytest.mark.parametrize("cut", slow_but(CUTS, CUTS[:2]), ids=str)
def test_a_download_that_was_cut_off_goes_on_where_it_was(
    profile: Profile, server: CutServer, cut: tuple[str, int]
) -> None:
    name, after = cut
    page = profile().new_page()
    begin(page, address(server))
    server.cut_in, server.cut_after = f"perfect/{name}", after
    press(page, "Download")
    expect(page.get_by_test_id("perfect-trouble")).to_contain_text("You seem to be offline", timeout=LONG)
    expect(page.get_by_test_id("perfect-progress")).to_contain_text("waiting for the network")
    server.asked.clear()
    bring_the_line_back(page, server)
    expect_complete(page)
    expect(page.get_by_test_id("perfect-trouble")).to_have_count(0)
    done = FILES[: next(number for number, one in enumerate(FILES) if one.startswith(name))]
    assert [one for one in done if asked_for(server, one + "-")] == []
    assert asked_for(server, LARGE) == (0 if LARGE in done else 2)


def test_it_is_paused_and_goes_on_also_in_a_browser_that_was_closed(profile: Profile, server: CutServer) -> None:
    page = profile().new_page()
    begin(page, address(server))
    server.delays = {"perfect/": 1.0}
    press(page, "Download")
    expect(page.locator('[data-group="perfect"]')).to_contain_text("1.4 MB of 4.4 MB, downloading", timeout=LONG)
    page.set_viewport_size({"width": 320, "height": 568})
    assert not sticks_out(page)
    for button in section(page).get_by_role("button").all():
        box = button.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 40
    press(page, "Pause")
    expect(page.get_by_test_id("perfect-progress")).to_contain_text("of 4.4 MB saved")
    check_with_axe(page)
    page.wait_for_timeout(2_500)  # for pieces that should not be asked for
    asked = asked_for(server, "")
    assert asked < 5

    # A paused download stays paused.
    server.delays = {}
    page = profile().new_page()
    begin(page, address(server))
    expect(page.get_by_test_id("perfect-progress")).to_contain_text("of 4.4 MB saved")
    assert asked_for(server, "") == asked
    press(page, "Resume")
    expect_complete(page)
    assert asked_for(server, "") == 5  # each piece once


@pytest.mark.slow
def test_it_is_removed_and_values_are_estimates_again(profile: Profile, server: CutServer) -> None:
    page = profile().new_page()
    begin(page, address(server))
    press(page, "Download")
    expect_complete(page)
    page.keyboard.press("Escape")
    page.goto(f"{address(server)}#{ENDGAME}")
    analyse(page)
    expect_exact(page)
    open_settings(page)
    press(page, "Remove")
    expect(page.get_by_test_id("perfect-progress")).to_have_text("4.4 MB, not saved")
    assert page.evaluate(STORED) == 0
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("perfect-offer")).to_be_visible()
    expect(page.get_by_test_id("knowledge")).to_contain_text("first 8 men placed. After that")


STORED = """async () => {
  let count = 0;
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) count += url.includes("/perfect/") ? 1 : 0;
  return count;
}"""
