"""The dialog Open: games from texts and files, and what is left out of them."""

import json
from typing import Any

from app.features.open_game import dialog as open_game
from app.model.state import State
from app.update.controller import handle

from tests.app.playing import begin, come, started, text_of, there
from tests.app.records import RECORD, TAGS


class File:
    """The browser's File of a game."""

    def __init__(self, name: str, size: int = 1) -> None:
        self.name = name
        self.size = size


def loaded(fragment: str) -> State:
    return started(fragment, [])


def open_text(state: State, text: str) -> None:
    handle(state, "open", "open-game")
    handle(state, "open-game:typed", {"name": "text", "value": text})
    handle(state, "open-game:open")


def open_file(state: State, text: str | None, name: str = "games.txt", size: int = 900) -> None:
    handle(state, "open-game:file", File(name))
    come(state, "open-game:text", {"name": name, "size": size, "text": text})


def problem(state: State) -> str:
    return str(state.ui.draft["problem"])


def test_a_text_that_cannot_be_opened_leaves_the_game_and_says_why() -> None:
    state = loaded("v=nine&m=d6.f4")
    before = state.open.game
    texts = [("", "nothing to open"), ("v=nine&m=d6.d6", "Move 2"), ("hello", ""), ("1. d6 d6", "d6")]
    for text, part in texts + [("v=six&m=a1.zz", "Move 2 in this link")]:
        open_text(state, text)
        assert state.ui.dialog == "open-game"
        assert problem(state) and part in problem(state)
        assert "The board shows" not in problem(state)
        assert state.open.game is before
        assert state.parked is None
    open_file(state, None, "photo.jpg")
    assert problem(state).startswith("Couldn't read 'photo.jpg' as text.")
    open_file(state, None, "photo.jpg", 900_000)
    assert problem(state) == (
        "'photo.jpg' is too large: it has 900000 bytes, and the limit is 500000. Open part of it."
    )
    handle(state, "load", {"fragment": "v=six&m=a1.zz"})
    assert state.ui.notice.endswith("The board shows the part that could be read.")


def test_one_game_of_a_file_can_be_chosen() -> None:
    state = loaded("v=nine&m=d6.f4")
    before = state.open.game
    file = (
        '[White "Ada"]\n[Black "Bob"]\n[Result "1-0"]\n\n1. a7 d7 1-0\n\n'
        '[White "Eve"]\n\n1. d6 d6 *\n\n[Event "Final"]\n\n1. g7 *\n\n[Event "?"]\n\n1. a1 *\n'
    )
    open_file(state, file)
    assert (state.ui.dialog, state.open.game) == ("open-game", before)
    dialog = text_of(open_game.build(state))
    for part in ("4 games were found. Which one?", "1. Ada – Bob", "2. Eve", "3. Final", "4. Game", "1-0"):
        assert part in dialog, part
    handle(state, "open-game:typed", {"name": "text", "value": file})
    assert "4 games were found" in str(open_game.build(state)), "nothing was changed"
    handle(state, "open-game:choose", 1)
    assert problem(state) == "Line 9, move 2, d6: d6 is not empty."
    assert state.open.game is before
    handle(state, "open-game:choose", 2)
    assert (state.ui.dialog, state.open.game.move_texts()) == ("", ["g7"])
    assert state.parked is not None, "the game before is not lost"
    open_text(state, '[White "Ada"]\n\n1. a7 *\n\n' * 250)
    assert "250 games were found; the first 200 are listed." in str(open_game.build(state))
    handle(state, "open-game:typed", {"name": "text", "value": "v=six"})
    assert "games were found" not in str(open_game.build(state))


def test_the_games_of_a_text_and_large_files_can_go_into_my_games() -> None:
    state = loaded("v=nine&m=d6.f4")
    open_text(state, '[White "Ada"]\n\n1. a7 *\n\n' * 2)
    assert ("Import into My games" in text_of(open_game.build(state))) == there("my-games")
    if there("my-games"):
        effects: list[Any] = list(handle(state, "open-game:import"))
        assert state.ui.dialog == "my-games"
        assert any(one[0] == "my-games:read-file" and one[1].count("Ada") == 2 for one in effects)
        large = File("a.txt", 600_000)
        effects = list(handle(state, "open-game:file", large))
        assert ("my-games:read-file", large) in [one[:2] for one in effects]


def test_tags_and_comments_of_a_record_are_saved() -> None:
    state = loaded("")
    open_text(state, RECORD)
    assert (state.open.names, state.ui.dialog) == (["Ada Augusta King, Counte", "Bob"], "")
    saved = json.loads(json.dumps(state.open.write()))
    again = loaded("")
    handle(again, "load", {"fragment": "", "kept": [("a", saved)]})
    assert again.open.write()["more"] == saved["more"]
    assert all(value in str(again.open.tags) for _name, value in TAGS)
    assert [node.comment for node in again.open.tree.nodes() if node.comment] == ["a quiet game", "the corner"]
    begin(again)
    assert again.open.tags is None, "that was another game"


def test_comments_too_long_to_save_are_left_out_with_a_sentence() -> None:
    state = loaded("")
    open_text(state, "1. d6 {" + "x" * 260_000 + "} f4 *")
    assert state.open.game.move_texts() == ["d6", "f4"]
    assert "too long to save" in state.ui.notice
    assert state.open.is_plain()


def test_the_page_says_what_was_read_otherwise_than_the_text_says() -> None:
    state = loaded("v=nine")
    open_text(state, "1. a7 d7 2. b6 d6 3. c5xd7 d5")
    assert state.variant.name == "nine-diagonal"
    assert state.ui.news.startswith("Opened a game of Merels with diagonals, 6 moves. It was read as Merels")
    open_text(state, '[Result "2-0"]\n1. d6 f4')
    assert "the result must be 1-0, 0-1, 1/2-1/2 or *, not '2-0'." in state.ui.news
    state = loaded("v=nine")
    open_text(state, "1. d6 f4 2. d2 1\u20130")
    assert state.ui.news == "Opened a game of Nine Men's Morris, 3 moves."


def test_the_clipboard_is_read_and_a_late_answer_opens_nothing() -> None:
    state = loaded("v=nine")
    handle(state, "open", "open-game")
    handle(state, "open-game:paste")
    come(state, "open-game:pasted", None)
    assert problem(state) == "Couldn't read the clipboard. Paste into the box instead."
    handle(state, "open-game:paste")
    late = state.ticket("open-game:pasted")
    assert late is not None
    handle(state, "close")
    handle(state, "open", "open-game")
    handle(state, late, "1. d6 f4")
    assert not state.open.game.line
    handle(state, "open-game:paste")
    come(state, "open-game:pasted", "1. d6 f4")
    assert state.open.game.move_texts() == ["d6", "f4"]


def test_the_list_of_a_file_is_searched() -> None:
    state = loaded("v=nine")
    games = [f'[White "Ann p{number}q"]\n[Black "Ben"]\n\n1. d6 f4 *' for number in range(30)]
    open_text(state, "\n\n".join(games))
    shown = text_of(open_game.build(state))
    assert "30 games were found." in shown and "Ann p29q" in shown
    handle(state, "open-game:search", {"name": "search", "value": "ANN p12q"})
    shown = text_of(open_game.build(state))
    assert "1 game was found." in shown and "Ann p12q" in shown and "Ann p13q" not in shown
