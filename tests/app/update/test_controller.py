"""What one press costs: the link of what is on the board is written once, for the address and for what is kept."""

import pytest
from app import state as state_module

from morris_core.link import Link, format_link
from tests.app.playing import effect, opened, press


def test_a_press_writes_the_link_once(monkeypatch: pytest.MonkeyPatch) -> None:
    written = []

    def counted(link: Link) -> str:
        written.append(link)
        return format_link(link)

    state = opened("v=nine&m=d6.f4")
    monkeypatch.setattr(state_module, "format_link", counted)
    effects = press(state, "d2")
    assert len(written) == 1
    assert effect(effects, "address")[1] == effect(effects, "keep")[1].link == "v=nine&m=d6.f4.d2"
