"""Collect the licences of everything in the built site on one page.

PyScript's source map says which packages are in its bundle. A package without a licence text stops the build.
"""

import html
import json
import re
from pathlib import Path
from typing import NamedTuple

from morris_core import __version__
from tools.sources import MODULES, ROOT, npm_package

TEXTS = Path(__file__).resolve().parent / "licence_texts"

BUILD_TOOLS = {"esbuild"}  # dependencies in package.json that the site does not contain
MICROPYTHON = "@micropython/micropython-webassembly-pyscript"

PYODIDE_LIBRARIES = "Emscripten, musl, mimalloc, Expat, libffi, zlib, bzip2, liblzma, libmpdec and SQLite"

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Licences</title>
<link rel="icon" href="../icons/favicon.svg" type="image/svg+xml">
</head>
<body>
<h1>Licences</h1>
<p>Morris is built on the work of others, which is served with it under these licences, unchanged but for MicroPython's
script, which is minified.</p>
<ul>
{contents}
</ul>
{sections}
</body>
</html>
"""


class Licence(NamedTuple):
    """The licence of one part of the site.

    Attributes:
        name: The name of the part.
        version: Its version, or "" if it has none of its own.
        licence: The licence's short name.
        source: The address of the source code, or "".
        text: The licence's text.
        package: The npm package that the part comes from, or "".
    """

    name: str
    version: str
    licence: str
    source: str
    text: str
    package: str = ""

    @property
    def title(self) -> str:
        """The name with the version."""
        return f"{self.name} {self.version}".strip()


def write(target: Path) -> None:
    """Write index.html into the folder `target`. Raises ValueError if a package has no licence text."""
    licences = collect()
    contents = [f'<li><a href="#{anchor(one)}">{html.escape(one.title)}</a>: {one.licence}</li>' for one in licences]
    sections = [
        f'<h2 id="{anchor(one)}">{html.escape(one.title)}</h2>\n'
        + (f'<p>Source: <a href="{html.escape(one.source)}">{html.escape(one.source)}</a></p>\n' if one.source else "")
        + f"<pre>{html.escape(one.text)}</pre>"
        for one in licences
    ]
    target.mkdir(exist_ok=True)
    page = PAGE.format(contents="\n".join(contents), sections="\n".join(sections))
    (target / "index.html").write_text(page, encoding="utf-8")


def collect() -> list[Licence]:
    """Return the licences of all parts of the site, our own first. Raises ValueError if a package has no text."""
    own = Licence("Morris", __version__, "MIT", "", (ROOT / "LICENSE").read_text())
    return [own, *runtimes(), *packages()]


def runtimes() -> list[Licence]:
    """Return the licences of the interpreters, whose npm packages lack the texts."""
    pyodide, micropython = (npm_package(name)["version"] for name in ("pyodide", MICROPYTHON))
    github = "https://github.com/"
    return [
        Licence("Pyodide", pyodide, "MPL-2.0", github + "pyodide/pyodide", text_of("MPL-2.0"), "pyodide"),
        Licence("CPython (in Pyodide)", "", "PSF-2.0", github + "python/cpython", text_of("Python")),
        Licence(f"Libraries in Pyodide: {PYODIDE_LIBRARIES}", "", "MIT, Zlib and BSD", "", text_of("PyodideLibraries")),
        Licence(
            "MicroPython", micropython, "MIT", github + "micropython/micropython", text_of("MicroPython"), MICROPYTHON
        ),
    ]


def packages() -> list[Licence]:
    """Return the licences of the packages that package.json names, and of those inside PyScript's bundle."""
    named = json.loads((ROOT / "package.json").read_text())["dependencies"]
    names = set(named) - {"pyodide", MICROPYTHON} - BUILD_TOOLS
    for path in (MODULES / "@pyscript/core/dist").glob("core-*.js.map"):
        for source in json.loads(path.read_text())["sources"]:
            names.update(re.findall(r"node_modules/((?:@[\w.-]+/)?[\w.-]+)/(?!.*node_modules/)", source))
    return [package_licence(name) for name in sorted(names)]


def package_licence(name: str) -> Licence:
    """Return a package's licence from its file, or the standard text for an ISC package without one."""
    facts = npm_package(name)
    files = sorted((MODULES / name).glob("LICEN[CS]E*"))
    if files:
        text = files[0].read_text(encoding="utf-8")
    elif facts["license"] == "ISC":
        text = text_of("ISC").format(author=facts["author"])
    else:
        raise ValueError(f"the package {name} has no licence text")
    repository = facts.get("repository", "")
    source = repository["url"] if isinstance(repository, dict) else repository
    source = re.sub(r"^(git\+|git:|github:)+", "", source).removesuffix(".git").replace("ssh://git@", "https://")
    if not source.startswith("https://"):
        source = "https:" + source if source.startswith("//") else f"https://github.com/{source}" if source else ""
    return Licence(name, facts["version"], facts["license"], source, text, name)


def text_of(name: str) -> str:
    return (TEXTS / f"{name}.txt").read_text(encoding="utf-8")


def anchor(licence: Licence) -> str:
    return re.sub(r"[^a-z0-9]+", "-", licence.title.lower()).strip("-")
