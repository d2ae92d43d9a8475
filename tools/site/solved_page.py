"""Write the numbers and pictures of each solved game for learn/solved.html.

They all come from the files in tools/site/facts.
"""

from collections.abc import Callable
from typing import Any

from app.view.nodes import Node

from morris_core import Game, Variant, find_variant
from morris_core.board import count
from morris_core.geometry import geometry
from tools.site.facts import KNOWN, SOLVED, TRAPS, Facts, Longest, Shares, Traps, read
from tools.site.markup import text, write, write_node
from tools.texts.in_language import app_module
from tools.texts.in_language import translate_number as number_of
from tools.texts.in_language import translate_text as _

h: "Callable[..., Node]" = app_module("view.nodes").h

KINDS = ("win", "draw", "loss")
SIGNS = {"win": "W", "draw": "=", "loss": "B"}
BAR = 240  # the length of a bar of shares, in SVG units


def worth(value: object, plies: object = None) -> str:
    """Return the value of a position with White to move, and the number of plies to its end, in words."""
    if value == "draw":
        return _("a draw")
    side = _("White") if value == "win" else _("Black")
    if not isinstance(plies, int) or not plies:
        return _("{side} wins").format(side=side)
    return number_of("{side} wins in {number} ply", "{side} wins in {number} plies", plies, side=side)


def whole_number(number: int) -> str:
    """Return a large number with its digits in groups.

    >>> whole_number(8904593601)
    '8,904,593,601'
    """
    # Translators: the sign between groups of three digits of a large number, as in 8,904,593.
    return f"{number:,}".replace(",", in_context("digit groups", ","))


def in_context(context: str, message: str) -> str:
    """Return a text in the current language. `context` tells apart texts that are equal in English."""
    return str(app_module("model.translation").in_context(context, message))


def board_node(variant: "Variant", white: int = 0, black: int = 0, targets: tuple[str, ...] = ()) -> "Node":
    """Return the picture of a position. The points `targets` are marked."""
    diagrams = app_module("common.diagrams")
    marks = tuple((variant.board.index[name], "target") for name in targets)
    node: Node = diagrams.diagram_node(diagrams.Diagram(variant.board, "", white, black, marks))
    return node


def facts() -> dict[str, Facts]:
    """Return the facts of each game, in the order of the file."""
    found: dict[str, Facts] = read(SOLVED)
    return found


def sections() -> str:
    """Return a section for each game that the tables cover."""
    return "\n".join(section(find_variant(name), game) for name, game in facts().items())


def contents() -> str:
    """Return the list of the games, each with its value."""
    rows = []
    for name, solved in facts().items():
        variant = find_variant(name)
        rows.append(write("li", text("a", _(variant.title), href="#" + name), " ", text("b", in_short(solved))))
    return write("ul", *rows, class_="verdicts")


def in_short(solved: Facts) -> str:
    """Return the value of a game in a few words."""
    if solved["start"] is None:
        return _("endgames solved here")
    value, plies = solved["start"]
    return worth(value, plies)


def section(variant: "Variant", solved: Facts) -> str:
    parts = [text("h2", _(variant.title), id=variant.name), verdict(variant, solved)]
    figures = []
    if solved["first"]:
        # The caption says the same as the picture in words.
        caption = text("figcaption", first_in_words(variant, solved))
        figures.append(write("figure", write_node(first_node(variant, solved)), caption))
    if solved["longest"]:
        figures.append(longest_figure(variant, solved))
    if solved["longest_placing"]:
        figures.append(longest_placing_figure(variant, solved["longest_placing"]))
    if figures:
        parts.append(write("div", *figures, class_="figures solved-figures"))
    parts.append(shares_figure(solved))
    return write("section", *parts, class_="variant", aria_labelledby=variant.name)


def verdict(variant: "Variant", solved: Facts) -> str:
    """Return the paragraph that says how far a game is solved, and its value."""
    if solved["start"] is None:
        most = max(sum(map(int, name.split("-"))) for name in solved["shares"])
        template = _(
            "Solved here: every position with no men in hand and up to {most} men on the board in all, with the "
            "number of plies to the end."
        )
        return text("p", template.format(most=most))
    value, plies = solved["start"]
    template = _("Fully solved. From the empty board, with best play by both sides: {outcome}.")
    return text("p", template.format(outcome=worth(value, plies)))


def first_node(variant: "Variant", solved: Facts) -> "Node":
    """Return the board with a coloured and lettered disc on each point."""
    geo = geometry(variant.board, False)
    tag, attributes, parts = board_node(variant)
    discs = []
    for point, name in enumerate(variant.board.points):
        x, y = geo.xy[point]
        value = str(solved["first"][name][0])
        discs.append(
            h(
                "g",
                {"class": "first " + value},
                h("circle", {"cx": x, "cy": y, "r": geo.radius - 4}),
                h("text", {"x": x, "y": y + 14, "text-anchor": "middle"}, SIGNS[value]),
            )
        )
    return h(tag, attributes, [*parts, *discs])


def first_in_words(variant: "Variant", solved: Facts) -> str:
    """Return the values of the first placements in words, grouping points of equal value.

    >>> first_in_words(find_variant("six"), facts()["six"])
    'The first man: on any point, a draw.'
    """
    groups: dict[tuple[Any, ...], list[str]] = {}
    for name in variant.board.points:
        groups.setdefault(tuple(solved["first"][name]), []).append(name)
    largest = max(map(len, groups.values()))
    rest = [names for names in groups.values() if len(names) == largest]
    phrases = []
    for (value, plies), names in sorted(groups.items(), key=lambda group: KINDS.index(str(group[0][0]))):
        most = len(groups) > 1 and rest == [names]  # unless two groups share the largest size
        template = _("on {points}, {outcome}")
        if most or len(groups) == 1:
            template = _("anywhere else, {outcome}") if most else _("on any point, {outcome}")
        points = app_module("model.translation").comma_list(sorted(names))
        phrases.append((most, template.format(points=points, outcome=worth(value, plies))))
    parts = [words for _most, words in sorted(phrases, key=lambda one: one[0])]
    found = parts[0]
    for part in parts[1:]:
        found = _("{first}; {second}").format(first=found, second=part)
    return _("The first man: {values}.").format(values=found)


def longest_figure(variant: "Variant", solved: Facts) -> str:
    """Return the picture of the longest win, with a link to the position."""
    longest = solved["longest"]
    assert longest
    game = Game.from_fen(longest["fen"], variant)
    position = game.position
    template = _("The longest win, {white} men against {black}: White to move wins in {plies} plies, and no sooner.")
    if not solved["start"]:
        template = _(
            "The longest win among these, {white} men against {black}: White to move wins in {plies} plies, and no "
            "sooner."
        )
    sentence = template.format(white=count(position.white), black=count(position.black), plies=longest["plies"])
    return position_figure(game, sentence)


def longest_placing_figure(variant: "Variant", longest: Longest) -> str:
    """Return the picture of the longest win with men in hand."""
    game = Game.from_fen(longest["fen"], variant)
    template = _("The longest win while men are placed: {side} to move wins in {plies} plies, and no sooner.")
    return position_figure(game, template.format(side=side_to_move(game), plies=longest["plies"]))


def side_to_move(game: Game) -> str:
    return (_("White"), _("Black"))[game.position.side]


def position_figure(game: Game, sentence: str, targets: tuple[str, ...] = ()) -> str:
    """Return the picture of a position with a sentence below it and a link to it. The points `targets` are marked."""
    link = text("a", _("Try it on the board"), href="../#" + game.link())
    node = board_node(game.variant, game.position.white, game.position.black, targets)
    return write("figure", write_node(node), write("figcaption", text("span", sentence + " "), link))


def shares_figure(solved: Facts) -> str:
    """Return the shares of won, drawn and lost positions by the number of men, and by the men of each side."""
    shares = solved["whole_shares"] or solved["shares"]
    totals: Shares = {}
    for name, counts in shares.items():
        men = str(sum(map(int, name.split("-"))))
        totals[men] = [before + now for before, now in zip(totals.get(men, [0, 0, 0]), counts, strict=True)]
    by_sides = sorted(shares.items(), key=lambda entry: (sum(map(int, entry[0].split("-"))), entry[0]))
    all_men = sum(map(sum, shares.values()))
    intro = _("All {number} positions with no men in hand, by the number of men on the board, for the side to move.")
    if solved["whole_shares"]:
        intro = _(
            "All {number} positions with no men in hand, by the number of men on the board, for the side to move. "
            "Mirror images are counted once, as others have published them."
        )
    detail = []
    for name, counts in by_sides:
        mover, _dash, other = name.partition("-")
        detail.append((_("{men} against {other}").format(men=mover, other=other), counts))
    parts = [write("div", table(list(totals.items()), intro.format(number=whole_number(all_men))), class_="wide")]
    if len(detail) > 1:
        summary = text("summary", _("By the number of men on each side"))
        caption = _("The first number is that of the side to move.")
        parts.append(write("details", summary, write("div", table(detail, caption), class_="wide")))
    return write("div", *parts, class_="shares")


def by_placement() -> str:
    """Return the shares of the positions of nine men's morris after each of the first placements."""
    counts = read(KNOWN)["nine_win_draw_loss_by_ply"]
    caption = _(
        "The positions that play can lead to after so many men were placed, for the side to move. Mirror images are "
        "counted once."
    )
    return write("div", write("div", table(list(counts.items()), caption), class_="wide"), class_="shares")


def traps() -> str:
    """Return how often a reply loses after each number of placements of nine men's morris, and the worst positions."""
    found: dict[str, Traps] = read(TRAPS)
    heads = (_("Men"), _("Drawn positions"), _("Traps"), _("Losing replies"))
    lines: list[str] = []
    figures: list[str] = []
    most = 0.0
    template = _("After {placed} men: {losing} of {replies} replies lose. {side} is to move and can still draw.")
    for placed, one in found.items():
        cells = [whole_number(one["drawn"]), percent(one["traps"], one["drawn"]), percent_of(one["percent"])]
        lines.append(write("tr", text("th", placed, scope="row"), *(text("td", cell) for cell in cells)))
        if one["worst"] is None:
            continue
        fen, losing, replies = one["worst"]
        game = Game.from_fen(fen, find_variant("nine"))
        fields = {"placed": placed, "losing": losing, "replies": replies, "side": side_to_move(game)}
        if losing / replies > most:
            figures[1:] = [position_figure(game, template.format(**fields))]  # the first trap, and the worst of all
            most = losing / replies
    caption = _("After so many men: drawn positions, how many are traps, and how many replies lose on average.")
    grid = share_table(caption, [text("th", head, scope="col") for head in heads], lines)
    pictures = write("div", *figures, class_="figures solved-figures")
    return write("div", write("div", grid, class_="wide", tabindex="0"), pictures, class_="shares")


def table(rows: list[tuple[str, list[int]]], caption: str) -> str:
    """Return a table of shares with a bar in each row."""
    heads = [text("th", name, scope="col") for name in (_("Men"), _("Won"), _("Drawn"), _("Lost"))]
    heads.append(write("td", aria_hidden="true"))
    lines = []
    for name, counts in rows:
        cells = [text("td", percent(number, sum(counts))) for number in counts]
        bar = write("td", write_node(bar_node(counts)), class_="bar-cell", aria_hidden="true")
        lines.append(write("tr", text("th", name, scope="row"), *cells, bar))
    return share_table(caption, heads, lines)


def share_table(caption: str, heads: list[str], lines: list[str]) -> str:
    """Return a table of the cells `heads` and the rows `lines`."""
    head, body = write("thead", write("tr", *heads)), write("tbody", *lines)
    return write("table", text("caption", caption), head, body, class_="share-table")


def percent(part: int, whole: int) -> str:
    """Return a share in percent. A small share never looks like none, nor a large one like all.

    >>> percent(1, 3), percent(0, 5), percent(1, 100_000), percent(99_999, 100_000), percent(5, 5)
    ('33.3%', '0%', '< 0.1%', '> 99.9%', '100%')
    """
    return percent_of(100 if part == whole and part else 100 * part / (whole or 1))


def percent_of(share: float) -> str:
    """Return a share of a hundred as percent does."""
    sign, number = "", f"{share:.1f}"
    if share in (0, 100):
        number = "100" if share else "0"
    elif share < 0.1:
        sign, number = "< ", "0.1"
    elif share > 99.9:
        sign, number = "> ", "99.9"
    return sign + _("{percent}%").format(percent=app_module("model.translation").decimal(number))


def bar_node(counts: list[int]) -> "Node":
    rects = []
    x = 0
    for kind, number in zip(KINDS, counts, strict=True):
        end = round(BAR * sum(counts[: KINDS.index(kind) + 1]) / sum(counts))
        if number:
            rects.append(h("rect", {"class": kind, "x": x, "y": 0, "width": max(1, end - x), "height": 14}))
        x = end
    attributes = {"class": "share-bar", "viewBox": f"0 0 {BAR} 14", "preserveAspectRatio": "none"}
    return h("svg", attributes, rects)
