"""Live play on two pages with a fake line between them: what both players read, and that no game is lost."""

from __future__ import annotations

import json
from typing import Any

from app.features.live.line import MINE, Current
from app.features.live.logs import TAKE_BACK

from tests.app.features.live.two_pages import Page, Pages
from tests.app.playing import begin, text_in
from tests.core.support import sample

REFUSED = "The other side sent what this page can't accept, so the line is closed. Your game is saved."


def next_of(page: Page, entry: list[Any]) -> str:
    """Return a message of the other page with one more entry of its log."""
    live = page.state.of(Current).live
    assert live is not None and live.session is not None
    sums = live.session._sums[1 - live.seat]
    fields = {"from": len(sums) - 1, "head": sums[-1], "log": [entry], "have": 0, "sum": 0}
    fields.update({"v": 2, "t": "log", "by": 1 - live.seat})
    return json.dumps(fields)


def said(page: Page) -> str:
    """Return what the page says beside the board."""
    return page.text("banner") + " " + page.text("status")


def lost() -> Pages:
    """Return a game whose line is cut for good."""
    pages = Pages().connect(clock="none")
    pages.play("a1 b1")
    pages.is_cut = True
    pages.wait(22)
    return pages


def test_both_players_read_what_to_do_and_what_happens() -> None:
    pages = Pages().connect()
    ann, ben = pages.both
    pages.play("a1 b1 c1")
    steps: tuple[tuple[Page, str, str, str, str], ...] = (
        (ben, "live:offer", "take-back", "Ben asks to take the last move back.", "Waiting for an answer."),
        (ann, "live:answer", "no", "Ben is here.", "Ann would rather not take the move back."),
        (ben, "live:offer", "draw", "Ben offers a draw.", "Waiting for an answer."),
        (ann, "live:answer", "no", "Ben is here.", "Ann declines the draw."),
        (ann, "live:offer", "draw", "Waiting for an answer.", "Ann offers a draw."),
        (ben, "live:answer", "yes", "Draw", "Draw"),
        (ann, "live:offer", "rematch", "Waiting for an answer.", "Ann would like a rematch, with colours changed."),
        (ben, "live:answer", "no", "Ben doesn't want a rematch.", "Ann is here."),
        (ben, "live:offer", "rematch", "Ben would like a rematch", "Waiting for an answer."),
        (ann, "live:answer", "yes", "The rematch begins. You play Black.", "The rematch begins. You play White."),
    )
    for page, intent, value, at_ann, at_ben in steps:
        page.act(intent, value)
        for other, text in ((ann, at_ann), (ben, at_ben)):
            assert text in said(other), (intent, value, said(other))
    ben.moves("a1")
    pages.run()
    ben.act("live:offer", "draw")
    assert "Ben offers a draw." in text_in(ann.state, "status")
    ann.act("live:answer", "no")
    assert "offers" not in text_in(ann.state, "status")
    assert pages.lines() == ["a1", "a1"]
    assert ann.id().endswith(".1"), "a rematch is a game of its own"


def test_a_granted_take_back_reaches_both_boards_and_another_change_goes_back() -> None:
    pages = Pages().connect(clock="none")
    ann, ben = pages.both
    pages.play("a1 b1")
    ben.act("live:offer", TAKE_BACK)
    ann.act("live:answer", "yes")
    assert pages.lines() == ["a1", "a1"]
    ann.act("undo")
    assert pages.lines() == ["a1", "a1"], said(ann)
    pages.play("b2")
    ben.act("resign")
    for page, text in ((ann, "Ann wins Black resigned."), (ben, "Ann wins You resigned.")):
        assert text in said(page), said(page)


def test_names_and_their_absence() -> None:
    pages = Pages()
    link = pages.invite(own_name="")
    assert "by=" not in link
    pages.answer(pages.accept(link, ""))
    assert "You're connected with your friend." in pages.ann.text("status")
    assert "Your friend is here." in pages.ann.text()
    pages = Pages()
    pages.answer(pages.accept(pages.invite(), "\u202e Ben\n\t\x07B.\u2066  " * 3))
    assert "You're connected with Ben B. Ben B." in pages.ann.text("status"), "on one line, the right way round"


def test_clocks_count_what_the_mover_measured_and_stop_while_a_player_is_away() -> None:
    pages = Pages().connect(clock="1+0")
    ann = pages.ann
    pages.play("a1 b1")
    pages.wait(7)
    pages.play("c3")
    assert all(52_000 < page.left()[0] < 54_000 for page in pages.both), ann.left()
    pages.is_cut = True
    pages.wait(8)
    assert "Ben is away. The clocks are stopped." in said(ann)
    left = ann.left()
    pages.wait(5)
    assert ann.left() == left
    pages.is_cut = False
    pages.wait(3)
    assert "Ben is here." in said(ann)
    pages.wait(60)
    for page, text in ((ann, "Ann wins Black ran out of time."), (pages.both[1], "Ann wins You ran out of time.")):
        assert text in said(page), said(page)


def test_a_lost_line_opens_again_by_itself() -> None:
    for lose in ("close", "cut", "reload of the guest", "reload of the inviter"):
        pages = Pages().connect()
        ann, ben = pages.both
        pages.play("a1 b1")
        if lose == "close":
            ann.live_close("line")
            pages.run()
            pages.wait(35)
        elif lose == "cut":
            pages.is_cut = True
            pages.wait(22)
            assert "Ben isn't connected now. This page tries to connect again by itself." in said(ann)
            pages.is_cut = False
            pages.wait(9)
        elif lose == "reload of the guest":
            ben.load_again()
        else:
            ann.load_again()
            pages.wait(9)
        assert "Ben is here." in said(ann) and "Ann is here." in said(ben), lose
        pages.play("c3 b3")
        assert pages.lines() == ["a1 b1 c3 b3"] * 2, lose
        assert all(page.state.clock is not None for page in pages.both)


def test_a_game_whose_line_is_lost_goes_on_by_link_and_live_again() -> None:
    pages = lost()
    ann, ben = pages.both
    ann.act("live:by-link")
    assert ann.state.of(Current).live is None and ann.state.clock is None
    ann.moves("c3")
    ben.act("live:leave")
    ben.open("#" + ann.state.fragment())
    assert pages.lines() == ["a1 b1 c3"] * 2
    assert ben.state.clock is None
    # The same game goes on over a new line.
    pages.is_cut = False
    ann.act("live:invite")
    pages.answer(pages.accept(pages.link(ann)))
    pages.play("b3")
    assert pages.lines() == ["a1 b1 c3 b3"] * 2


def test_a_new_pair_of_links_keeps_moves_that_were_made_meanwhile() -> None:
    pages = lost()
    ann, ben = pages.both
    ann.moves("c3")
    assert pages.lines() == ["a1 b1 c3", "a1 b1"]
    pages.is_cut = False
    ben.act("live:leave")
    ann.act("live:invite")
    pages.answer(pages.accept(pages.link(ann)))
    assert pages.lines() == ["a1 b1 c3"] * 2


def test_both_have_a_clock_and_their_names_again_after_a_game_by_link() -> None:
    pages = Pages().connect()
    ann, ben = pages.both
    ben.act("live:leave")
    assert ben.state.clock is None
    ann.act("live:invite")
    pages.answer(pages.accept(pages.link(ann), name=""))
    pages.play("a1 b1")
    assert all(page.state.clock is not None and not page.state.open.paused for page in pages.both)
    assert "Ben is here." in said(ann) and "Ann is here." in said(ben)


def test_nothing_that_a_peer_sends_spoils_the_game_or_ends_it_without_a_word() -> None:
    def flood(pages: Pages) -> None:
        pages.ben.heard("flood")

    def garbage(pages: Pages) -> None:
        for text in ("[" * 3000, '{"v": 2, "t": "log", "by": 0}', "\x00" * 5000):
            pages.ben.heard("text", "line", text)

    def illegal(pages: Pages) -> None:
        for move in ("a1", "z9", "b1-c1"):
            pages.ben.heard("text", "line", next_of(pages.ben, ["move", 2, 0, 3, move, -1, 1, 1]))

    def replay(pages: Pages) -> None:
        for text in pages.from_ann():
            pages.ben.heard("text", "line", text)

    def backwards(pages: Pages) -> None:
        for text in reversed(pages.from_ann()):
            pages.ben.heard("text", "line", text)

    def newer(pages: Pages) -> None:
        pages.ben.heard("text", "line", '{"v": 3, "t": "move"}')

    def stall(pages: Pages) -> None:
        pages.is_cut = True
        pages.wait(8)

    def silence(pages: Pages) -> None:
        pages.is_cut = True
        pages.wait(25)

    cases = (
        (flood, REFUSED),
        (garbage, REFUSED),
        (illegal, "Ann is here."),
        (replay, "Ann is here."),
        (backwards, "Ann is here."),
        (newer, "Your friend has a newer version of this page. Reload yours."),
        (stall, "Ann is away. The clocks are stopped."),
        (silence, "Ann isn't connected now. This page tries to connect again by itself."),
    )
    for attack, sentence in sample(cases):
        pages = Pages().connect()
        pages.play("a1 b1 c3")
        attack(pages)
        ben = pages.ben
        assert sentence in said(ben), (attack, said(ben))
        assert ben.line() == "a1 b1 c3" and ben.state.open.game.ended is None
        if sentence == REFUSED:
            pages.wait(20)
            assert REFUSED in said(ben) and ben.kept == {} and not ben.connections, "it stays closed"
        ben.act("live:by-link")
        ben.moves("b3")
        assert ben.line() == "a1 b1 c3 b3", "the game goes on by link"


def test_no_server_is_used_before_the_player_agrees_and_nobody_is_asked_again() -> None:
    servers = '[{"urls": "stun:stun.example.org"}]'
    for choice, used in (("yes", servers), ("no", "[]")):
        pages = Pages()
        ann = pages.ann
        ann.servers = servers
        ann.act("open", "new-game")
        ann.act("choose", {"name": "opponent", "value": "live"})
        ann.act("new-game:start")
        assert "That server sees your network address, but not your game." in ann.text("dialog")
        assert [one for one in ann.asked if one[0] == "live:describe"] == []
        ann.act("live:consent", choice)
        pages.answer(pages.accept(pages.link(ann)))
        pages.play("a1")
        ann.load_again()
        assert "Ben is here." in said(ann)
        pages.is_cut = True
        pages.wait(22)
        ann.act("live:invite")
        assert "Send this link to your friend" in ann.text("dialog")
        made = [one[3] for one in ann.asked if one[0] == "live:describe"]
        assert len(made) > 3 and set(made) == {used}


def test_links_that_are_no_use_say_why() -> None:
    pages = Pages()
    link = pages.invite()
    reply = pages.accept(link).split("#live=")[1]
    other = Pages()
    other.made = 50
    foreign = other.accept(other.invite()).split("#live=")[1]
    ann, ben = pages.both
    unreadable = "This invitation can't be read: part of it is missing, or it is from another version."
    for fragment, sentence in (
        ("live=" + reply[:-9], unreadable),
        ("live=" + link.split("#live=")[1].replace("c=live-", "c=else-"), "You have a live game already."),
        ("live=" + reply, "You have a live game already."),
    ):
        ben.open("#" + fragment)
        assert sentence in said(ben), (fragment, said(ben))
    for text, sentence in (
        ("hello", "This isn't a reply. Copy the whole link that your friend sends you."),
        (link, "This is an invitation, not a reply. Send it to your friend and open the reply here."),
        (foreign, "This reply belongs to another invitation."),
    ):
        pages.answer(text)
        assert sentence in ann.text("dialog"), (text, ann.text("dialog"))
    pages.answer("  " + reply + " ")
    assert "Ben is here." in said(ann)
    fresh = Pages().ben
    for old, new, sentence in (
        ("c=live-", "c=else-", unreadable),
        ("v=three", "v=nothing", "nothing"),
        ("clock=300000-3000", "clock=0-9", "Ann invites you to a live game of Three Men's Morris."),
    ):
        fresh.open(link.replace(old, new))
        assert sentence in said(fresh) + fresh.text("dialog")
    assert "Minutes per game" not in fresh.text("dialog")


def test_a_reply_finds_the_page_that_waits_or_says_where_it_belongs() -> None:
    # In the tab that waits, in another tab, in a tab of the browser whose waiting page was closed, and elsewhere.
    for where, at_ann, in_tab in (
        ("same", "Ben is here.", ""),
        ("tab", "Ben is here.", "Your game goes on in the other tab."),
        ("closed", "", "Ben is here."),
        ("elsewhere", "Waiting for your friend to accept.", "Your invitation waits in another browser or app."),
    ):
        pages = Pages()
        ann = pages.ann
        reply = pages.accept(pages.invite())
        if where == "same":
            ann.open(reply)
        elif where == "tab":
            ann.heard("code", "", reply.split("live=")[1])
        tab = ann
        if where in ("tab", "elsewhere"):
            tab = Pages().ann
            tab.is_posted = where == "tab"
            tab.open(reply)
        elif where == "closed":
            ann.live_close("")
            ann.start("")
            ann.open(reply)
        assert at_ann in said(ann), where
        assert in_tab in tab.text("dialog") + said(tab), (where, tab.text("dialog"))
        assert ("Ann is here." in said(pages.ben)) == (where != "elsewhere")


def test_waiting_can_be_left_shown_again_and_takes_long_with_a_reason() -> None:
    pages = Pages()
    ann, ben = pages.both
    reply = pages.accept(pages.invite())
    ann.heard("checking")
    assert "Your friend has accepted. Open the reply here." in ann.text("dialog")
    ann.act("close")
    assert "Waiting for your friend to accept." in said(ann)
    assert "Waiting for your friend to open your reply." in said(ben)
    ann.act("live:show")
    pages.is_cut = True
    pages.answer(reply)
    assert "Connecting…" in ann.text("dialog")
    pages.wait(13)
    assert "There's no direct line in this network." in ann.text("dialog")
    ann.act("live:leave")
    ann.act("live:show")
    assert "There's no live game now." in ann.text("dialog")
    # A page that waits may be loaded again, unless its browser has lost what is needed.
    pages = Pages()
    reply = pages.accept(pages.invite())
    pages.ann.load_again()
    pages.answer(reply)
    assert "Ben is here." in said(pages.ann)


def test_a_browser_without_lines_is_not_offered_live_play_and_answers_an_invitation_by_link() -> None:
    pages = Pages()
    link = pages.invite()
    ben = pages.ben
    ben.able = False
    ben.act("open", "new-game")
    assert "A friend elsewhere" in ben.text("dialog")
    ben.act("close")
    ben.open(link)
    assert "This browser can't open a direct line to another one." in ben.text("dialog")
    ben.act("live:by-link")
    assert ben.state.of(Current).live is None and ben.id().startswith("live-")
    ann = pages.ann
    ann.state.ask("live:described", key=MINE)  # as after a reload
    ann.come("live:described", {"name": "line", "sdp": "", "user": "", "password": "", "trouble": "TypeError"}, MINE)
    assert "This invitation is over. You need a new one." in ann.text("dialog")


def test_the_computer_does_not_help_until_the_game_is_over() -> None:
    pages = Pages().connect()
    ann = pages.ann
    pages.play("a1 b1")
    reason = "Hints and analysis are off during a live game. You can review the game afterwards."
    ann.state.settings["coach"] = "on"
    for intent in ("analysis:hint", "analysis:analyse", "review:open"):
        ann.act(intent)
        assert reason in said(ann), intent
        assert not ann.thinks() and ann.text("report") == ""
    pages.play("c3")
    assert ann.state.ui.dialog == "", "the coach is for games against the computer"
    begin(ann.state, "three", do=ann.act)
    ann.act("analysis:analyse")
    assert ann.thinks(), "another game may be analysed"
    ann.act("live:back")
    assert not ann.thinks()
    ann.act("resign")
    for page in pages.both:
        page.act("review:open")
        assert page.text("report") != ""


def test_a_live_game_goes_on_while_another_one_is_on_the_board() -> None:
    pages = Pages().connect()
    ann, ben = pages.both
    pages.play("a1")
    begin(ann.state, do=ann.act)
    assert "Your live game goes on." in said(ann)
    ben.moves("b1")
    pages.run()
    assert ann.state.variant.name == "nine"
    ann.live_close("line")
    pages.run()
    assert ann.state.variant.name == "nine", "a line that opens again does not take the board"
    ann.act("live:back")
    assert pages.lines() == ["a1 b1"] * 2
    assert "Ben is here." in text_in(ann.state, "banner")


def test_a_rematch_whose_line_is_lost_goes_on_over_new_links() -> None:
    pages = Pages().connect(clock="none")
    ann, ben = pages.both
    pages.play("a1")
    ben.act("resign")
    ann.act("live:offer", "rematch")
    ben.act("live:answer", "yes")
    pages.is_cut = True
    pages.wait(22)
    pages.is_cut = False
    ann.act("live:invite")
    pages.answer(pages.accept(pages.link(ann)))  # in the tab in which Ben's line is lost
    for page, move in ((ben, "a1"), (ann, "b1")):
        page.moves(move)
        pages.run()
    assert pages.lines() == ["a1 b1"] * 2
    for page in pages.both:
        assert page.id().endswith(".1")
    ann.act("resign")
    ben.act("live:offer", "rematch")
    ann.act("live:answer", "yes")
    pages.play("c3")
    assert pages.lines() == ["c3"] * 2
    assert ann.id().endswith(".2")


def sleep(page: Page, seconds: int) -> None:
    """Let a page wake after a sleep in which nothing of it ran."""
    page.time += 1000 * seconds
    page.act("clocks:tick", False)
    page.heard("tick", "")


def test_a_page_that_slept_charges_nobody_and_claims_nothing() -> None:
    pages = Pages().connect(clock="1+0")
    ann, ben = pages.both
    pages.play("a1")
    pages.wait(3)
    sleep(ann, 65)  # in Ben's turn, as a locked phone does
    pages.wait(2)
    assert ann.line() == ben.line() == "a1" and "wins" not in said(ann) + said(ben)
    assert 53_000 < ann.left()[1] < 58_000, "the gap is nobody's"
    pages.play("b1")
    sleep(ann, 65)  # in its own turn: Ben's page has measured it, and has seen it go
    pages.wait(3)
    pages.play("c3 b3")
    assert ann.line() == ben.line() == "a1 b1 c3 b3"
    times = [page.left() for page in pages.both]
    assert all(abs(one - other) < 50 for one, other in zip(*times)), times


def test_resignations_that_cross_and_one_that_crosses_a_move_end_alike() -> None:
    for cross in ("both resign", "a move"):
        pages = Pages().connect(clock="none")
        pages.play("a1 b1")
        held, pages.hear = pages.hear, lambda *_: None  # type: ignore[method-assign]
        pages.ann.act("resign") if cross == "both resign" else pages.ann.moves("c3")
        pages.run()
        pages.ben.act("resign")
        pages.hear = held  # type: ignore[method-assign]
        pages.wait(4)
        winner = "Ben wins" if cross == "both resign" else "Ann wins"
        for page in pages.both:
            assert winner in said(page) and "differ" not in said(page), (cross, said(page))


def test_two_pages_that_were_both_loaded_again_say_that_a_new_invitation_is_needed() -> None:
    pages = Pages().connect()
    for page in pages.both:
        page.heard("leaving")
        page.live_close("")
    pages.run()
    for page in pages.both:
        page.reload()
        pages.run()
    pages.wait(30)
    for page in pages.both:
        assert "This browser can't connect again by itself. Make a new invitation" in said(page), said(page)


def test_a_second_invitation_leaves_the_first_game_its_line() -> None:
    pages = Pages().connect()
    ann = pages.ann
    first = ann.id()
    pages.play("a1")
    other = Pages()
    other.made = 50
    other.ann.kept, other.ann.stored, other.ann.number = ann.kept, ann.stored, 5  # another tab of Ann's browser
    other.invite()
    assert len(ann.kept) == 2 and first in ann.kept
    ann.load_again()
    pages.wait(9)
    assert "Ben is here." in said(ann), said(ann)
    pages.play("b1")
    assert pages.lines() == ["a1 b1"] * 2


def test_offers_outlive_a_reload() -> None:
    pages = Pages().connect()
    ann, ben = pages.both
    pages.play("a1 b1")
    ann.act("live:offer", "draw")
    ben.load_again()
    pages.wait(9)
    assert "Ann offers a draw." in said(ben) and "Waiting for an answer." in said(ann)
    ben.act("live:answer", "yes")
    ann.act("live:offer", "rematch")
    ann.load_again()
    pages.wait(9)
    assert "Ann would like a rematch" in said(ben)
    ben.act("live:answer", "yes")
    assert all(page.id().endswith(".1") for page in pages.both)


def test_clocks_agree_after_any_number_of_take_backs() -> None:
    pages = Pages().connect(clock="5+3")
    ann, ben = pages.both
    pages.play("a1 b1 c3")
    for _again in range(2):
        ann.act("live:offer", TAKE_BACK)
        pages.wait(8)
        ben.act("live:answer", "yes")
        pages.play("c3")
    pages.wait(2)
    pages.play("b3")
    assert pages.lines() == ["a1 b1 c3 b3"] * 2
    times = [page.left() for page in pages.both]
    assert all(abs(one - other) < 50 for one, other in zip(*times)), times
    assert times[0][1] < 300_000 + 2 * 3_000 - 2 * 8_000, "what Ben thought before he agreed stays spent"
