"""Things to print: what is on the pages."""

from __future__ import annotations

from typing import Any

from app.features.paper.sheets import rounds
from app.model.state import State
from app.update.controller import handle
from app.view.slots import build

from tests.app.features.puzzles.test_puzzles import DAY, FILE
from tests.app.playing import opened, text_in, text_of


def printing(kind: str, link: str = "v=nine", **fields: str) -> State:
    """Return a page with the dialog for a kind of page, with choices made in it."""
    state = opened(link)
    handle(state, "paper:open", kind)
    ticket = state.ticket("paper:loaded")
    assert ticket is not None
    handle(state, ticket, (FILE, DAY, ""))
    for name in fields:
        handle(state, "paper:set", {"name": name, "value": fields[name]})
    return state


def pages(state: State) -> list[str]:
    """Return the texts of the pages."""

    def found(node: Any) -> list[str]:
        if isinstance(node, str):
            return []
        _tag, attributes, children = node
        if str(attributes.get("class", "")).startswith("sheet"):
            return [text_of(node)]
        return [text for child in children for text in found(child)]

    return found(build(state, ("dialog",))["dialog"])


def test_the_rules_of_the_game_on_the_board_are_one_page() -> None:
    for link in ("v=nine", "v=three", "v=twelve", "v=nine&r=flying:off"):
        (page,) = pages(printing("rules", link))
        assert "Capturing" in page or "row" in page
    assert "Laskers" not in page


def test_a_board_comes_with_as_many_men_as_the_game_has() -> None:
    for name, men in (("three", 3), ("nine", 9), ("twelve", 12)):
        state = printing("board", "v=" + name)
        assert len(pages(state)) == 2
        (node,) = [node for node in _nodes(build(state, ("dialog",))["dialog"]) if "men" in _classes(node)]
        for side in ("white", "black"):
            assert len([one for one in _nodes(node) if _classes(one) == ["disc", side]]) == men


def _nodes(node: Any) -> list[Any]:
    if isinstance(node, str):
        return []
    return [node] + [one for child in node[2] for one in _nodes(child)]


def _classes(node: Any) -> list[str]:
    return str(node[1].get("class", "")).split()


def test_a_game_is_printed_with_its_names_comments_and_variations_and_a_position_without() -> None:
    link = "v=nine&m=d6.f4.d2.b4&t=2.a1.a4&k=1:first*4:last%20%5B%25csl%20Ra1%5D&n=4:1"
    (page,) = pages(printing("game", link))
    assert "1. d6" in page and "first" in page and "1… f4" in page and "(2.  a1" not in page
    assert "2. d2" in page and "(" in page and "a1" in page and "csl" not in page
    (page,) = pages(printing("position", link))
    assert "White to move. In hand: White 7, Black 7." in page and "1. d6" not in page


def test_a_worksheet_has_answers_on_a_page_of_their_own() -> None:
    state = printing("puzzles", level="", number="2")
    tasks, answers = pages(state)
    assert "1." in tasks and "2." in tasks and "3." not in tasks and "to move." in tasks
    assert "1." in answers and "#p=" in answers
    before = answers
    handle(state, "paper:set", "more")
    assert pages(state)[1] != before
    handle(state, "paper:set", {"name": "theme", "value": "none"})
    assert pages(state) == [] and "There are no such puzzles." in text_in(state)


def test_puzzles_that_could_not_be_loaded_say_so() -> None:
    state = opened()
    handle(state, "paper:open", "puzzles")
    assert "Loading the puzzles…" in text_in(state)
    ticket = state.ticket("paper:loaded")
    assert ticket is not None
    handle(state, ticket, ("", DAY, "offline"))
    assert "you're offline" in text_in(state) and pages(state) == []


def test_everybody_meets_everybody_once_and_begins_about_as_often_as_not() -> None:
    for count in range(2, 25):
        met: dict[tuple[int, int], int] = {}
        begins = [0] * count
        for pairs in rounds(count):
            seated = [one for pair in pairs for one in pair]
            assert len(set(seated)) == len(seated), "nobody plays twice in a round"
            for one, other in pairs:
                met[min(one, other), max(one, other)] = met.get((min(one, other), max(one, other)), 0) + 1
                begins[one] += 1
        assert sorted(met.values()) == [1] * (count * (count - 1) // 2)
        assert max(begins) - min(begins) <= 2, (count, begins)


def test_a_table_takes_names_as_they_are_typed() -> None:
    names = "Ada\n\n  Grace   Hopper \n" + "\n".join("Player " + str(number) for number in range(30))
    table, plan, rest = pages(printing("table", names=names, title="Club"))
    assert "Club" in table and "Grace Hopper" in table and "Player 21" in table and "Player 22" not in table
    assert "Round 12" in plan and "Round 23" in rest and "Round 24" not in rest
    (table,) = pages(printing("table"))
    assert "Tournament" in table and "8" in table, "an empty table to fill in by hand"


def test_a_late_book_does_not_open_the_dialog_again() -> None:
    state = opened()
    handle(state, "paper:open", "puzzles")
    ticket = state.ticket("paper:loaded")
    assert ticket is not None
    handle(state, "close")
    handle(state, ticket, (FILE, DAY, ""))
    assert state.ui.dialog == ""
