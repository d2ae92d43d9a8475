"""The archive for a stick serves the site from any folder, with nothing but Python."""

import shutil
import ssl
import subprocess
import sys
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tools.site import stick
from tools.site.headers import TYPES

FILES = {"index.html": b"<!doctype html>", "boot/start.mjs": b"export {};", "vendor/a.wasm": b"\0asm"}


@pytest.fixture
def unpacked(tmp_path: Path) -> Path:
    """The folder of the unpacked archive of a small site."""
    for name, data in FILES.items():
        (tmp_path / "dist" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "dist" / name).write_bytes(data)
    for number in (1, 2):
        stick.write(tmp_path / "dist", tmp_path / f"{number}.zip")
    assert (tmp_path / "1.zip").read_bytes() == (tmp_path / "2.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "1.zip") as archive:
        archive.extractall(tmp_path / "a stick")
    (folder,) = (tmp_path / "a stick").iterdir()
    return folder


@contextmanager
def started(folder: Path, *options: str) -> Iterator[list[str]]:
    """Run start.py; yield the addresses that it prints."""
    command = [sys.executable, "-I", str(folder / "start.py"), "--port", "0", "--quiet", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd="/") as server:
        assert server.stdout
        lines: list[str] = []
        while not lines or not lines[-1].startswith("Ctrl-C"):
            lines.append(server.stdout.readline())
            assert lines[-1], "it has ended"
        yield [line.split(": ")[1].strip() for line in lines[:-1]]
        server.terminate()


def test_every_file_comes_with_the_type_that_browsers_insist_on(unpacked: Path) -> None:
    assert "python3 start.py" in (unpacked / "READ ME.txt").read_text()
    with started(unpacked) as (address,):
        assert address.startswith("http://localhost:")
        for name, data in FILES.items():
            with urllib.request.urlopen(address + name, timeout=10) as answer:
                assert answer.read() == data
                assert answer.headers["Content-Type"] == TYPES[Path(name).suffix]
                assert answer.headers["Cache-Control"] == "no-cache"


def test_other_devices_are_told_an_address_only_if_asked(unpacked: Path) -> None:
    with started(unpacked, "--lan") as (here, there), urllib.request.urlopen(there, timeout=10) as answer:
        assert here != there
        assert answer.read() == FILES["index.html"]


@pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl to make a certificate with")
def test_a_certificate_gives_https(unpacked: Path, tmp_path: Path) -> None:
    make = "openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -keyout key.pem -out cert.pem"
    subprocess.run(make.split(), cwd=tmp_path, check=True, capture_output=True)
    both = tmp_path / "both.pem"
    both.write_text((tmp_path / "key.pem").read_text() + (tmp_path / "cert.pem").read_text())
    trusting = ssl.create_default_context(cafile=str(tmp_path / "cert.pem"))
    trusting.check_hostname = False
    with started(unpacked, "--cert", str(both)) as (address,):
        assert address.startswith("https://")
        with urllib.request.urlopen(address, timeout=10, context=trusting) as answer:
            assert answer.read() == FILES["index.html"]


def test_a_port_in_use_is_said_in_a_sentence(unpacked: Path) -> None:
    with started(unpacked) as (address,):
        port = address.rstrip("/").rpartition(":")[2]
        command = [sys.executable, str(unpacked / "start.py"), "--port", port, "--quiet"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=10, check=False)
    assert done.returncode == 1
    assert f"Port {port} cannot be had" in done.stderr
