"""Serve a folder as a static host does, with the headers of site/headers.py, and compress what is worth it.

`python -m tools.serve dist --port 8000` prints the address. Port 0 means any free port. With `--tablebase DIR` the page
also uses the tables of exact values in that folder (docs/tablebase-format.md). The mailbox of docs/meet.md is kept in
the file that `--mailbox` names. It is meant for development, tests, and a class or club.
"""

import argparse
import io
import json
import os
import re
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache, partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any, TypeVar
from urllib.parse import unquote, urlsplit

from meet.mailbox import FIRST_BYTES, PREFIX, Mailbox, answer
from morris_core.tablebase import TableError
from tools.site.data_files import site_with_tables
from tools.site.headers import COMPRESSIBLE, RULES, TYPES, Rules, headers_for

try:
    import brotli
except ImportError:  # only the tests and the benchmark install it; otherwise gzip has to do
    brotli = None

# A missing file must not be cached, even if its name says that it never changes: it may exist next time. What the
# mailbox has is another thing each time.
NOT_CACHED = "no-store"

HOST_FILE = "/live.json"  # says whether there is a mailbox

LEAST_COMPRESSED = 1000  # bytes; smaller files fit into one packet anyway


class Handler(SimpleHTTPRequestHandler):
    """Serves files without logging, with the headers of the rules, and 404.html for missing files."""

    protocol_version = "HTTP/1.1"  # keeps connections open, as real hosts do
    extensions_map = SimpleHTTPRequestHandler.extensions_map | TYPES
    status = 0  # of the response being sent
    encoding = ""  # of the body being sent
    packed: bytes | None = None  # the body to send instead of the file, if hosts would compress it

    def __init__(self, *args: Any, rules: Rules, mailbox: Mailbox | None = None, **keywords: Any) -> None:
        self.rules, self.mailbox = rules, mailbox
        super().__init__(*args, **keywords)

    def do_GET(self) -> None:
        if self.mailbox is not None and self.path.startswith(PREFIX):
            self._answer_from(self.mailbox, b"")
        elif (
            self.mailbox is not None and self.path == HOST_FILE and (file := Path(self.directory + HOST_FILE)).exists()
        ):
            host = json.loads(file.read_text(encoding="utf-8"))
            self._send_json(HTTPStatus.OK, json.dumps({**host, "mailbox": True}).encode())
        else:
            super().do_GET()

    def do_PUT(self) -> None:
        length = self.headers.get("Content-Length", "")
        if self.mailbox is None or not self.path.startswith(PREFIX):
            self.send_error(HTTPStatus.METHOD_NOT_ALLOWED)
        elif not re.fullmatch("[0-9]{1,9}", length) or int(length) > FIRST_BYTES:
            self.close_connection = True  # the body is not read
            self.send_error(HTTPStatus.REQUEST_ENTITY_TOO_LARGE if length else HTTPStatus.LENGTH_REQUIRED)
        else:
            self._answer_from(self.mailbox, self.rfile.read(int(length)))

    def _answer_from(self, mailbox: Mailbox, body: bytes) -> None:
        found = answer(mailbox, self.command, self.path, self.headers, body, self.client_address[0])
        self._send_json(found.status, found.body)

    def _send_json(self, status: HTTPStatus, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def send_response(self, code: int, message: str | None = None) -> None:
        self.status = code
        super().send_response(code, message)

    def send_header(self, keyword: str, value: str) -> None:
        if keyword == "Content-Length" and self.packed is not None:
            value = str(len(self.packed))
            if self.encoding:
                super().send_header("Content-Encoding", self.encoding)
        super().send_header(keyword, value)

    def end_headers(self) -> None:
        headers = headers_for(unquote(urlsplit(self.path).path), self.rules)
        if self.status >= HTTPStatus.BAD_REQUEST or self.path.startswith(PREFIX):
            headers["Cache-Control"] = NOT_CACHED
        if self.packed is not None:
            headers["Vary"] = "Accept-Encoding"
        for name, value in headers.items():
            self.send_header(name, value)
        super().end_headers()

    def send_head(self) -> Any:
        # Names that no file can have, such as those with a null character, make Path raise an error.
        if not os.path.exists(self.translate_path(self.path)):
            self.send_error(HTTPStatus.NOT_FOUND)
            return None
        file = self._compressible_file()
        if file is None:
            return self._send_part_head() or super().send_head()
        facts = file.stat()
        self.encoding = preferred_encoding(self.headers.get("Accept-Encoding", ""))
        self.packed = compressed(file, (facts.st_ino, facts.st_mtime_ns), self.encoding)
        try:
            unpacked = super().send_head()
            if unpacked is None:  # the browser has the current version
                return None
            unpacked.close()
            return io.BytesIO(self.packed)
        finally:
            self.packed = None

    def _send_part_head(self) -> Any:
        """Start the answer to a request for part of a file and return the body, or None if it is for the whole file."""
        path = Path(self.translate_path(self.path))
        span = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        if span is None or not path.is_file():
            return None
        size = path.stat().st_size
        first, last = int(span[1]), min(int(span[2] or size), size - 1)
        with path.open("rb") as file:
            file.seek(first)
            body = file.read(max(last + 1 - first, 0))
        self.send_response(HTTPStatus.PARTIAL_CONTENT if body else HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Range", f"bytes {first}-{last}/{size}" if body else f"bytes */{size}")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        return io.BytesIO(body)

    def _compressible_file(self) -> Path | None:
        """Return the requested file if hosts would compress it, else None."""
        path = Path(self.translate_path(self.path))
        if urlsplit(self.path).path.endswith("/"):
            path /= "index.html"
        if not path.is_file() or self.guess_type(str(path)) not in COMPRESSIBLE:
            return None
        return path if path.stat().st_size >= LEAST_COMPRESSED else None

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        page = Path(self.directory) / "404.html"
        if code != HTTPStatus.NOT_FOUND or not page.is_file():
            return super().send_error(code, message, explain)
        body = page.read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)
        return None

    def log_message(self, format: str, *args: Any) -> None:
        pass


def preferred_encoding(accepted: str) -> str:
    """Return the best encoding in an Accept-Encoding header that we support, or "" to send the file unchanged.

    >>> preferred_encoding("gzip, deflate")
    'gzip'
    """
    # A quality of 0 means "not this one".
    names = {
        part.partition(";")[0].strip() for part in accepted.split(",") if not re.search(r";\s*q=0(\.0*)?\s*$", part)
    }
    if "br" in names and brotli is not None:
        return "br"
    return "gzip" if "gzip" in names else ""


@lru_cache(maxsize=200)
def compressed(file: Path, version: tuple[int, int], encoding: str) -> bytes:
    """Return a file's bytes in an encoding, at a level that is fast (a fifth of a second for Pyodide).

    `version` changes with the file, so that the cache forgets the old bytes.
    """
    data = file.read_bytes()
    if encoding == "br":
        return bytes(brotli.compress(data, quality=5))
    if encoding == "gzip":
        return zlib.compress(data, 6, wbits=31)
    return data


class Server(ThreadingHTTPServer):
    """Uses a thread for each connection. It is not an error if a browser closes one in the middle of an answer."""

    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


AnyServer = TypeVar("AnyServer", bound=Server)


def make_server(
    folder: Path, port: int = 0, host: str = "127.0.0.1", rules: Rules = RULES, mailbox: Mailbox | None = None
) -> Server:
    """Return a server of `folder` that is bound but does not serve yet. Its address is `address(server)`.

    Args:
        port: 0 means any free port.
        rules: The header rules.
        mailbox: The mailbox at meet/, if the host has one.

    Raises:
        OSError: The port is in use.
    """
    return Server((host, port), partial(Handler, directory=str(folder), rules=rules, mailbox=mailbox))


def address(server: Server) -> str:
    """Return the server's root URL, such as "http://localhost:8000/". (On localhost service workers need no HTTPS.)"""
    host, port = str(server.server_address[0]), server.server_port
    return f"http://{'localhost' if host == '127.0.0.1' else host}:{port}/"


@contextmanager
def running(server: AnyServer) -> Iterator[AnyServer]:
    """Run a server in a thread until the block ends."""
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serve a folder in a thread until the block ends; yield the address."""
    with running(make_server(folder)) as server:
        yield address(server)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.serve", description="Serve the built site as a host does.")
    parser.add_argument("folder", type=Path, nargs="?", default=Path("dist"))
    parser.add_argument("--port", type=int, default=8000, help="0 means any free port")
    parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0 serves the local network too")
    parser.add_argument(
        "--tablebase", type=Path, metavar="DIR", help="a folder with more tables of exact values for the page"
    )
    parser.add_argument("--mailbox", type=Path, metavar="FILE", help="keep a mailbox for games of friends in this file")
    options = parser.parse_args()
    if not (options.folder / "index.html").is_file():
        print(f"{options.folder} has no site: run `make site` first", file=sys.stderr)
        return 1
    with TemporaryDirectory() as temporary:
        folder = options.folder.resolve()
        try:
            if options.tablebase:
                folder = Path(temporary) / "site"
                site_with_tables(options.folder, options.tablebase, folder)
            mailbox = Mailbox(str(options.mailbox)) if options.mailbox else None
            server = make_server(folder, options.port, options.host, mailbox=mailbox)
        except TableError as error:
            print(error, file=sys.stderr)
            return 1
        except OSError as error:
            print(f"Port {options.port} cannot be had ({error.strerror}): name another with --port", file=sys.stderr)
            return 1
        print(f"Morris is at {address(server)}   (Ctrl-C ends it)", flush=True)
        with suppress(KeyboardInterrupt):
            server.serve_forever()
    return 0


if __name__ == "__main__":
    sys.exit(main())
