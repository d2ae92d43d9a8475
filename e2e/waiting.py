"""Waiting for what no locator shows: what a script returns, the address, what a server was asked for."""

from collections.abc import Callable
from typing import TypeVar

from playwright.sync_api import Page

from e2e.conftest import PATIENCE

T = TypeVar("T")


def until(page: Page, read: Callable[[], T], wanted: Callable[[T], object] = bool, patience: int = PATIENCE) -> T:
    """Read a value again and again until it is as wanted, and return it.

    What a press changes is drawn with the next frame, and addresses and messages come later still: so what is read
    right after a press may be what was there before.

    Args:
        page: Goes on meanwhile.
        read: Returns the value.
        wanted: Says whether a value is the one that is waited for; without it any true one is.
        patience: Milliseconds after which the test fails, with the last value.
    """
    for _ in range(patience // 50):
        value = read()
        if wanted(value):
            return value
        page.wait_for_timeout(50)
    raise AssertionError(f"waited in vain: the last value was {value!r}")


def until_equal(page: Page, read: Callable[[], object], expected: object) -> None:
    """Read a value until it equals another."""
    until(page, read, lambda value: value == expected)
