"""The site with a computer player that thinks in the tests' process, so that most tests need not start Pyodide.

Here the page's end of the connection to the engine (engine/link.mjs) is replaced. It sends each request to the server,
where a Session of morris_core answers it as engine/worker.py does in the browser. Only the time to think is shorter.
"""

import json
import re
from collections.abc import Callable
from functools import cache, partial
from http import HTTPStatus
from pathlib import Path
from threading import Lock
from typing import Any
from urllib.parse import urlsplit

from morris_core.engine import Engine
from morris_core.engine.data_files import ABSENT, DataFiles, read_list
from morris_core.engine.protocol import Session
from tools.serve import Handler, Server
from tools.site.headers import RULES

ANSWERS = "/engine/answers"
# A page that does nothing and does not request an icon.
EMPTY = "/empty.html"

LINK = """
const CLOSED = (reason) => ({ ok: false, reason, file: "" });
export function openLink() {
  const address = new URL("answers?" + crypto.randomUUID(), import.meta.url);
  let end;
  const closed = new Promise((resolve) => (end = (reason) => resolve(CLOSED(reason))));
  const read = async (body) => ({ ok: true, text: await (await fetch(address, { method: "POST", body })).text() });
  const ask = (text) => Promise.race([closed, read(text).catch(() => CLOSED("broken"))]);
  const started = ask('{"do": "ping"}').then((answer) => (answer.ok ? { ok: true, text: "snapshot" } : answer));
  return { started, ask, end };
}
"""
# The positions to search, whatever the page asks for. A level's own search would take most of the test's time.
NODES = {"move": 1_000, "hint": 1_000, "draw": 1_000, "review": 200, "analyse": 10_000}


class QuickHandler(Handler):
    """Our server's handler, except that it replaces the page's end of the connection to the engine and answers it."""

    server: "QuickServer"

    def do_GET(self) -> None:  # noqa: N802 - the name is http.server's
        path = urlsplit(self.path).path
        if path.startswith("/engine/link-"):
            self._send(LINK.encode(), "text/javascript")
        elif path == EMPTY:
            self._send(b'<!doctype html><link rel="icon" href="data:,">', "text/html")
        elif path in ("/", "/index.html", "/embed.html"):
            page = Path(self.translate_path(path if path != "/" else "/index.html")).read_text(encoding="utf-8")
            # This element has the hash of the file that is replaced.
            self._send(re.sub(r'<link [^>]*href="engine/link-[^>]*>', "", page).encode(), "text/html")
        else:
            super().do_GET()

    def do_POST(self) -> None:  # noqa: N802
        address = urlsplit(self.path)
        if address.path != ANSWERS:
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        text = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self._send(self.server.answer(address.query, text).encode(), "application/json")

    def _send(self, body: bytes, kind: str) -> None:
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class QuickServer(Server):
    """A server of the site in `folder` that has a session with each page that asks the computer player."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = Lock()
        self._session: Callable[[str], Session] = cache(lambda _: Session(partial(Engine, files, book=files), files))
        self._files = files = DataFiles()
        super().__init__(("127.0.0.1", 0), partial(QuickHandler, directory=str(folder), rules=RULES))

    def answer(self, session: str, text: str) -> str:
        """Return the answer to a request, and then load the files that the engine asked for."""
        request = json.loads(text)
        if request["do"] == "start":
            request["limit"] = {"nodes": NODES[request["task"]]}
        with self._lock:
            answer = self._session(session).handle(json.dumps(request))
            self._add_files()
        return answer

    def _add_files(self) -> None:
        (path,) = self._folder.glob("engine/data-files-*.json")
        listed: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
        if self._files.needs_list():
            self._files.set_list(read_list(listed))
        files = {file["name"]: file for file in listed}
        for name in self._files.take_requests():
            if files[name].get("asked"):
                self._files.fail(name, ABSENT)
            else:
                self._files.add(name, (self._folder / files[name]["path"]).read_bytes())
