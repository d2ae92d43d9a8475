"""Share, Open, the editor and play by link as the controller sees them: intents in, state and effects out."""

import json
from typing import Any

from app.features.by_link import dialog as by_link
from app.features.by_link.book import Book
from app.features.dialogs import open_game
from app.features.sharing import dialog as share
from app.features.variations import dialog as tree
from app.model.state import State
from app.update.controller import handle
from app.update.moves import can_undo

from morris_core import find_variant
from morris_core.link import HUMAN, parse_link
from morris_core.record import parse_record
from tests.app.playing import text_of

SITE = "https://morris.example/play/"


def loaded(fragment: str, book: str = "") -> State:
    state = State()
    state.panels.address = SITE + "index.html"
    handle(state, "load", {"fragment": fragment, "kept": None, "book": book})
    return state


def effects_of(effects: "list[tuple[Any, ...]]", name: str) -> "list[tuple[Any, ...]]":
    return [effect[1:] for effect in effects if effect[0] == name]


def open_text(state: State, text: str) -> None:
    handle(state, "open", "open-game")
    handle(state, "open-game:typed", {"name": "text", "value": text})
    handle(state, "open-game:open")


def test_a_link_that_comes_during_a_game_puts_it_aside() -> None:
    state = loaded("v=nine&m=d6.f4&b=level3")
    before = state.open.game
    handle(state, "load", {"fragment": "v=six", "book": ""})
    assert state.open.game.variant.name == "six"
    assert state.open.players == [HUMAN, HUMAN]
    handle(state, "reopen-parked-game")
    assert state.open.game == before
    assert state.open.players == [HUMAN, "3"]
    assert state.parked is None, "six had no move that could be lost"


def test_what_was_put_aside_changes_places_with_the_game_on_the_board() -> None:
    state = loaded("v=nine&m=d6.f4")
    nine = state.open.game
    open_text(state, "v=six&m=a5")
    six = state.open.game
    assert six.move_texts() == ["a5"]
    handle(state, "reopen-parked-game")
    assert (state.open.game, state.parked and state.parked.game) == (nine, six)
    handle(state, "hide-parked-game")
    assert state.parked is None


def test_what_cannot_be_opened_is_told_and_the_game_stays() -> None:
    state = loaded("v=nine&m=d6.f4")
    before = state.open.game
    for text, part in (("", "nothing to open"), ("v=nine&m=d6.d6", "Move 2"), ("hello", ""), ("1. d6 d6", "d6")):
        open_text(state, text)
        assert state.ui.dialog == "open-game"
        assert part in state.ui.draft["problem"]
        assert state.ui.draft["problem"]
        assert state.open.game is before
        assert state.parked is None
    handle(state, "open-game:text", {"name": "photo.jpg", "size": 900, "text": None})
    assert state.ui.draft["problem"].startswith("Couldn't read 'photo.jpg' as text.")
    handle(state, "open-game:text", {"name": "photo.jpg", "size": 900_000, "text": None})
    assert state.ui.draft["problem"] == (
        "'photo.jpg' is too large: it has 900000 bytes, and the limit is 500000. Open part of it."
    )


def test_a_dropped_file_opens_the_dialog_only_when_it_cannot_be_read() -> None:
    state = loaded("v=nine")
    handle(state, "open-game:text", {"name": "a.txt", "size": 9, "text": "1. d6 f4"})
    assert (state.ui.dialog, state.open.game.move_texts()) == ("", ["d6", "f4"])
    handle(state, "open-game:text", {"name": "b.txt", "size": 9, "text": "???"})
    assert state.ui.dialog == "open-game"
    assert open_game.build(state)


def test_of_a_file_of_many_games_one_is_chosen() -> None:
    state = loaded("v=nine&m=d6.f4")
    before = state.open.game
    file = (
        '[White "Ada"]\n[Black "Bob"]\n[Result "1-0"]\n\n1. a7 d7 1-0\n\n'
        '[White "Eve"]\n\n1. d6 d6 *\n\n[Event "Final"]\n\n1. g7 *\n\n[Event "?"]\n\n1. a1 *\n'
    )
    handle(state, "open-game:text", {"name": "games.txt", "text": file})
    assert (state.ui.dialog, state.open.game) == ("open-game", before)
    dialog = str(open_game.build(state))
    for part in ("4 games were found. Which one?", "1. Ada – Bob", "2. Eve", "3. Final", "4. Game", "1-0"):
        assert part in dialog, part
    handle(state, "open-game:typed", {"name": "text", "value": file})
    assert open_game.build(state) and "4 games were found" in str(open_game.build(state)), "nothing was changed"
    handle(state, "open-game:choose", 1)
    assert state.ui.draft["problem"] == "Line 9, move 2, d6: d6 is not empty."
    assert state.open.game is before
    handle(state, "open-game:choose", 2)
    assert (state.ui.dialog, state.open.game.move_texts()) == ("", ["g7"])
    assert state.parked is not None, "the game before is not lost"
    handle(state, "open", "open-game")
    many = '[White "Ada"]\n\n1. a7 *\n\n' * 250
    open_text(state, many)
    assert "250 games were found; the first 200 are listed." in str(open_game.build(state))
    handle(state, "open-game:typed", {"name": "text", "value": "v=six"})
    assert "games were found" not in str(open_game.build(state))


def test_share_hands_out_the_game_or_the_position_shown() -> None:
    state = loaded("v=nine&r=flying:0&m=d6.f4.d2&b=level2")
    handle(state, "step", 2)
    handle(state, "open", "share")
    assert share.address(state) == SITE + "#v=nine&r=flying:0&m=d6.f4.d2&at=2"
    assert parse_record(share.record(state)).game == state.open.game
    assert '[Black "Computer, level 2 of 12"]' in share.record(state)
    handle(state, "choose", {"name": "what", "value": "position"})
    link = parse_link(share.address(state).partition("#")[2])
    assert link.game.position == state.position
    assert link.game.first_ply == 2
    assert effects_of(handle(state, "share:copy", "fen"), "copy") == [(share.fen(state), "fen")]
    assert share.fen(state).startswith("3/1W1/3/4B1/3/3/3 w 8 8")
    ((name, kind, text),) = effects_of(handle(state, "share:save", "svg"), "save-file")
    assert (name, kind) == ("morris-nine-2.svg", "image/svg+xml")
    assert text.startswith("<svg")


def test_each_export_is_shown_copied_and_saved() -> None:
    state = loaded("v=nine&m=d6.f4.d2&at=2")
    handle(state, "open", "share")
    assert len({export.name for export in share.EXPORTS}) == len(share.EXPORTS)
    for export in share.EXPORTS:
        handle(state, "choose", {"name": "tab", "value": "picture" if export in share.PICTURES else "text"})
        dialog = text_of(share.build(state))
        text = export.text(state)
        assert text and export.save in dialog
        effects = handle(state, "share:save", export.name)
        (saved,) = effects_of(effects, "save-png" if export.name == "png" else "save-file")
        assert (saved[0], saved[-1]) == ("morris-nine-2." + export.name, text)
        if export in share.TEXTS:
            assert export.title in dialog
            assert effects_of(handle(state, "share:copy", export.name), "copy") == [(text, export.name)]


def test_a_qr_code_that_failed_is_not_told_of_when_the_dialog_is_opened_again() -> None:
    state = loaded("v=nine&m=d6")
    handle(state, "open", "share")
    ((text,),) = effects_of(handle(state, "share:qr"), "draw-qr")
    handle(state, "share:qr-drawn", {"text": text, "size": 0, "path": "", "loaded": False})
    assert "Couldn't draw" in str(share.build(state))
    handle(state, "close")
    handle(state, "open", "share")
    assert "Couldn't draw" not in str(share.build(state))


def test_a_qr_code_is_shown_for_the_very_link_it_was_drawn_for() -> None:
    state = loaded("v=nine&m=d6")
    handle(state, "open", "share")
    ((text,),) = effects_of(handle(state, "share:qr"), "draw-qr")
    handle(state, "share:qr-drawn", {"text": text, "size": 21, "path": "M0 0", "loaded": True})
    assert "'qr'" in str(share.build(state))
    handle(state, "choose", {"name": "what", "value": "position"})
    assert "'qr'" not in str(share.build(state))


def test_an_impossible_position_does_not_reach_the_board() -> None:
    state = loaded("v=nine&m=d6.f4")
    handle(state, "open", "editor")
    handle(state, "editor:hand", "white-")
    handle(state, "editor:hand", "white-")
    assert state.ui.draft["editor"].problem()
    handle(state, "editor:play")
    assert state.open.game.move_texts() == ["d6", "f4"]
    handle(state, "editor:start")
    handle(state, "editor:play")
    assert state.open.game.position.white == 0
    assert state.parked is not None


def test_the_variant_on_the_board_keeps_its_house_rules_in_the_editor() -> None:
    state = loaded("v=nine&r=flying:0&m=d6")
    handle(state, "open", "editor")
    handle(state, "editor:variant", {"name": "variant", "value": "five"})
    assert state.ui.draft["editor"].variant == find_variant("five")
    handle(state, "editor:variant", {"name": "variant", "value": "nine"})
    assert state.ui.draft["editor"].variant == state.variant


def test_a_game_by_link_is_entered_and_each_move_kept() -> None:
    state = loaded("v=nine&m=d6")
    handle(state, "open", "by-link")
    assert state.ui.draft["side"] == "0", "who has just moved sends the link"
    (((intent, number)),) = effects_of(handle(state, "by-link:begin"), "random-bytes")
    kept = effects_of(handle(state, intent, list(range(number))), "keep-book")
    assert state.only_player_here() == 0 and state.open.is_away(1)
    assert state.open.by_link is not None
    assert Book.read(kept[-1][0]).games[state.open.by_link.id].plies == 1
    assert by_link.address(state) == f"{SITE}#v=nine&m=d6&c={state.open.by_link.id}"
    handle(state, "press", find_variant("nine").board.index["f4"])
    assert "Send the link" in state.ui.notice
    kept = effects_of(handle(state, "undo"), "keep-book")
    assert Book.read(kept[-1][0]).games[state.open.by_link.id].plies == 0


def test_the_answer_to_a_game_by_link_needs_no_choice() -> None:
    state = loaded("v=nine&m=d6&c=abcdefgh22")
    assert state.only_player_here() == 1 and state.open.is_away(0)
    assert state.open.orientation == 1
    effects = handle(state, "press", find_variant("nine").board.index["f4"])
    assert effects_of(effects, "address") == [("v=nine&m=d6.f4&c=abcdefgh22",)]
    assert state.computer_to_move() is False


def test_in_another_pages_frame_a_game_by_link_is_a_game_like_any_other() -> None:
    state = loaded("v=nine&m=d6.f4")
    effects = handle(state, "load", {"fragment": "v=six&m=a5&c=abcdefgh22"})
    assert state.open.players == [HUMAN, HUMAN]
    assert state.parked is None, "the page around decides what is shown"
    assert effects_of(effects, "keep-book") == []
    assert effects_of(effects, "address") == [("v=six&m=a5",)]


def test_giving_up_by_link_is_ones_own_and_is_sent() -> None:
    state = loaded("v=nine&m=d6.f4&c=abcdefgh22")
    assert state.only_player_here() == 0 and state.open.is_away(1)
    handle(state, "press", find_variant("nine").board.index["d2"])
    effects = handle(state, "resign")
    assert effects_of(effects, "address") == [("v=nine&m=d6.f4.d2&resigned=white&c=abcdefgh22",)]
    assert "Send the link once more" in str(by_link.build_banner(state))
    handle(state, "undo")
    assert state.open.game.outcome() is None
    handle(state, "load", {"fragment": "v=nine&m=d6.f4.d2&resigned=black&c=abcdefgh22", "book": None})
    assert state.ui.outcome is not None
    assert not can_undo(state), "what the other has given up is his to take back"
    handle(state, "undo")
    assert state.ui.outcome is not None


def test_where_the_browser_does_not_let_the_page_copy_the_player_is_told_where_the_link_is() -> None:
    state = loaded("v=nine&m=d6&c=abcdefgh22")
    handle(state, "copied", "")
    assert "Copy the link from the address bar" in state.ui.notice
    state = loaded("v=nine")
    handle(state, "open", "share")
    handle(state, "copied", "")
    assert state.ui.notice == "", "the dialog's field is selected, to be copied by hand"


def test_where_the_browser_keeps_nothing_the_player_is_told() -> None:
    state = loaded("v=nine&m=d6&c=abcdefgh22")
    handle(state, "by-link:not-kept")
    assert "Keep the link somewhere safe" in state.ui.notice


def test_a_bad_link_in_open_leaves_the_board_and_does_not_say_otherwise() -> None:
    state = loaded("v=nine&m=d6.f4")
    open_text(state, "v=six&m=a1.zz")
    assert "Move 2 in this link" in state.ui.draft["problem"]
    assert "The board shows" not in state.ui.draft["problem"]
    assert state.variant.name == "nine"
    handle(state, "load", {"fragment": "v=six&m=a1.zz", "book": ""})
    assert state.ui.notice.endswith("The board shows the part that could be read.")


def test_a_button_of_a_dialog_that_has_gone_does_nothing() -> None:
    state = loaded("v=nine&m=d6.f4")
    handle(state, "open", "open-game")
    handle(state, "open", "editor")
    handle(state, "open-game:open")
    assert state.ui.dialog == "editor"


RECORD = """[Variant "six"]
[White "Ada Augusta King, Countess of Lovelace"]
[Black "Bob"]
[Date "1998.05.01"]
[Result "1-0"]
[Event "Berlin \\"Open\\""]
[Round "3"]

{a quiet game} 1. c5 {the corner} a1 2. c2 1-0
"""


def test_names_date_event_and_comments_of_a_record_are_kept_and_written_again() -> None:
    state = loaded("")
    open_text(state, RECORD)
    assert (state.open.names, state.ui.dialog) == (["Ada Augusta King, Counte", "Bob"], "")
    kept = json.loads(json.dumps(state.open.write()))
    again = loaded("")
    handle(again, "load", {"fragment": "", "kept": [("a", kept)], "book": ""})
    for one in (state, again):
        handle(one, "open", "share")
        assert share.record(one) == RECORD
        handle(one, "close")
    assert again.open.write()["more"] == kept["more"]
    handle(again, "open", "tree")
    text = text_of(tree.build(again))
    assert "Berlin" not in text, "the position shown is not the start"
    handle(again, "close")
    handle(again, "step", "first")
    handle(again, "open", "tree")
    text = text_of(tree.build(again))
    for part in ("Event", 'Berlin "Open"', "Round 3", "Date 1998.05.01", "Countess of Lovelace"):
        assert part in text
    handle(again, "new-game", {"variant": "nine", "players": ["human", "human"]})
    handle(again, "open", "share")
    assert "Berlin" not in share.record(again), "that was another game"


def test_comments_that_are_too_long_for_a_link_are_left_out_in_words() -> None:
    state = loaded("")
    open_text(state, "1. d6 {" + "x" * 260_000 + "} f4 *")
    assert state.open.game.move_texts() == ["d6", "f4"]
    assert "too long to save" in state.ui.notice
    assert state.open.is_plain()
