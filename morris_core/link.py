"""Links: a game, or one position of it, as the fragment of a URL, and how to show it.

Invariant: parse_link reads what format_link writes back to an equal game (fen.py limits its counts), and even a
fragment that cannot be played gives a Game to put on the board.

The fragment is a query string, `v=nine&m=d6.f4.d2.b4`. Its keys: v variant; r house rules that differ
(`flying:0,mill_hold:1`); f start position (FEN with _ for spaces); m moves joined by dots; t, n, k and e variations,
symbols, comments and endings (tree_text.py); at the ply or node to show; side the side at the bottom (`white`,
`black`); w and b the players of White and Black (`human`, or `level1` and so on); p a puzzle's id; c a correspondence
game's id; and how the players ended the game after the last move: resigned the side that resigned (`white`, `black`),
time the side that ran out of time (`white`, `black`), draw=agreed. Unknown keys are ignored.
"""

from __future__ import annotations

from .characters import is_number
from .errors import MorrisError, NotationError, quote_input
from .fen import format_position
from .percent import escape, unescape
from .position import BLACK, NAMES, SIDES, WHITE, start_position
from .variants import Variant, find_variant, house_rules_text, table_variant, with_house_rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeVar

    from .game import Game
    from .tree import GameTree

    _Value = TypeVar("_Value")

HUMAN = "human"
_LEVEL = "level"
# Old links, from when there were eight levels, have the number alone: today's level of the same strength for each.
_FORMER = {"1": "2", "2": "4", "3": "5", "4": "6", "5": "7", "6": "8", "7": "10", "8": "12"}
KEYS = ("v", "r", "f", "m", "t", "n", "k", "e", "at", "side", "w", "b", "p", "c", "resigned", "time", "draw")
MAX_LENGTH = 50_000
"""Characters of a link; enough for a game of eight thousand moves."""
MAX_ID_LENGTH = 40
"""Characters of the id of a puzzle or of a correspondence game."""
_MAX_PROBLEMS = 3  # listed one by one
# Game adds itself here when it is defined: it imports this module, so this module cannot import it.
game_classes: list[type[Game]] = []


class LinkError(MorrisError):
    """A fragment that cannot be played as it is.

    Attributes:
        link: The readable part of it; its game is playable.
        problems: One error for each thing that was wrong; the text of this error joins theirs.
    """

    def __init__(self, problems: Sequence[MorrisError], link: Link) -> None:
        super().__init__(" ".join([str(problem) for problem in problems]))
        self.problems = tuple(problems)
        self.link = link

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the error by its arguments, so that it can leave a worker process."""
        return LinkError, (self.problems, self.link)


class Link:
    """A game and how to show it.

    Args:
        at: The ply to show, or None for the last; in a tree, the number of the node (GameTree.nodes).
        side: The side at the bottom, or None to let the page choose.
        white: The player of White, one of levels.table.PLAYERS; None if the link does not say (then a human).
        black: The player of Black, in the same form.
        puzzle: The id of a puzzle, or "".
        correspondence: The id of a correspondence game, or "".
        tree: The game with variations, comments and symbols, or None if it has none. Its main line begins with the
            game's moves; any moves after them were taken back.

    Raises:
        NotationError: An id has more than MAX_ID_LENGTH characters.
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
        tree: GameTree | None = None,
    ) -> None:
        _check_id("p", puzzle)
        _check_id("c", correspondence)
        self.game = game
        self.at = at
        self.side = side
        self.white = white
        self.black = black
        self.puzzle = puzzle
        self.correspondence = correspondence
        self.tree = tree


def format_link(link: Link | Game | GameTree) -> str:
    """Return the fragment, without `#`, of a game and how to show it.

    It contains all moves on the board, and none that were taken back. A variant that is not in the table is written as
    the first one on its board, with the rules that differ.

    Args:
        link: A Link, or a Game or GameTree to be shown in the usual way.

    Raises:
        RulesError: The game's board is none of BOARDS, so no link can name it.

    >>> from morris_core import Game, find_variant
    >>> game = Game(find_variant("nine").with_rules(mill_hold=True))
    >>> _ = game.play("d6"), game.play("f4")
    >>> format_link(Link(game, black="3"))
    'v=nine&r=mill_hold:1&m=d6.f4&b=level3'
    """
    if hasattr(link, "main_game"):
        link = Link(link.main_game(), tree=link)  # type: ignore[arg-type]
    elif not isinstance(link, Link):
        link = Link(link)
    game = link.game
    variant = game.variant
    parts = ["v=" + table_variant(variant).name]
    house = house_rules_text(variant)
    if house:
        parts.append("r=" + house)
    if game.start != start_position(variant) or game.first_ply or game.first_quiet:
        fen = format_position(variant, game.start, game.first_quiet, game.first_ply + 1)
        parts.append("f=" + fen.replace(" ", "_"))
    if game.ply:
        parts.append("m=" + ".".join(game.move_texts()))
    if game.resigned is not None:
        parts.append("resigned=" + SIDES[game.resigned])
    if game.out_of_time is not None:
        parts.append("time=" + SIDES[game.out_of_time])
    if game.agreed:
        parts.append("draw=agreed")
    if link.tree is not None:
        from .tree_text import link_parts  # imported here because few links need it

        parts += link_parts(link.tree, game.ply)
    return "&".join(parts) + format_options(link)


def format_options(link: Link) -> str:
    """Return everything in a link besides its game, each part after an `&`: the end of format_link's fragment.

    >>> from morris_core import Game, find_variant
    >>> format_options(Link(Game(find_variant("nine")), at=0, black="3"))
    '&at=0&b=level3'
    """
    text = ""
    if link.at is not None:
        text += "&at=" + str(link.at)
    if link.side is not None:
        text += "&side=" + SIDES[link.side]
    for key, player in (("w", link.white), ("b", link.black)):
        if player:
            text += "&" + key + "=" + ("" if player == HUMAN else _LEVEL) + player
    for key, value in (("p", link.puzzle), ("c", link.correspondence)):
        if value:
            text += "&" + key + "=" + escape(value)
    return text


def parse_link(fragment: str, most: int = MAX_LENGTH) -> Link:
    """Return the contents of a fragment.

    Args:
        fragment: The part of an address after the `#`; a leading `#` is ignored.
        most: How many characters to read. The default suits text from outside.

    Raises:
        LinkError: Some part cannot be read or played. The error's `link` holds as much of the game as can be played:
            nine men's morris if the variant is unknown, the start of the variant if the position is damaged, or the
            position before the first illegal move.
    """
    game_class = game_classes[0]
    if len(fragment) > most:
        problem = NotationError(
            "This link is too long: it has {length} characters, and the limit is {most}.",
            length=len(fragment),
            most=most,
        )
        raise LinkError([problem], Link(game_class(find_variant("nine"))))
    problems: list[MorrisError] = []
    values, damaged = _read_query(fragment, problems)
    variant, playable = _read_variant(values, problems)
    playable = playable and not ("v" in damaged or "r" in damaged or "f" in damaged)
    game = game_class(variant)
    if "f" in values and playable:
        try:
            game = game_class.from_fen(values["f"].replace("_", " "), variant)
        except MorrisError as error:
            problems.append(NotationError("The position in this link can't be set up. {reason}", reason=error))
            playable = False
    if values.get("m") and playable:
        playable = _play(values["m"], game, problems)
    if playable:
        _read_ending(values, game, problems)
    tree = None
    if playable and any(key in values for key in ("t", "n", "k", "e")):
        from .tree_text import read_link_parts

        tree = read_link_parts(values, game, problems)
    link = Link(
        game,
        tree=tree,
        at=_attempt(problems, lambda: _read_ply(values.get("at"), len(tree.nodes()) - 1 if tree else game.ply)),
        side=_attempt(problems, lambda: _read_side(values.get("side"))),
        white=_attempt(problems, lambda: _read_player(values, "w")),
        black=_attempt(problems, lambda: _read_player(values, "b")),
        puzzle=_attempt(problems, lambda: _read_id(values, "p")) or "",
        correspondence=_attempt(problems, lambda: _read_id(values, "c")) or "",
    )
    if problems:
        raise LinkError(problems, link)
    return link


def _attempt(problems: list[MorrisError], read: Callable[[], _Value]) -> _Value | None:
    """Return what `read` returns; if it raises, add its error to the problems and return None."""
    try:
        return read()
    except MorrisError as error:
        problems.append(error)
        return None


def _read_query(fragment: str, problems: list[MorrisError]) -> tuple[dict[str, str], set[str]]:
    """Return the values by key, and the keys whose values are damaged."""
    values: dict[str, str] = {}
    damaged: set[str] = set()
    found: list[MorrisError] = []
    for part in (fragment[1:] if fragment.startswith("#") else fragment).split("&"):
        key, equals, value = part.partition("=")
        if not equals:
            if part:
                found.append(
                    NotationError(
                        "This link has a part that can't be read: {text}. Parts look like v=nine.",
                        text=quote_input(part),
                    )
                )
            continue
        try:
            values[key] = unescape(value)
        except ValueError:
            damaged.add(key)
            found.append(NotationError("The {key} part of this link is damaged.", key=quote_input(key)))
    problems += found[:_MAX_PROBLEMS]
    if len(found) > _MAX_PROBLEMS:
        problems.append(NotationError("Other parts that can't be read: {count}.", count=len(found) - _MAX_PROBLEMS))
    return values, damaged


def _read_variant(values: dict[str, str], problems: list[MorrisError]) -> tuple[Variant, bool]:
    """Return the variant with its house rules, and whether both could be read."""
    variant = find_variant("nine")
    try:
        variant = find_variant(values.get("v", "nine"))
        return with_house_rules(variant, values.get("r", "")), True
    except MorrisError as error:
        problems.append(error)
        return variant, False


def _play(text: str, game: Game, problems: list[MorrisError]) -> bool:
    """Play the moves of a link; return whether all of them are legal."""
    for index, move in enumerate(text.split(".")):
        try:
            game.play(move)
        except MorrisError as error:
            problems.append(
                NotationError(
                    "Move {number} in this link, {text}, can't be played. {reason}",
                    number=index + 1,
                    text=quote_input(move),
                    reason=error,
                )
            )
            return False
    return True


def _read_ply(text: str | None, last: int) -> int | None:
    if text is None or (is_number(text) and int(text) <= last):
        return None if text is None else int(text)
    raise NotationError(
        "This link points to ply {text}, but the game's plies run from 0 to {last}.", text=quote_input(text), last=last
    )


def _read_ending(values: dict[str, str], game: Game, problems: list[MorrisError]) -> None:
    """End the game the way its players did, if they did."""
    for key in ("resigned", "time"):
        text = values.get(key)
        if text is None:
            continue
        resigned = key == "resigned"
        if text not in SIDES:
            which = "The resigned part of a link must read white or black, not {text}."
            if not resigned:
                which = "The time part of a link must read white or black, not {text}."
            problems.append(NotationError(which, text=quote_input(text)))
            continue
        try:
            (game.resign if resigned else game.lose_on_time)(SIDES.index(text))
        except MorrisError as error:
            refusal = "This link says that a player resigned, but that's not possible. {reason}"
            if not resigned:
                refusal = "This link says that a player ran out of time, but that's not possible. {reason}"
            problems.append(NotationError(refusal, reason=error))
    text = values.get("draw")
    if text is not None and text != "agreed":
        problems.append(NotationError("The draw part of a link must read agreed, not {text}.", text=quote_input(text)))
    elif text is not None:
        try:
            game.agree_draw()
        except MorrisError as error:
            problems.append(
                NotationError(
                    "This link says the players agreed to a draw, but they can't have. {reason}", reason=error
                )
            )


def _read_side(text: str | None) -> int | None:
    if text is None or text in SIDES:
        return None if text is None else SIDES.index(text)
    raise NotationError("The side at the bottom must be white or black, not {text}.", text=quote_input(text))


def find_player(text: str) -> str | None:
    """Return the player that the value of `w` or `b` in a link names, one of levels.table.PLAYERS, or None.

    >>> find_player("level3"), find_player("human"), find_player("x")
    ('3', 'human', None)
    """
    if text == HUMAN or text in _FORMER:
        return _FORMER.get(text, text)
    from .levels.table import PLAYERS  # imported here because the rules do without levels

    number = text[len(_LEVEL) :]
    return number if text.startswith(_LEVEL) and number in PLAYERS[1:] else None


def _read_player(values: dict[str, str], key: str) -> str | None:
    text = values.get(key)
    player = None if text is None else find_player(text)
    if text is None or player is not None:
        return player
    from .levels.table import PLAYERS

    raise NotationError(
        "{side} must be played by human or by level1 to level{most}, not {text}.",
        most=len(PLAYERS) - 1,
        side=NAMES[WHITE] if key == "w" else NAMES[BLACK],
        text=quote_input(text),
    )


def _read_id(values: dict[str, str], key: str) -> str:
    text = values.get(key, "")
    _check_id(key, text)
    return text


def _check_id(key: str, text: str) -> None:
    if len(text) > MAX_ID_LENGTH:
        raise NotationError(
            "The id in the {key} part of a link can have at most {most} characters, but this one has {length}.",
            key=quote_input(key),
            most=MAX_ID_LENGTH,
            length=len(text),
        )
