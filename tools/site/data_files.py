"""Put the computer player's data files, which it fetches while it works, into a built site.

engine/data-files.json lists their names, paths and hashes and the games they serve (morris_core/engine/data_files.py
reads it). The files are in tablebases/ and named by their content.

The files of Perfect play are so large that only the player can ask for them. They are in perfect/. The list has the
names under which the service worker stores them, and perfect/about.json says what they cover, for the dialog on offline
play.
"""

import hashlib
import json
import shutil
from collections.abc import Iterable
from pathlib import Path

from morris_core import VARIANTS
from morris_core.engine.data_files import OPENING, TABLE, read_list
from morris_core.engine.opening import FILE, OpeningBook
from morris_core.engine.opening import SUFFIX as BOOK
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


def write(
    site: Path,
    tables: Iterable[Path] = (),
    shipped: Path = TABLES,
    perfect: Path | None = PERFECT,
    all_games: bool = True,
) -> None:
    """Copy the shipped tables and books, and more tables, into a site, and write their list.

    Args:
        tables: More tables. They replace shipped ones of the same name.
        shipped: The folder of the shipped tables.
        perfect: The folder of the files of Perfect play with their list; without a list there are none. None to leave
            them out.
        all_games: Whether to copy the shipped files of other games than nine men's morris.

    Raises:
        TableError: A file is damaged.
    """
    found = [*sorted(shipped.glob("*" + SUFFIX)), *sorted(TABLES.glob("*" + BOOK))]
    if not all_games:
        found = [path for path in found if offline.group_of(f"{FOLDER}/{path.stem}-HASH") == "engine"]
    paths = {path.name: path for path in [*(path for path in found if path.suffix == SUFFIX), *tables]}
    for folder in (FOLDER, offline.PERFECT):
        shutil.rmtree(site / folder, ignore_errors=True)
    entries = [table_entry(path, copy(path, site)) for path in paths.values()]
    entries += [book_entry(path, copy(path, site)) for path in found if path.suffix == BOOK]
    downloads = perfect_files(perfect) if perfect else []
    for path in downloads:
        served = copy(path, site, offline.PERFECT)
        stored = offline.stored_name(served, path.read_bytes())
        entries.append({**table_entry(path, served), "asked": True, "kept": stored})
    if downloads:
        about = json.dumps(contents([*paths.values(), *downloads], entries[-len(downloads)]))
        (site / offline.ABOUT).write_text(about + "\n", encoding="utf-8")
    plain = site / LIST
    (target,) = list(plain.parent.glob(f"{plain.stem}*{plain.suffix}")) or [plain]
    target.write_text(json.dumps(entries, indent=1) + "\n", encoding="utf-8")


def site_with_tables(site: Path, folder: Path, target: Path) -> None:
    """Write a copy of a built site with the table files of a folder added to the folder `target`."""
    tables = load_folder(folder)
    shutil.copytree(site, target)
    whole = (site / offline.PERFECT).is_dir()  # or built without it
    write(target, [Path(file.name) for file in tables.files], perfect=PERFECT if whole else None)
    content_names.settle(target)
    offline.write(target)


def copy(path: Path, site: Path, folder: str = FOLDER) -> str:
    """Copy a file into the site under a name with its hash. Return that name, relative to the site."""
    data = path.read_bytes()
    name = content_names.hashed_name(f"{folder}/{path.name}", data)
    (site / folder).mkdir(exist_ok=True)
    (site / name).write_bytes(data)
    return name


def perfect_files(folder: Path) -> list[Path]:
    """Return the files of Perfect play in a folder, or [] without a list. Raises TableError if one differs from it."""
    list_file = folder / PERFECT_LIST
    if not list_file.is_file():
        return []
    files = json.loads(list_file.read_text(encoding="utf-8"))["files"]
    for file in files:
        path = folder / file["name"]
        data = path.read_bytes() if path.is_file() else b""
        if (len(data), hashlib.sha256(data).hexdigest()) != (file["bytes"], file["sha256"]):
            raise TableError("The file {name} is not as {list} says: make both again.", name=path, list=list_file)
    return [folder / file["name"] for file in files]


def contents(paths: Iterable[Path], listed: Entry) -> Entry:
    """Return what the tables and the opening book cover together, for the page.

    Args:
        paths: The tables.
        listed: The list's entry of a table. The first game that it serves is the game in question.

    Returns:
        `{"variant": name, "men": men, "all": bool, "whole": bool}`. Every position with at most `men` men and none in
        hand is known. `all` says whether these are all positions without men in hand, and `whole` whether the
        positions with men in hand are known too.
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
    """Return the list's entry of a table file that is served under a path."""
    header = open_file(path.name, file_reader(path)).header
    rules = dict(header.rules)
    if any(pair.hands for pair in header.sections):
        # One of the sides has lost no man, so it still has all the men of the game.
        rules["men"] = max(sum(side) for pair in header.sections for side in pair)
    else:
        del rules["moving_while_placing"]  # which does not matter without men in hand
    return entry(path, served, TABLE, header.board.name, rules)


def book_entry(path: Path, served: str) -> Entry:
    """Return the list's entry of an opening book that is served under a path."""
    header = OpeningBook(path.name, file_reader(path)).header
    return entry(path, served, OPENING, header.board.name, header.rules)


def entry(path: Path, served: str, kind: str, board: str, rules: dict[str, bool | int | str]) -> Entry:
    """Return the list's entry of a file that the site serves as `served`, for a board and the rules that matter."""
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
