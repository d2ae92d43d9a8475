"""Games on the board in small stories: playing, taking back, exploring, saving, merging. Runs in MicroPython too."""

import json

from app.model import editing
from app.model.merge import TwoGames, follow_line, includes, join_comments, merge, reconcile, replace, take_in
from app.model.open_game import EXPLORE, PLAY, REFUSED, OpenGame
from app.model.reading import read

from morris_core import Game, GameNode, find_variant

COMPUTER = ["human", "3"]


def opened(moves: str = "", players: tuple[str, str] = ("human", "human")) -> OpenGame:
    """Return a game of nine men's morris after some moves."""
    game = OpenGame("A-1", Game(find_variant("nine")), players)
    for move in moves.split():
        game.play(move)
    return game


def at(game: OpenGame, moves: str) -> GameNode:
    """Return the node that moves lead to."""
    node: GameNode = game.tree
    for move in moves.split():
        found = node.variation(move)
        assert found is not None, move
        node = found
    return node


def text(node: GameNode) -> str:
    return " ".join(node.game().move_texts())


def reloaded(game: OpenGame) -> OpenGame:
    """Return the game as it is read after it was saved."""
    again = read(game.id, json.loads(json.dumps(game.write())))
    assert again is not None
    assert again.whole
    return again


def test_another_move_takes_back_what_was_undone_and_the_old_line_comes_back_whole() -> None:
    game = opened("d6 f4 d2 b4")
    assert game.undo()
    assert game.undo()
    assert game.game.undone == at(game, "d6 f4 d2 b4").game().moves[2:]
    game.play("a1")
    assert (text(game.head), game.is_plain(), game.has_hidden()) == ("d6 f4 a1", True, True)
    assert game.link().link() == "v=nine&m=d6.f4.a1"
    assert game.back_to_previous_line()
    assert text(game.head) == "d6 f4 d2 b4"
    assert game.back_to_previous_line()
    assert text(game.head) == "d6 f4 a1"


def test_what_a_press_is() -> None:
    game = opened("d6 f4 d2")
    assert game.decide() == PLAY
    game.step("first")
    assert (game.decide(), game.decide(analysing=True)) == (PLAY, EXPLORE)
    game.clock = {}
    assert game.decide(analysing=True) == PLAY
    game.clock = None
    game.step("last")
    game.resign(0)
    assert game.decide() == REFUSED
    game.step("first")
    assert game.decide() == EXPLORE


def test_an_ending_is_taken_back_before_moves_and_holds_up_redo() -> None:
    game = opened("d6 f4 d2")
    game.undo()
    game.resign(1)
    assert not game.can_redo()
    assert game.outcome() is not None
    assert game.undo()
    assert (text(game.head), game.outcome()) == ("d6 f4", None)
    assert game.redo()
    assert text(game.head) == "d6 f4 d2"


def test_resigning_in_a_variation_ends_the_game_where_it_stands() -> None:
    game = opened("d6 f4 d2 b4")
    game.go(at(game, "d6"))
    game.explore("a1")
    game.resign(0)
    assert game.at_head
    assert text(game.head) == "d6 f4 d2 b4"
    assert "resigned=white" in game.link().link()
    assert reloaded(game).game.resigned == 0


def test_a_saved_game_that_cannot_be_read_whole_says_so() -> None:
    data = json.loads(json.dumps(opened("d6 f4").write()))
    changes: tuple[tuple[str, object], ...] = (
        ("form", 4),
        ("form", 2),
        ("link", "v=fifteen&m=d6"),
        ("tree", {"m": "d6"}),
        ("tree", {"t": ["1.d6"]}),
        ("tree", None),
        ("tab", 1),
        ("plies", None),
    )
    for name, value in changes:
        damaged = dict(data)
        damaged[name] = value
        game = read("A-1", damaged)
        assert game is not None
        assert not game.whole, name
    assert read("A-1", {"link": 3}) is None
    assert read("A-1", []) is None


def test_a_saved_symbol_that_no_link_can_hold_is_left_out() -> None:
    data = json.loads(json.dumps(opened("d6 f4").write()))
    data["tree"] = {"n": {"1": [0, 5, 300, True, "6"]}}
    game = read("A-1", data)
    assert game is not None
    assert at(game, "d6").nags == [5]


def test_what_a_later_version_has_saved_stays() -> None:
    data = json.loads(json.dumps(opened("d6 f4").write()))
    data["rating"] = 1500
    data["more"]["opening"] = "corner"
    game = read("A-1", data)
    assert game is not None
    game.play("a1")
    again = game.write()
    assert again["rating"] == 1500
    assert again["more"] == {"opening": "corner"}


NOVEMBER = {
    "link": "v=nine&m=d6.f4",
    "undone": ["d2"],
    "previous_line": ["d6", "a1", "d2"],
    "title": "Nine Men's Morris",
    "plies": 3,
    "over": False,
    "tab": "k",
    "time": 7,
    "played": 6,
    "begun": 5,
    "result": "*",
    "side": "",
    "men": [1, 2],
    "more": {"names": ["Ada", "Bob"], "clock": {"left": [1, 2]}},
    "writes": [["k", 3]],
}


def test_a_game_of_november_is_read_with_its_line_taken_back() -> None:
    game = read("A-1", NOVEMBER)
    assert game is not None
    assert game.whole
    assert (text(game.head), text(game.tree.end())) == ("d6 f4", "d6 f4 d2")
    assert at(game, "d6 a1").taken_back == 1
    assert [text(node) for node in at(game, "d6 a1").mainline()] == ["d6 a1 d2"]
    assert (game.names, game.clock, game.played) == (["Ada", "Bob"], {"left": [1, 2]}, 6)
    same = dict(NOVEMBER)
    same.update({"form": 3, "tree": {"m": "d2", "t": ["1.a1.d2"], "b": {"4": 1}}, "men": game.write()["men"]})
    del same["undone"], same["previous_line"]
    assert game.write() == same


def test_a_tree_of_november_that_says_something_else_than_the_lists_is_damaged() -> None:
    tree = {"m": "d6.f4.d2", "head": 2, "t": ["1.b2"], "k": {"4": "so"}, "n": {}, "e": {}, "b": {}}
    game = read("A-1", dict(NOVEMBER, form=2, tree=tree))
    assert game is not None
    assert (game.whole, at(game, "d6 b2").comment, text(game.tree.end())) == (True, "so", "d6 f4 d2")
    for change in ({"head": 3}, {"m": "d6.f4.b2"}, {"m": None}):
        damaged = read("A-1", dict(NOVEMBER, form=2, tree=dict(tree, **change)))
        assert damaged is not None
        assert (damaged.whole, text(damaged.head)) == (False, "d6 f4"), change


# ---- Two tabs


def tabs(game: OpenGame) -> tuple[OpenGame, OpenGame, OpenGame]:
    """Return a saved game as two tabs have it on the board, and as it was saved."""
    game.sign("z")
    return reloaded(game), reloaded(game), reloaded(game)


def test_a_deletion_in_one_tab_stays_unless_the_other_has_changed_the_part() -> None:
    game = opened("d6 f4 d2")
    game.go(at(game, "d6"))
    game.explore("a1")
    mine, its, seen = tabs(game)
    editing.delete(mine, at(mine, "d6 a1"))
    mine.sign("a")
    assert reconcile(its, mine, seen, False) is mine, "taken over"
    editing.comment(its, at(its, "d6 f4"), "elsewhere")
    assert at(reconcile(its, mine, seen, True), "d6").variation("a1") is None
    editing.comment(its, at(its, "d6 a1"), "but this is good")
    assert at(reconcile(its, mine, seen, True), "d6 a1").comment == "but this is good"


def test_two_moves_at_once_make_one_game_with_a_variation() -> None:
    mine, its, seen = tabs(opened("d6 f4"))
    mine.play("a1")
    its.play("a4")
    mine.played, its.played = 1, 2
    its.sign("b")
    result = reconcile(mine, reloaded(its), seen, True)
    assert text(result.head) == "d6 f4 a4"
    assert at(result, "d6 f4 a1").taken_back == 0
    key, other = at(mine, "d6 f4").key, at(mine, "d6 f4 a1").key
    replace(mine, result)
    assert (at(mine, "d6 f4").key, at(mine, "d6 f4 a1").key) == (key, other)
    assert mine.at_head


def test_two_different_ends_are_two_games() -> None:
    mine, its, seen = tabs(opened("d6 f4"))
    mine.resign(0)
    its.play("a1")
    its.resign(1)
    for base in (None, seen):
        assert text(merge(mine, its, base).head) in ("d6 f4", "d6 f4 a1"), "one line goes on from the other"
    mine.undo()
    mine.play("a4")
    for base in (None, seen):
        mine.played, its.played = 1, 2
        assert text(merge(mine, its, base).head) == "d6 f4 a1", "only one is over"
        mine.played = 3
        assert text(merge(mine, its, base).head) == "d6 f4 a4"
    mine.resign(0)
    for base in (None, seen):
        assert are_two(mine, its, base)
    assert not are_two(mine, its, reloaded(mine)), "only one has changed"
    assert merge(mine, its, seen, its).game == its.game, "the ending of the given copy counts"


def are_two(one: OpenGame, other: OpenGame, base: OpenGame | None = None) -> bool:
    try:
        merge(one, other, base)
    except TwoGames:
        return True
    return False


def test_two_ends_of_one_position_are_two_games_unless_one_is_given() -> None:
    one, other, base = tabs(opened("d6 f4"))
    one.resign(0)
    other.resign(1)
    assert are_two(one, other, base)
    assert merge(one, other, base, other).game.resigned == 1


def test_a_result_that_is_too_long_to_save_is_two_games() -> None:
    one, other, _seen = tabs(opened("d6 f4"))
    editing.comment(one, one.tree, "a" * 130_000)
    editing.comment(other, other.tree, "b" * 130_000)
    assert are_two(one, other)
    assert not are_two(one, one)


def test_a_line_that_is_followed_becomes_the_game_and_the_old_one_a_variation() -> None:
    game = opened("d6 f4 d2")
    game.orientation, game.players = 1, ["human", "human"]
    line = opened("d6 f4 a1").game.copy()
    follow_line(game, line)
    assert (text(game.head), game.orientation, game.at_head) == ("d6 f4 a1", 1, True)
    assert at(game, "d6 f4 d2").taken_back == 0
    ended = line.copy()
    ended.resign(0)
    follow_line(game, ended)
    assert game.game.resigned == 0
    follow_line(game, line.copy(2))
    assert (text(game.head), game.outcome()) == ("d6 f4", None)
    try:
        follow_line(game, Game(find_variant("six")))
        raise AssertionError("followed")
    except TwoGames:
        assert text(game.head) == "d6 f4"


def test_another_copy_is_taken_in_only_if_it_is_the_same_game() -> None:
    game = opened("d6 f4")
    assert not take_in(game, OpenGame("A-1", Game(find_variant("six"))))
    other = opened("d6 f4 d2")
    other.played = 9
    assert take_in(game, other)
    assert (text(game.head), text(game.tree.end())) == ("d6 f4", "d6 f4 d2"), "the head stays"


def test_the_node_shown_stays_or_the_nearest_before_it_that_is_left() -> None:
    game = opened("d6 f4 d2")
    game.go(at(game, "d6"))
    game.explore("a1")
    game.explore("b2")
    mine, its, seen = tabs(game)
    mine.go(at(mine, "d6 a1 b2"))
    assert text(merge(mine, its, seen).shown) == "d6 a1 b2"
    editing.delete(its, at(its, "d6 a1"))
    result = merge(mine, its, seen)
    assert text(result.shown) == "d6 f4 d2", "the head if it is gone"
    version = mine.version
    replace(mine, result)
    assert (text(mine.shown), mine.at_head, mine.version > version) == ("d6", False, True)


def test_a_stored_copy_counts_as_newer_or_older_only_by_its_writes() -> None:
    game = opened("d6 f4")
    mine, backup, _seen = tabs(game)
    assert not includes(mine, opened("d6 f4")), "it was never written"
    mine.play("d2")
    mine.sign("a")
    its = reloaded(backup)
    its.play("a1")
    its.sign("b")
    its.played = 9
    assert not includes(mine, its) and not includes(its, mine)
    seen = reloaded(mine)
    editing.comment(mine, mine.head, "mine")
    assert reconcile(mine, backup, seen, True) is mine, "an old backup was restored"
    result = reconcile(mine, its, None, True)
    assert (text(result.head), at(result, "d6 f4 d2").comment) == ("d6 f4 a1", "mine")
    assert text(at(reconcile(mine, its, seen, False), "d6 f4 d2")) == "d6 f4 d2"


class ByLink:
    """The agreed part of a game by link."""

    id, side, received = "abc", 0, 1


def test_a_game_by_link_replays_only_its_own_moves() -> None:
    game = opened("d6 f4 d2 b4")
    assert (game.undo(), game.undo()) == (True, True)
    game.by_link = ByLink()
    assert game.redo()
    assert (text(game.head), game.can_redo(), game.redo()) == ("d6 f4 d2", False, False)


def test_a_game_by_link_goes_on_where_this_tab_has_it() -> None:
    mine, stored, seen = tabs(opened("d6 f4"))
    mine.by_link = ByLink()
    stored.play("d2")
    editing.comment(stored, stored.tree, "its")
    stored.played = 9
    stored.sign("b")
    for unwritten in (False, True):
        for last in (seen, None):
            result = reconcile(mine, stored, last, unwritten)
            assert (text(result.head), result.tree.comment, result.by_link) == ("d6 f4", "its", mine.by_link)


def test_without_times_the_order_of_copies_does_not_matter() -> None:
    one, other, base = tabs(opened("d6 f4"))
    for change in (
        lambda: editing.comment(one, one.tree, "one"),
        lambda: editing.comment(other, other.tree, "other"),
        lambda: editing.toggle_sign(one, one.head, 1, (1, 2)),
        lambda: editing.toggle_sign(other, other.head, 14, (1, 2)),
        lambda: one.play("d2"),
        lambda: other.play("a1"),
        lambda: one.undo(),
    ):
        change()
        for seen in (None, base):
            results = [merge(one, other, seen), merge(other, one, seen)]
            for result in results:
                result.go(result.head)
            assert results[0].write() == results[1].write()


def test_comments_are_joined_without_repetition() -> None:
    for newer, older, expected in (
        ("", "", ""),
        ("good", "", "good"),
        ("", "good", "good"),
        ("very good", "good", "very good"),
        ("good", "very good", "very good"),
        ("a", "b", "a / b"),
        ("a / b", "b / c", "a / b / c"),
        ("a / bc", "b / d", "a / bc / d"),
        ("ab / c", "d / a", "ab / c / d"),
    ):
        assert join_comments(newer, older) == expected, (newer, older)


def test_an_old_backup_changes_nothing_and_a_longer_game_loses_nothing() -> None:
    mine, backup, _seen = tabs(opened("d6 f4 d2"))
    editing.delete(mine, mine.head)
    mine.sign("a")
    assert includes(mine, backup)
    assert reconcile(mine, backup, None, True) is mine
    longer = opened("d6 f4 d2 b4 a1")
    longer.played = 9
    mine.go(at(mine, "d6"))
    mine.explore("g7")
    result = merge(mine, longer)
    assert text(result.head) == "d6 f4 d2 b4 a1"
    assert text(at(result, "d6 g7")) == "d6 g7"


def test_a_field_is_that_of_the_copy_that_has_changed_it() -> None:
    # Two values, and the one that counts if only the older copy has the first one and no common version is known.
    fields: tuple[tuple[str, object, object, object], ...] = (
        ("players", ["human", "3"], ["1", "human"], ["human", "human"]),
        ("clock", {"left": [1, 2]}, {"left": [3, 4]}, {"left": [1, 2]}),
        ("names", ["Ada", "Eve"], ["Bob", "Cy"], ["Ada", "Eve"]),
        ("orientation", 1, 1, 0),
    )
    for name, one, two, unknown in fields:
        old, new, base = tabs(opened("d6 f4"))
        old.played, new.played = 1, 2
        setattr(old, name, one)
        for seen, expected in ((base, one), (None, unknown)):
            for pair in ((old, new), (new, old)):
                assert getattr(merge(pair[0], pair[1], seen), name) == expected, (name, "in one copy only", seen)
        setattr(new, name, two)
        for seen in (base, None):
            assert getattr(merge(old, new, seen), name) == two, (name, "in both")
            assert getattr(merge(new, old, seen, old), name) == one, (name, "given")


def test_fields_without_contradictions_are_joined() -> None:
    one, other, _seen = tabs(opened("d6 f4"))
    one.played, other.played, one.time, other.time, one.begun, other.begun = 3, 2, 1, 4, 6, 5
    one.tab, other.tab, one.is_saved, other.is_saved, other.study = "p", "q", False, True, True
    one.paused, one.one_move, one.declined = True, True, 2
    one.names, other.names = ["Ada", ""], ["Eve", "Bob"]
    one.tags, other.tags = [["Event", "Cup"]], [["Event", "Final"], ["Site", "Home"]]
    one.rest, other.rest = {"a": 1, "more": {"c": 1}}, {"a": 2, "b": 2, "more": {"c": 2, "d": 2}}
    one.writes, other.writes = [("z", 1), ("p", 3)], [("q", 1), ("z", 2), ("p", 2)]
    for result in (merge(one, other), merge(other, one)):
        assert (result.played, result.time, result.begun, result.tab) == (3, 4, 5, "p")
        assert (result.is_saved, result.study, result.by_link) == (True, True, None)
        assert (result.paused, result.one_move, result.declined) == (True, True, 2)
        assert (result.names, result.tags) == (["Ada", "Bob"], [["Event", "Cup"], ["Site", "Home"]])
        assert result.rest == {"a": 1, "b": 2, "more": {"c": 1, "d": 2}}
        assert result.writes == [("z", 2), ("p", 3), ("q", 1)]
    one.begun, one.rest, other.rest, other.tags = 0, {}, {}, None
    assert (merge(one, other).begun, merge(one, other).rest, merge(other, one).tags) == (5, {}, one.tags)


# ---- Three ways: what only one copy has changed counts


def branches(node: GameNode) -> list[str]:
    return [one.game().move_texts()[-1] for one in node.variations]


def merges(one: OpenGame, other: OpenGame, base: OpenGame | None) -> list[OpenGame]:
    """Return what the copies become, whichever of them is the newer and the first."""
    found = []
    for one.played, other.played in ((1, 2), (2, 1)):
        found += [merge(one, other, base), merge(other, one, base)]
    return found


def branched() -> OpenGame:
    """Return a game with four moves after the first, of which one goes on."""
    game = opened("d6 f4 d2")
    for moves in ("a1", "a4", "a7"):
        game.go(at(game, "d6"))
        game.explore(moves)
    game.go(at(game, "d6 a1"))
    game.explore("g1")
    game.go(game.head)
    return game


def test_an_order_that_one_copy_has_changed_stays() -> None:
    one, other, base = tabs(branched())
    editing.raise_line(one, at(one, "d6 a7"))
    editing.comment(other, other.tree, "elsewhere")
    for result in merges(one, other, base):
        assert branches(at(result, "d6")) == ["f4", "a1", "a7", "a4"]
    editing.delete(other, at(other, "d6 a1"))
    other.go(at(other, "d6"))
    other.explore("b4")
    other.go(other.head)
    for result in merges(one, other, base):
        assert branches(at(result, "d6")) == ["f4", "a7", "a4", "b4"]
    editing.raise_line(other, at(other, "d6 a7"))
    editing.raise_line(other, at(other, "d6 b4"))
    for result in merges(one, other, base):
        assert sorted(branches(at(result, "d6"))) == ["a4", "a7", "b4", "f4"]


def test_a_branch_that_only_one_copy_has_deleted_goes_unless_the_other_has_changed_something_in_it() -> None:
    for moves in ("d6 a1", "d6 a1 g1"):
        one, other, base = tabs(branched())
        editing.delete(one, at(one, "d6 a1"))
        for result in merges(one, other, base):
            assert at(result, "d6").variation("a1") is None
        editing.comment(other, at(other, moves), "good")
        for result in merges(one, other, base):
            assert branches(at(result, "d6 a1")) == ["g1"], "all of it stays"
    editing.delete(other, at(other, "d6 a1 g1"))
    other.go(at(other, "d6 a1"))
    other.explore("g4")
    other.go(other.head)
    editing.comment(other, at(other, "d6 a1"), "")
    for result in merges(one, other, base):
        assert branches(at(result, "d6 a1")) == ["g4"]


def test_the_line_on_the_board_stays_whatever_the_other_copy_has_deleted() -> None:
    game = opened("d6 f4 d2 b4")
    game.undo()
    game.undo()
    game.play("a1")
    one, other, base = tabs(game)
    assert one.back_to_previous_line()
    editing.delete(other, at(other, "d6 f4 d2"))
    for result in merges(one, other, base):
        assert text(result.head) == "d6 f4 d2 b4"
    one, other, base = tabs(opened("d6 f4 d2"))
    editing.delete(other, at(other, "d6 f4 d2"))
    assert text(merge(one, other, base, one).head) == text(merge(other, one, base, one).head) == "d6 f4 d2"
    assert text(merge(one, other, base).head) == "d6 f4"


def test_a_symbol_an_ending_and_a_line_taken_back_are_those_of_the_copy_that_has_changed_them() -> None:
    game = opened("d6 f4 d2")
    editing.toggle_sign(game, at(game, "d6"), 1, (1, 2))
    editing.toggle_sign(game, at(game, "d6 f4"), 14, (1, 2))
    game.undo()
    game.play("a1")
    one, other, base = tabs(game)
    editing.comment(other, other.tree, "elsewhere")
    editing.toggle_sign(one, at(one, "d6"), 1, (1, 2))
    editing.toggle_sign(one, at(one, "d6 f4"), 2, (1, 2))
    one.go(at(one, "d6 f4"))
    one.explore("d2")
    one.go(one.head)
    for result in merges(one, other, base):
        assert (at(result, "d6").nags, at(result, "d6 f4 d2").taken_back) == ([], 0)
        assert at(result, "d6 f4").nags == at(one, "d6 f4").nags == [2, 14], "in the order of the copy"
    one.resign(0)
    for result in merges(one, other, base):
        assert result.game.resigned == 0
    assert at(merge(one, other, None, one), "d6 f4 d2").taken_back == 0
    assert at(merge(one, other, None, other), "d6 f4 d2").taken_back == 1
    one, other, base = tabs(one)
    editing.comment(other, other.tree, "elsewhere")
    one.undo()
    for result in merges(one, other, base):
        assert result.outcome() is None
    editing.comment(one, one.tree, "old")
    mine, stored, seen = tabs(one)
    mine.by_link = ByLink()
    editing.comment(stored, stored.tree, "")
    stored.sign("b")
    assert reconcile(mine, stored, seen, False).tree.comment == ""
