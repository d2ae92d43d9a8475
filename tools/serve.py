"""Serve a folder as a static host does: with the headers of site/headers.py, and compressed where that is worth it.

`python -m tools.serve dist --port 8000` prints the address; port 0 takes a free one. With `--tablebase DIR` the page
also uses the tables of exact values in that folder (docs/tablebase-format.md). For development and tests only.
"""

import argparse
import io
import re
import sys
import zlib
from email.utils import parsedate_to_datetime
from functools import lru_cache, partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import unquote, urlsplit

from morris_core.tablebase import TableError
from tools.site.data_files import site_with_tables
from tools.site.headers import COMPRESSIBLE, RULES, TYPES, Rules, headers_for

try:
    import brotli
except ImportError:  # only what tests and measures installs it; gzip is in the standard library
    brotli = None

NOT_KEPT = "no-store"  # for what is missing: it may exist next time, though its name says that it never changes

# Smaller files fit into one packet as they are.
LEAST_COMPRESSED = 1000  # bytes


class Handler(SimpleHTTPRequestHandler):
    """Serves files quietly, with the rules' headers, and 404.html for what is not there."""

    protocol_version = "HTTP/1.1"  # connections are kept open, as on a real host
    extensions_map = SimpleHTTPRequestHandler.extensions_map | TYPES
    status = 0  # of the response being sent

    def __init__(self, *args: Any, rules: Rules, **keywords: Any) -> None:
        self.rules = rules
        super().__init__(*args, **keywords)

    def send_response(self, code: int, message: str | None = None) -> None:
        self.status = code
        super().send_response(code, message)

    def end_headers(self) -> None:
        headers = headers_for(unquote(urlsplit(self.path).path), self.rules)
        if self.status >= HTTPStatus.BAD_REQUEST:
            headers["Cache-Control"] = NOT_KEPT
        for name, value in headers.items():
            self.send_header(name, value)
        super().end_headers()

    def send_head(self) -> Any:
        file = self._compressible_file()
        if file is None:
            return self._send_part_head() or super().send_head()
        encoding = preferred_encoding(self.headers.get("Accept-Encoding", ""))
        facts = file.stat()
        modified = int(facts.st_mtime)
        if self._has_since(modified):
            self.send_response(HTTPStatus.NOT_MODIFIED)
            self.send_header("Vary", "Accept-Encoding")
            self.end_headers()
            return None
        body = compressed(file, (facts.st_ino, facts.st_mtime_ns), encoding)
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", self.guess_type(str(file)))
        if encoding:
            self.send_header("Content-Encoding", encoding)
        self.send_header("Vary", "Accept-Encoding")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Last-Modified", self.date_time_string(modified))
        self.end_headers()
        return io.BytesIO(body)

    def _send_part_head(self) -> Any:
        """Begin to answer with the part of a file that is asked for; return what is to be sent, or None for all."""
        path = Path(self.translate_path(self.path))
        asked = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        if asked is None or not path.is_file():
            return None
        size = path.stat().st_size
        first, last = int(asked[1]), min(int(asked[2] or size), size - 1)
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
        """Return the file that is asked for if hosts would compress it, else None."""
        path = Path(self.translate_path(self.path))
        if urlsplit(self.path).path.endswith("/"):
            path /= "index.html"
        if not path.is_file() or self.guess_type(str(path)) not in COMPRESSIBLE:
            return None
        return path if path.stat().st_size >= LEAST_COMPRESSED else None

    def _has_since(self, modified: int) -> bool:
        """Return whether the browser has the file as it was last changed."""
        try:
            return int(parsedate_to_datetime(self.headers["If-Modified-Since"]).timestamp()) >= modified
        except (TypeError, ValueError):
            return False

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
    """Return the best encoding that we have of those in an Accept-Encoding header; "" to send the file as it is.

    >>> preferred_encoding("gzip, deflate")
    'gzip'
    >>> preferred_encoding("gzip;q=0, identity")
    ''
    """
    qualities = {}
    for part in accepted.split(","):
        name, _, parameter = part.strip().partition(";")
        qualities[name.strip().lower()] = parameter.replace(" ", "")
    for encoding in ("br", "gzip"):
        known = encoding == "gzip" or brotli is not None
        if known and qualities.get(encoding, "q=0") not in ("q=0", "q=0.0", "q=0.00", "q=0.000"):
            return encoding
    return ""


@lru_cache(maxsize=200)
def compressed(file: Path, version: tuple[int, int], encoding: str) -> bytes:
    """Return a file's bytes in an encoding, as quickly as a host has to: Pyodide takes a fifth of a second, once.

    Args:
        version: differs once the file has changed, so that it is read again.
        encoding: "br", "gzip" or "" for none.
    """
    data = file.read_bytes()
    if encoding == "br":
        return bytes(brotli.compress(data, quality=5))
    if encoding == "gzip":
        return zlib.compress(data, 6, wbits=31)
    return data


class Server(ThreadingHTTPServer):
    """One thread for each connection; a browser that goes away in the middle of an answer is no error."""

    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


def make_server(folder: Path, port: int = 0, host: str = "127.0.0.1", rules: Rules | None = None) -> Server:
    """Return a server of `folder`, bound and not yet serving; its address is `address(server)`.

    Args:
        port: 0 takes any free port.
        rules: the header rules; those of tools/site/headers.py when None.

    Raises:
        OSError: the port is taken.
    """
    handler = partial(Handler, directory=str(folder), rules=RULES if rules is None else rules)
    return Server((host, port), handler)


def address(server: Server) -> str:
    """Return the server's root URL, such as "http://localhost:8000/". (On localhost service workers need no HTTPS.)"""
    host, port = str(server.server_address[0]), server.server_port
    return f"http://{'localhost' if host == '127.0.0.1' else host}:{port}/"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.serve", description="Serve the built site as a host does.")
    parser.add_argument("folder", type=Path, nargs="?", default=Path("dist"))
    parser.add_argument("--port", type=int, default=8000, help="0 takes a free one")
    parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0 serves the local network too")
    parser.add_argument(
        "--tablebase", type=Path, metavar="DIR", help="a folder of further tables of exact values for the page to use"
    )
    options = parser.parse_args()
    if not (options.folder / "index.html").is_file():
        print(f"{options.folder} holds no site: run `make site` first", file=sys.stderr)
        return 1
    if options.tablebase is None:
        return serve(options)
    with TemporaryDirectory() as temporary:
        site = Path(temporary) / "site"
        try:
            site_with_tables(options.folder, options.tablebase, site)
        except TableError as error:
            print(error, file=sys.stderr)
            return 1
        options.folder = site
        return serve(options)


def serve(options: argparse.Namespace) -> int:
    """Serve until Ctrl-C; return the exit code."""
    try:
        server = make_server(options.folder.resolve(), options.port, options.host)
    except OSError as error:
        print(f"Port {options.port} cannot be had ({error.strerror}): name another with --port", file=sys.stderr)
        return 1
    print(f"Morris is at {address(server)}   (Ctrl-C ends it)", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
