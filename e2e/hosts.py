"""Hosts to test against: one that can be stopped and restarted at the same address, one whose connection can be cut,
and one with another version of the site. Each serves what `make site` has built."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Any

from tools.serve import Handler, Server, running
from tools.site import content_names, offline
from tools.site.headers import RULES

ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / "dist"


class Host:
    """A server in its own process, so that no part of it can answer once it is stopped.

    Args:
        folder: The folder to serve.
        plain: Whether to use Python's own `http.server`, which sends none of our headers.
    """

    def __init__(self, folder: Path = SITE, *, plain: bool = False) -> None:
        self.folder = folder
        self.plain = plain
        self.port = 0
        self._process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"http://localhost:{self.port}/"

    def start(self) -> None:
        command = [sys.executable, "-u", "-m", "tools.serve", str(self.folder), "--port", str(self.port)]
        if self.plain:
            command = [sys.executable, "-u", "-m", "http.server", str(self.port), "--bind", "127.0.0.1"]
            command += ["--directory", str(self.folder)]
        self._process = subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self._process.stdout
        line = self._process.stdout.readline()
        self.port = int(line.split("http://")[1].split("/")[0].split(":")[1])

    def stop(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.communicate()
            self._process = None


@contextmanager
def serving(folder: Path = SITE, *, plain: bool = False) -> Iterator[Host]:
    host = Host(folder, plain=plain)
    host.start()
    try:
        yield host
    finally:
        host.stop()


class CutHandler(Handler):
    """Our server's handler, which stops answering when the line is cut."""

    server: "CutServer"

    def do_GET(self) -> None:  # noqa: N802 - the name is http.server's
        self.server.asked.append(self.path)
        time.sleep(max([delay for part, delay in self.server.delays.items() if part in self.path], default=0))
        if self.server.down:
            self.server.refuse(self)
        else:
            super().do_GET()

    def copyfile(self, source: Any, outputfile: Any) -> None:
        if self.server.cut_in and self.server.cut_in in self.path:
            outputfile.write(source.read(self.server.cut_after))
            outputfile.flush()
            self.server.down = True
            self.server.refuse(self)
        elif self.server.rate:
            while piece := source.read(self.server.rate // 20):
                with self.server.line:
                    time.sleep(0.05)
                outputfile.write(piece)
        else:
            super().copyfile(source, outputfile)


class HidingHandler(Handler):
    """Our server's handler, but it redirects addresses in `.html` to those without, as some hosts do."""

    def do_GET(self) -> None:  # noqa: N802 - the name is http.server's
        path, name = self.path.split("?")[0], self.path.rpartition("/")[2]
        if path.endswith(".html"):
            self.send_response(HTTPStatus.PERMANENT_REDIRECT)
            self.send_header("Location", path.removesuffix(".html").removesuffix("index") or "/")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        if name and "." not in name and Path(self.translate_path(f"{path}.html")).is_file():
            self.path = f"{path}.html"
        super().do_GET()


class CutServer(Server):
    """A server whose line goes dead in the middle of a file, and stays dead until `down` is unset.

    Fields:
        down: Whether the line is dead.
        cut_in, cut_after: The file (part of its name, or "" for none) and the number of bytes after which the line
            dies.
        asked: The paths that were requested.
        delays: Seconds before an answer, keyed by part of the path.
        rate: Bytes per second of the line, for all files together; 0 for no limit.
    """

    down = False
    rate = 0
    cut_in = ""
    cut_after = 0

    def __init__(self, folder: Path) -> None:
        self.asked: list[str] = []
        self.delays: dict[str, float] = {}
        self.line = threading.Lock()
        super().__init__(("127.0.0.1", 0), partial(CutHandler, directory=str(folder), rules=RULES))

    @staticmethod
    def refuse(handler: CutHandler) -> None:
        """Drop the connection without an answer."""
        handler.close_connection = True
        handler.connection.close()


class FaultyHandler(Handler):
    """Our server's handler, except for files to which the server gives a fault."""

    server: "FaultyServer"

    def do_GET(self) -> None:  # noqa: N802 - the name is http.server's
        name = self.path.split("?")[0].lstrip("/") or "index.html"
        fault = self.server.faults.get(name)
        if fault in (None, "wrong type"):
            super().do_GET()
            return
        data = Path(self.translate_path("/" + name)).read_bytes()
        kind = self.guess_type(name)
        if fault == "missing":
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        if fault == "html":
            body, kind = b"<!doctype html><title>Home</title><h1>Welcome to our host</h1>", "text/html"
        else:
            body = data if fault == "slow" else spoilt(data, fault)
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data if fault in ("cut off", "stalled") else body)))
        self.end_headers()
        if fault == "slow":
            for first in range(0, len(body), len(body) // 12 + 1):
                self.wfile.write(body[first : first + len(body) // 12 + 1])
                time.sleep(1.2)
            return
        self.wfile.write(body)
        if fault == "stalled":
            self.server.released.wait()
        if fault == "cut off":
            self.wfile.flush()
            self.close_connection = True
            self.connection.shutdown(socket.SHUT_RDWR)

    def guess_type(self, path: Any) -> str:
        is_wrong = self.server.faults.get(self.path.split("?")[0].lstrip("/")) == "wrong type"
        return "application/octet-stream" if is_wrong else super().guess_type(path)


def spoilt(data: bytes, fault: str) -> bytes:
    """Return the first half of a file, or the file with one bit changed in the middle."""
    half = len(data) // 2
    return data[:half] + bytes([data[half] ^ 1]) + data[half + 1 :] if fault == "flipped" else data[:half]


class FaultyServer(Server):
    """A server with bad files.

    Fields:
        faults: The fault of a file, keyed by its name in the site. "missing"; "html": a page instead, as some hosts
            send for a missing file; "half": the first half, as if it were the whole file; "cut off": the first half,
            but the whole was announced; "flipped": one bit in the middle has changed; "slow": it comes in pieces, and
            takes longer than the page waits for any of them; "stalled": only the first half, until `released` is set;
            "wrong type": the whole file, but not as what it is, and to be cached for good.
        released: Lets stalled files continue.
    """

    def __init__(self, folder: Path) -> None:
        self.faults: dict[str, str] = {}
        self.released = threading.Event()
        super().__init__(("127.0.0.1", 0), partial(FaultyHandler, directory=str(folder), rules=RULES))


def serving_with_fault(folder: Path = SITE) -> AbstractContextManager[FaultyServer]:
    return running(FaultyServer(folder))


def serving_until_cut(folder: Path = SITE) -> AbstractContextManager[CutServer]:
    return running(CutServer(folder))


def serving_without_endings(folder: Path = SITE) -> AbstractContextManager[Server]:
    handler = partial(HidingHandler, directory=str(folder), rules=RULES)
    return running(Server(("127.0.0.1", 0), handler))


def another_version(target: Path, site: Path = SITE) -> None:
    """Write the site to the folder `target` as it might be a week later: the page, worker and looks have changed.

    The new page is marked with `<html data-edition="new">`.
    """
    shutil.copytree(site, target)
    page = target / "index.html"
    page.write_text(page.read_text().replace('<html lang="en"', '<html lang="en" data-edition="new"', 1))
    (worker,) = target.glob("engine/worker-*.py")
    worker.write_text(worker.read_text() + "\n# a week later\n")
    (looks,) = target.glob("style/looks-*.css")
    looks.write_text(looks.read_text() + "\n:root { --later: 1 }\n")
    content_names.settle(target)
    offline.write(target)


def deploy(source: Path, target: Path) -> None:
    """Replace the site in folder `target` with the one in `source`, as a host does."""
    staging = target.with_name(target.name + ".new")
    shutil.copytree(source, staging)
    old = target.with_name(target.name + ".old")
    os.rename(target, old)
    os.rename(staging, target)
    shutil.rmtree(old)
