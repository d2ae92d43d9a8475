"""The engine's worker: runs in Pyodide, answers the page in JSON text, which morris_core.engine.protocol describes.

It fetches the files of data that the session wants, through engine/boot.mjs, while the page need not wait for them.
"""

import asyncio
import json
import sys
from collections.abc import Coroutine
from functools import partial

import data_files as store  # a module of engine/boot.mjs
from pyodide.ffi import JsException, JsProxy

from morris_core.engine import Engine
from morris_core.engine.data_files import ABSENT, DataFiles, read_list
from morris_core.engine.protocol import Session
from morris_core.tablebase import TableError
from morris_core.tablebase.format import Read

files = DataFiles()
session = Session(partial(Engine, files, book=files), files)
fetching: set[asyncio.Task[None]] = set()


def hello() -> str:
    """Return the version of Python: the page asks once, to see that the worker answers."""
    return sys.version.split()[0]


def handle(text: str) -> str:
    """Return the session's answer to one request."""
    answer: str = session.handle(text)
    fetch_wanted()
    return answer


def fetch_wanted() -> None:
    """Begin to fetch what the session wants and is not on its way yet."""
    if files.needs_list() and not fetching:
        run(fetch_list())
    for name in files.take_wanted():
        run(fetch(name))
    for name in files.take_to_check():
        run(check(name))


def run(work: Coroutine[None, None, None]) -> None:
    """Let a task go on while the worker answers; the event loop alone would forget it."""
    task = asyncio.ensure_future(work)
    fetching.add(task)
    task.add_done_callback(fetching.discard)


async def fetch_list() -> None:
    """Fetch the list of the files that there are."""
    answer = await store.fetchList()
    if answer.ok:
        files.set_list(read_list(json.loads(answer.text)))
        fetch_wanted()
    else:
        files.fail_list(str(answer.reason))


async def fetch(name: str) -> None:
    """Fetch a file, or hear why it cannot be had."""
    answer = await store.fetchFile(name)
    if not answer.ok:
        files.fail(name, str(answer.reason))
    elif hasattr(answer, "read"):
        files.add(name, reader(name, answer.read))
    else:
        files.add(name, answer.bytes.to_bytes(), bool(answer.renewed))


async def check(name: str) -> None:
    """Forget a file that the player has removed from the device."""
    if await store.isKept(name):
        files.confirm(name)
    else:
        files.fail(name, ABSENT)


def reader(name: str, read: JsProxy) -> Read:
    """Return what reads from a file on the device, so that no more of it is in memory than is in use."""

    def read_bytes(offset: int, length: int) -> bytes:
        try:
            data: bytes = read(offset, length).to_bytes()
        except JsException as error:
            raise TableError("The table file {name} cannot be read: {reason}.", name=name, reason=str(error)) from error
        return data

    return read_bytes


__export__ = ["handle", "hello"]
