"""Trees round-trip through links and records under any house rules.

tests/core/test_texts.py does the same for plain games, in every interpreter."""

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from morris_core import Game, GameNode, GameTree, Link
from morris_core.comments import take_commands
from morris_core.record import Record
from tests.strategies import games, trees

_HEALTH = [HealthCheck.too_slow, HealthCheck.data_too_large]
FIXED = settings(max_examples=60, derandomize=True, deadline=None, database=None, suppress_health_check=_HEALTH)
SEARCHING = settings(max_examples=1000, deadline=None, database=None, suppress_health_check=_HEALTH)


WORDS = st.text(st.characters(blacklist_categories=["Cs"]), max_size=40)


@FIXED
@given(games(), WORDS, WORDS, WORDS, st.dictionaries(st.integers(0, 20), WORDS, max_size=4))
def test_a_record_keeps_names_dates_and_comments(
    game: Game, white: str, black: str, date: str, comments: dict[int, str]
) -> None:
    tree = GameTree(game)
    for node in [tree, *tree.mainline()]:
        node.comment = comments.get(node.ply, "")
    record = Record(game, tree=tree, white=white, black=black, date=date)
    again = Record.read(record.record())
    assert again.game == game
    assert again.white == " ".join(white.split())
    assert again.black == " ".join(black.split())
    assert again.date == " ".join(date.split())
    comments = {
        ply: " ".join(text.replace("{", "(").replace("}", ")").split())
        for ply, text in comments.items()
        if ply <= game.ply and text.split()
    }
    assert {node.ply: node.comment for node in again.tree.nodes() if node.comment} == comments


def shape(node: GameNode, clean: Callable[[str], str]) -> object:
    """Return a tree as plain data. `clean` changes a comment as a text format does."""
    others = [shape(other, clean) for other in node.variations]
    return (node.move, node.ply, node.position, node.quiet, clean(node.comment), node.nags, node.ended, others)


def in_a_record(comment: str) -> str:
    """Return a comment as a record stores it."""
    if take_commands(comment)[1]:
        comment = comment.replace("[%", "[ %")
    return " ".join(comment.replace("{", "(").replace("}", ")").split())


def tree_reads_back(tree: GameTree, game: Game) -> None:
    """Fail unless a tree and its current game survive a link and a record."""
    link = Link(game, tree=tree).link()
    again = Link.read(link)
    assert again.game == game
    assert shape(again.tree, str) == shape(tree, str)
    assert again.link() == link
    record = Record.read(Record(game, tree=tree).record())
    assert record.game == game
    assert shape(record.tree, str) == shape(tree, in_a_record)


@FIXED
@given(trees())
def test_a_tree_reads_back_from_links_and_records(drawn: tuple[GameTree, Game]) -> None:
    tree_reads_back(*drawn)


@pytest.mark.slow
@SEARCHING
@given(trees())
def test_new_trees_read_back_too(drawn: tuple[GameTree, Game]) -> None:
    tree_reads_back(*drawn)


# Characters with a meaning in one of the formats are more frequent.
