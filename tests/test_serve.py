"""The local server sends the site's headers, the right types and compressed files, and prints its address."""

import gzip
import re
import subprocess
import sys
from collections.abc import Iterator
from email.message import Message
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import brotli
import pytest

from tools.serve import preferred_encoding, serving
from tools.site.headers import RULES, headers_for
from tools.sources import ROOT

TYPES = {
    "index.html": "text/html",
    "boot/start.mjs": "text/javascript",
    "vendor/x-1/core.js": "text/javascript",
    "vendor/x-1/x.wasm": "application/wasm",
    "assets/page.romfs.gz": "application/gzip",
    "manifest.webmanifest": "application/manifest+json",
    "icons/icon.svg": "image/svg+xml",
    "engine/worker.py": "text/x-python",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    for name in (*TYPES, "embed.html", "404.html"):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"this is {name}")
    return folder


@pytest.fixture(scope="module")
def root(site: Path) -> Iterator[str]:
    with serving(site) as address:
        yield address


def ask(url: str, method: str = "GET", **headers: str) -> tuple[int, Message, bytes]:
    request = Request(url, headers={name.replace("_", "-"): value for name, value in headers.items()}, method=method)
    try:
        with urlopen(request) as response:
            return response.status, response.headers, response.read()
    except HTTPError as error:
        with error:
            return error.code, error.headers, error.read()


@pytest.mark.parametrize(("name", "kind"), TYPES.items())
def test_types(root: str, name: str, kind: str) -> None:
    status, headers, body = ask(root + name)
    assert (status, headers.get_content_type(), body) == (200, kind, f"this is {name}".encode())
    # The page unpacks these files itself, so they must reach it packed.
    assert "Content-Encoding" not in headers


def test_only_files_with_hashed_names_are_cached_for_good(root: str) -> None:
    for name in ("vendor/x-1/core.js", "assets/page.romfs.gz", "boot/start.mjs", "engine/worker.py"):
        assert ask(root + name)[1]["Cache-Control"] == "public, max-age=31536000, immutable"
    for name in ("", "embed.html"):
        assert ask(root + name)[1]["Cache-Control"] == "public, max-age=0, must-revalidate"


@pytest.mark.parametrize("name", ["assets/page-gone.romfs.gz", "vendor/x-2/core.js", "nowhere"])
def test_missing_files_are_not_cached(root: str, name: str) -> None:
    """A missing file must not stay missing for a year, even if its name says that it never changes."""
    status, headers, _ = ask(root + name)
    assert (status, headers.get_all("Cache-Control")) == (404, ["no-store"])


def test_missing_files_get_the_404_page(root: str) -> None:
    status, headers, body = ask(root + "nowhere/at/all")
    assert (status, headers.get_content_type(), body) == (404, "text/html", b"this is 404.html")


@pytest.mark.parametrize("name", ["%00", "boot/%00/", "a" * 60_000, "a" * 60_000 + "/", "boot/start.mjs/"])
def test_names_that_no_file_can_have_get_the_404_page_too(root: str, name: str) -> None:
    for method in ("GET", "HEAD"):
        assert ask(root + name, method)[0] == 404
    assert ask(root + name, Range="bytes=0-3")[2] == b"this is 404.html"


LONG = "boot/long.mjs"  # long enough to be worth compressing
PACKED = "assets/long.romfs.gz"  # which the page unpacks itself
UNPACK = {"br": brotli.decompress, "gzip": gzip.decompress, None: bytes}


@pytest.fixture(scope="module")
def long_files(site: Path) -> bytes:
    text = b"export const point = 'd6';\n" * 1000
    for name in (LONG, PACKED):
        (site / name).write_bytes(text)
    return text


@pytest.mark.parametrize(
    ("accepted", "expected"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip;q=0.5", "gzip"),
        ("identity", None),
        ("gzip;q=0, br; q=0.000", None),
        ("br;q=0,gzip", "gzip"),
    ],
)
def test_texts_are_sent_in_the_best_encoding_that_the_browser_accepts(
    root: str, long_files: bytes, accepted: str, expected: str | None
) -> None:
    _, headers, body = ask(root + LONG, Accept_Encoding=accepted)
    assert headers["Content-Encoding"] == expected
    assert headers["Vary"] == "Accept-Encoding"
    assert headers["Content-Type"] == "text/javascript"
    assert int(headers["Content-Length"]) == len(body)
    assert UNPACK[expected](body) == long_files
    assert ask(root + LONG, "HEAD", Accept_Encoding=accepted)[1]["Content-Length"] == str(len(body))


def test_without_the_brotli_package_gzip_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.serve.brotli", None)
    assert preferred_encoding("gzip, br") == "gzip"


def test_packed_files_are_sent_unchanged(root: str, long_files: bytes) -> None:
    _, headers, body = ask(root + PACKED, Accept_Encoding="gzip, br")
    assert (headers["Content-Encoding"], body) == (None, long_files)


def test_an_unchanged_file_is_not_sent_again(root: str, long_files: bytes) -> None:
    modified = ask(root + LONG, Accept_Encoding="br")[1]["Last-Modified"]
    assert ask(root + LONG, Accept_Encoding="br", If_Modified_Since=modified)[0] == 304
    long_ago = "Sat, 01 Jan 2000 00:00:00 GMT"
    assert ask(root + LONG, Accept_Encoding="br", If_Modified_Since=long_ago)[0] == 200


def test_no_two_rules_set_one_header_for_a_path() -> None:
    for path in ("/", "/index.html", "/embed.html", "/embed", "/vendor/a.js", "/assets/a", "/learn/a.html", "/x.js"):
        matching = [headers for pattern, headers in RULES if headers_for(path, [(pattern, {"X": "yes"})]).get("X")]
        names = [name for headers in matching for name in headers]
        assert matching, path
        assert len(names) == len(set(names)), path


def start(*arguments: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "tools.serve", *arguments]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_it_prints_an_address_that_answers(site: Path) -> None:
    with start(str(site), "--port", "0") as process:
        try:
            assert process.stdout
            (url,) = re.findall(r"http://\S+", process.stdout.readline())
            assert ask(url)[2] == b"this is index.html"
        finally:
            process.terminate()


def test_it_reports_a_missing_site_and_a_used_port(tmp_path: Path, root: str, site: Path) -> None:
    with start(str(tmp_path)) as process:
        assert "make site" in process.communicate()[1]
    assert process.returncode == 1
    with start(str(site), "--port", root.rstrip("/").rpartition(":")[2]) as process:
        assert "cannot be had" in process.communicate()[1]
    assert process.returncode == 1
