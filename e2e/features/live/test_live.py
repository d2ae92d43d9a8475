"""Live play: two browsers in separate processes play one game over a direct line between them."""

import json
import re
import socket

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import PATIENCE
from e2e.features.live.conftest import Pair
from e2e.playing import go_to, open_from_menu, play, point, press, reload, status
from e2e.waiting import until
from morris_core import Game, find_variant
from tools.pictures.live import link_of, open_line


def cut(page: Page, spare: bool = False) -> None:
    """Close the line, as a lost network does, and with `spare` also the connection that could replace it."""
    page.evaluate(
        "spare => connections.forEach(one => (spare || one.iceConnectionState === 'connected') && one.close())", spare
    )


def invite(page: Page, root: str, clock: str = "5 + 3") -> str:
    """Invite to a game with a clock, as Anna, and return the link."""
    go_to(page, f"{root}#v=three")
    open_from_menu(page, "new-game")
    page.locator("label", has=page.get_by_role("radio", name="A friend elsewhere")).click()
    page.get_by_test_id("clock-and-names").locator("summary").click()
    page.get_by_role("radio", name=clock).check(force=True)
    page.locator('input[name="own_name"]').press_sequentially("Anna")
    press(page, "Start")
    return link_of(page)


def accept(page: Page, link: str, name: str = "Ben") -> str:
    """Accept an invitation and return the reply."""
    go_to(page, link)
    expect(page.locator("dialog")).to_contain_text("Anna invites you to a live game")
    field = page.locator('input[name="own_name"]')
    field.clear()
    field.press_sequentially(name)
    press(page, "Accept")
    return link_of(page)


def connect(pages: Pair, root: str, clock: str = "5 + 3") -> None:
    anna, ben = pages
    open_line(anna, accept(ben, invite(anna, root, clock)))
    here(pages)


def here(pages: Pair) -> None:
    """Expect both pages to see the other player."""
    for page, other in zip(pages, ("Ben", "Anna"), strict=True):
        expect(page.get_by_test_id("live")).to_contain_text(f"{other} is here.")


def play_on(pages: Pair, game: Game, moves: str) -> None:
    """Play each move on its side's page (White's is the first), and expect it on the other page."""
    for move in moves.split():
        side = game.position.side
        play(pages[side], game, move)
        expect(pages[1 - side].locator(f'[data-testid="moves"] [data-ply="{game.ply}"]')).to_have_text(
            game.move_texts()[-1]
        )


def wait_for_spares(pages: Pair) -> None:
    """Wait until both pages have described the connection that could replace the line.

    A line that is cut in its first tenths of a second can't be replaced: the spare's code follows the greeting.
    """
    described = "connections.at(-1).iceConnectionState !== 'connected' && connections.at(-1).iceGatheringState"
    for page in pages:
        until(page, lambda page=page: page.evaluate(described), "complete".__eq__)  # type: ignore[misc]


def reopened(pages: Pair) -> None:
    """Wait until a line that was cut has been replaced: one page only notices after twenty seconds of silence."""
    count = "() => connections.filter(one => one.iceConnectionState === 'connected').length"
    for page in pages:
        until(page, lambda page=page: page.evaluate(count), patience=3 * PATIENCE)  # type: ignore[misc]
    here(pages)


def take_back(asking: Page, other: Page, game: Game) -> None:
    """Let a player ask to take back the last move, and the other one agree."""
    press(asking, "Ask to take back")
    expect(other.get_by_test_id("live")).to_contain_text("asks to take the last move back.")
    press(other, "Accept")
    last = game.variant.board.points[game.moves[-1].to]
    game.undo()
    for page in (asking, other):
        expect(point(page, last)).to_have_attribute("data-man", "none")


def load_again(page: Page, pages: Pair) -> None:
    """Reload a page in the middle of the game."""
    wait_for_spares(pages)
    reload(page)
    here(pages)


def review(pages: Pair) -> None:
    """Review the finished game on both pages."""
    for page in pages:
        page.get_by_test_id("result").locator('[data-intent="review:open"]').click()
        expect(page.locator("#report h2")).to_be_visible()


def test_a_live_game_from_the_invitation_to_the_rematch(pages: Pair, root: str) -> None:
    anna, ben = pages
    connect(pages, root)
    game = Game(find_variant("three"))
    play_on(pages, game, "a1 b1")
    expect(ben.get_by_test_id("white-clock")).to_have_attribute("data-running", "yes")
    expect(point(ben, "c1")).not_to_have_attribute("data-state", "target")
    take_back(ben, anna, game)
    play_on(pages, game, "b2 c1")
    anna.locator('#tools [data-intent="analysis:hint"]').click()
    expect(status(anna)).to_contain_text("Hints and analysis are off during a live game.")
    # Either page can be reloaded in the middle of the game.
    for page, moves in ((ben, "b1 b3"), (anna, "a2")):
        load_again(page, pages)
        play_on(pages, game, moves)
    press(ben, "Offer a draw")
    expect(anna.get_by_test_id("live")).to_contain_text("Ben offers a draw.")
    press(anna, "Decline")
    expect(status(ben)).to_contain_text("Anna declines the draw.")
    play_on(pages, game, game.move_text(game.legal_moves()[0]))
    press(anna, "Offer a draw")
    press(ben, "Accept")
    for page in pages:
        expect(page.get_by_test_id("result")).to_contain_text("Draw")
    review(pages)
    press(anna, "Close the review")
    press(anna, "Rematch")
    expect(ben.get_by_test_id("live")).to_contain_text("Anna would like a rematch")
    press(ben, "Accept")  # though his review is open
    play_on((ben, anna), Game(find_variant("three")), "a1 b1")


@pytest.mark.slow
def test_a_reply_opened_in_another_tab_reaches_the_page_that_waits(pages: Pair, root: str) -> None:
    anna, ben = pages
    reply = accept(ben, invite(anna, root))
    tab = anna.context.new_page()
    tab.goto(reply)
    expect(tab.locator("dialog")).to_contain_text("Your game goes on in the other tab.")
    here(pages)
    # If a browser does not know the invitation, the player can copy the reply.
    press(ben, "End the line")
    ben.goto("about:blank")
    ben.goto(reply)
    expect(ben.locator("dialog")).to_contain_text("Your invitation waits in another browser")


@pytest.mark.slow
def test_a_reply_opens_the_line_even_after_the_page_that_waited_was_closed(pages: Pair, root: str) -> None:
    anna, ben = pages
    reply = accept(ben, invite(anna, root))
    anna.goto("about:blank")
    anna.goto(reply)
    here(pages)


@pytest.mark.slow
def test_a_game_whose_line_is_cut_goes_on_by_itself_and_by_link_to_its_end(pages: Pair, root: str) -> None:
    anna, ben = pages
    connect(pages, root)
    game = Game(find_variant("three"))
    wait_for_spares(pages)
    play_on(pages, game, "a1 b1")
    cut(ben)
    reopened(pages)
    play_on(pages, game, "a2")
    cut(anna, spare=True)
    for page, name in ((anna, "Ben"), (ben, "Anna")):
        text = f"{name} isn't connected now. This page tries to connect again by itself."
        expect(page.get_by_test_id("live")).to_contain_text(text, timeout=2 * PATIENCE)  # after 20 s of silence
        expect(page.get_by_test_id("live").get_by_role("button", name="New invitation")).to_be_visible()
        press(page, "Go on by link")
    for move in ("b3", "a3"):
        page, other = (anna, ben) if game.position.side == 0 else (ben, anna)
        play(page, game, move)
        expect(page.get_by_test_id("by-link")).to_contain_text("Send the link")
        expect(page).to_have_url(re.compile("m=" + r"\.".join(game.move_texts()) + "&"))
        other.goto(page.url)
        expect(point(other, move)).not_to_have_attribute("data-man", "none")
    for page in pages:
        expect(page.get_by_test_id("result")).to_contain_text("A row of three.")


@pytest.mark.slow
def test_no_server_is_asked_before_the_player_agrees(pages: Pair, root: str) -> None:
    anna, _ben = pages
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("198.51.100.1", 9))  # sends nothing, but says which address this machine has
        address = probe.getsockname()[0]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as stun:
        stun.bind((address, 0))
        stun.setblocking(False)
        servers = json.dumps({"iceServers": [{"urls": f"stun:{address}:{stun.getsockname()[1]}"}]})
        anna.route("**/live.json", lambda route: route.fulfill(body=servers, content_type="application/json"))
        go_to(anna, f"{root}#v=three")
        for choice in ("Without the server", "Use the server"):
            open_from_menu(anna, "new-game")
            anna.locator("label", has=anna.get_by_role("radio", name="A friend elsewhere")).click()
            press(anna, "Start")
            expect(anna.locator("dialog")).to_contain_text("That server sees your network address")
            press(anna, choice)
            assert link_of(anna)
            if choice == "Use the server":
                assert stun.recv(2000)
            else:
                with pytest.raises(BlockingIOError):
                    stun.recv(2000)
            anna.get_by_role("dialog").get_by_role("button", name="Stop waiting").click()


def new_line(anna: Page, ben: Page) -> None:
    """Let Anna make a new pair of links for a game whose line is lost."""
    anna.get_by_test_id("live").get_by_role("button", name="New invitation").click()
    open_line(anna, accept(ben, link_of(anna)))


@pytest.mark.chromium("one of its browsers is Chromium")
@pytest.mark.slow
@pytest.mark.parametrize("pages", ["firefox"], indirect=True)
def test_chromium_plays_with_firefox(pages: Pair, root: str) -> None:
    connect(pages, root)
    game = Game(find_variant("three"))
    play_on(pages, game, "a1 b2")
    take_back(pages[1], pages[0], game)
    play_on(pages, game, "b1")
    for page in pages:
        load_again(page, pages)
    play_on(pages, game, "a2")
    cut(pages[0])
    reopened(pages)
    play_on(pages, game, "b3 a3")
    for page in pages:
        expect(page.get_by_test_id("result")).to_contain_text("Anna wins")
    review(pages)


@pytest.mark.chromium("only Chromium lets a test stop a page's scripts")
@pytest.mark.slow
def test_a_silent_line_is_lost_and_comes_back(pages: Pair, root: str) -> None:
    anna, ben = pages
    connect(pages, root)
    game = Game(find_variant("three"))
    play_on(pages, game, "a1 b1")
    session = ben.context.new_cdp_session(ben)
    session.send("Debugger.enable")
    session.send("Debugger.pause")
    expect(anna.get_by_test_id("live")).to_contain_text("Ben is away. The clocks are stopped.")
    expect(anna.get_by_test_id("live")).to_contain_text("Ben isn't connected now.")
    session.send("Debugger.resume")
    here(pages)
    play_on(pages, game, "c3 b3")


@pytest.mark.chromium("the argument is Chromium's")
@pytest.mark.slow
@pytest.mark.parametrize("pages", ["--force-fieldtrials=WebRTC-NoSdpMangleUfrag/Enabled/"], indirect=True)
def test_a_browser_that_forbids_old_credentials_says_what_to_do_after_a_reload(pages: Pair, root: str) -> None:
    anna, ben = pages
    connect(pages, root, "No clock")
    game = Game(find_variant("three"))
    play_on(pages, game, "a1 b1")
    ben.reload()
    for page, text in (
        (ben, "Anna isn't connected now. This browser can't connect again by itself."),
        (anna, "Ben isn't connected now."),
    ):
        expect(page.get_by_test_id("live")).to_contain_text(text)
        expect(page.get_by_test_id("live").get_by_role("button")).to_have_text(["New invitation", "Go on by link"])
    new_line(anna, ben)
    here(pages)
    play_on(pages, game, "c3 b3")
    ben.reload()
    press(anna, "Go on by link")
    play(anna, game, "c2")
    expect(anna).to_have_url(re.compile("m=" + r"\.".join(game.move_texts()) + "&"))
    press(ben, "Go on by link")
    ben.goto(anna.url)
    expect(point(ben, "c2")).to_have_attribute("data-man", "white")
