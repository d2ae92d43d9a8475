"""Reads a pasted game or position in any format: link, address, FEN, Sanmill's FEN, record, PlayOK's numbers.

Invariant: how a text begins decides its format, and it is read in that format only, so an error is about the format
that was meant.
"""

from __future__ import annotations

from .characters import lower_ascii, plain_spaces, split_words
from .errors import MorrisError, NotationError
from .family import VARIANTS
from .fen import looks_like_sanmill_fen
from .find_link import find_link, find_links
from .game import Game
from .link import Link, LinkError
from .marks import QUOTES, trim, without_marks
from .movetext import MAX_LENGTH, RawGame, scan
from .named import find_variant
from .percent import KEYS
from .record_text import RecordText
from .tree import read as played
from .variants import Variant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .tree import GameTree


class Reading:
    """The contents of a text: one game, or several from a file of records. Made by `read`.

    `reading[0]` is the first game as a Link, with its variations, comments and symbols. Each game is played when it is
    asked for, so that a damaged one does not hide the others.

    Attributes:
        tags: The tags of each game, by name in lower case; only records have any.
        written_tags: The tags of each game as written, (name, value) in order.
    """

    def __init__(self, link: Link | None, raws: list[RawGame], variant: Variant | None) -> None:
        self._link = link
        self._raws = raws
        self._variant = variant
        self.written_tags = [list(raw.tags) for raw in raws] if raws else [[]]
        self.tags = [{lower_ascii(name): value for name, value in raw.tags} for raw in raws] if raws else [{}]

    def __repr__(self) -> str:
        return "<Reading, games: " + str(len(self)) + ">"

    def __len__(self) -> int:
        """Return the number of games."""
        return 1 if self._link else len(self._raws)

    def __getitem__(self, index: int) -> Link:
        """Return one of the games.

        Raises:
            MorrisError: There is no such game, or it cannot be read or played; the message names the place.
        """
        if not 0 <= index < len(self):
            raise MorrisError("There's no game {number} here. Games found: {count}.", number=index + 1, count=len(self))
        if self._link:
            return self._link
        script = RecordText(self._raws[index], self._variant)
        game, tree = played(script)
        link = Link(game, tree=tree)
        link.remarks = tuple(script.remarks)
        return link

    def __iter__(self) -> Iterator[Link]:
        return iter([self[index] for index in range(len(self))])

    @property
    def game(self) -> Game:
        """The first game."""
        return self[0].game

    @property
    def tree(self) -> GameTree:
        """The first game with its variations, comments and symbols."""
        return self[0].tree


def read(text: str | bytes, variant: Variant | str | None = None) -> Reading:
    """Read a text in any of the formats.

    Args:
        text: The text, at most MAX_LENGTH characters.
        variant: The variant, or its name, to use if the text names none and its positions fit; otherwise it is nine
            men's morris, or the first of VARIANTS that fits.

    Raises:
        LinkError: Some part of a link cannot be read or played.
        MorrisError: The text is too long, or cannot be read; the message names the place and the reason.

    >>> found = read('[White "Ada"]\\n1. d6 f4 1-0\\n\\n[White "Bob"]\\n1. a7 *')
    >>> len(found), found.tags[1]["white"], found[1].game.move_texts()
    (2, 'Bob', ['a7'])
    >>> read("1. D6 f4 2. d2").game == read("1. 5 14 2. 20").game
    True
    >>> read("Play me: https://example.org/#v=six&m=c5&side=black")[0].side
    1
    """
    if not isinstance(text, str):
        from .decoding import decode

        text = decode(text)
    if len(text) > MAX_LENGTH:
        raise NotationError("This text is too long: the limit is {most} characters. Open part of it.", most=MAX_LENGTH)
    words = split_words(without_marks(text[:2000]).replace("\u2026", " "))
    if not words:
        raise NotationError("There's nothing to read.")
    preferred = find_variant(variant) if variant else None
    first = trim(words[0], QUOTES)
    if "://" in first or first[:1] == "#" or ("=" in first and lower_ascii(first.partition("=")[0]) in KEYS):
        return Reading(_read_link(text), [], None)
    position = _position_in(text)
    if position:
        size = 7 if looks_like_sanmill_fen(position) else position.split()[0].count("/") + 1
        return Reading(Link(_first_fit(position, _boards(preferred, size))), [], None)
    raws: list[RawGame] = []
    problem = None
    try:
        raws = list(scan(text))
        problem = raws[0].error
    except NotationError as error:
        problem = error
    if problem is not None and not any(raw.tags for raw in raws) and find_link(text):
        return Reading(_read_link(text), [], None)
    if problem is not None and len(raws) < 2:
        from .ring_names import VARIANT, from_ring_names, has_ring_names

        renamed = from_ring_names(text)
        if renamed == text:
            raise problem
        return read(renamed, preferred if preferred and has_ring_names(preferred.board) else VARIANT)
    return Reading(None, raws, preferred)


def _read_link(text: str) -> Link:
    """Return the contents of the first link in a text; of those that it could be, the first one without a problem."""
    first: MorrisError | None = None
    for fragment in find_links(text):
        try:
            return Link.from_link(fragment)
        except LinkError as error:
            first = first or error
    if first is not None:
        raise first
    _, mark, fragment = text.partition("#")
    if not mark and "://" in text:
        raise NotationError("There's no game in this address. A game would come after a #.")
    return Link.from_link(fragment if mark else text.strip())


def _position_in(text: str) -> str:
    """Return the position that a text is, without words such as `position fen` before it; "" if it is none."""
    lines = [line for line in plain_spaces(without_marks(text)).split("\n") if line.split()]
    words = trim(" ".join(lines), QUOTES + " `.").split() if len(lines) < 3 else []
    while words and lower_ascii(words[0]).rstrip(":") in ("position", "fen"):
        words.pop(0)
    if "moves" in words:
        return ""
    is_position = words and words[0].count("/") >= 2 and all(sign in "WBO@X*/0123456789" for sign in words[0])
    return " ".join(words) if is_position else ""


def _boards(variant: Variant | None, size: int) -> list[Variant]:
    """Return the variants on a grid of `size` files and ranks, the preferred one first."""
    fitting = [other for other in VARIANTS.values() if other.board.size == size]
    if not fitting:
        sizes = sorted({other.board.size for other in VARIANTS.values()})
        raise NotationError(
            "No board has {size} ranks. There are boards with {sizes} ranks.",
            size=size,
            sizes=", ".join([str(number) for number in sizes]),
        )
    return [variant] + fitting if variant and variant.board.size == size else fitting


def _first_fit(text: str, variants: list[Variant]) -> Game:
    """Return the position in the first variant in which it can occur, or raise the error of the first one."""
    first: MorrisError | None = None
    for variant in variants:
        try:
            return Game.from_fen(text, variant)
        except MorrisError as error:
            first = first or error
    assert first is not None
    raise first
