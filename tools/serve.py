"""Serves a folder with the headers that netlify.toml sets for it, so that local is like production.

`python tools/serve.py dist --port 8000` prints the address; port 0 takes a free one. For development and tests only.
"""

import argparse
import sys
import tomllib
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

NETLIFY = Path(__file__).resolve().parent.parent / "netlify.toml"
Rules = list[tuple[str, dict[str, str]]]

NOT_KEPT = "no-store"  # for what is not there: it may be there the next time, whatever its name promises

# What hosts must say of our files; tools/hosts.py passes it on.
TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".wasm": "application/wasm",
    ".svg": "image/svg+xml",
    ".ts": "text/plain",  # the types of embed.js, for programmers to read
    ".png": "image/png",
    ".ico": "image/vnd.microsoft.icon",
    ".mp3": "audio/mpeg",
    ".wav": "audio/wav",
    ".txt": "text/plain",
    ".xml": "application/xml",
    ".py": "text/x-python",
    ".zip": "application/zip",
    ".bin": "application/octet-stream",
    ".gz": "application/gzip",  # not "Content-Encoding: gzip": the page unpacks it
}


def read_rules(toml: Path) -> Rules:
    """Return netlify.toml's header rules as (path pattern, headers), in their order."""
    tables = tomllib.loads(toml.read_text(encoding="utf-8")).get("headers", [])
    return [(table["for"], dict(table["values"])) for table in tables]


def headers_for(path: str, rules: Rules) -> dict[str, str]:
    """Return the headers for a URL path such as "/embed.html".

    A pattern is a path, or the start of one followed by `*`. What no rule says about caching is Netlify's default.
    """
    headers = {"Cache-Control": "public, max-age=0, must-revalidate"}
    for pattern, values in rules:
        if path == pattern or (pattern.endswith("*") and path.startswith(pattern[:-1])):
            headers |= values
    return headers


class Handler(SimpleHTTPRequestHandler):
    """Serves files quietly, with the rules' headers, and 404.html for what is not there."""

    protocol_version = "HTTP/1.1"  # connections are kept open, as on a real host
    extensions_map = SimpleHTTPRequestHandler.extensions_map | TYPES

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
        rules: the header rules; netlify.toml's when None.

    Raises:
        OSError: the port is taken.
    """
    handler = partial(Handler, directory=str(folder), rules=read_rules(NETLIFY) if rules is None else rules)
    return Server((host, port), handler)


def address(server: Server) -> str:
    """Return the server's root URL, such as "http://localhost:8000/". (On localhost service workers need no HTTPS.)"""
    host, port = str(server.server_address[0]), server.server_port
    return f"http://{'localhost' if host == '127.0.0.1' else host}:{port}/"


def main() -> int:
    parser = argparse.ArgumentParser(description="Serve the built site with netlify.toml's headers.")
    parser.add_argument("folder", type=Path, nargs="?", default=Path("dist"))
    parser.add_argument("--port", type=int, default=8000, help="0 takes a free one")
    parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0 serves the local network too")
    options = parser.parse_args()
    if not (options.folder / "index.html").is_file():
        print(f"{options.folder} holds no site: run `make site` first", file=sys.stderr)
        return 1
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
