"""Write what learn/solved.html leaves open: numbers and pictures of each solved game, of tools/solving/solved.json.

tools/solving/solved_facts.py makes that file from the tables. Nothing here knows a value of its own: words depend on
the facts.
"""

import json
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from morris_core import Game, find_variant
from morris_core.board import count
from morris_core.link import format_link
from tools.site.markup import text, write, write_node
from tools.sources import ROOT
from tools.texts.in_language import app_module
from tools.texts.in_language import translate_number as number_of
from tools.texts.in_language import translate_text as _

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.view.nodes import Node

    from morris_core import Variant
    from tools.solving.solved_facts import Facts, Shares

h: "Callable[..., Node]" = app_module("view.nodes").h

FACTS = ROOT / "tools/solving/solved.json"

KINDS = ("win", "draw", "loss")
SIGNS = {"win": "W", "draw": "=", "loss": "B"}
BAR = 240  # units that a bar of shares is long


def worth(value: object, plies: object = None) -> str:
    """Return in words what a position is worth, with White to move, and in how many plies."""
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
    """Return a text in the language that is spoken now; `context` says which of several meanings is meant."""
    return str(app_module("model.translation").in_context(context, message))


def board_node(variant: "Variant", white: int = 0, black: int = 0) -> "Node":
    """Return the picture of a position."""
    diagram = app_module("features.rules.diagrams").Diagram(variant.board.name, white, black, (), (), "")
    node: Node = app_module("features.rules.drawing").diagram_node(diagram)
    return node


@cache
def facts() -> "dict[str, Facts]":
    """Return the facts of each game, in the order of the file."""
    return cast("dict[str, Facts]", json.loads(FACTS.read_text(encoding="utf-8")))


def sections() -> str:
    """Return a section for each game of which the tables know something."""
    return "\n".join(section(find_variant(name), known) for name, known in facts().items())


def contents() -> str:
    """Return the list of the games, each with its value."""
    rows = []
    for name, known in facts().items():
        variant = find_variant(name)
        rows.append(write("li", {}, text("a", _(variant.title), href="#" + name), " ", text("b", in_short(known))))
    return write("ul", {"class": "verdicts"}, *rows)


def in_short(known: "Facts") -> str:
    """Return the value of a game in a few words."""
    if known["start"] is None:
        return _("endgames solved here")
    value, plies = known["start"]
    return worth(value, plies)


def section(variant: "Variant", known: "Facts") -> str:
    """Return all that is known of a game."""
    parts = [text("h2", _(variant.title), id=variant.name), verdict(variant, known)]
    figures = []
    if known["first"]:
        figures.append(first_figure(variant, known))
    if known["longest"]:
        figures.append(longest_figure(variant, known))
    if figures:
        parts.append(write("div", {"class": "figures solved-figures"}, *figures))
    parts.append(shares_figure(known))
    return write("section", {"class": "variant", "aria-labelledby": variant.name}, *parts)


def verdict(variant: "Variant", known: "Facts") -> str:
    """Return the paragraph that says how far the game is solved and what it is worth."""
    if known["start"] is None:
        most = max(sum(map(int, name.split("-"))) for name in known["shares"])
        template = _(
            "Solved here: every position with no men in hand and up to {most} men on the board in all, with the "
            "number of plies to the end."
        )
        return text("p", template.format(most=most))
    value, plies = known["start"]
    template = _("Fully solved. From the empty board, with best play by both sides: {outcome}.")
    return text("p", template.format(outcome=worth(value, plies)))


def first_figure(variant: "Variant", known: "Facts") -> str:
    """Return the picture of the board with the value of each first placement of White, and it in words."""
    return write(
        "figure", {}, write_node(first_node(variant, known)), text("figcaption", first_in_words(variant, known))
    )


def first_node(variant: "Variant", known: "Facts") -> "Node":
    """Return the board with a coloured and lettered disc on each point."""
    geo = app_module("model.geometry").geometry(variant.board, False)
    tag, attributes, parts = board_node(variant)
    discs = []
    for point, name in enumerate(variant.board.points):
        x, y = geo.xy[point]
        value = str(known["first"][name][0])
        discs.append(
            h(
                "g",
                {"class": "first " + value},
                h("circle", {"cx": x, "cy": y, "r": geo.radius - 4}),
                h("text", {"x": x, "y": y + 14, "text-anchor": "middle"}, SIGNS[value]),
            )
        )
    return h(tag, attributes, [*parts, *discs])


def first_in_words(variant: "Variant", known: "Facts") -> str:
    """Return what each first placement is worth, points of one worth together.

    >>> first_in_words(find_variant("six"), facts()["six"])
    'The first man: on any point, a draw.'
    """
    groups: dict[tuple[Any, ...], list[str]] = {}
    for name in variant.board.points:
        groups.setdefault(tuple(known["first"][name]), []).append(name)
    largest = max(map(len, groups.values()))
    rest = [names for names in groups.values() if len(names) == largest]
    said = []
    for (value, plies), names in sorted(groups.items(), key=lambda group: KINDS.index(str(group[0][0]))):
        most = len(groups) > 1 and rest == [names]  # of groups of the same size none is "anywhere else"
        template = _("on {points}, {outcome}")
        if most or len(groups) == 1:
            template = _("anywhere else, {outcome}") if most else _("on any point, {outcome}")
        points = app_module("model.translation").comma_list(sorted(names))
        said.append((most, template.format(points=points, outcome=worth(value, plies))))
    parts = [words for _most, words in sorted(said, key=lambda one: one[0])]
    found = parts[0]
    for part in parts[1:]:
        found = _("{first}; {second}").format(first=found, second=part)
    return _("The first man: {values}.").format(values=found)


def longest_figure(variant: "Variant", known: "Facts") -> str:
    """Return the picture of the longest win, with a link to it on the board."""
    longest = known["longest"]
    assert longest
    game = Game.from_fen(longest["fen"], variant)
    position = game.position
    node = board_node(variant, position.white, position.black)
    template = _("The longest win, {white} men against {black}: White to move wins in {plies} plies, and no sooner.")
    if not known["start"]:
        template = _(
            "The longest win among these, {white} men against {black}: White to move wins in {plies} plies, and no "
            "sooner."
        )
    said = template.format(white=count(position.white), black=count(position.black), plies=longest["plies"])
    caption = write(
        "figcaption",
        {},
        text("span", said + " "),
        text("a", _("Try it on the board"), href="../#" + format_link(game)),
    )
    return write("figure", {}, write_node(node), caption)


def shares_figure(known: "Facts") -> str:
    """Return how many positions are won, drawn and lost, by the number of men, and below it by the men of each side."""
    shares = known["whole_shares"] or known["shares"]
    totals: Shares = {}
    for name, counts in shares.items():
        men = str(sum(map(int, name.split("-"))))
        totals[men] = [before + now for before, now in zip(totals.get(men, [0, 0, 0]), counts, strict=True)]
    by_sides = sorted(shares.items(), key=lambda entry: (sum(map(int, entry[0].split("-"))), entry[0]))
    all_men = sum(map(sum, shares.values()))
    intro = _("All {number} positions with no men in hand, by the number of men on the board, for the side to move.")
    if known["whole_shares"]:
        intro = _(
            "All {number} positions with no men in hand, by the number of men on the board, for the side to move. "
            "Mirror images are counted once, as others have published them."
        )
    detail = []
    for name, counts in by_sides:
        mover, _dash, other = name.partition("-")
        detail.append((_("{men} against {other}").format(men=mover, other=other), counts))
    parts = [write("div", {"class": "wide"}, table(list(totals.items()), intro.format(number=whole_number(all_men))))]
    if len(detail) > 1:
        summary = text("summary", _("By the number of men on each side"))
        caption = _("The first number is that of the side to move.")
        parts.append(write("details", {}, summary, write("div", {"class": "wide"}, table(detail, caption))))
    return write("div", {"class": "shares"}, *parts)


def table(rows: list[tuple[str, list[int]]], caption: str) -> str:
    """Return a table of shares with a bar in each row."""
    heads = [text("th", name, scope="col") for name in (_("Men"), _("Won"), _("Drawn"), _("Lost"))]
    heads.append(write("td", {"aria-hidden": "true"}))
    lines = []
    for name, counts in rows:
        cells = [text("td", percent(number, sum(counts))) for number in counts]
        bar = write("td", {"class": "bar-cell", "aria-hidden": "true"}, write_node(bar_node(counts)))
        lines.append(write("tr", {}, text("th", name, scope="row"), *cells, bar))
    return write(
        "table",
        {"class": "share-table"},
        text("caption", caption),
        write("thead", {}, write("tr", {}, *heads)),
        write("tbody", {}, *lines),
    )


def percent(part: int, whole: int) -> str:
    """Return a share in percent, such that none of some looks like none at all.

    >>> percent(1, 3), percent(0, 5), percent(1, 100_000), percent(99_999, 100_000), percent(5, 5)
    ('33.3 %', '0 %', '< 0.1 %', '> 99.9 %', '100 %')
    """
    share = 100 * part / (whole or 1)
    sign, number = "", f"{share:.1f}"
    if part in (0, whole):
        number = "100" if part else "0"
    elif share < 0.1:
        sign, number = "< ", "0.1"
    elif share > 99.9:
        sign, number = "> ", "99.9"
    return sign + _("{percent}%").format(percent=app_module("model.translation").decimal(number))


def bar_node(counts: list[int]) -> "Node":
    """Return the shares as a bar of three parts."""
    rects = []
    x = 0
    for kind, number in zip(KINDS, counts, strict=True):
        end = round(BAR * sum(counts[: KINDS.index(kind) + 1]) / sum(counts))
        if number:
            rects.append(h("rect", {"class": kind, "x": x, "y": 0, "width": max(1, end - x), "height": 14}))
        x = end
    attributes = {"class": "share-bar", "viewBox": f"0 0 {BAR} 14", "preserveAspectRatio": "none"}
    return h("svg", attributes, rects)
