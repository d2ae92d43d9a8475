"""The list of moves with variations, and the intents of the tree."""

from __future__ import annotations

from collections.abc import Callable

from morris_core import WHITE, GameNode
from morris_core.geometry import Geometry
from morris_core.notation import format_move
from morris_core.notes import sign_of
from morris_core.parts import ring
from morris_core.shapes import is_shape, points_of, read_shapes, write_shapes
from morris_core.svg import arrow

from ...kernel.features import button_of, hooks
from ...model import editing
from ...model.messages import Choice, Effects
from ...model.open_game import OpenGame
from ...model.state import Handler, State
from ...model.translation import _
from ...update.moves import changed, step
from ...view.nodes import Attributes, Node, button, h

Grade = tuple[Attributes, Node | None]  # of the button of a move, and a symbol in it

SIGN_WORDS = {
    1: _("good move"),
    2: _("mistake"),
    3: _("excellent move"),
    4: _("blunder"),
    5: _("interesting move"),
    6: _("dubious move"),
}
DEEPEST = 6  # steps of indentation
MOST_SHAPES = 100  # the last of a comment; more would hold up the drawing, and nobody could tell them apart


def begins_number(node: GameNode) -> bool:
    """Return whether a move has its own number: each of White's, and one of Black's after another of Black's."""
    parent = node.parent
    assert parent is not None
    return parent.position.side == WHITE or parent.parent is None or parent.parent.position.side != WHITE


def speak(state: State) -> str:
    """Return what screen readers hear before a move in a variation: "Variation, move 5."."""
    number = len([one for one in state.open.shown.path() if begins_number(one)])
    return _("Variation, move {number}.").format(number=number)


class MoveList:
    """The list for one state of the page."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.tree = state.open.tree
        self.shown = state.open.shown
        nodes = self.tree.nodes()
        self.undone = {node.key for node in state.open.head.mainline()}
        self.counted = {self.tree.key: 0}
        for node in nodes[1:]:  # each after its parent
            parent = node.parent
            assert parent is not None
            self.counted[node.key] = self.counted[parent.key] + int(begins_number(node))
        # The list is one tab stop: the move shown or, at the start, the first one.
        self.stop = self.shown if self.shown.parent is not None else self.tree.next()
        # The findings of the last review about the moves of the main line, by their number.
        self.grades: dict[int, Grade] = ([grades(state) for grades in hooks("grades")] or [{}])[0]

    def number(self, node: GameNode) -> str:
        """Return the number of a move in the list, one for each move of White's."""
        return str(self.counted[node.key])

    def move(self, node: GameNode) -> Node:
        """Return a move's button."""
        assert node.move is not None
        text = format_move(node.move, self.state.variant)
        words = [text] + [SIGN_WORDS[nag] for nag in node.nags if nag in SIGN_WORDS]
        current = node is self.shown
        grade = self.grades.get(node.ply) if node.is_main_line() else None
        if grade and len(words) > 1:
            grade = {name: grade[0][name] for name in grade[0] if name != "aria-label"}, None  # the own symbol stays
        built = h(
            "button",
            {
                "type": "button",
                "data-intent": "tree:go",
                "data-value": node.key,
                "data-ply": node.ply if node.is_main_line() else None,
                "class": "undone" if node.key in self.undone else None,
                "aria-current": "step" if current else None,
                "aria-label": ", ".join(words) if len(words) > 1 else None,
                "tabindex": 0 if node is self.stop else -1,
            },
            text + "".join([sign_of(nag) for nag in node.nags]),
        )
        return built if grade is None else h(built[0], dict(built[1], **grade[0]), *built[2], grade[1])

    def text(self, node: GameNode) -> Node | None:
        """Return a move's comment."""
        text = read_shapes(node.comment, self.state.variant.board)[0]
        return h("span", {"class": "comment"}, text) if text else None

    def variation(self, node: GameNode, depth: int) -> Node:
        """Return a variation, without those inside it."""
        items = []
        for one in [node] + node.mainline():
            assert one.parent is not None
            white = one.parent.position.side == WHITE
            number = None
            if white or one is node:
                number = h(
                    "span", {"class": "number", "aria-hidden": "true"}, self.number(one) + ("." if white else "…")
                )
            items.append(h("li", {}, number, self.move(one), self.text(one)))
        label = _("Variation of move {number}").format(number=self.number(node))
        key = "v" + str(node.key)
        attributes = {"key": key, "class": "variation", "style:--depth": str(min(depth, DEEPEST))}
        return h("li", attributes, h("ol", {"class": "line", "aria-label": label}, items))

    def beside(self, node: GameNode) -> list[GameNode]:
        """Return the lines beside a node's next move; those that were taken back only if they are shown."""
        following = node.next()
        return [
            other
            for other in node.variations
            if other is not following and (self.state.ui.all_lines or other is self.shown or not other.is_hidden())
        ]

    def variations(self, node: GameNode) -> list[Node]:
        """Return the variations that begin at a node of the main line, each followed by those inside it."""
        found = []
        left = [(other, 0) for other in self.beside(node)]
        while left:
            other, depth = left.pop(0)
            found.append(self.variation(other, depth))
            within = []
            for one in [other] + other.mainline():
                within += [(deeper, depth + 1) for deeper in self.beside(one)]
            left = within + left
        return found


def build(state: State) -> Node:
    """Return the list."""
    moves = MoveList(state)
    rows: list[Node] = []
    row: list[Node] = []
    if moves.tree.comment:
        rows.append(h("li", {"key": "c0", "class": "variation"}, moves.text(moves.tree)))

    def flush(number: str) -> None:
        if row:
            key = f"r{number}-{len(rows)}"
            rows.append(h("li", {"key": key}, h("span", {"class": "number", "aria-hidden": "true"}, number), list(row)))
            row.clear()

    number = ""
    for node in moves.tree.mainline():
        assert node.parent is not None
        number = moves.number(node)
        white = node.parent.position.side == WHITE
        if white:
            flush(str(int(number) - 1))
        elif not row:
            row.append(h("span", {"class": "gap"}, "…"))
        row.append(moves.move(node))
        below = moves.variations(node.parent)
        text = moves.text(node)
        if text is not None:
            below.insert(0, h("li", {"key": "c" + str(node.ply), "class": "variation"}, text))
        if below:
            flush(number)
            rows += below
        elif not white:
            flush(number)
    flush(number)
    rows += moves.variations(moves.tree.end())
    notes = button_of("notes") if state.ui.address else None
    written = None if notes is None else button(*notes, kind="secondary notes-button", tabindex=0)
    back = button(_("Bring it back"), "tree:bring-back", kind="secondary notes-button", tabindex=0)
    deleted = back if state.open.deleted else None
    label = _("Hide replaced moves") if state.ui.all_lines else _("Show replaced moves")
    lines = button(label, "tree:all", kind="secondary notes-button", tabindex=0) if state.open.has_hidden() else None
    rows.append(h("li", {"key": "notes", "class": "for-notes"}, written, lines, deleted))
    return h("ol", {"class": "moves tree"}, rows)


MAX_COMMENT = 1000  # characters


def node_of(state: State, key: object = None) -> GameNode:
    """Return the node of a key, or the one shown if there is none."""
    found = state.open.find(int(str(key))) if key else None
    return found or state.open.shown


def on_go(state: State, key: str) -> Effects | None:
    """Show the node of a key and the line through it; nothing if the node no longer exists."""
    node = state.open.find(int(key))
    if node is None:
        return None
    state.open.go(node)
    state.ui.say("")
    changed(state)
    return [("reveal",)]


def on_sign(state: State, value: str) -> Effects | None:
    """Give a move one of the six symbols, or remove it: "KEY SYMBOL", or "SYMBOL" for the move shown. A move has at
    most one of them."""
    key, _space, nag = str(value).rpartition(" ")
    node = node_of(state, key)
    if node.parent is not None:
        editing.toggle_sign(state.open, node, int(nag), tuple(SIGN_WORDS))
    return None


def on_comment(state: State, value: Choice) -> Effects | None:
    """Set the comment on a move, or on the start of the game: the field's name is the key of its node, or "comment" for
    the one shown."""
    node = state.open.shown if value["name"] == "comment" else state.open.find(int(value["name"]))
    if node is None:
        return None
    most = max(MAX_COMMENT, len(node.comment))  # a longer one came from a file and is never cut
    text = " ".join(value["value"][:most].split())
    editing.comment(state.open, node, write_shapes(text, read_shapes(node.comment, state.variant.board)[1]))
    return None


def on_draw(state: State, shape: str) -> Effects | None:
    """Draw an arrow or a circle at the position shown (see morris_core.shapes); the same one again removes it."""
    board, node = state.variant.board, state.open.shown
    if not is_shape(shape, board):
        return None
    text, shapes = read_shapes(node.comment, board)
    left = [one for one in shapes if one[1:] != shape[1:]]
    editing.comment(state.open, node, write_shapes(text, left if shape in shapes else left + [shape]))
    return None


def on_erase(state: State, key: object = None) -> Effects | None:
    """Remove the arrows and circles after a move, by default at the position shown."""
    node = node_of(state, key)
    text, shapes = read_shapes(node.comment, state.variant.board)
    if shapes:
        editing.comment(state.open, node, text)
    return None


def shapes_on(state: State, geo: Geometry) -> list[Node]:
    """Return the arrows and circles of the position shown."""
    nodes: list[Node] = []
    for shape in read_shapes(state.open.shown.comment, geo.board)[1][-MOST_SHAPES:]:
        places = [geo.xy[geo.board.index[name]] for name in points_of(shape)]
        if len(places) == 2:
            nodes += arrow(places[0], places[1], geo.radius, shape[0])
        else:
            nodes += ring(shape[0], places[0], geo.radius + 8)
    return nodes


def on_demote(state: State, key: object = None) -> Effects | None:
    """Move the line of a move down one place among the lines beside it."""
    node = node_of(state, key)
    news = _("Another line is now the main line.") if node.is_main_line() else _("The line moved down one place.")
    return _changed(state, editing.lower_line(state.open, node), news)


def _changed(state: State, done: bool, news: str) -> Effects | None:
    if not done:
        return None
    state.ui.close_dialog()
    changed(state)
    state.ui.report(news)
    return [("reveal",)]


def _edit(change: Callable[[OpenGame, GameNode], bool], news: str) -> Handler:
    """Return a handler that changes the tree at a move, by default the one shown, and says what it has done."""
    return lambda state, key: _changed(state, change(state.open, node_of(state, key)), news)


on_promote = _edit(editing.promote, _("This is now the main line."))
on_raise = _edit(editing.raise_line, _("The line moved up one place."))
on_delete = _edit(editing.delete, _("The move and everything after it were deleted."))
on_bring_back = _edit(lambda game, _node: editing.bring_back(game), "")


def on_all(state: State, _value: object = None) -> Effects | None:
    """Show or hide the lines that were taken back."""
    state.ui.show_all_lines(not state.ui.all_lines)
    return None


def on_key(state: State, key: str) -> Effects | None:
    """Handle a key anywhere on the page: 1 to 6 give the move shown a symbol, the arrows up and down go to the line
    above or below or, if there is none, to the move before or after."""
    if key in "123456":
        return None if state.settings["shortcuts"] == "off" else on_sign(state, key)
    node, way = state.open.shown, 1 if key == "ArrowDown" else -1
    beside = (
        [] if node.parent is None else [one for one in node.parent.variations if one is node or not one.is_hidden()]
    )
    if len(beside) < 2:
        return step(state, "next" if way == 1 else "previous")
    place = [one is node for one in beside].index(True) + way
    return on_go(state, str(beside[place].key)) if 0 <= place < len(beside) else None


def edits(state: State, node: GameNode) -> list[Node | None]:
    """Return the buttons that change the line of a move."""
    first = editing.branch(node)
    place, others = editing.place(first)
    movable = editing.may_reorder(state.open, first)
    # For the second line, "Make it the main line" has the same effect.
    higher = movable and (place > 1 or (place == 1 and first.parent is not None and not first.parent.is_main_line()))
    lower = movable and place < others - 1
    promotable = not node.is_main_line() and editing.may_reorder(state.open, node)
    return [
        button(_("Make this the main line"), "tree:promote", node.key) if promotable else None,
        button(_("Promote the line"), "tree:raise", node.key) if higher else None,
        button(_("Demote the line"), "tree:demote", node.key) if lower else None,
        button(_("Delete from here"), "tree:delete", node.key, kind="secondary danger")
        if editing.may_delete(state.open, node)
        else None,
    ]
