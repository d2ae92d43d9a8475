"""Write the service worker of a built site.

The worker is the files of web/service-worker, joined, with one line above them: BUILD, the list of the site's files in
named groups, each file with its hash and size. The list is read from the folder as it lies there, so it is made last;
nothing in it is typed by hand. Any change of any file changes the worker, which is how browsers notice a new version.
"""

import hashlib
import json
from fnmatch import fnmatchcase
from pathlib import Path

from tools.sources import ROOT

FOLDER = ROOT / "web/service-worker"
PARTS = ("files", "store", "downloads", "versions", "answers", "requests", "events")  # in this order
WORKER = "service-worker.js"
HASH_DIGITS = 32  # hexadecimal, of SHA-256: 128 bits, more than chance can meet
PERFECT = "perfect"  # the group of the files of Perfect play, and their folder
ABOUT = f"{PERFECT}/about.json"  # what the page says of them (data_files.py)

# Files that are kept, and removed, together; and when they are fetched:
# "install": with the first visit; "quiet": once nothing else is being loaded, unless the line is paid by the byte;
# "wanted": each file as it is first asked for;
# "asked": piece by piece, only when the player has asked for all of them.
GROUPS = {"page": "install", "engine": "quiet", "tablebases": "wanted", "languages": "wanted", PERFECT: "asked"}

# The group of each file, by patterns of names relative to the site's root, in which `*` stands for anything, slashes
# too. The first that fits decides. None is never kept: it is for hosts, search engines and other sites.
PLACES: tuple[tuple[str, str | None], ...] = (
    (WORKER, None),
    (".*", None),
    ("_headers", None),
    ("_redirects", None),
    ("robots.txt", None),
    ("sitemap.xml", None),
    ("oembed*", None),
    ("icons/preview.png", None),
    ("*.d.ts", None),
    ("learn/api/*", None),
    ("style/api.css", None),
    (ABOUT, None),
    ("engine/link*.mjs", "page"),  # the page's end of the wire
    ("engine/storage*.mjs", "page"),
    ("engine/*", "engine"),
    ("vendor/pyodide-*", "engine"),
    ("assets/python-*", "engine"),
    ("assets/snapshot-*", "engine"),
    # The opening books and the small endgames, which games of nine men's morris want; Perfect play builds on them.
    ("tablebases/*.mob", "engine"),
    ("tablebases/nine-endgames-*", "engine"),
    ("tablebases/nine-predicted-*", "engine"),
    ("tablebases/*", "tablebases"),
    ("locale/*", "languages"),
    ("learn/*.[a-z][a-z].html", "languages"),
    ("manifest.[a-z][a-z].webmanifest", None),
    (f"{PERFECT}/*", PERFECT),
    ("*", "page"),
)


def build_list(site: Path) -> dict[str, object]:
    """Return what the service worker must know of the site in folder `site`.

    Returns:
        `{"version": str, "groups": [{"name": str, "when": str, "files": [[name, hash, bytes], ...]}, ...]}`; groups
        without files are there too. The group PERFECT has also what ABOUT says, as `about`.
    """
    files: dict[str, list[tuple[str, str, int]]] = {name: [] for name in GROUPS}
    for path in sorted(path for path in site.rglob("*") if path.is_file()):
        name = path.relative_to(site).as_posix()
        group = next(group for pattern, group in PLACES if fnmatchcase(name, pattern))
        if group is not None:
            data = path.read_bytes()
            files[group].append((name, content_hash(data), len(data)))
    groups: list[dict[str, object]] = [
        {"name": name, "when": when, "files": files[name]} for name, when in GROUPS.items()
    ]
    if (site / ABOUT).is_file():
        (asked,) = [group for group in groups if group["name"] == PERFECT]
        asked["about"] = json.loads((site / ABOUT).read_text(encoding="utf-8"))
    version = hashlib.sha256(json.dumps(groups).encode() + source().encode()).hexdigest()[:12]
    return {"version": version, "groups": groups}


def source() -> str:
    """Return the text of the service worker without its list of files."""
    return "\n".join((FOLDER / f"{part}.js").read_text(encoding="utf-8") for part in PARTS)


def content_hash(data: bytes) -> str:
    """Return the hash that a file is kept under."""
    return hashlib.sha256(data).hexdigest()[:HASH_DIGITS]


def kept_name(name: str, data: bytes) -> str:
    """Return the name, relative to the site, under which the service worker keeps a file: `key` in its FILES."""
    return f"{name}?kept={content_hash(data)}"


def write(site: Path) -> None:
    """Write the service worker into the folder `site`, over one that is there."""
    build = json.dumps(build_list(site), separators=(",", ":"))
    (site / WORKER).write_text(f"const BUILD = {build};\n{source()}", encoding="utf-8")
