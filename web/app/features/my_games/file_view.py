"""The file with everything, as nodes: export, the contents of a file before its import, and deletion."""

from __future__ import annotations

from ...model.translation import _, number_forms, number_of
from ...view.nodes import button, h
from .transfer import FURTHER, NEW, OTHER, SAME, SHORTER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...view.nodes import Node
    from .memory import Memory
    from .transfer import Plan

# The kinds of games in a file, singular and plural.
KINDS = (
    (NEW, number_forms("{number} new game", "{number} new games")),
    (
        FURTHER,
        number_forms("{number} game that goes further in the file", "{number} games that go further in the file"),
    ),
    (
        OTHER,
        number_forms(
            "{number} game that went differently in the file: both will be saved",
            "{number} games that went differently in the file: both will be saved",
        ),
    ),
    (SAME, number_forms("{number} game that you already have", "{number} games that you already have")),
    (SHORTER, number_forms("{number} game that goes further here", "{number} games that go further here")),
)
ALSO = (
    ("lessons", _("Lesson progress")),
    ("puzzles", _("Puzzle progress")),
    ("by-link", _("Games by link")),
)


def build_file(memory: Memory) -> Node:
    """Return export, import and deletion, and the contents of a selected file."""
    if memory.asked:
        return _question()
    if memory.plan is not None:
        return _plan(memory.plan, memory.busy)
    return h(
        "div",
        {"key": "file", "class": "pane"},
        h(
            "section",
            {"class": "file-part"},
            h("h3", {}, _("Export")),
            h(
                "p",
                {},
                _("All your games, settings and progress in one file, for safekeeping or for another browser."),
            ),
            button(_("Export everything"), "my-games:export", kind="primary"),
        ),
        h(
            "section",
            {"class": "file-part"},
            h("h3", {}, _("Import")),
            h(
                "p",
                {},
                _(
                    "Your games here are safe. You'll see what's in the file before anything is imported, and "
                    "nothing is saved twice."
                ),
            ),
            h(
                "label",
                {"class": "secondary file"},
                h("input", {"type": "file", "name": "file", "accept": ".json", "data-file": "my-games:file"}),
                h("span", {}, _("Choose a file")),
            ),
        ),
        h(
            "section",
            {"class": "file-part"},
            h("h3", {}, _("Delete")),
            h("p", {}, _("All of this is saved only in this browser. Once deleted, it can't be restored.")),
            button(_("Delete everything…"), "my-games:ask", "yes", kind="secondary danger"),
        ),
    )


def _question() -> Node:
    text = _("All your games, settings and progress will be deleted, including the game on the board.")
    return h(
        "div",
        {"key": "question", "class": "pane file-part", "role": "group", "aria-labelledby": "erase-title"},
        h("h3", {"id": "erase-title"}, _("Delete everything?")),
        h("p", {}, text),
        h(
            "div",
            {"class": "row"},
            button(_("Keep everything"), "my-games:ask", "no", kind="primary"),
            button(_("Delete everything"), "my-games:erase", kind="secondary danger"),
        ),
    )


def _plan(plan: Plan, busy: bool) -> Node:
    """Return the contents of a file and the button that imports it, or the progress of reading it."""
    if not plan.ready:
        text = _("Reading the file: {seen} of {total} games…").format(seen=plan.seen, total=plan.total)
        return h("div", {"key": "plan", "class": "pane file-part"}, h("p", {"role": "status"}, text))
    if busy:
        text = _("Importing: {seen} of {total} games…").format(seen=plan.seen, total=plan.total)
        return h("div", {"key": "plan", "class": "pane file-part"}, h("p", {"role": "status"}, text))
    lines = [
        h("li", {"key": kind}, number_of(one, more, plan.counts[kind]))
        for kind, (one, more) in KINDS
        if plan.counts[kind]
    ]
    if not plan.total:
        lines.append(h("li", {}, _("No games")))
    if plan.damaged:
        text = number_of(
            "{number} game is damaged and will be left out.",
            "{number} games are damaged and will be left out.",
            len(plan.damaged),
        )
        lines.append(h("li", {"key": "damaged", "class": "trouble-text"}, text, " ", plan.reason))
    lines += [h("li", {"key": name}, title) for name, title in ALSO if plan.stored.get(name)]
    switch = {"type": "checkbox", "role": "switch", "name": "settings", "data-change": "my-games:settings"}
    switch_on: dict[str, str | int | bool | None] = dict(switch)
    switch_on["prop:checked"] = plan.settings
    newer = _("This file was written by a newer version of this page. Everything this version knows will be imported.")
    return h(
        "div",
        {"key": "plan", "class": "pane file-part"},
        h("h3", {}, _("In this file")),
        h("ul", {"class": "plan", "data-testid": "my-games-plan"}, lines),
        h("p", {"class": "note"}, newer) if plan.newer else None,
        h("label", {"class": "switch"}, h("span", {}, _("Import its settings too")), h("input", switch_on))
        if plan.stored.get("settings")
        else None,
        h(
            "div",
            {"class": "row"},
            button(_("Cancel"), "my-games:cancel", kind="secondary"),
            button(_("Import"), "my-games:import", kind="primary"),
        ),
    )
