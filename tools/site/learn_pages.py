"""Write the plain pages of learn/ in every language, and fill the gaps of rules.html and solved.html.

The rules come from the variants, in the words of web/app/features/rules/text.py and the pictures of
web/app/features/rules/diagrams.py, so these pages and the page with the board cannot describe different rules.
solved_page.py writes the solved games.
"""

import html
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from morris_core import VARIANTS
from tools.messages import marked_texts
from tools.site import advice_page, atlas_page, solved_page
from tools.site.markup import text, write, write_node
from tools.sources import ROOT
from tools.texts import catalogues, html_texts
from tools.texts.in_language import ENGLISH, app_module, direction, spoken
from tools.texts.in_language import translate_text as _

if TYPE_CHECKING:
    from app.features.rules.text import Section

    from morris_core import Variant
    from morris_core.board import Board

COMMON = "nine"  # the variant that the others are compared with
# These pages are also written as learn/NAME.LANGUAGE.html, for each language with translations of all their texts.
TRANSLATED = ("rules", "solved", "atlas", "history", "embedding")
# The tools that write a part of a page, whose texts count as texts of the page.
TOOLS = {
    "rules": ("tools/site/learn_pages.py",),
    "atlas": ("tools/site/atlas_page.py", "tools/site/solved_page.py"),
    "solved": ("tools/site/solved_page.py", "tools/site/advice_page.py"),
}


# Functions of the page's modules, in the current language.


def rules_of(variant: "Variant") -> "list[Section]":
    found: list[Section] = app_module("features.rules.text").rules_of(variant)
    return found


def in_short(variant: "Variant") -> str:
    return str(app_module("features.rules.text").in_short(variant))


def board_picture(board: "Board") -> str:
    return write_node(app_module("features.rules.diagrams").board_node(board))


def variant_groups() -> "list[tuple[str, list[Variant]]]":
    found: list[tuple[str, list[Variant]]] = app_module("features.rules.house_rules").variant_groups()
    return found


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
                    board_picture(variant.board),
                    text("span", _(variant.title)),
                    text("small", in_short(variant)),
                ),
            )
            for variant in variants
        ]
        parts += [text("h2", heading), write("ul", {"class": "cards"}, *cards)]
    return "\n".join(parts)


def differences(variant: "Variant") -> list[str]:
    """Return the paragraphs of a variant's rules that are not in those of nine men's morris."""
    common = {paragraph for section in rules_of(VARIANTS[COMMON]) for paragraph in section.paragraphs}
    return [
        paragraph
        for section in rules_of(variant)
        for paragraph in section.paragraphs
        if section.key != "source" and paragraph not in common
    ]


def all_rules(variant: "Variant") -> str:
    """Return the complete rules of a variant with their figures."""
    parts = []
    for section in rules_of(variant):
        figures = [
            write(
                "figure",
                {},
                write_node(app_module("features.rules.diagrams").diagram_node(diagram)),
                text("figcaption", diagram.caption),
            )
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
    """Return the section of a variant: its differences from nine men's morris, and its folded complete rules."""
    differing = differences(variant)
    common = _(VARIANTS[COMMON].title)
    title = _(variant.title)
    if variant.name == COMMON:
        first = ""
    elif differing:
        heading = text("h3", _("How it differs from {game}").format(game=common))
        items = "".join(text("li", paragraph) for paragraph in differing)
        first = write("div", {"class": "differs"}, board_picture(variant.board), heading, f"<ul>{items}</ul>")
    else:
        first = text("p", _("The rules are the same as in {game}.").format(game=common))
    summary = text("summary", _("All the rules of {game}, with pictures").format(game=title))
    unfolded = {"open": ""} if variant.name == COMMON else {}
    return write(
        "section",
        {"class": "variant", "aria-labelledby": variant.name},
        text("h2", title, id=variant.name),
        text("p", in_short(variant) + ".", **{"class": "in-short"}),
        first,
        write("details", {"class": "all", **unfolded}, summary, all_rules(variant)),
        write(
            "p",
            {"class": "more"},
            write(
                "a",
                {"class": "button", "href": f"../#v={variant.name}"},
                html.escape(_("Play {game}").format(game=title)),
            ),
            " ",
            text("a", _("All variants"), href="#content"),
        ),
    )


def house_rules() -> str:
    """Return the list of house rules with their choices and sources."""
    parts = []
    for rule in app_module("features.rules.house_rules").HOUSE_RULES:
        words = [word for _value, word in rule.choices]
        template = _("Choices: {first} to {last}.") if len(words) > 4 else _("Choices: {others} or {last}.")
        others = app_module("model.translation").comma_list(words[:-1])
        choices = template.format(first=words[0], others=others, last=words[-1])
        parts.append(
            write(
                "div",
                {},
                text("dt", rule.title),
                write("dd", {}, text("p", rule.sentence), text("p", choices), text("small", rule.source)),
            )
        )
    return write("dl", {}, *parts)


def fill(target: Path) -> None:
    """Write the pages into the folder `target`."""
    for name in TRANSLATED:
        languages = [ENGLISH, *(language for language in catalogues.languages() if is_whole(name, language))]
        for language in languages:
            page = with_languages(written_page(name, language), name, languages, language)
            (target / page_name(name, language)).write_text(page, encoding="utf-8")


def rules_page() -> dict[str, str]:
    """Return the fillings of rules.html."""
    variants = [variant for _heading, group in variant_groups() for variant in group]
    variants.sort(key=lambda variant: variant.name != COMMON)
    return {
        "contents": contents(),
        "variants": "\n".join(rules_section(variant) for variant in variants),
        "house rules": house_rules(),
    }


def solved_games() -> dict[str, str]:
    """Return the fillings of solved.html."""
    return {
        "verdicts": solved_page.contents(),
        "advice": advice_page.section(),
        "solved games": solved_page.sections(),
        "by placement": solved_page.by_placement(),
        "traps": solved_page.traps(),
    }


def atlas() -> dict[str, str]:
    """Return the fillings of atlas.html."""
    return {"large boards": atlas_page.large(), "turns": atlas_page.turns(), "small boards": atlas_page.boards()}


FILLINGS = {"rules": rules_page, "solved": solved_games, "atlas": atlas}


def page_name(name: str, language: str) -> str:
    """Return the name of a page in a language, relative to the site."""
    return f"learn/{name}.html" if language == ENGLISH else f"learn/{name}.{language}.html"


@cache
def is_whole(name: str, language: str) -> bool:
    """Return whether all texts of a page are translated. If not, the page does not exist in the language."""
    look_up = catalogues.lookup(language, "messages", "learn")
    words = [words for _line, words in html_texts.texts(html_texts.page_source(f"learn/{name}.html"))]
    for tool in TOOLS.get(name, ()):
        words += marked_texts(ROOT / tool)
    return all(look_up(one, 1) for one in words)


def written_page(name: str, language: str) -> str:
    """Return a page in a language. It links to pages in the same language if they exist."""
    page = html_texts.page_source(f"learn/{name}.html")
    with spoken(language):
        if language != ENGLISH:
            page = html_texts.translated(page, _)
            page = page.replace('<html lang="en">', f'<html lang="{language}" dir="{direction(language)}">')
        if name in FILLINGS:
            page = filled(page, FILLINGS[name]())
    if language != ENGLISH:
        for other in TRANSLATED:
            if is_whole(other, language):
                page = page.replace(f'href="{other}.html', f'href="{other}.{language}.html')
    return page


def with_languages(page: str, name: str, languages: list[str], own: str) -> str:
    """Return a page with links to its other languages, in the head for search engines and in the foot for people."""
    if len(languages) == 1:
        return page
    names = dict(app_module("model.settings").LANGUAGES)
    heads, links = [], []
    for language in languages:
        file = page_name(name, language).removeprefix("learn/")
        heads.append(f'  <link rel="alternate" hreflang="{language}" href="{file}">\n')
        current = {"aria-current": "page"} if language == own else {}
        links.append(text("a", names[language], href=file, lang=language, hreflang=language, **current))
    heads.append(f'  <link rel="alternate" hreflang="x-default" href="{name}.html">\n')
    foot = write("p", {"class": "languages"}, " ".join(links))
    return page.replace("</head>", "".join(heads) + "</head>").replace("  </footer>", f"    {foot}\n  </footer>")


def filled(page: str, fillings: dict[str, str]) -> str:
    """Return a page with each filling in place of the one comment of its name. Raises ValueError if it is not there."""
    for name, filling in fillings.items():
        mark = f"<!-- {name} -->"
        if page.count(mark) != 1:
            raise ValueError(f"the page must have one {mark}")
        page = page.replace(mark, filling)
    return page
