"""The part of the dialog about the file with everything: export, import and deletion."""

from __future__ import annotations

from ...model.translation import _, number_forms, number_of
from ...view.dialog import file_button, pane, row, switch
from ...view.nodes import button, h
from . import transfer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...view.nodes import Node
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
            file_button("my-games:file", ".json"),
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
    if plan.damaged:
        text = number_of(
            "{number} game is damaged and will be left out.",
            "{number} games are damaged and will be left out.",
            len(plan.damaged),
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
        row(button(_("Cancel"), "my-games:cancel"), button(_("Import"), "my-games:import", kind="primary")),
    ]
