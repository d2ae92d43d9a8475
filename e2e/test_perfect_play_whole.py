"""Perfect play as it is offered: all of it downloaded, and after that every value is exact without a network."""

import re
from random import Random

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import Profile
from e2e.hosts import serving
from e2e.perfect_play import section
from e2e.test_offline import visit_until_ready
from e2e.test_perfect_play import TOLD, values
from e2e.test_tables import analyse
from e2e.waiting import until_equal
from morris_core import Game, find_variant
from morris_core.link import format_link
from tools.measure.players import Setup, known_with, make_player
from tools.site import data_files

LONGEST = 600_000
"""Milliseconds that the download may take, and an analysis."""


@pytest.mark.slow
def test_with_all_of_it_a_hundred_positions_are_exact_without_a_network(profile: Profile) -> None:
    known = known_with(str(data_files.PERFECT))
    games = positions_of_games(50, placing=True) + positions_of_games(50, placing=False)
    with serving() as host:
        page = profile().new_page()
        visit_until_ready(page, host.address)
        expect(page.get_by_test_id("perfect-promise")).to_contain_text("every position of Nine Men's Morris, even")
        section(page).get_by_role("button", name=re.compile("^Download")).click()
        expect(page.get_by_test_id("perfect-progress")).to_have_text(re.compile("MB saved$"), timeout=LONGEST)
        host.stop()

        page = profile().new_page()
        page.goto(host.address)
        page.locator('html[data-board="ready"]').wait_for()
        for game in games:
            page.goto(f"{host.address}#{format_link(game)}")
            # The page opens the link after that, which ends the analysis of the game before.
            expect(page.get_by_role("button", name="Analyse")).to_have_attribute("aria-pressed", "false")
            analyse(page)
            expect(page.locator(".move-values li .sign.exact").first).to_be_visible(timeout=LONGEST)
            expect(page.locator(".move-values li .sign:not(.exact)")).to_have_count(0, timeout=LONGEST)
            until_equal(page, lambda: told(page), values(known, game))


def positions_of_games(number: int, placing: bool) -> list[Game]:
    """Return `number` different positions of games of levels 2 to 5: with men still in hand, or with all placed."""
    random = Random(1)
    nine = find_variant("nine")
    found: dict[str, Game] = {}
    while len(found) < number:
        players = [make_player(f"level:{random.randint(2, 5)}", Setup(f"{random.random()}")) for _ in range(2)]
        game = Game(nine)
        while not game.outcome() and game.ply < 120:
            game.play(players[game.position.side].choose(game))
        last = game.ply - 1
        plies = range(18) if placing else range(18, last + 1)
        if plies and plies[-1] <= last:
            at = Game(nine, game.position_at(random.choice(plies)))
            found[format_link(at)] = at
    return list(found.values())


def told(page: Page) -> dict[str, str]:
    """Return what the analysis says of each move, but for how soon it is."""
    return {move: value.removesuffix(" at once") for move, value in page.evaluate(TOLD).items()}
