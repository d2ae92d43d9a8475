"""Embedding: the messages between an embedded board and its host page, and the address of the board.

Invariant: a message from outside is either understood completely or refused with a sentence.

The address is `embed.html#` with the keys of a link (morris_core.link) and `controls` (none, moves or full), `theme`,
`look` and `men` (values of the settings) and `host` (the host page's origin, which embed.js fills in). Messages are
objects with a `type` and `version` 1; docs/embedding.md lists them.
"""

from __future__ import annotations

from morris_core.notation import format_move
from morris_core.percent import unescape

from ..model.messages import Message
from ..model.open_game import OpenGame
from ..model.settings import SETTINGS
from ..model.sides import NAMES, describe
from ..model.state import State
from ..model.translation import _, comma_list, number_of

VERSION = 1
CONTROLS = ("none", "moves", "full")
# The settings that the host page may choose: only those that are visible.
LOOKS = {setting.name: setting.values for setting in SETTINGS if setting.name in ("theme", "look", "men")}


class CommandError(Exception):
    """A message is not a command. The text says what was wrong."""


def read_address(fragment: str) -> tuple[str, dict[str, str]]:
    """Return the link in an embedded board's fragment, and its options controls, theme, look, men, host and lang.

    A missing or unknown option gets its default: "moves", the default settings, no host and no language. (boot/early.js
    has already chosen the language.)
    """
    options = {"controls": "moves", "host": "", "lang": ""}
    options.update({name: LOOKS[name][0] for name in LOOKS})
    link = []
    for part in fragment.split("&"):
        key, _, value = part.partition("=")
        if key not in options:
            link.append(part)
            continue
        try:
            value = unescape(value)
        except ValueError:
            continue
        if key in ("host", "lang") or value in (CONTROLS if key == "controls" else LOOKS[key]):
            options[key] = value
    return "&".join(link), options


def read_command(message: object) -> tuple[str, object]:
    """Return the intent and value of a message from the host page. Raises CommandError if it is not understood."""
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise CommandError("A message is an object with a type, such as morris:load.")
    if message.get("version", VERSION) != VERSION:
        raise CommandError(f"This board speaks version {VERSION} of the messages.")
    kind = message["type"]
    if kind == "morris:flip":
        return "flip", None
    if kind == "morris:load":
        link = message.get("link")
        if not isinstance(link, str):
            raise CommandError('morris:load needs a link, such as {"link": "v=nine&m=d6.f4"}.')
        return "load", {"fragment": link.split("#")[-1]}
    if kind == "morris:goto":
        ply = message.get("ply")
        if ply in ("first", "last", "previous", "next"):
            return "step", ply
        if isinstance(ply, bool) or not isinstance(ply, int) or ply < 0:
            raise CommandError("morris:goto needs a ply: 0, 1, ..., or first, previous, next, last.")
        return "step", ply
    name = kind[7:] if kind.startswith("morris:") else ""
    if name in LOOKS:
        if message.get(name) not in LOOKS[name]:
            raise CommandError(f"{kind} needs one of: {', '.join(LOOKS[name])}.")
        return "setting", {"name": name, "value": message[name]}
    raise CommandError(f"There is no message {kind[:40]}; there are morris:load, goto, flip, theme, look and men.")


def first_line(state: State) -> str:
    """Return what readers want to know at the start of a game: how long it is, and who has won."""
    over, moves = state.open.game.outcome(), len(state.open.line.line)
    text = number_of("{number} move.", "{number} moves.", moves)
    return _("{news} {prompt}").format(news=text, prompt=describe(over)) if over else text


def message(kind: str, **fields: object) -> Message:
    """Return a message to the host page."""
    fields["type"] = "morris:" + kind
    fields["version"] = VERSION
    return fields


def board_fields(state: State, link: str) -> Message:
    """Return the board's fields for `morris:ready` and `morris:position`. `link`: the fragment of the state."""
    return {
        "link": link,
        "ply": state.open.shown_ply,
        "plies": len(state.open.line.line),
        "result": state.open.game.result(),
    }


class Framed:
    """An embedded board's controls, the link that its page has shown, and the game as it was then: id and version."""

    controls, link = "", ""
    game: tuple[str, int] = ("", 0)

    def show(self, state: State, link: str) -> None:
        """Note that the board shows a link."""
        self.link, self.game = link, (state.open.id, state.open.version)


class Reporter:
    """Compares each state with the one before, and returns the messages for the host page."""

    def __init__(self) -> None:
        self._board: Message | None = None
        self._game: OpenGame | None = None
        self._ply = 0
        self._over = self._solved = False

    def events(self, state: State, link: str) -> list[Message]:
        """Return the messages for a new state. `link`: the fragment of the state.

        morris:position comes first if the board has changed, so that the host page knows it before the others:
        morris:move for a move played, and morris:end if it ended the game. The first call returns none, since
        morris:ready has everything.
        """
        game = state.open.game
        found = []
        board = board_fields(state, link)
        if self._board not in (None, board):
            found.append(message("position", **board))
        self._board = board
        played = state.open is self._game and game.ply == self._ply + 1
        over = game.outcome()
        if played:
            move = format_move(game.line[game.ply - 1], game.variant)
            side = ("white", "black")[game.position_at(game.ply - 1).side]
            found.append(message("move", move=move, ply=game.ply, side=side, link=link))
        if over and not self._over and state.open is self._game:
            found.append(message("end", result=game.result(), reason=over.reason, text=describe(over)))
        guide = state.guide
        solved = guide is not None and guide.is_solved()
        if guide is not None and solved and not self._solved:
            found.append(message("solved", clean=guide.clean))
        self._solved = solved
        self._game, self._ply, self._over = state.open, game.ply, over is not None
        return found


def diagram_label(state: State) -> str:
    """Return a position in words for screen readers."""
    variant = state.variant
    position = state.position
    parts = []
    for name, men in ((NAMES[0], position.white), (NAMES[1], position.black)):
        places = [variant.board.points[point] for point in range(len(variant.board.points)) if men >> point & 1]
        template = _("{side} on {points}") if places else _("no men for {side}")
        parts.append(template.format(side=name, points=comma_list(places)))
    end = describe(state.ui.outcome) if state.ui.outcome else _("{side} to move.").format(side=NAMES[state.side])
    return _("{variant}: {white}; {black}. {end}").format(
        variant=_(variant.title), white=parts[0], black=parts[1], end=end
    )
