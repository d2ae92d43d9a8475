"""Serve the site in the folder beside this file: `python3 start.py`. Needs Python 3.9 or newer and nothing else.

With --lan, other devices in the same network can open it too. Over plain http, browsers then neither save the site for
offline play nor let it copy links, because they trust only https and this computer itself. --cert takes a file with a
certificate and its key, for https.
"""

import argparse
import socket
import ssl
import sys
import threading
import webbrowser
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

SITE = Path(__file__).resolve().parent / "site"

TYPES: dict[str, str] = {}


class Handler(SimpleHTTPRequestHandler):
    """Sends the types that browsers insist on, whatever the system says about the ends of names."""

    protocol_version = "HTTP/1.1"
    extensions_map = SimpleHTTPRequestHandler.extensions_map | TYPES

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")  # so that another version replaces this one
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


def own_address() -> str:
    """Return the address of this computer in its network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()


def main() -> int:
    parser = argparse.ArgumentParser(description="Serve Morris from this computer.")
    parser.add_argument("--port", type=int, default=8000, help="0 means any free port")
    parser.add_argument("--lan", action="store_true", help="let other devices in the network open it too")
    parser.add_argument("--cert", metavar="FILE", help="a file with a certificate and its key, for https")
    parser.add_argument("--quiet", action="store_true", help="open no browser")
    options = parser.parse_args()
    handler = partial(Handler, directory=str(SITE))
    try:
        server = ThreadingHTTPServer(("0.0.0.0" if options.lan else "127.0.0.1", options.port), handler)
    except OSError as error:
        print(f"Port {options.port} cannot be had ({error.strerror}): name another with --port.", file=sys.stderr)
        return 1
    if options.cert:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(options.cert)
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    scheme, port = "https" if options.cert else "http", server.server_address[1]
    here = f"{scheme}://localhost:{port}/"
    print(f"On this computer: {here}")
    if options.lan:
        print(f"On other devices in this network: {scheme}://{own_address()}:{port}/")
    print("Ctrl-C ends it.", flush=True)
    if not options.quiet:
        threading.Timer(0.5, webbrowser.open, [here]).start()
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        server.server_close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
