"""The list of the files of Perfect play, by which a site offers them and a browser checks what it fetched.

Invariant: every file that is listed was read whole, so that a list names no damaged file.
"""

import hashlib
import json
from pathlib import Path

from morris_core.tablebase.probe import SUFFIX, file_reader, open_file
from tools.tablebase.store import StoreError, write_whole

LIST = "list.json"
MOST_BYTES = 20_000_000
"""A file is no larger, so that any static host serves it."""


def list_files(folder: Path) -> list[dict[str, object]]:
    """Write the list of the table files in a folder; return what it says of each: name, bytes, sha256 and pairs.

    Raises StoreError when there are none, one is too large, or two hold the same pair; TableError when one is damaged.
    """
    entries: list[tuple[int, dict[str, object]]] = []
    holders: dict[tuple[str, str], str] = {}
    for path in sorted(folder.glob("*" + SUFFIX)):
        data = path.read_bytes()
        if len(data) > MOST_BYTES:
            raise StoreError(f"The file {path} has {len(data):,} bytes; at most {MOST_BYTES:,} are allowed.")
        file = open_file(path.name, file_reader(path))
        file.check()
        names = [pair.name() for pair in sorted(file.header.sections)]
        for name in names:
            other = holders.setdefault((file.header.board.name, name), path.name)
            if other != path.name:
                raise StoreError(f"The files {other} and {path.name} both hold the pair {name}.")
        men = max(pair.men for pair in file.header.sections)
        digest = hashlib.sha256(data).hexdigest()
        entries.append((men, {"name": path.name, "bytes": len(data), "sha256": digest, "pairs": names}))
    if not entries:
        raise StoreError(f"There are no table files (*{SUFFIX}) in the folder {folder}.")
    files = [entry for _, entry in sorted(entries, key=lambda entry: (entry[0], str(entry[1]["name"])))]
    lines = ",\n".join(f"  {json.dumps(file)}" for file in files)
    write_whole(folder / LIST, f'{{\n "files": [\n{lines}\n ]\n}}\n'.encode())
    return files
