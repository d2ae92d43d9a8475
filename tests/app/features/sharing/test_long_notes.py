"""Notes that are too long for a link."""

from __future__ import annotations

from app.features.sharing.dialog import record
from app.update.controller import handle
from app.view.slots import build

from morris_core.link import parse_link
from tests.app.playing import Browser, effect, text_of


def test_share_says_if_notes_are_too_long_for_a_link_and_leaves_them_out() -> None:
    page = Browser("v=nine&m=d6.f4")
    page.do("open", "share")
    assert "every move played so far" in text_of(build(page.state)["dialog"])
    page.do("close")
    for ply in range(3):
        page.do("step", ply)
        node = page.state.open.shown
        for _ in range(6):  # nobody writes so much at once
            node.comment += "磨" * 1000
        page.state.open.touch()
    page.do("open", "share")
    assert "too long for a link" in text_of(build(page.state)["dialog"])
    copied = effect(handle(page.state, "share:copy", "link"), "copy")
    link = parse_link(copied[1].split("#")[1])
    assert (link.tree, link.game.move_texts()) == (None, ["d6", "f4"])
    assert "磨" in record(page.state)
