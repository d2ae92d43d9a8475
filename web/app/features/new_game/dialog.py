"""The new-game dialog: the variant, the players and their colours. Loaded when first opened."""

from __future__ import annotations

import random

from morris_core import OPTIONS, VARIANTS, Game, RulesError, Variant, find_variant, start_position
from morris_core.link import HUMAN

from ...common import clock_and_names
from ...common.diagrams import diagonal_mills, small_board
from ...common.house_rules import COMMON, HOUSE_RULE, HOUSE_RULES, HouseRule, Value, choice_word, variant_groups
from ...common.level_field import level_field
from ...common.rules_text import compared, in_short
from ...kernel.features import FEATURES, Feature, buttons_of
from ...model.messages import Choice, Draft, Effects
from ...model.saved import tidy_name
from ...model.state import State
from ...model.translation import _, error_text, number_of
from ...update.games import FIRST_LEVEL, new_clock, new_game, set_players
from ...view.dialog import actions, dialog, input_field, rows, segments, switch
from ...view.nodes import Node, button, h
from ...view.panels import is_unclaimed
from ...view.text import level_count
from .finding import find_games, game_of

# Prefix of the names of the house-rule fields; the option's name follows.
KEY = "rule:"


def value_text(value: Value) -> str:
    """Return a value as a field has it: yes and no are 1 and 0, as in links."""
    return str(int(value)) if isinstance(value, (bool, int)) else value


def switches_of(variant: Variant) -> dict[str, str]:
    """Return the options in which a variant differs from the game of its name, with their values as text."""
    return {option: value_text(value) for option, value in variant.house_rules()}


def chosen_variant(name: str | Variant, switches: dict[str, str]) -> tuple[Variant, str]:
    """Return a variant with changed options (as text, see value_text) and "".

    If they don't go together, return the unchanged variant and the reason.
    """
    plain = find_variant(name)
    changes: dict[str, object] = {}
    for option in OPTIONS:
        text = switches.get(option.name)
        if text is not None:
            is_number = not isinstance(option.default, str)
            changes[option.name] = int(text) if is_number else text
    try:
        return plain.with_options(changes), ""
    except RulesError as error:
        return plain, error_text(error)


def build_house_rules(name: str | Variant, switches: dict[str, str]) -> Node:
    """Return the house rules, folded away under the number of changed ones. Arguments: see chosen_variant."""
    plain = find_variant(name)
    variant, reason = chosen_variant(name, switches)
    changed = len(variant.house_rules())
    count = _("standard") if not changed else number_of("one changed", "{number} changed", changed)
    usual = None
    if changed or reason:
        usual = button(_("Reset to standard"), "new-game:usual")
    return h(
        "details",
        {"key": "house-rules", "class": "fold", "data-testid": "house-rules"},
        h("summary", {}, _("House rules"), " ", h("small", {}, "– " + (_("not available") if reason else count))),
        [_rule_field(rule, plain, switches) for rule in HOUSE_RULES],
        usual,
    )


def _rule_field(rule: HouseRule, plain: Variant, switches: dict[str, str]) -> Node:
    """Return the field of a house rule: a switch, or a bar of its values."""
    own = value_text(getattr(plain.rules, rule.option))
    current = switches.get(rule.option, own)
    answers = _yes_no(rule)
    if answers and current in answers and own in answers:
        return switch("new-game:switch", KEY + rule.option, rule.title, current == answers[0], rule.sentence)
    values = [(value_text(value), word) for value, word in rule.choices]
    for value in (own, current):
        # A value that only a link or the variant itself can have.
        if value not in [choice for choice, _ in values]:
            values.append((value, choice_word(rule.option, int(value))))
    bar = [(value, word, _("standard")) if value == own else (value, word) for value, word in values]
    kind = "segments many" if len(bar) > 4 else "segments"
    return h(
        "div",
        {"key": rule.option, "class": "with-note", "data-rule": rule.option},
        segments(KEY + rule.option, rule.title, bar, current, kind, "new-game:switch", shows_legend=True),
        h("p", {"class": "note"}, rule.sentence),
    )


def _yes_no(rule: HouseRule) -> list[str]:
    """Return the values of a rule for yes and no, if it only has these."""
    values = {word: value_text(value) for value, word in rule.choices}
    yes, no = _("yes"), _("no")
    return [values[yes], values[no]] if len(values) == 2 and yes in values and no in values else []


# Where play starts.
STARTS = (
    ("new", _("A new game"), _("from an empty board")),
    ("here", _("The position on the board"), _("continue from here")),
)
COLOURS = (
    ("white", _("White"), _("moves first")),
    ("black", _("Black"), _("moves second")),
    ("toss", _("Random")),
)


def _opponents() -> tuple[tuple[str, str, str], ...]:
    """Return whom one can play, with the ways of features: a value, the words and a note of each."""
    here = (("computer", _("The computer"), level_count()), ("human", _("A friend here"), _("on this device")))
    elsewhere = tuple([(one.name, one.way[0], one.way[1]) for one in FEATURES if one.way])
    return here + elsewhere + (("watch", _("Two computers"), _("watch them play")),)


def draft(state: State) -> Draft:
    """Return the first choices, those of the last game: values of STARTS, _opponents and COLOURS, levels as text, house
    rules as in chosen_variant, and the opponents that this browser can't play."""
    computers = [side for side in (0, 1) if state.open.is_computer(side)]
    levels = [player for player in state.open.players if player != HUMAN]
    alone = len(computers) == 1 or is_unclaimed(state)
    chosen = clock_and_names.draft(state)
    chosen.update(
        find="",
        own_game="",
        start="here" if _is_set_up(state) else "new",
        variant=state.variant.name,
        switches=switches_of(state.variant),
        opponent="computer" if alone else "watch" if computers else "human",
        level=levels[0] if levels else FIRST_LEVEL,
        other_level=levels[-1] if levels else FIRST_LEVEL,
        colour="black" if computers == [0] else "white",
    )
    return chosen


def opened(state: State) -> Effects:
    """Return the effect that asks for the browser's language."""
    return [("new-game:language", state.ask("new-game:language"))]


def on_computer(state: State, _value: object) -> Effects:
    """Open the dialog with the computer as opponent."""
    state.ui.open_dialog("new-game", dict(draft(state), opponent="computer"))
    return opened(state)


def on_language(state: State, language: str) -> Effects | None:
    """Offer the game of the visitor's country near the top."""
    if state.ui.dialog != "new-game":
        return [("only",)]
    state.ui.draft["own_game"] = game_of(language, COMMON)
    return None


def on_find(state: State, value: Choice) -> None:
    """Look for games."""
    state.ui.draft["find"] = value["value"]


def _way(opponent: str) -> Feature | None:
    """Return the feature by which one plays this opponent, or None."""
    for one in FEATURES:
        if one.way and one.name == opponent:
            return one
    return None


def _is_set_up(state: State) -> bool:
    """Return whether the board shows a position from the editor that nobody has played from yet."""
    return not state.open.game.line and state.open.game.start != start_position(state.variant)


def _can_go_on(state: State) -> bool:
    """Return whether a new game may start from the position shown: there is one, and it is not from a game by link."""
    decided = Game(state.variant, state.position).outcome()
    return state.open.by_link is None and decided is None and (bool(state.open.game.line) or _is_set_up(state))


def on_start(state: State, _value: object) -> Effects | None:
    """Start the game. The page offers the way back to another one under way."""
    chosen = state.ui.draft
    variant, reason = chosen_variant(chosen["variant"], chosen["switches"])
    here = chosen["start"] == "here" and _can_go_on(state)
    if reason and not here:
        return None
    colour = chosen["colour"]
    own = random.randrange(2) if colour == "toss" else int(colour == "black")
    clock = clock_and_names.clock_of(chosen)
    elsewhere = _way(chosen["opponent"])
    if elsewhere is not None:
        game = Game(variant, state.position) if here else Game(variant)
        name = tidy_name(chosen["own_name"])
        begin = elsewhere.resolve(elsewhere.begin_game)
        begun: Effects = begin(state, {"game": game, "side": own, "name": name, "clock": clock})
        return begun
    players = [HUMAN, HUMAN]
    if chosen["opponent"] == "computer":
        players[1 - own] = chosen["level"]
    elif chosen["opponent"] == "watch":
        players = [chosen["level"], chosen["other_level"]]
    state.ui.welcome()
    names = clock_and_names.names_of(chosen, players)
    if here:
        effects = set_players(state, players)
        state.open.names, state.open.clock = names, new_clock(clock)
        return effects
    return new_game(state, {"game": Game(variant), "players": players, "names": names, "clock": clock})


def on_variant(state: State, value: Choice) -> None:
    """Select another variant. It has its own number of men; other house rules stay."""
    chosen = state.ui.draft
    chosen["variant"] = value["value"]
    chosen["switches"].pop("men", None)


def on_switch(state: State, value: dict[str, str | bool]) -> None:
    """Change a house rule, to a value as text or, of a switch, to yes or no."""
    option, chosen = str(value["name"])[len(KEY) :], value["value"]
    if isinstance(chosen, bool):
        chosen = _yes_no(HOUSE_RULE[option])[0 if chosen else 1]
    state.ui.draft["switches"][option] = chosen


def on_usual(state: State, _value: object) -> None:
    """Reset all house rules to those of the variant."""
    state.ui.draft["switches"] = {}


def build(state: State) -> Node:
    chosen = state.ui.draft
    here = chosen["start"] == "here" and _can_go_on(state)
    opponent = chosen["opponent"]
    alone = opponent not in ("human", "watch")
    _variant, reason = chosen_variant(chosen["variant"], chosen["switches"])
    body: list[Node | None] = [
        rows("opponent", _("Play with"), _opponents(), opponent),
        level_field("level", _("Level"), chosen["level"]) if opponent == "computer" else None,
        segments("colour", _("You play"), COLOURS, chosen["colour"], shows_legend=True) if alone else None,
        level_field("level", _("White's level"), chosen["level"]) if opponent == "watch" else None,
        level_field("other_level", _("Black's level"), chosen["other_level"]) if opponent == "watch" else None,
        rows("start", _("Start from"), STARTS, chosen["start"]) if _can_go_on(state) else None,
        None if here else _variants(chosen),
        None if here else build_house_rules(chosen["variant"], chosen["switches"]),
        clock_and_names.build(chosen, opponent != "human") if opponent != "watch" else None,
        actions(
            None if here else h("p", {"key": "refused", "class": "refused", "role": "alert"}, reason),
            button(_("Cancel"), "close"),
            button(_("Start"), "new-game:start", kind="primary"),
        ),
    ]
    return dialog("new-game", _("Start a game"), body, attributes={"class": "wide"})


def _variants(draft: Draft) -> Node:
    """Return the variants with their boards: the best known and that of the country first, the others folded away by
    size or, while somebody looks for a game, by how well they fit."""
    chosen, text = draft["variant"], draft["find"]
    common: tuple[str, ...] = COMMON[:-1] + (draft["own_game"] or COMMON[-1],)
    if chosen not in VARIANTS:
        common = (chosen,) + common
    groups = [
        _variant_rows(heading, [variant for variant in variants if variant.name not in common], chosen)
        for heading, variants in reversed(variant_groups())  # the largest are played most
    ]
    picked = (
        None if chosen in common else h("small", {}, _("– {variant}").format(variant=_(find_variant(chosen).title)))
    )
    first: Node | None = _variant_rows(_("Which game"), [find_variant(name) for name in common], chosen)
    if text.strip():
        found = find_games(text)
        first = None
        groups = [_variant_rows(_("Which game"), found, chosen) if found else h("p", {}, _("No game found."))]
    return h(
        "div",
        {"key": "variants"},
        first,
        h(
            "details",
            {"key": "more-games", "class": "fold", "data-testid": "more-games"},
            h("summary", {}, _("More games"), " ", picked),
            input_field(
                "new-game:find",
                "find",
                _("Search"),
                text,
                "line-field",
                type="search",
                placeholder=_("name, country or number of men"),
            ),
            groups,
        ),
        [button(text, intent, value) for text, intent, value in buttons_of("games")],
    )


def _variant_rows(legend: str, variants: list[Variant], chosen: str) -> Node:
    choices = [(variant.name, _(variant.title), _what_differs(variant)) for variant in variants]
    pictures = {variant.name: small_board(variant.board) for variant in variants}
    return rows("variant", legend, choices, chosen, "new-game:variant", pictures)


def _what_differs(variant: Variant) -> str:
    """Return how a variant differs from the others, or that it is the same game as one of them."""
    in_words = compared(variant)
    if not in_words:
        in_words = in_short(variant)
        if diagonal_mills(variant.board):
            in_words = _("{rules}, diagonal lines").format(rules=in_words)
    twins = [_(other.title) for other in VARIANTS.values() if other == variant and other.name != variant.name]
    if not twins:
        return in_words
    template = _("{rules}. The same rules as {other}, as given by {source}")
    return template.format(rules=in_words, other=twins[0], source=variant.source.split(",")[0])
