"""Shared by the tests with and without a browser."""

import fcntl
import subprocess
from pathlib import Path

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from tools.sources import ROOT


class Scheduling(LoadScopeScheduling):  # type: ignore[misc]
    """Keeps tests of a file in one process that share what takes long to make; any other test goes where there is time.

    (`--dist loadgroup` would do that by marks, but version 3.8 of the plugin has no effect on the names of pytest 9.2.)
    """

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        shares = file.startswith(("tests/", "lab/", "e2e/features/perfect_play/")) and not file.startswith(
            "tests/runtimes/"
        )
        return file if shares else nodeid


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadScopeScheduling:
    return Scheduling(config, log)


@pytest.fixture(scope="session")
def site() -> Path:
    """The folder of the built site, which is built when it is older than its sources."""
    (ROOT / "build").mkdir(exist_ok=True)
    with (ROOT / "build/.site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # the first of several test processes builds, and the others wait
        subprocess.run(["make", "--silent", "site"], cwd=ROOT, check=True)
    return ROOT / "dist"
