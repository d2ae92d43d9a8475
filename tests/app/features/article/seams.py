"""Articles, for the seams' test: see tests/seams/world.py."""

from __future__ import annotations

from typing import Any

from app.model.state import State

from tests.seams.kernel import load
from tests.seams.world import ECHO, handle


def plays(state: State) -> list[Any]:
    load(state, "v=nine&m=d6.f4.d2&at=0")
    return list(handle(state, "article:play"))


ASKED: dict[str, Any] = {"article:tick": (plays, [ECHO], [])}
