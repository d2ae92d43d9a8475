"""The new-game dialog's switches and the Rules panel: what is chosen is what is played and shown."""

from app.dialogs.house_rules import KEY, chosen_variant, switches_of, value_text
from app.rules.dialog import build as build_rules
from app.rules.text import rules_of
from app.state import State
from app.update.controller import handle
from app.view.slots import build

from morris_core import OPTIONS, VARIANTS, Game, find_variant
from tests.app.playing import find, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from morris_core import Variant


def opened(state: "State | None" = None) -> State:
    state = state or State()
    handle(state, "open", "new-game")
    return state


def choose(state: State, **switches: str) -> None:
    for option, value in switches.items():
        handle(state, "new-game:switch", {"name": KEY + option, "value": value})


def chosen(state: State) -> "tuple[Variant, str]":
    return chosen_variant(state.ui.draft["variant"], state.ui.draft["switches"])


def texts(node: "Any") -> "list[str]":
    return [node] if isinstance(node, str) else [text for child in node[2] for text in texts(child)]


def fields(node: "Any") -> "list[dict[str, Any]]":
    """Return the attributes of every radio button below a node."""
    if isinstance(node, str):
        return []
    found = [dict(node[1])] if node[0] == "input" and node[1]["type"] == "radio" else []
    return found + [field for child in node[2] for field in fields(child)]


def checked(state: State) -> "dict[str, str]":
    return {field["name"]: field["value"] for field in fields(build(state)["dialog"]) if field["prop:checked"]}


def test_every_variant_and_every_option_can_be_chosen() -> None:
    offered = fields(build(opened())["dialog"])
    assert {field["value"] for field in offered if field["name"] == "variant"} == set(VARIANTS)
    for option in OPTIONS:
        values = {field["value"] for field in offered if field["name"] == KEY + option.name}
        assert len(values) >= 2, option.name
    # One choice of each group is made.
    assert len([field for field in offered if field["prop:checked"]]) == len({field["name"] for field in offered})


def test_switches_begin_as_the_variant_has_them() -> None:
    state = opened()
    for name, variant in VARIANTS.items():
        handle(state, "new-game:variant", {"name": "variant", "value": name})
        marked = checked(state)
        assert marked["variant"] == name
        for option in OPTIONS:
            assert marked[KEY + option.name] == value_text(getattr(variant.rules, option.name))
        assert chosen(state) == (variant, "")


def test_the_game_that_begins_has_the_switches_chosen() -> None:
    state = opened()
    choose(state, flying="0", mill_hold="1", capture="never", double_mill="2", repetition="0")
    handle(state, "new-game:start")
    assert state.ui.dialog == ""
    assert state.variant == find_variant("nine").with_rules(
        flying=0, mill_hold=True, capture="never", double_mill=2, repetition=0
    )


def test_the_choice_is_remembered() -> None:
    state = opened()
    handle(state, "new-game:variant", {"name": "variant", "value": "six"})
    choose(state, no_return="1")
    handle(state, "new-game:start")
    fragment = state.fragment()
    # A later visit begins with the game kept, and the dialog with what was played.
    later = State()
    handle(later, "load", {"fragment": fragment, "kept": None})
    opened(later)
    assert checked(later)["variant"] == "six"
    assert checked(later)["rule:no_return"] == "1"
    assert chosen(later)[0] == find_variant("six").with_rules(no_return=True)


def test_too_many_men_are_refused_with_the_reason_and_nothing_begins() -> None:
    state = opened()
    handle(state, "new-game:variant", {"name": "variant", "value": "five"})
    choose(state, men="9")
    shown = " ".join(texts(build(state)["dialog"]))
    assert "Two sides of 9 men don't fit on the 16 points" in shown
    assert "not available" in shown
    before = state.open.game
    handle(state, "new-game:start")
    assert state.ui.dialog == "new-game"
    assert state.open.game is before
    handle(state, "new-game:usual")
    handle(state, "new-game:start")
    assert state.variant == find_variant("five")


def test_another_game_keeps_the_switches_but_has_its_own_men() -> None:
    state = opened()
    choose(state, men="12", stuck="passes")
    handle(state, "new-game:variant", {"name": "variant", "value": "three"})
    assert chosen(state) == (find_variant("three").with_rules(stuck="passes"), "")


def test_the_dialog_counts_what_is_changed() -> None:
    state = opened()
    assert "– standard" in texts(build(state)["dialog"])
    choose(state, stuck="passes")
    assert "– one changed" in texts(build(state)["dialog"])
    choose(state, flying="0", mill_wins="0")
    assert "– 2 changed" in texts(build(state)["dialog"])


def test_every_switch_of_the_dialog_is_kept_under_its_option() -> None:
    state = opened()
    for field in fields(build(state)["dialog"]):
        if field["name"].startswith(KEY):
            assert field["data-change"] == "new-game:switch"
            handle(state, field["data-change"], {"name": field["name"], "value": field["value"]})
    assert set(state.ui.draft["switches"]) == {option.name for option in OPTIONS}


def test_values_that_only_links_have_are_shown_and_kept() -> None:
    odd = find_variant("nine").with_rules(repetition=5, quiet_limit=30)
    state = opened(State(Game(odd)))
    assert switches_of(odd) == {"repetition": "5", "quiet_limit": "30"}
    assert checked(state)["rule:repetition"] == "5"
    assert chosen(state) == (odd, "")


def test_the_panel_shows_the_rules_of_the_variant_played() -> None:
    mixes: list[dict[str, object]] = [
        {},
        {"flying": 0, "mill_hold": True, "stuck": "passes"},
        {"mill_wins": True, "no_return": True},
        {"mill_wins": False, "flying": 3, "double_mill": 2, "capture": "always", "quiet_limit": 0},
    ]
    for plain in VARIANTS.values():
        for changes in mixes:
            variant = plain.with_options(changes)
            shown = texts(build_rules(State(Game(variant))))
            assert variant.title in shown
            for section in rules_of(variant):
                assert section.heading in shown
                assert all(paragraph in shown for paragraph in section.paragraphs)
                assert all(diagram.caption in shown for diagram in section.diagrams)


def test_the_panel_follows_when_only_the_name_or_only_a_rule_changes() -> None:
    nine, merelles, merels = (find_variant(name) for name in ("nine", "nine-merelles", "nine-masters"))
    assert merelles == merels
    for variant in (merelles, merels, nine, nine.with_rules(flying=0), nine):
        shown = texts(build_rules(State(Game(variant))))
        assert variant.title in shown
        assert ("Flying" in shown) == (variant.rules.flying == 3)


def test_games_with_the_same_rules_can_be_distinguished() -> None:
    state = opened()
    cards = [text_of(card) for card in find(build(state)["dialog"], "class", "card variant")]
    notes = [card for card in cards if "Merel" in card]
    assert any("as given by Justin du Coeur" in card for card in notes)
    assert any("as given by Masters Traditional Games" in card for card in notes)
    assert len(set(cards)) == len(cards)
    assert not any("tells it" in card for card in cards if "Lasker" in card)
