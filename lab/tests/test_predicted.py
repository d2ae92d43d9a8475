"""Predicted files, trained from nothing on small endgames: every value is exact, and any damage is noticed."""

from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pytest

from lab.tablebase.predict import kernels
from lab.tablebase.predict.classes import HALF, QUARTER, stored_classes
from lab.tablebase.predict.net import CERTAIN, Net, constant, load_net, patterns_of, save_net, train
from lab.tablebase.predict.pack import compare_predicted, integer_network, pack_predicted
from lab.tablebase.solve import code_at
from lab.tablebase.store import Store
from lab.tests.conftest import Command
from lab.tests.support import changed, solved
from morris_core import BOARDS, Board, Position, Variant, find_variant
from morris_core.errors import MorrisError
from morris_core.tablebase.index import Pair, TableError, parse_pair
from morris_core.tablebase.network import MOST, SHIFT, Network, closing_points, pack_weights, pattern, unpack_weights
from morris_core.tablebase.predicted import PredictedFile
from morris_core.tablebase.probe import Tablebase, reader
from tests.tablebase.support import random_sets

NINE, STEPPING = find_variant("nine"), find_variant("nine-merelles")
# Flying and stepping, sides alike and not: the most men of both sides, the pairs, and the scheme.
TRAINED = [
    (NINE, 8, ("3-3", "4-3", "4-4"), HALF),
    (NINE, 8, ("3-3", "4-3", "4-4"), QUARTER),
    (STEPPING, 7, ("3-3", "4-3"), QUARTER),
]


def silent(text: str) -> None:
    """Report nothing."""


@cache
def made(variant: Variant, men: int, names: tuple[str, ...], scheme: str) -> tuple[Store, Net, bytes]:
    """Return a solution, a network trained on it, and the file made of both."""
    store = solved(variant, men, False)
    pairs = [parse_pair(name) for name in names]
    stored = {pair: stored_classes(store, pair, scheme) for pair in pairs}
    net = train(store, stored, 20_000, silent)
    return store, net, pack_predicted(store, net, pairs, 1, silent)


def random_position(random: Random, pair: Pair) -> tuple[int, int, int]:
    """Return (half, men of the side to move, men of the other side)."""
    first, second = random_sets(random, pair.first.men, pair.second.men)
    return (1, second, first) if random.randrange(pair.halves) else (0, first, second)


def solved_value(store: Store, pair: Pair, half: int, own: int, other: int) -> str:
    return ("draw", "win", "loss")[code_at(store, pair, half, own, other)]


@pytest.mark.parametrize(("variant", "men", "names", "scheme"), TRAINED)
def test_every_stored_position_is_decoded_to_its_solved_value(
    variant: Variant, men: int, names: tuple[str, ...], scheme: str
) -> None:
    store, net, data = made(variant, men, names, scheme)
    compared, wrong = compare_predicted(store, "small.mtb", reader(data))
    positions = sum(len(store.read(pair).data) * 4 for pair in net.pairs)
    assert positions / 5 < compared < positions * 2 / 3
    assert not wrong


@pytest.mark.parametrize(("variant", "men", "names", "scheme"), TRAINED)
def test_stored_and_derived_positions_have_the_solved_values(
    variant: Variant, men: int, names: tuple[str, ...], scheme: str
) -> None:
    store, net, data = made(variant, men, names, scheme)
    file = PredictedFile("small.mtb", reader(data))
    tables = Tablebase([("small.mtb", data)])
    random = Random(7)
    for pair in net.pairs:
        held, values = set(), set()
        for _ in range(400):
            found = half, own, other = random_position(random, pair)
            answer = tables.probe(variant, Position(own, other, 0, 0, 0, None, None, variant.board))
            assert answer is not None
            assert (answer.value, answer.distance) == (solved_value(store, pair, *found), None)
            held.add(file.holds(file.header.sections[pair], half, own, other))
            values.add(answer.value)
        assert len(values) > 1 or pair.name() == "4-4"
        # All positions of three flying men against three are stored.
        assert held == ({True} if (variant, pair.name()) == (NINE, "3-3") else {True, False})


def can_close(board: Board, men: int, others: int) -> bool:
    """Return whether one of these men can step to where it completes a mill."""
    return any(
        (men & ~(1 << origin)) & mill == mill & ~(1 << point)
        for origin in range(24)
        for point in range(24)
        for mill in board.mills_at[point]
        if men >> origin & 1 and board.neighbours[origin] & ~(men | others) >> point << point & 1 << point
    )


def test_the_network_follows_the_format() -> None:
    _, net, data = made(*TRAINED[0])
    network = PredictedFile("small.mtb", reader(data)).network()
    weights = net.weights
    assert pack_weights(network.weights) == pack_weights(weights)
    found = [pattern(net.board, points) for points in net.patterns]
    random = Random(3)
    for _ in range(60):
        _, own, other = random_position(random, parse_pair(random.choice(["3-3", "4-4"])))
        lanes = list(weights.starts[own.bit_count(), other.bit_count()])
        begin = 0
        for one in found:
            for image in one.images:
                digits = [(own >> point & 1) + 2 * (other >> point & 1) for point in image]
                row = begin + one.rows[sum(digit * 3**place for place, digit in enumerate(digits))]
                lanes = [lane + weights.rows[row * weights.lanes + i] for i, lane in enumerate(lanes)]
            begin += one.size
        head = 2 * can_close(net.board, own, other) + can_close(net.board, other, own)
        outputs = list(weights.second_bias[3 * head : 3 * head + 3])
        for number in range(head * weights.hidden, (head + 1) * weights.hidden):
            total = weights.first_bias[number] + sum(
                min(max(lane, 0), MOST)
                * weights.first[(head * weights.lanes + i) * weights.hidden + number % weights.hidden]
                for i, lane in enumerate(lanes)
            )
            cut = min(max(total >> SHIFT, 0), MOST)
            outputs = [output + cut * weights.second[3 * number + c] for c, output in enumerate(outputs)]
        assert network.outputs(own, other) == tuple(outputs)


def check_outputs(net: Net, pair: Pair) -> list[tuple[int, int]]:
    """Compare the reader's outputs for random positions with the packer's, and return the positions."""
    network = Network(net.board, net.patterns, net.weights)
    predictor, starts = integer_network(net)
    random = Random(5)
    positions = [random_sets(random, pair.first.men, pair.second.men) for _ in range(100)]
    closings = [
        np.array([closing_points(net.board, sets[side], not pair.hands) for sets in positions]) for side in (0, 1)
    ]
    own, other = (np.array([sets[side] for sets in positions], np.int32) for side in (0, 1))
    start = starts[pair.first.men, pair.second.men]
    found = kernels.outputs(own, other, np.full(100, start), tuple(closings), predictor)
    assert [network.outputs(*sets) for sets in positions] == [tuple(map(int, row)) for row in found]
    return positions


def test_the_reader_computes_the_same_numbers_as_the_packer_with_any_weights() -> None:
    _, net, _ = made(*TRAINED[0])
    random = np.random.default_rng(1)
    weights = net.weights
    size = len(pack_weights(weights))
    data = bytearray(random.integers(0, 256, size, np.uint8).tobytes())
    # Lanes to begin with of at most 8192: two bytes each, one pair of numbers of men behind the other.
    for at in range(1, 2 * weights.lanes * len(weights.starts), 2):
        data[at] = data[at] & 31 if data[at] < 128 else 255 - (data[at] & 31)
    rows = len(weights.rows) // weights.lanes
    wild = unpack_weights(bytes(data), weights.lanes, weights.hidden, weights.heads, list(weights.starts), rows)
    positions = check_outputs(net._replace(weights=wild), parse_pair("4-4"))
    network = Network(net.board, net.patterns, wild)
    assert len({network.head(*pair) for pair in positions}) == 4


def test_a_network_without_heads_is_read_too() -> None:
    store, net, _ = made(*TRAINED[0])
    alike = constant(store, net.pairs)
    data = pack_predicted(store, alike, [parse_pair("3-3")], 1, silent)
    file = PredictedFile("alike.mtb", reader(data))
    assert file.header.heads == 1
    assert file.network().outputs(0b111, 0b111000) == (CERTAIN, 0, 0)
    compared, wrong = compare_predicted(store, "alike.mtb", reader(data))
    section = file.header.sections[parse_pair("3-3")]
    assert (compared, wrong) == (section.rows * section.columns, 0)


def test_any_damage_is_noticed_and_the_message_names_the_file() -> None:
    *_, data = made(*TRAINED[0])
    file = PredictedFile("small.mtb", reader(data))
    file.check()
    random = Random(6)
    sections = list(file.header.sections.values())
    cells = [
        one.part for section in sections for one in (*section.filters.values(), section.second, section.third) if one
    ]
    parts = [file.header.network, *file.header.keys.values(), *cells, *(section.listed for section in sections)]
    places = [part.offset + random.randrange(part.length) for part in parts if part.length]
    assert len(places) > 6
    for place in [*range(60), *places, len(data) - 1]:
        damaged = bytearray(data)
        damaged[place] ^= 1 << random.randrange(8)
        with pytest.raises(TableError, match=r"small\.mtb"):
            PredictedFile("small.mtb", reader(bytes(damaged))).check()
    with pytest.raises(TableError, match=r"small\.mtb"):
        PredictedFile("small.mtb", reader(data[:-1])).check()


def test_a_wrong_value_is_noticed_when_a_file_is_compared() -> None:
    store, _, data = made(*TRAINED[0])
    pair = parse_pair("3-3")
    mask = np.zeros_like(store.read(pair).data)
    mask[1000] = 1
    with changed(store, pair, lambda codes: codes ^ mask):
        assert compare_predicted(store, "small.mtb", reader(data))[1] == 1


def test_captures_may_lead_to_another_file_without_which_there_is_no_answer() -> None:
    store, net, data = made(*TRAINED[0])
    larger = pack_predicted(store, net, [parse_pair("4-4")], 1, silent)
    alone, together = Tablebase([("4-4.mtb", larger)]), Tablebase([("4-4.mtb", larger), ("small.mtb", data)])
    random = Random(8)
    answers = []
    for _ in range(60):
        _, own, other = random_position(random, parse_pair("4-4"))
        position = Position(own, other, 0, 0, 0, None, None, NINE.board)
        assert together.probe(NINE, position) is not None
        answers.append(alone.probe(NINE, position))
    assert None in answers
    assert any(answers)


def test_the_memory_limit_holds_and_does_not_change_the_answers() -> None:
    store, _, data = made(*TRAINED[1])
    file = PredictedFile("small.mtb", reader(data))
    file.check()
    # Room for the network and little else: every pair has to make room for the next.
    tight = Tablebase([("small.mtb", data)], kept=file.network().size() + 100)
    random = Random(9)
    for number in range(18):
        half, own, other = random_position(random, parse_pair(("3-3", "4-3", "4-4")[number % 3]))
        answer = tight.probe(NINE, Position(own, other, 0, 0, 0, None, None, NINE.board))
        pair = parse_pair(("3-3", "4-3", "4-4")[number % 3])
        assert answer is not None
        assert answer.value == solved_value(store, pair, half, own, other)
        assert tight.kept.size <= tight.kept.limit or tight.kept.size < file.network().size() + 20_000


def test_a_network_is_saved_to_a_file(tmp_path: Path) -> None:
    _, net, _ = made(*TRAINED[0])
    path = tmp_path / "small.net"
    save_net(path, net)
    again = load_net(path)
    assert again._replace(weights=net.weights) == net
    assert pack_weights(again.weights) == pack_weights(net.weights)
    path.write_bytes(b"nothing")
    with pytest.raises(MorrisError, match="holds no network"):
        load_net(path)


def test_a_board_without_patterns_is_refused() -> None:
    with pytest.raises(MorrisError, match="no patterns for the board two-ring"):
        patterns_of(BOARDS["two-ring"])


def test_a_file_is_made_and_verified_by_commands(command: Command, tmp_path: Path) -> None:
    store = solved(NINE, 7, False)
    net, file = tmp_path / "small.net", tmp_path / "small.mtb"
    code, text = command("train", store.folder, net, "--pairs", "3-3", "4-3", "--samples", "1000")
    assert code == 0
    assert "bits a position" in text
    assert command("predict", store.folder, net, file)[0] == 0
    assert command("probe", "nine", file, "W1W/1W1/3/6/3/3/BBB b 0 0 - 0 1")[:1] == (0,)
    assert command("verify", store.folder, file, "--every", "200")[0] == 0
    code, text = command("predict", store.folder, net, file, "--pairs", "4-4")
    assert (code, text) == (1, f"tablebase: The network {net} was not trained on 4-4.\n")
    code, text = command("train", store.folder, net, "--pairs", "4-4")
    assert code == 1
    assert "has no pair 4-4 solved without distances" in text
