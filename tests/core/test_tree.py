"""Trees of variations: built, changed, and written as records and links."""

from morris_core import Game, GameNode, GameTree, IllegalMove, Link, MorrisError, Record, find_variant, read
from morris_core.notes import MAX_VARIATIONS, end_words
from tests.core.support import refusal, refused

NINE = find_variant("nine")


def played(moves: str) -> Game:
    game = Game(NINE)
    for move in moves.split():
        game.play(move)
    return game


def bushy() -> GameTree:
    """Return a tree with nested variations, comments and symbols."""
    tree = GameTree(played("d6 f4 d2 b4"))
    tree.comment = "a game"
    other = at(tree, "d6").add_variation("b4", "the other * ~ side", [5])
    other.add_variation("d2").add_variation("f4")
    other.add_variation("f2", nags=[1, 14])
    tree.add_variation("a1", "why?").nags = [2]
    at(tree, "d6", "f4").comment = "good"
    return tree


def at(node: GameNode, *moves: str) -> GameNode:
    for move in moves:
        found = node.variation(move)
        assert found is not None, move
        node = found
    return node


def shape(node: GameNode) -> object:
    """Return the contents of a tree as plain data."""
    return (node.move, node.comment, node.nags, node.ended, [shape(other) for other in node.variations])


def text_of(node: GameNode) -> str:
    return " ".join(node.game().move_texts())


def test_a_tree_has_the_game_as_its_main_line_and_keeps_other_moves_beside_it() -> None:
    tree = bushy()
    assert [text_of(node) for node in tree.nodes()[:5]] == ["", "d6", "d6 f4", "d6 f4 d2", "d6 f4 d2 b4"]
    assert tree.main_game() == played("d6 f4 d2 b4")
    assert [node.is_main_line() for node in at(tree, "d6").variations] == [True, False]
    assert [node.starts_variation() for node in at(tree, "d6").variations] == [False, True]
    assert at(tree, "d6", "b4").comment == "the other * ~ side"
    assert at(tree, "d6").variation("g7") is None
    assert at(tree, "d6").add_variation("b4") is at(tree, "d6").variations[1]  # it is there already
    assert tree.variations[0].game(ahead=True).undone == tree.main_game().line[1:]


def test_what_is_not_legal_is_refused() -> None:
    tree = bushy()
    for move, kind in (("d6-d7", IllegalMove), ("zz", MorrisError), ("d6", IllegalMove)):
        assert isinstance(refused(at(tree, "d6").add_variation, move), kind)
    assert len(at(tree, "d6").variations) == 2


def test_variations_are_promoted_demoted_and_removed() -> None:
    tree = bushy()
    first, other = at(tree, "d6").variations
    other.promote()
    assert tree.main_game().move_texts() == ["d6", "b4", "d2", "f4"]
    assert first.starts_variation()
    other.demote()
    assert tree.main_game() == played("d6 f4 d2 b4")
    deep = other.variations[1]
    deep.promote_to_main()
    assert tree.main_game().move_texts() == ["d6", "b4", "f2"]
    assert deep.is_main_line()
    first.remove()
    assert at(tree, "d6").variations == [other]
    tree.promote()
    tree.demote()
    assert tree.variations[0] is at(tree, "d6"), "the root has no place to leave"
    tree.remove()
    assert tree.nodes() == [tree]


def test_a_variation_moves_one_place_and_never_among_what_was_taken_back() -> None:
    tree = GameTree(played("d6"))
    for move in ("a1", "b2", "f4", "f2"):
        tree.add_variation(move)
    tree.variations[3].taken_back, tree.variations[4].taken_back = 1, 2
    first, second, third, old, older = tree.variations
    third.promote()
    assert tree.variations == [first, third, second, old, older]
    first.demote()
    assert tree.variations == [third, first, second, old, older]
    second.demote()
    older.demote()
    assert tree.variations == [third, first, second, old, older]
    older.promote()
    assert (older.taken_back, tree.variations) == (0, [third, first, second, older, old])
    old.promote_to_main()
    assert (old.taken_back, tree.variations) == (0, [old, third, first, second, older])


def test_a_line_that_was_taken_back_is_hidden_until_something_is_written_on_it() -> None:
    for change in ("", "comment", "sign", "variation", "one taken back"):
        tree = GameTree(played("d6 f4 d2"))
        at(tree, "d6").taken_back = 1
        deep = at(tree, "d6", "f4")
        if change == "comment":
            deep.comment = "good"
        elif change == "sign":
            deep.nags = [1]
        elif change:
            deep.add_variation("a1").taken_back = int(change != "variation")
        assert at(tree, "d6").is_hidden() == (change in ("", "one taken back")), change
        assert not deep.is_hidden(), "only its first move is taken back"


def test_the_end_of_a_game_stays_with_the_node_where_it_ended() -> None:
    game = played("d6 f4")
    game.resign(1)
    tree = GameTree(game)
    assert tree.main_game().resigned == 1
    tree.end().add_variation("d2")
    assert tree.main_game().resigned is None
    assert at(tree, "d6", "f4").game().resigned == 1
    assert tree.link() == "v=nine&m=d6.f4.d2&e=2:resigned-black"
    assert tree.record().endswith("1. d6 f4 {[%end resigned black]} 2. d2 *\n")
    for again in (GameTree.from_link(tree.link()), GameTree.from_record(tree.record())):
        assert again is not None
        assert shape(again) == shape(tree)


def test_a_result_ends_its_variation() -> None:
    tree = GameTree.from_record("1. d6 f4 (1... b4 0-1) (1... a1 {[%end time black]} 0-1) (1... g1 1/2-1/2) 2. d2 *")
    ends = [end_words(node.ended) if node.ended else None for node in at(tree, "d6").variations]
    assert ends == [None, ["resigned", "white"], ["time", "black"], ["agreed"]]


def test_moves_that_were_taken_back_may_follow_the_current_position() -> None:
    tree = GameTree(played("d6 f4 d2 b4"))
    at(tree, "d6", "f4").add_variation("a1", "or this")
    game = played("d6 f4")
    game.resign(0)
    at(tree, "d6", "f4").ended = game.ended
    text = Record(game, tree=tree).record()
    assert text.endswith('[Result "0-1"]\n\n1. d6 f4 {[%head]} 2. d2 (2. a1 {or this}) 2... b4 0-1\n'), text
    record = Record.read(text)
    assert record.game == game
    assert shape(record.tree) == shape(tree)
    link = Link(game, tree=tree, at=3).link()
    assert link == "v=nine&m=d6.f4&resigned=white&t=2.d2.b4*2.a1&k=5:or%20this&at=3"
    again = Link.read(link)
    assert again.game == game
    assert shape(again.tree) == shape(tree)
    assert again.at is not None
    assert text_of(again.tree.nodes(again.game.ply)[again.at]) == "d6 f4 d2"


def test_a_line_that_was_taken_back_is_not_the_main_line() -> None:
    tree = GameTree(played("d6 f4"))
    old = at(tree, "d6", "f4")
    old.taken_back = 1
    assert tree.end() is at(tree, "d6")
    assert old.starts_variation()
    assert not old.is_main_line()
    new, older = at(tree, "d6").add_variation("a1"), at(tree, "d6").add_variation("b4")
    older.taken_back = 2
    older.move_to(1)
    assert at(tree, "d6").variations == [new, older, old]
    assert at(tree, "d6").add_variation("f4") is old
    assert (old.taken_back, at(tree, "d6").variations) == (0, [new, old, older])
    assert len({node.key for node in tree.nodes()}) == 5


def test_our_commands_are_not_comments_but_those_of_other_programs_are() -> None:
    record = Record.read("1. d6 {[%clk 1:00] good [%end resigned nobody]} f4 {[%head] [%end} *")
    assert at(record.tree, "d6").comment == "[%end resigned nobody] [%clk 1:00] good"
    assert at(record.tree, "d6", "f4").comment == "[%end"
    at(record.tree, "d6").comment = "I write [%head] here"
    assert "{I write [ %head] here}" in record.tree.record()


def test_a_line_that_was_played_is_added_once() -> None:
    tree = GameTree(played("d6 f4"))
    game = played("d6 b4 d2")
    game.undo()
    assert text_of(tree.add_line(game)) == "d6 b4"
    tree.add_line(game)
    assert [len(node.variations) for node in tree.nodes()] == [1, 2, 0, 1, 0]


def test_records_hold_the_whole_tree() -> None:
    tree = bushy()
    text = tree.record()
    assert text.endswith(
        "{a game} 1. d6 (1. a1? {why?}) 1... f4 {good} (1... b4!? {the other * ~ side} 2.\n"
        "d2 (2. f2 $1 $14) 2... f4) 2. d2 b4 *\n"
    ), text
    again = Record.read(text)
    assert shape(again.tree) == shape(tree)
    assert again.game == tree.main_game()
    assert again.record() == text


def test_a_record_and_a_link_always_have_a_tree() -> None:
    for text, has_notes in (("1. d6 f4", False), ("1. d6 {good} f4", True), ("1. d6! f4", True)):
        record = Record.read(text)
        assert record.has_notes == has_notes, text
        assert record.tree.main_game() == record.game == played("d6 f4")
        link = Link.read(record.tree.link())
        assert link.has_notes == has_notes, text
        assert shape(link.tree) == shape(record.tree)


def test_parentheses_without_a_variation_become_a_comment() -> None:
    for inside in ("better was d6-d7", "d6", "1. zz 9", "", "1-0 *", "1. f4 2. f4"):
        record = Record.read("1. d6 f4 (" + inside + ") 2. d2")
        assert record.game.move_texts() == ["d6", "f4", "d2"]
        assert at(record.tree, "d6", "f4").comment == "(" + inside + ")", inside


def test_variations_nest_to_any_depth() -> None:
    points = [point for point in NINE.board.points if point not in ("d6", "a1")][:15]
    text = "1. d6 a1 "
    for point in points:
        text += "(1... " + point + " "
    tree = GameTree.from_record(text + ")" * len(points))
    assert [text_of(node) for node in at(tree, "d6").variations[1:]] == ["d6 " + point for point in points]


def test_a_game_has_at_most_2000_variations() -> None:
    deep = "1. d6 (1. a1 (1. a4 " + "(1. a7 " * MAX_VARIATIONS
    assert Game.from_record(deep[: -len("(1. a7 ") * 3] + ")" * (MAX_VARIATIONS - 1)).move_texts() == ["d6"]
    assert refusal(Record.read, deep + ")" * (MAX_VARIATIONS + 2)) == "This game has more than 2000 variations."
    link = Link.read("v=nine&m=d6&t=" + "*".join(["0.a1"] * (MAX_VARIATIONS + 1)))
    assert "more than 2000" in str(link.problem)
    assert len(link.tree.variations) == 2


def test_other_programs_ways_of_writing_are_read() -> None:
    tree = GameTree.from_record("1. D6!? $14 f4 (1... B4 2. g7 xb6) (1... {first} b4 {then} (1... a1) 2. d2) 2. d2")
    assert at(tree, "d6").nags == [5, 14]
    one, other = at(tree, "d6").variations[:2]
    assert "(1... B4 2. g7 xb6)" in one.comment  # it cannot be played
    assert other.comment == "first then"
    assert [text_of(node) for node in at(tree, "d6").variations] == ["d6 f4", "d6 b4", "d6 a1"]
    numbered = GameTree.from_record("1. 1 4 (1... 5) 2. 2")
    assert text_of(at(numbered, "a7", "b6")) == "a7 b6"
    assert len(at(numbered, "a7").variations) == 2


def test_moves_after_the_ply_shown_come_last_in_the_order_of_nodes() -> None:
    tree = bushy()
    for ply in range(5):
        main = ["", "d6", "d6 f4", "d6 f4 d2", "d6 f4 d2 b4"]
        assert [text_of(node) for node in tree.nodes(ply)][: ply + 1] == main[: ply + 1]
        assert {text_of(node) for node in tree.nodes(ply)} == {text_of(node) for node in tree.nodes()}
        assert (text_of(tree.nodes(ply)[ply + 1]) == "a1") == (ply > 0), "a move not played is a variation like a1"
    later = ["a1", "d6 b4", "d6 b4 d2", "d6 b4 d2 f4", "d6 f4 d2", "d6 f4 d2 b4", "d6 b4 f2"]
    assert [text_of(node) for node in tree.nodes(2)[3:]] == later


def test_each_symbol_has_its_sign() -> None:
    text = "1. d6! f4? 2. d2!! b4?? 3. a1!? g7?! *\n"
    tree = GameTree.from_record(text)
    assert [node.nags for node in tree.mainline()] == [[1], [2], [3], [4], [5], [6]]
    assert tree.record().endswith(text)


def test_a_symbol_that_records_do_not_have_is_refused_and_left_out_of_old_links() -> None:
    for nag in (0, 256, 300, -1):
        tree = GameTree(played("d6 f4"))
        reason = "A symbol must be a number from 1 to 255."
        assert refusal(tree.add_variation, "a1", "", [5, nag]) == reason
        assert tree.variation("a1") is None
        tree.end().nags = [nag]
        assert refusal(tree.link) == refusal(tree.record) == reason
    linked = GameTree.from_link("v=nine&m=d6.f4&n=1:0*1:5*2:300*2:1000000*2:-1")
    assert [node.nags for node in linked.mainline()] == [[5], []]


def test_links_hold_the_whole_tree() -> None:
    tree = bushy()
    link = tree.link()
    assert link == (
        "v=nine&m=d6.f4.d2.b4&t=0.a1*1.b4.d2.f4*6.f2&n=5:2*6:5*9:1*9:14"
        "&k=0:a%20game*2:good*5:why%3F*6:the%20other%20~1%20~0%20side"
    ), link
    again = Link.read(link + "&at=8")
    assert shape(again.tree) == shape(tree)
    assert again.tree.link() == link
    assert again.at is not None
    assert text_of(again.tree.nodes()[again.at]) == "d6 b4 d2 f4"
    assert shape(read("https://example.org/#" + link).tree) == shape(tree)


def test_a_damaged_part_of_a_link_leaves_the_rest() -> None:
    for part, words in (
        ("t=0.a1*9.b4*0.d2", "9"),
        ("t=1.d6", "d6 is not empty"),
        ("t=x.a1", "x"),
        ("t=*0.a1", "no move numbered"),
        ("n=1:good", "A symbol must be a number from 1 to 255"),
        ("n=7:1", "numbered '7'"),
        ("k=7:x", "numbered '7'"),
        ("t=0.a1&at=99", "plies run from 0 to 3"),
    ):
        link = Link.read("v=nine&m=d6.f4&" + part)
        assert words in str(link.problem), (part, str(link.problem))
        assert link.game == link.tree.main_game() == played("d6 f4")


def test_positions_are_those_of_the_game() -> None:
    tree = bushy()
    for node in tree.nodes():
        game = Game(NINE)
        for move in node.path():
            assert move.move is not None
            game.play(move.move)
        assert node.position == game.position
        assert node.quiet == game.quiet
        assert (node.game(), node.game().undone) == (game, [])
