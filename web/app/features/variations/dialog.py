"""The notes on a move, and what can be done with its variation: a dialog, and the intents of the tree."""

from __future__ import annotations

from morris_core.notation import format_move
from morris_core.tree_text import sign_of

from ...model import editing
from ...model.record_tags import read_tags
from ...model.translation import _
from ...update.moves import changed
from ...view.dialog import dialog
from ...view.nodes import button, h
from .moves import SIGN_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...model.messages import Choice, Effects
    from ...model.state import Handler, State
    from ...view.nodes import Node

MAX_COMMENT = 1000  # characters


def go(state: State, key: str) -> Effects | None:
    """Show the node of a key, and the line through it; nothing where it is gone."""
    node = state.open.find(int(key))
    if node is None:
        return None
    state.open.go(node)
    state.ui.say("")
    changed(state)
    return [("reveal",)]


def sign(state: State, nag: str) -> Effects | None:
    """Give the move shown a sign, or take it away; there is one of the six at most."""
    editing.toggle_sign(state.open, state.open.shown, int(nag), tuple(SIGN_WORDS))
    return None


def comment(state: State, value: Choice) -> Effects | None:
    """Write down what is to be said of the move shown, or at the start of the game."""
    node = state.open.shown
    most = max(MAX_COMMENT, len(node.comment))  # a longer one was read from a file: it is never cut
    editing.comment(state.open, node, " ".join(value["value"][:most].split()))
    return None


def promote(state: State, _value: object = None) -> Effects | None:
    """Make the line of the move shown the main line."""
    return _changed(state, editing.promote(state.open, state.open.shown), _("This is now the main line."))


def raise_line(state: State, _value: object = None) -> Effects | None:
    """Move the line of the move shown one place up among the lines beside it."""
    raised = editing.raise_line(state.open, state.open.shown)
    return _changed(state, raised, _("The line moved up one place."))


def demote(state: State, _value: object = None) -> Effects | None:
    """Move the line of the move shown one place down among the lines beside it."""
    was_main = state.open.shown.is_main_line()
    news = _("Another line is now the main line.") if was_main else _("The line moved down one place.")
    return _changed(state, editing.lower_line(state.open, state.open.shown), news)


def _changed(state: State, done: bool, news: str) -> Effects | None:
    if not done:
        return None
    state.ui.close_dialog()
    changed(state)
    state.ui.report(news)
    return [("reveal",)]


def delete(state: State, _value: object = None) -> Effects | None:
    """Delete the move shown and what follows it."""
    deleted = editing.delete(state.open, state.open.shown)
    return _changed(state, deleted, _("The move and everything after it were deleted."))


def bring_back(state: State, _value: object = None) -> Effects | None:
    """Bring back what was just deleted."""
    return _changed(state, editing.bring_back(state.open), "")


def show_all(state: State, _value: object = None) -> Effects | None:
    """List the lines that were taken back too, or no longer."""
    state.ui.show_all_lines(not state.ui.all_lines)
    return None


def build(state: State) -> Node:
    """Return the dialog."""
    node = state.open.shown
    at_start = node.parent is None
    move = state.last_move
    title = _("Notes on the game")
    if move is not None:
        title = _("Notes on {move}").format(move=format_move(move, state.variant))
    signs = []
    for nag in sorted(SIGN_WORDS):
        pressed = "true" if nag in node.nags else "false"
        words = SIGN_WORDS[nag]
        signs.append(
            button(
                sign_of(nag), "tree:sign", nag, kind="secondary", aria_pressed=pressed, aria_label=words, title=words
            )
        )
    first = editing.branch(node)
    place, others = editing.place(first)
    # The second line beside the main line gets to the same place by "Make it the main line".
    higher = place > 1 or (place == 1 and first.parent is not None and not first.parent.is_main_line())
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
                    "maxlength": max(MAX_COMMENT, len(node.comment)),
                    "data-change": "tree:comment",
                    "prop:value": node.comment,
                },
            ),
        ),
        h(
            "div",
            {"class": "actions"},
            None if at_start else button(_("Delete from here"), "tree:delete", kind="secondary danger"),
            button(_("Demote the line"), "tree:demote", kind="secondary") if lower else None,
            button(_("Promote the line"), "tree:raise", kind="secondary") if higher else None,
            button(_("Make this the main line"), "tree:promote", kind="secondary") if not node.is_main_line() else None,
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
    "tree:bring-back": bring_back,
    "tree:all": show_all,
}
