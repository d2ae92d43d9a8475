"""What the engine says, as nodes: its failure. Load progress is built by view/loading.py, hints and analyses by
features/analysis/panel.py."""

from __future__ import annotations

from ..model.features import hook
from ..model.geometry import geometry
from ..model.translation import _
from .nodes import button, h

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..model.state import State
    from .nodes import Node


def build_notes(state: State) -> Node:
    """Return the hint's arrow and the analysis' values, from the engine's latest answer.

    A slot of its own: while the engine analyses it changes several times a second, and the board below it does not.
    """
    nodes: list[Node] = []
    if state.engine.hinting or state.engine.analysing or state.review is not None:
        nodes = hook("build_notes")(state, geometry(state.variant.board, state.open.orientation == 1))
    return h("g", {"class": "notes", "aria-hidden": "true"}, nodes)


def build_engine(state: State) -> Node:
    """Return the panel that tells of the computer player: loading, failed, hint, analysis; empty when all is quiet."""
    children: list[Node] = []
    if state.engine.status == "loading" and state.engine.question:
        from .loading import build

        children.append(build(state))
    elif state.engine.status == "failed":
        children.append(
            h(
                "div",
                {"class": "trouble", "data-testid": "engine-failure", "role": "alert"},
                h("p", {}, state.engine.problem),
                h("p", {}, _("You can keep playing. Until the computer works, you can make its moves yourself.")),
                button(_("Try again"), "try-again", kind="primary"),
            )
        )
    elif state.engine.hinting or state.engine.analysing:
        children = hook("build_answers")(state)
    return h("section", {"aria-label": _("Computer"), "hidden": not children}, children)
