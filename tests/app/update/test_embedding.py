"""The messages between an embedded board and the page around it."""

from typing import Any

from app.model.open_game import OpenGame
from app.model.state import State
from app.update.embedding import LOOKS, CommandError, Reporter, diagram_label, read_address, read_command

from morris_core import Game, find_variant

MOVES = ("b2", "a1", "b3", "a2", "b1")  # White wins
COMMANDS: "list[tuple[dict[str, Any], tuple[str, object]]]" = [
    ({"type": "morris:flip", "version": 1}, ("flip", None)),
    ({"type": "morris:load", "link": "v=six"}, ("load", {"fragment": "v=six"})),
    ({"type": "morris:load", "link": "https://example.org/#v=six&m=a1"}, ("load", {"fragment": "v=six&m=a1"})),
    ({"type": "morris:goto", "ply": 7}, ("step", 7)),
    ({"type": "morris:goto", "ply": "last"}, ("step", "last")),
    ({"type": "morris:theme", "theme": "dark"}, ("setting", {"name": "theme", "value": "dark"})),
    ({"type": "morris:look", "look": "parchment"}, ("setting", {"name": "look", "value": "parchment"})),
    ({"type": "morris:men", "men": "flat"}, ("setting", {"name": "men", "value": "flat"})),
]
REFUSALS: "list[tuple[object, str]]" = [
    (None, "object with a type"),
    ({"type": 5}, "object with a type"),
    ({"type": "morris:flip", "version": 2}, "version 1"),
    ({"type": "morris:load"}, "needs a link"),
    ({"type": "morris:resign"}, "no message morris:resign"),
] + [({"type": "morris:goto", "ply": ply}, "needs a ply") for ply in (-1, True, 1.5, None, "third", [1])]


def refusal(data: object) -> str:
    try:
        read_command(data)
    except CommandError as error:
        return str(error)
    raise AssertionError("was understood: " + repr(data))


def three() -> "tuple[State, Reporter]":
    """Return a board with Three Men's Morris whose first position was reported."""
    state = State(Game(find_variant("three")))
    reporter = Reporter()
    assert reporter.events(state, state.fragment()) == []
    return state, reporter


def test_the_address_holds_a_link_and_options() -> None:
    link, options = read_address(
        "v=nine&m=d6.f4&controls=full&theme=dark&look=slate&men=shapes&lang=de&host=https%3A%2F%2Fexample.org"
    )
    assert link == "v=nine&m=d6.f4"
    looks = {"theme": "dark", "look": "slate", "men": "shapes"}
    looks.update({"controls": "full", "host": "https://example.org", "lang": "de"})
    assert options == looks


def test_unknown_options_get_their_defaults() -> None:
    defaults = {"theme": "auto", "look": "wood", "men": "turned", "controls": "moves", "host": "", "lang": ""}
    for fragment in ("", "controls=all&theme=pink&look=glass&men=kings", "controls=%zz&look=%zz", "controls"):
        assert read_address(fragment)[1] == defaults, fragment


def test_commands_become_intents_and_others_are_refused_with_the_reason() -> None:
    for data, intent in COMMANDS:
        assert read_command(data) == intent
    for wrong, reason in REFUSALS:
        assert reason in refusal(wrong)
    for name in LOOKS:
        sentence = refusal({"type": "morris:" + name, name: "pink"})
        assert sentence.startswith("morris:" + name + " needs one of: ")
        assert all(value in sentence for value in LOOKS[name]), "it says what would be right"


def test_moves_and_the_end_are_reported_once() -> None:
    state, reporter = three()
    reported: list[list[dict[str, object]]] = []
    for move in MOVES:
        state.open.play(move)
        state.refresh()
        reported.append(reporter.events(state, state.fragment()))
    assert [event["type"] for event in reported[0]] == ["morris:position", "morris:move"]
    assert [events[1]["move"] for events in reported] == list(MOVES)
    assert [events[1]["side"] for events in reported] == ["white", "black", "white", "black", "white"]
    assert reported[0][1]["link"] == "v=three&m=b2"
    end = reported[4][2]
    assert (end["type"], end["result"], end["reason"]) == ("morris:end", "1-0", "row")
    assert end["text"] == "White wins with a row of three."
    assert [len(events) for events in reported] == [2, 2, 2, 2, 3]
    assert reporter.events(state, state.fragment()) == []


def test_every_change_of_the_position_is_reported_with_the_result_of_its_game() -> None:
    state, reporter = three()
    for move in MOVES:
        state.open.play(move)
    for shown, link, result in ((5, "v=three&m=b2.a1.b3.a2.b1", "1-0"), (1, "v=three&m=b2.a1.b3.a2.b1&at=1", "1-0")):
        state.open.step(shown)
        state.refresh()
        (event,) = [one for one in reporter.events(state, state.fragment()) if one["type"] == "morris:position"]
        assert (event["ply"], event["plies"], event["link"], event["result"]) == (shown, 5, link, result)
        assert reporter.events(state, state.fragment()) == []
    state.put_on_board(OpenGame("1", Game(find_variant("nine"))))
    state.refresh()
    (event,) = reporter.events(state, state.fragment())
    assert (event["ply"], event["plies"], event["link"], event["result"]) == (0, 0, "v=nine", "*")


def test_the_label_of_a_diagram_describes_its_position() -> None:
    game = Game(find_variant("three"))
    game.play("b2")
    label = diagram_label(State(game))
    assert label == "Three Men's Morris: White on b2; no men for Black. Black to move."
