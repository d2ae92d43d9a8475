"""The pages to print, as nodes. Each is as large as its paper; style/paper.css has their looks.

A page with data-fit gets the largest text with which nothing is cut (effects.py).
"""

from __future__ import annotations

from morris_core import GameNode, Position, Variant
from morris_core.geometry import FIELD, MARGIN, SPAN, Geometry, geometry
from morris_core.notation import format_move
from morris_core.notes import sign_of
from morris_core.parts import man, rim
from morris_core.position import SIDES
from morris_core.shapes import read_shapes
from morris_core.svg import drawing

from ...common.diagrams import diagram_node
from ...common.rules_text import in_short, rules_of
from ...model.record_tags import event_of, read_tags
from ...model.sides import NAMES, describe
from ...model.state import State
from ...model.translation import _
from ...view.nodes import Child, Node, h
from ..puzzles.book import Book, Puzzle, PuzzleError
from ..puzzles.words import goal, level_name

# Millimetres.
WIDTHS = {"a4": 210, "letter": 216, "a3": 297}
LARGEST_BOARDS = {"a4": 180, "letter": 180, "a3": 260}  # between the outermost points of a board to play on
STEPS = {"a4": 30, "letter": 30, "a3": 32}  # between neighbouring points, if the board has room for that
WIDEST_STEP = 45
MAN = 13  # the radius of a man to cut out
WHOLE = {"a4": 182, "letter": 186, "a3": 265}  # the picture of a position on the whole page
ON_PAGE = {"2": 100, "4": 82, "6": 64}  # the picture of a puzzle by their number on an A4 page
MOST_NAMES, ROUNDS_ON_PAGE = 24, 12
CELL = 132  # all columns of results together


def sheet(size: str, kind: str, *parts: Child, fit: bool = False, number: int = 0) -> Node:
    """Return a page, the `number`-th of its kind."""
    # The size of the text stays on an element, so another kind of page is another one.
    return h(
        "section",
        {"key": kind + str(number), "class": " ".join(("sheet", size, kind)), "data-fit": "yes" if fit else None},
        *parts,
    )


def _picture(geo: Geometry, parts: list[Node], width: float, edge: int, label: str = "") -> Node:
    """Return a drawing `width` millimetres wide, with `edge` units around the outermost lines."""
    size = SPAN + 2 * edge
    attributes = {
        "class": "paper-board",
        "viewBox": f"{-edge} {-edge} {size} {size}",
        "style:width": f"{width}mm",
        "style:height": f"{width}mm",
        "role": "img" if label else None,
        "aria-label": label or None,
    }
    return h("svg", attributes, parts)


def position(variant: Variant, shown: Position, width: float, letters: bool = False, flipped: bool = False) -> Node:
    """Return the picture of a position, `width` millimetres wide."""
    geo = geometry(variant.board, flipped)
    parts = (rim(geo) if letters else []) + drawing(geo, shown.white, shown.black)
    return _picture(geo, parts, width, MARGIN if letters else FIELD)


# --- the rules --------------------------------------------------------------------------------------------------------


def rules(variant: Variant, size: str) -> list[Node]:
    """Return the rules of one game on one page."""
    sections = []
    for section in rules_of(variant):
        figures = [h("figure", {}, diagram_node(one), h("figcaption", {}, one.caption)) for one in section.diagrams]
        paragraphs = [h("p", {}, paragraph) for paragraph in section.paragraphs]
        row = h("div", {"class": "figures"}, figures) if figures else None
        sections.append(h("section", {}, h("h3", {}, section.heading), paragraphs, row))
    return [
        sheet(
            size,
            "rules",
            h("h1", {}, _(variant.title)),
            h("p", {"class": "paper-lead"}, in_short(variant) + "."),
            h("div", {"class": "columns fitted"}, sections),
            fit=True,
        )
    ]


# --- a board to play on -----------------------------------------------------------------------------------------------


def play_board(variant: Variant, size: str) -> list[Node]:
    """Return a board to play on, and a page of men to cut out."""
    steps = variant.board.size - 1
    step = min(LARGEST_BOARDS[size] / steps, max(STEPS[size], min(WIDEST_STEP, 180 / steps)))
    geo = geometry(variant.board, False)
    unit = step / geo.step  # millimetres of a unit of the drawing
    edge = int(14 / unit)
    board = _picture(geo, drawing(geo, 0, 0), round((SPAN + 2 * edge) * unit, 2), edge, _(variant.title))
    men = variant.rules.men
    row = int((WIDTHS[size] - 24) // (2 * MAN + 3))
    discs = []
    for side in (0, 1):
        rows = [
            [
                h(
                    "g",
                    {
                        "transform": f"translate({(2 * MAN + 3) * (number % row) + MAN + 1} "
                        f"{(2 * MAN + 3) * (number // row) + MAN + 1})"
                    },
                    man(MAN, SIDES[side]),
                )
                for number in range(men)
            ]
        ]
        high = (2 * MAN + 3) * (1 + (men - 1) // row)
        wide = (2 * MAN + 3) * row
        attributes = {"class": "paper-men", "viewBox": f"0 0 {wide} {high}", "style:width": f"{wide}mm"}
        discs.append(h("svg", dict(attributes, **{"style:height": f"{high}mm"}), rows[0]))
    return [
        sheet(size, "board", h("h1", {}, _(variant.title)), board, h("p", {}, in_short(variant) + ".")),
        sheet(size, "men", h("h1", {}, _("Men to cut out")), discs),
    ]


# --- a position or a game ---------------------------------------------------------------------------------------------


def game(state: State, size: str, width: str, letters: bool, moves: bool) -> list[Node]:
    """Return the position shown, and the moves of the game if `moves`."""
    tags, names = read_tags(state.open.tags), state.open.names
    players = _("{white} – {black}").format(white=names[0] or NAMES[0], black=names[1] or NAMES[1])
    result = state.open.game.result()
    facts = [_(state.variant.title), event_of(tags), "" if result == "*" or not moves else result]
    whole = width == "page"
    millimetres = WHOLE[size] if whole else int(width)
    end = state.ui.outcome
    text = describe(end) if end else _("{side} to move.").format(side=NAMES[state.side])
    hands = [state.position.hand(side) for side in (0, 1)]
    if any(hands):
        in_hand = _("In hand: White {white}, Black {black}.").format(white=hands[0], black=hands[1])
        text = _("{news} {prompt}").format(news=text, prompt=in_hand)
    comment = read_shapes(state.open.shown.comment, state.variant.board)[0]
    picture = position(state.variant, state.position, millimetres, letters, state.open.orientation == 1)
    return [
        sheet(
            size,
            "flow whole" if whole else "flow",
            h("h1", {}, players if any(names) else _(state.variant.title)),
            h("p", {"class": "paper-lead"}, " · ".join([fact for fact in facts[(0 if any(names) else 1) :] if fact])),
            h("div", {"class": "paper-middle"}, picture),
            h("p", {"class": "paper-caption"}, text),
            h("p", {}, comment) if comment else None,
            h("div", {"class": "paper-moves"}, _line(state, state.open.tree)) if moves else None,
        )
    ]


def _line(state: State, start: GameNode) -> list[Node]:
    """Return the moves of the main line with their comments and, in brackets, the lines beside them."""
    nodes: list[Node] = []
    number = 0
    board = state.variant.board
    words: list[str] = []
    if start.comment:
        words.append(read_shapes(start.comment, board)[0])
    fresh = True
    for node in start.mainline():
        parent = node.parent
        assert parent is not None
        assert node.move is not None
        white = parent.position.side == 0
        if white or parent.parent is None or parent.parent.position.side != 0:
            number += 1
        word = format_move(node.move, state.variant) + "".join([sign_of(nag) for nag in node.nags])
        if white or fresh:
            word = f"{number}{'.' if white else '…'} {word}"
        nodes.append(h("span", {}, " ".join(words + [word]) + " "))
        words, fresh = [], False
        said = read_shapes(node.comment, board)[0]
        beside = [other for other in parent.variations if other is not node and not other.is_hidden()]
        for other in beside:
            said = (said + " " if said else "") + "(" + _brief(state, other, number, white) + ")"
        if said:
            nodes.append(h("p", {}, said))
            fresh = True
    return nodes


def _brief(state: State, first: GameNode, number: int, white: bool) -> str:
    """Return a line beside the main line as text."""
    words = []
    for place, node in enumerate([first] + first.mainline()):
        assert node.move is not None
        assert node.parent is not None
        side = node.parent.position.side
        if place and side == 0:
            number += 1
        lead = f"{number}. " if side == 0 else "" if place else f"{number}… "
        words.append(lead + format_move(node.move, state.variant) + "".join([sign_of(nag) for nag in node.nags]))
        said = read_shapes(node.comment, state.variant.board)[0]
        if said:
            words.append(said)
    return " ".join(words)


# --- puzzles ----------------------------------------------------------------------------------------------------------


def worksheet(book: Book, ids: list[str], number: int, size: str, site: str) -> list[Node]:
    """Return a page with puzzles, and a page with their answers."""
    tasks, answers = [], []
    scale = WIDTHS[size] / WIDTHS["a4"] if size == "a3" else 1
    for place, id in enumerate(ids):
        try:
            puzzle = book.puzzle(id)
            if puzzle is None:
                continue
            start, solution = puzzle.game(), _solution(puzzle)
        except PuzzleError:
            continue
        side = start.position.side
        title = f"{place + 1}."
        text = _("{side} to move.").format(side=NAMES[side]) + " " + goal(puzzle, side)
        tasks.append(
            h(
                "div",
                {"class": "paper-task"},
                position(puzzle.variant, start.position, round(ON_PAGE[str(number)] * scale), False, side == 1),
                h("p", {}, h("strong", {}, title), " ", text),
                h("p", {"class": "paper-answer-line"}),
            )
        )
        more = f"{_(puzzle.variant.title)}, {level_name(puzzle)}"
        where = h("small", {}, f"{more} · {site}#p={puzzle.id}")
        answers.append(h("li", {}, h("strong", {}, title), " ", h("bdi", {}, solution), h("br"), where))
    return [
        sheet(
            size,
            "worksheet",
            h("h1", {}, _("Puzzles")),
            h("div", {"class": " ".join(("tasks", "of-" + str(number)))}, tasks),
        ),
        sheet(size, "answers", h("h1", {}, _("Answers")), h("ol", {"class": "fitted"}, answers), fit=True),
    ]


def _solution(puzzle: Puzzle) -> str:
    """Return the moves of a solution as text."""
    game, number = puzzle.game(), 0
    words: list[str] = []
    for move in puzzle.solution():
        if not words or game.position.side == puzzle.game().position.side:
            number += 1
            words.append(f"{number}.")
        words.append(format_move(move, puzzle.variant))
        game.play(move)
    return " ".join(words)


# --- a tournament -----------------------------------------------------------------------------------------------------


def table(title: str, text: str, size: str) -> list[Node]:
    """Return the table of a tournament in which everybody plays everybody, and a page with its rounds."""
    names = [" ".join(line.split())[:40] for line in text.split("\n")]
    names = [name for name in names if name][:MOST_NAMES]
    shown = names or [""] * 8
    count = len(shown)
    heading = title or _("Tournament")
    head = [h("th", {}), h("th", {}, _("Name"))] + [h("th", {}, str(one + 1)) for one in range(count)]
    rows = [h("tr", {}, head, h("th", {}, _("Points")))]
    for row in range(count):
        cells = [h("td", {"class": "blocked"} if row == column else {}) for column in range(count)]
        rows.append(h("tr", {}, h("th", {}, str(row + 1)), h("th", {"class": "name"}, shown[row]), cells, h("td", {})))
    scale = WIDTHS[size] / WIDTHS["a4"]
    attributes = {"class": "crosstable", "style:--cell": f"{round(min(CELL / count, 12) * scale, 2)}mm"}
    pages = [sheet(size, "table", h("h1", {}, heading), h("table", attributes, rows))]
    if len(names) > 1:
        lists = []
        for number, pairs in enumerate(rounds(len(names))):
            lines = [
                h("li", {}, h("bdi", {}, names[one]), " – ", h("bdi", {}, names[other]), h("span", {"class": "score"}))
                for one, other in pairs
            ]
            heading_of = h("h3", {}, _("Round {number}").format(number=number + 1))
            lists.append(h("div", {"class": "round"}, heading_of, h("ul", {}, lines)))
        for first in range(0, len(lists), ROUNDS_ON_PAGE):
            page = h("div", {"class": "columns fitted"}, lists[first : first + ROUNDS_ON_PAGE])
            pages.append(sheet(size, "rounds", h("h1", {}, heading), page, fit=True, number=first))
    return pages


def rounds(count: int) -> list[list[tuple[int, int]]]:
    """Return the pairs of each round in which everybody meets everybody once; the first of a pair begins.

    >>> rounds(3)
    [[(2, 1)], [(2, 0)], [(0, 1)]]
    """
    even = count + count % 2
    seats = list(range(even))
    found = []
    for number in range(even - 1):
        pairs = []
        for place in range(even // 2):
            one, other = seats[place], seats[even - 1 - place]
            if max(one, other) < count:
                pairs.append((one, other) if (place or number) % 2 == 0 else (other, one))
        found.append(pairs)
        seats = [seats[0], seats[-1]] + seats[1:-1]
    return found
