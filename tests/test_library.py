"""Promises to programs that import morris_core."""

import copy
import inspect
import pickle
import re
import tomllib
from io import StringIO

import pytest

import morris_core
from morris_core import Game, GameTree, IllegalMove, LinkError, RulesError, find_variant, open_tables, svg
from morris_core.engine import MATE, Clocks, Engine, Limit, Program, Tables
from morris_core.reader import read
from tools.sources import ROOT


def test_the_package_depends_on_nothing() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["dependencies"] == []


def test_every_line_beside_python_chess_runs() -> None:
    table = (ROOT / "docs/library.md").read_text(encoding="utf-8").partition("## Beside")[2].partition("## Speed")[0]
    lines = [re.findall(r"`([^`]+)`", row.split("|")[3]) for row in table.splitlines() if row.startswith("|")][2:]
    names: dict[str, object] = {
        "svg": svg,
        "Engine": Engine,
        "Limit": Limit,
        "Clocks": Clocks,
        "Program": Program,
        "engine": Engine(),
    }
    names |= {"file": StringIO("1. d6 f4 1-0"), "symmetry": Game().variant.board.symmetries()[1]}
    exec("from morris_core import *", names)
    for line in lines:
        assert line
        for code in line:
            exec(code, names)


def test_a_name_has_one_signature() -> None:
    classes = [one for name in morris_core.__all__ if inspect.isclass(one := getattr(morris_core, name))]
    signatures: dict[str, set[str]] = {}
    for one in [*classes, Engine, Tables]:
        for name, method in vars(one).items():
            if inspect.isfunction(method) and not name.startswith("_"):
                parameters = ", ".join(inspect.signature(method).parameters)
                signatures.setdefault(name, set()).add(parameters)
    several = {name for name, found in signatures.items() if len(found) > 1}
    # A game plays a move, and an engine chooses one. Rules have values, and an engine searches for them. A game has a
    # position at each ply, and a node has one.
    assert several == {"play", "values", "fen", "script"}


def test_an_engine_has_no_move_after_the_end() -> None:
    game = Game()
    game.resign(0)
    with pytest.raises(IllegalMove, match="The game is over"):
        Engine().play(game, Limit(depth=1))
    info = Engine().analyse(game, Limit(depth=1))
    assert (info.score, info.exact) == (-MATE, True)


def test_everything_public_comes_from_the_package_itself() -> None:
    for name in morris_core.__all__:
        assert getattr(morris_core, name) is not None, name
    assert morris_core.read("1. d6").game.move_texts() == ["d6"]
    assert not hasattr(morris_core, "nothing")
    assert set(morris_core.__all__) <= set(dir(morris_core))


def test_a_variant_may_be_given_by_its_name() -> None:
    six = find_variant("six")
    assert Game("six").variant == morris_core.read("1. c5", "six").game.variant == six
    assert morris_core.read("3/3/3/6/3/3/3 w 9 9", "nine-storer").game.variant.name == "nine-storer"
    assert [record.game.variant for record in morris_core.read_games(["1. c5"], "six")] == [six]
    assert morris_core.perft("six", None, 1) == 16
    with pytest.raises(RulesError, match="There's no variant called 'sixteen'"):
        morris_core.read("1. c5", "sixteen")


def test_a_misspelt_name_is_an_error_to_type_checkers_too() -> None:
    # `make lint` would report an `ignore` that ignores nothing.
    with pytest.raises(ImportError):
        from morris_core import Gmae  # type: ignore[attr-defined] # noqa: F401
    with pytest.raises(ImportError):
        from morris_core.engine import Enigne  # type: ignore[attr-defined] # noqa: F401


def test_copied_and_pickled_games_are_the_same_games() -> None:
    game = Game("six")
    game.play("a5")
    for again in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert again == game
        assert again.link() == game.link()
        assert open_tables().look_up(again)
        again.play("c5")
        assert len(game.line) == 1


def test_copied_and_pickled_trees_of_any_depth_are_the_same_trees() -> None:
    game = Game.from_fen("WW1/3/3/W1B3/3/3/B1B w 0 0", find_variant("nine").with_rules(repetition=0, quiet_limit=0))
    for move in ("d7-g7", "g1-g4", "g7-d7", "g4-g1") * 250:
        game.play(move)
    tree = GameTree(game)
    other = tree.end().add_variation("d7-d6", comment="another way")
    other.add_variation("g1-g4").taken_back = 3
    for again in (copy.deepcopy(other), pickle.loads(pickle.dumps(other))):
        assert (again.ply, again.comment, again.variations[0].taken_back) == (1001, "another way", 3)
        assert again.tree() is not tree
        assert again.parent is again.tree().nodes(1000)[1000]
        assert again.tree().record() == tree.record()
        assert not {node.key for node in again.tree().nodes()} & {node.key for node in tree.nodes()}


def test_removed_nodes_are_copied_with_the_moves_before_and_after_them() -> None:
    tree = GameTree.from_record("1. d6 f4 (1... b4 {the other side} 2. d2 (2. g1) b2) 2. d2")
    nodes = {" ".join(node.game().move_texts()): node for node in tree.nodes()}
    nodes["d6 b4"].remove()
    nodes["d6 b4 d2"].remove()
    nodes["d6"].add_variation("b4")
    inner = nodes["d6 b4 d2 b2"]
    for again in (copy.deepcopy(inner), pickle.loads(pickle.dumps(inner))):
        assert again.game().move_texts() == ["d6", "b4", "d2", "b2"]
        assert again.path()[1].comment == "the other side"
        assert again.tree().link() == tree.link() == "v=nine&m=d6.f4.d2&t=1.b4"
    assert [node.game().move_texts()[-1] for node in copy.deepcopy(nodes["d6 b4"]).variations] == ["g1"]


def test_errors_can_leave_a_worker_process() -> None:
    with pytest.raises(LinkError) as caught:
        Game.from_link("v=six&m=a5.a5")
    for error in (copy.copy(caught.value), pickle.loads(pickle.dumps(caught.value))):
        assert str(error) == str(caught.value)
        assert [str(problem) for problem in error.problems] == [str(caught.value)]


def test_a_file_that_is_not_utf_8_becomes_a_link() -> None:
    tree = read(b"1. d6 {a \xff} f4".decode(errors="surrogateescape"))[0].tree
    assert tree
    assert tree.link() == "v=nine&m=d6.f4&k=1:a%20%3F"


def test_headers_are_read_without_playing() -> None:
    text = '[White "A"]\n\n1. d6 d6 *\n\n[White "B"]\n[Black "C"]\n\n1. a7 d7 2. a4 1-0\n\n[White A]\n1. d6 *\n'
    headers = list(morris_core.read_headers(StringIO(text)))
    assert [(one.line, one.tags, one.length, one.result) for one in headers] == [
        (1, {"White": "A"}, 2, "*"),
        (5, {"White": "B", "Black": "C"}, 3, "1-0"),
        (10, {}, 1, "*"),
    ]
    record = headers[1].read()
    assert (record.white, record.game.move_texts(), record.game.resigned) == ("B", ["a7", "d7", "a4"], 1)
    with pytest.raises(IllegalMove, match="Line 3, move 2, d6"):
        headers[0].read()
    with pytest.raises(morris_core.NotationError, match="Line 10, column 1: a tag must look like"):
        headers[2].read()
    with pytest.raises(TypeError, match="needs an open file"):
        list(morris_core.read_headers("games.txt"))


def test_copies_are_independent_and_equal_things_are_equal() -> None:
    game = Game.from_link("v=nine&m=d6.f4")
    other = copy.copy(game)
    other.play("a7")
    game.play("a1")
    assert (game.move_texts(), other.move_texts()) == (["d6", "f4", "a1"], ["d6", "f4", "a7"])
    text = '[White "A"]\n[Event "Cup"]\n\n1. d6 {note} f4 (1... b4) 2. d2 1-0\n'
    record, link = morris_core.Record.read(text), morris_core.Link.from_link("v=nine&m=d6.f4&t=1.b4&side=black")
    for value in (record, link):
        again = [copy.deepcopy(value), pickle.loads(pickle.dumps(value))]
        assert again == [value, value]
        with pytest.raises(TypeError, match="unhashable"):
            hash(value)
    assert morris_core.Record.read(text.replace("note", "other")) != record
    assert morris_core.Record.read(text.replace("Cup", "Tea")) != record
    assert morris_core.Link.from_link("v=nine&m=d6.f4&t=1.b4") != link
    assert record != link != record.game
    assert repr(record) == "<Record A - ? 1-0: <Game nine at ply 3: 3/1W1/3/4B1/3/1W1/3 b 7 8 - 0 4>>"
    assert repr(link) == "<Link v=nine&m=d6.f4&t=1.b4&side=black>"
    assert repr(read("1. d6")) == "<Reading, games: 1>"
    assert repr(record.tree.next()) == "<GameNode at ply 1: 3/1W1/3/6/3/3/3 b 8 9 - 0 2>"


def test_what_makes_no_sense_is_refused_where_it_is_given() -> None:
    for side in (2, -1, 5):
        for end in (Game().resign, Game().lose_on_time):
            with pytest.raises(morris_core.MorrisError, match="A side is WHITE"):
                end(side)
    with pytest.raises(morris_core.MorrisError, match="depth for perft"):
        morris_core.perft("nine", None, 1.5)  # type: ignore[arg-type]
    for limit in ({"depth": 1.5}, {"nodes": True}, {"nodes": "many"}):
        with pytest.raises(morris_core.MorrisError, match="whole number"):
            Limit(**limit)
    for memory in (-1, "64MB", 1.5, True):
        with pytest.raises(morris_core.MorrisError, match="number of bytes"):
            Engine(memory=memory)  # type: ignore[arg-type]


def test_moves_and_positions_take_a_variants_name() -> None:
    move = morris_core.parse_move("d6-d7xa1", "nine")
    assert morris_core.format_move(move, "nine") == "d6-d7xa1"
    assert morris_core.start_position("six") == Game("six").position
    morris_core.check_position("nine", Game().position)
    for call in (morris_core.start_position, lambda name: morris_core.parse_move("d6", name)):
        with pytest.raises(RulesError, match="no variant called 'ten'"):
            call("ten")


def test_positions_are_turned_and_mirrored_by_name() -> None:
    ways = ("left", "right", "half", "left-right", "top-bottom", "diagonal", "antidiagonal", "inside-out")
    for name in ("nine", "five", "three", "twelve"):
        variant = find_variant(name)
        position = Game.from_link(f"v={name}").position
        position = morris_core.Position(0b1011, 0b100100, *position[2:])
        images = set()
        for how in ways:
            if how == "inside-out" and name == "three":
                continue
            image = position.turned(how)
            assert image.board is variant.board
            assert image.canonical() == position.canonical()
            images.add(image)
        assert len(images) > 4
        assert position.turned("left").turned("right") == position == position.turned("half").turned("half")
        assert position.turned("left").turned("left") == position.turned("half")
        assert position.turned("left-right").turned("top-bottom") == position.turned("half")
    points = {"left": "a1", "right": "g7", "half": "g1", "left-right": "g7", "top-bottom": "a1", "diagonal": "g1"}
    for how, point in {**points, "antidiagonal": "a7", "inside-out": "c5"}.items():
        game = Game.from_fen("W2/3/3/6/3/3/3 b 8 9")
        assert game.position.turned(how).man_at(game.variant.board.index[point]) == 0, how
    with pytest.raises(morris_core.MorrisError, match="can be turned"):
        Game().position.turned("round")


def test_a_move_pushed_without_a_check_is_the_same_as_one_played() -> None:
    checked, pushed = Game("nine"), Game("nine")
    while not checked.outcome():
        move = checked.legal_moves()[checked.ply * 7 % len(checked.legal_moves())]
        checked.play(move)
        pushed.push(move)
        if checked.ply % 5 == 0:
            checked.undo()
            pushed.undo()
            checked.play(move)
            pushed.push(move)
        assert pushed == checked
        assert pushed.fen() == checked.fen()
    assert pushed.outcome() == checked.outcome()
