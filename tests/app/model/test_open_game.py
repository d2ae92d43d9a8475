"""Games on the board in small stories: playing, taking back, exploring, saving, merging. Runs in MicroPython too."""

import json

from app.model import editing
from app.model.merge import TwoGames, includes, merge, reconcile, replace
from app.model.open_game import EXPLORE, PLAY, REFUSED, OpenGame, of_link, read

from morris_core import Game, GameNode, find_variant
from morris_core.link import format_link, parse_link

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
    assert format_link(game.link()) == "v=nine&m=d6.f4.a1"
    assert game.back_to_previous_line()
    assert text(game.head) == "d6 f4 d2 b4"
    assert game.back_to_previous_line()
    assert text(game.head) == "d6 f4 a1"


def test_a_line_with_a_comment_is_to_be_seen_after_it_was_taken_back() -> None:
    game = opened("d6 f4 d2 b4")
    editing.comment(game, at(game, "d6 f4 d2"), "mine")
    game.undo()
    game.undo()
    game.play("a1")
    assert text(game.head) == "d6 f4 a1"
    assert not game.is_plain()
    assert format_link(game.link()) == "v=nine&m=d6.f4.a1&t=2.d2.b4&k=4:mine"
    again = of_link("B", parse_link(format_link(game.link())))
    assert text(again.head) == "d6 f4 a1"
    assert again.study
    assert reloaded(game).previous_line == game.previous_line


def test_three_lines_taken_back_one_after_another_are_all_there() -> None:
    game = opened("d6 f4")
    for move in ("a1", "a4", "a7"):
        game.undo()
        game.play(move)
    game = reloaded(game)
    assert text(game.head) == "d6 a7"
    assert [node.taken_back for node in at(game, "d6").variations] == [0, 3, 2, 1]
    assert game.previous_line == at(game, "d6 a4").game().moves
    game.go(at(game, "d6 f4"))
    game.explore("d2")
    assert at(game, "d6 f4").taken_back == 0
    assert not game.is_plain()


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


def test_a_move_after_a_resignation_is_a_variation_and_the_resignation_stays() -> None:
    game = opened("d6 f4 d2")
    game.undo()
    game.resign(0)
    game.step("next")
    assert game.shown.ply == 3
    assert game.press("a1") is game.shown
    assert text(game.head) == "d6 f4"
    game = reloaded(game)
    assert game.game.resigned == 0
    assert text(game.head) == "d6 f4"
    assert text(at(game, "d6 f4 d2 a1")) == "d6 f4 d2 a1"


def test_against_the_computer_a_resigned_line_comes_back_resigned() -> None:
    game = opened("d6 f4 d2 b4", ("human", "3"))
    game.resign(0)
    game.step("first")
    game.step("next")
    game.step("next")
    game.press("a1")
    assert (text(game.head), game.outcome()) == ("d6 f4 a1", None)
    game = reloaded(game)
    game.back_to_previous_line()
    assert text(game.head) == "d6 f4 d2 b4"
    assert game.game.resigned == 0


def test_the_computers_answer_comes_while_moves_undone_are_looked_at() -> None:
    game = opened("d6 f4 d2 b4", ("3", "human"))
    game.undo()
    game.undo()
    game.set_players(["3", "human"])
    assert game.head.ply == 1, "where the person was to move"
    game = opened("d6 f4 d2 b4")
    for _ in range(4):
        game.undo()
    game.set_players(["3", "human"])
    game.step("last")
    shown = game.shown
    game.play("a1")
    assert text(game.head) == "a1"
    assert game.shown is shown
    assert text(shown) == "d6 f4 d2 b4"
    assert game.line.ply == 4


def test_undo_against_the_computer_takes_its_answer_back_and_redo_plays_it_again() -> None:
    game = opened("d6 f4 d2 b4", ("human", "3"))
    game.undo()
    assert text(game.head) == "d6 f4"
    assert game.redo()
    assert text(game.head) == "d6 f4 d2 b4"
    assert not game.redo()


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


def test_who_comments_and_undoes_finds_the_game_so_after_a_reload() -> None:
    game = opened("d6 f4 d2 b4")
    editing.comment(game, game.head, "here")
    game.resign(1)
    game.undo()
    assert reloaded(game).outcome() is None
    game.undo()
    game.undo()
    game = reloaded(game)
    assert text(game.head) == "d6 f4"
    assert len(game.game.undone) == 2


def test_a_game_with_a_comment_is_over_when_it_was_resigned_again() -> None:
    game = opened("d6 f4 d2")
    editing.comment(game, game.tree, "a game")
    game.resign(1)
    game.undo()
    assert editing.delete(game, game.head)
    game.play("a1")
    game.resign(0)
    game = reloaded(game)
    assert game.game.resigned == 0
    assert game.write()["over"]


def test_resigning_in_a_variation_ends_the_game_where_it_stands() -> None:
    game = opened("d6 f4 d2 b4")
    game.go(at(game, "d6"))
    game.explore("a1")
    game.resign(0)
    assert game.at_head
    assert text(game.head) == "d6 f4 d2 b4"
    assert "resigned=white" in format_link(game.link())
    assert reloaded(game).game.resigned == 0


def test_a_move_made_too_late_is_undone() -> None:
    game = opened("d6 f4 d2")
    editing.comment(game, game.tree, "with clocks")
    assert game.lose_on_time(0, after_ply=2)
    assert text(game.head) == "d6 f4"
    game = reloaded(game)
    assert game.game.out_of_time == 0
    assert len(game.game.undone) == 1


def test_the_order_of_lines_and_deletions() -> None:
    game = opened("d6 f4 d2")
    game.go(at(game, "d6"))
    game.explore("a1")
    game.explore("a4")
    line = game.shown
    assert editing.promote(game, line)
    assert game.head is line
    assert editing.lower_line(game, line)
    assert text(game.head) == "d6 f4 d2"
    assert editing.raise_line(game, line)
    assert not editing.raise_line(game, line)
    assert text(game.head) == "d6 a1 a4"
    assert editing.delete(game, at(game, "d6 a1"))
    assert (text(game.head), text(game.shown)) == ("d6", "d6")
    assert editing.bring_back(game)
    assert text(game.head) == "d6 a1 a4"
    assert not editing.bring_back(game)
    assert not editing.delete(game, game.tree)


def test_a_saved_game_that_cannot_be_read_whole_says_so() -> None:
    data = json.loads(json.dumps(opened("d6 f4").write()))
    changes: tuple[tuple[str, object], ...] = (
        ("form", 3),
        ("link", "v=fifteen&m=d6"),
        ("undone", ["d6"]),
        ("tree", {}),
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


def test_an_entry_of_the_version_before_is_read_and_written_as_it_was() -> None:
    data = {
        "link": "v=nine&m=d6.f4.d2&t=1.b4&n=4:5&k=4:so",
        "undone": [],
        "previous_line": ["d6", "f4", "a1"],
        "title": "Nine Men's Morris",
        "plies": 3,
        "over": False,
        "tab": "k",
        "time": 5,
        "result": "*",
        "side": "",
        "more": {"names": ["Ada", "Bob"], "clock": {"left": [1, 2]}},
    }
    game = read("A-1", data)
    assert game is not None
    assert game.whole
    assert text(game.head) == "d6 f4 d2"
    assert (at(game, "d6 b4").comment, at(game, "d6 b4").nags) == ("so", [5])
    assert at(game, "d6 f4 a1").taken_back == 1
    assert (game.names, game.clock, game.played) == (["Ada", "Bob"], {"left": [1, 2]}, 5)
    plain = dict(data)
    plain["link"] = "v=nine&m=d6.f4.d2"
    game = read("A-1", plain)
    assert game is not None
    again = game.write()
    assert "tree" not in again
    assert {name: again[name] for name in plain} == plain


# ---- Two tabs


def tabs(game: OpenGame) -> tuple[OpenGame, OpenGame, OpenGame]:
    """Return a saved game as two tabs have it on the board, and as it was saved."""
    game.sign("z")
    return reloaded(game), reloaded(game), reloaded(game)


def test_a_comment_of_one_tab_and_a_move_of_another_are_both_there() -> None:
    mine, its, seen = tabs(opened("d6 f4 d2"))
    editing.comment(its, its.head, "long thoughts")
    its.sign("b")
    mine.play("b4")
    result = reconcile(mine, reloaded(its), seen, True)
    assert text(result.head) == "d6 f4 d2 b4"
    assert at(result, "d6 f4 d2").comment == "long thoughts"


def test_what_one_tab_has_deleted_stays_so_unless_the_other_has_changed_it() -> None:
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
    mine.resign(0)
    for base in (None, seen):
        try:
            merge(mine, its, base)
            raise AssertionError("merged")
        except TwoGames:
            pass


def test_an_old_backup_changes_nothing_and_a_longer_game_takes_nothing_away() -> None:
    mine, backup, _seen = tabs(opened("d6 f4 d2"))
    editing.delete(mine, mine.head)
    mine.sign("a")
    assert includes(mine, backup)
    assert reconcile(mine, backup, None, True) is mine
    longer = opened("d6 f4 d2 b4 a1")
    longer.played = 9
    mine.names, mine.clock, mine.tags = ["Ada", ""], {"left": [1, 2]}, [["Event", "Cup"]]
    mine.go(at(mine, "d6"))
    mine.explore("g7")
    result = merge(mine, longer)
    assert text(result.head) == "d6 f4 d2 b4 a1"
    assert (result.names, result.clock, result.tags) == (["Ada", ""], {"left": [1, 2]}, [["Event", "Cup"]])
    assert text(at(result, "d6 g7")) == "d6 g7"


def test_an_earlier_version_goes_on_with_an_annotated_game() -> None:
    game = opened("d6 f4 d2")
    editing.comment(game, at(game, "d6 f4"), "keep me")
    game.sign("a")
    data = json.loads(json.dumps(game.write()))
    data["link"] += ".b4"
    data.update({"tab": "old", "plies": 4})
    again = read("A-1", data)
    assert again is not None
    assert again.whole
    assert text(again.head) == "d6 f4 d2 b4"
    assert at(again, "d6 f4").comment == "keep me"
    assert again.writes == []


def test_an_earlier_version_ends_an_annotated_game_in_another_line() -> None:
    game = opened("d6 f4 d2")
    editing.comment(game, at(game, "d6 f4"), "keep me")
    game.resign(0)
    data = json.loads(json.dumps(game.write()))
    data.update({"link": "v=nine&m=d6.f4.a1&resigned=black", "previous_line": ["d6", "f4", "d2"], "tab": "old"})
    again = read("A-1", data)
    assert again is not None
    assert again.whole
    assert text(again.head) == "d6 f4 a1"
    assert again.game.resigned == 1
    assert at(again, "d6 f4").comment == "keep me"
    assert at(again, "d6 f4 d2").ended is not None


def test_the_moves_received_by_link_cannot_be_changed() -> None:
    class Known:
        id, side, received = "abc", 0, 2

    game = opened("d6 f4 d2")
    editing.comment(game, game.head, "my plan")
    game.by_link = Known()
    game.touch()
    assert format_link(game.link()) == "v=nine&m=d6.f4.d2&c=abc"
    assert not editing.delete(game, at(game, "d6 f4"))
    assert game.undo()
    assert not game.undo()
    game.step("first")
    assert game.decide() == REFUSED
    game.play("a1")
    assert text(game.head) == "d6 f4 a1"
    assert not editing.promote(game, at(game, "d6 f4 d2"))
    assert game.back_to_previous_line()
    assert text(game.head) == "d6 f4 d2"
