"""Shared by the tests with and without a browser."""

import fcntl
import subprocess
from pathlib import Path

import pytest

from tools.sources import ROOT


@pytest.fixture(scope="session")
def site() -> Path:
    """The folder of the built site, which is built when it is older than its sources."""
    (ROOT / "build").mkdir(exist_ok=True)
    with (ROOT / "build/.site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # the first of several test processes builds, and the others wait
        subprocess.run(["make", "--silent", "site"], cwd=ROOT, check=True)
    return ROOT / "dist"
