"""Perfect play as nodes: what the download adds, its size and progress, and its buttons.

Shown in the offline list of Settings and below an analysis. If a site has no such files or the browser saves nothing,
nothing is offered.
"""

from __future__ import annotations

from morris_core import find_variant

from ...model.translation import _
from ...view.dialog import megabytes
from ...view.nodes import button, h
from ..offline.facts import Saved
from ..offline.panel import download_row, problem, progress_text, redraw

GROUP = "perfect"

NOTES = {
    "whole": _("Every byte is correct."),
    "damaged": _("A file was corrupted. It's being downloaded again."),
    "renewed": _("A file was corrupted. It has been downloaded again."),
    "paid": _("You're on a metered connection, so the download is paused until you resume it."),
}

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypedDict

    from ...model.messages import Answer, Effects
    from ...model.state import State
    from ...view.nodes import Node
    from ..offline.facts import FileGroup, KeepingTrouble

    class PerfectFacts(TypedDict, total=False):
        """The state of the download of Perfect play.

        Attributes:
            doing: "" for nothing, "fetching", "waiting" (for the network) or "checking".
            note: A key of NOTES.
            trouble: Why the download stopped.
            memory: Bytes of memory that the tables may take.
        """

        doing: str
        note: str
        trouble: KeepingTrouble | None
        memory: int

    Facts = tuple[FileGroup, PerfectFacts]


class Download:
    """The download of Perfect play."""

    def __init__(self) -> None:
        self.facts: PerfectFacts = {"doing": "", "note": "", "trouble": None, "memory": 0}


def on_facts(state: State, facts: PerfectFacts) -> Effects | None:
    """Handle new facts of effects.py."""
    state.of(Download).facts = facts
    return redraw(state)


def saved_changed(state: State) -> bool:
    """Ask again if an analysis would have more or fewer exact values now. Return whether it does."""
    if not state.engine.analysing or is_settled(facts_of(state), state.answer_to("analyse")):
        return False
    state.engine.ask_again()
    return True


def has_values(state: State) -> bool:
    """Return whether the exact values of the game on the board are on this device, all of them."""
    facts = facts_of(state)
    return facts is not None and not facts[0]["missing"] and facts[0]["about"]["variant"] == state.variant.name


def facts_of(state: State) -> Facts | None:
    """Return the facts on Perfect play, or None if it can't be had."""
    facts = state.of(Saved).facts
    if facts is None or facts["support"] != "yes":
        return None
    for group in facts["groups"]:
        if group["name"] == GROUP and group["files"] and "about" in group:
            return group, state.of(Download).facts
    return None


def promise(group: FileGroup) -> str:
    """Return what the player gets, as a sentence."""
    about = group["about"]
    game = _(find_variant(about["variant"]).title)
    if about["whole"]:
        template = _("Exact values for every position of {game}, even offline.")
    elif about["all"]:
        template = _("Exact values for every position of {game} once all men are placed, even offline.")
    else:
        template = _("Exact values for {game} with up to {men} men on the board and none in hand, even offline.")
    return template.format(game=game, men=about["men"])


def _costs(group: FileGroup, perfect: PerfectFacts) -> Node | None:
    """Return what the player should know before the download."""
    if not group["missing"]:
        return None
    memory = megabytes(
        min(perfect["memory"], 3 * group["bytes"])
    )  # the tables unpack to less than three times their size
    return h(
        "p",
        {"data-testid": "perfect-costs"},
        _("While the computer thinks, it takes up to {memory} of memory.").format(memory=memory),
    )


def main_action(group: FileGroup, perfect: PerfectFacts) -> tuple[str, str]:
    """Return the label and the action of the most useful button, or empty texts."""
    if perfect["doing"] == "checking":
        return "", ""
    if perfect["doing"]:
        return _("Pause"), "pause"
    if not group["missing"]:
        return "", ""
    if group["kept"]:
        return _("Resume"), "get"
    return _("Download {size}").format(size=megabytes(group["bytes"])), "get"


def messages(perfect: PerfectFacts) -> list[Node]:
    """Return notices: why the download stopped, or what a check found."""
    nodes = []
    trouble = perfect["trouble"]
    if trouble is not None:
        nodes.append(problem("perfect-trouble", trouble))
    if perfect["note"]:
        nodes.append(h("p", {"data-testid": "perfect-note", "role": "status"}, NOTES[perfect["note"]]))
    return nodes


def build_section(state: State) -> Node | None:
    """Return the section of Settings."""
    facts = facts_of(state)
    if facts is None:
        return None
    group, perfect = facts
    return h(
        "section",
        {"key": GROUP, "class": "setting offline perfect", "aria-labelledby": "perfect-title"},
        h("h3", {"id": "perfect-title"}, _("Perfect play")),
        h("p", {"data-testid": "perfect-promise"}, promise(group)),
        _costs(group, perfect),
        _progress(group, perfect),
        messages(perfect),
        _actions(group, perfect, all_of_them=True),
    )


def build_offer(state: State, answer: Answer) -> Node | None:
    """Return the offer below an analysis that Perfect play would make exact; nothing once it is complete."""
    facts = facts_of(state)
    files = [file["state"] for file in answer.get("files") or [] if file["asked"]]
    if facts is None or not files:
        return None
    group, perfect = facts
    damaged = "damaged" in files
    if not group["missing"] and not perfect["doing"] and not damaged:
        return h("div", {"class": "perfect"}, messages(perfect)) if perfect["note"] else None
    return h(
        "div",
        {"class": "perfect", "data-testid": "perfect-offer"},
        h("strong", {}, _("Perfect play")),
        None if damaged else h("p", {}, promise(group)),
        None if damaged else _costs(group, perfect),
        _progress(group, perfect) if group["kept"] or perfect["doing"] else None,
        messages(perfect),
        button(_("Download again"), "offline:do", "check perfect")
        if damaged and not perfect["doing"]
        else _actions(group, perfect, all_of_them=False),
    )


def build_row(state: State, group: FileGroup) -> Node | None:
    """Return the line in the list of files saved for offline use."""
    if group["name"] != GROUP:
        return None
    perfect = state.of(Download).facts
    label, action = main_action(group, perfect)
    if not action and not perfect["doing"]:
        label, action = _("Remove"), "remove"
    elif action == "get" and not group["kept"]:
        label = _("Download")
    return download_row(GROUP, _("Perfect play"), progress_text(group, perfect["doing"]), label, action)


def is_settled(facts: Facts | None, answer: Answer | None) -> bool:
    """Return whether an analysis already uses what the device has. Otherwise the page must ask again."""
    if facts is None or answer is None:
        return True
    group, perfect = facts
    states = [file["state"] for file in answer.get("files") or [] if file["asked"]]
    if perfect["doing"]:
        return True
    if group["missing"]:
        return bool(group["kept"]) or "here" not in states
    return "absent" not in states and "damaged" not in states


def _progress(group: FileGroup, perfect: PerfectFacts) -> Node:
    text = progress_text(group, perfect["doing"])
    if not group["missing"] or not (group["kept"] or perfect["doing"]):
        return h("p", {"data-testid": "perfect-progress"}, text)
    percent = 100 * group["kept"] // group["bytes"]
    return h(
        "div",
        {"class": "loading", "data-testid": "perfect-progress"},
        h("span", {"id": "perfect-label"}, text),
        h("progress", {"max": 100, "value": percent, "aria-labelledby": "perfect-label"}),
    )


def _actions(group: FileGroup, perfect: PerfectFacts, all_of_them: bool) -> Node | None:
    """Return the buttons. `all_of_them`: also those for files that are already here."""
    label, action = main_action(group, perfect)
    name = _("{action}: {what}").format(action=label, what=_("Perfect play"))
    buttons = []
    if action:
        buttons.append(button(label, "offline:do", f"{action} {GROUP}", aria_label=name))
    if all_of_them and perfect["doing"] != "checking":
        if not group["missing"]:
            buttons.append(button(_("Check"), "offline:do", f"check {GROUP}"))
        if group["kept"]:
            buttons.append(button(_("Remove"), "offline:do", f"remove {GROUP}"))
    return h("div", {"class": "perfect-actions"}, buttons) if buttons else None
