"""A game with a friend through the site's mailbox: two browsers, one link, a direct line or none."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from e2e.conftest import PATIENCE, Watch
from e2e.features.live.conftest import Pair
from e2e.features.live.test_live import here, invite, play_on, take_back
from e2e.playing import go_to, play, point, press
from e2e.waiting import until
from meet.mailbox import Mailbox
from morris_core import Game, find_variant
from tools.serve import address, make_server, running

SEALED = "encrypted"
FAILED = "Failed to load resource.*/meet/"
DIRECT_OR_NOT = pytest.mark.parametrize("pages", ["", "mailbox"], indirect=True)


class Host:
    """A host whose server can be stopped and started again at the same address; its mailbox is a file."""

    def __init__(self, site: Path, file: Path) -> None:
        self._site, self._file, self._port, self._stack = site, file, 0, ExitStack()
        self.start()

    def start(self) -> None:
        server = make_server(self._site, self._port, mailbox=Mailbox(str(self._file)))
        self._port, self.root = server.server_port, address(server)
        self._stack.enter_context(running(server))

    def stop(self) -> None:
        self._stack.close()


@pytest.fixture
def host(site: Path, tmp_path: Path) -> Iterator[Host]:
    host = Host(site, tmp_path / "mailbox.sqlite")
    yield host
    host.stop()


@pytest.fixture
def root(host: Host) -> str:
    """The address of a site with a mailbox."""
    return host.root


def meet(pages: Pair, root: str, clock: str = "5 + 3") -> str:
    """Let Ben open Anna's link and accept. Return the link."""
    anna, ben = pages
    link = invite(anna, root, clock)
    go_to(ben, link)
    expect(ben.locator("dialog")).to_contain_text("Anna invites you")
    ben.locator('input[name="own_name"]').press_sequentially("Ben")
    press(ben, "Accept")
    for page, name in ((anna, "Ben"), (ben, "Anna")):
        expect(page.get_by_test_id("live")).to_contain_text(name)
    return link


def has_line(page: Page) -> bool:
    return bool(page.evaluate("globalThis.connections?.some(one => one.iceConnectionState === 'connected') ?? false"))


@DIRECT_OR_NOT
def test_one_link_leads_both_into_a_game(pages: Pair, root: str) -> None:
    anna, ben = pages
    link = meet(pages, root)
    assert len(link) <= len(f"{root}#live=") + 24
    here(pages)
    game = Game(find_variant("three"))
    play_on(pages, game, "a1 b1")
    direct = ben.evaluate("typeof RTCPeerConnection") != "undefined"
    assert has_line(anna) == has_line(ben) == direct
    for page in pages:
        shown = expect(page.get_by_test_id("live"))
        (shown.not_to_contain_text if direct else shown.to_contain_text)(SEALED)
    take_back(ben, anna, game)
    play_on(pages, game, "b2")
    # Either page, and both at once.
    for again in ((anna,), (ben,), pages):
        for page in again:
            page.reload()
        here(pages)
        play_on(pages, game, game.move_text(game.legal_moves()[0]))
    press(ben, "Offer a draw")
    expect(anna.get_by_test_id("live")).to_contain_text("Ben offers a draw.")
    press(anna, "Accept")
    for page in pages:
        expect(page.get_by_test_id("result")).to_contain_text("Draw")
    press(anna, "Rematch")
    press(ben, "Accept")
    play_on((ben, anna), Game(find_variant("three")), "a1 b1")


@pytest.mark.slow
def test_a_game_goes_on_days_later_with_another_server(pages: Pair, host: Host) -> None:
    anna, ben = pages
    game = Game(find_variant("three"))
    meet(pages, host.root, "No clock")
    play_on(pages, game, "a1")
    ben.goto("about:blank")
    expect(anna.get_by_test_id("live")).to_contain_text("Ben isn't here now.", timeout=3 * PATIENCE)
    press(anna, "Offer a draw")
    expect(anna.get_by_test_id("live")).to_contain_text("Waiting for an answer.")
    anna.goto("about:blank")
    host.stop()
    host.start()
    ben.goto(host.root)
    expect(ben.get_by_test_id("live")).to_contain_text("Anna offers a draw.")
    press(ben, "Decline")
    play(ben, game, "b1")
    anna.goto(host.root)
    expect(point(anna, "b1")).not_to_have_attribute("data-man", "none")
    play_on(pages, game, "c3")


@pytest.mark.slow
@pytest.mark.parametrize("pages", ["mailbox"], indirect=True)
def test_a_server_that_is_started_again_in_the_middle(pages: Pair, host: Host, watch: Watch) -> None:
    watch.expect(FAILED)
    anna, ben = pages
    game = Game(find_variant("three"))
    meet(pages, host.root, "No clock")
    play_on(pages, game, "a1")
    host.stop()
    play(ben, game, "b1")
    host.start()
    expect(point(anna, "b1")).not_to_have_attribute("data-man", "none")
    play_on(pages, game, "c3 b3")


@pytest.mark.slow
@pytest.mark.parametrize("pages", ["mailbox"], indirect=True)
def test_a_mailbox_that_fails_from_time_to_time_loses_nothing(pages: Pair, root: str, watch: Watch) -> None:
    watch.expect(FAILED)
    meet(pages, root, "No clock")
    count = 0

    def fail(route: Route) -> None:
        nonlocal count
        count += 1
        if count % 2:
            route.abort()
        else:
            route.continue_()

    for page in pages:
        page.route("**/meet/**", fail)
    play_on(pages, Game(find_variant("three")), "a1 b1 c3 b3 a3")
    assert count > 6


@pytest.mark.slow
def test_nobody_notices_that_the_mailbox_vanishes_behind_a_direct_line(pages: Pair, root: str, watch: Watch) -> None:
    watch.expect(FAILED)
    meet(pages, root)
    for page in pages:
        until(page, lambda page=page: has_line(page))  # type: ignore[misc]
        page.route("**/meet/**", lambda route: route.abort())
    play_on(pages, Game(find_variant("three")), "a1 b1 c3 b3")
    here(pages)


@pytest.mark.slow
def test_a_cleared_browser_and_a_stranger_read_that_the_game_is_taken(pages: Pair, root: str) -> None:
    anna, ben = pages
    link = meet(pages, root)
    play_on(pages, Game(find_variant("three")), "a1")
    ben.goto(f"{root}learn/history.html")  # where nothing is saved any more
    ben.evaluate("localStorage.clear()")
    ben.goto(link)
    expect(ben.locator("dialog")).to_contain_text("Somebody else plays this game already.")
    expect(point(anna, "a1")).not_to_have_attribute("data-man", "none")
