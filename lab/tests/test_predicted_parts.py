"""The parts of predicted files: which positions are stored, and the cells of their exceptions."""

from random import Random

import numpy as np
import pytest

from lab.tablebase.predict import kernels
from lab.tablebase.predict.cells import RARE, THIRD, build
from lab.tablebase.predict.classes import QUARTER, dark_points, stored_classes
from lab.tablebase.predict.pack import Classes, find_exceptions
from lab.tests.support import solved
from morris_core import find_variant
from morris_core.tablebase.index import parse_pair
from morris_core.tablebase.predicted import ANY
from morris_core.tablebase.retrieval import Cells, hashed
from morris_core.variants import with_house_rules

NINE = find_variant("nine")


@pytest.mark.parametrize(("number", "bits"), [(1, 1), (2, 5), (50, 3), (5000, 14), (40_000, 1)])
def test_cells_return_the_values_they_were_built_from(number: int, bits: int) -> None:
    random = Random(number)
    keys = np.array(sorted(random.sample(range(1 << 38), number)), np.int64)
    values = np.array([random.getrandbits(bits) for _ in range(number)], np.uint16)
    found = build(keys, values, bits)
    cells = Cells(*found[:5])
    assert [cells.get(hashed(key, cells.seed)) for key in keys.tolist()] == values.tolist()
    filter_ = build(keys, None, bits)
    cells = Cells(*filter_[:5])
    assert all(cells.get(one) == one & ((1 << bits) - 1) for one in (hashed(key, cells.seed) for key in keys.tolist()))
    if number > 10_000:
        assert len(found.data) < 1.2 * number * bits / 8


def test_rare_third_values_get_a_filter() -> None:
    random = np.random.default_rng(3)
    # A bucket with many exceptions, a few of them of the third rank.
    classes = Classes(0, random.choice([5, 5 + kernels.RANK, 5 + 2 * kernels.RANK], 30_000, p=[0.6, 0.37, 0.03]))
    classes = classes._replace(data=classes.data.astype(np.uint8))
    found = find_exceptions(classes, 1)
    assert found.thirds == [5]
    assert found.cells[RARE].bits > 2
    assert len(found.cells[THIRD].data) * 8 < 0.4 * (classes.data >= kernels.RANK).sum()


def test_equal_keys_are_refused() -> None:
    with pytest.raises(ValueError, match="No seed fits 2 keys"):
        build(np.array([5, 5], np.int64), None, 3)


def test_every_step_leads_from_or_to_a_dark_point() -> None:
    dark = dark_points(NINE.board)
    assert dark.bit_count() == 12
    for point, neighbours in enumerate(NINE.board.neighbours):
        assert neighbours & dark == (0 if dark >> point & 1 else neighbours)
    # A board with triangles has none.
    assert dark_points(find_variant("three-diagonal").board) == 0


def test_without_dark_points_a_whole_pair_or_half_is_stored() -> None:
    variant = with_house_rules(find_variant("three-diagonal"), "mill_wins:0,men:4")
    store = solved(variant, None, False)
    assert stored_classes(store, parse_pair("3-3"), QUARTER) == ((0, ANY, ANY),)
    ((half, own, other),) = stored_classes(store, parse_pair("4-3"), QUARTER)
    assert half in (0, 1)
    assert (own, other) == (ANY, ANY)
