"""What the two sides are called."""

from __future__ import annotations

from .translation import _

NAMES = (_("White"), _("Black"))
