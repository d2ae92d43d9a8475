"""The engine's worker, which runs in Pyodide: questions come in and lines go out (see morris_core.engine.protocol).

It fetches the session's data files in the background, through engine/boot.mjs.
"""

import asyncio
import json
from collections.abc import Coroutine
from functools import partial
from time import perf_counter

import engine_boot as boot  # provided by engine/boot.mjs
from pyodide.ffi import JsException, JsProxy, create_proxy

from morris_core.engine import Engine
from morris_core.engine.data_files import ABSENT, DataFiles, read_list
from morris_core.engine.protocol import Session
from morris_core.tablebase import TableError
from morris_core.tablebase.format import Read

SLICE = 0.05
"""Seconds of thinking after which messages and files can arrive."""
BREATH = 0.003
"""Seconds for them: enough for a timer, since Chromium's messages wait while a shorter sleep of Pyodide's repeats."""

files = DataFiles(memory=int(boot.memory))
session = Session(partial(Engine, files, book=files), files)
thinking: set[asyncio.Task[None]] = set()
fetching: set[asyncio.Task[None]] = set()


def receive(question: str) -> None:
    """Think about a question in place of the one before. An empty one only stops."""
    for task in thinking:
        task.cancel()
    if question:
        run(think(question), thinking)


async def think(question: str) -> None:
    """Answer a question. A running search can't be interrupted from outside, so it lets the event loop run here.

    The page then also gets an empty line, which shows that the worker lives.
    """
    end = 0.0
    for pause in session.think(question, send):
        if pause or perf_counter() >= end:
            fetch_requests()
            send("")
            await asyncio.sleep(pause or BREATH)
            end = perf_counter() + SLICE


def fetch_requests() -> None:
    """Start to fetch the files that the session needs and that are not on their way."""
    if files.needs_list() and not fetching:
        run(fetch_list(), fetching)
    for name in files.take_requests():
        run(fetch(name), fetching)
    for name in files.take_to_check():
        run(check(name), fetching)


def run(work: Coroutine[None, None, None], tasks: set[asyncio.Task[None]]) -> None:
    """Run a task in the background, and keep a reference to it in `tasks`, which the event loop does not."""
    task = asyncio.ensure_future(work)
    tasks.add(task)
    task.add_done_callback(tasks.discard)


async def fetch_list() -> None:
    """Fetch the list of data files."""
    answer = await boot.fetchList()
    if answer.ok:
        files.set_list(read_list(json.loads(answer.text)))
        fetch_requests()
    else:
        files.fail_list(str(answer.reason))


async def fetch(name: str) -> None:
    """Fetch a file, or note why that failed."""
    answer = await boot.fetchFile(name)
    if not answer.ok:
        files.fail(name, str(answer.reason))
    elif hasattr(answer, "read"):
        files.add(name, reader(name, answer.read))
    else:
        files.add(name, answer.bytes.to_bytes(), bool(answer.renewed))


async def check(name: str) -> None:
    """Drop a file that the player has removed from the device."""
    if await boot.isKept(name):
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


send = boot.connect(create_proxy(receive))
