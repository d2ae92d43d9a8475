"""Puts the computer player's files of data into a built site: those that it fetches while it works, as they are wanted.

engine/data-files.json lists them: each with its name, path and hash, and for which games it is (see
morris_core/engine/data_files.py, which reads it). The files themselves lie in tablebases/, named by their content.
"""

import hashlib
import json
import shutil
from collections.abc import Iterable
from pathlib import Path

from morris_core.engine.data_files import OPENING, TABLE
from morris_core.engine.opening import FILE, OpeningBook
from morris_core.tablebase import SUFFIX, load_folder
from morris_core.tablebase.probe import file_reader, open_file
from tools import content_names, offline
from tools.sources import CORE

TABLES = CORE / "tablebase/files"
FOLDER = "tablebases"
LIST = "engine/data-files.json"

Entry = dict[str, object]


def write(site: Path, tables: Iterable[Path] = ()) -> None:
    """Put the tables and the book that ship, and further table files, into the site, and write the list of them.

    Args:
        site: The folder; where it has a list already, that is written anew under the name that it has.
        tables: Further tables; one that has the name of a table that ships takes its place.

    Raises:
        TableError: a file is no table file, or no opening book, or damaged in its header.
    """
    paths = {path.name: path for path in [*sorted(TABLES.glob("*" + SUFFIX)), *tables]}
    (site / FOLDER).mkdir(exist_ok=True)
    entries = [table_entry(path, copy(path, site)) for path in paths.values()]
    entries.append(book_entry(FILE, copy(FILE, site)))
    plain = site / LIST
    (target,) = list(plain.parent.glob(f"{plain.stem}*{plain.suffix}")) or [plain]
    target.write_text(json.dumps(entries, indent=1) + "\n", encoding="utf-8")


def site_with_tables(site: Path, folder: Path, target: Path) -> None:
    """Make the folder `target`: a built site with the table files of a folder besides those that it has.

    Raises:
        TableError: there are no table files in the folder, or one is damaged in its header.
    """
    tables = load_folder(folder)
    shutil.copytree(site, target)
    write(target, [Path(file.name) for file in tables.files])
    content_names.settle(target)
    offline.write(target)


def copy(path: Path, site: Path) -> str:
    """Copy a file into the site under a name that carries its hash; return that name, relative to the site."""
    data = path.read_bytes()
    name = f"{FOLDER}/{path.stem}-{hashlib.sha256(data).hexdigest()[: content_names.DIGITS]}{path.suffix}"
    (site / name).write_bytes(data)
    return name


def table_entry(path: Path, served: str) -> Entry:
    """Return what the list says of a table file that is served under a path."""
    header = open_file(path.name, file_reader(path)).header
    rules = dict(header.rules)
    hand = max(pair.first.hand for pair in header.sections)
    if hand:
        rules["men"] = hand  # a whole game, from the first placement on
    else:
        del rules["moving_while_placing"]  # without men in hand nobody places
    # What may be played by these depends on the last moves, so that a position has no value.
    rules |= {"mill_hold": False, "no_return": False}
    return entry(path, served, TABLE, header.board.name, rules)


def book_entry(path: Path, served: str) -> Entry:
    """Return what the list says of an opening book that is served under a path."""
    header = OpeningBook(path.name, file_reader(path)).header
    return entry(path, served, OPENING, header.board.name, header.rules)


def entry(path: Path, served: str, kind: str, board: str, rules: dict[str, bool | int | str]) -> Entry:
    """Return what the list says of a file.

    Args:
        path: The file.
        served: Its path in the site.
        kind: What it holds, one of KINDS of morris_core/engine/data_files.py.
        board: The name of the board that it is for.
        rules: The house rules that it is for; those that do not matter are left out.
    """
    data = path.read_bytes()
    return {
        "name": path.name,
        "path": served,
        "integrity": content_names.integrity(data),
        "bytes": len(data),
        "kind": kind,
        "board": board,
        "rules": rules,
    }
