"""Random walks through a game on the board, and what must hold after every step of them."""

from __future__ import annotations

import json
from typing import Any

from app.model import editing
from app.model.open_game import PEOPLE, OpenGame
from app.model.reading import of_link, read

from morris_core import Game, GameNode, find_variant
from morris_core.link import Link
from morris_core.notation import format_move
from morris_core.notes import end_words

# The numbers of an action: which one, and what for.
Action = tuple[int, int, int]
PLAYERS = [PEOPLE, PEOPLE, PEOPLE, ["human", "3"], ["2", "human"], ["1", "2"]]
COMMENTS = ["", "good", "better is a1", "a * b ~ c", "x / y", "[%head] {so}"]


class Known:
    """A game by link, as the book knows it."""

    def __init__(self, side: int, received: int) -> None:
        self.id, self.side, self.received = "abc", side, received


def begin(number: int) -> OpenGame:
    """Return a new game, by the number of a variant and players."""
    game = OpenGame("A-1", Game(find_variant(("three", "six")[number % 2])), PLAYERS[number // 2 % len(PLAYERS)])
    game.study = number // 12 % 4 == 3
    return game


def act(game: OpenGame, action: Action, notes: bool = True) -> None:
    """Do something to a game. notes: whether comments and signs are among it."""
    what, which, more = action
    nodes = game.tree.nodes()
    node = nodes[which % len(nodes)]
    legal = list(game.shown.game().legal_moves()) if game.shown.ended is None else []
    if what < 8:
        if legal:
            game.press(legal[which % len(legal)], analysing=more % 4 == 0)
    elif what < 10:
        answers = game.game.legal_moves()
        if answers:
            game.play(answers[which % len(answers)])
    elif what < 13:
        game.undo()
    elif what == 13:
        game.redo()
    elif what == 14:
        game.step(("first", "previous", "next", "last", which)[more % 5])
    elif what == 15:
        game.go(node)
    elif what == 16:
        if more % 3 == 0:
            game.resign(which % 2)
        elif more % 3 == 1:
            game.agree_draw()
        else:
            # A game by link has no clock that could run down some moves ago.
            game.lose_on_time(which % 2, which if more % 2 and game.by_link is None else None)
    elif what == 17:
        game.back_to_previous_line()
    elif what == 18 and notes:
        editing.comment(game, node, COMMENTS[more % len(COMMENTS)])
    elif what == 19 and notes:
        if node is not game.tree:
            editing.toggle_sign(game, node, (1, 5, 14)[more % 3], (1, 2, 3, 4, 5, 6))
    elif what == 20:
        (editing.promote, editing.raise_line, editing.lower_line)[more % 3](game, node)
    elif what == 21:
        if editing.delete(game, node) and more % 2:
            editing.bring_back(game)
    elif what == 22:
        game.set_players(PLAYERS[more % len(PLAYERS)])
    elif what == 23 and legal and game.by_link is None:
        game.explore(legal[which % len(legal)])


def walk(actions: list[Action], start: int = 0) -> OpenGame:
    game = begin(start)
    for action in actions:
        act(game, action)
    return game


def shape(node: GameNode, shown: GameNode | None = None) -> object:
    """Return everything of a tree. Numbers of lines taken back count by their order. shown: leave out what is hidden,
    but not the line to this node."""
    numbers = sorted({one.taken_back for one in node.tree().nodes()})
    return _shape(node, numbers, None if shown is None else {one.key for one in shown.path()})


def _shape(node: GameNode, numbers: list[int], shown: set[int] | None) -> object:
    seen = [other for other in node.variations if shown is None or other.key in shown or not other.is_hidden()]
    others = [_shape(other, numbers, shown) for other in seen]
    number = 0 if shown is not None else numbers.index(node.taken_back)
    return (node.move, node.position, node.comment, tuple(node.nags), node.ended, number, tuple(others))


def whole(game: OpenGame) -> object:
    """Return everything of a game that is saved."""
    fields = (game.id, game.players, game.names, game.study, game.tags, game.rest, game.played, game.begun, game.writes)
    return (shape(game.tree), path(game.head), *fields)


def path(node: GameNode) -> list[object]:
    return [one.move for one in node.path()]


def check(game: OpenGame) -> None:
    """Fail unless the invariants of a game hold."""
    nodes = game.tree.nodes()
    # 1. Siblings differ, moves are legal, nothing follows an end by the rules.
    for node in nodes:
        moves = [other.move for other in node.variations]
        assert len(set(moves)) == len(moves)
        here = node.game()
        assert here.position == node.position
        here.ended = None
        if here.outcome() is not None:
            assert not moves
            assert node.ended is None  # 3. ended stands only where the rules have not decided
        for move in moves:
            assert move in here.legal_moves()
    # 2. head and shown are in the tree, head on the main line; what was taken back comes last.
    assert len({node.key for node in nodes}) == len(nodes)
    assert any(node is game.head for node in nodes)
    assert any(node is game.shown for node in nodes)
    assert game.head.is_main_line()
    for node in nodes:
        taken = [bool(other.taken_back) for other in node.variations]
        assert taken == sorted(taken)
        assert all(other.parent is node for other in node.variations)
    # Show the rest from them is not out of date.
    assert game.game == game.head.game()
    assert game.game.undone == game.head.game(ahead=True).undone
    assert game.line == game.shown.game()
    reads_back(game)


def reads_back(game: OpenGame) -> None:
    """Fail unless what is written of a game is read back."""
    # 5. From the storage everything,
    data = json.loads(json.dumps(game.write()))
    again = read(game.id, data)
    assert again is not None
    assert again.whole, data
    assert whole(again) == whole(game), data
    assert path(again.shown) == path(game.shown)
    assert "&t=" not in str(data["link"])
    again.by_link = game.by_link  # which the book of games by link has
    assert again.write() == data
    # A link restores what the board shows.
    link = game.link().link()
    other = of_link("", Link.read(link))
    if game.by_link is not None:
        assert other.game == game.head.game()
        assert not other.study, "notes are private"
        return
    assert path(other.head) == path(game.head)
    assert path(other.shown) == path(game.shown)
    tail, after = game.head.next(), other.head.next()
    # A link leaves out moves that were undone, unless the board shows them.
    if tail is not None and (after is None or after.move != tail.move):
        assert all(one.is_hidden() for one in game.head.variations if one is not tail)
        for one in [tail, *tail.mainline()]:
            assert not one.comment
            assert not one.nags
            assert len([other for other in one.variations if not other.is_hidden()]) <= 1
    else:
        assert shape(other.tree, other.shown) == shape(game.tree, game.shown), link
    assert other.link(other.default_orientation()).link() == link


def copy_of(game: OpenGame, tab: str) -> OpenGame:
    """Return the game as another tab reads it."""
    again = read(game.id, json.loads(json.dumps(game.write())))
    assert again is not None
    again.tab = tab
    return again


def go_on(game: OpenGame, actions: list[Action], time: int) -> OpenGame:
    """Return a copy with more actions; time: when they are done."""
    again = copy_of(game, "abc"[time % 3])
    again.now = lambda: time
    for action in actions:
        act(again, action)
    return again


def contents(game: OpenGame) -> dict[tuple[object, ...], tuple[set[str], set[int], object]]:
    """Return by the path of each node its comments, signs and ending."""
    return {
        tuple(path(node)): (set(node.comment.split(" / ")) - {""}, set(node.nags), node.ended)
        for node in game.tree.nodes()
    }


def lost(before: OpenGame, after: OpenGame) -> list[object]:
    """Return what of one game is not in another."""
    found = contents(after)
    missing: list[object] = []
    for where, (comments, signs, ended) in contents(before).items():
        there = found.get(where)
        if there is None:
            missing.append(where)
            continue
        missing += [comment for comment in comments if not any(comment in other for other in there[0])]
        missing += signs - there[1]
        if ended is not None and ended != there[2]:
            missing.append(ended)
    return missing


def everything(game: OpenGame) -> object:
    """Return everything of a game that two tabs must agree on."""
    return (shape(game.tree), path(game.head), game.players, game.names, game.tags, game.rest, game.played)


def as_in_november(game: OpenGame) -> dict[str, Any]:
    """Return a game as the builds of November 2026 saved it."""
    data: dict[str, Any] = json.loads(json.dumps(game.write()))
    played, tree = game.game.moves, data.pop("tree")
    texts = [format_move(move, game.variant) for move in game.game.line]
    data["undone"] = texts[len(played) :]
    data["previous_line"] = [format_move(move, game.variant) for move in game.previous_line]
    del data["form"]
    line, previous = game.tree.mainline(), game.previous()
    count = len(line) + 1 + (0 if previous is None else 1 + len(previous.mainline()))
    is_simple = len(game.tree.nodes()) == count and not {"k", "n", "e"} & {*tree}
    if not is_simple or (previous is not None and previous.parent not in [game.tree, *line]):
        empty: dict[str, Any] = {"t": [], "k": {}, "n": {}, "e": {}, "b": {}}
        data |= {"form": 2, "tree": empty | tree | {"m": ".".join(texts), "head": len(played)}}
        if game.head.ended is not None:
            number = [node is game.head for node in game.tree.nodes()].index(True)
            data["tree"]["e"] = data["tree"]["e"] | {str(number): "-".join(end_words(game.head.ended))}
    return data
