"""`make setup` gets a browser for the tests where not every package exists."""

import subprocess
from typing import Any

import pytest

from tools import browser


@pytest.mark.parametrize("missing", ["chromium-headless-shell", "chromium"])
def test_a_package_that_the_distribution_lacks_stops_no_other(monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    installed: list[str] = []

    def run(command: list[str], **_options: Any) -> subprocess.CompletedProcess[str]:
        fails = command[0] != "apt-get" or command[-1] == missing
        if command[1] == "install" and not fails:
            installed.append(command[-1])
        return subprocess.CompletedProcess(command, int(fails))

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}" if name in ["apt-get", *installed] else None)
    monkeypatch.setattr(browser, "_playwright_browser", lambda: None)
    monkeypatch.delenv("MORRIS_CHROMIUM", raising=False)
    found = browser.install_browser("chromium")
    assert installed == [package for package in ("chromium-headless-shell", "chromium") if package != missing]
    assert found == f"/usr/bin/{installed[0]}"
