"""Put the computer player's files of data into a built site: those that it fetches while it works, as they are wanted.

engine/data-files.json lists them: each with its name, path and hash, and for which games it is (see
morris_core/engine/data_files.py, which reads it). The files themselves lie in tablebases/, named by their content.

The files of Perfect play are too large to be fetched unasked. They lie in perfect/; the list says under which name the
service worker keeps them once the player has had them fetched, and perfect/about.json, for offline, what they
know.
"""

import hashlib
import json
import shutil
from collections.abc import Iterable
from pathlib import Path

from morris_core import VARIANTS
from morris_core.engine.data_files import OPENING, TABLE, read_list
from morris_core.engine.opening import ANYWHERE, FILE, OpeningBook
from morris_core.tablebase import SUFFIX, Tablebase, TableError, load_folder
from morris_core.tablebase.probe import file_reader, open_file
from tools.site import content_names, offline
from tools.sources import CORE, ROOT

TABLES = CORE / "tablebase/files"
PERFECT = ROOT / "web/data/perfect"
PERFECT_LIST = "list.json"
FOLDER = "tablebases"
LIST = "engine/data-files.json"

Entry = dict[str, object]


def write(site: Path, tables: Iterable[Path] = (), shipped: Path = TABLES, perfect: Path = PERFECT) -> None:
    """Put the tables and the books that ship, and further table files, into the site, and write the list of them.

    Args:
        site: The folder; where it has a list already, that is written anew under the name that it has.
        tables: Further tables; one that has the name of a table that ships takes its place.
        shipped: The folder of the tables that ship.
        perfect: The folder of the files of Perfect play, with their list; without a list there are none.

    Raises:
        TableError: a file is no table file, or no opening book, or damaged.
    """
    paths = {path.name: path for path in [*sorted(shipped.glob("*" + SUFFIX)), *tables]}
    for folder in (FOLDER, offline.PERFECT):
        shutil.rmtree(site / folder, ignore_errors=True)
    entries = [table_entry(path, copy(path, site)) for path in paths.values()]
    entries += [book_entry(path, copy(path, site)) for path in (FILE, ANYWHERE)]
    asked = perfect_files(perfect)
    listed = []
    for path in asked:
        served = copy(path, site, offline.PERFECT)
        kept = offline.kept_name(served, path.read_bytes())
        listed.append({**table_entry(path, served), "asked": True, "kept": kept})
    entries += listed
    if asked:
        about = json.dumps(what_is_known([*paths.values(), *asked], listed[0]))
        (site / offline.ABOUT).write_text(about + "\n", encoding="utf-8")
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


def copy(path: Path, site: Path, folder: str = FOLDER) -> str:
    """Copy a file into the site under a name that carries its hash; return that name, relative to the site."""
    data = path.read_bytes()
    name = f"{folder}/{path.stem}-{hashlib.sha256(data).hexdigest()[: content_names.DIGITS]}{path.suffix}"
    (site / folder).mkdir(exist_ok=True)
    (site / name).write_bytes(data)
    return name


def perfect_files(folder: Path) -> list[Path]:
    """Return the files of Perfect play in a folder; none where it has no list.

    Raises:
        TableError: a file is not as the list says.
    """
    listed = folder / PERFECT_LIST
    if not listed.is_file():
        return []
    files = json.loads(listed.read_text(encoding="utf-8"))["files"]
    for file in files:
        path = folder / file["name"]
        data = path.read_bytes() if path.is_file() else b""
        if (len(data), hashlib.sha256(data).hexdigest()) != (file["bytes"], file["sha256"]):
            raise TableError("The file {name} is not as {list} says: make both again.", name=path, list=listed)
    return [folder / file["name"] for file in files]


def what_is_known(paths: Iterable[Path], listed: Entry) -> Entry:
    """Return what tables and the opening book know together, for the page.

    Args:
        paths: The tables.
        listed: What the list says of one of them: the first game that it serves is the one that is meant.

    Returns:
        Of the game: `{"variant": its name, "men": the most men of both sides up to which every position without men in
        hand is known, "all": whether these are all, "whole": whether all others are known too}`.
    """
    (file,) = read_list([listed])
    variant = next(variant for variant in VARIANTS.values() if file.serves(variant))
    tables = Tablebase((str(path), file_reader(path)) for path in paths)
    reach, derived = tables.reach(variant), tables.derives_from(variant)
    men = reach.men if reach else 0
    book = OpeningBook(FILE.name, file_reader(FILE))
    placed = book.early.last if book.serves(variant) else -1
    return {
        "variant": variant.name,
        "men": men,
        "all": men == 2 * variant.rules.men,
        "whole": bool(reach and reach.whole) or (derived is not None and derived <= placed + 1),
    }


def table_entry(path: Path, served: str) -> Entry:
    """Return what the list says of a table file that is served under a path."""
    header = open_file(path.name, file_reader(path)).header
    rules = dict(header.rules)
    if any(pair.hands for pair in header.sections):
        # Some side has lost no man, so it has as many as the game begins with.
        rules["men"] = max(sum(side) for pair in header.sections for side in pair)
    else:
        del rules["moving_while_placing"]  # without men in hand nobody places
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
