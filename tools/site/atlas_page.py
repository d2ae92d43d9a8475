"""Write the grids of learn/atlas.html: the value of each solved mix of board, men and house rules.

They come from tools/site/facts/atlas.json.
"""

from functools import cache
from itertools import product
from typing import Any

from morris_core import BOARDS, VARIANTS, Board
from morris_core.game import Game
from morris_core.named import house_rules_text, table_variant
from morris_core.tablebase.index import KEPT_OPTIONS
from morris_core.variants import OPTION, Variant
from tools.site.facts.mixes import MEN, WHOLE, Entry, identity, link_of, read_atlas
from tools.site.markup import text, write, write_node
from tools.site.solved_page import worth
from tools.texts.in_language import app_module
from tools.texts.in_language import translate_text as _

Solved = dict[tuple[object, ...], tuple[Variant, Entry]]

KINDS = {"draw": "draw", "White": "win", "Black": "loss"}
SIGNS = {"draw": "=", "White": "W", "Black": "B"}
ROWS = ("flying", "moving_while_placing", "stuck")
COLUMNS = ("mill_wins", "double_mill", "capture")
EXAMPLES = 3
"""How many pairs of games to show for each rule that turns a value."""


@cache
def solved() -> "Solved":
    """Return the solved games, each with its entry, by what their values depend on."""
    games = {Game.from_link(link).variant: entry for link, entry in read_atlas().items()}
    return {identity(variant): (variant, entry) for variant, entry in games.items()}


def large() -> str:
    """Return the list of the games on other boards, with the values of those that are solved."""
    rows = []
    for variant in VARIANTS.values():
        if variant.board.name not in WHOLE:
            found = solved().get(identity(variant))
            value = worth(KINDS[found[1]["value"]]) if found else _("not solved here")
            rows.append(write("li", text("a", _(variant.title), href="../#" + link_of(variant)), " ", text("b", value)))
    return write("ul", *rows, class_="verdicts")


def turns() -> str:
    """Return how many pairs of games that differ in one rule have different values, by rule, with examples."""
    items = []
    for option in KEPT_OPTIONS:
        pairs = [pair for pair in differing(option) if option != "mill_wins"]
        turned = [pair for pair in pairs if pair[0][1]["value"] != pair[1][1]["value"]]
        if not turned:
            continue
        template = _("{rule}: {turned} of {pairs}")
        title = template.format(rule=rule_of(option).title, turned=len(turned), pairs=len(pairs))
        examples = [write("li", game_link(*first), " → ", game_link(*second)) for first, second in turned[:EXAMPLES]]
        items.append(write("li", text("b", title), write("ul", *examples)))
    return write("ul", *items)


def differing(option: str) -> list[Any]:
    """Return pairs of solved games, (variant, entry) each, that differ in one rule, in the order of its values."""
    pairs = []
    values = OPTION[option].values or ()
    for variant, entry in solved().values():
        number = values.index(getattr(variant.rules, option))
        for value in values[number + 1 :]:
            other = solved().get(identity(variant.with_options({option: value})))
            if other and other[0] != variant:
                pairs.append(((variant, entry), other))
    return pairs


def game_link(variant: Variant, entry: Entry) -> str:
    """Return a link to a game, in words, with the sign of its value."""
    words = app_module("common.rules_text").in_short(variant)
    return text("a", f"{_(variant.board.title)}: {words} ({SIGNS[entry['value']]})", href="../#" + link_of(variant))


def boards() -> str:
    """Return a section for each small board, with a grid for each number of men."""
    return "".join(section(board) for board in BOARDS.values() if board.name in WHOLE)


def section(board: Board) -> str:
    usual = next(variant for variant in VARIANTS.values() if variant.board is board)
    grids = [
        grid(usual.with_options({"men": men, "mill_wins": men == 3})) for men in MEN if 2 * men <= len(board.points)
    ]
    picture = write("div", write_node(app_module("common.diagrams").small_board(board)), class_="atlas-board")
    heading = text("h2", _(board.title), id=board.name)
    return write("section", heading, picture, *grids, class_="variant", aria_labelledby=board.name)


def grid(usual: Variant) -> str:
    """Return the folded grid of a board and a number of men: rows for mixes of ROWS, columns for those of COLUMNS."""
    columns: dict[tuple[object, ...], Variant] = {}
    for changes in mixes(COLUMNS):
        variant = usual.with_options(changes)
        columns.setdefault(identity(variant), variant)
    head = [write("td"), *(text("th", marks(variant, COLUMNS), scope="col") for variant in columns.values())]
    counts = dict.fromkeys(SIGNS, 0)
    counted = set()
    lines = []
    for changes in mixes(ROWS):
        cells = []
        for column in columns.values():
            variant = column.with_options(changes)
            key = identity(variant)
            found = solved().get(key)
            if found and key not in counted:
                counted.add(key)
                counts[found[1]["value"]] += 1
            cells.append(cell(*found) if found else text("td", "·"))
        lines.append(write("tr", text("th", marks(variant, ROWS), scope="row"), *cells))
    numbers = " ".join(f"{SIGNS[value]} {number}" for value, number in counts.items() if number)
    words = app_module("common.rules_text").MEN_IN_WORDS[usual.rules.men]
    table = write("table", write("thead", write("tr", *head)), write("tbody", *lines), class_="atlas")
    return write("details", write("summary", text("b", words), " ", numbers), write("div", table, class_="wide"))


def cell(variant: Variant, entry: Entry) -> str:
    """Return the cell of a game. Its title is the command line's words for it."""
    words = f"{table_variant(variant).name} --rules {house_rules_text(variant)}".removesuffix(" --rules ")
    link = text("a", SIGNS[entry["value"]], href="../#" + link_of(variant), title=words)
    return write("td", link, class_=KINDS[entry["value"]])


def mixes(names: tuple[str, ...]) -> list[dict[str, object]]:
    """Return every mix of the values of some options."""
    return [dict(zip(names, values, strict=True)) for values in product(*(OPTION[name].values or () for name in names))]


def marks(variant: Variant, options: tuple[str, ...]) -> str:
    """Return in words the rules that are not as usual, of some options."""
    words = []
    for option in options:
        value, names = getattr(variant.rules, option), [name for _when, name in rule_of(option).marks]
        if option == "flying":
            words.append(names[0] if value else names[1])
        elif value != OPTION[option].default:
            words.append(names[1] if value == "always" else names[0])
    return app_module("model.translation").comma_list(words) if words else _("the usual rules")


def rule_of(option: str) -> Any:
    """Return the entry of a house rule in the page's table, with its words."""
    return app_module("common.house_rules").HOUSE_RULE[option]
