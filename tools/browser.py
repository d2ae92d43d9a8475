"""Find a Chromium for tests and measurements: `python tools/browser.py [--install]` prints its path.

With --install, and if there is none, it installs Playwright's, or as root on Debian or Ubuntu the distribution's.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find_browser() -> str | None:
    """Return the path of a Chromium, or None: $MORRIS_CHROMIUM, one on the PATH, or Playwright's."""
    named = os.environ.get("MORRIS_CHROMIUM")
    if named:
        return named
    for name in NAMES:
        path = shutil.which(name)
        if path:
            return path
    return _playwright_browser()


def launch_options() -> dict[str, Any]:
    """Return the arguments for `playwright.chromium.launch` to start that browser.

    Raises:
        LookupError: No Chromium was found. `make setup` installs one.
    """
    path = find_browser()
    if path is None:
        raise LookupError("no Chromium found: run `make setup`, or name one in MORRIS_CHROMIUM")
    # Chromium's sandbox refuses to run as root, as in containers.
    return {"executable_path": path, "args": ["--no-sandbox"] if os.geteuid() == 0 else []}


def _playwright_browser() -> str | None:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return None
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def install_browser() -> str | None:
    """Install a Chromium with Playwright or with Debian's packages. Return its path, or None if neither worked."""
    is_debian_root = os.geteuid() == 0 and shutil.which("apt-get")
    with_libraries = ["--with-deps"] if is_debian_root else []
    attempts = [[sys.executable, "-m", "playwright", "install", *with_libraries, "chromium"]]
    if is_debian_root:
        attempts += [["apt-get", "update"], ["apt-get", "install", "--yes", "--no-install-recommends", "chromium"]]
    for command in attempts:
        subprocess.run(command, check=False)
        path = find_browser()
        if path:
            return path
    return None


if __name__ == "__main__":
    found = find_browser() or (install_browser() if "--install" in sys.argv[1:] else None)
    print(found or sys.exit("no Chromium found: install one and name it in MORRIS_CHROMIUM"))
