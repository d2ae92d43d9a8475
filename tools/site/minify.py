"""Make the served scripts and style sheets small with esbuild: without comments and blanks, with short local names.

What they do stays the same, and so do names that others see: exports, properties, custom properties of CSS. The
comments that state a licence stay. The build does it before the files are named by their content.
"""

import json
import re
import subprocess
from pathlib import Path

from tools.sources import ROOT

MODULES = ROOT / "node_modules"

# What esbuild may write in. The watchdog reports browsers that are too old for the page, so they must be able to read
# it; the other classic scripts run in browsers that are too old for modules with a top-level await.
WATCHDOG_TARGET, SCRIPT_TARGET, MODULE_TARGET = "es5", "es2020", "es2022"

# MicroPython's script also runs in Node, which is no browser: what is for Node alone goes.
NO_NODE = ("--define:process=undefined", "--define:globalThis.process=undefined")

OPTIONS = ("--minify", "--charset=utf8", "--legal-comments=inline", "--log-level=warning", "--allow-overwrite")


def minify(site: Path) -> None:
    """Minify the scripts of boot/ and engine/ and all style sheets of the site in folder `site`.

    Raises:
        subprocess.CalledProcessError: one of them has an error, or needs more than its target has.
        FileNotFoundError: esbuild is missing (run `npm ci`).
    """
    watchdog = sorted(site.glob("boot/watchdog*.js"))
    scripts = sorted({*site.glob("boot/*.js"), *site.glob("style/*.css")} - {*watchdog})
    modules = sorted([*site.glob("boot/*.mjs"), *site.glob("engine/*.mjs")])
    run_esbuild(site, watchdog, WATCHDOG_TARGET)
    run_esbuild(site, scripts, SCRIPT_TARGET)
    run_esbuild(site, modules, MODULE_TARGET)


def minify_micropython(script: Path) -> None:
    """Minify MicroPython's own script, which only has its blanks taken out."""
    run_esbuild(script.parent, [script], MODULE_TARGET, NO_NODE)


def run_esbuild(folder: Path, files: list[Path], target: str, more: tuple[str, ...] = ()) -> None:
    """Minify files below a folder where they lie; of scripts they are all classic or all modules."""
    suffix = ".mjs" if any(path.suffix == ".mjs" for path in files) else ".js"
    places = (f"--outdir={folder}", f"--outbase={folder}", f"--out-extension:.js={suffix}")
    esbuild = MODULES / ".bin/esbuild"
    subprocess.run([esbuild, *OPTIONS, *more, f"--target={target}", *places, *files], check=True, cwd=folder)


def version() -> str:
    """Return esbuild's version, on which the bytes of what it made depend."""
    return str(json.loads((MODULES / "esbuild/package.json").read_text(encoding="utf-8"))["version"])


def without_comments(page: str) -> str:
    """Return an HTML page without its comments.

    >>> without_comments("<p>\\n  <!-- Why\\n  so. -->\\n  <b>text</b></p>")
    '<p>\\n  <b>text</b></p>'
    """
    return re.sub(r"\s*<!--.*?-->", "", page, flags=re.DOTALL)
