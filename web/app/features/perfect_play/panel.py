"""Perfect play as nodes: what its files add, and the offer to download them below an analysis.

If a site has no such files or the browser saves nothing, nothing is offered.
"""

from __future__ import annotations

from morris_core import find_variant

from ...model.messages import Answer
from ...model.state import State
from ...model.translation import _
from ...view.dialog import megabytes
from ...view.nodes import Node, button, h
from ..offline.facts import FileGroup, OfflineFacts, Saved
from ..offline.panel import action_buttons, actions, doing_with, notes, problem, progress_text

GROUP = "perfect"

Facts = tuple[FileGroup, OfflineFacts]


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
    """Return the group and the facts, or None if it can't be had."""
    facts = state.of(Saved).facts
    if facts is None or facts["support"] != "yes":
        return None
    for group in facts["groups"]:
        if group["name"] == GROUP and group["files"] and "about" in group:
            return group, facts
    return None


def about_group(state: State, group: FileGroup) -> tuple[str, list[Node]] | None:
    """Return the title, and what the player gets and should know before the download."""
    facts = facts_of(state)
    return None if facts is None or facts[0] is not group else (_("Perfect play"), _about(*facts))


def _about(group: FileGroup, facts: OfflineFacts) -> list[Node]:
    about = group["about"]
    game = _(find_variant(about["variant"]).title)
    if about["whole"]:
        template = _("Exact values for every position of {game}, even offline.")
    elif about["all"]:
        template = _("Exact values for every position of {game} once all men are placed, even offline.")
    else:
        template = _("Exact values for {game} with up to {men} men on the board and none in hand, even offline.")
    sentences = [template.format(game=game, men=about["men"])]
    if group["missing"]:
        memory = min(facts["memory"], 3 * group["bytes"])  # the tables unpack to less than three times their size
        template = _("While the computer thinks, it takes up to {memory} of memory.")
        sentences.append(template.format(memory=megabytes(memory)))
    return [h("p", {"class": "note"}, sentence) for sentence in sentences]


def build_offer(state: State, answer: Answer) -> Node | None:
    """Return the offer below an analysis that Perfect play would make exact; nothing once it is complete."""
    known = facts_of(state)
    files = [file["state"] for file in answer.get("files") or [] if file["asked"]]
    if known is None or not files:
        return None
    group, facts = known
    doing, trouble, damaged = doing_with(group, facts), facts["trouble"], "damaged" in files
    if not group["missing"] and not doing and not damaged:
        return None
    labels = [one for one in actions(group, doing) if one[0] in ("get", "pause")]
    return h(
        "div",
        {"class": "perfect", "data-testid": "perfect-offer"},
        h("strong", {}, _("Perfect play")),
        None if damaged else _about(group, facts),
        _progress(group, doing),
        problem("perfect-trouble", trouble) if trouble and trouble.get("group") == GROUP else None,
        notes(group, facts),
        button(_("Download again"), "offline:do", "check " + GROUP)
        if damaged and not doing
        else action_buttons(GROUP, _("Perfect play"), labels),
    )


def _progress(group: FileGroup, doing: str) -> Node:
    return h(
        "div",
        {"class": "loading"},
        h("span", {"id": "perfect-label"}, progress_text(group, doing)),
        h("progress", {"max": 100, "value": 100 * group["kept"] // group["bytes"], "aria-labelledby": "perfect-label"})
        if group["kept"] or doing
        else None,
    )


def is_settled(known: Facts | None, answer: Answer | None) -> bool:
    """Return whether an analysis already uses what the device has. Otherwise the page must ask again."""
    if known is None or answer is None:
        return True
    group, facts = known
    states = [file["state"] for file in answer.get("files") or [] if file["asked"]]
    if doing_with(group, facts):
        return True
    if group["missing"]:
        return bool(group["kept"]) or "here" not in states
    return "absent" not in states and "damaged" not in states
