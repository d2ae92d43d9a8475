"""Sources of the page as they run: without what only type checkers and readers need.

MicroPython evaluates no annotations and has no `typing`, so the build leaves out imports and definitions that only
annotations use, and makes a plain named tuple of each NamedTuple. The names of imports say where a module stands among
the others, so tools that ask what a module imports ask for that too.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache

TYPING = ("typing", "collections.abc")
GENERIC = {"dict", "list", "tuple", "set", "frozenset", "type"}
# Methods for copy, pickle, notebooks and the console, none of which the page has.
NOT_CALLED = {"__repr__", "__copy__", "__deepcopy__", "__reduce__", "__reduce_ex__", "_repr_svg_"}
PLAIN = {"int", "str", "bool", "float", "bytes", "object", "None"}


@cache
def runtime_source(text: str) -> str:
    r"""Return the source of a module without what only annotations and CPython use. Its other lines keep their numbers.

    >>> runtime_source("from typing import Any\nfrom a import B, c\n\ndef f(x: Any) -> B:\n    return c(x)\n")
    '\nfrom a import c\n\ndef f(x: Any) -> B:\n    return c(x)\n'
    >>> runtime_source("from typing import NamedTuple\n\nclass A(NamedTuple):\n    x: int\n    y: str\n")
    "from collections import namedtuple\n\nA = namedtuple('A', ('x', 'y'))\n\n\n"
    """
    tree = ast.parse(text)
    named_tuples = {node.name: _fields(node) for node in tree.body if isinstance(node, ast.ClassDef) and _fields(node)}
    unused = _only_annotated(tree, named_tuples)
    lines = text.splitlines(keepends=True)
    members = [one for node in tree.body if isinstance(node, ast.ClassDef) for one in node.body]
    for member in members:
        if isinstance(member, ast.FunctionDef) and member.name in NOT_CALLED and member.end_lineno:
            lines[member.lineno - 1 : member.end_lineno] = ["\n"] * (member.end_lineno - member.lineno + 1)
    for node in tree.body:
        new = _rest(node, unused, named_tuples)
        if new is not None:
            assert node.end_lineno is not None
            lines[node.lineno - 1 : node.end_lineno] = [new + "\n", *["\n"] * (node.end_lineno - node.lineno)]
    return "".join(lines)


def _rest(node: ast.stmt, unused: set[str], named_tuples: dict[str, list[str]]) -> str | None:
    """Return what becomes of a statement; None if it stays."""
    if isinstance(node, ast.ImportFrom) and node.module == "__future__":
        return ""
    if isinstance(node, ast.ImportFrom | ast.Import):
        left = [one for one in node.names if (one.asname or one.name) not in unused or one.asname == one.name]
        if len(left) == len(node.names):
            return None
        plain = ["from collections import namedtuple"] if named_tuples and "NamedTuple" in _names(node) else []
        if not left:
            return "".join(plain)
        rest = ast.ImportFrom(node.module, left, node.level) if isinstance(node, ast.ImportFrom) else ast.Import(left)
        return "; ".join([ast.unparse(rest), *plain])
    if _for_types(node):
        return ""
    if isinstance(node, ast.ClassDef) and node.name in named_tuples:
        return f"{node.name} = namedtuple({node.name.lstrip('_')!r}, {tuple(named_tuples[node.name])!r})"
    return "" if set(_names(node)) & unused else None


def _for_types(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING" and not node.orelse


def _fields(node: ast.ClassDef) -> list[str]:
    """Return the fields of a named tuple without methods and defaults, or []."""
    found = []
    for one in node.body:
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name) and one.value is None:
            found.append(one.target.id)
        elif not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)):
            return []
    return found if [ast.unparse(one) for one in node.bases] == ["NamedTuple"] else []


def _only_annotated(tree: ast.Module, named_tuples: dict[str, list[str]]) -> set[str]:
    """Return the names at the top of a module that only annotations use."""
    types: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module in TYPING:
            types |= {*_names(node)}
        elif isinstance(node, ast.ClassDef):
            bases = {ast.unparse(one).partition("[")[0] for one in node.bases}
            types |= {node.name} if bases & (types - {"NamedTuple"}) else set()
        elif isinstance(node, ast.Assign) and _is_type(node.value, types):
            types |= {*_names(node)}
    imported = {name for node in tree.body if isinstance(node, ast.ImportFrom | ast.Import) for name in _names(node)}
    run = [
        node for node in tree.body if not {*_names(node)} & {*types, *named_tuples} - imported and not _for_types(node)
    ]
    used = {name for node in run for name in _used(node)}
    mentioned = set(re.findall(r"\w+", " ".join(_words(tree))))
    return ((imported | types) & mentioned | types) - used


def _words(tree: ast.Module) -> Iterator[str]:
    """Yield the names in a module, and the annotations in quotation marks."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.id
        for annotation in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            texts = ast.walk(annotation) if annotation else ()
            yield from (one.value for one in texts if isinstance(one, ast.Constant) and isinstance(one.value, str))


def _is_type(value: ast.expr, for_types: set[str]) -> bool:
    """Return whether the value of a definition is a type, such as dict[str, Any]."""
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.BitOr):
        return _is_type(value.left, for_types | PLAIN) and _is_type(value.right, for_types | PLAIN)
    if isinstance(value, ast.Constant):
        return value.value is None and "None" in for_types
    if isinstance(value, ast.Subscript):
        return isinstance(value.value, ast.Name) and value.value.id in for_types | GENERIC
    if isinstance(value, ast.Call):
        return isinstance(value.func, ast.Name) and value.func.id == "TypeVar"
    return isinstance(value, ast.Name) and value.id in for_types


def _names(node: ast.stmt) -> list[str]:
    """Return the names that an import or a definition at the top of a module gives."""
    if isinstance(node, ast.ImportFrom | ast.Import):
        return [one.asname or one.name for one in node.names]
    if isinstance(node, ast.ClassDef | ast.FunctionDef):
        return [node.name]
    return [one.id for one in node.targets if isinstance(one, ast.Name)] if isinstance(node, ast.Assign) else []


def _used(node: ast.AST) -> Iterator[str]:
    """Yield the names of the module that a statement uses when it runs."""
    if isinstance(node, ast.Name):
        yield node.id
    if isinstance(node, ast.Assign) and _names(node) == ["__all__"]:
        yield from ast.literal_eval(node.value)
    own: set[str] = set()  # what a function imports when it is called
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        inner = [one for one in ast.walk(node) if isinstance(one, ast.ImportFrom | ast.Import)]
        own = {name for one in inner for name in _names(one)}
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from (one for one in _used(child) if one not in own)
