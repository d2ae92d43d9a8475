"""Every data file that ships is as docs/data-files.md says, which also says how it was made."""

import hashlib
import re

from morris_core.engine import network
from morris_core.engine.opening import SUFFIX as BOOK
from morris_core.tablebase import SUFFIX
from tools.site.data_files import PERFECT, TABLES
from tools.site.facts import FOLDER
from tools.sources import APP, CORE, ROOT

NOTES = (ROOT / "docs/data-files.md").read_text(encoding="utf-8")
LINE = re.compile(r"\| `([^`]+)` \| (\d+) \| `([0-9a-f]{64})` \| (\d\d [A-Z][a-z]+ 20\d\d) \| ([^|]+) \|")


def shipped() -> set[str]:
    """Return the data files in the folders that ship, and those that the build reads."""
    files = [
        *TABLES.iterdir(),
        *PERFECT.iterdir(),
        *PERFECT.parent.glob("*.txt"),
        *FOLDER.glob("*.json"),
        CORE / "engine" / network.FILE,
        *(APP / "features").glob("*/*.txt"),
    ]
    return {path.relative_to(ROOT).as_posix() for path in files}


def test_every_data_file_has_its_size_and_hash_and_how_it_was_made() -> None:
    noted = {line[1]: line for line in LINE.finditer(NOTES)}
    assert shipped() == set(noted)
    for name, line in noted.items():
        data = (ROOT / name).read_bytes()
        digest = hashlib.sha256(data).hexdigest()
        now = f"| `{name}` | {len(data)} | `{digest}` | {line[4]} | {line[5]} |"
        assert line[0] == now, f"{name} has changed. If it was made again, write into docs/data-files.md:\n{now}"


def test_nothing_else_that_was_computed_ships() -> None:
    """A binary file of the package or the page is one of those above."""
    found = [*CORE.rglob("*" + SUFFIX), *CORE.rglob("*" + BOOK), *CORE.rglob("*.bin"), *(ROOT / "web").rglob("*.mtb")]
    assert {path.relative_to(ROOT).as_posix() for path in found} <= shipped()
