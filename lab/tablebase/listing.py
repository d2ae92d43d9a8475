"""The list of the files of Perfect play. A site offers them by it, and a browser checks what it downloaded.

Invariant: every listed file was read whole, so no list names a damaged file.
"""

import hashlib
import json
from pathlib import Path

from lab.tablebase.store import StoreError, write_whole
from morris_core.tablebase.probe import SUFFIX, file_reader, open_file

LIST = "list.json"
MOST_BYTES = 20_000_000
"""The most bytes of a file, so that any static host serves it."""


def list_files(folder: Path) -> list[dict[str, object]]:
    """Write the list of the table files in a folder and return its entries: name, bytes, sha256 and pairs of each file.

    Raises:
        StoreError: there are no files, one is too large, or two hold the same pair.
        TableError: a file is damaged.
    """
    entries: list[tuple[int, str, dict[str, object]]] = []
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
        entries.append((men, path.name, {"name": path.name, "bytes": len(data), "sha256": digest, "pairs": names}))
    if not entries:
        raise StoreError(f"There are no table files (*{SUFFIX}) in the folder {folder}.")
    files = [entry for _, _, entry in sorted(entries, key=lambda entry: entry[:2])]
    lines = ",\n".join(f"  {json.dumps(file)}" for file in files)
    write_whole(folder / LIST, [f'{{\n "files": [\n{lines}\n ]\n}}\n'.encode()])
    return files
