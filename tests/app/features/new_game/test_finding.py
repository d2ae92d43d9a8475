"""Finding a game in the dialog: names, countries, numbers of men, and spelling."""

from app.features.new_game.finding import COUNTRY_NAMES, find_games, fold, game_of
from app.model.state import State
from app.update.controller import handle
from app.view.slots import build

from morris_core import VARIANTS
from morris_core.sources import COUNTRIES, OTHER_NAMES
from tests.app.features.new_game.test_house_rules import checked, opened
from tests.app.playing import find, text_of


def variants_in(state: State) -> "list[str]":
    """Return the games that the dialog offers, in its order."""
    fields = find(build(state)["dialog"], "type", "radio")
    return [field[1]["value"] for field in fields if field[1]["name"] == "variant"]


def names(text: str) -> "list[str]":
    return [variant.name for variant in find_games(text)]


def test_games_are_found_by_any_of_their_names_however_they_are_spelled() -> None:
    for text, expected in (
        ("muhle", "nine"),
        ("MÜHLE", "nine"),
        ("windmuhle", "nine"),
        ("МЕЛЬНИЦА", "nine"),
        ("mlynek", "nine"),
        ("MŁYNEK", "nine"),
        ("mill", "nine"),
        ("nine holes", "nine-holes"),
        ("nineholes", ""),
        ("nine hols", "nine-holes"),
        ("dooz", "dooz"),
        ("douz", "dooz"),
        ("picria", "picaria"),
        ("morabarba", "morabaraba"),
        ("shisima", "shisima"),
        ("djara", "three"),
        ("kenya", "shisima"),
        ("iceland", "nine-storer"),
        ("mobius", "moebius"),
        ("12 south africa", "morabaraba"),
        ("lasker", "lasker"),
    ):
        assert names(text)[:1] == ([expected] if expected else []), (text, names(text))
    assert names("xyzzy") == []
    assert {VARIANTS[name].rules.men for name in names("7")} == {7}
    assert len(names("")) == len(VARIANTS)


def test_every_country_has_a_name_and_every_game_is_found_by_all_its_names() -> None:
    for name, codes in COUNTRIES.items():
        countries = [COUNTRY_NAMES[code] for code in codes]
        for words in [VARIANTS[name].title] + list(OTHER_NAMES[name]) + countries:
            assert name in names(words), (name, words)
            assert fold(words)


def test_the_game_of_the_visitors_country_takes_the_last_of_the_first_places() -> None:
    assert game_of("en-ZA", ("nine",)) == "morabaraba"
    assert game_of("fa", ()) == "dooz" == game_of("fa-IR", ())
    assert game_of("nl", ("nine",)) == "nine-holes"
    state = opened()
    handle(state, state.ask("new-game:language"), "sw-KE")
    assert variants_in(state)[:4] == ["nine", "six", "twelve", "shisima"]


def test_typing_into_the_search_shows_the_games_that_fit() -> None:
    state = opened()
    handle(state, "new-game:find", {"name": "find", "value": "hols"})
    assert "nine-holes" in variants_in(state)
    assert len(variants_in(state)) < 3
    handle(state, "new-game:variant", {"name": "variant", "value": "nine-holes"})
    assert checked(state)["variant"] == "nine-holes"
    handle(state, "new-game:find", {"name": "find", "value": "xyzzy"})
    assert "No game found." in text_of(build(state)["dialog"])
