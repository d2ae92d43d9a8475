"""The house rules of the new-game dialog: the rules chosen are the rules played."""

from typing import Any

from app.features.new_game.dialog import KEY, chosen_variant, switches_of
from app.model.state import State
from app.update.controller import handle
from app.view.slots import build

from morris_core import OPTIONS, VARIANTS, Game, Variant, find_variant
from tests.app.playing import find, text_in, text_of

NINE = find_variant("nine")


def opened(state: "State | None" = None) -> State:
    state = state or State()
    handle(state, "open", "new-game")
    return state


def choose(state: State, variant: str = "", **switches: str) -> None:
    if variant:
        handle(state, "new-game:variant", {"name": "variant", "value": variant})
    for option in switches:
        handle(state, "new-game:switch", {"name": KEY + option, "value": switches[option]})


def chosen(state: State) -> "tuple[Variant, str]":
    return chosen_variant(state.ui.draft["variant"], state.ui.draft["switches"])


def fields(state: State) -> "list[dict[str, Any]]":
    """Return the attributes of every radio button of the dialog."""
    return [one[1] for one in find(build(state)["dialog"], "type", "radio")]


def switches(state: State) -> "dict[str, dict[str, Any]]":
    """Return the attributes of every switch of the dialog, by name."""
    return {one[1]["name"]: one[1] for one in find(build(state)["dialog"], "role", "switch")}


def checked(state: State) -> "dict[str, str]":
    return {field["name"]: field["value"] for field in fields(state) if field["prop:checked"]}


def test_every_variant_and_every_option_can_be_chosen() -> None:
    state = opened()
    found = fields(state)
    assert {field["value"] for field in found if field["name"] == "variant"} == set(VARIANTS)
    yes_or_no = switches(state)
    for option in OPTIONS:
        values = {field["value"] for field in found if field["name"] == KEY + option.name}
        assert (KEY + option.name in yes_or_no) != (len(values) >= 2), option.name
    assert {KEY + name for name in ("moving_while_placing", "mill_hold", "repetition", "quiet_limit")} <= set(yes_or_no)
    assert len(checked(state)) == len([field for field in found if field["prop:checked"]]), "one choice in each group"
    assert len(checked(state)) == len({field["name"] for field in found})
    for field in found:
        if field["name"].startswith(KEY):
            assert field["data-change"] == "new-game:switch"
            handle(state, field["data-change"], {"name": field["name"], "value": field["value"]})
    for name in yes_or_no:
        handle(state, yes_or_no[name]["data-change"], {"name": name, "value": True})
    assert set(state.ui.draft["switches"]) == {option.name for option in OPTIONS}


def test_a_switch_says_and_sets_yes_or_no() -> None:
    state = opened()
    for option, before in (("no_return", False), ("repetition", True), ("quiet_limit", True)):
        assert switches(state)[KEY + option]["prop:checked"] is before
        handle(state, "new-game:switch", {"name": KEY + option, "value": not before})
        assert switches(state)[KEY + option]["prop:checked"] is not before
    assert chosen(state) == (NINE.with_rules(no_return=True, repetition=0, quiet_limit=0), "")


def test_the_dialog_starts_with_the_rules_of_the_last_game() -> None:
    state = opened()
    choose(state, "six", no_return="1")
    handle(state, "new-game:start")
    later = State()
    handle(later, "load", {"fragment": state.fragment(), "kept": None})
    opened(later)
    assert (checked(later)["variant"], switches(later)["rule:no_return"]["prop:checked"]) == ("six", True)
    assert chosen(later)[0] == find_variant("six").with_rules(no_return=True)


def test_too_many_men_are_refused_with_the_reason() -> None:
    state = opened()
    choose(state, "five", men="9")
    assert "Two sides of 9 men don't fit on the 16 points" in text_in(state)
    assert "not available" in text_in(state)
    before = state.open.game
    handle(state, "new-game:start")
    assert state.ui.dialog == "new-game"
    assert state.open.game is before
    handle(state, "new-game:usual")
    handle(state, "new-game:start")
    assert state.variant == find_variant("five")


def test_values_that_only_links_can_have_are_shown_and_stay() -> None:
    odd = NINE.with_rules(repetition=5, quiet_limit=30)
    state = opened(State(Game(odd)))
    assert switches_of(odd) == {"repetition": "5", "quiet_limit": "30"}
    assert checked(state)["rule:repetition"] == "5"
    assert chosen(state) == (odd, "")


def test_cards_of_variants_can_be_told_apart() -> None:
    groups = find(build(opened())["dialog"], "key", "variant")
    cards = [text_of(one) for group in groups for one in group[2] if one[0] == "label"]
    assert len(set(cards)) == len(cards)
    text = " ".join(cards)
    assert "The same rules as Merels, as given by Justin du Coeur" in text
    assert "The same rules as Merelles, as given by Masters Traditional Games" in text
    assert "Six men, no flying" in text
    assert not any("as given by" in card for card in cards if "Lasker" in card)
