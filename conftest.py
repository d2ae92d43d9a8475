"""Shared by the tests with and without a browser."""

import fcntl
import subprocess
from pathlib import Path

import pytest

from tools.sources import ROOT


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the unit tests of a file in one process (`--dist loadgroup`), since they share what is made once."""
    for item in items:
        if item.nodeid.startswith("tests/"):
            item.add_marker(pytest.mark.xdist_group(item.nodeid.partition("::")[0]))


@pytest.fixture(scope="session")
def site() -> Path:
    """The folder of the built site, which is built when it is older than its sources."""
    (ROOT / "build").mkdir(exist_ok=True)
    with (ROOT / "build/.site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # the first of several test processes builds, and the others wait
        (ROOT / "build").mkdir(exist_ok=True)
    with (ROOT / "build/.lock").open("w") as lock:  # of the processes that test, one builds
        fcntl.flock(lock, fcntl.LOCK_EX)
        subprocess.run(["make", "--silent", "site"], cwd=ROOT, check=True)
    return ROOT / "dist"
