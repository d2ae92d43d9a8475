"""Helpers for the tests of Perfect play.

These journeys use tables that the site usually ships. They rebuild the site so that these tables come with Perfect
play instead. The pieces of the download have a megabyte each, so there are five.
"""

import hashlib
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.hosts import CutServer, serving_until_cut
from e2e.offline import LONG, open_settings
from e2e.playing import go_to
from tools.site import content_names, data_files, offline

FILES = ("nine-endgames", "nine-predicted", "nine-without-flying-endgames")
LARGE = "nine-predicted"  # two megabytes, so two pieces
ENDGAME = "v=nine&f=W1W%2F1W1%2F3%2F6%2F3%2F3%2FBBB_b_0_0_-_0_1"
# Firefox asks the player whether the files may stay. A test cannot answer.
UNANSWERED = """
StorageManager.prototype.persisted = async () => false;
StorageManager.prototype.persist = () => new Promise(() => {});
"""
PAID = "Object.defineProperty(navigator, 'connection', {value: {saveData: true}, configurable: true})"


def make_perfect(folder: Path) -> None:
    folder.mkdir()
    files = []
    for name in FILES:
        data = (data_files.TABLES / f"{name}.mtb").read_bytes()
        (folder / f"{name}.mtb").write_bytes(data)
        files.append({"name": f"{name}.mtb", "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()})
    (folder / data_files.PERFECT_LIST).write_text(json.dumps({"files": files}))


def with_perfect(site: Path, target: Path, perfect: Path) -> None:
    """Write a built site to the folder `target` whose tables of nine men's morris come with Perfect play."""
    shutil.copytree(site, target)
    shipped = perfect.with_name("shipped")
    shipped.mkdir(exist_ok=True)
    for name in ("three", "six"):
        shutil.copy(data_files.TABLES / f"{name}.mtb", shipped)
    data_files.write(target, shipped=shipped, perfect=perfect)
    content_names.settle(target)
    offline.write(target)


@pytest.fixture(scope="module")
def perfect_site(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a site whose tables of nine men's morris come with Perfect play."""
    folder = tmp_path_factory.mktemp("perfect")
    make_perfect(folder / "files")
    with_perfect(site, folder / "site", folder / "files")
    return folder / "site"


@pytest.fixture
def server(perfect_site: Path) -> Iterator[CutServer]:
    with serving_until_cut(perfect_site) as server:
        yield server


def begin(page: Page, root: str) -> None:
    """Visit the site, open Settings, and wait until it lists what is saved for offline use."""
    page.add_init_script(UNANSWERED)
    go_to(page, root)
    open_settings(page)
    expect(section(page)).to_be_visible(timeout=LONG)


def section(page: Page) -> Locator:
    return page.locator('[data-group="perfect"]')


def press(page: Page, name: str) -> None:
    section(page).get_by_role("button", name=name).click()


def expect_complete(page: Page) -> None:
    expect(section(page)).to_contain_text("Perfect play: 4.4 MB saved", timeout=LONG)


def requests_for(server: CutServer, name: str) -> int:
    return sum(f"perfect/{name}" in path for path in server.asked)


def expect_exact(page: Page, men: int = 10) -> None:
    expect(page.get_by_test_id("knowledge")).to_contain_text(f"up to {men} men on the board", timeout=LONG)
    expect(page.locator(".move-values .worth-badge").first).to_be_visible()
    expect(page.locator(".move-values .worth-badge:not(.white, .black, .both)")).to_have_count(0)
