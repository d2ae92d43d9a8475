"""Waiting for values that no locator shows: results of scripts, the address, requests to a server."""

from collections.abc import Callable
from typing import TypeVar

from playwright.sync_api import Page

from e2e.conftest import PATIENCE

T = TypeVar("T")


def until(page: Page, read: Callable[[], T], is_expected: Callable[[T], object] = bool, patience: int = PATIENCE) -> T:
    """Read a value again and again until it is the expected one (by default any true one), and return it.

    The page draws a press with the next frame, and addresses and messages come later still. So a value that is read
    right after a press may be an old one. After `patience` milliseconds the test fails, with the last value.
    """
    for _ in range(patience // 50):
        value = read()
        if is_expected(value):
            return value
        page.wait_for_timeout(50)
    raise AssertionError(f"waited in vain: the last value was {value!r}")


def until_equal(page: Page, read: Callable[[], object], expected: object) -> None:
    """Read a value until it equals another."""
    until(page, read, lambda value: value == expected)
