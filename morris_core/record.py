"""Game records: tags, numbered moves, comments and a result, in the style of chess's PGN.

Invariant: parse_record reads what format_record writes back to an equal game, if its result is the game's own.

    [Variant "nine"]
    [White "Ada"]
    [Result "*"]

    1. d6 f4 2. d2 b4 {a comment} *

These tags have a meaning: Variant (name or title), Rules (house rules that differ, `flying:0,mill_hold:1`), FEN (the
start position, ours or Sanmill's), White, Black, Date, Result. Others are preserved. The module movetext describes how
moves may be written. A move's number counts White's moves; if White had to pass, Black's next move has a number of its
own (`7... a1-a4`). Numbers are for people and are not checked when reading.

If the moves alone do not give the Result, the players agreed on it: 1-0 and 0-1 are a resignation or, with
[Termination "time forfeit"], a loss on time; 1/2-1/2 is an agreed draw.
"""

from __future__ import annotations

from .characters import DIGITS, is_number, lower_ascii, plain_spaces, split_words
from .errors import IllegalMove, MorrisError, NotationError, PositionError, RulesError, quote_input
from .fen import format_position
from .game import Game
from .movetext import RawGame, scan, scan_lines
from .position import BLACK, WHITE, start_position
from .rules import RESULTS, explain
from .sanmill import looks_like_sanmill_fen, parse_sanmill_fen
from .tree import GameTree
from .tree_text import comments_tree, head_of, take_commands, tree_of, tree_words
from .variants import VARIANTS, Variant, find_variant, house_rules_text, table_variant, with_house_rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_WIDTH = 80  # characters per line, unless a move is longer
_ON_TIME = "time forfeit"  # as in PGN
_OWN_TAGS = ("variant", "rules", "fen", "setup", "white", "black", "date", "result")


class Record:
    """A game with its tags and comments.

    Args:
        white: The player of White, or "".
        black: The player of Black, or "".
        date: The date as written, or "".
        result: "1-0", "0-1", "1/2-1/2" or "*"; "" for the game's own. If it is another one, the game that is read
            back ends, by resignation or agreement, or goes on as the result says.
        tags: (name, value) of the other tags.
        comments: Texts by the number of moves before them; tree_text says how a record changes some.
        tree: The game with its variations, comments and symbols, or None if it has neither variations nor symbols. If
            given, `comments` is not written. Its main line begins with the game's moves; any moves after them were
            taken back.
    """

    def __init__(
        self,
        game: Game,
        *,
        white: str = "",
        black: str = "",
        date: str = "",
        result: str = "",
        tags: list[tuple[str, str]] | None = None,
        comments: dict[int, str] | None = None,
        tree: GameTree | None = None,
    ) -> None:
        self.game = game
        self.white = white
        self.black = black
        self.date = date
        self.result = result or game.result()
        self.tags = tags or []
        self.comments = comments or {}
        self.tree = tree


def format_record(record: Record | Game | GameTree) -> str:
    """Return a record as text that ends with a newline; it omits moves that were taken back.

    Args:
        record: A Record, or just a Game or a GameTree.

    Raises:
        NotationError: A tag or the result could not be read back.
        RulesError: The game's board is not in BOARDS, so no record can name it.

    >>> from morris_core import Game, find_variant
    >>> game = Game(find_variant("six"))
    >>> _ = game.play("c5"), game.play("a1"), game.play("c2")
    >>> print(format_record(game))
    [Variant "six"]
    [Result "*"]
    <BLANKLINE>
    1. c5 a1 2. c2 *
    <BLANKLINE>
    """
    if isinstance(record, Game):
        record = Record(record)
    elif isinstance(record, GameTree):
        record = Record(record.main_game(), tree=record)
    game = record.game
    variant = game.variant
    _check_result(game, record.result)
    tags = [("Variant", table_variant(variant).name), ("Rules", house_rules_text(variant))]
    if game.start != start_position(variant) or game.first_ply or game.first_quiet:
        tags.append(("FEN", format_position(variant, game.start, game.first_quiet, game.first_ply + 1)))
    tags += [("White", record.white), ("Black", record.black), ("Date", record.date), ("Result", record.result)]
    lines = [_tag(name, value) for name, value in tags if value]
    if game.out_of_time is not None:
        lines.append(_tag("Termination", _ON_TIME))
    for name, value in record.tags:
        check_tag_name(name)
        # A Termination must not contradict how the game ended, or repeat what is already written.
        if lower_ascii(name) != "termination" or (game.out_of_time is None and lower_ascii(value) != _ON_TIME):
            lines.append(_tag(name, value))
    lines.append("")
    line = ""
    tree = record.tree or comments_tree(game, record.comments)
    for word in tree_words(tree, game.ply) + [record.result]:
        if line and len(line) + 1 + len(word) > _WIDTH:
            lines.append(line)
            line = ""
        line = line + " " + word if line else word
    lines.append(line)
    return "\n".join(lines) + "\n"


def _tag(name: str, value: str) -> str:
    words = split_words(value.replace("\\", "\\\\").replace('"', '\\"'))
    return "[" + name + ' "' + " ".join(words) + '"]'


def check_tag_name(name: str) -> None:
    """Raise NotationError if the name of a tag would be read as something else."""
    if lower_ascii(name) in _OWN_TAGS:
        raise NotationError("The tag {name} is written automatically, so it can't be one of the other tags.", name=name)
    if not name or split_words(name) != [name] or any(character in name for character in '[]"\\'):
        raise NotationError("A tag's name must be one word, not {name}.", name=quote_input(name))


def _check_result(game: Game, result: str) -> None:
    """Raise NotationError unless this is a possible result of the game."""
    if result not in RESULTS:
        raise NotationError("A result must be 1-0, 0-1, 1/2-1/2 or *, not {text}.", text=quote_input(result))
    if result != game.result() and game.outcome() and result != "*":
        raise NotationError(
            "The result can't be {result}, because the game ended {other}.", result=result, other=game.result()
        )


def parse_record(text: str, variant: Variant | str | None = None) -> Record:
    """Return the first game of a text.

    Args:
        text: One record, or several.
        variant: The variant, or its name, to use if the record names none and its points are on the board; otherwise it
            is nine men's morris, or the first of VARIANTS that has the points.

    Raises:
        NotationError: The text is damaged. Every message names the line and the move.
        RulesError: A variant or house rule is unknown.
        PositionError: The starting position cannot occur.
        IllegalMove: A move cannot be played; `legal` holds the legal moves.
    """
    return build_record(next(scan(text)), variant)


def parse_records(text: str, variant: Variant | str | None = None) -> list[Record]:
    """Return all games of a text in order. Arguments and errors are those of parse_record."""
    return [build_record(raw, variant) for raw in scan(text)]


def read_games(
    file: Iterable[str], variant: Variant | str | None = None, on_error: Callable[[MorrisError], None] | None = None
) -> Iterator[Record]:
    """Yield the games of a file of any size, one after the other, without reading all of it first.

    Args:
        file: An open text file, or its lines.
        variant: As in parse_record.
        on_error: Called with the error of a game that cannot be read, which is then left out. By default the error is
            raised.

    Raises:
        MorrisError: As parse_record, with the number of the line in the file.

    >>> from io import StringIO
    >>> [record.result for record in read_games(StringIO("1. d6 f4 1-0\\n\\n1. a7 0-1"))]
    ['1-0', '0-1']
    """
    for raw in scan_lines(file):
        try:
            record = build_record(raw, variant)
        except MorrisError as error:
            if on_error is None:
                raise
            on_error(error)
        else:
            yield record


def build_record(raw: RawGame, variant: Variant | str | None = None) -> Record:
    """Return the record of one scanned game, with its moves played. Raises as parse_record does."""
    if raw.error:
        raise raw.error
    tags = {lower_ascii(name): value for name, value in raw.tags}
    game = _begin(tags, _fitting(raw, variant))
    while True:
        try:
            _play(game, raw)
            break
        except _DrawTooEarly as draw:
            # Other programs count draws differently, so unless the record names its rules, its moves are played.
            if "rules" in tags:
                raise draw.error
            counts = {"repetition": "repetition", "quiet": "quiet_limit"}
            game = _begin(tags, game.variant.with_options({counts[draw.reason]: 0}), True)
    head = head_of(raw)
    while head is not None and game.ply > head:
        game.undo()
    result = _agree(game, tags, raw)
    comments = [(ply, take_commands(raw.comments[ply])[0]) for ply in sorted(raw.comments)]
    own_tags = _OWN_TAGS if game.out_of_time is None else _OWN_TAGS + ("termination",)
    return Record(
        game,
        white=tags.get("white", ""),
        black=tags.get("black", ""),
        date=tags.get("date", ""),
        result=result,
        tags=[(name, value) for name, value in raw.tags if lower_ascii(name) not in own_tags],
        comments={ply: text for ply, text in comments if text},
        tree=tree_of(raw, game, lambda text: _named(text, game.variant.board.points) if raw.numbered else text),
    )


class _DrawTooEarly(Exception):  # noqa: N818, a signal
    """A move follows a position that is a draw by our counts. reason: which count; error: the refusal of the move."""

    def __init__(self, reason: str, error: IllegalMove) -> None:
        super().__init__(reason)
        self.reason = reason
        self.error = error


def _fitting(raw: RawGame, variant: Variant | str | None) -> Variant:
    """Return the given variant (or nine), unless only another one, the first of VARIANTS, has all the points named."""
    variant = find_variant(variant or "nine")
    if raw.numbered:
        return variant
    names = {name for move in raw.moves if move.text != "pass" for name in move.text.replace("x", "-").split("-")}
    for other in [variant] + list(VARIANTS.values()):
        if all(name in other.board.index for name in names):
            return other
    return variant


def _begin(tags: dict[str, str], variant: Variant, settled: bool = False) -> Game:
    """Return the game that the tags set up, without moves. If `settled`, `variant` counts and not the tags."""
    tag = "Variant"
    try:
        if tags.get("variant") and not settled:
            variant = _find_variant(tags["variant"])
        tag = "Rules"
        if not settled:
            variant = with_house_rules(variant, tags.get("rules", ""))
        tag = "FEN"
        fen = tags.get("fen", "")
        if not fen:
            return Game(variant)
        return parse_sanmill_fen(fen, variant) if looks_like_sanmill_fen(fen) else Game.from_fen(fen, variant)
    except RulesError as error:
        raise RulesError("Tag {tag}: {reason}", tag=tag, reason=error)
    except PositionError as error:
        raise PositionError("Tag {tag}: {reason}", tag=tag, reason=error)
    except NotationError as error:
        raise NotationError("Tag {tag}: {reason}", tag=tag, reason=error)


def _find_variant(text: str) -> Variant:
    """Return the variant of this name or title, ignoring case. Raises RulesError."""
    name = lower_ascii(plain_spaces(text[:80]).strip())
    for variant in VARIANTS.values():
        if name in (variant.name, lower_ascii(variant.title)):
            return variant
    return find_variant(text)


def _play(game: Game, raw: RawGame) -> None:
    """Play the moves of a record. Raises NotationError or IllegalMove with line and move, or _DrawTooEarly."""
    points = game.variant.board.points
    for move in raw.moves:
        line, number, text = move.line, game.ply + 1, move.text[:20]
        if move.text == "pass":
            if not game.ply or game.position.side != game.position_at(game.ply - 1).side:
                raise NotationError(
                    "Line {line}, move {number}, {text}: nobody has to pass here.", line=line, number=number, text=text
                )
            continue
        try:
            game.play(_named(move.text, points) if raw.numbered else move.text)
        except NotationError as error:
            raise NotationError(
                "Line {line}, move {number}, {text}: {reason}", line=line, number=number, text=text, reason=error
            )
        except IllegalMove as error:
            refused = IllegalMove(
                "Line {line}, move {number}, {text}: {reason}",
                error.legal,
                line=line,
                number=number,
                text=text,
                reason=error,
            )
            outcome = game.outcome()
            if outcome and outcome.reason in ("repetition", "quiet"):
                raise _DrawTooEarly(outcome.reason, refused)
            raise refused


def _named(text: str, points: tuple[str, ...]) -> str:
    """Return a PlayOK move, whose points are numbers in reading order from 1, with names. Raises NotationError."""
    move, number = "", ""
    for character in text + " ":
        if character in DIGITS:
            number += character
            continue
        if not is_number(number, 2) or not 1 <= int(number) <= len(points):
            raise NotationError(
                "{number} isn't a point. Points are numbered 1 to {last}.", number=number[:8], last=len(points)
            )
        move += points[int(number) - 1] + character
        number = ""
    return move.strip()


def _agree(game: Game, tags: dict[str, str], raw: RawGame) -> str:
    """End the game the way its players did, and return the result of the record. Raises NotationError."""
    tag = plain_spaces(tags.get("result", "")).strip()
    tag = "1/2-1/2" if tag == "\u00bd-\u00bd" else tag
    if tag and tag not in RESULTS:
        raise NotationError("Tag Result: the result must be 1-0, 0-1, 1/2-1/2 or *, not {text}.", text=quote_input(tag))
    given = [result for result in (tag, raw.result) if result not in ("", "*")]
    if len(given) == 2 and given[0] != given[1]:
        raise NotationError(
            "Tag Result: it says {result}, but the moves end with {other}.", result=given[0], other=given[1]
        )
    outcome = game.outcome()
    if not given:
        return game.result()
    if outcome is None:
        loser = BLACK if given[0] == "1-0" else WHITE
        if given[0] == "1/2-1/2":
            game.agree_draw()
        elif lower_ascii(tags.get("termination", "")) == _ON_TIME:
            game.lose_on_time(loser)
        else:
            game.resign(loser)
    elif game.result() != given[0]:
        raise NotationError(
            "Tag Result: it says {result}, but the moves give another result: {outcome}",
            result=given[0],
            outcome=explain(outcome),
        )
    return given[0]
