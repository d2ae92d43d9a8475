"""The contents of links and records that make them equal. Loaded with the first comparison."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def contents(played: Any) -> tuple[object, ...]:
    """Return everything that is written of a link or a record."""
    script = played.script()
    found: list[object] = [type(played), script.variant, script.start, script.first_ply, script.first_quiet]
    found += [script.lines, script.head, script.comments, script.nags, script.ends]
    names = ("at", "side", "puzzle", "correspondence", "white", "black", "date", "result", "tags")
    return tuple(found + [getattr(played, name, None) for name in names])
