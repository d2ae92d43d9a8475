"""Finding a Chromium to test and measure in.

One that is there is used; else Playwright's own is installed; else, as root on Debian or Ubuntu, the distribution's.
`python tools/browser.py` prints the path that was found (or installs one first, with `--install`).
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find_browser() -> str | None:
    """Return the path of a Chromium: the environment's MORRIS_CHROMIUM, one on the PATH, or Playwright's; else None."""
    named = os.environ.get("MORRIS_CHROMIUM")
    if named:
        return named
    for name in NAMES:
        path = shutil.which(name)
        if path:
            return path
    return _playwright_browser()


def launch_options() -> dict[str, Any]:
    """Return the arguments with which `playwright.chromium.launch` starts that browser.

    Raises:
        LookupError: no Chromium was found; `make setup` installs one.
    """
    path = find_browser()
    if path is None:
        raise LookupError("no Chromium found: run `make setup`, or name one in MORRIS_CHROMIUM")
    # Chromium's sandbox refuses to run as root, which is what containers are.
    return {"executable_path": path, "args": ["--no-sandbox"] if os.geteuid() == 0 else []}


def _playwright_browser() -> str | None:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return None
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def install_browser() -> str:
    """Install a Chromium, by Playwright or by Debian's packages, and return its path.

    Raises:
        LookupError: neither way gave one.
    """
    as_root = os.geteuid() == 0
    with_libraries = ["--with-deps"] if as_root and shutil.which("apt-get") else []
    attempts = [[sys.executable, "-m", "playwright", "install", *with_libraries, "chromium"]]
    if as_root and shutil.which("apt-get"):
        attempts += [["apt-get", "update"], ["apt-get", "install", "--yes", "--no-install-recommends", "chromium"]]
    for command in attempts:
        subprocess.run(command, check=False)
        path = find_browser()
        if path:
            return path
    raise LookupError("could not install a Chromium: install one and name it in MORRIS_CHROMIUM")


def main() -> int:
    try:
        path = find_browser() or (install_browser() if "--install" in sys.argv[1:] else None)
    except LookupError as error:
        print(error, file=sys.stderr)
        return 1
    if path is None:
        print("no Chromium found", file=sys.stderr)
        return 1
    print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
