"""Only the methods of State and its parts change them, so one module writes each attribute."""

import ast
import functools
from collections.abc import Iterator

from tools import counts
from tools.sources import APP, ROOT, python_files

# The names by which the page's modules reach each part, and the modules and names of their classes.
PARTS = {"state": "state.py", "ui": "ui.py", "engine": "state.py", "open": "open_game.py"}
CLASSES = {"state": "State", "ui": "Ui", "engine": "EngineStatus", "open": "OpenGame"}
# These attributes of a game hold its moves and the view of them. The dialogs may write the others.
MOVES = {"tree", "head", "shown", "version", "deleted", "study", "rest", "writes", "played"}
# The modules that belong to the game on the board, most of which load late.
GAME = {"open_game.py", "reading.py", "merge.py", "editing.py", "tree_data.py"}


@functools.cache
def attributes(part: str) -> set[str]:
    """Return the attributes that the __init__ of a part sets."""
    found = set(counts.attributes(APP / "model" / PARTS[part], CLASSES[part]))
    return found & MOVES if part == "open" else found


def is_store(node: ast.Attribute, owners: set[str]) -> bool:
    owner = node.value
    name = owner.id if isinstance(owner, ast.Name) else owner.attr if isinstance(owner, ast.Attribute) else ""
    return isinstance(node.ctx, ast.Store) and name.lstrip("_") in owners


def aliases(tree: ast.AST, part: str) -> set[str]:
    """Return the local names by which a module calls a part."""
    found = {part, "game"} if part == "open" else {part}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Attribute) and node.value.attr == part:
            found |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return found


def writes(tree: ast.AST) -> Iterator[str]:
    """Yield the writes of a module to State and its parts from outside."""
    for part in PARTS:
        owners = aliases(tree, part)
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and is_store(node, owners) and node.attr in attributes(part):
                yield f"{node.lineno}: {part}.{node.attr}"


def test_state_and_its_parts_change_by_their_own_methods() -> None:
    found = {}
    for path in python_files(APP):
        if path.name not in GAME or path.parent != APP / "model":
            found[path.relative_to(ROOT).as_posix()] = list(writes(ast.parse(path.read_text())))
    assert {name: found[name] for name in found if found[name]} == {}


def test_a_change_of_the_state_from_outside_is_found() -> None:
    text = 'def f(state, x):\n    ui = state.ui\n    ui.notice = "no"\n    self._state.engine.status, state.open = x\n'
    assert sorted(writes(ast.parse(text))) == ["3: ui.notice", "4: engine.status", "4: state.open"]
