"""Effects on the archive of games, when archive.mjs answers, fails or cannot be loaded."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from app.features import table as _table  # noqa: F401 - it fills FEATURES
from app.kernel.features import feature

MODULE = "app.features.my_games.effects"


class Script:
    """Stands for archive.mjs with two games. `trouble`: why it cannot reach them."""

    def __init__(self) -> None:
        self.trouble = ""
        self.texts = {"a": "A", "b": "B"}

    async def list(self, after: str, number: int) -> str:
        games = [] if self.trouble else [{"id": id} for id in self.texts if id > after][:number]
        return json.dumps({"games": games, "trouble": self.trouble})

    async def dates(self, times: str) -> str:
        return json.dumps({"dates": [f"day {time}" for time in json.loads(times)]})

    async def get(self, ids: str) -> str:
        texts = {} if self.trouble else {id: self.texts[id] for id in json.loads(ids) if id in self.texts}
        return json.dumps({"texts": texts, "trouble": self.trouble})

    async def part(self, first: int, number: int) -> str:
        return json.dumps({"games": FILE[first : first + number]})

    async def read(self, file: Any) -> str:
        self.parts: list[str] = file.text.splitlines(keepends=True)
        self.added: list[Any] = []
        return json.dumps({"records": True, "trouble": self.trouble})

    def lines(self) -> str:
        return self.parts.pop(0) if self.parts else ""

    def share(self) -> float:
        return 50.0

    def add(self, games: str) -> None:
        self.added += json.loads(games)

    async def clear(self) -> str:
        return json.dumps({"trouble": self.trouble})


class Page:
    """The page's browser: its archive and the intents that it dispatched."""

    def __init__(self) -> None:
        self.script = Script()
        self.offline = False
        self.reloaded = False
        self.dispatched: list[tuple[str, Any]] = []
        self.archive: Any = None

    async def load(self, name: str) -> Script:
        assert name == "archive"
        if self.offline:
            raise RuntimeError("no network")
        return self.script

    def dispatch(self, intent: str, value: object = None) -> None:
        self.dispatched.append((intent, value))

    def answer(self, action: str, *values: object) -> Any:
        """Carry out an action; return its answer."""
        self.dispatched.clear()
        carry_out = feature("my-games").resolve(feature("my-games").effects[action])
        asyncio.run(carry_out(self.dispatch, *values, "answer"))
        return self.dispatched[0][1] if self.dispatched else None

    def reload(self) -> None:
        self.reloaded = True


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    """Return a page for the actions, with our own versions of the modules that only browsers have."""
    page = Page()
    date = SimpleNamespace(new=lambda: SimpleNamespace(toISOString=lambda: "2026-11-22T14:05:00.000Z"))
    kept = {"aside morris 7 morris-game.a": "{", "aside morris 8 morris-settings": "{", "morris-game.b": "{}"}
    under = lambda prefix: [one for one in kept.items() if one[0].startswith(prefix)]  # noqa: E731
    browser = SimpleNamespace(load=page.load, replaceFragment=lambda _: None, keptUnder=under)
    file = lambda parts, name: SimpleNamespace(text="".join(parts), name=name)  # noqa: E731
    window = SimpleNamespace(location=SimpleNamespace(reload=page.reload), File=SimpleNamespace(new=file))
    modules: dict[str, dict[str, Any]] = {
        "js": {"Date": date, "window": window},
        "pyscript": {},
        "pyscript.ffi": {"to_js": tuple},
        "pyscript.js_modules": {"browser": browser},
    }
    for name, values in modules.items():
        module = ModuleType(name)
        vars(module).update(values)
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.delitem(sys.modules, MODULE, raising=False)
    page.archive = __import__(MODULE, fromlist=["x"])
    yield page
    sys.modules.pop(MODULE, None)
    vars(sys.modules["app.features.my_games"]).pop("effects", None)


FILE = [{"id": "a"}, {"id": "c"}, 3]
LISTED, DATES = [{"id": "a"}, {"id": "b"}], {"r": "day 7"}
# An action with its values; its answer; what differs if the saved games cannot be read, and if the script cannot load.
ANSWERS: list[tuple[tuple[Any, ...], dict[str, Any], dict[str, Any], dict[str, Any]]] = [
    (("get", "a"), {"id": "a", "text": "A"}, {"text": None}, {"text": None}),
    (("get", "x"), {"id": "x", "text": None}, {}, {}),
    (("list", {"r": 7}), {"games": LISTED, "dates": DATES, "aside": 1}, {"games": []}, {"games": [], "dates": {}}),
    (("list", {}), {"games": LISTED, "dates": {}, "aside": 1}, {"games": []}, {"games": []}),
    (("read-part", 0, 9), {"first": 0, "games": FILE, "texts": {"a": "A"}}, {"texts": {}}, {"games": [], "texts": {}}),
]


def test_a_list_in_portions_is_whole(page: Page) -> None:
    page.script.texts = {f"game-{number:05}": "" for number in range(3 * page.archive.PORTION)}
    assert [one["id"] for one in page.answer("list", {})["games"]] == list(page.script.texts)


@pytest.mark.parametrize(("action", "answer", "unreadable", "offline"), ANSWERS)
def test_an_answer_says_why_it_has_less(
    page: Page, action: tuple[Any, ...], answer: dict[str, Any], unreadable: dict[str, Any], offline: dict[str, Any]
) -> None:
    assert page.answer(*action) == {**answer, "trouble": ""}
    page.script.trouble = "full"
    assert page.answer(*action) == {**answer, **unreadable, "trouble": "full"}
    page.offline = True
    assert page.answer(*action) == {**answer, **offline, "trouble": "failed"}


def test_a_text_is_read_as_a_file(page: Page) -> None:
    lines = "".join([f'[White "{number}"]\n1. d6 f4 *\n\n' for number in range(12)]) + "1. d6 z9 *\n"
    page.answer("read-file", SimpleNamespace(text=lines, name="a.txt"))
    assert page.dispatched[:-1] == [("my-games:progress", 50)] * 2
    answer = page.dispatched[-1][1]
    assert (answer["name"], answer["records"], answer["count"], answer["faults"]) == ("a.txt", True, 12, 1)
    assert answer["reason"].startswith("Line 37, ")
    assert [one["more"]["names"][0] for one in page.script.added] == [str(number) for number in range(12)]
    assert page.answer("read-file", "1. a7")["name"] == "The pasted text"


def test_reading_a_file_of_records_can_be_cancelled(page: Page) -> None:
    read = page.archive.read_file
    chosen = SimpleNamespace(text="1. d6 f4 *\n\n" * 30, name="a.txt")

    def dispatch(intent: str, value: object) -> None:
        page.dispatch(intent, value)
        page.archive.stop_reading(dispatch)

    asyncio.run(read(dispatch, chosen, "answer"))
    assert page.dispatched == [("my-games:progress", 50)]


def test_the_page_reloads_only_after_everything_was_deleted(page: Page) -> None:
    for trouble, reloads in (("failed", False), ("full", False), ("", True), ("none", True)):
        page.script.trouble, page.reloaded = trouble, False
        assert page.answer("clear") == (None if reloads else trouble)
        assert page.reloaded == reloads
