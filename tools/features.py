"""The declarations of features, and the files that name a feature which they should not know.

A file of the kernel, the board, the view, the browser's part or the build names no feature: it imports none, and has no
intent, dialog, style class, stored key or path of one. Only the list in web/app/features/table.py does. A feature may
use the modules of another one that it needs.
"""

import re
from functools import cache
from pathlib import Path
from typing import Any

from tools.sources import APP, ROOT, imports, layer_of, module_name, python_files
from tools.texts.in_language import app_module

FEATURES = APP / "features"
TABLE = FEATURES / "table.py"
PRODUCT = (".py", ".js", ".mjs", ".css", ".html")
# Pages for readers, and tools that are not part of the build.
APART = ("web/learn/", "web/perfect/", "web/data/", "web/404.html")
BUILD = ("tools/site/", "tools/build_site.py", "tools/sources.py")


@cache
def features() -> tuple[Any, ...]:
    """Return the declarations, in the order of the one list."""
    app_module("features.table")
    return tuple(app_module("kernel.features").FEATURES)


def folder_of(feature: Any) -> Path:
    path: Path = FEATURES / feature.folder
    return path


def product_files() -> list[Path]:
    """Return the files that may name no feature: those of the page besides features, and of the build."""
    found = []
    for path in sorted([*(ROOT / "web").rglob("*"), *(ROOT / "tools").rglob("*")]):
        name = path.relative_to(ROOT).as_posix()
        ours = name.startswith("web/") and not name.startswith(("web/app/features/", *APART))
        if path.suffix in PRODUCT and "__pycache__" not in path.parts and (ours or name.startswith(BUILD)):
            found.append(path)
    return found


@cache
def classes_in(folder: Path) -> frozenset[str]:
    """Return the classes that the style sheets in a folder mention."""
    text = "".join(re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL) for path in folder.glob("*.css"))
    selectors = re.sub(r"\{[^{}]*\}", "{}", text)
    return frozenset(re.findall(r"\.([a-z][\w-]*)", selectors))


def own_classes(feature: Any) -> frozenset[str]:
    """Return the classes that only the style sheets of a feature, and of features that need it, mention."""
    return classes_in(folder_of(feature)) - classes_in(ROOT / "web/style")


def patterns(feature: Any) -> list[str]:
    """Return regular expressions for the ways in which a text may name a feature."""
    styles = [re.escape(style) for style in sorted(own_classes(feature))]
    return names(feature) + [rf"""class["']?[:=] ?["'][^"'\n]*(?<![\w-]){style}(?![\w-])""" for style in styles]


def names(feature: Any) -> list[str]:
    """Return those of patterns() that are not style classes, which several features may have."""
    name, folder = re.escape(feature.name), re.escape(feature.folder)
    return [
        rf"features[./]{folder}\b",  # a module or a path
        rf"""["'`]{name}:[a-z]""",  # an intent or an effect
        rf"""["']open["'], ["']{name}["']""",  # its dialog
        *(rf"""["']morris-{re.escape(key)}["']""" for key in feature.stored),
        *(rf"""settings(?:\.get\(|\[)["']{one.name}["']""" for one in feature.settings),
        *(rf"\b{re.escape(script)}\b" for script in feature.scripts),
    ]


def namings(path: Path, feature: Any) -> list[str]:
    """Return the words with which a file names a feature."""
    text = path.read_text(encoding="utf-8")
    return [match[0] for pattern in patterns(feature) for match in re.finditer(pattern, text)]


def named_outside() -> dict[str, list[str]]:
    """Return the files that name a feature which they should not know, each with the words that do."""
    found: dict[str, list[str]] = {}
    for path in product_files():
        words = [word for feature in features() for word in namings(path, feature)]
        if words:
            found[path.relative_to(ROOT).as_posix()] = words
    return found


def named_without_need() -> dict[str, list[str]]:
    """Return the files of features that name another feature which theirs does not declare to need."""
    found: dict[str, list[str]] = {}
    for one in features():
        for path in (path for path in sorted(folder_of(one).rglob("*")) if path.suffix in PRODUCT):
            text = path.read_text(encoding="utf-8")
            others = [other for other in features() if other is not one and other.name not in one.needs]
            words = [match[0] for other in others for name in names(other) for match in re.finditer(name, text)]
            if words:
                found[path.relative_to(ROOT).as_posix()] = words
    return found


def unknown_needs() -> dict[str, list[str]]:
    """Return the modules of features that import a feature which theirs does not declare to need."""
    declared = {one.folder: {other.folder for other in features() if other.name in one.needs} for one in features()}
    found: dict[str, list[str]] = {}
    for one in features():
        for path in python_files(folder_of(one)):
            names = {name for name in imports(path) if name.startswith("app.features.")}
            wrong = {layer_of(name) for name in names} - declared[one.folder] - {one.folder, "features"}
            if wrong:
                found[module_name(path)] = sorted(wrong)
    return found


def needed_by(name: str) -> list[str]:
    """Return the names of the features that need a feature, directly or through others, in the order of the list."""
    gone = {name}
    while True:
        more = {one.name for one in features() if gone & set(one.needs)} - gone
        if not more:
            return [one.name for one in features() if one.name in gone - {name}]
        gone |= more
