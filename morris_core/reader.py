"""Reads a pasted game or position in any format: link, address, FEN, Sanmill's FEN, record, PlayOK's numbers.

Invariant: how a text begins decides its format, and it is read in that format only, so an error is about the format
that was meant.
"""

from __future__ import annotations

from .characters import lower_ascii, plain_spaces
from .errors import MorrisError, NotationError
from .fen import looks_like_sanmill_fen
from .game import Game
from .link import KEYS, Link, LinkError
from .movetext import MAX_LENGTH, RawGame, scan
from .record_text import RecordText
from .tree import read as played
from .variants import VARIANTS, Variant, find_variant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .tree import GameTree

_CLOSING = ".,;:!?)>]}'\"\u2019\u201d\u00bb"  # punctuation that may follow a link in a message


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
        game, tree = played(RecordText(self._raws[index], self._variant))
        return Link(game, tree=tree)

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


def read(text: str, variant: Variant | str | None = None) -> Reading:
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
    if len(text) > MAX_LENGTH:
        raise NotationError("This text is too long: the limit is {most} characters. Open part of it.", most=MAX_LENGTH)
    text = plain_spaces(text).strip()
    if not text:
        raise NotationError("There's nothing to read.")
    first = text.split(None, 1)[0]
    preferred = find_variant(variant) if variant else None
    link = _read_one(text, first, preferred)
    if link is not None:
        return Reading(link, [], None)
    raws: list[RawGame] = []
    problem = None
    try:
        raws = list(scan(text))
        problem = raws[0].error
    except NotationError as error:
        problem = error
    if problem is not None and first[0] != "[":
        fragment = _fragment_in(text)
        if fragment:
            return Reading(Link.from_link(fragment), [], None)
    if problem is not None and len(raws) < 2:
        raise problem
    return Reading(None, raws, preferred)


def _read_one(text: str, first: str, variant: Variant | None) -> Link | None:
    """Return the contents if the first word shows that the text is a link or a position, or None if it is neither."""
    if "://" in first or first[0] == "#":
        _, mark, fragment = text.partition("#")
        if not mark:
            raise NotationError("There's no game in this address. A game would come after a #.")
        return _read_fragment(fragment)
    if "=" in first and first.partition("=")[0] in KEYS:
        return _read_fragment(text)
    if first.count("/") >= 2:
        size = 7 if looks_like_sanmill_fen(text) else first.count("/") + 1
        return Link(_first_fit(text, _boards(variant, size)))
    return None


def _read_fragment(fragment: str) -> Link:
    """Read a fragment that may be broken into lines or followed by other words."""
    try:
        return Link.from_link(fragment)
    except LinkError as error:
        try:
            return Link.from_link(fragment.split(None, 1)[0].rstrip(_CLOSING))
        except LinkError:
            raise error


def _fragment_in(text: str) -> str:
    """Return the fragment of the first link to a game among other words, or "" if there is none."""
    if "#" not in text:
        return ""
    for word in text.split():
        fragment = word.partition("#")[2]
        if "=" in fragment and fragment.partition("=")[0] in KEYS:
            return fragment.rstrip(_CLOSING)
    return ""


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
