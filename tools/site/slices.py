"""The build's part of the declarations of features: one module for the page's start, style sheets and scripts.

Many small modules take the page's start longer to read than one.
"""

import ast
import shutil
from pathlib import Path
from typing import Any

from tools.sources import APP, feature_names
from tools.texts.in_language import app_module

TABLE = APP / "features/table.py"
# The fields of a declaration for the build alone; and its intents, by their kinds.
FOR_THE_BUILD = ("needs", "styles", "scripts", "files", "host_files", "only_in")
KINDS = {"acts": "act", "board_acts": "board", "game_acts": "game", "answers": "answer", "news": "news"}
# An embedded board has no use for these: it has no menu and no addresses of its own, stores nothing, and no other page
# follows it.
FOR_THE_PAGE = ("menu", "short", "only_small", "addresses", "way", "begin_game", "stored")
FOR_FRAMES = ("framed",)
HOOKS_FOR_THE_PAGE = ("started", "stored_changed", "put_away", "open_backup", "other_lines", "settings_sections")
# In boot/browser.mjs.
SCRIPTS = "/* SCRIPTS_OF_FEATURES */"
FILES = "/* FILES_OF_FEATURES */"


def declaration(name: str) -> Path:
    """Return the file that declares a feature."""
    return APP / "features" / name / "__init__.py"


def joined_table(framed: bool = False) -> str:
    """Return the text of features/table.py with the declarations for the page or for embedded boards in it, in its
    order."""
    imported: dict[str, set[str]] = {}
    bodies: list[str] = []
    elsewhere = "page" if framed else "frame"
    for name in feature_names():
        text = declaration(name).read_text(encoding="utf-8")
        for node in ast.parse(text).body:
            if isinstance(node, ast.ImportFrom) and node.level:
                imported.setdefault(f"..{node.module}", set()).update(alias.name for alias in node.names)
            elif isinstance(node, ast.Assign) and f'only_in="{elsewhere}"' not in text:
                bodies.append(f"FEATURES.append({ast.unparse(packed(node.value, framed))})")
    *_loading, settings = ast.parse(TABLE.read_text(encoding="utf-8")).body
    imported["..kernel.features"].add("FEATURES")
    imported.setdefault("..model.settings", set()).add("SETTINGS")
    imports = [f"from {module} import {', '.join(sorted(names))}" for module, names in imported.items()]
    return "\n".join(["from __future__ import annotations", *imports, *bodies, ast.unparse(settings)]) + "\n"


def packed(declaration: ast.expr, framed: bool) -> ast.Call:
    """Return a declaration without what only the build or, for embedded boards, the page reads.

    Its intents are one text: see unpacked() in kernel/features.py.
    """
    assert isinstance(declaration, ast.Call)
    entries = []
    for keyword in declaration.keywords:
        if keyword.arg in KINDS:
            for what, function in ast.literal_eval(keyword.value).items():
                module, _, name = function.partition(":")
                usual = name == f"on_{what.replace('-', '_')}"
                entries.append(f"{KINDS[keyword.arg]}/{what}/{module if usual else function}")
    without = {*KINDS, *FOR_THE_BUILD, *(FOR_THE_PAGE if framed else FOR_FRAMES)}
    left = [keyword for keyword in declaration.keywords if keyword.arg not in without]
    for keyword in left if framed else ():
        if keyword.arg == "hooks":
            hooks = ast.literal_eval(keyword.value)
            kept = {what: hooks[what] for what in hooks if what not in HOOKS_FOR_THE_PAGE}
            keyword.value = ast.parse(repr(kept), mode="eval").body
    if entries:
        left.append(ast.keyword("packed", ast.Constant(" ".join(entries))))
    return ast.Call(declaration.func, declaration.args, left)


def features() -> list[Any]:
    """Return the declarations, in their order."""
    app_module("features.table")
    found: list[Any] = app_module("kernel.features").FEATURES
    return found


def files() -> list[Path]:
    """Return the files that features fetch."""
    return [APP / "features" / one.folder / file for one in features() for file in one.files]


def host_files() -> list[Path]:
    """Return the files of features that hosts may change."""
    return [APP / "features" / one.folder / file for one in features() for file in one.host_files]


def stored_keys() -> dict[str, str]:
    """Return the keys of stored data that scripts read which run before Python: mark -> key, or prefix of keys."""
    stored, saved = app_module("kernel.stored"), app_module("model.saved")
    return {
        "KEYS_OF_ALL": stored.PREFIX,
        "KEYS_OF_GAMES": stored.PREFIX + saved.GAMES[:-1],
        "KEYS_SET_ASIDE": stored.SET_ASIDE,
        "KEY_OF_SETTINGS": stored.PREFIX + app_module("model.settings").STORED.key,
    }


def fill(target: Path) -> None:
    """Put the style sheets, scripts and host files of all features into the site in the folder `target`.

    The sheets become style/features.css and, for embedded boards, style/features-embed.css; scripts go to boot/, where
    boot/browser.mjs gets their list and that of the files.
    """
    drawn = app_module("kernel.features").DRAWN
    for name, chosen in (
        ("features.css", features()),
        ("features-embed.css", [one for one in features() if drawn & {*one.hooks}]),
    ):
        sheets = [APP / "features" / one.folder / sheet for one in chosen for sheet in one.styles]
        text = "\n".join(path.read_text(encoding="utf-8") for path in sheets)
        (target / "style" / name).write_text(text, encoding="utf-8")
    scripts = [APP / "features" / one.folder / script for one in features() for script in one.scripts]
    for path in scripts:
        shutil.copyfile(path, target / "boot" / path.name)
    for path in host_files():
        shutil.copyfile(path, target / path.name)
    browser = target / "boot/browser.mjs"
    text = browser.read_text(encoding="utf-8")
    for place, entries in (
        (SCRIPTS, [f'{path.stem}: {{ url: "./{path.name}", integrity: "" }}' for path in scripts]),
        (FILES, [f'"{path.name}": {{ url: "../assets/{path.name}", integrity: "" }}' for path in files()]),
    ):
        if place not in text:
            raise ValueError(f"boot/browser.mjs has no {place}")
        text = text.replace(place, ", ".join(entries))
    browser.write_text(text, encoding="utf-8")
