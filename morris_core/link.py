"""Links: a game, or one position of it, as the fragment of a URL, and how to show it.

May import fen, game and what lies below them. Keeps to the MicroPython subset. The one invariant: what format_link
writes, parse_link reads back to an equal game; and a fragment that cannot be played still gives a Game to put on the
board.

The fragment is a query string, `v=nine&m=d6.f4.d2.b4`. Keys: v variant; r house rules that differ
(`flying:0,mill_hold:1`); f start position (FEN with _ for spaces); m turns joined by dots; at the ply shown; side who
sits at the bottom (`white`, `black`); w and b who plays white and black (`human` or a level 1 to 8); p a puzzle's id;
c a correspondence game's id; resigned who gave up after the last turn (`white`, `black`). Unknown keys are ignored.
"""

from __future__ import annotations

from .errors import MorrisError, shown
from .fen import format_position, parse_fen_game
from .game import Game
from .position import BLACK, SIDES, WHITE, start_position
from .variants import Variant, find_variant, house_rules_text, with_house_rules

HUMAN = "human"
PLAYERS = (HUMAN, "1", "2", "3", "4", "5", "6", "7", "8")


class LinkError(MorrisError):
    """A fragment that cannot be played as it stands; `link` is what could be read of it, its game playable."""

    def __init__(self, message: str, link: Link) -> None:
        super().__init__(message)
        self.link = link


class Link:
    """A game and how to show it.

    at: the ply shown, None for the last; side: who sits at the bottom, None for the page to choose; white, black: who
    plays, None when the link does not say (then human); puzzle, correspondence: ids, or empty.
    """

    def __init__(
        self,
        game: Game,
        *,
        at: int | None = None,
        side: int | None = None,
        white: str | None = None,
        black: str | None = None,
        puzzle: str = "",
        correspondence: str = "",
    ) -> None:
        self.game = game
        self.at = at
        self.side = side
        self.white = white
        self.black = black
        self.puzzle = puzzle
        self.correspondence = correspondence


def format_link(link: Link | Game) -> str:
    """Return the fragment, without `#`, that tells a game (all its turns, undone ones left out) and how to show it.

    >>> from morris_core import Game, find_variant
    >>> game = Game(find_variant("nine").with_rules(mill_hold=True))
    >>> _ = game.play("d6"), game.play("f4")
    >>> format_link(Link(game, black="3"))
    'v=nine&r=mill_hold:1&m=d6.f4&b=3'
    """
    if isinstance(link, Game):
        link = Link(link)
    game = link.game
    variant = game.variant
    parts = ["v=" + variant.name]
    house = house_rules_text(variant)
    if house:
        parts.append("r=" + house)
    if game.start != start_position(variant) or game.first_ply or game.first_quiet:
        fen = format_position(variant, game.start, game.first_quiet, game.first_ply + 1)
        parts.append("f=" + fen.replace(" ", "_"))
    if game.ply:
        parts.append("m=" + ".".join(game.turns()))
    if game.resigned is not None:
        parts.append("resigned=" + SIDES[game.resigned])
    if link.at is not None:
        parts.append("at=" + str(link.at))
    if link.side is not None:
        parts.append("side=" + SIDES[link.side])
    for key, value in (("w", link.white), ("b", link.black), ("p", link.puzzle), ("c", link.correspondence)):
        if value:
            parts.append(key + "=" + escape(value))
    return "&".join(parts)


def parse_link(fragment: str) -> Link:
    """Return what a fragment (with or without `#`) tells.

    Raises LinkError, whose message says what was wrong and whose `link` holds the game as far as it could be played:
    the standard variant where that is unknown, its start where the position is damaged, the position before the first
    turn that is not legal.
    """
    problems: list[str] = []
    values = _read_query(fragment, problems)
    variant = _read_variant(values, problems)
    game = Game(variant)
    playable = not problems
    if "f" in values:
        try:
            game = parse_fen_game(values["f"].replace("_", " "), variant)
        except MorrisError as error:
            problems.append("The position of this link cannot be set up. " + str(error))
            playable = False
    if values.get("m") and playable:
        for number, turn in enumerate(values["m"].split(".")):
            try:
                game.play(turn)
            except MorrisError as error:
                problems.append(
                    f"Turn {number + 1} of this link, {shown(turn)}, cannot be played. {error} "
                    "The board shows the position before it."
                )
                playable = False
                break
    if "resigned" in values and playable:
        _read_resigned(values["resigned"], game, problems)
    link = Link(
        game,
        at=_read_ply(values, game, problems),
        side=_read_side(values, problems),
        white=_read_player(values, "w", problems),
        black=_read_player(values, "b", problems),
        puzzle=values.get("p", ""),
        correspondence=values.get("c", ""),
    )
    if problems:
        raise LinkError(" ".join(problems), link)
    return link


def escape(text: str) -> str:
    """Return text percent-encoded (UTF-8) but for the signs that stand for themselves in our fragments."""
    plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~:/,"
    return "".join(chr(byte) if byte < 128 and chr(byte) in plain else f"%{byte:02X}" for byte in text.encode())


def unescape(text: str) -> str:
    """Return percent-encoded text decoded; raises ValueError where the signs make no UTF-8 text."""
    data = text.encode()
    out = bytearray()
    place = 0
    while place < len(data):
        if data[place] == 37:
            out.append(int(_hex_pair(data[place + 1 : place + 3]), 16))
            place += 3
        else:
            out.append(data[place])
            place += 1
    return bytes(out).decode()


def _hex_pair(pair: bytes) -> str:
    """Return two hexadecimal digits as text, or raise ValueError."""
    digits = "".join(chr(byte) for byte in pair)
    if len(digits) != 2 or any(digit not in "0123456789abcdefABCDEF" for digit in digits):
        raise ValueError("bad percent-encoding")
    return digits


def _read_query(fragment: str, problems: list[str]) -> dict[str, str]:
    values: dict[str, str] = {}
    for part in (fragment[1:] if fragment.startswith("#") else fragment).split("&"):
        key, equals, value = part.partition("=")
        if not equals:
            if part:
                problems.append(shown(part) + " in this link says nothing: its parts look like v=nine.")
            continue
        try:
            values[key] = unescape(value)
        except ValueError:
            problems.append("The part " + shown(key) + " of this link is damaged.")
    return values


def _read_variant(values: dict[str, str], problems: list[str]) -> Variant:
    variant = find_variant("nine")
    try:
        variant = find_variant(values.get("v", "nine"))
        return with_house_rules(variant, values.get("r", ""))
    except MorrisError as error:
        problems.append(str(error))
        return variant


def _is_number(text: str) -> bool:
    """Return whether text is a number of at most six ASCII digits (str.isdigit knows stranger ones)."""
    return 0 < len(text) < 7 and all(sign in "0123456789" for sign in text)


def _read_ply(values: dict[str, str], game: Game, problems: list[str]) -> int | None:
    text = values.get("at")
    if text is None:
        return None
    if _is_number(text) and int(text) <= game.ply:
        return int(text)
    problems.append(f"This link wants to show ply {shown(text)}, but the game has plies 0 to {game.ply}.")
    return None


def _read_resigned(text: str, game: Game, problems: list[str]) -> None:
    if text not in SIDES:
        problems.append("Who resigned is white or black, not " + shown(text) + ".")
        return
    try:
        game.resign(SIDES.index(text))
    except MorrisError as error:
        problems.append("Nobody can have resigned in this link. " + str(error))


def _read_side(values: dict[str, str], problems: list[str]) -> int | None:
    text = values.get("side")
    if text is None:
        return None
    if text in SIDES:
        return BLACK if text == "black" else WHITE
    problems.append(f"At the bottom sits white or black, not {shown(text)}.")
    return None


def _read_player(values: dict[str, str], key: str, problems: list[str]) -> str | None:
    text = values.get(key)
    if text is None or text in PLAYERS:
        return text
    name = "White" if key == "w" else "Black"
    problems.append(f"{name} is played by human or a level 1 to 8, not {shown(text)}.")
    return None
