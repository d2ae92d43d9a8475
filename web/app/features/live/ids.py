"""The ids of games that begin live."""

from __future__ import annotations

PREFIX = "live-"  # the rest is an id as of other games by link
