"""Writes what learn/solved.html leaves open: of each solved game its numbers and pictures, from tools/solved.json.

tools/solved_facts.py makes that file from the tables. Nothing here knows a value of its own: words depend on the facts.
"""

import json
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from morris_core import find_variant
from morris_core.board import count
from morris_core.fen import parse_fen_game
from morris_core.link import format_link
from tools.in_language import app_module
from tools.markup import text, write, write_node
from tools.sources import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.view.nodes import Node

    from morris_core import Variant
    from tools.solved_facts import Facts, Shares

geometry = app_module("geometry").geometry
Diagram = app_module("rules.diagrams").Diagram
diagram_node = app_module("rules.drawing").diagram_node
h: "Callable[..., Node]" = app_module("view.nodes").h

FACTS = ROOT / "tools/solved.json"

KINDS = ("win", "draw", "loss")
SIGNS = {"win": "W", "draw": "=", "loss": "B"}
WORTH = {"win": "White wins", "draw": "a draw", "loss": "Black wins"}
BAR = 240  # units that a bar of shares is long


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
        rows.append(write("li", {}, text("a", variant.title, href="#" + name), " ", text("b", in_short(known))))
    return write("ul", {"class": "verdicts"}, *rows)


def in_short(known: "Facts") -> str:
    """Return the value of a game in a few words."""
    if known["start"] is None:
        return "endgames solved here"
    value, plies = known["start"]
    return WORTH[str(value)] + (f" in {plies} plies" if plies else "")


def section(variant: "Variant", known: "Facts") -> str:
    """Return all that is known of a game."""
    parts = [text("h2", variant.title, id=variant.name), verdict(variant, known)]
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
        return text(
            "p",
            f"Solved here: every position without men in hand and with up to {most} men of both sides together, with "
            "the number of plies to the end.",
        )
    value, plies = known["start"]
    sentence = f"Solved whole. From the empty board, with best play of both sides: {WORTH[str(value)]}"
    return text("p", sentence + (f" in {plies} plies." if plies else "."))


def first_figure(variant: "Variant", known: "Facts") -> str:
    """Return the picture of the board with the value of each first placement of White, and it in words."""
    return write(
        "figure", {}, write_node(first_node(variant, known)), text("figcaption", first_in_words(variant, known))
    )


def first_node(variant: "Variant", known: "Facts") -> "Node":
    """Return the board with a coloured and lettered disc on each point."""
    geo = geometry(variant.board, False)
    tag, attributes, parts = diagram_node(Diagram(variant.board.name, 0, 0, (), (), ""))
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
    said = []
    for (value, plies), names in sorted(groups.items(), key=lambda group: KINDS.index(str(group[0][0]))):
        worth = WORTH[str(value)] + (f" in {plies} plies" if plies else "")
        most = len(groups) > 1 and len(names) == max(map(len, groups.values()))
        where = "anywhere else" if most else "on any point" if len(groups) == 1 else "on " + ", ".join(sorted(names))
        said.append((most, f"{where}, {worth}"))
    return f"The first man: {'; '.join(words for _, words in sorted(said, key=lambda one: one[0]))}."


def longest_figure(variant: "Variant", known: "Facts") -> str:
    """Return the picture of the longest win, with a link to it on the board."""
    longest = known["longest"]
    assert longest
    game = parse_fen_game(longest["fen"], variant)
    position = game.position
    node = diagram_node(Diagram(variant.board.name, position.white, position.black, (), (), ""))
    men = f"{count(position.white)} men against {count(position.black)}"
    which = "The longest win" if known["start"] else "The longest win among these"
    caption = write(
        "figcaption",
        {},
        text("span", f"{which}, {men}: White to move wins in {longest['plies']} plies, not sooner. "),
        text("a", "Try it on the board", href="../#" + format_link(game)),
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
    intro = f"All {all_men:,} positions without men in hand, by the men on the board, for the side to move"
    if known["whole_shares"]:
        intro += ", mirrored ones counted once, as others have published them"
    detail = [(name.replace("-", " against "), counts) for name, counts in by_sides]
    parts = [write("div", {"class": "wide"}, table("Men", list(totals.items()), intro + "."))]
    if len(detail) > 1:
        summary = text("summary", "By the men of each side")
        caption = "The first number is the men of the side to move."
        parts.append(write("details", {}, summary, write("div", {"class": "wide"}, table("Men", detail, caption))))
    return write("div", {"class": "shares"}, *parts)


def table(head: str, rows: list[tuple[str, list[int]]], caption: str) -> str:
    """Return a table of shares with a bar in each row."""
    heads = [text("th", name, scope="col") for name in (head, "Won", "Drawn", "Lost")]
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
    if part in (0, whole):
        return "100 %" if part else "0 %"
    share = 100 * part / whole
    if share < 0.1:
        return "< 0.1 %"
    return "> 99.9 %" if share > 99.9 else f"{share:.1f} %"


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
