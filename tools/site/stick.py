"""Pack the built site with a server of one file, for computers without the internet: `make zip`.

The archive has a folder with start.py, which serves the site with the types of headers.py, a text that says how to
begin, and the site itself.
"""

import argparse
import pprint
import sys
from pathlib import Path

from morris_core import __version__
from tools import build_site
from tools.site.headers import TYPES
from tools.sources import ROOT

START = Path(__file__).with_name("start.py")
READ_ME = """\
Nine Men's Morris, without the internet

You need Python 3.9 or newer (python.org) and a browser.

Windows: double-click start.py.
Others: open a terminal in this folder and type  python3 start.py

Your browser then opens the game. It saves your games; nothing leaves this computer.

A class: python3 start.py --lan  also prints the address for the other devices in your network.
site/learn/teaching.html tells teachers more.

A host: copy the contents of the folder site to it. start.py stays here.
"""


def server() -> str:
    """Return the text of start.py with the types."""
    text, empty = START.read_text(encoding="utf-8"), "TYPES: dict[str, str] = {}\n"
    if text.count(empty) != 1:
        raise ValueError(f"{START} must have one line {empty!r}")
    return text.replace(empty, f"TYPES: dict[str, str] = {pprint.pformat(TYPES, sort_dicts=False, width=60)}\n")


def write(site: Path, target: Path) -> None:
    """Write the archive of a built site. Its bytes depend on the site and on our sources alone."""
    names = {path: f"site/{path.relative_to(site).as_posix()}" for path in sorted(site.rglob("*")) if path.is_file()}
    texts = {"READ ME.txt": READ_ME, "start.py": server()}
    build_site.write_archive(
        target,
        [
            *((f"morris-{__version__}/{name}", text.encode()) for name, text in texts.items()),
            *((f"morris-{__version__}/{name}", path.read_bytes()) for path, name in names.items()),
        ],
    )


def main() -> int:
    parser = argparse.ArgumentParser(description="Pack the built site with a server.")
    parser.add_argument("site", type=Path, nargs="?", default=ROOT / "dist")
    parser.add_argument("target", type=Path, nargs="?", default=ROOT / f"build/morris-{__version__}.zip")
    arguments = parser.parse_args()
    write(arguments.site, arguments.target)
    print(f"{arguments.target}: {arguments.target.stat().st_size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
