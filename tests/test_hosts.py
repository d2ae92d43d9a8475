"""Hosts send the headers of tools/site/headers.py. If nginx is installed, it serves a site for this test."""

import shutil
import socket
import subprocess
from collections.abc import Iterator
from email.message import Message
from pathlib import Path

import pytest

from tests.test_serve import ask
from tools.site.headers import RULES, TYPES, headers_file, headers_for
from tools.site.hosts import nginx
from tools.sources import ROOT

FILES = (
    "index.html",
    "embed.html",
    "404.html",
    "service-worker.js",
    "manifest.webmanifest",
    "learn/index.html",
    "licences/index.html",
    "boot/start.mjs",
    "engine/worker.py",
    "vendor/pyodide-1/pyodide.asm.wasm",
    "assets/page-01.romfs.gz",
    "icons/icon.png",
)

NGINX = """
daemon off;
pid {folder}/pid;
error_log {folder}/error.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/t1;
    proxy_temp_path {folder}/t2;
    fastcgi_temp_path {folder}/t3;
    uwsgi_temp_path {folder}/t4;
    scgi_temp_path {folder}/t5;
    {site}
}}
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    for name in FILES:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"this is {name} " * 200)
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    return folder


@pytest.fixture(params=["/", "/games/morris/"])
def served(request: pytest.FixtureRequest, site: Path, tmp_path: Path) -> Iterator[str]:
    """The address of the site in an nginx, at the root of the host or in a folder."""
    program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if program is None:
        pytest.skip("nginx is not installed")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    text = nginx(RULES, str(site), request.param).replace("listen 80;", f"listen 127.0.0.1:{port};")
    config = tmp_path / "nginx.conf"
    config.write_text(NGINX.format(folder=tmp_path, site=text))
    # nginx gives up root's rights and must still be able to read the files.
    for folder in (tmp_path, *tmp_path.parents):
        if folder.stat().st_uid == 0 and "pytest" in str(folder):
            folder.chmod(0o755)
    with subprocess.Popen([program, "-c", config, "-e", tmp_path / "start.log"]) as process:
        try:
            while process.poll() is None:
                with socket.socket() as probe:
                    if probe.connect_ex(("127.0.0.1", port)) == 0:
                        break
            assert process.poll() is None, (tmp_path / "start.log").read_text()
            yield f"http://127.0.0.1:{port}{request.param}"
        finally:
            process.terminate()


def get(url: str, encoding: str = "gzip") -> tuple[int, Message, bytes]:
    return ask(url, Accept_Encoding=encoding)


def test_nginx_sends_every_header(served: str) -> None:
    for name in ("", *FILES):
        status, headers, _ = get(served + name)
        assert status == 200, name
        expected = headers_for(f"/{name}")
        assert {key: headers.get(key) for key in expected} == expected, name
        assert headers.get("Content-Security-Policy") == expected.get("Content-Security-Policy"), name
        kind = TYPES[Path(name or "index.html").suffix]
        assert headers["Content-Type"].split(";")[0] == kind, name


def test_nginx_compresses_what_shrinks_and_leaves_what_the_page_unpacks(served: str) -> None:
    for name in ("", "boot/start.mjs", "vendor/pyodide-1/pyodide.asm.wasm", "manifest.webmanifest"):
        assert get(served + name)[1].get("Content-Encoding") == "gzip", name
    for name in ("assets/page-01.romfs.gz", "icons/icon.png"):
        assert "Content-Encoding" not in get(served + name)[1], name


def test_nginx_answers_missing_addresses_with_the_404_page(served: str) -> None:
    status, headers, body = get(served + "nowhere/at/all", "identity")
    assert (status, body[:16]) == (404, b"this is 404.html")
    assert headers["Content-Security-Policy"].endswith("frame-ancestors 'self'")


@pytest.mark.parametrize("name", ["assets/page-gone.romfs.gz", "vendor/x-2/core.js"])
def test_nginx_forbids_caching_missing_files(served: str, name: str) -> None:
    status, headers, _ = get(served + name)
    assert status == 404
    assert "immutable" not in headers.get("Cache-Control", "")


def test_the_headers_file_has_every_rule() -> None:
    read: list[tuple[str, dict[str, str]]] = []
    for line in headers_file().splitlines():
        if line.startswith("  "):
            name, _, value = line.strip().partition(": ")
            read[-1][1][name] = value
        else:
            read.append((line, {}))
    assert read == RULES


def test_every_file_type_of_ours_is_known() -> None:
    root = ROOT / "web"
    suffixes = {path.suffix for path in root.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    assert suffixes - TYPES.keys() - {".pyi"} == set()
