"""lab/train.py learns from positions, and the same seed gives the same file."""

from __future__ import annotations

import lzma
import random
import sys
from pathlib import Path

import pytest

from lab import train
from morris_core import find_variant
from morris_core.engine.learned import LearnedEvaluation
from morris_core.engine.network import Network

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
        states = [sum(1 << point for point in men) for men in (own, other)]
        right += (evaluation.score(states[0], states[1]) > 0) == (ahead > 0)
    assert right > 180
