"""tools/measure/train.py learns from positions, and the same seed gives the same file."""

from __future__ import annotations

import lzma
import random
import sys
import zlib
from pathlib import Path

import numpy as np
import pytest

from morris_core import find_variant
from morris_core.engine import network
from morris_core.engine.learned import LearnedEvaluation
from morris_core.engine.network import Network
from morris_core.engine.patterns import GROUP_POINTS, orbits
from morris_core.engine.tables import HAND
from tools.measure import train

NINE = find_variant("nine")


def write_positions(path: Path, count: int) -> None:
    """Write positions whose value is that of the side with more men."""
    dice = random.Random(4)
    records = bytearray()
    for _ in range(count):
        points = list(range(24))
        dice.shuffle(points)
        white, black, hand, side = dice.randint(4, 9), dice.randint(4, 9), 0, dice.randint(0, 1)
        for men in (points[:white], points[white : white + black]):
            records += sum(1 << point for point in men).to_bytes(3, "little")
        ahead = white - black if side == 0 else black - white
        value = 2 if ahead > 0 else 0 if ahead < 0 else 1
        records += bytes((hand, side | value << 1))
    path.write_bytes(lzma.compress(bytes(records)))


def run(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(sys, "argv", ["train", *arguments])
    return train.main()


def test_it_learns_and_the_same_seed_gives_the_same_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    positions = tmp_path / "positions.xz"
    write_positions(positions, 6000)
    files = [tmp_path / "one.bin", tmp_path / "two.bin"]
    for file in files:
        assert run([str(positions), "--output", str(file), "--passes", "60"], monkeypatch) == 0
    assert files[0].read_bytes() == files[1].read_bytes()
    printed = capsys.readouterr().out
    assert "6000 positions" in printed
    assert "held back, moving" in printed
    evaluation = LearnedEvaluation(NINE, Network(files[0].read_bytes()))
    dice = random.Random(9)
    right = 0
    for _ in range(200):
        points = list(range(24))
        dice.shuffle(points)
        ahead = dice.choice((-2, 2))
        own, other = points[: 6 + ahead // 2], points[12 : 18 - ahead // 2]
        states = [sum(1 << point for point in men) | 0 << HAND for men in (own, other)]
        right += (evaluation.score(states[0], states[1]) > 0) == (ahead > 0)
    assert right > 180


def test_a_network_is_rounded_once_more_by_the_same_step_as_after_training(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cells, words = (
        network.PHASES * sum(orbits(group)[1] for group in range(len(GROUP_POINTS))) * network.LANES,
        network.HEADS * 26,
    )
    dice = np.random.default_rng(3)
    tables = dice.integers(-128, 128, cells, dtype=np.int8)
    heads = dice.integers(-900, 900, words).astype("<i2")
    fine, output = tmp_path / "fine.bin", tmp_path / "network.bin"
    fine.write_bytes(network.pack(tables.tobytes(), heads.tobytes()))
    assert run(["--round", str(fine), "--output", str(output)], monkeypatch) == 0
    raw = zlib.decompress(output.read_bytes())
    assert raw[:cells] == np.rint(tables / 2).astype(np.int8).tobytes()
    rounded = np.frombuffer(raw[cells:], "<i2").reshape(network.HEADS, 26)
    before = heads.reshape(network.HEADS, 26)
    assert rounded[5, 0] == round(before[5, 0] / 2)
    assert rounded[5, 1] == before[5, 1], "weights of the output layer stay"
    with pytest.raises(ValueError, match="not a network"):
        train.round_again(b"nothing")
