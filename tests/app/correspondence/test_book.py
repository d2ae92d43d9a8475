"""Play by link: two books, as two browsers keep them, and the links that go back and forth between them."""

import pytest
from app.correspondence.book import ID_LENGTH, Book, Known, merged

from morris_core import Game, find_variant
from morris_core.link import Link, LinkError, parse_link
from morris_core.position import BLACK, WHITE

RANDOM = list(range(ID_LENGTH))


def started(moves: str = "", variant: str = "nine", side: int = WHITE) -> "tuple[Book, Known, Game]":
    """A book in which a game has just been begun by `side`, the moves given played on the board before."""
    game = Game(find_variant(variant))
    for move in moves.split():
        game.play(move)
    book = Book()
    return book, book.begin(game, side, RANDOM), game


def link(known: Known) -> Link:
    return parse_link(known.fragment)


def test_the_first_to_open_a_link_plays_the_other_side() -> None:
    book, known, _ = started("d6")
    assert known.fragment == "v=nine&m=d6&c=" + known.id
    assert known.status() == "It's Black's turn. Send the link."
    arrival = Book().open(link(known))
    assert (arrival.kind, arrival.side) == ("new", BLACK)
    assert arrival.sentence == "You're invited to a game by link. It's your turn. You play Black."
    assert sum(known.my_turn for known in book.games.values()) == 0


def test_who_starts_as_black_sends_an_empty_board() -> None:
    _, known, _ = started(side=BLACK)
    assert known.status() == "It's White's turn. Send the link."
    assert Book().open(link(known)).side == WHITE


def test_an_answer_continues_the_game() -> None:
    book, known, _ = started("d6")
    there = Book()
    arrival = there.open(link(known))
    arrival.game.play("f4")
    answer = there.play(arrival.id, arrival.game)
    assert answer.status() == "It's White's turn. Send the link."
    back = book.open(link(answer))
    assert (back.kind, back.side, back.game.move_texts()) == ("next", WHITE, ["d6", "f4"])
    assert back.sentence == "Black played f4. It's your turn. You play White."
    assert sum(known.my_turn for known in book.games.values()) == 1


def test_a_whole_game_goes_back_and_forth() -> None:
    books = [Book(), Book()]
    game = Game(find_variant("three"))
    known = books[WHITE].begin(game, WHITE, RANDOM)
    moves = "a1 b1 a3 a2 c1 c2 a3-b3 c2-c3 b3-b2 c3-c2 b2-b3 b1-b2"
    for number, move in enumerate(moves.split()):
        side = number % 2
        if number:
            arrival = books[side].open(link(known))
            assert arrival.kind == ("new" if number == 1 else "next")
            game = arrival.game
        assert sum(known.my_turn for known in books[side].games.values()) == 1
        game.play(move)
        known = books[side].play(known.id, game)
        assert sum(known.my_turn for known in books[side].games.values()) == 0
    end = books[WHITE].open(link(known))
    assert (end.kind, end.game) == ("next", game)
    assert end.sentence == "Black played b1-b2. Black wins with a row of three."
    assert [book.games[known.id].to_move for book in books] == [None, None]


def test_the_same_link_again_changes_nothing() -> None:
    book, known, _ = started("d6")
    arrival = book.open(link(known))
    assert (arrival.kind, arrival.sentence) == ("same", "It's Black's turn. Send the link.")
    assert book.games[known.id].touched == known.touched


def test_an_older_link_is_told_and_the_newer_game_shown() -> None:
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


def test_a_diverging_link_is_told_and_both_games_are_offered() -> None:
    book, known, game = started("d6")
    game.play("f4")
    book.play(known.id, game)
    other = parse_link(f"v=nine&m=d6.b4.d2&c={known.id}")
    arrival = book.open(other)
    assert (arrival.kind, arrival.game.move_texts()) == ("fork", ["d6", "f4"])
    assert "move 2 is b4 in the link but f4 here" in arrival.sentence
    assert arrival.other is not None
    assert book.games[known.id].plies == 2, "the known game stands until the reader chooses"
    book.replace(known.id, arrival.other)
    assert book.open(other).kind == "same"


def test_another_variant_or_start_under_a_known_id_is_a_fork() -> None:
    book, known, _ = started("d6")
    for fragment in ("v=lasker&m=d6", "v=nine&r=flying:0&m=d6", "v=nine&f=3/1W1/3/6/3/3/3_b_8_9_-_0_2"):
        arrival = book.open(parse_link(f"{fragment}&c={known.id}"))
        assert (arrival.kind, arrival.game.move_texts()) == ("fork", ["d6"]), fragment
        assert "a different game" in arrival.sentence


def test_a_damaged_link_leaves_the_known_game_alone() -> None:
    book, known, _ = started("d6")
    with pytest.raises(LinkError) as caught:
        parse_link(f"v=nine&m=d6.f4.d9&c={known.id}")
    broken: LinkError = caught.value
    arrival = book.open(broken.link, damaged=True)
    assert (arrival.kind, arrival.game.move_texts()) == ("damaged", ["d6"])
    assert book.games[known.id].plies == 1
    stranger = Book()
    assert stranger.open(broken.link, damaged=True).kind == "damaged"
    assert not stranger.games


def test_a_move_of_ones_own_from_another_browser_is_told() -> None:
    book, known, _ = started("d6")
    arrival = book.open(parse_link(f"v=nine&m=d6.f4.d2.b4&c={known.id}"))
    assert arrival.kind == "next"
    assert arrival.sentence.startswith("Black played f4, b4. The link also has White's d2, made in another browser.")


def test_only_moves_made_here_can_be_taken_back() -> None:
    book, known, game = started("d6")
    assert known.may_undo
    game.undo()
    assert not book.play(known.id, game).may_undo
    arrival = Book().open(link(known))
    assert arrival.game.ply == 1
    there = Book()
    there.open(link(known))
    assert not there.games[known.id].may_undo


def test_a_side_that_passes_leaves_the_move_with_the_other() -> None:
    # White's d2-d3 shuts Black in; Black passes, so White has another move before the link is sent.
    game = parse_link("v=five&r=stuck:passes&f=WBB/1W1/1W1B/2W/2W_w_0_0_-_0_1").game
    book = Book()
    known = book.begin(game, WHITE, RANDOM)
    game.play("d2-d3")
    known = book.play(known.id, game)
    assert known.my_turn
    assert known.status() == "It's your turn. You play White."
    assert known.may_undo


def test_a_resignation_reaches_the_other() -> None:
    book, known, game = started("d6")
    there = Book()
    arrival = there.open(link(known))
    arrival.game.resign(BLACK)
    given_up = there.play(arrival.id, arrival.game)
    assert given_up.over == "White wins: Black resigned."
    back = book.open(link(given_up))
    assert (back.kind, back.sentence) == ("next", "White wins: Black resigned.")
    assert book.open(parse_link(f"v=nine&m=d6.f4&c={known.id}")).kind == "fork"
    assert game.ply == 1


def test_the_other_side_can_be_played_in_the_same_browser() -> None:
    book, known, _ = started("d6")
    swapped = book.take_side(known.id, BLACK)
    assert swapped.my_turn
    assert not swapped.may_undo


def test_a_book_is_read_back_as_it_was_written() -> None:
    book, known, _ = started("d6 f4")
    game = Game(find_variant("three"))
    for move in ("a3", "a1", "b3", "b1", "c3"):
        game.play(move)
    book.begin(game, BLACK, list(range(50, 70)))
    again = Book.read(book.write())
    assert again.games == book.games
    assert [entry.over for entry in again.in_order()] == ["", "White wins with a row of three."]
    assert again.games[known.id].game().move_texts() == ["d6", "f4"]


def test_what_cannot_be_read_of_a_book_is_left_out() -> None:
    book, known, _ = started("d6")
    whole = book.write()
    for text in ("", "[", "null", "7", '{"a": 1}', "[1, null, {}]", whole.replace("white", "green")):
        assert Book.read(text).games == {}, text
    assert list(Book.read(whole[:-1] + ", 7]").games) == [known.id]


def test_the_games_that_wait_for_the_player_come_first() -> None:
    book = Book()
    nine = find_variant("nine")
    theirs = book.begin(Game(nine), BLACK, [1] * ID_LENGTH)
    older = book.begin(Game(nine), WHITE, [2] * ID_LENGTH)
    newer = book.begin(Game(nine), WHITE, [3] * ID_LENGTH)
    assert [known.id for known in book.in_order()] == [newer.id, older.id, theirs.id]
    book.forget(newer.id)
    book.forget("never there")
    assert sum(known.my_turn for known in book.games.values()) == 1


def test_a_change_leaves_the_games_alone_that_other_tabs_have_changed() -> None:
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


def test_a_change_does_not_overwrite_what_another_tab_has_played() -> None:
    book, known, game = started("d6")
    stored = Book.read(book.write())
    theirs, ours = game, parse_link(known.fragment).game
    theirs.play("f4")
    stored.play(known.id, theirs)
    ours.play("a1")
    book.play(known.id, ours)
    assert merged(stored.write(), book.write(), known.id, known.touched) is None
    assert merged(stored.write(), stored.write(), known.id, known.touched) == stored.write(), "it was the same move"
