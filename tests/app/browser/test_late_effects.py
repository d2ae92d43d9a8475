"""Effects whose answer goes to the controller: its own errors are never taken for the browser's refusal."""

from __future__ import annotations

import ast
import asyncio
import sys
from collections.abc import Callable, Generator, Iterator
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from app.kernel.features import Ticket

from tools.sources import ROOT


class Bug(Exception):
    """An error in a handler."""


class Script:
    """Stands for any script of boot/: each of its functions works."""

    def __getattr__(self, name: str) -> Any:
        return Call()


class Call:
    """A function whose result is false and can be awaited."""

    def __call__(self, *_values: object) -> Call:
        return self

    def __bool__(self) -> bool:
        return False

    def __await__(self) -> Generator[None, None, Script]:
        yield from ()
        return Script()


async def load(_name: str) -> Script:
    return Script()


@pytest.fixture
def modules(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Any]]:
    """Return a function that imports a module of the page, with our own versions of those that only browsers have."""
    anything = SimpleNamespace()
    window = SimpleNamespace(navigator=SimpleNamespace(clipboard=Script()))
    js = dict.fromkeys(
        ("URL", "requestAnimationFrame", "JSON", "MessageChannel", "Promise", "location", "setTimeout"), anything
    )
    document = SimpleNamespace(addEventListener=lambda *_: None)
    container = SimpleNamespace(controller=True, addEventListener=lambda *_: None, register=register)
    browser = SimpleNamespace(load=load, serviceWorkers=lambda: container, tableMemory=lambda: 0, kept=lambda _: None)
    ours: dict[str, dict[str, Any]] = {
        "js": {**js, "document": document, "window": window, "navigator": anything, "Date": Date},
        "pyscript": {"window": window},
        "pyscript.ffi": {"create_proxy": lambda value: value, "to_js": lambda value: value},
        "pyscript.js_modules": {"browser": browser},
    }
    for name, values in ours.items():
        module = ModuleType(name)
        vars(module).update(values)
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(window, "addEventListener", lambda *_: None, raising=False)
    before = set(sys.modules)
    yield lambda name: __import__(f"app.{name}", fromlist=["x"])
    for name in set(sys.modules) - before:
        if name.startswith("app.browser.") or name.endswith(".effects"):
            package, _dot, last = name.rpartition(".")
            del sys.modules[name]
            delattr(sys.modules[package], last)


class Date:
    @staticmethod
    def now() -> int:
        return 0


async def register(*_values: object) -> object:
    return SimpleNamespace(active=False, waiting=None, installing=None, addEventListener=lambda *_: None)


# A module, a function of it, and its values besides `dispatch` and the ticket.
EFFECTS: list[tuple[str, str, tuple[Any, ...]]] = [
    ("browser.late_effects", "do_copy", ("text", "link")),
    ("features.share.effects", "save_film", ("a.gif", 2, str)),
    ("features.share.effects", "draw_qr", ("text",)),
    ("features.live.effects", "prepare", ()),
    ("features.live.effects", "recall", ("game",)),
    ("features.live.effects", "post", ("code", 0)),
]


# Those of features that there are.
THERE = [one for one in EFFECTS if (ROOT / "web/app" / (one[0].replace(".", "/") + ".py")).exists()]


@pytest.mark.parametrize(("module", "name", "values"), THERE, ids=[name for _module, name, _values in THERE])
def test_an_error_of_a_handler_is_raised(
    modules: Callable[[str], Any], module: str, name: str, values: tuple[Any, ...]
) -> None:
    heard = []

    def dispatch(ticket: object, value: object = None) -> None:
        heard.append(ticket)
        raise Bug

    with pytest.raises(Bug):
        asyncio.run(getattr(modules(module), name)(dispatch, Ticket("answer"), *values))
    assert len(heard) == 1, "it is not sent again as the answer to a refusal"


def test_an_error_of_a_handler_does_not_forbid_the_service_worker(modules: Callable[[str], Any]) -> None:
    def dispatch(intent: str, facts: dict[str, Any]) -> None:
        if facts.get("support") == "yes":
            raise Bug

    offline = modules("features.offline.effects").Offline(dispatch)
    with pytest.raises(Bug):
        asyncio.run(offline.do_start())
    assert offline.facts["support"] == "yes"


def test_no_intent_is_dispatched_where_all_errors_are_caught() -> None:
    found = []
    for path in sorted((ROOT / "web/app").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Try) and any(_catches_all(handler) for handler in node.handlers):
                calls = [call.func for part in node.body for call in ast.walk(part) if isinstance(call, ast.Call)]
                names = [func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "") for func in calls]
                found += [f"{path.name}:{node.lineno}" for name in names if name in ("dispatch", "_dispatch", "change")]
    assert found == []


def _catches_all(handler: ast.ExceptHandler) -> bool:
    return handler.type is None or (isinstance(handler.type, ast.Name) and handler.type.id == "Exception")
