"""Games by link on the page: what is sent is what is on the board, whatever other tabs do."""

from __future__ import annotations

from app.update.controller import handle
from app.view.slots import build

from tests.app.playing import effect, opened, press, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from app.state import State


def begun() -> State:
    """Return a game by link that was begun here, whose first move has not been sent."""
    state = opened("v=nine")
    press(state, "d6")
    handle(state, "load", {"fragment": "v=nine&m=d6", "book": ""})
    handle(state, "open", "by-link")
    handle(state, "by-link:begin")
    handle(state, "by-link:begun", list(range(10)))
    return state


def sent(state: State) -> str:
    link = effect(handle(state, "by-link:copy"), "copy")[1]
    assert isinstance(link, str)
    return link.split("#")[1]


def test_the_link_that_is_sent_is_the_board_also_where_a_comment_was_written() -> None:
    state = begun()
    assert sent(state).startswith("v=nine&m=d6&c=")
    handle(state, "tree:comment", {"name": "comment", "value": "my plan"})
    handle(state, "undo")
    press(state, "f4")
    assert sent(state).startswith("v=nine&m=f4&c=")


def test_a_game_forgotten_in_another_tab_goes_on_as_an_ordinary_one() -> None:
    state = begun()
    handle(state, "by-link:book", "[]")
    assert state.open.by_link is None
    assert "ordinary game" in state.ui.notice
    assert "by-link" not in text_of(build(state)["banner"])
    kept = effect(press(state, "f4"), "keep")[1]
    assert not kept.id.startswith("by-link")
    assert state.fragment() == "v=nine&m=d6.f4", "what Share copies is the board"
