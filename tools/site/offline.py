"""Write the service worker of a built site.

The worker consists of the files of web/service-worker, after a line that defines BUILD: the site's files in named
groups, each with its hash and size. The list is read from the finished folder. Any change to a file changes the worker,
which is how browsers notice a new version.
"""

import hashlib
import json
from fnmatch import fnmatchcase
from pathlib import Path

from morris_core import __version__
from tools.site import slices
from tools.sources import ROOT

FOLDER = ROOT / "web/service-worker"
PARTS = ("files", "store", "downloads", "versions", "answers", "requests", "events")  # in order
WORKER = "service-worker.js"
HASH_DIGITS = 32  # hexadecimal digits of SHA-256; 128 bits rule out collisions
PERFECT = "perfect"  # the folder and the group of the files of Perfect play
ABOUT = f"{PERFECT}/about.json"  # what these files cover (data_files.py)

# The groups of files that are stored and removed together, and when each is downloaded:
# "install": at the first visit; "quiet": when nothing else is loading, unless the connection is metered;
# "wanted": each file on first use; "asked": in pieces, only at the player's request.
GROUPS = {"page": "install", "engine": "quiet", "tablebases": "wanted", "languages": "wanted", PERFECT: "asked"}

# The group of each file. The first matching pattern of its name decides (`*` also matches slashes). Files in no group
# are never stored: they are for hosts, search engines and other sites.
PLACES: tuple[tuple[str, str | None], ...] = (
    (WORKER, None),
    (".*", None),
    ("_headers", None),
    ("_redirects", None),
    ("robots.txt", None),
    *((path.name, None) for path in slices.host_files()),
    ("sitemap.xml", None),
    ("oembed*", None),
    ("icons/preview.png", None),
    ("*.d.ts", None),
    ("learn/api/*", None),
    ("style/api.css", None),
    (ABOUT, None),
    ("engine/link*.mjs", "page"),  # the page's side of the connection to the engine
    ("engine/storage*.mjs", "page"),
    ("engine/*", "engine"),
    ("vendor/pyodide-*", "engine"),
    ("assets/python-*", "engine"),
    ("assets/snapshot-*", "engine"),
    # The opening books and small endgames that nine men's morris needs, and on which Perfect play builds.
    ("tablebases/nine-opening-*", "engine"),
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
    """Return BUILD for the site in folder `site`.

    Returns:
        `{"version": "RELEASE+HASH", "groups": [{"name": str, "when": str, "files": [[name, hash, bytes], ...]}, ...]}`,
        including groups without files. The group PERFECT also has the contents of ABOUT, as `about`.
    """
    files: dict[str, list[tuple[str, str, int]]] = {name: [] for name in GROUPS}
    for path in sorted(path for path in site.rglob("*") if path.is_file()):
        name = path.relative_to(site).as_posix()
        group = group_of(name)
        if group is not None:
            data = path.read_bytes()
            files[group].append((name, content_hash(data), len(data)))
    groups: list[dict[str, object]] = [
        {"name": name, "when": when, "files": files[name]} for name, when in GROUPS.items()
    ]
    if (site / ABOUT).is_file():
        (perfect,) = [group for group in groups if group["name"] == PERFECT]
        perfect["about"] = json.loads((site / ABOUT).read_text(encoding="utf-8"))
    content = hashlib.sha256(json.dumps(groups).encode() + source().encode()).hexdigest()[:12]
    return {"version": f"{__version__}+{content}", "groups": groups}


def group_of(name: str) -> str | None:
    """Return the group of a file of the site, or None if it is never stored."""
    return next(group for pattern, group in PLACES if fnmatchcase(name, pattern))


def source() -> str:
    """Return the text of the service worker without its list of files."""
    return "\n".join((FOLDER / f"{part}.js").read_text(encoding="utf-8") for part in PARTS)


def content_hash(data: bytes) -> str:
    """Return the hash under which the service worker stores a file."""
    return hashlib.sha256(data).hexdigest()[:HASH_DIGITS]


def stored_name(name: str, data: bytes) -> str:
    """Return the name, relative to the site, under which the service worker stores a file: `key` in its FILES."""
    return f"{name}?kept={content_hash(data)}"


def write(site: Path) -> None:
    build = json.dumps(build_list(site), separators=(",", ":"))
    (site / WORKER).write_text(f"const BUILD = {build};\n{source()}", encoding="utf-8")
