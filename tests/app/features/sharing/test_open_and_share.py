"""Share, Open, the editor and play by link in the controller: intents in, state and effects out."""

import json
from typing import Any

from app.features.by_link import dialog as by_link
from app.features.by_link.book import Book
from app.features.open_game import dialog as open_game
from app.features.share import dialog as share
from app.features.tree import variations as tree
from app.model.state import State
from app.update.controller import handle
from app.update.moves import can_undo

from morris_core import Game, find_variant
from morris_core.levels.table import LEVELS
from morris_core.link import parse_link
from morris_core.record import parse_record
from tests.app.playing import Browser, choose, come, effect, find, press, text_in, text_of

SITE = "https://morris.example/play/"


def loaded(fragment: str, book: str = "") -> State:
    state = State()
    state.ui.address = SITE
    handle(state, "load", {"fragment": fragment, "kept": None, "book": book})
    return state


def sharing(fragment: str) -> State:
    state = loaded(fragment)
    handle(state, "open", "share")
    return state


def effects_of(effects: "list[tuple[Any, ...]]", name: str) -> "list[tuple[Any, ...]]":
    return [effect[1:] for effect in effects if effect[0] == name]


def open_text(state: State, text: str) -> None:
    handle(state, "open", "open-game")
    handle(state, "open-game:typed", {"name": "text", "value": text})
    handle(state, "open-game:open")


def open_file(state: State, text: str | None, name: str = "games.txt", size: int = 900) -> None:
    come(state, "open-game:text", {"name": name, "size": size, "text": text})


def parked(state: State) -> "Game | None":
    return state.parked.game if state.parked else None


def problem(state: State) -> str:
    return str(state.ui.draft["problem"])


# --- Open -------------------------------------------------------------------------------------------------------------


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
    handle(state, "load", {"fragment": "v=six&m=a1.zz", "book": ""})
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


RECORD = """[Variant "six"]
[White "Ada Augusta King, Countess of Lovelace"]
[Black "Bob"]
[Date "1998.05.01"]
[Result "1-0"]
[Event "Berlin \\"Open\\""]
[Round "3"]

{a quiet game} 1. c5 {the corner} a1 2. c2 1-0
"""


def test_tags_and_comments_of_a_record_are_saved_shown_and_written_again() -> None:
    state = loaded("")
    open_text(state, RECORD)
    assert (state.open.names, state.ui.dialog) == (["Ada Augusta King, Counte", "Bob"], "")
    saved = json.loads(json.dumps(state.open.write()))
    again = loaded("")
    handle(again, "load", {"fragment": "", "kept": [("a", saved)], "book": ""})
    for one in (state, again):
        handle(one, "open", "share")
        assert share.record(one) == RECORD
        handle(one, "close")
    assert again.open.write()["more"] == saved["more"]
    handle(again, "open", "tree")
    assert "Berlin" not in text_of(tree.build(again)), "the position shown is not the start"
    handle(again, "close")
    handle(again, "step", "first")
    handle(again, "open", "tree")
    text = text_of(tree.build(again))
    for part in ("Event", 'Berlin "Open"', "Round 3", "Date 1998.05.01", "Countess of Lovelace"):
        assert part in text
    handle(again, "new-game", {"variant": "nine", "players": ["human", "human"]})
    handle(again, "open", "share")
    assert "Berlin" not in share.record(again), "that was another game"


def test_comments_too_long_to_save_are_left_out_with_a_sentence() -> None:
    state = loaded("")
    open_text(state, "1. d6 {" + "x" * 260_000 + "} f4 *")
    assert state.open.game.move_texts() == ["d6", "f4"]
    assert "too long to save" in state.ui.notice
    assert state.open.is_plain()


# --- Share ------------------------------------------------------------------------------------------------------------


def test_share_offers_the_game_or_the_position_shown() -> None:
    state = loaded("v=nine&r=flying:0&m=d6.f4.d2&b=level2")
    handle(state, "step", 2)
    handle(state, "open", "share")
    assert share.address(state) == SITE + "#v=nine&r=flying:0&m=d6.f4.d2&at=2"
    assert parse_record(share.record(state)).game == state.open.game
    assert f'[Black "Computer, level 2 of {len(LEVELS)}"]' in share.record(state)
    choose(state, what="position")
    link = parse_link(share.address(state).partition("#")[2])
    assert (link.game.position, link.game.first_ply) == (state.position, 2)
    assert share.fen(state).startswith("3/1W1/3/4B1/3/3/3 w 8 8")


def test_each_export_is_shown_copied_and_saved() -> None:
    state = sharing("v=nine&m=d6.f4.d2&at=2")
    assert len({export.name for export in share.EXPORTS}) == len(share.EXPORTS)
    for export in share.EXPORTS:
        choose(state, tab="picture" if export in share.PICTURES else "text")
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
            ((_ticket, *copied),) = effects_of(handle(state, "share:copy", export.name), "copy")
            assert copied == [text, export.name]


def test_a_film_has_a_picture_for_every_ply_and_shows_how_far_it_is() -> None:
    state = sharing("v=nine&m=d6.f4.d2.b4&at=2")
    choose(state, tab="picture")
    ((_ticket, name, plies, draw),) = effects_of(handle(state, "share:save-film"), "share:save-film")
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
    state = loaded("v=nine&m=d6&c=abcdefgh22")
    come(state, "copied", "")
    assert "Copy the link from the address bar" in state.ui.notice
    state = sharing("v=nine")
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
    link = parse_link(copied[1].split("#")[1])
    assert (link.tree, link.game.move_texts()) == (None, ["d6", "f4"])
    assert "磨" in share.record(page.state)


# --- the editor -------------------------------------------------------------------------------------------------------


def test_an_impossible_position_cannot_be_played() -> None:
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


def test_the_editor_keeps_the_house_rules_of_the_variant_on_the_board() -> None:
    state = loaded("v=nine&r=flying:0&m=d6")
    handle(state, "open", "editor")
    for name, variant in (("five", find_variant("five")), ("nine", state.variant)):
        handle(state, "editor:variant", {"name": "variant", "value": name})
        assert state.ui.draft["editor"].variant == variant


# --- play by link -----------------------------------------------------------------------------------------------------


def test_a_game_by_link_and_each_of_its_moves_are_saved() -> None:
    state = loaded("v=nine&m=d6")
    handle(state, "open", "by-link")
    assert state.ui.draft["side"] == "0", "the side that has just moved sends the link"
    ((intent, number),) = effects_of(handle(state, "by-link:begin"), "random-bytes")
    saved = effects_of(handle(state, intent, list(range(number))), "keep-book")
    assert state.only_player_here() == 0 and state.open.is_away(1)
    assert state.open.by_link is not None
    assert Book.read(saved[-1][0]).games[state.open.by_link.id].plies == 1
    assert by_link.address(state) == f"{SITE}#v=nine&m=d6&c={state.open.by_link.id}"
    press(state, "f4")
    assert "Send the link" in state.ui.notice
    saved = effects_of(handle(state, "undo"), "keep-book")
    assert Book.read(saved[-1][0]).games[state.open.by_link.id].plies == 0


def test_a_link_that_was_received_is_answered_without_a_choice() -> None:
    state = loaded("v=nine&m=d6&c=abcdefgh22")
    assert state.only_player_here() == 1 and state.open.is_away(0)
    assert state.open.orientation == 1
    effects = press(state, "f4")
    assert effects_of(effects, "address") == [("v=nine&m=d6.f4&c=abcdefgh22",)]
    assert state.computer_to_move() is False
    handle(state, "by-link:not-kept")
    assert "Keep the link somewhere safe" in state.ui.notice, "the browser is not saving the game"


def test_a_player_by_link_resigns_for_one_side_and_cannot_undo_the_opponents_resignation() -> None:
    state = loaded("v=nine&m=d6.f4&c=abcdefgh22")
    assert state.only_player_here() == 0 and state.open.is_away(1)
    press(state, "d2")
    effects = handle(state, "resign")
    assert effects_of(effects, "address") == [("v=nine&m=d6.f4.d2&resigned=white&c=abcdefgh22",)]
    assert "Send the link once more" in str(by_link.build_banner(state))
    handle(state, "undo")
    assert state.open.game.outcome() is None
    handle(state, "load", {"fragment": "v=nine&m=d6.f4.d2&resigned=black&c=abcdefgh22", "book": None})
    assert state.ui.outcome is not None
    assert not can_undo(state)
    handle(state, "undo")
    assert state.ui.outcome is not None
