"""The local server: netlify.toml's headers, the right types, one address printed."""

import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from email.message import Message
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from tools.serve import NETLIFY, address, headers_for, make_server, read_rules
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
    server = make_server(site)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield address(server)
    server.shutdown()
    thread.join()
    server.server_close()


def get(url: str) -> tuple[int, Message, str]:
    try:
        with urlopen(url) as response:
            return response.status, response.headers, response.read().decode()
    except HTTPError as error:
        with error:
            return error.code, error.headers, error.read().decode()


@pytest.mark.parametrize(("name", "kind"), TYPES.items())
def test_types(root: str, name: str, kind: str) -> None:
    status, headers, body = get(root + name)
    assert (status, headers.get_content_type(), body) == (200, kind, f"this is {name}")
    # What the page unpacks itself must reach it packed.
    assert "Content-Encoding" not in headers


@pytest.mark.parametrize("name", ["", "index.html", "embed.html", "boot/start.mjs"])
def test_headers_on_everything(root: str, name: str) -> None:
    headers = get(root + name)[1]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cross-Origin-Embedder-Policy"] == "require-corp"
    assert headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert "camera=()" in headers["Permissions-Policy"]


@pytest.mark.parametrize(
    ("name", "ancestors"), [("", "'self'"), ("index.html", "'self'"), ("embed.html", "*"), ("404.html", "'self'")]
)
def test_who_may_frame_a_page(root: str, name: str, ancestors: str) -> None:
    (policy,) = get(root + name)[1].get_all("Content-Security-Policy", [])
    assert policy.endswith(f"frame-ancestors {ancestors}")
    assert "'unsafe-" not in policy.replace("'wasm-unsafe-eval'", "")


def test_only_names_that_tell_their_content_are_kept_for_good(root: str) -> None:
    for name in ("vendor/x-1/core.js", "assets/page.romfs.gz"):
        assert get(root + name)[1]["Cache-Control"] == "public, max-age=31536000, immutable"
    for name in ("", "boot/start.mjs"):
        assert get(root + name)[1]["Cache-Control"] == "public, max-age=0, must-revalidate"


@pytest.mark.parametrize("name", ["assets/page-gone.romfs.gz", "vendor/x-2/core.js", "nowhere"])
def test_what_is_not_there_is_not_kept(root: str, name: str) -> None:
    """A file that is missing today must not go on missing for a year, whatever its name promises."""
    status, headers, _ = get(root + name)
    assert (status, headers.get_all("Cache-Control")) == (404, ["no-store"])


def test_what_is_not_there(root: str) -> None:
    status, headers, body = get(root + "nowhere/at/all")
    assert (status, headers.get_content_type(), body) == (404, "text/html", "this is 404.html")


def test_no_two_rules_set_one_header_for_a_path() -> None:
    rules = read_rules(NETLIFY)
    for path in ("/", "/index.html", "/embed.html", "/embed", "/vendor/a.js", "/assets/a", "/learn/a.html", "/x.js"):
        matching = [headers for pattern, headers in rules if headers_for(path, [(pattern, {"X": "yes"})]).get("X")]
        names = [name for headers in matching for name in headers]
        assert matching, path
        assert len(names) == len(set(names)), path


def start(*arguments: str) -> "subprocess.Popen[str]":
    command = [sys.executable, str(ROOT / "tools/serve.py"), *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_it_prints_an_address_that_answers(site: Path) -> None:
    with start(str(site), "--port", "0") as process:
        try:
            assert process.stdout
            (url,) = re.findall(r"http://\S+", process.stdout.readline())
            assert get(url)[2] == "this is index.html"
        finally:
            process.terminate()


def test_it_says_what_is_wrong(tmp_path: Path, root: str, site: Path) -> None:
    with start(str(tmp_path)) as process:
        assert "make site" in process.communicate()[1]
    assert process.returncode == 1
    with start(str(site), "--port", root.rstrip("/").rpartition(":")[2]) as process:
        assert "cannot be had" in process.communicate()[1]
    assert process.returncode == 1
