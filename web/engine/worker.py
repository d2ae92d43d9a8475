"""The engine's worker, which runs in Pyodide and answers the page in JSON text (see morris_core.engine.protocol).

It fetches the session's data files in the background, through engine/boot.mjs.
"""

import asyncio
import json
import sys
from collections.abc import Coroutine
from functools import partial

import data_files as store  # provided by engine/boot.mjs
from pyodide.ffi import JsException, JsProxy

from morris_core.engine import Engine
from morris_core.engine.data_files import ABSENT, DataFiles, read_list
from morris_core.engine.protocol import Session
from morris_core.tablebase import TableError
from morris_core.tablebase.format import Read

files = DataFiles(memory=int(store.memory))
session = Session(partial(Engine, files, book=files), files)
fetching: set[asyncio.Task[None]] = set()


def hello() -> str:
    """Return the version of Python. The page calls this once to check that the worker answers."""
    return sys.version.split()[0]


def handle(text: str) -> str:
    """Return the session's answer to one request."""
    answer: str = session.handle(text)
    fetch_requests()
    return answer


def fetch_requests() -> None:
    """Start to fetch the files that the session needs and that are not on their way."""
    if files.needs_list() and not fetching:
        run(fetch_list())
    for name in files.take_requests():
        run(fetch(name))
    for name in files.take_to_check():
        run(check(name))


def run(work: Coroutine[None, None, None]) -> None:
    """Run a task in the background, and keep a reference to it, which the event loop does not."""
    task = asyncio.ensure_future(work)
    fetching.add(task)
    task.add_done_callback(fetching.discard)


async def fetch_list() -> None:
    """Fetch the list of data files."""
    answer = await store.fetchList()
    if answer.ok:
        files.set_list(read_list(json.loads(answer.text)))
        fetch_requests()
    else:
        files.fail_list(str(answer.reason))


async def fetch(name: str) -> None:
    """Fetch a file, or note why that failed."""
    answer = await store.fetchFile(name)
    if not answer.ok:
        files.fail(name, str(answer.reason))
    elif hasattr(answer, "read"):
        files.add(name, reader(name, answer.read))
    else:
        files.add(name, answer.bytes.to_bytes(), bool(answer.renewed))


async def check(name: str) -> None:
    """Drop a file that the player has removed from the device."""
    if await store.isKept(name):
        files.confirm(name)
    else:
        files.fail(name, ABSENT)


def reader(name: str, read: JsProxy) -> Read:
    """Return a function that reads parts of a file on the device, so that not all of it is in memory."""

    def read_bytes(offset: int, length: int) -> bytes:
        try:
            data: bytes = read(offset, length).to_bytes()
        except JsException as error:
            raise TableError("The table file {name} cannot be read: {reason}.", name=name, reason=str(error)) from error
        return data

    return read_bytes


__export__ = ["handle", "hello"]
