"""Properties of a game on the board, whatever happens to it, and of merged copies of it.

The quick run repeats the same cases each time; the long one (marked slow) looks for new ones.
"""

import json
from collections.abc import Callable
from typing import Any

import pytest
from app.model.merge import TwoGames, merge, reconcile, replace
from app.model.open_game import PEOPLE, OpenGame
from app.model.reading import read
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from morris_core import Game, find_variant
from tests.app.model.walks import (
    Action,
    Known,
    act,
    as_in_november,
    begin,
    check,
    contents,
    copy_of,
    everything,
    go_on,
    lost,
    path,
    shape,
    walk,
    whole,
)

_HEALTH = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
QUICK = settings(max_examples=60, derandomize=True, deadline=None, database=None, suppress_health_check=_HEALTH)
LONG = settings(max_examples=6000, deadline=None, database=None, suppress_health_check=_HEALTH)


def actions(most: int, kinds: tuple[int, ...] = tuple(range(24))) -> st.SearchStrategy[list[Action]]:
    return st.lists(st.tuples(st.sampled_from(kinds), st.integers(0, 99), st.integers(0, 29)), max_size=most)


STARTS = st.integers(0, 47)
# A game; what two tabs do to it; and what becomes of a merged game afterwards.
COPIES = (STARTS, actions(20), actions(10), actions(10), actions(6))
# Actions that add and never remove: playing, undoing moves, exploring, ordering lines.
ADDING = (*range(16), 17, 20, 23)


# ---- One game


def the_invariants_hold_after_every_step(start: int, steps: list[Action]) -> None:
    game = begin(start)
    for step in steps:
        act(game, step)
        check(game)


def comments_and_signs_change_no_move(start: int, steps: list[Action]) -> None:
    plain, annotated = begin(start), begin(start)
    for step in steps:
        act(plain, step, notes=False)
        act(annotated, step)
        for node in annotated.tree.nodes():
            if step[1] % 3 == 0 and node.ply == step[2] % 5:
                node.comment, node.nags = "a note", [1, 14]
    annotated.touch()
    assert path(annotated.head) == path(plain.head)
    assert path(annotated.shown) == path(plain.shown)
    for node in annotated.tree.nodes():
        node.comment, node.nags = "", []
    assert shape(annotated.tree) == shape(plain.tree)


def by_link_nothing_received_changes(start: int, before: list[Action], steps: list[Action]) -> None:
    game = walk(before, start % 2)
    game.players = list(PEOPLE)
    game.by_link = Known(start % 2, min(start % 5, game.head.ply))
    game.touch()
    received = game.game.line[: game.by_link.received]
    for step in steps:
        act(game, step)
        assert game.game.moves[: len(received)] == received
        check(game)


def what_november_wrote_is_read(start: int, steps: list[Action]) -> None:
    game = walk(steps, start)
    game.sign("t")
    data = as_in_november(game)
    again = read("A-1", data)
    assert again is not None
    assert again.whole
    previous = game.previous()
    if "tree" not in data and previous is not None:
        previous.taken_back = 1  # the only one
    assert everything(again) == everything(game)
    if "tree" in data or game.shown in [game.tree, *game.head.path()]:
        assert path(again.shown) == path(game.shown)
        game.touch()
        assert again.write() == game.write()


# ---- Two copies


def merged(a: OpenGame, b: OpenGame, base: OpenGame | None = None) -> OpenGame:
    """Return two copies merged; a case in which they are two games, by different endings, does not count."""
    try:
        return merge(a, b, base)
    except TwoGames:
        here, there = contents(a), contents(b)
        ends = [(here[where][2], there[where][2]) for where in here if where in there]
        assert (a.outcome() and b.outcome()) or any(one and other and one != other for one, other in ends)
        assume(False)
        raise


def copies(start: int, steps: list[Action], *further: list[Action]) -> list[OpenGame]:
    """Return a game, and copies of it with which different tabs have gone on."""
    base = copy_of(walk(steps, start), "z")
    return [base] + [go_on(base, more, 10 + number) for number, more in enumerate(further)]


def a_union_holds_all_of_both(
    start: int, steps: list[Action], first: list[Action], second: list[Action], later: list[Action]
) -> None:
    _base, a, b = copies(start, steps, first, second)
    before = whole(a), whole(b)
    union = merged(a, b)
    assert (whole(a), whole(b)) == before, "merging changes no copy"
    check(union)
    assert lost(a, union) == []
    assert lost(b, union) == []
    assert path(union.head) == path(max(a, b, key=lambda game: (game.played, game.tab)).head)
    assert whole(merged(b, a)) == whole(union), "commutative"
    assert whole(merged(a, a)) == whole(a), "idempotent"
    assert contents(merged(union, b)) == contents(union), "absorbing"
    for step in later:  # and it is a game like any other
        act(union, step)
        check(union)


def unions_are_associative(
    start: int, steps: list[Action], first: list[Action], second: list[Action], third: list[Action]
) -> None:
    _base, a, b, c = copies(start, steps, first, second, third)
    one, other = merged(merged(a, b), c), merged(a, merged(b, c))
    assert contents(one) == contents(other)
    assert path(one.head) == path(other.head)


def three_ways_follow_what_was_changed(
    start: int, steps: list[Action], first: list[Action], second: list[Action], later: list[Action]
) -> None:
    base, a, b = copies(start, steps, first, second)
    assert everything(merged(a, base, base)) == everything(a), "changed on one side"
    assert everything(merged(base, a, base)) == everything(a)
    assert everything(merged(a, go_on(base, first, 10), base)) == everything(a), "the same change twice"
    result = merged(a, b, base)
    assert everything(merged(b, a, base)) == everything(result), "commutative"
    was, there = contents(base), contents(result)
    for one, other in ((a, b), (b, a)):
        mine, its = contents(one), contents(other)
        for where in mine:
            if where not in was:
                assert where in there, "what was added is there"
        for where in was:
            branch = [place for place in was if place[: len(where)] == where]
            deleted = where not in mine and (len(where) == 1 or where[:-1] in mine)
            unchanged = all(its.get(place) == was[place] for place in branch) and not any(
                place[: len(where)] == where for place in its if place not in was
            )
            if deleted and unchanged and path(other.head) == path(base.head) and _numbers(other) == _numbers(base):
                assert where not in there, "what was deleted stays so where the other left it alone"
            if deleted and not unchanged and where in its:
                assert where in there, "a branch that the other has changed stays"
    check(result)
    for step in later:
        act(result, step)
        check(result)


def _numbers(game: OpenGame) -> list[int]:
    return [node.taken_back for node in game.tree.nodes()]


def replacing_in_place_keeps_keys_and_what_is_shown(
    start: int, steps: list[Action], first: list[Action], second: list[Action], _later: list[Action]
) -> None:
    _base, a, b = copies(start, steps, first, second)
    union = merged(a, b)
    keys = {tuple(path(node)): node.key for node in a.tree.nodes()}
    shown, at_head = path(a.shown), a.at_head
    replace(a, union)
    assert everything(a) == everything(union)
    assert {
        where: key for where, key in keys.items() if (found := a.find(key)) is None or path(found) != list(where)
    } == {}
    assert a.at_head if at_head else path(a.shown) == shown
    check(a)


# ---- Three tabs and one storage


class Tab:
    """A tab that has the game on its board and keeps it, as the page does."""

    def __init__(self, name: str, storage: dict[str, str]) -> None:
        self.storage = storage
        self.seen = storage["game"]
        self.game = self._read(self.seen)
        self.name = name
        self.forked = False

    def _read(self, text: str) -> OpenGame:
        game = read("game", json.loads(text))
        assert game is not None
        assert game.whole
        return game

    def change(self, steps: list[Action], time: int) -> None:
        """Do something, and write it. What is in storage by then is merged."""
        self.game.now = lambda: time
        for step in steps:
            version = self.game.version
            act(self.game, step)
            if self.game.version != version:
                self.put(True)

    def put(self, unwritten: bool) -> None:
        """Look at the storage; take over or merge what is new there, and write what is not there."""
        text = self.storage["game"]
        if text != self.seen or unwritten:
            stored = self._read(text)
            mine = self.game
            if text != self.seen:
                try:
                    result = reconcile(mine, stored, self._read(self.seen), unwritten)
                except TwoGames:
                    self.forked = True
                    raise
                if result is not mine:
                    replace(mine, result)
                if result is stored:
                    self.seen = text
                    return
            if everything(mine) != everything(stored):
                mine.sign(self.name)
                text = json.dumps(mine.write())
                self.storage["game"] = text
            self.seen = text


def three_tabs_end_with_one_game(start: int, steps: list[Action], turns: list[tuple[int, int, list[Action]]]) -> None:
    _three_tabs(start, steps, turns)


def three_tabs_lose_nothing(start: int, steps: list[Action], turns: list[tuple[int, int, list[Action]]]) -> None:
    tabs, made = _three_tabs(start, steps, turns)
    for copy in made:
        assert lost(copy, tabs[0].game) == []


def _three_tabs(
    start: int, steps: list[Action], turns: list[tuple[int, int, list[Action]]]
) -> tuple[list[Tab], list[OpenGame]]:
    first = walk(steps, start)
    first.sign("z")
    storage = {"game": json.dumps(first.write())}
    tabs = [Tab(name, storage) for name in "abc"]
    made = []
    try:
        for time, (who, heard, more) in enumerate(turns):
            tab = tabs[who % len(tabs)]
            tab.change(more, 100 + time)
            made.append(copy_of(tab.game, tab.name))
            check(tab.game)
            for other in tabs:  # some hear of it now, and some late
                if heard >> tabs.index(other) & 1:
                    other.put(False)
            if heard == 8 and len(tabs) > 1:
                tabs.remove(tab)
        for _ in range(3):
            for tab in tabs:
                tab.put(False)
    except TwoGames:
        assume(False)
    for tab in tabs:
        assert everything(tab.game) == everything(tabs[0].game)
        check(tab.game)
    return tabs, made


def turns(kinds: tuple[int, ...]) -> st.SearchStrategy[list[tuple[int, int, list[Action]]]]:
    return st.lists(st.tuples(st.integers(0, 2), st.integers(0, 8), actions(3, kinds)), max_size=6)


LAWS: list[tuple[Callable[..., None], tuple[st.SearchStrategy[Any], ...]]] = [
    (the_invariants_hold_after_every_step, (STARTS, actions(25))),
    (comments_and_signs_change_no_move, (STARTS, actions(25))),
    (by_link_nothing_received_changes, (STARTS, actions(12), actions(15))),
    (what_november_wrote_is_read, (STARTS, actions(20))),
    (a_union_holds_all_of_both, COPIES),
    (unions_are_associative, COPIES),
    (three_ways_follow_what_was_changed, COPIES),
    (replacing_in_place_keeps_keys_and_what_is_shown, COPIES),
    (three_tabs_end_with_one_game, (STARTS, actions(12), turns(tuple(range(24))))),
    (three_tabs_lose_nothing, (STARTS, actions(12, ADDING), turns(ADDING))),
]
NAMES = [law.__name__ for law, _drawn in LAWS]


@pytest.mark.parametrize(("law", "drawn"), LAWS, ids=NAMES)
def test_law(law: Callable[..., None], drawn: tuple[st.SearchStrategy[Any], ...]) -> None:
    QUICK(given(*drawn)(law))()


@pytest.mark.slow
@pytest.mark.parametrize(("law", "drawn"), LAWS, ids=NAMES)
def test_law_in_many_cases(law: Callable[..., None], drawn: tuple[st.SearchStrategy[Any], ...]) -> None:
    LONG(given(*drawn)(law))()


def test_copies_of_different_games_are_two() -> None:
    one = OpenGame("a", Game(find_variant("three")))
    for other in (OpenGame("a", Game(find_variant("six"))), OpenGame("a", Game(find_variant("three")))):
        other.whole = other.variant.name == "six"
        with pytest.raises(TwoGames):
            merge(one, other)
