"""The files of Perfect play in a built site are listed as downloads at the player's request, and checked."""

import hashlib
import json
import shutil
from pathlib import Path

import pytest

from morris_core import find_variant
from morris_core.engine.data_files import ABSENT, HERE, DataFiles, read_list
from morris_core.tablebase import TableError
from morris_core.tablebase.probe import file_reader
from tools.site import data_files, offline

BOOKS = ("nine-opening.mob", "nine-opening-anywhere.mob")
NAMES = ("nine-endgames.mtb", "nine-predicted.mtb")


@pytest.fixture
def perfect(tmp_path: Path) -> Path:
    """A folder of shipped tables as files of Perfect play."""
    folder = tmp_path / "perfect files"
    folder.mkdir()
    write_list(folder)
    return folder


def test_all_files_and_the_opening_book_together_know_every_position() -> None:
    shipped, downloads = sorted(data_files.TABLES.glob("*.mtb")), data_files.perfect_files(data_files.PERFECT)
    listed = data_files.table_entry(downloads[0], "perfect/first.mtb")
    coverage = {"variant": "nine", "men": 18, "all": True, "whole": True}
    assert data_files.contents([*shipped, *downloads], listed) == coverage
    endgames = [path for path in downloads if "placing" not in path.name]
    assert data_files.contents([*shipped, *endgames], listed) == {**coverage, "whole": False}


def write_list(folder: Path) -> None:
    files = []
    for name in NAMES:
        shutil.copy(data_files.TABLES / name, folder)
        data = (folder / name).read_bytes()
        files.append({"name": name, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()})
    (folder / data_files.PERFECT_LIST).write_text(json.dumps({"files": files}))


def built(tmp_path: Path, perfect: Path) -> Path:
    """Return a site whose only tables of nine men's morris are in Perfect play."""
    site = tmp_path / "site"
    (site / "engine").mkdir(parents=True)
    shipped = tmp_path / "shipped"
    shipped.mkdir()
    shutil.copy(data_files.TABLES / "three.mtb", shipped)
    data_files.write(site, shipped=shipped, perfect=perfect)
    return site


def test_they_are_listed_with_the_name_under_which_the_service_worker_keeps_them(tmp_path: Path, perfect: Path) -> None:
    site = built(tmp_path, perfect)
    entries = json.loads((site / data_files.LIST).read_text())
    downloads = [entry for entry in entries if entry.get("asked")]
    assert [entry["name"] for entry in downloads] == list(NAMES)
    groups = json.loads(json.dumps(offline.build_list(site)))["groups"]
    (group,) = [group for group in groups if group["name"] == offline.PERFECT]
    assert [entry["kept"] for entry in downloads] == [f"{name}?kept={digest}" for name, digest, _ in group["files"]]
    assert group["about"] == {"variant": "nine", "men": 10, "all": False, "whole": False}


def test_without_a_list_there_are_none(tmp_path: Path) -> None:
    site = built(tmp_path, tmp_path)
    assert not (site / offline.PERFECT).exists()
    groups = json.loads(json.dumps(offline.build_list(site)))["groups"]
    assert [group for group in groups if "about" in group] == []


@pytest.mark.parametrize("fault", ["damaged", "missing"])
def test_a_file_that_is_not_as_the_list_says_is_refused(tmp_path: Path, perfect: Path, fault: str) -> None:
    path = perfect / NAMES[1]
    if fault == "missing":
        path.unlink()
    else:
        path.write_bytes(path.read_bytes()[:-1] + b"x")
    with pytest.raises(TableError, match=r"nine-predicted.mtb is not as .*list.json says"):
        built(tmp_path, perfect)


def test_an_absent_file_changes_nothing_and_a_removed_one_is_forgotten(tmp_path: Path, perfect: Path) -> None:
    files = DataFiles(read_list(json.loads((built(tmp_path, perfect) / data_files.LIST).read_text())))
    nine = find_variant("nine")
    files.want(nine)
    needed = files.take_requests()
    for name in NAMES:
        assert name in needed
        files.fail(name, ABSENT)
    assert files.arrivals == 0
    assert {file["state"] for file in files.report(nine) if file["asked"]} == {ABSENT}

    files.want(nine)
    assert set(files.take_requests()) == set(NAMES)  # the player may have fetched them since
    for book in BOOKS:
        files.fail(book, "offline")
    for name in NAMES:
        files.add(name, file_reader(perfect / name))
    assert {file["state"] for file in files.report(nine) if file["asked"]} == {HERE}
    reach = files.reach(nine)
    assert reach
    assert reach.men == 10
    assert files.take_to_check() == []

    files.want(nine)
    assert set(files.take_to_check()) == set(NAMES)
    for book in BOOKS:
        files.fail(book, "offline")
    assert files.is_waiting(nine)
    files.confirm(NAMES[0])
    files.fail(NAMES[1], ABSENT)
    assert not files.is_waiting(nine)
    reach = files.reach(nine)
    assert reach
    assert reach.men == 9


def test_a_site_can_do_without_perfect_play_and_other_games(tmp_path: Path) -> None:
    (tmp_path / "engine").mkdir()
    data_files.write(tmp_path, perfect=None, all_games=False)
    entries = json.loads((tmp_path / data_files.LIST).read_text())
    assert {entry["name"] for entry in entries} == {*BOOKS, *NAMES}
    assert not (tmp_path / offline.PERFECT).exists()
    assert len(list((tmp_path / data_files.FOLDER).iterdir())) == len(entries)
