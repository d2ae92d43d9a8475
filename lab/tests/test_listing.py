"""The list of the files of Perfect play: complete and right, and never of a damaged file."""

import hashlib
import json
import shutil
from pathlib import Path

import pytest

from lab.tablebase import listing
from lab.tablebase.listing import LIST, list_files
from lab.tablebase.store import StoreError
from morris_core.tablebase import shipped_tables
from morris_core.tablebase.index import TableError

FILES = Path(shipped_tables().files[0].name).parent


def folder_of(tmp_path: Path, *names: str) -> Path:
    for name in names:
        shutil.copy(FILES / name, tmp_path)
    return tmp_path


def test_files_are_listed_with_their_hashes_and_pairs_by_number_of_men(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, "three.mtb", "nine-predicted.mtb")
    assert list_files(folder) == json.loads((folder / LIST).read_text())["files"]
    first, second = json.loads((folder / LIST).read_text())["files"]
    assert (first["name"], second["name"]) == ("three.mtb", "nine-predicted.mtb")
    data = (FILES / "nine-predicted.mtb").read_bytes()
    assert (second["bytes"], second["sha256"]) == (len(data), hashlib.sha256(data).hexdigest())
    assert second["pairs"] == ["3-3", "4-3", "4-4", "5-3", "5-4", "5-5", "6-3", "6-4", "6-5", "7-3"]


def test_damaged_or_large_files_and_empty_folders_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = folder_of(tmp_path, "nine-predicted.mtb")
    path = folder / "nine-predicted.mtb"
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    with pytest.raises(TableError, match="is damaged in"):
        list_files(folder)
    monkeypatch.setattr(listing, "MOST_BYTES", 1000)
    with pytest.raises(StoreError, match="at most 1,000 are allowed"):
        list_files(folder)
    path.unlink()
    with pytest.raises(StoreError, match="There are no table files"):
        list_files(folder)
    assert not (folder / LIST).exists()


def test_two_files_with_the_same_pair_are_refused(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, "nine-predicted.mtb")
    shutil.copy(FILES / "nine-predicted.mtb", folder / "other.mtb")
    with pytest.raises(StoreError, match="both hold the pair 3-3"):
        list_files(folder)
