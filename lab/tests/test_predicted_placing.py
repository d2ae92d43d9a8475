"""Predicted files of positions with men in hand: which positions are stored, and the input of the network."""

from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pytest

from lab.tablebase.geometry import geometry
from lab.tablebase.predict import kernels
from lab.tablebase.predict.classes import mills_of, stored_classes
from lab.tablebase.predict.net import Net, load_net, save_net, train
from lab.tablebase.predict.pack import compare_predicted, pack_predicted
from lab.tablebase.solve import code_at
from lab.tablebase.store import Store, StoreError
from lab.tests.support import locate, solved
from lab.tests.test_predicted import check_outputs
from morris_core import Position, find_variant
from morris_core.tablebase.format import read_version
from morris_core.tablebase.index import Pair, Side, pair_of, parse_pair
from morris_core.tablebase.network import PLACES
from morris_core.tablebase.predicted import PLACING_VERSION, PredictedFile
from morris_core.tablebase.probe import reader
from morris_core.variants import with_house_rules
from tests.core.support import mask, random_game
from tests.tablebase.support import random_sets

SMALL = with_house_rules(find_variant("nine"), "men:4,flying:0")
PAIRS = [parse_pair(name) for name in ("3+1-1+2", "3+1-2+2", "3+1-3+1", "4-3+1")]
"""All pairs after five placements, and those without a capture after six and seven."""


@cache
def made() -> tuple[Store, Net, bytes]:
    """Return a solution, a network trained on positions with men in hand, and the file made of both."""
    store = solved(SMALL, None, False)
    stored = {pair: stored_classes(store, pair, "half") for pair in PAIRS}
    mills = {pair: mills_of(store.plan, store.read(pair)) for pair in PAIRS}
    net = train(store, stored, 20_000, lambda text: None, mills)
    return store, net, pack_predicted(store, net, PAIRS, 1, lambda text: None)


def pair_at(position: Position) -> tuple[Pair, int]:
    """Return the pair of a position, and the half."""
    sides = [Side(position.men(side).bit_count(), position.hand(side)) for side in (position.side, 1 - position.side)]
    return pair_of(*sides)


def test_every_stored_position_is_decoded_to_its_solved_value() -> None:
    store, _, data = made()
    assert read_version("small.mtb", reader(data)) == PLACING_VERSION
    compared, wrong = compare_predicted(store, "small.mtb", reader(data))
    assert compared > 100_000
    assert not wrong


def test_positions_of_legal_play_are_stored_with_the_solved_value() -> None:
    store, _, data = made()
    file = PredictedFile("small.mtb", reader(data))
    random = Random(1)
    asked, values = set(), set()
    for _ in range(300):
        game = random_game(SMALL, random, random.choice([5, 6, 7]))
        position, side = game.position, game.position.side
        if position.hand(side) + position.hand(1 - side) not in (1, 2, 3):
            continue
        pair, half = pair_at(position)
        if pair not in file.header.sections:
            continue
        section = file.header.sections[pair]
        own, other = position.men(side), position.men(1 - side)
        assert file.holds(section, half, own, other)
        row, column = locate(file.header.board, file.keys(pair.first.men), *((other, own) if half else (own, other)))
        index = (half * section.rows + row) * section.columns + column
        value = file.code(section, index, own, other)
        assert value == code_at(store, pair, half, own, other)
        asked.add(pair)
        values.add(value)
    assert asked >= set(PAIRS[1:])
    assert values == {0, 1, 2}


def test_positions_that_play_cannot_lead_to_are_not_stored() -> None:
    _, _, data = made()
    file = PredictedFile("small.mtb", reader(data))
    pair = parse_pair("3+1-3+1")
    section = file.header.sections[pair]
    mill, apart = mask(SMALL, "a7 d7 g7"), mask(SMALL, "b6 f2 c4")
    # Neither side has lost a man, so neither has closed a mill.
    assert not file.holds(section, 0, mill, apart)
    assert not file.holds(section, 0, apart, mill)
    assert file.holds(section, 0, apart, mask(SMALL, "a1 d5 g4"))


def test_heads_are_chosen_by_the_points_where_a_man_would_close_a_mill() -> None:
    _, net, data = made()
    network = PredictedFile("small.mtb", reader(data)).network()
    assert net.weights.heads == PLACES
    board, random = net.board, Random(2)
    own, other, heads = [], [], []
    for _ in range(200):
        mine, theirs = random_sets(random, 3, 3)

        def closing(men: int, taken: int = mine | theirs) -> int:
            empty = [point for point in range(24) if not taken >> point & 1]
            return min(2, sum(any((men | 1 << p) & mill == mill for mill in board.mills_at[p]) for p in empty))

        heads.append(3 * closing(mine) + closing(theirs))
        own.append(mine)
        other.append(theirs)
    assert [network.head(*pair) for pair in zip(own, other, strict=True)] == heads
    assert len(set(heads)) > 4
    g, _ = geometry(board, 4)
    found = kernels.heads_of(g, np.array(own, np.int32), np.array(other, np.int32), PLACES)
    assert found.tolist() == heads


def test_the_reader_computes_the_same_numbers_as_the_packer() -> None:
    check_outputs(made()[1], parse_pair("3+1-3+1"))


def test_a_network_saves_the_numbers_of_mills(tmp_path: Path) -> None:
    _, net, _ = made()
    save_net(tmp_path / "small.net", net)
    assert load_net(tmp_path / "small.net").mills == net.mills


def test_nothing_is_predicted_if_men_move_before_all_are_placed() -> None:
    store, _, _ = made()
    lasker = store.plan._replace(rules={**store.plan.rules, "moving_while_placing": True})
    with pytest.raises(StoreError, match="no man moves before all are placed"):
        mills_of(lasker, store.read(PAIRS[0]))
