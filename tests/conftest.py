"""Keeps the tests without a browser apart from those with one that ran before them in the same process."""

import asyncio
from collections.abc import Generator

import pytest

from morris_core import family


@pytest.fixture
def forget_own_names() -> Generator[None]:
    """Forget the boards and variants that a test registers."""
    kept = [(known, set(known)) for known in (family._boards, family._variants)]
    yield
    for known, before in kept:
        for name in set(known) - before:
            del known[name]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None]:
    """Hide the event loop that Playwright leaves running, so that `asyncio.run` can be used."""
    loop = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    try:
        return (yield)
    finally:
        asyncio._set_running_loop(loop)
