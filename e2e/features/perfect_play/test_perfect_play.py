"""Perfect play: one download, which resumes where it was cut off. After that, values are exact offline."""

import pytest
from playwright.sync_api import expect

from e2e.conftest import Profile
from e2e.hosts import CutServer
from e2e.offline import LONG, bring_the_line_back, open_settings
from e2e.perfect_play import ENDGAME, FILES, LARGE, begin, expect_complete, expect_exact, press, requests_for, section
from e2e.perfect_play import perfect_site as perfect_site
from e2e.perfect_play import server as server
from e2e.playing import analyse, go_to
from e2e.sizes import boxes
from e2e.waiting import until_equal
from e2e.watch import expect_axe_clean
from morris_core import Game, find_variant
from morris_core.engine.opening import Tables
from morris_core.rules import apply
from morris_core.tablebase import Tablebase
from morris_core.tablebase.probe import file_reader
from tools.serve import address
from tools.site import data_files

POSITIONS = [
    "W1W/1W1/3/6/3/3/BBB b 0 0 - 0 1",
    "W2/BW1/1B1/W2BB1/2W/3/1W1 w 0 0 - 0 1",
    "1WB/W1B/2W/B4W/1B1/3/3 b 0 0 - 0 1",
]


def test_an_analysis_offers_it_a_cut_does_no_harm_and_values_are_exact_without_a_network_until_it_is_removed(
    profile: Profile, server: CutServer
) -> None:
    root = address(server)
    page = profile().new_page()
    begin(page, root)
    expect(section(page)).to_contain_text("4.4 MB, not saved")
    page.keyboard.press("Escape")
    page.goto(f"{root}#{ENDGAME}")
    analyse(page)
    offer = page.get_by_test_id("perfect-offer")
    expect(offer).to_contain_text("Exact values for Nine Men's Morris with up to 10 men")
    assert requests_for(server, "") == 0  # nothing is downloaded without a press
    expect_axe_clean(page)
    server.cut_in, server.cut_after = f"perfect/{LARGE}", 0
    offer.get_by_role("button", name="Download").click()
    open_settings(page)
    expect(page.get_by_test_id("offline-trouble")).to_contain_text("You're offline", timeout=LONG)
    server.asked.clear()
    bring_the_line_back(page, server)
    expect_complete(page)
    expect(page.get_by_test_id("offline-trouble")).to_have_count(0)
    assert requests_for(server, "nine-endgames-") == 0, "it had come before"
    page.keyboard.press("Escape")
    expect_exact(page)
    expect(offer).to_have_count(0)

    server.down = True
    page = profile().new_page()
    go_to(page, root)
    for text in POSITIONS:
        game = Game.from_fen(text, find_variant("nine"))
        page.goto(f"{root}#{game.link()}")
        analyse(page)
        expect_exact(page)
        until_equal(page, lambda: page.evaluate(TOLD), values(shipped(), game))
    open_settings(page)
    press(page, "Remove")
    expect(section(page)).to_contain_text("4.4 MB, not saved")
    until_equal(page, lambda: page.evaluate(STORED), 0)
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("perfect-offer")).to_be_visible()


# The analysis of each move without its distance, read in one go, because the rows are still being reordered.
TOLD = """() => Object.fromEntries([...document.querySelectorAll(".move-values li")].map(
  (row) => [row.querySelector(".move").innerText, row.querySelector(".worth-badge").ariaLabel.split(/ in |:/)[0]]))"""


def shipped() -> Tablebase:
    """Return the tables that make up Perfect play in these tests."""
    return Tablebase((f"{name}.mtb", file_reader(data_files.TABLES / f"{name}.mtb")) for name in FILES)


def move_texts(game: Game) -> list[str]:
    texts = []
    for move in game.legal_moves():
        line = game.copy()
        line.play(move)
        texts.append(line.move_texts()[-1])
    return texts


def values(tables: Tablebase | Tables, game: Game) -> dict[str, str]:
    """Return the value of each move, in the page's words."""
    values = {}
    for text, move in zip(move_texts(game), game.legal_moves(), strict=True):
        value = tables.probe(game.variant, apply(game.variant, game.position, move))
        assert value
        winner = 1 - game.position.side if value.value == "win" else game.position.side
        values[text] = "draw" if value.value == "draw" else f"{('White', 'Black')[winner]} wins"
    return values


@pytest.mark.slow
def test_it_is_paused_and_goes_on_also_in_a_browser_that_was_closed(profile: Profile, server: CutServer) -> None:
    page = profile().new_page()
    begin(page, address(server))
    server.delays = {"perfect/": 1.0}
    press(page, "Download")
    expect(section(page)).to_contain_text("1.4 MB of 4.4 MB, downloading", timeout=LONG)
    page.set_viewport_size({"width": 320, "height": 568})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for around in boxes(section(page).get_by_role("button")):
        assert min(around["width"], around["height"]) >= 40
    press(page, "Pause")
    expect(section(page)).to_contain_text("of 4.4 MB saved")
    expect_axe_clean(page)
    page.wait_for_timeout(2_500)  # for pieces that should not be requested
    requests = requests_for(server, "")
    assert requests < 5

    # A paused download stays paused.
    server.delays = {}
    page = profile().new_page()
    begin(page, address(server))
    expect(section(page)).to_contain_text("of 4.4 MB saved")
    assert requests_for(server, "") == requests
    press(page, "Resume")
    expect_complete(page)
    assert requests_for(server, "") == 5  # each piece once


STORED = """async () => {
  let count = 0;
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) count += url.includes("/perfect/") ? 1 : 0;
  return count;
}"""
