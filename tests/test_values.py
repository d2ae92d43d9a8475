"""Public values show what they are and are equal to their copies and pickles; those that games share cannot change."""

import ast
import copy
import inspect
import pickle
import subprocess
import sys
from random import Random
from typing import Any

import pytest

import morris_core
from morris_core import (
    BOARDS,
    OPTIONS,
    VARIANTS,
    Board,
    Game,
    Link,
    Move,
    MoveEntry,
    Outcome,
    PositionError,
    Record,
    Rules,
    RulesError,
    Variant,
    find_variant,
    register,
    solve,
    successors,
)
from morris_core.engine import Engine, Limit
from morris_core.rules import apply, legal_moves
from tests.core.support import random_board, walk
from tools.sources import APP, CORE, ROOT, python_files

pytestmark = pytest.mark.usefixtures("forget_own_names")
ARCH = Board("arch", "An arch", 3, "a1-a2-a3 a3-b3-c3 c3-c2-c1 a2-b2-c2")
OWN = Variant("arch", "The arch", ARCH, Rules(men=3, mill_hold=True), "my own")


def values() -> list[object]:
    game, nine = Game(OWN), Game()
    game.play("b2")
    nine.play("d6")
    found: list[object] = [ARCH, OWN, OWN.rules, game, game.position, game.peek(), game.legal_moves(), Record(game)]
    found += [nine.variant.board, find_variant("nine").with_rules(flying=0), nine, nine.position, OPTIONS[0]]
    found += [Record(nine, white="A"), Link(nine, black="3"), Outcome(0, "row"), MoveEntry(OWN, game.position)]
    found += [MoveEntry("nine", nine.position).press(0), solve("three-diagonal")[Game("three-diagonal").position]]
    return [*found, Engine().analyse(nine, Limit(depth=2)), Limit(nodes=5)]


def test_values_are_equal_to_their_copies_in_this_process_and_in_another_one() -> None:
    code = "import pickle, sys; sys.stdout.buffer.write(pickle.dumps(pickle.load(sys.stdin.buffer)))"
    made = values()
    data = subprocess.run(
        [sys.executable, "-c", code], input=pickle.dumps(made), stdout=subprocess.PIPE, check=True, cwd=ROOT
    ).stdout
    for value, elsewhere in zip(made, pickle.loads(data), strict=True):
        assert " object at " not in repr(value)
        assert repr(value) == repr(elsewhere)
        for same in (copy.copy(value), copy.deepcopy(value), elsewhere):
            assert same == value
            assert value.__hash__ is None or hash(same) == hash(value)
    assert len({repr(value) for value in made}) == len(made)
    for value, other in zip(made[:-2], values()[:-2], strict=True):
        assert value == other


def test_boards_with_other_lines_and_games_on_them_differ() -> None:
    other = Board("arch", "An arch", 3, "a1-a2-a3 a3-b3-c3 c3-c2-c1 b2-c2")
    assert other != ARCH
    assert Game(Variant("arch", "", other, Rules(men=3), "")) != Game(OWN.with_rules(mill_hold=False))
    assert Game(OWN).position != Game("three").position._replace(side=1)


def test_nothing_that_games_share_can_be_changed() -> None:
    nine = find_variant("nine")
    for owner, name in (
        (nine.rules, "men"),
        (nine.rules, "typo"),
        (nine, "rules"),
        (nine.board, "mills"),
        (Game().position, "side"),
        (Game().position, "typo"),
        (OPTIONS[0], "values"),
    ):
        with pytest.raises(AttributeError):
            setattr(owner, name, 5)
    for mapping in (VARIANTS, BOARDS):
        with pytest.raises(TypeError):
            mapping["nine"] = None  # type: ignore[index]
    assert Game().position.white_hand == 9


def test_own_boards_and_variants_can_be_registered_and_go_into_links_and_records() -> None:
    game = Game(OWN)
    game.play("b2")
    with pytest.raises(RulesError, match="'arch'"):
        game.link()
    for _ in range(2):
        register(OWN)
    assert game.link() == "v=arch&m=b2"
    changed = Game(OWN.with_rules(men=4))
    assert changed.link() == "v=arch&r=men:4"
    for text in (game.link(), game.record(), changed.record()):
        assert morris_core.read(text).game in (game, changed)
    assert morris_core.read(game.fen(), "arch").game.position == game.position
    with pytest.raises(RulesError, match="another variant called 'nine'"):
        register(Variant("nine", "Mine", ARCH, Rules(men=3), ""))
    with pytest.raises(RulesError, match="another board called 'three'"):
        register(Variant("mine", "Mine", Board("three", "", 3, "a1-b1-c1 a2-b2-c2"), Rules(men=3), ""))
    with pytest.raises(RulesError, match="letters a to z"):
        register(Variant("My own", "Mine", ARCH, Rules(men=3), ""))


def test_every_function_takes_a_variant_or_its_name() -> None:
    public = [getattr(morris_core, name) for name in morris_core.__all__]
    functions = [one for one in public if callable(one) and one not in (Variant, register)]
    functions += [method for one in public if inspect.isclass(one) for method in vars(one).values()]
    found = 0
    for function in functions:
        try:
            parameters = inspect.signature(getattr(function, "__func__", function)).parameters
        except (TypeError, ValueError):
            continue
        if "variant" in parameters and not str(parameters["variant"]).startswith("variant: RawGame"):
            name = getattr(function, "__qualname__", "")
            if not name.startswith(("LegalMoves", "Reading", "Header")):  # only made by the package
                found += 1
                assert "str" in str(parameters["variant"]), name
    assert found >= 10


@pytest.mark.parametrize(
    ("start", "reason"),
    [
        ({"black": 1}, "Two men are on the same point"),
        ({"white": 1 << 24}, "points that the board doesn't have"),
        ({"side": 5}, "A side is WHITE"),
        ({"white_hand": -1}, "less than no men"),
        ({"board": ARCH}, "one of the board 'arch'"),
    ],
)
def test_a_start_that_makes_no_sense_is_refused(start: dict[str, Any], reason: str) -> None:
    position = Game().position._replace(white=1)
    with pytest.raises(PositionError, match=reason):
        Game("nine", position._replace(**start))
    for numbers in ((-5, 0), (0, -1)):
        with pytest.raises(PositionError, match="less than none"):
            Game("nine", position, *numbers)


def test_legal_moves_are_counted_and_asked_for_as_they_are_listed() -> None:
    dice = Random(4)
    boards = [Variant("own", "", random_board(dice, 12), Rules(men=4, flying=3, double_mill=2), "") for _ in range(5)]
    for variant in [*VARIANTS.values(), *boards]:
        for game in walk(Game(variant), dice, 60):
            moves, listed = game.legal_moves(), legal_moves(variant, game.position)
            assert len(moves) == moves.count() == len(listed)
            assert all(move in moves and game.move_text(move) in moves for move in listed)
            assert (list(moves), moves[0], moves[-1]) == (listed, listed[0], listed[-1])
            assert moves == listed
            assert Move(None, 0, (0,)) not in moves
            assert None not in moves
            after = [(move, apply(variant, game.position, move)) for move in listed]
            assert list(successors(variant, game.position)) == after
            assert all(position.board is variant.board for _, position in after)
    game = Game()
    game.resign(0)
    assert (len(game.legal_moves()), listed[0] in game.legal_moves(), bool(game.legal_moves())) == (0, False, False)


def test_no_side_is_asked_for_its_truth_value() -> None:
    """White is 0, so `if side:` is nearly always a mistake."""
    names, found = {"side", "winner", "mover", "loser"}, []
    for path in [path for folder in (CORE, APP, ROOT / "tools", ROOT / "lab") for path in python_files(folder)]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            tested = [node.test] if isinstance(node, (ast.If, ast.IfExp, ast.While)) else []
            tested += node.values if isinstance(node, ast.BoolOp) else []
            tested += [node.operand] if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not) else []
            for one in tested:
                name = one.id if isinstance(one, ast.Name) else one.attr if isinstance(one, ast.Attribute) else ""
                if name in names:
                    found.append(f"{path}, {ast.unparse(node)}")
    assert found == []
