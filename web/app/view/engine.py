"""What the engine says, as nodes: load progress and failure. Hints and analyses are built by analysis/panel.py."""

from __future__ import annotations

from ..geometry import geometry
from ..late import analysis_panel
from ..translation import _, decimal, number_of
from .nodes import button, h

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..state import State
    from .nodes import Node


def build_notes(state: State) -> Node:
    """Return the hint's arrow and the analysis' values, from the engine's latest answer.

    A slot of its own: while the engine analyses it changes several times a second, and the board below it does not.
    """
    nodes: list[Node] = []
    if state.hinting or state.analysing or state.review is not None:
        nodes = analysis_panel().notes(state, geometry(state.variant.board, state.orientation == 1))
    return h("g", {"class": "notes", "aria-hidden": "true"}, nodes)


def build_engine(state: State) -> Node:
    """Return the panel that tells of the computer player: loading, failed, hint, analysis; empty when all is quiet."""
    children: list[Node] = []
    if state.engine == "loading" and state.question:
        children.append(_loading(state))
    elif state.engine == "failed":
        children.append(
            h(
                "div",
                {"class": "trouble", "data-testid": "engine-failure", "role": "alert"},
                h("p", {}, state.engine_problem),
                h("p", {}, _("Your game goes on: until it works, you can make its moves by hand.")),
                button(_("Try again"), "try-again", kind="primary"),
            )
        )
    elif state.hinting or state.analysing:
        children = analysis_panel().build_answers(state)
    return h("section", {"aria-label": _("Computer"), "hidden": not children}, children)


def _loading(state: State) -> Node:
    loaded, total, seconds = state.engine_loaded
    percent = 100 * loaded // total if total else 0
    return h(
        "div",
        {"class": "loading", "data-testid": "engine-progress"},
        h("span", {"id": "loading-label"}, loading_text(loaded, total, seconds)),
        h("progress", {"max": 100, "value": percent, "aria-labelledby": "loading-label"}),
    )


def loading_text(loaded: int, total: int, seconds: float) -> str:
    """Return how far the computer player has been loaded, and how long it will still take.

    Args:
        loaded: Bytes that have come in.
        total: Bytes that are expected.
        seconds: How long that took.
    """
    if not total:
        return _("Loading the computer player …")
    if loaded >= total:
        return _("The computer player is here and starts …")
    done = {"loaded": _megabytes(loaded), "total": _megabytes(total)}
    # Of the first moment nothing can be said, nor of the last one.
    left = int(seconds * (total - loaded) / loaded + 0.5) if loaded else 0
    if seconds < 2 or left < 2:
        return _("Loading the computer player: {loaded} of {total} MB").format(**done)
    if left < 90:
        return number_of(
            "Loading the computer player: {loaded} of {total} MB, about {number} second left",
            "Loading the computer player: {loaded} of {total} MB, about {number} seconds left",
            left if left < 10 else (left + 4) // 5 * 5,
            **done,
        )
    return number_of(
        "Loading the computer player: {loaded} of {total} MB, about {number} minute left",
        "Loading the computer player: {loaded} of {total} MB, about {number} minutes left",
        (left + 30) // 60,
        **done,
    )


def _megabytes(number: int) -> str:
    tenths = (number + 50_000) // 100_000
    return decimal("{whole}.{tenth}".format(whole=tenths // 10, tenth=tenths % 10))
