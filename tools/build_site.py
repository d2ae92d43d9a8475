"""Build dist/, the whole site: `python -m tools.build_site dist` (needs `npm ci` and requirements-build.txt).

The parts of the build:

- web/ is copied. In its text files, stable names become names with a version or a hash of the content, so that browsers
  may cache them for good (`names` below);
- the page's Python (web/app, and morris_core without the engine) becomes MicroPython bytecode in three ROM file systems
  (page_rom.py): assets/page-HASH.romfs.gz and embed-HASH.romfs.gz have what index.html and embed.html import at the
  start, and assets/rest-HASH.romfs has the rest;
- the files of features become assets/NAME-HASH;
- morris_core with its engine becomes assets/python-HASH.zip, and the memory snapshot assets/snapshot-HASH.bin from
  which the engine's worker starts (snapshot.mjs);
- PyScript, Pyodide and MicroPython are copied from node_modules to vendor/NAME-VERSION/;
- style sheets are joined with their imports, one of which is made from morris_core/paint.py, and scripts and style
  sheets are minified (minify.py);
- the board and panels of a new game are drawn into index.html and embed.html (prerender.py);
- the plain pages are written in all languages (learn_pages.py), and the package's reference into learn/api/
  (api_pages.py);
- tables of exact values go to tablebases/ and perfect/, with a list in engine/data-files.json (data_files.py);
- the licences of everything are collected in licences/ (licences.py);
- if the site's public address is known, it is added where other sites need it (public_address.py);
- the headers for hosts go into _headers, and each page's policy into the page (headers.py);
- our scripts get names with a hash of their content, and the hashes of what they load (content_names.py);
- service-worker.js comes last, with the list of all these files (offline.py).

Every address in the result is relative, so the site also works in a subfolder. Two builds have the same bytes.
"""

import argparse
import hashlib
import io
import json
import re
import shutil
import subprocess
import sys
import textwrap
import zipfile
from collections.abc import Collection, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import deflate
import zopfli.gzip

from morris_core import paint
from tools.site import (
    api_pages,
    content_names,
    data_files,
    headers,
    learn_pages,
    licences,
    minify,
    offline,
    page_rom,
    prerender,
    public_address,
    slices,
)
from tools.sources import CORE, MODULES, ROOT, npm_package, python_files
from tools.texts import app_in_languages, locale_files

TEXT_SUFFIXES = {".html", ".js", ".mjs", ".json", ".css", ".svg", ".webmanifest", ".txt", ".xml"}

PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
MICROPYTHON_FILES = ("micropython.mjs", "micropython.wasm")
QR_FILES = ("index.mjs", "extras/svg.mjs")
FILM_FILES = ("gifenc.esm.js",)

# The time of every file in an archive, so that its bytes depend only on the contents.
EPOCH = (1980, 1, 1, 0, 0, 0)

COMPRESSION = 10  # libdeflate's level for the snapshot; higher levels take longer and save a thousandth

# The last snapshot, named by what it was made from. Making one takes a third of the build's time, and most changes do
# not touch the engine.
SNAPSHOTS = ROOT / "build/snapshots"

# Parts that a build may leave out.
OPTIONAL = {
    "perfect": "Perfect play, 117 MB to download",
    "learn": "the pages to read and the reference of the Python package",
    "tables": "the exact values of all games but nine men's morris",
}
# Without the pages to read, what leads to them.
NO_LEARN = 'a[href^="learn/"] { display: none; }\n'

PAGE = 4096  # bytes; Pyodide's memory has about twenty runs of used pages
# Pyodide's memory always begins with 30 MiB (pyodide#6254), and a snapshot has its head and a copy of that. One of more
# would not load, and every start would silently be a plain one.
MOST_MEMORY, WARN_FROM = (30 << 20) + 256, 28 << 20


def build(target: Path, line_numbers: bool = False, reuse: bool = False, without: Collection[str] = ()) -> None:
    """Build the site into the folder `target`, whose old contents are deleted.

    Args:
        line_numbers: Whether to keep line numbers for tracebacks in the Python that the pages start with, which makes
            it a tenth larger.
        reuse: Whether to take the snapshot that an earlier build made from the same engine.
        without: Names of OPTIONAL to leave out.

    Raises:
        subprocess.CalledProcessError: The page's Python does not compile, or the snapshot failed.
        FileNotFoundError: node_modules lacks a file (run `npm ci`).
        ValueError: A page has no policy or lacks a slot, or a package has no licence.
    """
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(
        ROOT / "web", target, ignore=shutil.ignore_patterns("app", "data", "service-worker", "__pycache__", "*.pyi")
    )
    (target / "assets").mkdir(exist_ok=True)
    learn_pages.fill(target)
    app_in_languages.write(target)
    api_pages.fill(target)
    if "learn" in without:
        leave_out_learn(target)
    prerender.fill(target)
    slices.fill(target)
    join_styles(target / "style")

    names = copy_vendor(target) | locale_files.write(target) | slices.stored_keys()
    roms = page_rom.roms(MODULES / "@pyscript/core/dist", line_numbers)
    python = engine_archive()
    snapshot, layout = (reused_snapshot if reuse else memory_snapshot)(python)
    assets = {
        "page.romfs.gz": zopfli.gzip.compress(roms["page"]),  # smaller than gzip's own compression by 3%
        "embed.romfs.gz": zopfli.gzip.compress(roms["embed"]),
        "rest.romfs": roms["rest"],
        "python.zip": python,
        "snapshot.bin": snapshot,
        **{path.name: path.read_bytes() for path in (ROOT / "web/data/first-moves.txt", *slices.files())},
    }
    for name, data in assets.items():
        names[f"assets/{name}"] = content_names.hashed_name(f"assets/{name}", data)
        (target / names[f"assets/{name}"]).write_bytes(data)
    write_engine_facts(target, names, layout)
    data_files.write(
        target,
        perfect=None if "perfect" in without else data_files.PERFECT,
        all_games="tables" not in without,
    )
    licences.write(target / "licences")
    finish_texts(target, names)
    minify.minify(target)
    (target / "_headers").write_text(headers.headers_file(), encoding="utf-8")
    address = public_address.public_address()
    if address:
        public_address.write(target, address)
    content_names.settle(target)
    offline.write(target)


def leave_out_learn(target: Path) -> None:
    """Delete the pages to read and everything that leads to them."""
    shutil.rmtree(target / "learn")
    for name, links in (
        ("404.html", r'\s*<a\s+href="/learn/[^>]*>[^<]*</a>'),
        ("index.html", r'(?<=\.)\s[^.<]*<a href="learn/[^.]*\.html">[^.]*<a href="learn/[^.]*\.html">[^.]*</a>\.'),
    ):
        page = target / name
        text = re.sub(links, "", page.read_text(encoding="utf-8"))
        if "learn/" in text:
            raise ValueError(f"{name} has a link to the pages to read that this build does not know")
        page.write_text(text, encoding="utf-8")
    with (target / "style/page.css").open("a", encoding="utf-8") as sheet:
        sheet.write(NO_LEARN)


def join_styles(folder: Path) -> None:
    """Replace the imports of each style sheet by the imported sheets, so that no sheet waits for another.

    Sheets that no page and no script of boot/ links to are deleted. colours.css says which of its tables is doubled.
    """
    sheets = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.css")}
    sheets["colours.css"] = with_chosen_dark(sheets["colours.css"])
    parts = sheets | {"drawing.css": paint.style_sheet()}
    linked = {
        name
        for page in folder.parent.rglob("*.html")
        for name in re.findall(r'href="[^"]*style/([\w-]+\.css)"', page.read_text(encoding="utf-8"))
    }
    for script in (folder.parent / "boot").glob("*.*js"):
        linked.update(re.findall(r'url: "../style/([\w-]+\.css)"', script.read_text(encoding="utf-8")))
    for name, text in sheets.items():
        if name not in linked:
            (folder / name).unlink()
            continue
        joined = re.sub(r'@import "([\w-]+\.css)";\n', lambda match: parts[match[1]], text)
        (folder / name).write_text(joined, encoding="utf-8")


def with_chosen_dark(sheet: str) -> str:
    """Return a style sheet that repeats its table for systems in dark mode for players who choose dark."""
    dark = re.search(r"@media \(prefers-color-scheme: dark\) \{\n(.*?)\n\}", sheet, re.DOTALL)
    table = textwrap.dedent(dark[1]) if dark else ""
    return sheet + table.replace(':not([data-theme="light"])', '[data-theme="dark"]')


def copy_vendor(target: Path) -> dict[str, str]:
    """Copy the served files of the npm packages. Return stable name -> name with version, relative to `target`."""
    bundle, error = pyscript_files(MODULES / "@pyscript/core/dist")
    names = {}
    for package, inner, stable, files in (
        ("@pyscript/core", "dist", "vendor/pyscript", ("core.js", bundle, error)),
        ("pyodide", "", "vendor/pyodide", PYODIDE_FILES),
        ("@micropython/micropython-webassembly-pyscript", "", "vendor/micropython", MICROPYTHON_FILES),
        ("lean-qr", "", "vendor/lean-qr", QR_FILES),
        ("gifenc", "dist", "vendor/gifenc", FILM_FILES),
    ):
        version = npm_package(package)["version"]
        if files is MICROPYTHON_FILES:
            # Browsers cache files below vendor/ for good, and esbuild changes this one.
            version += f"-esbuild-{npm_package('esbuild')['version']}"
        copies = target / f"{stable}-{version}"
        for file in files:
            (copies / file).parent.mkdir(parents=True, exist_ok=True)
            data = (MODULES / package / inner / file).read_bytes()
            if file.endswith("js"):  # maps of the sources are not shipped
                data = re.sub(rb"\n?//# sourceMappingURL=\S+\s*$", b"\n", data)
            (copies / file).write_bytes(data)
        if files is MICROPYTHON_FILES:
            # Its package has only removed the blanks.
            script = copies / MICROPYTHON_FILES[0]
            minify.run_esbuild(copies, [script], minify.MODULE_TARGET, minify.NO_NODE)
        names[f"{stable}/"] = f"{stable}-{version}/"
    # The names of these two change with PyScript's version. They come first, being more specific.
    folder = names["vendor/pyscript/"]
    return {"vendor/pyscript/core-bundle.js": folder + bundle, "vendor/pyscript/error.js": folder + error, **names}


def pyscript_files(dist: Path) -> tuple[str, str]:
    """Return the names of PyScript's bundle and of the only plugin that our pages load.

    All plugins are off, but PyScript loads the one that shows errors before it switches it off.
    """
    (bundle,) = re.findall(r'from"\./(core-[\w-]+\.js)"', (dist / "core.js").read_text())
    (error,) = (path.name for path in dist.glob("error-*.js"))
    return bundle, error


def engine_archive() -> bytes:
    """Return morris_core with the engine's data, but without the command line, as a zip archive."""
    buffer = io.BytesIO()
    data = sorted((CORE / "engine").glob("*.bin"))
    paths = [*python_files(CORE, ("terminal", "env.py", "__main__.py")), *data]
    write_archive(buffer, ((path.relative_to(ROOT).as_posix(), path.read_bytes()) for path in paths))
    return buffer.getvalue()


def write_archive(target: Path | io.BytesIO, files: Iterable[tuple[str, bytes]]) -> None:
    """Write files, by name, into a zip archive whose bytes depend on them alone."""
    with zipfile.ZipFile(target, "w") as archive:
        for name, data in files:
            info = zipfile.ZipInfo(name, EPOCH)
            info.external_attr = 0o644 << 16
            archive.writestr(info, data, zipfile.ZIP_DEFLATED)


def memory_snapshot(python: bytes) -> tuple[bytes, dict[str, Any]]:
    """Return the memory of a Pyodide that has imported the archive `python`, gzipped and without its empty pages.

    Returns:
        The compressed bytes, and the layout to restore them: the size of the memory, and `runs`, the address and
        length of each stretch in the bytes.
    """
    with TemporaryDirectory() as temporary:
        archive, snapshot = Path(temporary) / "python.zip", Path(temporary) / "snapshot"
        archive.write_bytes(python)
        subprocess.run(["node", ROOT / "tools/site/snapshot.mjs", archive, snapshot], check=True, cwd=ROOT)
        raw = snapshot.read_bytes()
    runs = used_runs(raw)
    if len(raw) > MOST_MEMORY:
        raise ValueError(f"the snapshot has {len(raw):,} bytes; Pyodide's memory begins with {MOST_MEMORY:,}")
    if (used_end := sum(runs[-1])) > WARN_FROM:
        print(f"Warning: the snapshot uses {used_end:,} of {MOST_MEMORY:,} bytes", file=sys.stderr)
    # Three fifths of the pages are empty, and a browser inflates zeros as slowly as other bytes.
    used = b"".join(raw[start : start + length] for start, length in runs)
    return bytes(deflate.gzip_compress(used, COMPRESSION)), {"bytes": len(raw), "runs": runs}


def reused_snapshot(python: bytes) -> tuple[bytes, dict[str, Any]]:
    """Return memory_snapshot(python) from SNAPSHOTS, or make it and put it there."""
    makers = (
        ROOT / "tools/site/snapshot.mjs",
        ROOT / "web/engine/difference.mjs",
        MODULES / "pyodide/package.json",
        Path(__file__),
    )
    key = hashlib.sha256(b"".join(hashlib.sha256(one).digest() for one in (python, *map(Path.read_bytes, makers))))
    data, layout = (SNAPSHOTS / f"{key.hexdigest()}{suffix}" for suffix in (".bin", ".json"))
    if not layout.exists():
        made = memory_snapshot(python)
        SNAPSHOTS.mkdir(parents=True, exist_ok=True)
        for old in SNAPSHOTS.iterdir():
            old.unlink()
        data.write_bytes(made[0])
        layout.write_text(json.dumps(made[1]), encoding="utf-8")
    return data.read_bytes(), json.loads(layout.read_text(encoding="utf-8"))


def used_runs(memory: bytes) -> list[tuple[int, int]]:
    """Return the address and length of every run of pages that are not empty."""
    runs: list[tuple[int, int]] = []
    for start in range(0, len(memory), PAGE):
        page = memory[start : start + PAGE]
        if not page.strip(b"\0"):
            continue
        if runs and sum(runs[-1]) == start:
            runs[-1] = (runs[-1][0], runs[-1][1] + len(page))
        else:
            runs.append((start, len(page)))
    return runs


def write_engine_facts(target: Path, names: dict[str, str], snapshot: dict[str, Any]) -> None:
    """Write FACTS at the top of engine/boot.mjs.

    These are the sizes and hashes of the files that it fetches, the layout of the snapshot, Pyodide's version and the
    head of its lock file.
    """
    lock = json.loads((MODULES / "pyodide/pyodide-lock.json").read_text())
    files = {}
    fetched = [names["vendor/pyodide/"] + file for file in PYODIDE_FILES]
    for name in (*fetched, names["assets/python.zip"], names["assets/snapshot.bin"]):
        data = (target / name).read_bytes()
        files[name] = {"bytes": len(data), "integrity": content_names.integrity(data)}
    facts = {"version": npm_package("pyodide")["version"], "files": files, "snapshot": snapshot, "lock": lock["info"]}
    boot = target / "engine/boot.mjs"
    boot.write_text(f"const FACTS = {json.dumps(facts)};\n{boot.read_text(encoding='utf-8')}", encoding="utf-8")


def finish_texts(target: Path, names: dict[str, str]) -> None:
    """Put the final names into the text files and the policy into each page, and remove the pages' comments."""
    for path in sorted(target.rglob("*")):
        name = path.relative_to(target).as_posix()
        if path.suffix not in TEXT_SUFFIXES or name.startswith(("vendor/", "assets/", "locale/")):
            continue
        text = original = path.read_text(encoding="utf-8")
        for stable, final in names.items():
            text = text.replace(stable, final)
        if path.suffix == ".html":
            text = minify.without_comments(text).replace(
                '<meta http-equiv="Content-Security-Policy" content="">',
                f'<meta http-equiv="Content-Security-Policy" content="{headers.meta_policy(name)}">',
            )
        if text != original:
            path.write_text(text, encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description="Build the site.")
    parser.add_argument("target", type=Path, help="the folder to build into, whose old contents are deleted")
    parser.add_argument("--line-numbers", action="store_true", help="keep line numbers in all of the page's Python")
    names = "; ".join(f"{name}: {what}" for name, what in OPTIONAL.items())
    parser.add_argument(
        "--without", action="extend", nargs="+", default=[], choices=OPTIONAL, help="leave out " + names
    )
    arguments = parser.parse_args()
    target: Path = arguments.target
    build(target.resolve(), arguments.line_numbers, reuse=True, without=arguments.without)
    files = [path for path in target.rglob("*") if path.is_file()]
    print(f"{target}: {len(files)} files, {sum(path.stat().st_size for path in files) / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
