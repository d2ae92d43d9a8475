"""Play by link: the books of games that two browsers save, and the links sent between them."""

import pytest
from app.features.by_link.book import ID_LENGTH, Book, Known, merged

from morris_core import Game, find_variant
from morris_core.link import Link, LinkError, parse_link
from morris_core.position import BLACK, WHITE

NINE = find_variant("nine")
RANDOM = list(range(ID_LENGTH))


def started(moves: str = "", side: int = WHITE) -> "tuple[Book, Known, Game]":
    """Return a book in which `side` has just begun a game, after moves that were already on the board."""
    game = Game(NINE)
    for move in moves.split():
        game.play(move)
    book = Book()
    return book, book.begin(game, side, RANDOM), game


def link(known: Known) -> Link:
    return parse_link(known.fragment)


def test_the_first_to_open_a_link_plays_the_other_side() -> None:
    _, known, _ = started("d6")
    assert known.fragment == "v=nine&m=d6&c=" + known.id
    assert known.status() == "It's Black's turn. Send the link."
    arrival = Book().open(link(known))
    assert (arrival.kind, arrival.side) == ("new", BLACK)
    assert arrival.sentence == "You're invited to a game by link. It's your turn. You play Black."
    _, known, _ = started(side=BLACK)
    assert known.status() == "It's White's turn. Send the link."
    assert Book().open(link(known)).side == WHITE, "an empty board was sent"


def test_an_older_link_shows_the_newer_game_and_says_so() -> None:
    book, known, game = started("d6")
    old = link(known)
    game.play("f4")
    game.play("d2")
    book.play(known.id, game)
    arrival = book.open(old)
    assert (arrival.kind, arrival.game.move_texts()) == ("older", ["d6", "f4", "d2"])
    assert arrival.other is not None
    assert arrival.other.move_texts() == ["d6"]
    assert "it goes up to move 1, and the game saved here goes up to 3" in arrival.sentence


def test_a_link_with_different_moves_offers_both_games() -> None:
    book, known, game = started("d6")
    game.play("f4")
    book.play(known.id, game)
    other = parse_link(f"v=nine&m=d6.b4.d2&c={known.id}")
    arrival = book.open(other)
    assert (arrival.kind, arrival.game.move_texts()) == ("fork", ["d6", "f4"])
    assert "move 2 is b4 in the link but f4 here" in arrival.sentence
    assert arrival.other is not None
    assert book.games[known.id].plies == 2, "the saved game stays until the player chooses"
    book.replace(known.id, arrival.other)
    assert book.open(other).kind == "same"


def test_a_link_with_different_rules_or_another_start_is_a_different_game() -> None:
    book, known, _ = started("d6")
    for fragment in ("v=lasker&m=d6", "v=nine&r=flying:0&m=d6", "v=nine&f=3/1W1/3/6/3/3/3_b_8_9_-_0_2"):
        arrival = book.open(parse_link(f"{fragment}&c={known.id}"))
        assert (arrival.kind, arrival.game.move_texts()) == ("fork", ["d6"]), fragment
        assert "a different game" in arrival.sentence


def test_a_damaged_link_changes_no_book() -> None:
    book, known, _ = started("d6")
    with pytest.raises(LinkError) as caught:
        parse_link(f"v=nine&m=d6.f4.d9&c={known.id}")
    arrival = book.open(caught.value.link, damaged=True)
    assert (arrival.kind, arrival.game.move_texts()) == ("damaged", ["d6"])
    assert book.games[known.id].plies == 1
    stranger = Book()
    assert stranger.open(caught.value.link, damaged=True).kind == "damaged"
    assert not stranger.games


def test_only_moves_made_here_can_be_undone() -> None:
    book, known, game = started("d6")
    assert known.may_undo
    there = Book()
    assert there.open(link(known)).game.ply == 1
    assert not there.games[known.id].may_undo
    game.undo()
    assert not book.play(known.id, game).may_undo


def test_a_side_whose_opponent_passes_is_to_move_again_before_the_link_is_sent() -> None:
    # White's d2-d3 traps Black, who passes.
    game = parse_link("v=five&r=stuck:passes&f=WBB/1W1/1W1B/2W/2W_w_0_0_-_0_1").game
    book = Book()
    known = book.begin(game, WHITE, RANDOM)
    game.play("d2-d3")
    known = book.play(known.id, game)
    assert (known.my_turn, known.may_undo) == (True, True)
    assert known.status() == "It's your turn. You play White."


def test_a_resignation_reaches_the_opponent() -> None:
    book, known, game = started("d6")
    there = Book()
    arrival = there.open(link(known))
    arrival.game.resign(BLACK)
    resigned = there.play(arrival.id, arrival.game)
    assert resigned.over == "White wins: Black resigned."
    back = book.open(link(resigned))
    assert (back.kind, back.sentence) == ("next", "White wins: Black resigned.")
    assert book.open(parse_link(f"v=nine&m=d6.f4&c={known.id}")).kind == "fork"
    assert game.ply == 1


def test_both_sides_can_be_played_in_the_same_browser() -> None:
    book, known, _ = started("d6")
    swapped = book.take_side(known.id, BLACK)
    assert (swapped.my_turn, swapped.may_undo) == (True, False)


def test_damaged_entries_of_a_book_are_left_out() -> None:
    book, known, _ = started("d6")
    whole = book.write()
    for text in ("", "[", "null", "7", '{"a": 1}', "[1, null, {}]", whole.replace("white", "green")):
        assert Book.read(text).games == {}, text
    assert list(Book.read(whole[:-1] + ", 7]").games) == [known.id]


def test_saving_a_game_keeps_what_other_tabs_have_changed_in_other_games() -> None:
    book, known, game = started("d6")
    stored = Book.read(book.write())
    other = stored.begin(Game(find_variant("six")), WHITE, list(range(90, 90 + ID_LENGTH)))
    game.play("f4")
    after = book.play(known.id, game)
    text = merged(stored.write(), book.write(), known.id, known.touched)
    assert text is not None
    assert Book.read(text).games == {known.id: after, other.id: other}
    book.forget(known.id)
    assert list(Book.read(merged(text, book.write(), known.id, after.touched) or "").games) == [other.id]


def test_saving_a_game_does_not_overwrite_a_move_of_another_tab() -> None:
    book, known, game = started("d6")
    stored = Book.read(book.write())
    theirs, ours = game, parse_link(known.fragment).game
    theirs.play("f4")
    stored.play(known.id, theirs)
    ours.play("a1")
    book.play(known.id, ours)
    assert merged(stored.write(), book.write(), known.id, known.touched) is None
    assert merged(stored.write(), stored.write(), known.id, known.touched) == stored.write(), "it was the same move"
