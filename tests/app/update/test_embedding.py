"""What an embedded board and the page around it say to each other."""

from app.model.open_game import OpenGame
from app.state import State
from app.update.embedding import LOOKS, CommandError, Reporter, diagram_label, message, read_address, read_command

from morris_core import Game, find_variant


def refusal(data: object) -> str:
    try:
        read_command(data)
    except CommandError as error:
        return str(error)
    raise AssertionError("was understood: " + repr(data))


def test_the_address_holds_a_link_and_options() -> None:
    link, options = read_address(
        "v=nine&m=d6.f4&controls=full&theme=dark&look=slate&men=shapes&lang=de&host=https%3A%2F%2Fexample.org"
    )
    assert link == "v=nine&m=d6.f4"
    looks = {"theme": "dark", "look": "slate", "men": "shapes"}
    looks.update({"controls": "full", "host": "https://example.org", "lang": "de"})
    assert options == looks


def test_options_we_do_not_know_get_their_defaults() -> None:
    for fragment in ("", "controls=all&theme=pink&look=glass&men=kings", "controls=%zz&look=%zz", "controls"):
        _, options = read_address(fragment)
        looks = {"theme": "auto", "look": "wood", "men": "turned"}
        wanted = dict(looks)
        wanted.update({"controls": "moves", "host": "", "lang": ""})
        assert options == wanted, fragment


def test_commands() -> None:
    assert read_command({"type": "morris:flip", "version": 1}) == ("flip", None)
    assert read_command({"type": "morris:load", "link": "v=six"}) == ("load", {"fragment": "v=six"})
    whole = read_command({"type": "morris:load", "link": "https://example.org/#v=six&m=a1"})
    assert whole == ("load", {"fragment": "v=six&m=a1"})
    assert read_command({"type": "morris:goto", "ply": 7}) == ("step", 7)
    assert read_command({"type": "morris:goto", "ply": "last"}) == ("step", "last")
    for name, value in (("theme", "dark"), ("look", "parchment"), ("men", "flat")):
        assert read_command({"type": "morris:" + name, name: value}) == ("setting", {"name": name, "value": value})


def test_what_is_no_command_is_refused_with_the_reason() -> None:
    assert "object with a type" in refusal(None)
    assert "object with a type" in refusal({"type": 5})
    assert "version 1" in refusal({"type": "morris:flip", "version": 2})
    assert "needs a link" in refusal({"type": "morris:load"})
    for ply in (-1, True, 1.5, None, "third", [1]):
        assert "needs a ply" in refusal({"type": "morris:goto", "ply": ply})
    for name in LOOKS:
        sentence = refusal({"type": "morris:" + name, name: "pink"})
        assert sentence.startswith("morris:" + name + " needs one of: ")
        assert all(value in sentence for value in LOOKS[name]), "it says what would be right"
    assert "no message morris:resign" in refusal({"type": "morris:resign"})


def test_moves_and_the_end_are_reported_once() -> None:
    state = State(Game(find_variant("three")))
    reporter = Reporter()
    assert reporter.events(state, state.fragment()) == []
    reported: list[list[dict[str, object]]] = []
    for move in ("b2", "a1", "b3", "a2", "b1"):
        state.open.play(move)
        state.refresh()
        reported.append(reporter.events(state, state.fragment()))
    assert [event["type"] for event in reported[0]] == ["morris:position", "morris:move"]
    assert [events[1]["move"] for events in reported] == ["b2", "a1", "b3", "a2", "b1"]
    assert [events[1]["side"] for events in reported] == ["white", "black", "white", "black", "white"]
    assert reported[0][1]["link"] == "v=three&m=b2"
    end = reported[4][2]
    assert (end["type"], end["result"], end["reason"]) == ("morris:end", "1-0", "row")
    assert end["text"] == "White wins with a row of three."
    assert [len(events) for events in reported] == [2, 2, 2, 2, 3]
    assert reporter.events(state, state.fragment()) == []


def test_a_game_that_is_loaded_is_no_move() -> None:
    state = State(Game(find_variant("three")))
    reporter = Reporter()
    reporter.events(state, state.fragment())
    game = Game(find_variant("three"))
    game.play("a1")
    state.put_on_board(OpenGame("1", game))
    (event,) = reporter.events(state, state.fragment())
    assert event["type"] == "morris:position"


def test_what_is_on_the_board_is_reported_whenever_it_changes() -> None:
    """Stepping back, another game, and a game after one that was won: nothing of what was there before stays."""
    state = State(Game(find_variant("three")))
    reporter = Reporter()
    reporter.events(state, state.fragment())
    for move in ("b2", "a1", "b3", "a2", "b1"):
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


def test_a_diagram_tells_its_position() -> None:
    game = Game(find_variant("three"))
    game.play("b2")
    label = diagram_label(State(game))
    assert label == "Three Men's Morris: White on b2; no men for Black. Black to move."


def test_messages_carry_type_and_version() -> None:
    assert message("resize", height=400) == {"type": "morris:resize", "version": 1, "height": 400}
