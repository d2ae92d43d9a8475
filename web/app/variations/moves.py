"""The list of moves of a game with variations: the main line in rows, variations below the move they replace."""

from __future__ import annotations

from morris_core import WHITE
from morris_core.notation import format_move
from morris_core.tree_text import sign_of

from ..translation import _
from ..view.nodes import button, h
from .tree import begin, begins_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from morris_core import GameNode

    from ..state import State
    from ..view.nodes import Node

SIGN_WORDS = {
    1: _("good move"),
    2: _("mistake"),
    3: _("excellent move"),
    4: _("blunder"),
    5: _("interesting move"),
    6: _("dubious move"),
}
DEEPEST = 6  # steps of indentation


class MoveList:
    """What the list is built from, for one state of the page."""

    def __init__(self, state: State) -> None:
        variations = begin(state)
        self.state = state
        self.tree = variations.tree
        self.shown = variations.shown(state)
        nodes = self.tree.nodes()
        self.numbers = {id(node): number for number, node in enumerate(nodes)}
        self.counted = {id(self.tree): 0}
        for node in nodes[1:]:  # each behind its parent
            parent = node.parent
            assert parent is not None
            self.counted[id(node)] = self.counted[id(parent)] + int(begins_number(node))
        # The list is one tab stop: the move shown or, at the start, the first one.
        self.stop = self.shown if self.shown.parent is not None else self.tree.next()

    def number(self, node: GameNode) -> str:
        """Return the number of a move as the list writes it, one for each move of White's."""
        return str(self.counted[id(node)])

    def move(self, node: GameNode) -> Node:
        """Return a move's button."""
        assert node.move is not None
        text = format_move(node.move, self.state.variant)
        words = [text] + [SIGN_WORDS[nag] for nag in node.nags if nag in SIGN_WORDS]
        current = node is self.shown
        return h(
            "button",
            {
                "type": "button",
                "data-intent": "tree:go",
                "data-value": self.numbers[id(node)],
                "data-ply": node.ply if node.is_main_line() else None,
                "aria-current": "step" if current else None,
                "aria-label": ", ".join(words) if len(words) > 1 else None,
                "tabindex": 0 if node is self.stop else -1,
            },
            text + "".join([sign_of(nag) for nag in node.nags]),
        )

    def said(self, node: GameNode) -> Node | None:
        """Return a move's comment."""
        return h("span", {"class": "comment"}, node.comment) if node.comment else None

    def variation(self, node: GameNode, depth: int) -> Node:
        """Return a variation, without those within it."""
        items = []
        for one in [node] + node.mainline():
            assert one.parent is not None
            white = one.parent.position.side == WHITE
            number = None
            if white or one is node:
                number = h(
                    "span", {"class": "number", "aria-hidden": "true"}, self.number(one) + ("." if white else "…")
                )
            items.append(h("li", {}, number, self.move(one), self.said(one)))
        label = _("Variation of move {number}").format(number=self.number(node))
        key = "v" + str(self.numbers[id(node)])
        attributes = {"key": key, "class": "variation", "style:--depth": str(min(depth, DEEPEST))}
        return h("li", attributes, h("ol", {"class": "line", "aria-label": label}, items))

    def variations(self, node: GameNode) -> list[Node]:
        """Return the variations beside a move of the main line, each followed by those within it."""
        assert node.parent is not None
        found = []
        left = [(other, 0) for other in node.parent.variations[1:]]
        while left:
            other, depth = left.pop(0)
            found.append(self.variation(other, depth))
            within = []
            for one in other.mainline():
                assert one.parent is not None
                within += [(deeper, depth + 1) for deeper in one.parent.variations[1:]]
            left = within + left
        return found


def build_moves(state: State) -> Node:
    """Return the list."""
    moves = MoveList(state)
    rows: list[Node] = []
    row: list[Node] = []
    if moves.tree.comment:
        rows.append(h("li", {"key": "c0", "class": "variation"}, moves.said(moves.tree)))

    def flush(number: str) -> None:
        if row:
            key = f"r{number}-{len(rows)}"
            rows.append(h("li", {"key": key}, h("span", {"class": "number", "aria-hidden": "true"}, number), list(row)))
            row.clear()

    for node in moves.tree.mainline():
        assert node.parent is not None
        number = moves.number(node)
        white = node.parent.position.side == WHITE
        if white:
            flush(str(int(number) - 1))
        elif not row:
            row.append(h("span", {"class": "gap"}, "…"))
        row.append(moves.move(node))
        below = moves.variations(node)
        said = moves.said(node)
        if said is not None:
            below.insert(0, h("li", {"key": "c" + str(node.ply), "class": "variation"}, said))
        if below:
            flush(number)
            rows += below
        elif not white:
            flush(number)
    if row:
        flush(number)
    notes = button(_("Notes"), "open", "tree", kind="secondary notes-button", tabindex=0)
    rows.append(h("li", {"key": "notes", "class": "for-notes"}, notes))
    return h("ol", {"class": "moves tree"}, rows)
