"""Visits of a site that the browser saves: until it is ready to play offline, after the line was cut, a new version."""

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import PATIENCE
from e2e.hosts import CutServer, another_version
from e2e.playing import go_to

READY = "Ready to play offline."
LONG = 4 * PATIENCE  # to download, hash and store 20 MB alongside everything else
LOOK_FOR_NEW = "navigator.serviceWorker.getRegistration().then((registration) => registration.update())"


def visit_until_ready(page: Page, address: str) -> None:
    """Visit the site, and stay until Settings says that it can be played offline."""
    go_to(page, address)
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_test_id("offline")).to_have_text(READY, timeout=LONG)


def open_settings(page: Page) -> None:
    page.get_by_role("button", name="Settings").click()


def bring_the_line_back(page: Page, server: CutServer) -> None:
    server.down, server.cut_in = False, ""
    page.evaluate("dispatchEvent(new Event('online'))")  # as browsers do when a device is back online


@pytest.fixture
def versions(site: Path, tmp_path: Path) -> tuple[Path, Path]:
    """The folder of a host with today's site, and a folder with the site of a week later."""
    shutil.copytree(site, tmp_path / "host")
    another_version(tmp_path / "later", tmp_path / "host")
    return tmp_path / "host", tmp_path / "later"
