"""Game records: tags, numbered turns, comments and a result, in the manner of chess's PGN.

May import movetext, fen, sanmill, game and what lies below them. Keeps to the MicroPython subset. The one invariant:
what format_record writes, parse_record reads back to an equal game.

    [Variant "nine"]
    [White "Ada"]
    [Result "*"]

    1. d6 f4 2. d2 b4 {a comment} *

Tags that mean something here: Variant (name or title), Rules (house rules that differ, `flying:0,mill_hold:1`), FEN
(the start position, ours or Sanmill's), White, Black, Date, Result. Others are kept. How turns may be written is told
in movetext. A turn's number counts White's turns; where a side was passed over, the next line of its opponent has a
number of its own (`7... a1-a4` for Black). Numbers are for people: they are not checked when read.

A Result that the turns do not tell is what the players agreed: 1-0 and 0-1 are read as a resignation.
"""

from __future__ import annotations

from .errors import IllegalMove, NotationError, PositionError, RulesError, shown
from .fen import format_position, parse_fen_game
from .game import RESULTS, Game, describe
from .movetext import RawGame, scan
from .notation import format_move
from .position import BLACK, WHITE, start_position
from .sanmill import looks_like_sanmill_fen, parse_sanmill_fen
from .variants import VARIANTS, Variant, find_variant, house_rules_text, with_house_rules

_WIDTH = 80  # characters a line, where turns allow it
_OWN_TAGS = ("variant", "rules", "fen", "setup", "white", "black", "date", "result")


class Record:
    """A game with what is told about it.

    white, black: who played; date: as written, or empty; result: "1-0", "0-1", "1/2-1/2" or "*", also where the players
    agreed on it; tags: (name, value) of the other tags; comments: text after so many turns (0: before the first).
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
    ) -> None:
        self.game = game
        self.white = white
        self.black = black
        self.date = date
        self.result = result or game.result()
        self.tags = tags or []
        self.comments = comments or {}


def format_record(record: Record | Game) -> str:
    """Return a record as text that ends with a newline; turns that were taken back are left out.

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
    game = record.game
    variant = game.variant
    tags = [("Variant", variant.name), ("Rules", house_rules_text(variant))]
    if game.start != start_position(variant) or game.first_ply or game.first_quiet:
        tags.append(("FEN", format_position(variant, game.start, game.first_quiet, game.first_ply + 1)))
    tags += [("White", record.white), ("Black", record.black), ("Date", record.date), ("Result", record.result)]
    lines = [f'[{name} "{_quote(value)}"]' for name, value in tags + record.tags if value]
    lines.append("")
    line = ""
    for word in _words(record):
        if line and len(line) + 1 + len(word) > _WIDTH:
            lines.append(line)
            line = ""
        line = line + " " + word if line else word
    lines.append(line)
    return "\n".join(lines) + "\n"


def _words(record: Record) -> list[str]:
    """Return numbers, turns, comments and the result, in pieces between which a line may be broken."""
    game = record.game
    words = _comment(record.comments.get(0, ""))
    number = game.first_ply // 2
    mover = -1
    for ply in range(game.ply):
        last, mover = mover, game.position_at(ply).side
        if mover == WHITE:
            number += 1
            words.append(f"{number}.")
        elif last != WHITE:
            number += 1
            words.append(f"{number}...")
        words.append(format_move(game.moves[ply], game.variant))
        words += _comment(record.comments.get(ply + 1, ""))
    words.append(record.result)
    return words


def _comment(text: str) -> list[str]:
    words = text.replace("{", "(").replace("}", ")").split()
    if words:
        words[0] = "{" + words[0]
        words[-1] += "}"
    return words


def _quote(text: str) -> str:
    return " ".join(text.replace("\\", "\\\\").replace('"', '\\"').split())


def parse_record(text: str, variant: Variant | None = None) -> Record:
    """Return the first game of a text as a Record.

    variant: the one to take where the record names none and its points are on the board; else nine, or the first of
    VARIANTS that has them.

    Raises NotationError for damaged text, RulesError for unknown variants and rules, PositionError for an impossible
    FEN, IllegalMove (with the legal turns) for a turn that cannot be played; each names the place.
    """
    return _build(scan(text)[0], variant)


def parse_records(text: str, variant: Variant | None = None) -> list[Record]:
    """Return all games of a text, one after another, as Records. Raises as parse_record does."""
    return [_build(raw, variant) for raw in scan(text)]


def _build(raw: RawGame, variant: Variant | None) -> Record:
    """Play the turns of one scanned game."""
    tags = {name.lower(): value for name, value in raw.tags}
    game = _begin(tags, _fitting(raw, variant))
    while True:
        try:
            _play(game, raw)
            break
        except _DrawnBefore as drawn:
            # Other programs count draws in other ways; where nothing says that ours hold, the turns do.
            if "rules" in tags:
                raise drawn.error
            counts = {"repetition": "repetition", "quiet": "quiet_limit"}
            game = _begin(tags, game.variant.with_rules(**{counts[drawn.reason]: 0}), True)
    result = _agree(game, tags.get("result", ""), raw)
    return Record(
        game,
        white=tags.get("white", ""),
        black=tags.get("black", ""),
        date=tags.get("date", ""),
        result=result,
        tags=[(name, value) for name, value in raw.tags if name.lower() not in _OWN_TAGS],
        comments=raw.comments,
    )


class _DrawnBefore(Exception):  # noqa: N818, a signal
    """A turn follows a position that our draw counts call drawn. reason: which; error: what to say of it."""

    def __init__(self, reason: str, error: IllegalMove) -> None:
        super().__init__(reason)
        self.reason = reason
        self.error = error


def _fitting(raw: RawGame, variant: Variant | None) -> Variant:
    """Return the variant given (or nine), or the first one that has all the points named if that has not."""
    variant = variant or find_variant("nine")
    if raw.numbered:
        return variant
    names = {name for item in raw.items if item.text != "pass" for name in item.text.replace("x", "-").split("-")}
    for other in [variant] + list(VARIANTS.values()):
        if all(name in other.board.index for name in names):
            return other
    return variant


def _begin(tags: dict[str, str], variant: Variant, settled: bool = False) -> Game:
    """Return the game that the tags set up, no turn played. settled: whether `variant` counts and not the tags."""
    place = "Variant"
    try:
        if tags.get("variant") and not settled:
            variant = _find_variant(tags["variant"])
        place = "Rules"
        if not settled:
            variant = with_house_rules(variant, tags.get("rules", ""))
        place = "FEN"
        fen = tags.get("fen", "")
        if not fen:
            return Game(variant)
        return parse_sanmill_fen(fen, variant) if looks_like_sanmill_fen(fen) else parse_fen_game(fen, variant)
    except RulesError as error:
        raise RulesError(f"Tag {place}: {error}")
    except PositionError as error:
        raise PositionError(f"Tag {place}: {error}")
    except NotationError as error:
        raise NotationError(f"Tag {place}: {error}")


def _find_variant(text: str) -> Variant:
    """Return the variant of this name or title, capitals aside. Raises RulesError."""
    wanted = text.strip().lower()
    for variant in VARIANTS.values():
        if wanted in (variant.name, variant.title.lower()):
            return variant
    return find_variant(text[:40])


def _play(game: Game, raw: RawGame) -> None:
    """Play the turns of a record. Raises NotationError or IllegalMove that tells line and turn, or _DrawnBefore."""
    points = game.variant.board.points
    for item in raw.items:
        place = f"Line {item.line}, turn {game.ply + 1}, {item.text[:20]}"
        if item.text == "pass":
            if not game.ply or game.position.side != game.position_at(game.ply - 1).side:
                raise NotationError(f"{place}: nobody has to pass here.")
            continue
        try:
            game.play(_named(item.text, points) if raw.numbered else item.text)
        except NotationError as error:
            raise NotationError(f"{place}: {error}")
        except IllegalMove as error:
            refused = IllegalMove(f"{place}: {error}", error.legal)
            over = game.outcome()
            if over and over.reason in ("repetition", "quiet"):
                raise _DrawnBefore(over.reason, refused)
            raise refused


def _named(text: str, points: tuple[str, ...]) -> str:
    """Return a turn of PlayOK's, whose points are numbers in reading order from 1, with names. Raises NotationError."""
    turn, number = "", ""
    for sign in text + " ":
        if sign in "0123456789":
            number += sign
            continue
        if len(number) > 2 or not 1 <= int(number) <= len(points):
            raise NotationError(f"{number[:8]} is no point; points are numbered 1 to {len(points)}.")
        turn += points[int(number) - 1] + sign
        number = ""
    return turn.strip()


def _agree(game: Game, tag: str, raw: RawGame) -> str:
    """Return the result of a record after giving up the game for who resigned. Raises NotationError."""
    tag = "1/2-1/2" if tag == "\u00bd-\u00bd" else tag.strip()
    if tag and tag not in RESULTS:
        raise NotationError(f"Tag Result: a result is 1-0, 0-1, 1/2-1/2 or *, not {shown(tag)}.")
    told = [result for result in (tag, raw.result) if result not in ("", "*")]
    if len(told) == 2 and told[0] != told[1]:
        raise NotationError(f"Tag Result: it says {told[0]}, but the turns end with {told[1]}.")
    over = game.outcome()
    if not told:
        return game.result()
    if over is None:
        if told[0] != "1/2-1/2":
            game.resign(BLACK if told[0] == "1-0" else WHITE)
    elif game.result() != told[0]:
        raise NotationError(f"Tag Result: it says {told[0]}, but by the turns: {describe(over)}")
    return told[0]
