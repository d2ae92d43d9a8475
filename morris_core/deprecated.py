"""Names that stay for one more version. Loaded when one of them is used."""

from __future__ import annotations


def warn(old: str, new: str) -> None:
    """Warn the caller's caller that a name is old, if the interpreter has warnings. MicroPython has none."""
    try:
        warnings = __import__("warnings")
    except ImportError:
        return
    warnings.warn(old + " is now called " + new + ".", DeprecationWarning, stacklevel=3)
