"""Games with a friend through the host's mailbox, on two pages: one link, and nothing gets lost, with a direct line or
without one."""

from __future__ import annotations

from app.features.live.line import Current

from tests.app.features.live.test_live_page import said
from tests.app.features.live.two_pages import Page, Pages

SEALED = "Your moves go through this site, encrypted."


def agreed(page: Page) -> list[int]:
    """Return the milliseconds that both players had when this turn began, by what the page knows."""
    live = page.state.of(Current).live
    assert live is not None and live.session is not None
    return list(live.session.fold.left)


def apart(**choices: str) -> Pages:
    """Return a game of two browsers that can't open a direct line."""
    pages = Pages()
    for page in pages.both:
        page.able = False
    return pages.meet(**choices)


def test_one_link_and_one_press_begin_a_game_with_a_direct_line() -> None:
    pages = Pages()
    pages.has_mailbox = True
    link = pages.invite()
    assert len(link.split("#live=")[1]) == 24
    assert "Whoever opens it first plays with you." in pages.ann.text("dialog")
    ben = pages.ben
    ben.open(link)
    assert "Ann invites you to a live game of Three Men's Morris." in ben.text("dialog")
    assert "You play Black." in ben.text("dialog") and "5 + 3" in ben.text("dialog")
    ben.act("choose", {"name": "own_name", "value": "Ben"})
    ben.act("live:accept")
    for page, name in ((pages.ann, "Ben"), (ben, "Ann")):
        assert page.state.ui.dialog == "" and f"{name} is here." in page.text(), said(page)
        assert SEALED not in said(page)
    pages.play("a1 b1 c3")
    assert pages.lines() == ["a1 b1 c3"] * 2
    slots = next(iter(pages.boxes.values())).slots
    assert [text.count("move") for _time, text in slots[0]].count(1) == 2, "the mailbox has the moves too"


def test_without_a_direct_line_everything_goes_through_the_mailbox() -> None:
    pages = apart()
    ann, ben = pages.both
    assert "You're connected with Ben." in said(ann) and "You're connected with Ann." in said(ben)
    pages.wait(10)
    for page in pages.both:
        assert SEALED in said(page), said(page)
        assert not page.connections
    pages.play("a1 b1")
    pages.wait(3)
    pages.play("c3")
    assert pages.lines() == ["a1 b1 c3"] * 2
    assert agreed(ann) == agreed(ben) and 299_000 < agreed(ann)[0] < 301_000, agreed(ann)
    ben.act("live:offer", "take-back")
    ann.act("live:answer", "yes")
    assert pages.lines() == ["a1"] * 2
    ben.act("live:offer", "draw")
    ann.act("live:answer", "yes")
    ann.act("live:offer", "rematch")
    ben.act("live:answer", "yes")
    assert ann.id().endswith(".1") and ben.id() == ann.id()
    ben.moves("a1")
    pages.run()
    assert pages.lines() == ["a1"] * 2
    ann.act("resign")
    assert "Ben wins" in said(ben) and "You resigned." in said(ann)


def test_clocks_that_differ_end_the_game_without_a_winner() -> None:
    pages = apart(clock="1+0")
    ann = pages.ann
    pages.wait(10)
    pages.play("a1")
    for second in range(75):  # by Ann's page; Ben's is there all the time, and its clock stands
        ann.time += 1000
        ann.act("clocks:tick", False)
        ann.heard("tick", "")
        if second % 10 == 9:
            ann.look_in(1, True)
    for page in pages.both:
        assert "The two pages' clocks differ, so the game ends without a winner." in said(page), said(page)
        assert page.state.open.game.agreed


def test_whoever_comes_back_finds_what_the_other_one_did() -> None:
    for way in ("line", "mailbox"):
        pages = Pages().meet() if way == "line" else apart()
        ann, ben = pages.both
        pages.play("a1 b1")
        ann.heard("leaving")
        ann.live_close("")
        ann.room, ann.state = None, type(ann.state)()  # Ann's page is closed
        pages.run()
        pages.wait(30)
        assert "Ann isn't here now. The clocks are stopped, and your moves wait" in said(ben), (way, said(ben))
        ben.act("live:offer", "draw")
        ben.time += 86_400_000
        ann.time = ben.time
        ann.start("v=three&m=a1.b1&c=" + ben.id())
        pages.run()
        assert "Ben offers a draw." in said(ann), (way, said(ann))
        ann.act("live:answer", "no")
        assert "Ann declines the draw." in said(ben)
        pages.play("c3 b3")
        assert pages.lines() == ["a1 b1 c3 b3"] * 2, way
        assert agreed(ann) == agreed(ben)
        # Both at once.
        for page in pages.both:
            page.load_again()
        pages.play("a3 c1")
        assert pages.lines() == ["a1 b1 c3 b3 a3 c1"] * 2, way


def test_a_direct_line_that_does_not_open_at_once_is_tried_again() -> None:
    pages = Pages()
    pages.is_cut = True
    pages.meet()
    pages.wait(12)
    assert SEALED in said(pages.ann)
    pages.is_cut = False
    pages.wait(25)
    for page in pages.both:
        assert "is here." in said(page) and SEALED not in said(page), said(page)


def test_a_mailbox_that_fails_never_stops_a_good_line_and_gets_what_it_missed() -> None:
    pages = Pages().meet()
    pages.is_down = True
    pages.play("a1 b1 c3")
    pages.wait(60)
    for page, name in ((pages.ann, "Ben"), (pages.ben, "Ann")):
        assert page.line() == "a1 b1 c3" and f"{name} is here." in said(page)
    pages.is_cut = True
    pages.wait(25)
    silent = "This site doesn't answer. Your moves are saved here, and sent when it does."
    assert silent in said(pages.ann) and "Go on by link" in said(pages.ann)
    pages.ben.moves("b3")
    pages.run()
    assert pages.lines() == ["a1 b1 c3", "a1 b1 c3 b3"]
    pages.mend()
    pages.wait(10)
    assert pages.lines() == ["a1 b1 c3 b3"] * 2
    assert SEALED in said(pages.ann)


def test_a_mailbox_that_has_lost_everything_gets_it_again() -> None:
    pages = apart()
    pages.play("a1 b1")
    box = next(iter(pages.boxes.values()))
    box.slots, box.secrets = [[], []], ["", ""]
    for page in pages.both:
        page.read = [0, 0]
    pages.play("c3")
    pages.wait(10)
    pages.play("b3")
    pages.wait(10)
    assert pages.lines() == ["a1 b1 c3 b3"] * 2


def third(pages: Pages) -> Page:
    """Return a page of somebody else, who has the same link."""
    cat = Pages().ben
    cat.pages, cat.number, cat.able = pages, 3, False
    return cat


def test_somebody_else_with_the_link_can_neither_play_nor_disturb() -> None:
    pages = apart()
    link = "#live=" + next(iter(pages.boxes))
    pages.play("a1")
    cat = third(pages)
    cat.open(link)
    assert "Somebody else plays this game already." in cat.text("dialog")
    cat.act("close")
    assert cat.state.of(Current).live is None
    # Two who accept at the same time: the mailbox decides.
    pages = Pages()
    pages.has_mailbox = True
    link = pages.invite()
    cat = third(pages)
    for page in (pages.ben, cat):
        page.open(link)
    for page in (pages.ben, cat):
        page.act("live:accept")
    assert "Somebody else plays this game already." in cat.text("dialog") + said(cat)
    pages.play("a1 b1")
    assert pages.lines() == ["a1 b1"] * 2


def test_a_new_invitation_gives_a_friend_whose_browser_was_cleared_the_game_back() -> None:
    pages = apart()
    ann, ben = pages.both
    old = "#live=" + next(iter(pages.boxes))
    pages.play("a1 b1")
    ben.stored, ben.games, ben.room = {}, {}, None
    ben.start("")
    pages.run()
    ben.open(old)
    assert "Somebody else plays this game already." in ben.text("dialog")
    ben.act("close")
    ben.room = None
    pages.wait(20)
    assert "Ben isn't here now." in said(ann) and "New invitation" in said(ann)
    ann.act("live:invite")
    ben.open(pages.link(ann))
    ben.act("choose", {"name": "own_name", "value": "Ben"})
    ben.act("live:accept")
    assert pages.lines() == ["a1 b1"] * 2
    pages.play("c3 b3")
    assert pages.lines() == ["a1 b1 c3 b3"] * 2
    assert all(page.state.clock is not None for page in pages.both)


def test_links_that_are_over_or_damaged_and_ones_own() -> None:
    pages = Pages()
    pages.has_mailbox = True
    link = pages.invite()
    code = link.split("=")[1]
    ann, ben = pages.both
    ben.open("#live=" + "a" * 24)
    assert "This invitation is over." in ben.text("dialog")
    ben.act("close")
    for text in (code.upper(), code + ".", code + ")", code + "&x=1"):
        ben.open("#live=" + text)
        assert "Ann invites you" in ben.text("dialog"), text
        ben.act("close")
    ben.open("#live=" + code[:-1])
    assert "This invitation can't be read" in said(ben)
    for sent in (link, f"Ann asks: https://example.org/{link}).", "Come! " + link.upper()):
        ben.act("open-game:shared", {"name": "", "text": sent})
        assert "Ann invites you" in ben.text("dialog"), sent
        ben.act("close")
    ann.act("close")
    ann.open(link)
    assert "Whoever opens it first" in ann.text("dialog"), "her own: the link is shown again"
    ann.act("close")
    ann.load_again()
    assert "Waiting for your friend to accept." in said(ann)
    ben.open(link)
    ben.act("live:accept")
    pages.play("a1 b1")
    assert pages.lines() == ["a1 b1"] * 2
    ben.act("load", {"fragment": "v=nine"})
    ben.open(link)
    assert ben.line() == "a1 b1", "the link leads back to the game"


def test_a_full_mailbox_leaves_the_two_links_of_other_hosts() -> None:
    pages = Pages()
    pages.has_mailbox = True
    pages.is_full = True
    reply = pages.accept(pages.invite())
    pages.answer(reply)
    pages.play("a1 b1")
    assert pages.lines() == ["a1 b1"] * 2


def test_a_mailbox_that_does_not_answer_leaves_the_two_links_too() -> None:
    pages = Pages()
    pages.has_mailbox = pages.is_down = True
    pages.invite()
    pages.wait(9)
    assert "Keep this page open." in pages.ann.text("dialog"), pages.ann.text("dialog")
    pages.answer(pages.accept(pages.link(pages.ann)))
    pages.play("a1")
    assert pages.lines() == ["a1"] * 2
    pages = apart()
    pages.is_down = True
    pages.ann.load_again()
    pages.wait(45)
    assert "This site doesn't answer." in said(pages.ann)


def test_an_invitation_that_was_withdrawn_is_over() -> None:
    pages = Pages()
    pages.has_mailbox = True
    link = pages.invite()
    pages.ann.act("live:leave")
    pages.ben.open(link)
    assert "This invitation is over." in pages.ben.text("dialog")


def test_moves_made_before_the_friend_comes_are_there() -> None:
    pages = Pages()
    pages.has_mailbox = True
    link = pages.invite()
    pages.ann.act("close")
    pages.ann.moves("a1")
    pages.run()
    assert pages.ann.line() == "a1"
    pages.ben.open(link)
    pages.ben.act("live:accept")
    assert pages.lines() == ["a1"] * 2
    pages.play("b1")
    assert pages.lines() == ["a1 b1"] * 2


def test_a_page_that_starts_asks_once_for_the_games_that_are_not_on_the_board() -> None:
    pages = apart(clock="none")
    ann, ben = pages.both
    pages.play("a1")
    id = ann.id()
    ann.room = None
    ann.start("v=nine&m=d6")
    pages.run()
    assert ann.state.of(Current).live is None
    ben.moves("b1")
    pages.run()
    ann.act("started")
    ann.act("open", "by-link")
    assert "It's your turn. You play White." in ann.text("dialog"), ann.text("dialog")
    ann.act("by-link:open", id)
    assert ann.line() == "a1 b1"
    pages.play("c3")
    assert pages.lines() == ["a1 b1 c3"] * 2
    ben.act("started")
    assert [one for one in ben.asked if one[0] == "live:mail_peek"] == [], "the game on the board hears by itself"
    for page in (Pages().ann, Pages().connect().ann):
        page.act("started")
        assert [one for one in page.asked if one[0].startswith("live:mail_p")] == [], "no game needs the mailbox"
