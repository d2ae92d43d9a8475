"""What the tests with and without a browser share."""

import subprocess
from pathlib import Path

import pytest

from tools.sources import ROOT


@pytest.fixture(scope="session")
def site() -> Path:
    """The folder of the built site, which is built when it is older than its sources."""
    subprocess.run(["make", "--silent", "site"], cwd=ROOT, check=True)
    return ROOT / "dist"
