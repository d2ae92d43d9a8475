"""Find the browsers for tests and measurements: `python tools/browser.py [--install] [NAME ...]` prints their paths.

The names are chromium (the default), firefox and webkit. With --install it installs the missing ones: Playwright's
Chromium, or as root on Debian or Ubuntu the packages of the distribution. It fails if one is missing after that.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

NAMES = {
    # The shell last: it is faster, but not what people have.
    "chromium": ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chromium-headless-shell"),
    "firefox": ("firefox-esr", "firefox"),
    "webkit": ("WebKitWebDriver",),
}
# Debian's packages, each installed by itself, so that one that the distribution lacks doesn't stop the others.
PACKAGES = {
    "chromium": ["chromium-headless-shell", "chromium"],
    "firefox": ["firefox-esr"],
    "webkit": ["webkit2gtk-driver", "xvfb"],
}


def find_browser(name: str = "chromium") -> str | None:
    """Return the path of a browser, or None: the one that $MORRIS_NAME names, one on the PATH, or Playwright's.

    WebKit is driven by WebKitWebDriver, whose path is returned if there are also the browser and a display for it.
    """
    named = os.environ.get(f"MORRIS_{name.upper()}")
    if named:
        return named
    if name == "webkit" and not (find_mini_browser() and (os.environ.get("DISPLAY") or shutil.which("Xvfb"))):
        return None
    for program in NAMES[name]:
        path = shutil.which(program)
        if path:
            return path
    return _playwright_browser() if name == "chromium" else None


def find_mini_browser() -> Path | None:
    """Return the path of the browser that comes with WebKitGTK, or None."""
    found = sorted(Path("/usr").glob("lib*/**/webkit2gtk-4.*/MiniBrowser"))
    return found[-1] if found else None


def launch_options() -> dict[str, Any]:
    """Return the arguments for `playwright.chromium.launch` to start that browser. Raises LookupError if there is
    none.
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


def install_browser(name: str) -> str | None:
    """Install a browser with Playwright or with Debian's packages. Return its path, or None if neither worked."""
    is_debian_root = os.geteuid() == 0 and shutil.which("apt-get")
    attempts = []
    if name == "chromium":
        with_libraries = ["--with-deps"] if is_debian_root else []
        attempts.append([[sys.executable, "-m", "playwright", "install", *with_libraries, "chromium"]])
    if is_debian_root:
        install = ["apt-get", "install", "--yes", "--no-install-recommends"]
        attempts.append([["apt-get", "update"], *([*install, package] for package in PACKAGES[name])])
    for commands in attempts:
        for command in commands:
            subprocess.run(command, check=False, stdout=sys.stderr)
        path = find_browser(name)
        if path:
            return path
    return None


def main(arguments: list[str]) -> None:
    """Print a path for each browser, or exit with a sentence about the first that is missing."""
    for name in [one for one in arguments if one != "--install"] or ["chromium"]:
        found = find_browser(name) or (install_browser(name) if "--install" in arguments else None)
        packages = " and ".join(PACKAGES[name])
        print(found or sys.exit(f"no {name} found: install Debian's {packages}, or name one in MORRIS_{name.upper()}"))


if __name__ == "__main__":
    main(sys.argv[1:])
