"""Write the plain pages of learn/ in every language, and fill the gaps of rules.html and solved.html.

The rules come from the variants, in the words of web/app/common/rules_text.py and the pictures of
web/app/common/diagrams.py, so these pages and the page with the board cannot describe different rules.
solved_page.py writes the solved games.
"""

import html
from functools import cache
from pathlib import Path

from morris_core import VARIANTS, Variant
from morris_core.board import Board
from tools.messages import PLAIN_PAGES, marked_texts
from tools.site import advice_page, atlas_page, solved_page
from tools.site.markup import text, write, write_node
from tools.sources import ROOT
from tools.texts import catalogues, html_texts
from tools.texts.in_language import ENGLISH, app_module, direction, spoken
from tools.texts.in_language import translate_text as _

COMMON = "nine"  # the variant that the others are compared with


def board_picture(board: "Board") -> str:
    """Return the picture of a board, in the current language."""
    return write_node(app_module("common.diagrams").small_board(board))


def contents() -> str:
    """Return the list of variants, grouped by size, each with a picture of its board."""
    in_short = app_module("common.rules_text").in_short
    parts = []
    for heading, variants in app_module("common.house_rules").variant_groups():
        cards = []
        for variant in variants:
            words = text("span", _(variant.title)), text("small", in_short(variant))
            cards.append(write("li", write("a", board_picture(variant.board), *words, href="#" + variant.name)))
        parts += [text("h2", heading), write("ul", *cards, class_="cards")]
    return "\n".join(parts)


def differences(variant: "Variant") -> list[str]:
    """Return the paragraphs of a variant's rules that are not in those of nine men's morris."""
    rules_of = app_module("common.rules_text").rules_of
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
    diagram_node = app_module("common.diagrams").diagram_node
    for section in app_module("common.rules_text").rules_of(variant):
        paragraphs = [text("p", paragraph) for paragraph in section.paragraphs]
        pieces = [text("h3", section.heading), write("div", *paragraphs, class_="words")]
        if section.diagrams:
            pictures = [(write_node(diagram_node(one)), text("figcaption", one.caption)) for one in section.diagrams]
            pieces.append(write("div", *(write("figure", *parts) for parts in pictures), class_="figures"))
        parts.append(write("div", *pieces, class_="rule", data_rule=section.key))
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
        first = write("div", board_picture(variant.board), heading, f"<ul>{items}</ul>", class_="differs")
    else:
        first = text("p", _("The rules are the same as in {game}.").format(game=common))
    summary = text("summary", _("All the rules of {game}, with pictures").format(game=title))
    unfolded = "" if variant.name == COMMON else None
    words = html.escape(_("Play {game}").format(game=title))
    play = write("a", words, class_="button", href=f"../#v={variant.name}")
    return write(
        "section",
        text("h2", title, id=variant.name),
        text("p", app_module("common.rules_text").in_short(variant) + ".", class_="in-short"),
        first,
        write("details", summary, all_rules(variant), class_="all", open=unfolded),
        write("p", play, " ", text("a", _("All variants"), href="#content"), class_="more"),
        class_="variant",
        aria_labelledby=variant.name,
    )


def sections() -> str:
    groups = app_module("common.house_rules").variant_groups()
    variants = [variant for _heading, group in groups for variant in group]
    return "\n".join(map(rules_section, sorted(variants, key=lambda variant: variant.name != COMMON)))


def house_rules() -> str:
    """Return the list of house rules with their choices and sources."""
    parts = []
    for rule in app_module("common.house_rules").HOUSE_RULES:
        values = [word for _value, word in rule.choices]
        template = _("Choices: {first} to {last}.") if len(values) > 4 else _("Choices: {others} or {last}.")
        others = app_module("model.translation").comma_list(values[:-1])
        choices = template.format(first=values[0], others=others, last=values[-1])
        words = text("p", rule.sentence), text("p", choices), text("small", rule.source)
        parts.append(write("div", text("dt", rule.title), write("dd", *words)))
    return write("dl", *parts)


def fill(target: Path) -> None:
    """Write the pages into the folder `target`: learn/NAME.html, and learn/NAME.LANGUAGE.html if it is translated."""
    for name in PLAIN_PAGES:
        languages = [ENGLISH, *(language for language in catalogues.languages() if is_whole(name, language))]
        for language in languages:
            page = with_languages(written_page(name, language), name, languages, language)
            (target / page_name(name, language)).write_text(page, encoding="utf-8")


# The functions that write the gaps of each page, by the names of the gaps.
FILLINGS = {
    "rules": {"contents": contents, "variants": sections, "house rules": house_rules},
    "solved": {
        "verdicts": solved_page.contents,
        "advice": advice_page.section,
        "solved games": solved_page.sections,
        "by placement": solved_page.by_placement,
        "traps": solved_page.traps,
    },
    "atlas": {"large boards": atlas_page.large, "turns": atlas_page.turns, "small boards": atlas_page.boards},
}


def page_name(name: str, language: str) -> str:
    """Return the name of a page in a language, relative to the site."""
    return f"learn/{name}.html" if language == ENGLISH else f"learn/{name}.{language}.html"


@cache
def is_whole(name: str, language: str) -> bool:
    """Return whether all texts of a page are translated. If not, the page does not exist in the language."""
    look_up = catalogues.lookup(language, "messages", "learn")
    words = [words for _line, words in html_texts.texts(html_texts.page_source(f"learn/{name}.html"))]
    for tool in PLAIN_PAGES[name]:
        words += marked_texts(ROOT / tool)
    return all(look_up(one, 1) for one in words)


def written_in(language: str) -> list[str]:
    """Return the names of the pages that exist in a language other than English."""
    return [name for name in PLAIN_PAGES if language != ENGLISH and is_whole(name, language)]


def written_page(name: str, language: str) -> str:
    """Return a page in a language. It links to pages in the same language if they exist."""
    page = html_texts.page_source(f"learn/{name}.html")
    with spoken(language):
        if language != ENGLISH:
            page = html_texts.translated(page, _)
            page = page.replace('<html lang="en">', f'<html lang="{language}" dir="{direction(language)}">')
        if name in FILLINGS:
            page = filled(page, {gap: write_filling() for gap, write_filling in FILLINGS[name].items()})
    for other in written_in(language):
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
        current = "page" if language == own else None
        links.append(text("a", names[language], href=file, lang=language, hreflang=language, aria_current=current))
    heads.append(f'  <link rel="alternate" hreflang="x-default" href="{name}.html">\n')
    foot = write("p", " ".join(links), class_="languages")
    return page.replace("</head>", "".join(heads) + "</head>").replace("  </footer>", f"    {foot}\n  </footer>")


def filled(page: str, fillings: dict[str, str]) -> str:
    """Return a page with each filling in place of the one comment of its name. Raises ValueError if it is not there."""
    for name, filling in fillings.items():
        mark = f"<!-- {name} -->"
        if page.count(mark) != 1:
            raise ValueError(f"the page must have one {mark}")
        page = page.replace(mark, filling)
    return page
