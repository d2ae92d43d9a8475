"""The site with a computer player that thinks in the tests' process, so that most tests need not start Pyodide.

Here the page's end of the connection to the engine (engine/link.mjs) is replaced. It sends each question to the server,
where a Session of morris_core answers it as engine/worker.py does in the browser. Only the time to think is shorter.
"""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, partial
from http import HTTPStatus
from pathlib import Path
from threading import Lock
from time import sleep
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
export function openLink(hear) {
  const address = new URL("answers?" + crypto.randomUUID(), import.meta.url);
  const post = (body, signal) => fetch(address, { method: "POST", body, signal });
  const show = (state) => document.documentElement.setAttribute("data-engine", state);
  let stop = new AbortController();
  async function begin() {
    await post("");
    show("ready");
    hear("ready", "snapshot");
  }
  async function ask(question, signal) {
    await ready;
    const reader = (await post(question, signal)).body.pipeThrough(new TextDecoderStream()).getReader();
    for (let rest = "", piece = await reader.read(); !piece.done; piece = await reader.read()) {
      const lines = (rest + piece.value).split("\\n");
      rest = lines.pop();
      for (const line of lines) if (line && !signal.aborted) hear("line", line);
    }
  }
  function end() {
    stop.abort();
    show("failed");
  }
  show("loading");
  const ready = begin();
  ready.catch(() => hear("lost", "broken", ""));
  return {
    ask(question) {
      stop.abort();
      stop = new AbortController();
      if (question) ask(question, stop.signal).catch(() => {});
    },
    end,
  };
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
        question = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.send_response(HTTPStatus.OK)
        self.send_header("Connection", "close")
        self.end_headers()
        with suppress(ConnectionError):  # the page has stopped the engine
            for line in self.server.lines(address.query, question):
                self.wfile.write(line.encode() + b"\n")

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
        self._listed: list[dict[str, Any]] = []
        super().__init__(("127.0.0.1", 0), partial(QuickHandler, directory=str(folder), rules=RULES))

    def lines(self, session: str, question: str) -> Iterator[str]:
        """Yield the lines of the answer to a question, and empty ones on the way. Load the files it asks for."""
        if not question:
            return
        request = json.loads(question)
        if request["task"] in NODES:
            request["limit"] = {"nodes": NODES[request["task"]]}
        lines: list[str] = []
        thinking = self._session(session).think(json.dumps(request), lines.append)
        pause: float | None = 0.0
        while pause is not None:
            with self._lock:
                pause = next(thinking, None)
                self._add_files()
            yield from lines or [""]
            lines.clear()
            sleep(pause or 0)

    def _add_files(self) -> None:
        if self._files.needs_list():
            (path,) = self._folder.glob("engine/data-files-*.json")
            self._listed = json.loads(path.read_text(encoding="utf-8"))
            self._files.set_list(read_list(self._listed))
        files = {file["name"]: file for file in self._listed}
        for name in self._files.take_requests():
            if files[name].get("asked"):
                self._files.fail(name, ABSENT)
            else:
                self._files.add(name, (self._folder / files[name]["path"]).read_bytes())
