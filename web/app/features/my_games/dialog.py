"""My games on the page: its buttons, and moving games into the archive. view.py draws the dialog, importing.py imports.

The last games are in localStorage (browser/storage.py), where the start has them at once; older ones are in the
archive. A game that is opened again moves back to the last ones.
"""

from __future__ import annotations

import json

from morris_core.link import Link

from ...kernel.features import hook
from ...model.messages import Choice, Effects, Fields, JsObject
from ...model.reading import read
from ...model.saved import is_saved
from ...model.state import State
from ...model.stored_json import read_json
from ...model.translation import _, error_text, number_of
from ...update.games import open_link, open_saved, park_game
from ...update.moves import step
from . import importing
from .memory import FILTERS, PAGE, Memory, in_order
from .summary import OPEN, summary_of, write_summary
from .transfer import put_again
from .view import TROUBLE
from .view import build as build

NAME = "my-games"
UNDO = '[data-intent="my-games:undo"]'


def opened(state: State) -> Effects:
    """Read the games when the dialog opens. It waits no longer for a game that was chosen before."""
    state.withdraw("my-games:text")
    state.of(Memory).begin()
    return [("list-games", state.ask("my-games:recent"))]


def open_backup(state: State, file: JsObject | str) -> Effects:
    """Open the dialog and read a file of all games, or its text."""
    state.ui.open_dialog(NAME, {})
    effects = opened(state)
    state.of(Memory).tab = "file"
    return effects + importing.on_file(state, file)


def on_recent(state: State, found: list[tuple[str, object]]) -> Effects:
    """Handle the last games: next, read the older ones and the dates in words."""
    memory = state.of(Memory)
    memory.recent = dict(found)
    summaries = [summary_of(id, data) for id, data in found]
    times = {one.id: one.time for one in summaries if one is not None}
    return [("my-games:list", times, state.ask("my-games:listed"))]


def on_listed(state: State, answer: Fields) -> None:
    """Handle the archive's games, or the reason why it can't be read."""
    memory = state.of(Memory)
    memory.trouble = answer["trouble"]
    memory.take(answer["games"], answer["dates"], answer.get("aside", 0))
    if memory.imported is not None:
        # Another tab may have deleted some of them meanwhile.
        listed = memory.imported & {one.id for one in memory.games or []}
        number = len(memory.imported if memory.trouble else listed)
        memory.said = number_of("{number} game was imported.", "{number} games were imported.", number)
        memory.imported = None


def on_fresh(state: State, found: list[tuple[str, object]]) -> None:
    """Handle the last games, read again for a file."""
    state.of(Memory).recent = dict(found)


def on_choose(state: State, value: Choice) -> None:
    """Select a tab or change a field of the filter."""
    memory = state.of(Memory)
    if value["name"] == "my-games-tab":
        memory.tab = value["value"]
        memory.asked = False
        memory.clear_messages()
    elif value["name"] in FILTERS:
        memory.filter[value["name"]] = value["value"]
        memory.listed = PAGE


def on_more(state: State, _value: object) -> None:
    state.of(Memory).listed += 2 * PAGE


def on_any(state: State, _value: object) -> None:
    """Reset the filter."""
    state.of(Memory).filter = dict.fromkeys(FILTERS, "")


# --- opening and deleting ---------------------------------------------------------------------------------------------


def on_open(state: State, id: str, how: str = "open") -> Effects | None:
    """Continue a game, replay one that has ended, or review it."""
    memory = state.of(Memory)
    state.ui.open_dialog(NAME, {"how": how})
    if id in memory.recent:
        return _show(state, id, memory.recent[id], "")
    return [("my-games:get", id, state.ask("my-games:text"))]


def on_review(state: State, id: str) -> Effects | None:
    return on_open(state, id, "review")


def on_text(state: State, value: Fields) -> Effects | None:
    """Handle a game from the archive, or the reason why it can't be read."""
    if state.ui.dialog != NAME:
        return None
    if value["trouble"]:
        state.of(Memory).problem = TROUBLE.get(value["trouble"], TROUBLE["failed"])
        return None
    if value["text"] is None:
        state.of(Memory).problem = _("This game was deleted in another tab.")
        return None
    return _show(state, value["id"], read_json(value["text"]), value["text"])


def _show(state: State, id: str, data: object, text: str) -> Effects | None:
    """Put a game on the board. `text` is the stored text of a game from the archive."""
    game = read(id, data) if is_saved(data) else None
    if game is None or not isinstance(data, dict):
        state.of(Memory).problem = _("This game can't be read: it was saved by a newer version of this page.")
        return None
    # A game that can't be read completely stays where it is.
    effects: Effects = [("restore-game", id, text)] if text and game.whole else []
    how = state.ui.draft.get("how")
    park_game(state)
    if state.parked is not None and state.parked.id == id:
        state.park(None)
    state.ui.close_dialog()
    if data.get("side"):
        link = Link.read(data["link"])
        effects += open_link(state, link, error_text(link.problem) if link.problem else "")
    else:
        open_saved(state, id, data)
    if how == "review":
        review = hook("explain")
        return effects + [("reveal",)] + (review(state) if review is not None else [])
    summary = summary_of(id, data)
    if summary is not None and summary.ending != OPEN:
        effects += step(state, "first") or []
    return effects + [("reveal",)]


def on_delete(state: State, id: str) -> Effects | None:
    """Delete a game. It can be brought back while the dialog is open."""
    memory = state.of(Memory)
    memory.clear_messages()
    return [("my-games:take", id, state.ask("my-games:taken", key=id))]


def on_taken(state: State, value: Fields) -> Effects | None:
    """Handle the archive's answer to a deletion.

    A game in localStorage is deleted only after the archive's copy, or that older copy would be listed again.
    """
    memory, id = state.of(Memory), value["id"]
    is_recent = id in memory.recent
    if value["trouble"] and not (is_recent and value["trouble"] == "none"):
        memory.problem = _("The game couldn't be deleted just now.")
        return None
    if not is_recent:
        return _gone(state, id, read_json(value["text"]))
    return [("forget-game", id)] + _gone(state, id, memory.recent.pop(id))


def _gone(state: State, id: str, data: object) -> Effects:
    """Remove a deleted game from the list and offer it back. `data` is None if another tab deleted it first."""
    memory = state.of(Memory)
    summary = memory.find(id)
    if summary is None:
        return []
    memory.games = [one for one in memory.games or [] if one.id != id]
    memory.deleted = None if data is None else (summary, data)
    if state.parked is not None and state.parked.id == id:
        state.park(None)
    return [] if data is None else [("focus", UNDO)]


def on_undo(state: State, _value: object) -> Effects | None:
    """Bring the deleted game back."""
    memory = state.of(Memory)
    if memory.deleted is None:
        return None
    summary, data = memory.deleted
    memory.deleted = None
    memory.recent[summary.id] = data
    memory.games = in_order((memory.games or []) + [summary])
    return [("restore-game", summary.id, json.dumps(data)), ("focus", f'[data-game="{summary.id}"] button')]


# --- the archive ------------------------------------------------------------------------------------------------------


def put_away(state: State, found: list[tuple[str, str]]) -> Effects | None:
    """Move the games over the limit of the last ones, given as (id, text), into the archive."""
    games = []
    for id, text in found:
        summary = summary_of(id, read_json(text))
        if summary is not None:
            games.append((id, text, write_summary(summary), None, [("archived-game", id, text)]))
    return [("my-games:put", games, state.ask("my-games:stored"))] if games else None


def on_stored(state: State, answer: Fields) -> Effects:
    """Handle the archive's answer. Games that it could not take stay in localStorage."""
    memory = state.of(Memory)
    memory.trouble = answer["trouble"]
    if memory.trouble == "full" and not memory.warned:
        memory.warned = True
        state.ui.say(TROUBLE["full"])
    effects: Effects = []
    for game in answer["games"]:
        if game[0] in answer.get("kept", []):
            effects += game[4]
    again = put_again(answer)
    return effects + [("my-games:put", again, state.ask("my-games:stored"))] if again else effects
