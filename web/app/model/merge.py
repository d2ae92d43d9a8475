"""Merging two copies of a game, from two tabs or an import. Loaded only when needed.

Invariant: nothing is lost, except what one copy has deleted and the other has not changed since their last common
version, if that version (base) is known. The order of the copies doesn't matter.
"""

from __future__ import annotations

import json
from typing import Any

from morris_core import Game, Move
from morris_core.tree import GameNode, GameTree

from .open_game import OpenGame
from .reading import read
from .stored_json import MAX_CHARACTERS
from .tree_data import put_taken_back_last, write_tree


class TwoGames(Exception):  # noqa: N818, a result, not an error
    """The two copies are different games, so both must be saved."""


def includes(one: OpenGame, other: OpenGame) -> bool:
    """Return whether a copy is known to include everything in another one."""
    if not other.writes:
        return False
    tab, number = other.writes[0]
    return any(pair[0] == tab and pair[1] >= number for pair in one.writes)


def reconcile(mine: OpenGame, stored: OpenGame, seen: OpenGame | None, unwritten: bool) -> OpenGame:
    """Return the game that results when the storage has another copy than the one this tab saw last.

    Args:
        mine: This tab's copy.
        stored: The copy in the storage now.
        seen: The copy that this tab saw there last, or None.
        unwritten: Whether mine has unsaved changes.

    Returns:
        mine or stored unchanged, or both merged. A game by link has its head where mine has it, as the players agreed.

    Raises:
        TwoGames: They are different games.
    """
    agreed = None if mine.by_link is None else mine
    if agreed is None and not unwritten and includes(stored, mine):
        return stored
    if (unwritten or agreed is not None) and seen is not None and includes(stored, seen):
        return merge(mine, stored, seen, agreed)
    if includes(mine, stored):
        return mine
    return merge(mine, stored, None, agreed)


def merge(a: OpenGame, b: OpenGame, base: OpenGame | None = None, giver: OpenGame | None = None) -> OpenGame:
    """Return a new game with everything in two copies, under the id of the first.

    Args:
        a: A copy.
        b: Another one.
        base: Their last common version; None if unknown. Then everything in only one copy counts as added.
        giver: The copy that decides where head is and whether the game has ended there. If None, the later copy
            decides, and two different endings are two games.

    Raises:
        TwoGames: They are different games, or the result would be too long to save.
    """
    if not (a.whole and b.whole and a.tree.start == b.tree.start):
        raise TwoGames
    is_given = giver is not None
    new, old = (a, b) if giver is a or (not is_given and _newness(a, b)) else (b, a)
    if giver is None:
        # The copy that moved head decides where it is, else the newer one.
        old_moved = base is not None and not _head_changed(new, base) and _head_changed(old, base)
        giver = old if old_moved else new
        _refuse_two_ends(a, b, base)
    merged = OpenGame(a.id, a.tree.start, giver.players)
    copies = _Merging(new, old, base, giver, is_given)
    tree, head = copies.build()
    merged.tree, merged.head = tree, head
    merged.shown = _at(tree, a.shown) or head
    _merge_fields(merged, new, old, base, giver)
    if len(json.dumps(merged.write())) > MAX_CHARACTERS:
        raise TwoGames
    return merged


def follow_line(game: OpenGame, line: Game) -> None:
    """Move head to where another copy has it; the line that was there becomes a variation. Raises TwoGames if that
    fails.
    """
    other = OpenGame(game.id, line, game.players)
    other.orientation = game.orientation
    replace(game, merge(game, other, giver=other))


def take_in(game: OpenGame, other: OpenGame) -> bool:
    """Add everything in another copy to a game. Return whether both are the same game."""
    try:
        replace(game, merge(game, other, giver=game))
    except TwoGames:
        return False
    return True


def replace(game: OpenGame, other: OpenGame) -> None:
    """Turn a game into another copy of it in place. Nodes keep their keys, and the node shown stays if it still
    exists."""
    at_head, shown = game.at_head, game.shown
    pairs: list[tuple[GameNode, GameNode]] = [(game.tree, other.tree)]
    for mine, its in pairs:  # grows while it is walked
        its.key = mine.key
        for node in its.variations:
            found = _child(mine, node)
            if found is not None:
                pairs.append((found, node))
    game.tree, game.head = other.tree, other.head
    game.shown = game.head
    if not at_head:
        left: GameNode | None = shown
        while left is not None and _at(game.tree, left) is None:
            left = left.parent
        game.shown = _at(game.tree, left) or game.tree
    for name in ("players", "names", "orientation", "clock", "tags", "study", "rest", "writes", "declined"):
        setattr(game, name, getattr(other, name))
    game.tab, game.whole = other.tab, other.whole
    game.begun, game.played, game.time = other.begun, other.played, other.time
    game.touch()


def _newness(a: OpenGame, b: OpenGame) -> bool:
    """Return whether a was played later than b. Without times, always decide for the same copy."""
    if (a.played, a.tab) != (b.played, b.tab):
        return (a.played, a.tab) > (b.played, b.tab)
    return _rank(a) >= _rank(b)


def _rank(game: OpenGame) -> list[object]:
    data = write_tree(game.tree, game.head, game.shown)
    found: list[object] = [game.plain_link(), data.get("m", ""), data.get("t", [])]
    for name in ("k", "n", "e", "b"):
        values: Any = data.get(name, {})
        found.append(sorted([(int(number), str(values[number])) for number in values]))
    return found


def _head_changed(game: OpenGame, base: OpenGame) -> bool:
    return _path(game.head) != _path(base.head) or game.head.ended != base.head.ended


def _refuse_two_ends(a: OpenGame, b: OpenGame, base: OpenGame | None) -> None:
    """Raise TwoGames if both games are over with different outcomes."""
    if base is not None and not (_head_changed(a, base) and _head_changed(b, base)):
        return
    if a.outcome() is not None and b.outcome() is not None:
        one, other = _path(a.head), _path(b.head)
        shorter = min(len(one), len(other))
        if one[:shorter] != other[:shorter]:
            raise TwoGames


def _path(node: GameNode) -> list[Move | None]:
    return [one.move for one in node.path()]


def _child(node: GameNode | None, other: GameNode) -> GameNode | None:
    """Return the child of `node` with the move of another node."""
    for one in node.variations if node is not None else ():
        if one.move == other.move:
            return one
    return None


def _at(tree: GameTree, other: GameNode | None) -> GameNode | None:
    """Return the node of a tree that corresponds to a node of another tree."""
    node: GameNode | None = tree
    for one in other.path() if other is not None else ():
        node = _child(node, one)
    return node


class _Merging:
    """The merging of two trees."""

    def __init__(self, new: OpenGame, old: OpenGame, base: OpenGame | None, giver: OpenGame, is_given: bool) -> None:
        self.new, self.old, self.base = new, old, base
        self.giver_is_new = giver is new
        self.giver = giver
        self.is_given = is_given
        # The lines played in a copy since the base: the branches through these nodes have changed.
        self.reached: set[int] = set()
        for game in (new, old):
            if base is not None and (game is giver or _head_changed(game, base)):
                self.reached |= {node.key for node in game.head.path()}

    def build(self) -> tuple[GameTree, GameNode]:
        tree = GameTree(self.giver.tree.start)
        base = None if self.base is None else self.base.tree
        left: list[tuple[GameNode, GameNode | None, GameNode | None, GameNode | None]] = []
        left.append((tree, self.new.tree, self.old.tree, base))
        while left:
            node, new, old, base_node = left.pop()
            self._fill(node, new, old, base_node)
            for move, position, quiet in self._children(new, old, base_node):
                child = GameNode(node, move, position, quiet)
                node.variations.append(child)
                ones = [_child(one, child) for one in (new, old, base_node)]
                # If one copy has no such branch, the other one's stays as it is.
                left.append((child, ones[0], ones[1], None if ones[0] is None or ones[1] is None else ones[2]))
        head = _at(tree, self.giver.head)
        assert head is not None
        for node in head.path():
            node.taken_back = 0
        for node in tree.nodes():
            put_taken_back_last(node)
        for node in head.path():
            node.move_to(0)
        return tree, head

    def _fill(self, node: GameNode, new: GameNode | None, old: GameNode | None, base: GameNode | None) -> None:
        """Set the comment, symbols, ending and number of a merged node."""
        if new is None or old is None:
            one = new or old
            assert one is not None
            node.comment, node.nags, node.ended = one.comment, list(one.nags), one.ended
            node.taken_back = one.taken_back
            return
        if base is not None and base.comment in (new.comment, old.comment):
            node.comment = old.comment if base.comment == new.comment else new.comment
        else:
            node.comment = join_comments(new.comment, old.comment)
        first, second = (old, new) if base is not None and new.nags == base.nags else (new, old)
        nags = first.nags + [nag for nag in second.nags if nag not in first.nags]
        if base is not None:
            gone = [nag for nag in base.nags if nag not in new.nags or nag not in old.nags]
            nags = [nag for nag in nags if nag not in gone]
        node.nags = nags
        node.ended = self._ended(new, old, base)
        given, other = (new, old) if self.giver_is_new else (old, new)
        node.taken_back = given.taken_back
        if base is not None and given.taken_back == base.taken_back:
            node.taken_back = other.taken_back

    def _ended(self, new: GameNode, old: GameNode, base: GameNode | None) -> Any:
        if new.ended == old.ended or (self.is_given and new is self.giver.head):
            return new.ended
        if base is not None and base.ended in (new.ended, old.ended):
            return old.ended if base.ended == new.ended else new.ended
        if new.ended is not None and old.ended is not None and not self.is_given:
            raise TwoGames
        return new.ended or old.ended

    def _children(
        self, new: GameNode | None, old: GameNode | None, base: GameNode | None
    ) -> list[tuple[Move | None, Any, int]]:
        """Return the children of a merged node with their sources, in their order."""
        first, second = new, old
        if new is not None and old is not None and base is not None and self._moved(old, base):
            if not self._moved(new, base):
                first, second = old, new
        found: list[GameNode] = []
        for one, other in ((first, second), (second, first)):
            for child in one.variations if one is not None else ():
                if any(there.move == child.move for there in found):
                    continue
                in_other = _child(other, child) is not None
                before = _child(base, child)
                if in_other or before is None or self._changed(child, before):
                    found.append(child)
        return [(child.move, child.position, child.quiet) for child in found]

    def _moved(self, node: GameNode, base: GameNode) -> bool:
        """Return whether the order of a node's children has changed since the base."""
        moves = [one.move for one in node.variations if _child(base, one) is not None]
        return moves != [one.move for one in base.variations if _child(node, one) is not None]

    def _changed(self, node: GameNode, base: GameNode) -> bool:
        """Return whether anything in a branch has changed, apart from the order."""
        left = [(node, base)]
        while left:
            one, before = left.pop()
            if one.key in self.reached or len(one.variations) != len(before.variations):
                return True
            if (one.comment, one.ended, one.taken_back) != (before.comment, before.ended, before.taken_back):
                return True
            if sorted(one.nags) != sorted(before.nags):
                return True
            for child in one.variations:
                found = _child(before, child)
                if found is None:
                    return True
                left.append((child, found))
        return False


def join_comments(newer: str, older: str) -> str:
    """Return two comments on a move as one."""
    if older in newer:
        return newer
    if newer in older:
        return older
    parts = newer.split(" / ")
    parts += [part for part in older.split(" / ") if part not in parts]
    whole = [part for part in parts if not any(part in other and part != other for other in parts)]
    return " / ".join(whole)


def merge_data(mine: object, other: object) -> dict[str, object] | None:
    """Return the data of two copies of a saved game, merged, or None if they are two games."""
    here, there = read("", mine), read("", other)
    if here is None or there is None:
        return None
    if there.head.ply < here.head.ply:
        here.played, there.played = max(here.played, 1), 0  # the game never becomes shorter
    try:
        both = reconcile(here, there, None, True)
    except TwoGames:
        return None
    both.go(both.head)
    return both.write(both.default_orientation())


def _merge_fields(merged: OpenGame, new: OpenGame, old: OpenGame, base: OpenGame | None, giver: OpenGame) -> None:
    other = old if giver is new else new

    def changed(name: str, given: OpenGame, not_given: OpenGame) -> Any:
        """Return the value of the copy that changed it, else the given one's."""
        value = getattr(given, name)
        if base is not None and value == getattr(base, name):
            return getattr(not_given, name)
        return value

    merged.players = list(changed("players", giver, other))
    merged.clock = changed("clock", giver, other)
    if merged.clock is None:
        merged.clock = giver.clock if base is not None else other.clock
    merged.paused, merged.one_move, merged.declined = giver.paused, giver.one_move, giver.declined
    names = changed("names", new, old)
    merged.names = [names[side] or new.names[side] or old.names[side] for side in (0, 1)]
    merged.orientation = changed("orientation", new, old)
    merged.tags = _merge_tags(new.tags, old.tags)
    merged.by_link = new.by_link or old.by_link
    merged.study = new.study or old.study
    merged.rest = dict(old.rest)
    merged.rest.update(new.rest)
    more = dict(old.rest.get("more", {}))
    more.update(new.rest.get("more", {}))
    if more:
        merged.rest["more"] = more
    merged.begun = min(new.begun, old.begun) or max(new.begun, old.begun)
    merged.played, merged.time = max(new.played, old.played), max(new.time, old.time)
    merged.is_saved = new.is_saved or old.is_saved
    merged.tab = new.tab
    writes = list(new.writes)
    for tab, number in old.writes:
        pairs_of_tab = [pair for pair in writes if pair[0] == tab]
        if not pairs_of_tab:
            writes.append((tab, number))
        elif pairs_of_tab[0][1] < number:
            writes[writes.index(pairs_of_tab[0])] = (tab, number)
    merged.writes = writes


def _merge_tags(new: object, old: object) -> object:
    """Merge the tags of records, lists of names and values. If a name has two values, the newer one wins."""
    if not isinstance(new, list) or not isinstance(old, list):
        return new or old
    names = [pair[0] for pair in new]
    return new + [pair for pair in old if pair[0] not in names]
