"""The list in the service worker has every file once, in its group, with its hash."""

import json
from pathlib import Path

import pytest

from tools.site.offline import FOLDER, GROUPS, PARTS, WORKER, build_list, source, write

PLACES = {
    "index.html": "page",
    "embed.html": "page",
    "learn/rules.html": "page",
    "icons/icon-192.png": "page",
    "vendor/micropython-1/micropython.wasm": "page",
    "assets/page-0123.romfs.gz": "page",
    "engine/link.mjs": "page",
    "engine/storage.mjs": "page",
    "engine/worker.py": "engine",
    "vendor/pyodide-1/pyodide.asm.wasm": "engine",
    "assets/snapshot-0123.bin": "engine",
    "assets/python-0123.zip": "engine",
    "tablebases/three.mtb": "tablebases",
    "tablebases/nine-opening-0123.mob": "engine",
    "tablebases/nine-diagonal-opening-0123.mob": "tablebases",
    "tablebases/nine-endgames-0123.mtb": "engine",
    "tablebases/nine-predicted-0123.mtb": "engine",
    "tablebases/nine-without-flying-endgames-0123.mtb": "tablebases",
    "locale/de.json": "languages",
    "learn/rules.de.html": "languages",
}
NEVER_KEPT = (
    "robots.txt",
    "sitemap.xml",
    "_headers",
    "icons/preview.png",
    "embed.d.ts",
    "oembed.json",
    ".nojekyll",
    WORKER,
)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    for name in (*PLACES, *NEVER_KEPT):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"this is {name}")
    return tmp_path


def listed(site: Path) -> dict[str, tuple[str, str, int]]:
    """Return file -> (group, hash, bytes)."""
    groups = json.loads(json.dumps(build_list(site)))["groups"]
    return {name: (group["name"], digest, size) for group in groups for name, digest, size in group["files"]}


def test_every_file_is_in_its_group(site: Path) -> None:
    assert {name: group for name, (group, _, _) in listed(site).items()} == PLACES


def test_groups_that_have_no_files_yet_are_known(tmp_path: Path) -> None:
    groups = json.loads(json.dumps(build_list(tmp_path)))["groups"]
    assert {group["name"]: group["when"] for group in groups} == GROUPS
    assert [group["files"] for group in groups] == [[]] * len(GROUPS)


def test_a_changed_file_changes_its_hash_and_the_version_and_nothing_else(site: Path) -> None:
    before, version = listed(site), build_list(site)["version"]
    (site / "index.html").write_text("this is another index.html")
    after = listed(site)
    assert {name for name in before if before[name] != after[name]} == {"index.html"}
    assert after["index.html"][2] == len("this is another index.html")
    assert build_list(site)["version"] != version


def test_the_worker_is_the_list_and_the_source(site: Path) -> None:
    write(site)
    first, _, rest = (site / WORKER).read_text().partition("\n")
    assert json.loads(first.removeprefix("const BUILD = ").removesuffix(";")) == json.loads(
        json.dumps(build_list(site))
    )
    assert rest == source()


def test_every_file_of_the_workers_folder_is_a_part_of_it() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(PARTS)
