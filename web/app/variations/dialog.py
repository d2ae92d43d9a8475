"""The notes on a move, and what can be done with its variation: a dialog, and the intents of the tree."""

from __future__ import annotations

from morris_core.notation import format_move
from morris_core.tree_text import sign_of

from ..record_tags import read_tags
from ..translation import _
from ..update.moves import changed
from ..view.dialog import dialog
from ..view.nodes import button, h
from .moves import SIGN_WORDS
from .tree import begin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from morris_core import GameNode

    from ..messages import Choice, Effects
    from ..state import Handler, State
    from ..view.nodes import Node

MAX_COMMENT = 1000  # characters


def go(state: State, number: str) -> Effects | None:
    """Show the node of a number, and the line through it."""
    variations = begin(state)
    nodes = variations.tree.nodes()
    variations.show(state, nodes[min(int(number), len(nodes) - 1)])
    state.ui.say("")
    changed(state)
    return [("reveal",)]


def sign(state: State, nag: str) -> Effects | None:
    """Give the move shown a sign, or take it away; there is one of the six at most."""
    variations = begin(state)
    node = variations.shown(state)
    others = [one for one in node.nags if one not in SIGN_WORDS]
    node.nags = others if int(nag) in node.nags else [int(nag)] + others
    variations.version += 1
    return None


def comment(state: State, value: Choice) -> Effects | None:
    """Write down what is to be said of the move shown, or at the start of the game."""
    variations = begin(state)
    variations.shown(state).comment = " ".join(value["value"][:MAX_COMMENT].split())
    variations.version += 1
    return None


def promote(state: State, _value: object = None) -> Effects | None:
    """Make the line of the move shown the main line."""
    variations = begin(state)
    node = variations.shown(state)
    node.promote_to_main()
    return _changed(state, node.ply, _("This is now the main line."))


def _branch(node: GameNode) -> GameNode:
    """Return the first move of the line that a node is in: the last one up to it that has others beside it."""
    while node.parent is not None and len(node.parent.variations) == 1:
        node = node.parent
    return node


def _place(node: GameNode) -> tuple[int, int, bool]:
    """Return a move's place among those beside it, from 0, their number, and whether they begin at the main line."""
    if node.parent is None:
        return 0, 1, True
    beside = node.parent.variations
    return [one is node for one in beside].index(True), len(beside), node.parent.is_main_line()


def raise_line(state: State, _value: object = None) -> Effects | None:
    """Move the line of the move shown one place up among the lines beside it."""
    node = begin(state).shown(state)
    if not _place(_branch(node))[0]:
        return None
    _branch(node).promote()
    return _changed(state, node.ply, _("The line moved up one place."))


def demote(state: State, _value: object = None) -> Effects | None:
    """Move the line of the move shown one place down among the lines beside it."""
    node = begin(state).shown(state)
    place, others, is_main = _place(_branch(node))
    if place == others - 1:
        return None
    _branch(node).demote()
    if place == 0 and is_main:
        return _changed(state, node.ply, _("Another line is now the main line."))
    return _changed(state, node.ply, _("The line moved down one place."))


def _changed(state: State, ply: int, news: str) -> Effects:
    variations = begin(state)
    node = variations.shown(state)
    variations.version += 1
    variations.show(state, node)
    state.ui.close_dialog()
    changed(state)
    state.ui.report(news)
    return [("reveal",)]


def delete(state: State, _value: object = None) -> Effects | None:
    """Delete the move shown and what follows it."""
    variations = begin(state)
    node = variations.shown(state)
    if node.parent is None:
        return None
    node.remove()
    state.open.shown_ply = node.parent.ply
    return _changed(state, node.parent.ply, _("The move and everything after it were deleted."))


def build(state: State) -> Node:
    """Return the dialog."""
    node = None if state.open.tree is None else begin(state).shown(state)
    at_start = state.open.shown_ply == 0
    said = "" if node is None else node.comment
    nags = [] if node is None else node.nags
    move = state.last_move
    title = _("Notes on the game")
    if move is not None:
        title = _("Notes on {move}").format(move=format_move(move, state.variant))
    signs = []
    for nag in sorted(SIGN_WORDS):
        pressed = "true" if nag in nags else "false"
        words = SIGN_WORDS[nag]
        signs.append(
            button(
                sign_of(nag), "tree:sign", nag, kind="secondary", aria_pressed=pressed, aria_label=words, title=words
            )
        )
    aside = node is not None and not node.is_main_line()
    higher = lower = False
    if node is not None:
        place, others, is_main = _place(_branch(node))
        # The second line beside the main line gets to the same place by "Make it the main line".
        higher = place > 1 or (place == 1 and not is_main)
        lower = place < others - 1
    return dialog(
        "tree",
        title,
        _known(state) if at_start else None,
        None if at_start else h("div", {"class": "signs", "role": "group", "aria-label": _("Symbol")}, signs),
        h(
            "label",
            {"class": "comment-field"},
            h("span", {}, _("Comment")),
            h(
                "textarea",
                {
                    "name": "comment",
                    "class": "link",
                    "rows": 4,
                    "maxlength": MAX_COMMENT,
                    "data-change": "tree:comment",
                    "prop:value": said,
                },
            ),
        ),
        h(
            "div",
            {"class": "actions"},
            None if at_start else button(_("Delete from here"), "tree:delete", kind="secondary danger"),
            button(_("Demote the line"), "tree:demote", kind="secondary") if lower else None,
            button(_("Promote the line"), "tree:raise", kind="secondary") if higher else None,
            button(_("Make this the main line"), "tree:promote", kind="secondary") if aside else None,
            button(_("Done"), "close", kind="primary"),
        ),
    )


def _known(state: State) -> Node | None:
    """Return what a record that was opened says of the game: its tags, whose names are those of records."""
    tags = read_tags(state.open.tags)
    if not tags:
        return None
    rows = [h("div", {}, h("dt", {}, name), h("dd", {}, value)) for name, value in tags]
    return h("dl", {"key": "known", "class": "record-tags", "data-testid": "record-tags"}, rows)


INTENTS: dict[str, Handler] = {
    "tree:go": go,
    "tree:sign": sign,
    "tree:comment": comment,
    "tree:promote": promote,
    "tree:raise": raise_line,
    "tree:demote": demote,
    "tree:delete": delete,
}
