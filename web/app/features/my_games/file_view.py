"""The part of the dialog about the file with everything: export, import and deletion."""

from __future__ import annotations

from ...model.translation import _, number_forms, number_of
from ...view.dialog import file_button, input_field, pane, row, switch
from ...view.nodes import Attributes, Node, button, h
from . import transfer
from .memory import Memory
from .transfer import Plan

# The kinds of games in a file, singular and plural.
KINDS = (
    (transfer.NEW, number_forms("{number} new game", "{number} new games")),
    (
        transfer.FURTHER,
        number_forms("{number} game that goes further in the file", "{number} games that go further in the file"),
    ),
    (
        transfer.OTHER,
        number_forms(
            "{number} game that went differently in the file: both will be saved",
            "{number} games that went differently in the file: both will be saved",
        ),
    ),
    (transfer.SAME, number_forms("{number} game that you already have", "{number} games that you already have")),
    (transfer.SHORTER, number_forms("{number} game that goes further here", "{number} games that go further here")),
)


def build_file(memory: Memory) -> Node:
    """Return export, import and deletion, and the contents of a selected file."""
    if memory.asked:
        text = _("All your games, settings and progress will be deleted, including the game on the board.")
        return h(
            "div",
            {"key": "question", "class": "pane file-part", "role": "group", "aria-labelledby": "erase-title"},
            h("h3", {"id": "erase-title"}, _("Delete everything?")),
            h("p", {}, text),
            row(
                button(_("Keep everything"), "my-games:ask", "no", kind="primary"),
                button(_("Delete everything"), "my-games:erase", kind="secondary danger"),
            ),
        )
    if memory.plan is not None:
        return h("div", {"key": "plan", "class": "pane file-part"}, _plan(memory.plan, memory.busy))
    if memory.busy and memory.percent is not None:
        text = _("Reading the file: {percent}%").format(percent=memory.percent)
        cancel = row(button(_("Cancel"), "my-games:cancel"))
        return h("div", {"key": "reading", "class": "pane file-part"}, h("p", {"role": "status"}, text), cancel)
    parts = [
        (
            _("Export"),
            _("All your games, settings and progress in one file, for safekeeping or for another browser."),
            button(_("Export everything"), "my-games:export", kind="primary"),
        ),
        (
            _("Import"),
            _(
                "Your games here are safe. You'll see what's in the file before anything is imported, and "
                "nothing is saved twice."
            ),
            h(
                "div",
                {},
                h("p", {}, _("Records from other programs can be imported, too.")),
                file_button("my-games:file", ".json,.txt,.pgn"),
            ),
        ),
        (
            _("Delete"),
            _("All of this is saved only in this browser. Once deleted, it can't be restored."),
            button(_("Delete everything…"), "my-games:ask", "yes", kind="secondary danger"),
        ),
    ]
    return pane(
        "file",
        [h("section", {"class": "file-part"}, h("h3", {}, title), h("p", {}, text), way) for title, text, way in parts],
    )


def _plan(plan: Plan, busy: bool) -> list[Node | None]:
    """Return the contents of a file and the button that imports it, or the progress of reading it."""
    if not plan.ready or busy:
        template = (
            _("Importing: {seen} of {total} games…") if plan.ready else _("Reading the file: {seen} of {total} games…")
        )
        return [h("p", {"role": "status"}, template.format(seen=plan.seen, total=plan.total))]
    lines = [
        h("li", {"key": kind}, number_of(one, more, plan.counts[kind]))
        for kind, (one, more) in KINDS
        if plan.counts[kind]
    ]
    if not plan.total:
        lines.append(h("li", {}, _("No games")))
    damaged = len(plan.damaged) + plan.faults
    if damaged:
        text = number_of(
            "{number} game is damaged and will be left out.",
            "{number} games are damaged and will be left out.",
            damaged,
        )
        lines.append(h("li", {"key": "damaged", "class": "trouble-text"}, text, " ", plan.reason))
    lines += [h("li", {"key": name}, title) for name, title in transfer.titles(plan.stored)]
    newer = _("This file was written by a newer version of this page. Everything this version knows will be imported.")
    settings = switch("my-games:settings", "settings", _("Import its settings too"), plan.settings)
    return [
        h("h3", {}, _("In this file")),
        h("ul", {"class": "plan", "data-testid": "my-games-plan"}, lines),
        h("p", {"class": "note"}, newer) if plan.newer else None,
        settings if plan.stored.get("settings") else None,
        _choice(plan) if len(plan.rows) > 1 else None,
        row(button(_("Cancel"), "my-games:cancel"), button(_("Import"), "my-games:import", kind="primary")),
    ]


def _choice(plan: Plan) -> Node:
    """Return the list of the games in a file, from which the user chooses."""
    found = plan.matching()
    chosen = len([row for row in found if row[0] not in plan.left_out])
    heading = _("{found} of {all} games").format(found=len(plan.rows) - len(plan.left_out), all=len(plan.rows))
    left = len(found) - plan.listed
    more = _("Show {number} more").format(number=min(left, transfer.ROWS))
    return h(
        "fieldset",
        {"key": "choice", "class": "choice"},
        h("legend", {"role": "status"}, heading),
        input_field("my-games:search", "search", _("Search"), plan.search, type="search"),
        _row("all", _("All"), "", chosen == len(found), "my-games:all") if found else None,
        h(
            "div",
            {"class": "choices", "data-testid": "my-games-choice"},
            [_row(str(one[0]), one[1], one[2], one[0] not in plan.left_out) for one in found[: plan.listed]],
        ),
        button(more, "my-games:rows", key="more") if left > 0 else None,
    )


def _row(name: str, title: str, details: str, checked: bool, intent: str = "my-games:pick") -> Node:
    """Return a game of the list with its check box."""
    box: Attributes = {"type": "checkbox", "name": name, "prop:checked": checked, "data-change": intent}
    return h("label", {"key": name}, h("input", box), h("bdi", {}, title), h("small", {}, details))
