"""The dialog Share: what it offers, copies and saves, and what it says where that fails."""

from app.features.share import dialog as share
from app.model.state import State
from app.update.controller import handle

from morris_core.game import Game
from morris_core.levels.table import LEVELS
from morris_core.link import Link
from morris_core.paint import KINDS
from morris_core.reader import read
from tests.app.playing import Browser, begin, choose, come, effect, effects_of, find, started, text_in, text_of
from tests.app.records import LINK, RECORD, give_tags

SITE = "https://morris.example/play/"


def loaded(fragment: str) -> State:
    state = started(fragment, [])
    state.ui.address = SITE
    return state


def sharing(fragment: str) -> State:
    state = loaded(fragment)
    handle(state, "open", "share")
    return state


def test_share_offers_the_game_or_the_position_shown() -> None:
    state = loaded("v=nine&r=flying:0&m=d6.f4.d2&b=level2")
    handle(state, "step", 2)
    handle(state, "open", "share")
    assert share.address(state) == SITE + "#v=nine&r=flying:0&m=d6.f4.d2&at=2"
    assert Game.from_record(share.record(state)) == state.open.game
    assert f'[Black "Computer, level 2 of {len(LEVELS)}"]' in share.record(state)
    choose(state, what="position")
    link = Link.read(share.address(state).partition("#")[2])
    assert (link.game.position, link.game.first_ply) == (state.position, 2)
    assert share.fen(state).startswith("3/1W1/3/4B1/3/3/3 w 8 8")


def test_the_tags_and_comments_of_a_record_are_written_again() -> None:
    state = sharing(LINK)
    give_tags(state)
    assert share.record(state) == RECORD
    begin(state)
    handle(state, "open", "share")
    assert "Berlin" not in share.record(state), "that was another game"


def test_the_arrows_and_circles_of_the_player_are_in_the_picture() -> None:
    plain, state = sharing("v=nine&m=d6.f4.d2&at=2"), sharing("v=nine&m=d6.f4.d2&at=2")
    state.open.shown.comment = "good [%cal Rf4d2] [%csl Ba1]"
    assert share.picture(state).count("<path") == share.picture(plain).count("<path") + 2, "an arrow and its edge"
    for kind in "RB":
        assert KINDS[kind]["$core"] in share.picture(state)
        assert KINDS[kind]["$core"] not in share.picture(plain)


def test_the_men_of_the_side_that_has_lost_are_pale_in_the_picture_and_at_the_end_of_the_film() -> None:
    state = sharing("v=three&m=a1.b2.b1.c2.c1")
    veil = '<g opacity=".45">'
    assert share.picture(state).count(veil) == 2
    draw = share.film(state)
    assert [draw(ply).count(veil) for ply in (4, 5)] == [0, 2]
    handle(state, "step", "previous")
    assert veil not in share.picture(state)


def test_each_export_is_shown_copied_and_saved() -> None:
    state = sharing("v=nine&m=d6.f4.d2&at=2")
    assert len({export.name for export in share.EXPORTS}) == len(share.EXPORTS)
    for export in share.EXPORTS:
        choose(state, tab="picture" if export is share.PNG else "more")
        dialog = text_of(share.build(state))
        text = export.text(state)
        assert text and export.save in dialog
        effects = handle(state, "share:save", export.name)
        (saved,) = effects_of(effects, "share:save-png" if export.name == "png" else "save-file")
        assert (saved[0], saved[-1]) == ("morris-nine-2." + export.name, text)
        if export.name == "svg":
            assert saved[1] == "image/svg+xml" and text.startswith("<svg")
        if export in share.TEXTS:
            assert export.title in dialog
            copied = effects_of(handle(state, "share:copy", export.name), "copy")
            assert copied == [(state.ticket("copied"), text, export.name)]


def test_a_film_has_a_picture_for_every_ply_and_shows_how_far_it_is() -> None:
    state = sharing("v=nine&m=d6.f4.d2.b4&at=2")
    choose(state, tab="picture")
    ((ticket, name, plies, draw),) = effects_of(handle(state, "share:save-film"), "share:save-film")
    assert ticket is state.ticket("share:film")
    assert (name, plies) == ("morris-nine-4.gif", 4)
    assert [draw(ply).count('fill="url(#white') for ply in range(plies + 1)] == [0, 1, 1, 2, 2]
    assert come(state, "share:film", 3) == [("only", "dialog")]
    (progress,) = find(share.build(state), "max", 4)
    assert (progress[1]["value"], progress[1]["max"]) == (3, 4)
    come(state, "share:film", -1)
    assert "Couldn't make the film" in text_of(share.build(state))
    come(state, "share:film", None)
    assert "Save film" in text_of(share.build(state))
    handle(state, "close")
    come(state, "share:film", 4)  # it is finished without the dialog


def test_a_qr_code_is_shown_only_for_the_link_it_was_drawn_for() -> None:
    state = sharing("v=nine&m=d6")
    ((_ticket, text),) = effects_of(handle(state, "share:qr"), "share:draw-qr")
    come(state, "share:qr-drawn", {"text": text, "size": 0, "path": "", "loaded": False})
    assert "Couldn't draw" in str(share.build(state))
    handle(state, "close")
    handle(state, "open", "share")
    assert "Couldn't draw" not in str(share.build(state)), "the failure is forgotten"
    ((_ticket, text),) = effects_of(handle(state, "share:qr"), "share:draw-qr")
    come(state, "share:qr-drawn", {"text": text, "size": 21, "path": "M0 0", "loaded": True})
    assert "'qr'" in str(share.build(state))
    choose(state, what="position")
    assert "'qr'" not in str(share.build(state))


def test_the_player_learns_where_the_link_is_if_the_browser_does_not_copy() -> None:
    state = loaded("v=nine&m=d6")
    handle(state, state.ask("copied"), "")
    assert "Copy the link from the address bar" in state.ui.notice
    state = sharing("v=nine")
    handle(state, "share:copy", "link")
    come(state, "copied", "")
    assert state.ui.notice == "", "the dialog's field is selected, to be copied by hand"


def test_share_says_if_notes_are_too_long_for_a_link_and_leaves_them_out() -> None:
    page = Browser("v=nine&m=d6.f4")
    page.do("open", "share")
    assert "every move played so far" in text_in(page.state)
    page.do("close")
    for ply in range(3):
        page.do("step", ply)
        node = page.state.open.shown
        for _ in range(6):  # nobody writes so much at once
            node.comment += "磨" * 1000
        page.state.open.touch()
    page.do("open", "share")
    assert "too long for a link" in text_in(page.state)
    copied = effect(handle(page.state, "share:copy", "link"), "copy")
    link = Link.read(copied[2].split("#")[1])
    assert (link.has_notes, link.game.move_texts()) == (False, ["d6", "f4"])
    assert "磨" in share.record(page.state)


def test_the_tournament_notation_is_there_on_its_board_and_can_be_read() -> None:
    state = sharing("v=morabaraba-tournament&m=a7.b6.d7.f6.g7xb6")
    choose(state, tab="more")
    (copied,) = effects_of(handle(state, "share:copy", "rings"), "copy")
    assert "1. E1 A1 2. E2 A3 3. E3xA1" in copied[1]
    assert read(copied[1].replace("A3", "R3")).game.move_texts() == ["a7", "b6", "d7", "e5", "g7xb6"]
    for link in ("v=twelve", "v=nine"):
        shown = sharing(link)
        choose(shown, tab="more")
        assert ("tournament notation" in text_of(share.build(shown))) == (link == "v=twelve")
