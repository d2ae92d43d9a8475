"""Play by link: the books of games that two browsers save, and the links sent between them."""

import json
from typing import Any

import pytest
from app.features.by_link.book import ID_LENGTH, MAX_BOOK, STORED, Book, LinkGame, other_lines, with_game
from app.features.by_link.dialog import game_on_board
from app.kernel.stored import Data
from app.model.stored_json import read_json

from morris_core import Game, find_variant
from morris_core import game as game_module
from morris_core import link as link_module
from morris_core.link import Link
from morris_core.link_text import write_link
from morris_core.position import BLACK, WHITE
from tests.app.playing import effect, merged, press
from tests.app.playing import started as started_page

NINE = find_variant("nine")
RANDOM = list(range(ID_LENGTH))


def started(moves: str = "", side: int = WHITE) -> "tuple[Book, LinkGame, Game]":
    """Return a book in which `side` has just begun a game, after moves that were already on the board."""
    game = Game(NINE)
    for move in moves.split():
        game.play(move)
    book = Book()
    return book, book.begin(game, side, RANDOM), game


def link(link_game: LinkGame) -> Link:
    return Link.read(link_game.fragment)


def test_the_first_to_open_a_link_plays_the_other_side() -> None:
    _, link_game, _ = started("d6")
    assert link_game.fragment == "v=nine&m=d6&c=" + link_game.id
    assert link_game.status() == "It's Black's turn. Send the link."
    arrival = Book().open(link(link_game))
    assert (arrival.kind, arrival.side) == ("new", BLACK)
    assert arrival.sentence == "You're invited to a game by link. It's your turn. You play Black."
    _, link_game, _ = started(side=BLACK)
    assert link_game.status() == "It's White's turn. Send the link."
    assert Book().open(link(link_game)).side == WHITE, "an empty board was sent"


def test_an_older_link_shows_the_newer_game_and_says_so() -> None:
    book, link_game, game = started("d6")
    old = link(link_game)
    game.play("f4")
    game.play("d2")
    book.play(link_game.id, game)
    arrival = book.open(old)
    assert (arrival.kind, arrival.game.move_texts()) == ("older", ["d6", "f4", "d2"])
    assert arrival.other is not None
    assert arrival.other.move_texts() == ["d6"]
    assert "it goes up to move 1, and the game saved here goes up to 3" in arrival.sentence


def test_a_link_with_different_moves_offers_both_games() -> None:
    book, link_game, game = started("d6")
    game.play("f4")
    book.play(link_game.id, game)
    other = Link.read(f"v=nine&m=d6.b4.d2&c={link_game.id}")
    arrival = book.open(other)
    assert (arrival.kind, arrival.game.move_texts()) == ("fork", ["d6", "f4"])
    assert "move 2 is b4 in the link but f4 here" in arrival.sentence
    assert arrival.other is not None
    assert book.games[link_game.id].plies == 2, "the saved game stays until the player chooses"
    book.replace(link_game.id, arrival.other)
    assert book.open(other).kind == "same"


def test_a_link_with_different_rules_or_another_start_is_a_different_game() -> None:
    book, link_game, _ = started("d6")
    for fragment in ("v=lasker&m=d6", "v=nine&r=flying:0&m=d6", "v=nine&f=3/1W1/3/6/3/3/3_b_8_9_-_0_2"):
        arrival = book.open(Link.read(f"{fragment}&c={link_game.id}"))
        assert (arrival.kind, arrival.game.move_texts()) == ("fork", ["d6"]), fragment
        assert "a different game" in arrival.sentence


def test_a_damaged_link_changes_no_book() -> None:
    book, link_game, _ = started("d6")
    broken = Link.read(f"v=nine&m=d6.f4.d9&c={link_game.id}")
    assert broken.problem is not None
    arrival = book.open(broken, damaged=True)
    assert (arrival.kind, arrival.game.move_texts()) == ("damaged", ["d6"])
    assert book.games[link_game.id].plies == 1
    stranger = Book()
    assert stranger.open(broken, damaged=True).kind == "damaged"
    assert not stranger.games


def test_only_moves_made_here_can_be_undone() -> None:
    book, link_game, game = started("d6")
    assert link_game.may_undo
    there = Book()
    assert there.open(link(link_game)).game.ply == 1
    assert not there.games[link_game.id].may_undo
    game.undo()
    assert not book.play(link_game.id, game).may_undo


def test_a_side_whose_opponent_passes_is_to_move_again_before_the_link_is_sent() -> None:
    # White's d2-d3 traps Black, who passes.
    game = Game.from_link("v=five&r=stuck:passes&f=WBB/1W1/1W1B/2W/2W_w_0_0_-_0_1")
    book = Book()
    link_game = book.begin(game, WHITE, RANDOM)
    game.play("d2-d3")
    link_game = book.play(link_game.id, game)
    assert (link_game.my_turn, link_game.may_undo) == (True, True)
    assert link_game.status() == "It's your turn. You play White."


def test_a_resignation_reaches_the_opponent() -> None:
    book, link_game, game = started("d6")
    there = Book()
    arrival = there.open(link(link_game))
    arrival.game.resign(BLACK)
    resigned = there.play(arrival.id, arrival.game)
    assert resigned.over == "White wins: Black resigned."
    back = book.open(link(resigned))
    assert (back.kind, back.sentence) == ("next", "White wins: Black resigned.")
    assert book.open(Link.read(f"v=nine&m=d6.f4&c={link_game.id}")).kind == "fork"
    assert game.ply == 1


def test_both_sides_can_be_played_in_the_same_browser() -> None:
    book, link_game, _ = started("d6")
    swapped = book.take_side(link_game.id, BLACK)
    assert (swapped.my_turn, swapped.may_undo) == (True, False)


def stored(book: Book) -> "Data":
    """Return what is stored of a book's games."""
    data: dict[str, object] = {}
    for id in book.games:
        data = with_game(data, id, book.games[id], 0, 0) or {}
    found: Data = json.loads(json.dumps(data))
    return found


def read(data: object) -> Book:
    return Book(STORED.read(data)[0])


def test_what_is_damaged_in_a_book_is_left_out() -> None:
    book, link_game, _ = started("d6")
    whole = json.dumps(stored(book))
    for text in ("[", "null", "7", '{"a": 1}', '{"games": [1]}', "[1, null, {}]", whole.replace("white", "green")):
        assert read(read_json(text)).games == {}, text
    data = json.loads(whole)
    data["games"]["b"] = [7, {}]
    assert read(data).games == {link_game.id: link_game}


def test_the_list_of_the_builds_of_november_is_added_and_loses_nothing() -> None:
    entry: dict[str, Any] = {
        "id": "a",
        "fragment": "v=nine&m=d6.f4&c=a",
        "title": "Nine Men's Morris",
        "side": "black",
        "over": "",
    }
    entry |= {"to_move": "white", "plies": 2, "received": 1, "touched": 3}
    data = STORED.with_beside({}, [entry, 7, {"id": "b"}, dict(entry, id="")])
    (known,) = read(data).games.values()
    assert (known.id, known.side, known.to_move, known.plies, known.touched) == ("a", BLACK, WHITE, 2, 3)
    # A page of those builds is still open: what this one has entered and forgotten stays.
    book = Book(data, lambda: 1_700_000_000_000)
    game = known.game()
    game.play("d2")
    after, other = book.play("a", game), book.begin(Game(NINE), WHITE, RANDOM)
    assert read(STORED.with_beside(stored(book), [entry])).games == {"a": after, other.id: other}
    assert STORED.with_beside({"games": {"a": [7, None]}}, [entry]) == {"games": {"a": [7, None]}}
    # The line that goes further counts.
    further = dict(entry, fragment="v=nine&m=d6.f4.d2.b4&c=a", plies=4, touched=4)
    assert read(STORED.with_beside(stored(book), [further])).games["a"].plies == 4
    elsewhere = dict(further, fragment="v=nine&m=d6.f4.a1.b4&c=a")
    assert STORED.with_beside(stored(book), [elsewhere]) == stored(book)


def test_saving_a_game_keeps_what_other_tabs_have_changed_in_other_games() -> None:
    book, link_game, game = started("d6")
    other_tab = read(stored(book))
    other = other_tab.begin(Game(find_variant("six")), WHITE, list(range(90, 90 + ID_LENGTH)))
    game.play("f4")
    after = book.play(link_game.id, game)
    data = with_game(stored(other_tab), link_game.id, after, link_game.touched, 0)
    assert data is not None
    assert read(data).games == {link_game.id: after, other.id: other}
    data = with_game(data, link_game.id, None, after.touched, 0)
    assert read(data).games == {other.id: other}
    assert read(merged(STORED, data, stored(book))).games == {other.id: other}, "it stays forgotten"


def test_saving_a_game_does_not_overwrite_a_move_of_another_tab() -> None:
    book, link_game, game = started("d6")
    other_tab = read(stored(book))
    theirs, ours = game, Game.from_link(link_game.fragment)
    theirs.play("f4")
    after = other_tab.play(link_game.id, theirs)
    ours.play("a1")
    assert with_game(stored(other_tab), link_game.id, book.play(link_game.id, ours), link_game.touched, 0) is None
    assert with_game(stored(other_tab), link_game.id, after, link_game.touched, 0) == stored(other_tab), "the same move"


def test_the_newer_of_two_lines_is_taken_from_a_file_and_the_other_is_a_variation() -> None:
    book, link_game, game = started("d6")
    mine, theirs = read(stored(book)), Book(stored(book), lambda: 99)
    ours = link_game.game()
    ours.play("a1")
    mine.play(link_game.id, ours)
    game.play("f4")
    assert theirs.play(link_game.id, game).touched == 99
    for one, other in ((mine, theirs), (theirs, mine)):
        assert read(merged(STORED, stored(one), stored(other))).games == theirs.games
        ((id, text),) = other_lines({"link-games": stored(one)}, {"link-games": stored(other)})
        assert (id, json.loads(text)["link"]) == ("by-link." + link_game.id, "v=nine&m=d6.a1")
    assert other_lines({"link-games": stored(mine)}, {"link-games": stored(book)}) == [], "it only goes on"


def test_no_more_games_are_stored_than_the_browser_has_room_for() -> None:
    book = Book()
    for number in range(60):
        known = book.begin(Game(find_variant("nine")), 0, [number] * 10)
        book.games[known.id] = LinkGame(*(known[:1] + ("v=nine&m=" + "x" * 9000,) + known[2:]))
    text = json.dumps(stored(book))
    assert MAX_BOOK * 0.9 < len(text) <= MAX_BOOK * 1.02
    assert len(read(json.loads(text)).games) == MAX_BOOK // 9300


def test_a_press_writes_the_link_once(monkeypatch: pytest.MonkeyPatch) -> None:
    state = started_page("v=nine&m=d6.f4&c=abcdefgh22", [])
    written: list[object] = []

    def counting(script: Any) -> str:
        written.append(script)
        return write_link(script)

    for module in (game_module, link_module):
        monkeypatch.setattr(module, "write_link", counting)
    effects = press(state, "d2")
    known = game_on_board(state)
    assert known is not None and known.fragment == effect(effects, "address")[1] == "v=nine&m=d6.f4.d2&c=abcdefgh22"
    assert len(written) == 1
