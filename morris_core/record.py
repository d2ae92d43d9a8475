"""Record: a game with its tags, as text. The module record_text describes the text."""

from __future__ import annotations

from .decoding import text_of
from .errors import MorrisError
from .movetext import scan_lines
from .record_text import RecordText, check_result, first_game, write_record
from .tree import Played, read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from .game import Game
    from .movetext import RawGame
    from .tree import GameTree
    from .variants import Variant


class Record(Played):
    """A game with its tags.

    Args:
        game: The game on the board.
        tree: The game with variations, comments and symbols, if it has any; see Played.tree.
        white: The player of White, or "".
        black: The player of Black, or "".
        date: The date as written, or "".
        result: "1-0", "0-1", "1/2-1/2" or "*"; "" for the game's own. If it is another one, the game that is read
            back ends, by resignation or agreement, or goes on as the result says.
        tags: (name, value) of the other tags.
    """

    def __init__(
        self,
        game: Game,
        *,
        tree: GameTree | None = None,
        white: str = "",
        black: str = "",
        date: str = "",
        result: str = "",
        tags: list[tuple[str, str]] | None = None,
    ) -> None:
        Played.__init__(self, game, tree)
        self.white = white
        self.black = black
        self.date = date
        self.result = result or game.result()
        self.tags = tags or []

    @classmethod
    def of(cls, script: RecordText) -> Record:
        """Return the record of a text, with its moves played. Raises as Game.from_record does."""
        game, tree = read(script)
        record = cls(game, tree=tree, **script.fields())
        record.remarks = tuple(script.remarks)
        return record

    @classmethod
    def read(cls, text: str, variant: Variant | str | None = None) -> Record:
        """Return the first game of a text. Arguments and errors are those of Game.from_record."""
        return cls.of(first_game(text, variant))

    def __repr__(self) -> str:
        return f"<Record {self.white or '?'} - {self.black or '?'} {self.result}: {self.game!r}>"

    def record(self) -> str:
        """Return the record as text that ends with a newline.

        Raises:
            NotationError: A tag or the result could not be read back.
            RulesError: The game's board is not in BOARDS, so no record can name it.
        """
        script = self.game.script()
        if self.has_notes:
            script = self.tree.script()
            script.head = self.game.ply
        check_result(self.result, self.game.result())
        own = [("White", self.white), ("Black", self.black), ("Date", self.date)]
        return write_record(script, self.result, own, self.tags)


class Header:
    """A game of a file that has not been played: enough to choose by its tags. Made by read_headers.

    Attributes:
        line: The line where the game begins.
        tags: The values of its tags, by the names as written.
        result: What its moves end with: "1-0", "0-1", "1/2-1/2", "*" or "".
        length: How many moves it has as written.
    """

    def __init__(self, raw: RawGame, variant: Variant | str | None) -> None:
        self.line = raw.line
        self.tags = dict(raw.tags)
        self.result = raw.result
        self.length = len(raw.moves)
        self._raw = raw
        self._variant = variant

    def __repr__(self) -> str:
        return f"<Header in line {self.line}: {self.tags}>"

    def read(self) -> Record:
        """Play the game. Raises as Game.from_record does."""
        return Record.of(RecordText(self._raw, self._variant))


def read_headers(file: Iterable[str | bytes], variant: Variant | str | None = None) -> Iterator[Header]:
    """Yield the headers of the games of a file of any size, without playing them; damaged games too.

    Arguments are those of read_games.

    >>> file = ['[White "Ada"]\\n', "1. d6 f4 *\\n", "\\n", '[White "Bob"]\\n', "1. a7 *\\n"]
    >>> [header.read().game.move_texts() for header in read_headers(file) if header.tags.get("White") == "Ada"]
    [['d6', 'f4']]
    """
    for raw in _raw_games(file):
        yield Header(raw, variant)


def read_games(
    file: Iterable[str | bytes],
    variant: Variant | str | None = None,
    on_error: Callable[[MorrisError], None] | None = None,
) -> Iterator[Record]:
    """Yield the games of a file of any size, one after the other, without reading all of it first.

    Args:
        file: An open file, of text or of bytes, or its lines. Bytes are UTF-8, UTF-16 with a byte order mark, or
            otherwise Windows-1252.
        variant: As for Game.from_record.
        on_error: Called with the error of a game that cannot be read, which is then left out. By default the error is
            raised.

    Raises:
        MorrisError: As Game.from_record, with the number of the line in the file.
        TypeError: A text or a path was given instead of a file.

    >>> from io import StringIO
    >>> [record.result for record in read_games(StringIO("1. d6 f4 1-0\\n\\n1. a7 0-1"))]
    ['1-0', '0-1']
    """
    for header in read_headers(file, variant):
        try:
            record = header.read()
        except MorrisError as error:
            if on_error is None:
                raise
            on_error(error)
        else:
            yield record


def _raw_games(file: Iterable[str | bytes]) -> Iterator[RawGame]:
    if isinstance(file, (str, bytes)):
        raise TypeError("read_games needs an open file or lines. For a text use read, or read_games([text]).")
    return scan_lines(text_of(file))
