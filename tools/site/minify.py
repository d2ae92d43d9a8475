"""Minify the served scripts and style sheets with esbuild: remove comments and blanks, and shorten local names.

Exports, properties, CSS variables and licence comments stay. It runs before files are named by their content.
"""

import re
import subprocess
from pathlib import Path

from tools.sources import MODULES

# The language versions that esbuild may use. Browsers that are too old for the page must be able to read the watchdog,
# and browsers that are too old for modules with a top-level await the other classic scripts.
WATCHDOG_TARGET, SCRIPT_TARGET, MODULE_TARGET = "es5", "es2020", "es2022"

# MicroPython's script also runs in Node. This removes the parts that only Node needs.
NO_NODE = ("--define:process=undefined", "--define:globalThis.process=undefined")

OPTIONS = ("--minify", "--charset=utf8", "--legal-comments=inline", "--log-level=warning", "--allow-overwrite")


def minify(site: Path) -> None:
    """Minify the scripts of boot/ and engine/ and all style sheets of the site in folder `site`."""
    watchdog = sorted(site.glob("boot/watchdog*.js"))
    scripts = sorted({*site.glob("boot/*.js"), *site.glob("style/*.css")} - {*watchdog})
    modules = sorted([*site.glob("boot/*.mjs"), *site.glob("engine/*.mjs")])
    run_esbuild(site, watchdog, WATCHDOG_TARGET)
    run_esbuild(site, scripts, SCRIPT_TARGET)
    run_esbuild(site, modules, MODULE_TARGET)


def run_esbuild(folder: Path, files: list[Path], target: str, more: tuple[str, ...] = ()) -> None:
    """Minify files in a folder in place. The scripts among them must be all classic or all modules."""
    suffix = ".mjs" if any(path.suffix == ".mjs" for path in files) else ".js"
    places = (f"--outdir={folder}", f"--outbase={folder}", f"--out-extension:.js={suffix}")
    esbuild = MODULES / ".bin/esbuild"
    subprocess.run([esbuild, *OPTIONS, *more, f"--target={target}", *places, *files], check=True, cwd=folder)


def without_comments(page: str) -> str:
    """Return an HTML page without its comments.

    >>> without_comments("<p>\\n  <!-- Why\\n  so. -->\\n  <b>text</b></p>")
    '<p>\\n  <b>text</b></p>'
    """
    return re.sub(r"\s*<!--.*?-->", "", page, flags=re.DOTALL)
