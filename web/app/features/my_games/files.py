"""Export and import step by step, and deleting everything. transfer.py has the rules."""

from __future__ import annotations

import json

from ...model.settings import read_settings
from ...model.stored_json import read_json
from ...model.translation import _, number_of
from .memory import Memory
from .summary import summary_of, write_summary
from .transfer import (
    OTHER,
    PART,
    SAME,
    SHORTER,
    Plan,
    check_game,
    check_head,
    combined,
    file_head,
    kind_of,
    merged_stored,
    other_id,
    other_lines,
    put_again,
)
from .view import TROUBLE as NOT_LISTED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...model.messages import Choice, Effects, Fields, JsObject
    from ...model.state import Handler, State

# Why a file could not be read, or games not be written.
TROUBLE = {
    "large": _("{name} is too large: the limit is 64 MB. Nothing was changed."),
    "unreadable": _("Couldn't read {name} as text. Nothing was changed."),
    "damaged": _("{name} is damaged: it's incomplete or was changed. Nothing was changed here."),
    "full": _("This device is out of space: {done} of {total} games were saved. The games you already had are safe."),
    "none": _("This browser can't save older games here, so the file couldn't be imported. Nothing was changed."),
    "failed": _("Couldn't save all the games: {done} of {total} were saved. The games you already had are safe."),
}
NO_FILE = _("Couldn't create the file: you're offline.")


def _memory(state: State) -> Memory:
    memory: Memory = state.panels.memory
    return memory


# --- export -----------------------------------------------------------------------------------------------------------


def _export(state: State, _value: object) -> Effects:
    """Save everything as a file: first, read the current data."""
    memory = _memory(state)
    memory.said = memory.problem = ""
    return [("list-games", "my-games:fresh"), ("archive", "stored", "my-games:export-with")]


def _export_with(state: State, answer: Fields) -> Effects | None:
    """Handle the stored data besides games."""
    memory = _memory(state)
    if answer["trouble"]:
        memory.problem = NO_FILE
        return None
    games = [
        (id, json.dumps(data))
        for id, data in memory.recent.items()
        if data is not None and not (isinstance(data, dict) and data.get("plies") == 0)
    ]
    name = "morris-" + str(answer["now"])[:10] + ".json"
    head = file_head(answer["stored"], answer["now"])
    return [("archive", "save", name, head, games, "my-games:saved")]


def _saved(state: State, answer: Fields) -> None:
    """Handle the finished file. It may lack the archive's games, or could not be made."""
    memory = _memory(state)
    if "count" not in answer:
        memory.problem = NO_FILE
        return
    if answer["trouble"] not in ("", "none"):
        memory.problem = _("The older games couldn't be read, so they may be missing from the file.")
    memory.said = number_of(
        "The file with {number} game, your settings and your progress is in your downloads.",
        "The file with {number} games, your settings and your progress is in your downloads.",
        answer["count"],
    )


# --- import -----------------------------------------------------------------------------------------------------------


def _file(state: State, file: JsObject) -> Effects:
    """Read the file that was selected."""
    memory = _memory(state)
    memory.plan = None
    memory.said = memory.problem = ""
    memory.busy = True
    return [("list-games", "my-games:fresh"), ("archive", "read", file, "my-games:read")]


def _read(state: State, answer: Fields) -> Effects | None:
    """Handle the contents of a file: check its head, then its games in portions."""
    memory = _memory(state)
    memory.busy = False
    name = answer["name"][:60]
    if answer["trouble"]:
        memory.problem = TROUBLE.get(answer["trouble"], TROUBLE["damaged"]).format(name=name, done=0, total=0)
        return None
    head: Fields = answer.get("head") or {}
    total = answer.get("count", -1)
    problem = check_head(head, total)
    if problem:
        memory.problem = _("{name}: {problem}").format(name=name, problem=problem)
        return None
    memory.busy = True
    memory.plan = Plan(head, total)
    return _next(memory.plan, "my-games:look")


def _next(plan: Plan, intent: str) -> Effects:
    # The games here are read again, because they may have changed since.
    return [("list-games", "my-games:fresh"), ("archive", "part", plan.seen, PART, intent)]


def _kinds(memory: Memory, value: Fields) -> list[tuple[Fields, str, object]]:
    """Return some readable games of the file, each with its kind and the game of the same id here."""
    plan = memory.plan
    found = []
    for number, data in enumerate(value["games"]):
        if plan is None or value["first"] + number in plan.damaged:
            continue
        mine = _own(memory, value, data["id"])
        kind = kind_of(data, mine)
        if kind == OTHER:
            # An earlier import may have saved it beside the other one.
            kind = OTHER if memory.find(other_id(data)) is None else SAME
        found.append((data, kind, mine))
    return found


def _own(memory: Memory, value: Fields, id: str) -> object:
    """Return the saved data of a game, or None if there is none."""
    return memory.recent[id] if id in memory.recent else read_json(value["texts"].get(id))


def _unknown(value: Fields, plan: Plan) -> bool:
    """Return whether the next games of the file, or their copies here, could not be read. "none" means that this
    browser has no archive, so it can't have copies."""
    return value["trouble"] not in ("", "none") or (not value["games"] and plan.seen < plan.total)


def _look(state: State, value: Fields) -> Effects | None:
    """Count the kinds of some games of the file."""
    memory = _memory(state)
    plan = memory.plan
    if plan is None or plan.ready or value["first"] != plan.seen:
        return None
    if _unknown(value, plan):
        memory.problem = NOT_LISTED["failed"]
        memory.plan = None
        memory.busy = False
        return None
    for number, data in enumerate(value["games"]):
        reason = check_game(data)
        if reason:
            plan.reason = plan.reason or _("Game {number}: {reason}").format(
                number=plan.seen + number + 1, reason=reason
            )
            plan.damaged.add(plan.seen + number)
    for _data, kind, _mine in _kinds(memory, value):
        plan.counts[kind] += 1
    plan.seen += len(value["games"])
    if plan.seen < plan.total:
        return _next(plan, "my-games:look")
    plan.ready = True
    memory.busy = False
    return [("focus", '[data-intent="my-games:import"]')]


def _choose(state: State, value: Choice) -> None:
    plan = _memory(state).plan
    if plan is not None:
        plan.settings = bool(value["value"])


def _cancel(state: State, _value: object) -> None:
    _memory(state).plan = None


def _import(state: State, _value: object) -> Effects | None:
    """Write the games of the file in portions."""
    memory = _memory(state)
    plan = memory.plan
    if plan is None or memory.busy:
        return None
    memory.busy = True
    plan.seen = 0
    return _next(plan, "my-games:write")


def _write(state: State, value: Fields) -> Effects | None:
    """Write some games that have been read again into the archive, or to where the last games are."""
    memory = _memory(state)
    plan = memory.plan
    if plan is None:
        return None
    if _unknown(value, plan):
        return _stop(memory, plan, "failed")
    games: list[object] = []
    effects: Effects = []
    for data, kind, mine in _kinds(memory, value):
        if kind in (SAME, SHORTER):
            continue
        id = other_id(data) if kind == OTHER else data["id"]
        merged = combined(data, mine if kind != OTHER else None)
        summary = summary_of(id, merged)
        if summary is None:
            continue
        if id in memory.recent:
            memory.recent[id] = merged
            effects.append(("import-game", id, json.dumps(merged)))
            plan.done += 1
        else:
            games.append((id, json.dumps(merged), write_summary(summary), value["texts"].get(id), []))
    plan.seen += len(value["games"])
    return effects + [("archive", "put", games, "my-games:written")]


def _stop(memory: Memory, plan: Plan, trouble: str) -> Effects:
    """End the import after a failed write, and list the games again."""
    if trouble not in TROUBLE or (trouble == "none" and plan.done):
        trouble = "failed"
    memory.problem = TROUBLE[trouble].format(name="", done=plan.done, total=plan.total)
    memory.plan = None
    memory.busy = False
    return [("list-games", "my-games:recent")]


def _written(state: State, answer: Fields) -> Effects | None:
    """Handle the answer to a write, or a lack of room."""
    memory = _memory(state)
    plan = memory.plan
    if plan is None:
        return None
    plan.done += len(answer.get("kept", []))
    if answer["trouble"]:
        return _stop(memory, plan, answer["trouble"])
    again = put_again(answer)
    if again:
        return [("archive", "put", again, "my-games:written")]
    if plan.seen < plan.total:
        return _next(plan, "my-games:write")
    return [("archive", "stored", "my-games:merge")]


def _merge(state: State, answer: Fields) -> Effects | None:
    """Merge the stored data besides games with the file's, after all games have been written."""
    memory = _memory(state)
    plan = memory.plan
    if plan is None:
        return None
    if answer["trouble"]:
        # The data here is unknown, so nothing may replace it.
        effects = _merged(state, True)
        memory.problem = _("Settings and progress couldn't be read. Import the file again.")
        return effects
    found = merged_stored(answer["stored"], plan.stored, plan.settings)
    if "settings" in found:
        state.use_settings(read_settings(json.dumps(found["settings"])))
    state.panels.lessons = state.panels.puzzles = None  # they are read again when needed
    lines: Effects = [("import-game", id, text) for id, text in other_lines(answer["stored"], plan.stored)]
    return lines + [("archive", "keep-stored", found, "my-games:merged"), ("load-book",)]


def _merged(state: State, works: bool) -> Effects | None:
    """Say that everything has been imported."""
    memory = _memory(state)
    plan = memory.plan
    if plan is None:
        return None
    memory.plan = None
    memory.busy = False
    memory.said = number_of("{number} game was imported.", "{number} games were imported.", plan.done)
    if not works:
        memory.problem = _("Not all settings and progress could be saved. Import the file again.")
    return [("list-games", "my-games:recent"), ("focus", '[data-intent="my-games:export"]')]


# --- delete everything ------------------------------------------------------------------------------------------------


def _ask(state: State, value: str) -> Effects:
    """Ask whether to delete everything, or stop asking. `value` is "yes" or "no"."""
    memory = _memory(state)
    memory.asked = value == "yes"
    memory.said = memory.problem = ""
    return [("focus", '[data-intent="my-games:ask"]')]


def _erase(state: State, _value: object) -> Effects | None:
    """Delete everything and restart the page."""
    if not _memory(state).asked:
        return None
    return [("archive", "clear", "my-games:erased")]


def _erased(state: State, trouble: str) -> None:
    """Say that some data could not be deleted."""
    memory = _memory(state)
    memory.asked = False
    memory.problem = _("Couldn't delete the older games. You can delete them in your browser's settings, as site data.")


INTENTS: dict[str, Handler] = {
    "my-games:export": _export,
    "my-games:export-with": _export_with,
    "my-games:saved": _saved,
    "my-games:file": _file,
    "my-games:read": _read,
    "my-games:look": _look,
    "my-games:settings": _choose,
    "my-games:cancel": _cancel,
    "my-games:import": _import,
    "my-games:write": _write,
    "my-games:written": _written,
    "my-games:merge": _merge,
    "my-games:merged": _merged,
    "my-games:ask": _ask,
    "my-games:erase": _erase,
    "my-games:erased": _erased,
}
