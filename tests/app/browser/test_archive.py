"""Effects on the archive of games, when boot/archive.mjs answers, fails or cannot be loaded."""

from __future__ import annotations

import asyncio
import json
import sys
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator


class Script:
    """Stands for boot/archive.mjs with two games. `trouble`: why it cannot reach them."""

    def __init__(self) -> None:
        self.trouble = ""
        self.texts = {"a": "A", "b": "B"}
        self.file = [{"id": "a"}, {"id": "c"}, 3]

    async def list(self) -> str:
        games = [] if self.trouble else [{"id": id} for id in self.texts]
        return json.dumps({"games": games, "trouble": self.trouble})

    def dates(self, times: str) -> str:
        return json.dumps([f"day {time}" for time in json.loads(times)])

    async def get(self, ids: str) -> str:
        texts = {} if self.trouble else {id: self.texts[id] for id in json.loads(ids) if id in self.texts}
        return json.dumps({"texts": texts, "trouble": self.trouble})

    def part(self, first: int, number: int) -> str:
        return json.dumps(self.file[first : first + number])

    async def clear(self) -> str:
        return json.dumps({"trouble": self.trouble})


class Page:
    """The page's browser: its archive and the intents that it dispatched."""

    def __init__(self) -> None:
        self.script: Script | None = Script()
        self.reloaded = False
        self.dispatched: list[tuple[str, Any]] = []

    async def load(self, name: str) -> Script:
        assert name == "archive"
        if self.script is None:
            raise RuntimeError("no network")
        return self.script

    def dispatch(self, intent: str, value: object = None) -> None:
        self.dispatched.append((intent, value))

    def answer(self, action: Any, *values: object) -> Any:
        """Carry out an action; return its answer."""
        self.dispatched.clear()
        asyncio.run(action(self.dispatch, *values, "answer"))
        return self.dispatched[0][1] if self.dispatched else None

    def reload(self) -> None:
        self.reloaded = True


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    """Return a page for the actions, with our own versions of the modules that only browsers have."""
    page = Page()
    date = SimpleNamespace(new=lambda: SimpleNamespace(toISOString=lambda: "2026-11-22T14:05:00.000Z"))
    browser = SimpleNamespace(load=page.load, replaceFragment=lambda _: None)
    modules: dict[str, dict[str, Any]] = {
        "js": {"Date": date, "window": SimpleNamespace(location=SimpleNamespace(reload=page.reload))},
        "pyscript": {},
        "pyscript.js_modules": {"browser": browser},
        "app.browser.storage": {"keep": lambda *_: True},
    }
    for name, values in modules.items():
        module = ModuleType(name)
        vars(module).update(values)
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.delitem(sys.modules, "app.browser.archive", raising=False)
    package = __import__("app.browser").browser
    monkeypatch.setattr(package, "storage", sys.modules["app.browser.storage"], raising=False)
    yield page
    sys.modules.pop("app.browser.archive", None)
    vars(package).pop("archive", None)


def test_a_missing_game_is_not_mistaken_for_one_that_cannot_be_read(page: Page) -> None:
    from app.browser import archive

    assert page.answer(archive.get_game, "a") == {"id": "a", "text": "A", "trouble": ""}
    assert page.answer(archive.get_game, "x") == {"id": "x", "text": None, "trouble": ""}
    assert page.script is not None
    page.script.trouble = "failed"
    assert page.answer(archive.get_game, "a") == {"id": "a", "text": None, "trouble": "failed"}
    page.script = None
    assert page.answer(archive.get_game, "a") == {"id": "a", "text": None, "trouble": "failed"}


def test_a_list_has_its_games_or_the_reason_why_not(page: Page) -> None:
    from app.browser import archive

    whole = {"games": [{"id": "a"}, {"id": "b"}], "dates": {"r": "day 7"}, "trouble": ""}
    assert page.answer(archive.list_games, {"r": 7}) == whole
    assert page.script is not None
    page.script.trouble = "none"
    assert page.answer(archive.list_games, {"r": 7}) == {"games": [], "dates": {"r": "day 7"}, "trouble": "none"}
    page.script = None
    assert page.answer(archive.list_games, {"r": 7}) == {"games": [], "dates": {}, "trouble": "failed"}
    assert page.answer(archive.list_games, {}) == {"games": [], "dates": {}, "trouble": "failed"}


def test_a_part_of_a_file_says_if_the_saved_games_cannot_be_read(page: Page) -> None:
    from app.browser import archive

    games = [{"id": "a"}, {"id": "c"}, 3]
    assert page.answer(archive.read_part, 0, 9) == {"first": 0, "games": games, "texts": {"a": "A"}, "trouble": ""}
    assert page.script is not None
    page.script.trouble = "full"
    assert page.answer(archive.read_part, 0, 9) == {"first": 0, "games": games, "texts": {}, "trouble": "full"}
    page.script = None
    assert page.answer(archive.read_part, 0, 9) == {"first": 0, "games": [], "texts": {}, "trouble": "failed"}


def test_the_page_reloads_only_after_everything_was_deleted(page: Page) -> None:
    from app.browser import archive

    assert page.script is not None
    for trouble, reloads in (("failed", False), ("full", False), ("", True), ("none", True)):
        page.script.trouble, page.reloaded = trouble, False
        assert page.answer(archive.clear) == (None if reloads else trouble)
        assert page.reloaded == reloads
