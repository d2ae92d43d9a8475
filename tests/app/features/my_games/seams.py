"""My games, for the seams' test: see tests/seams/world.py."""

from __future__ import annotations

import json
from typing import Any

from app.model.state import State

from tests.app.features.my_games.test_my_games import archived
from tests.app.features.my_games.test_transfer import HEAD
from tests.app.playing import game_data
from tests.seams.world import About, give, handle, in_turn, saved_data

LINK = "v=nine&m=d6.f4.d2.b4.f6.b2.b6xf4"
ARCHIVED = "old-1"
RECENT = [("mine-1", game_data(LINK + "&w=level4", 7)), ("three", game_data("v=three&m=a3.a1", 6))]
LISTED = {"games": [archived(ARCHIVED, LINK, 3)], "dates": {}, "trouble": ""}
NO_ARCHIVE = {"games": [], "dates": {}, "trouble": "failed"}


def text_of_archived() -> dict[str, Any]:
    return {"id": ARCHIVED, "text": json.dumps(game_data(LINK, 3)), "trouble": ""}


def listed(state: State) -> None:
    """Let the games be listed."""
    give(state, "my-games:recent", RECENT)
    give(state, "my-games:listed", LISTED)


def opened(state: State) -> None:
    """Open the dialog, with some games."""
    handle(state, "open", "my-games")
    listed(state)


def filtered(state: State) -> None:
    opened(state)
    handle(state, "my-games:choose", {"name": "game", "value": "three"})


def open_archived(state: State, how: str = "open") -> list[Any]:
    opened(state)
    return list(handle(state, "my-games:" + how, ARCHIVED))


def delete(state: State, id: str = ARCHIVED) -> list[Any]:
    opened(state)
    return list(handle(state, "my-games:delete", id))


def on_file(state: State) -> None:
    opened(state)
    handle(state, "my-games:choose", {"name": "my-games-tab", "value": "file"})


def export(state: State) -> list[Any]:
    on_file(state)
    return list(handle(state, "my-games:export"))


STORED = {"stored": {"settings": {"theme": "dark"}}, "now": "2026-11-22T14:05:00Z", "trouble": ""}
NOT_STORED = {"now": "2026-11-22T14:05:00Z", "trouble": "failed"}
GAMES = [
    dict(game_data("v=nine&m=a1.b4", 8), id="new-1"),
    dict(game_data(LINK + "&w=level4", 9), id="mine-1"),
    {"id": 3},
]


def export_more(state: State) -> list[Any]:
    export(state)
    give(state, "my-games:fresh", RECENT)
    return give(state, "my-games:export-with", STORED)


def read_file(state: State) -> list[Any]:
    on_file(state)
    return list(handle(state, "my-games:file", object()))


READ = {
    "name": "a.json",
    "head": dict(HEAD, stored={"settings": {"theme": "light"}, "lessons": {"first": {"step": 1, "done": True}}}),
    "count": len(GAMES),
    "trouble": "",
}
PART = {"first": 0, "games": GAMES, "texts": {}, "trouble": ""}
NO_PART = {"first": 0, "games": [], "texts": {}, "trouble": "failed"}


def look(state: State) -> list[Any]:
    read_file(state)
    give(state, "my-games:fresh", RECENT)
    return give(state, "my-games:read", READ)


def imported(state: State) -> list[Any]:
    """Read the file to its end, and press Import."""
    look(state)
    give(state, "my-games:look", PART)
    handle(state, "my-games:settings", {"name": "settings", "value": True})
    return list(handle(state, "my-games:import"))


def write(state: State) -> list[Any]:
    imported(state)
    return give(state, "my-games:write", PART)


WRITTEN = {"kept": ["new-1"], "changed": {}, "trouble": "", "games": []}


def merge(state: State) -> list[Any]:
    write(state)
    return give(state, "my-games:written", WRITTEN)


def erase(state: State) -> list[Any]:
    on_file(state)
    handle(state, "my-games:ask", "yes")
    return list(handle(state, "my-games:erase"))


def store(state: State) -> list[Any]:
    """Move a game into the archive."""
    return list(handle(state, "surplus", OVER_LIMIT))


OVER_LIMIT = [("far-1", json.dumps(game_data(LINK, 2)))]
PUT: list[Any] = [("far-1", OVER_LIMIT[0][1], {}, None, [("archived-game", "far-1", OVER_LIMIT[0][1])])]


def _text(text: str | None, trouble: str = "") -> dict[str, Any]:
    return {"id": ARCHIVED, "text": text, "trouble": trouble}


def _taken(id: str, text: str | None, trouble: str = "") -> Any:
    return About(lambda _state: id, {"id": id, "text": text, "trouble": trouble})


def _put(**fields: Any) -> dict[str, Any]:
    return dict({"kept": [], "changed": {}, "trouble": "", "games": PUT}, **fields)


SCREENS = {
    "my games": opened,
    "my games, filtered": filtered,
    "a game from the archive, awaited": open_archived,
    "a file looked at": look,
    "a file being imported": imported,
    "everything about to be deleted": in_turn(on_file, ("my-games:ask", "yes")),
    "a game opened from the list": in_turn(opened, ("my-games:open", "three")),
    "a game deleted": in_turn(
        lambda state: delete(state, "three"),
        lambda state: give(state, "my-games:taken", {"id": "three", "text": None, "trouble": "none"}),
    ),
}
ASKED = {
    "my-games:recent": (
        lambda state: handle(state, "open", "my-games"),
        [RECENT, []],
        [[("mine-1", None), ("x", 3), ("y", {"link": 3})]],
    ),
    "my-games:listed": (
        in_turn(("open", "my-games"), lambda state: give(state, "my-games:recent", RECENT)),
        [LISTED],
        [NO_ARCHIVE, {"games": [None, 3, {}], "dates": {}, "trouble": ""}],
    ),
    "my-games:fresh": (export, [RECENT], [[("mine-1", None)]]),
    "my-games:text": (
        open_archived,
        [text_of_archived()],
        [_text(None), _text("{"), _text(None, "failed")],
    ),
    "my-games:text for a review": (
        lambda state: open_archived(state, "review"),
        [text_of_archived()],
        [_text(None), _text("3"), _text(None, "failed")],
    ),
    "my-games:taken": (
        delete,
        [_taken(ARCHIVED, text_of_archived()["text"])],
        [_taken(ARCHIVED, None, "failed"), _taken(ARCHIVED, None)],
    ),
    "my-games:taken of the last games": (
        lambda state: delete(state, "three"),
        [_taken("three", None), _taken("three", None, "none")],
        [_taken("three", None, "failed")],
    ),
    "my-games:stored": (
        store,
        [_put(kept=["far-1"])],
        [
            _put(trouble="full"),
            _put(trouble="failed"),
            _put(changed={"far-1": json.dumps(game_data("v=nine&m=a1", 4))}),
        ],
    ),
    "my-games:export-with": (export, [STORED], [NOT_STORED]),
    "my-games:saved": (
        export_more,
        [{"count": 4, "trouble": ""}],
        [{"count": 3, "trouble": "failed"}, {"trouble": "failed"}],
    ),
    "my-games:read": (
        read_file,
        [READ],
        [
            {"name": "a.json", "trouble": "damaged"},
            {"name": "a.json", "trouble": "", "head": {}, "count": -1},
            {"name": "a.json", "trouble": "unreadable"},
        ],
    ),
    "my-games:look": (look, [PART], [NO_PART, dict(PART, first=7)]),
    "my-games:write": (imported, [PART], [NO_PART]),
    "my-games:written": (
        write,
        [WRITTEN],
        [dict(WRITTEN, kept=[], trouble="full"), dict(WRITTEN, kept=[], trouble="none")],
    ),
    "my-games:merged": (merge, [True], [False]),
    "my-games:erased": (erase, ["failed"], []),
}
NEWS = {
    "surplus of the last games": [
        OVER_LIMIT,
        [],
        [("x", "{"), ("y", "null")],
        [("own", json.dumps(saved_data(LINK, 4)))],
    ],
}
