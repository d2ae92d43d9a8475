"""Fills the plain pages: the build fills the gaps of web/learn/rules.html from the variants themselves, those of
solved.html from the tables' facts (tools/solved_page.py).

`python -m tools.learn_pages dist` fills the pages of a folder to which web/ has been copied; tools/build_site.py calls
`fill` for it. The words come from web/app/rules/text.py and the pictures from web/app/rules/drawing.py, as on the
page with the board, so the two cannot describe different rules.
"""

import argparse
import html
import sys
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parent.parent
# The page's package is called `app`, as it is in the browser.
sys.path.append(str(ROOT / "web"))

from app.rules.drawing import board_node, diagram_node  # noqa: E402
from app.rules.house_rules import HOUSE_RULES  # noqa: E402
from app.rules.text import in_short, rules_of  # noqa: E402
from app.rules.variant_groups import variant_groups  # noqa: E402

from morris_core import VARIANTS  # noqa: E402
from tools import solved_page  # noqa: E402
from tools.markup import text, write, write_node  # noqa: E402

if TYPE_CHECKING:
    from morris_core import Variant

COMMON = "nine"  # the variant that the others are compared with


def contents() -> str:
    """Return the list of variants, grouped by size, each with a picture of its board."""
    parts = []
    for heading, variants in variant_groups():
        cards = [
            write(
                "li",
                {},
                write(
                    "a",
                    {"href": "#" + variant.name},
                    write_node(board_node(variant.board)),
                    text("span", variant.title),
                    text("small", in_short(variant)),
                ),
            )
            for variant in variants
        ]
        parts += [text("h2", heading), write("ul", {"class": "cards"}, *cards)]
    return "\n".join(parts)


def differences(variant: "Variant") -> list[str]:
    """Return the paragraphs of a variant's rules that those of nine men's morris do not have."""
    known = {paragraph for section in rules_of(VARIANTS[COMMON]) for paragraph in section.paragraphs}
    return [
        paragraph
        for section in rules_of(variant)
        for paragraph in section.paragraphs
        if section.key != "source" and paragraph not in known
    ]


def all_rules(variant: "Variant") -> str:
    """Return the whole rules of a variant with their figures."""
    parts = []
    for section in rules_of(variant):
        figures = [
            write("figure", {}, write_node(diagram_node(diagram)), text("figcaption", diagram.caption))
            for diagram in section.diagrams
        ]
        paragraphs = [text("p", paragraph) for paragraph in section.paragraphs]
        parts.append(
            write(
                "div",
                {"class": "rule", "data-rule": section.key},
                text("h3", section.heading),
                write("div", {"class": "words"}, *paragraphs),
                *([write("div", {"class": "figures"}, *figures)] if figures else []),
            )
        )
    return "".join(parts)


def rules_section(variant: "Variant") -> str:
    """Return a variant as a section: what differs from nine men's morris first, the whole rules to be unfolded."""
    differing = differences(variant)
    common = VARIANTS[COMMON].title
    if variant.name == COMMON:
        first = ""
    elif differing:
        heading = text("h3", f"What differs from {common}")
        items = "".join(text("li", paragraph) for paragraph in differing)
        first = write("div", {"class": "differs"}, write_node(board_node(variant.board)), heading, f"<ul>{items}</ul>")
    else:
        first = text("p", f"The rules are those of {common}.")
    summary = text("summary", f"All rules of {variant.title}, with pictures")
    unfolded = {"open": ""} if variant.name == COMMON else {}
    return write(
        "section",
        {"class": "variant", "aria-labelledby": variant.name},
        text("h2", variant.title, id=variant.name),
        text("p", in_short(variant) + ".", **{"class": "in-short"}),
        first,
        write("details", {"class": "all", **unfolded}, summary, all_rules(variant)),
        write(
            "p",
            {"class": "more"},
            write("a", {"class": "button", "href": f"../#v={variant.name}"}, f"Play {html.escape(variant.title)}"),
            " ",
            text("a", "All variants", href="#content"),
        ),
    )


def house_rules() -> str:
    """Return the list of house rules with its choices and its source."""
    parts = []
    for rule in HOUSE_RULES:
        words = [word for _, word in rule.choices]
        choices = f"{words[0]} to {words[-1]}" if len(words) > 4 else f"{', '.join(words[:-1])} or {words[-1]}"
        parts.append(
            write(
                "div",
                {},
                text("dt", rule.title),
                write("dd", {}, text("p", rule.sentence), text("p", f"Choose: {choices}."), text("small", rule.source)),
            )
        )
    return write("dl", {}, *parts)


def fill(target: Path) -> None:
    """Fill the gaps of the pages in the folder `target`.

    Raises:
        ValueError: a page lacks a gap.
    """
    variants = [variant for _, group in variant_groups() for variant in group]
    fill_page(
        target / "learn/rules.html",
        {
            "contents": contents(),
            "variants": "\n".join(rules_section(variant) for variant in variants),
            "house rules": house_rules(),
        },
    )
    fill_page(
        target / "learn/solved.html", {"verdicts": solved_page.contents(), "solved games": solved_page.sections()}
    )


def fill_page(path: Path, fillings: dict[str, str]) -> None:
    """Put each filling in the place of the comment of its name.

    Raises:
        ValueError: the page does not have such a comment, or has several.
    """
    page = path.read_text(encoding="utf-8")
    for name, filling in fillings.items():
        mark = f"<!-- {name} -->"
        if page.count(mark) != 1:
            raise ValueError(f"{path} must have one {mark}")
        page = page.replace(mark, filling)
    path.write_text(page, encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description="Fill the plain pages of a built site.")
    parser.add_argument("target", type=Path, help="the folder of the site")
    fill(parser.parse_args().target)
    return 0


if __name__ == "__main__":
    sys.exit(main())
