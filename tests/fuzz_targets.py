"""The readers of foreign bytes, each as a function that fails if the reader does.

`python -m tools.measure.fuzz` searches for input that makes one fail; tests/test_fuzz.py replays what it found. A
reader may refuse with a sentence of its own exception, and what it accepts must be writable and read back equal.
"""

import contextlib
import json
import struct
import zlib
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

from app.features import table as _table  # noqa: F401 - it fills FEATURES
from app.features.clocks.clock import read_clock
from app.features.live import invitation
from app.features.live.logs import Fold
from app.features.live.protocol import Session as LiveSession
from app.features.my_games import transfer
from app.features.my_games.summary import read_summary, summary_of, write_summary
from app.features.puzzles.book import PuzzleError, read_puzzle
from app.kernel.features import hook
from app.kernel.fields import LATEST, merged
from app.model import reading
from app.model.merge import merge_data
from app.model.record_tags import read_tags
from app.update.embedding import CommandError, read_address, read_command
from app.update.stored import declared

from morris_core import VARIANTS, Game, MorrisError
from morris_core.engine import Engine
from morris_core.engine.opening.book import OpeningBook
from morris_core.engine.protocol import Session
from morris_core.link import MAX_LENGTH, Link
from morris_core.notation import format_move, parse_move
from morris_core.reader import read
from morris_core.record import Record, read_games
from morris_core.tablebase.index import TableError
from morris_core.tablebase.probe import Tablebase

LONGEST_SENTENCE = 1500
ENGINE = Engine()
START = Game(VARIANTS["nine"])
GAMES = [
    read(text).game
    for text in (
        "WB1/1W1/B2 w 1 1",
        "W2/1BW/BWB b 0 0",
        "W1W/3/3/4BW/3/1B1/1B1 w 0 0",
        "f=W1W/3/3/4BW/3/1B1/1B1_w_0_0&r=flying:0",
    )
]


def _refused(error: Exception) -> None:
    assert 0 < len(str(error)) < LONGEST_SENTENCE, str(error)[:200]


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _check_link(link: Link) -> None:
    """Fail unless a game can be continued, and written as a link and as a record that read back equal."""
    game = link.game
    text = link.link()
    if len(text) <= MAX_LENGTH:
        again = Link.read(text)
        assert (again.game, again.link()) == (game, text)
    (record,) = list(read_games([Record(game, tree=link.tree).record()]))
    assert record.game == game
    if not game.outcome():
        game.play(game.legal_moves()[0])


def read_text(data: bytes) -> None:
    try:
        found = read(_text(data))
        for index in range(min(len(found), 2)):
            _check_link(found[index])
    except MorrisError as error:
        _refused(error)


def read_link(data: bytes) -> None:
    link = Link.read(_text(data))
    if link.problem is not None:
        _refused(link.problem)
    _check_link(link)


def read_position(data: bytes) -> None:
    text = _text(data)
    for variant in (VARIANTS["nine"], VARIANTS["three"], VARIANTS["morabaraba"]):
        try:
            game = Game.from_fen(text, variant)
            assert Game.from_fen(game.fen(), variant) == game
        except MorrisError as error:
            _refused(error)
        try:
            game = Game.from_fen(text, variant)
            again = Game.from_fen(game.sanmill_fen(), variant)
            assert again.position == game.position
        except MorrisError as error:
            _refused(error)
        try:
            move = parse_move(text, variant)
            assert parse_move(format_move(move, variant), variant) == move
        except MorrisError as error:
            _refused(error)


def read_request(data: bytes) -> None:
    session = Session(make_engine=lambda: ENGINE)
    for line in _text(data).splitlines()[:4]:
        found: list[str] = []
        next(session.think(line, found.append), None)
        assert not any("The engine failed" in answer for answer in found), found


def read_frame(data: bytes) -> None:
    """Read an embedded board's address, or a message of its host page, which arrives as JSON."""
    link, options = read_address(_text(data))
    assert set(options) == {"controls", "theme", "look", "men", "host", "lang"}
    assert isinstance(link, str)
    try:
        intent, _value = read_command(_json(data))
        assert intent in ("flip", "load", "step", "setting")
    except CommandError as error:
        _refused(error)


def read_saved(data: bytes) -> None:
    """Read what the browser may have stored, or a file of everything may hold, as each kind of it."""
    value = _json(data)
    game = reading.read("A-1", value)
    if game is not None:
        written = json.loads(json.dumps(game.write()))
        again = reading.read("A-1", written)
        assert again is not None
        assert again.game == game.game
        summary = summary_of("A-1", written)
        assert summary is None or read_summary({**write_summary(summary), "id": "A-1", "date": ""})
        merge_data(written, value)
    for stored in declared():
        sound = stored.read(value)[0]
        assert stored.read(json.loads(json.dumps(sound)))[0] == sound
        assert {**sound, **merged(stored, sound, value, LATEST)} == sound
    read_clock(value)
    read_tags(value)
    read_summary(value)


def read_file(data: bytes) -> None:
    """Read a file of everything, as the page does it: its head, then its games."""
    value = _json(data)
    if not isinstance(value, dict):
        return
    games = value.pop("games", None)
    if transfer.check_head(value, len(games) if isinstance(games, list) else -1):
        return
    for game in games if isinstance(games, list) else ():
        if not transfer.check_game(game):
            transfer.kind_of(game, game)
            transfer.combined(game, dict(game))
            transfer.other_id(game)
    stored = value.get("stored", {})
    for one, data in transfer.stored_in(stored, True):
        one.changed({}, transfer.merging(one, data, LATEST))
    other_lines = hook("other_lines")
    assert other_lines is None or other_lines(stored, stored) == []


def read_live(data: bytes) -> None:
    """Read messages of live play, and a code."""
    for seat in (0, 1):
        session = LiveSession(seat, Fold(GAMES[0], 0, None))
        session.opened(0)
        for now, line in enumerate(_text(data).splitlines()[:20]):
            session.receive(line, now)
            session.tick(now)
        assert Game.from_link(session.game.link()) == session.game
    with contextlib.suppress(invitation.BadCode):
        assert invitation.sdp(invitation.unpack(_text(data)))


def read_puzzles(data: bytes) -> None:
    for line in _text(data).splitlines()[:4]:
        try:
            read_puzzle(line)
        except PuzzleError as error:
            _refused(error)


# A table with right checksums and senseless content may raise these besides a TableError. No accident makes one.
FORGED = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)


class _Right(int):
    """A checksum that is always right, so that the search gets past it."""

    def __eq__(self, other: object) -> bool:
        return True

    def __ne__(self, other: object) -> bool:
        return False

    __hash__ = int.__hash__


def read_tables(data: bytes) -> None:
    """Read a table of either form and an opening book: a header (a JSON object in the first line), and the parts."""
    header, _, rest = data.partition(b"\n")
    packed = zlib.compress(header, 1)
    for magic, version in ((b"MorrisTB", 1), (b"MorrisTB", 2), (b"MorrisOB", 1)):
        file = struct.pack("<8sIII", magic, version, len(packed), zlib.crc32(packed)) + packed + rest
        for whole in (file, data):
            try:
                with patch.object(zlib, "crc32", lambda _data: _Right(0)):
                    if magic == b"MorrisOB":
                        OpeningBook("a file", whole).moves(START)
                    else:
                        tables = Tablebase([("a file", whole)])
                        for game in GAMES:
                            tables.probe(game.variant, game.position)
            except TableError as error:
                _refused(error)
            except FORGED:
                assert whole is file


TARGETS: dict[str, Callable[[bytes], None]] = {
    "text": read_text,
    "link": read_link,
    "position": read_position,
    "request": read_request,
    "frame": read_frame,
    "saved": read_saved,
    "file": read_file,
    "puzzles": read_puzzles,
    "live": read_live,
    "tables": read_tables,
}


def _json(data: bytes) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None
