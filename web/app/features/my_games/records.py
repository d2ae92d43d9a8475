"""Games of a file of records as saved games, so that they are imported like those of a file with everything."""

from __future__ import annotations

import binascii
import json

from morris_core.link import Link
from morris_core.movetext import RawGame
from morris_core.record_text import RecordText
from morris_core.tree import read as played

from ...model.messages import Fields
from ...model.reading import of_link
from ...model.record_tags import tag, tags_to_save
from ...model.saved import tidy_name
from ...model.stored_json import MAX_CHARACTERS

DAY = 86_400_000  # milliseconds


def saved_game(raw: RawGame) -> Fields:
    """Return a game of records as a saved game. Each time it has the same id.

    Raises:
        MorrisError: It cannot be read or played; the message names the place.
    """
    script = RecordText(raw, None)
    game, tree = played(script)
    link = Link(game, tree=tree)
    if len(link.link()) > MAX_CHARACTERS:
        link = Link(game)
    opened = of_link("", link)
    opened.names = [tidy_name(tag(raw.tags, side)) for side in ("white", "black")]
    opened.tags = tags_to_save(raw.tags)
    opened.begun = opened.played = opened.time = time_of(tag(raw.tags, "date"))
    data = dict(opened.write())
    content = json.dumps([data["link"], data["tree"], opened.names, opened.tags])
    data["id"] = f"record.{len(content)}.{binascii.crc32(content.encode()):08x}"
    return data


def time_of(date: str) -> int:
    """Return the milliseconds from the beginning of 1970 to a day as records write it, 0 for one that is unknown.

    >>> time_of("1970.01.02") == DAY, time_of("2026.11.28") // DAY, time_of("2000.03.01") // DAY, time_of("2026.??.??")
    (True, 20785, 11017, 0)
    """
    parts = date.split(".")
    if len(parts) != 3 or not all(part.isdigit() and len(part) < 5 for part in parts):
        return 0
    year, month, day = [int(part) for part in parts]
    if not (year >= 1970 and 1 <= month <= 12 and 1 <= day <= 31):
        return 0
    # A year that begins in March has the leap day at its end.
    year, month = (year, month - 3) if month > 2 else (year - 1, month + 9)
    days = 365 * year + year // 4 - year // 100 + year // 400 + (153 * month + 2) // 5 + day - 719_469
    return max(0, days * DAY)
