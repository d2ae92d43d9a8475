"""The engine's worker: runs in Pyodide, answers the page in JSON text, which morris_core.engine.protocol tells."""

import sys

from morris_core.engine.protocol import Session

session = Session()


def hello() -> str:
    """Return the version of Python: the page asks once, to see that the worker answers."""
    return sys.version.split()[0]


def handle(text: str) -> str:
    """Return the session's answer to one request."""
    answer: str = session.handle(text)
    return answer


__export__ = ["handle", "hello"]
