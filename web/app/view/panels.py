"""The parts around the board as nodes: moves, buttons, the end of the game.

Features have more buttons below the board, among the steps and in the menu: see kernel/features.py.
"""

from __future__ import annotations

from morris_core import Outcome, start_position
from morris_core.geometry import geometry
from morris_core.levels.table import LEVELS
from morris_core.link import HUMAN
from morris_core.notation import format_move
from morris_core.position import SIDES

from ..kernel.features import END, FEATURES, HELP, STEPS, button_of, buttons_of, forbidden, hook, hooks
from ..model.sides import describe_reason
from ..model.state import State
from ..model.translation import _
from ..update.games import FIRST_LEVEL
from ..update.moves import can_undo
from .nodes import ICONS, Node, button, h, icon
from .text import result_heading

# Keyboard shortcuts, which work everywhere except in fields and dialogs. Features have more: see kernel/features.py.
STEP_KEYS = {"ArrowLeft": "previous", "ArrowRight": "next", "Home": "first", "End": "last"}
# The buttons below the board that keys press with Control or Command.
WITH_CONTROL = {"z": "undo", "y": "redo", "Z": "redo"}

_STEP_BUTTONS = (
    (_("First move"), "first"),
    (_("Previous move"), "previous"),
    (_("Next move"), "next"),
    (_("Last move"), "last"),
)


def icon_button(
    text: str, path: str, intent: str, value: str | None, disabled: bool = False, pressed: bool | None = None
) -> Node:
    """Return a button with an icon. `pressed` is None if it does not stay down."""
    down = None if pressed is None else "true" if pressed else "false"
    # The title is shown if there is no room for the text.
    bare = button("", intent, value, kind="tool", title=text, disabled=disabled, aria_pressed=down)
    return h(bare[0], bare[1], icon(path), h("span", {"class": "text"}, text))


def build_menu(state: State) -> Node:
    """Return the buttons of the menu. Each has its title and, for small windows, a short one."""
    nodes = []
    for one in FEATURES:
        if one.menu is None:
            continue
        tag, attributes, parts = icon_button(one.menu[0], one.menu[1], "open", one.name)
        kind = "tool roomy" if not one.short else "tool rest" if one.only_small else "tool"
        short = h("span", {"class": "text short"}, one.short) if one.short else None
        nodes.append(h(tag, dict(attributes, **{"class": kind}), parts[0], short, parts[1]))
    return h("nav", {}, nodes)


def pressed_by(key: str) -> str | None:
    """Return the intent of the button beside the board that a single key presses, or None."""
    if key == "f":
        return "flip"
    found = [tool.intent for one in FEATURES for tool in one.tools if tool.key == key]
    return found[0] if found else None


def _tools(state: State, place: str) -> list[Node]:
    """Return the buttons that features have in a place."""
    nodes = []
    for one in FEATURES:
        for tool in one.tools:
            # A guide would leave before such a dialog opens.
            hidden = (tool.for_players and HUMAN not in state.open.players) or (
                tool.intent == "open" and state.guide is not None
            )
            if tool.place == place and not hidden:
                disabled = tool.enabled is not None and not tool.enabled(state)
                tag, attributes, parts = icon_button(
                    tool.title, tool.icon, tool.intent, tool.value, disabled, one.is_down(tool, state)
                )
                nodes.append(h(tag, dict(attributes, **{"data-place": place}), *parts))
    return nodes


def board_buttons(state: State) -> list[Node]:
    """Return the buttons that change how the board looks and sounds. Small windows have them under More."""
    sound = (_("Unmute"), "mute") if state.settings["sound"] == "off" else (_("Mute"), "sound")
    return [icon_button(_("Flip"), ICONS["flip"], "flip", None), icon_button(sound[0], ICONS[sound[1]], "sound", None)]


def build_tools(state: State) -> Node:
    """Return the buttons of the game: at most five. Redo has the place of Review while something can be redone."""
    redo = state.open.can_redo()
    if HUMAN in state.open.players:
        undo = icon_button(_("Undo"), ICONS["undo"], "undo", None, not can_undo(state))
        last = [icon_button(_("Redo"), ICONS["redo"], "redo", None)] if redo else _tools(state, STEPS)
        nodes = [undo] + _tools(state, HELP) + last + _tools(state, END)
    else:
        nodes = _tools(state, HELP)
        if state.open.game.outcome() is None:
            on = (_("Continue"), "play") if state.open.paused else (_("Pause"), "pause")
            nodes.append(icon_button(on[0], ICONS[on[1]], "pause", None))
            nodes.append(icon_button(_("One move"), ICONS["next"], "one-move", None))
            speed = state.settings["speed"]
            nodes.append(icon_button(_("Slower"), ICONS["slower"], "speed", "slower", speed == "slow"))
            nodes.append(icon_button(_("Faster"), ICONS["faster"], "speed", "faster", speed == "fast"))
        else:
            nodes += _tools(state, STEPS)
    return h("div", {"role": "group", "aria-label": _("Game")}, nodes)


def build_moves(state: State) -> Node:
    """Return the list of moves, one row for each move number. Moves undone stay in it, marked."""
    if (
        state.ui.all_lines
        or state.open.deleted
        or not state.open.is_plain()
        or (state.open.game.line and hooks("grades"))
    ):
        build_lines = hook("moves")
        if build_lines is not None:
            moves: Node = build_lines(state)
            return moves
    game = state.open.game
    rows: list[Node] = []
    row: list[Node] = []
    number = 0
    for ply, move in enumerate(game.line):
        side = game.position_at(ply).side
        if side == 0 or not row or (ply and game.position_at(ply - 1).side == 1):
            if row:
                rows.append(_move_row(number, row))
            row = [_GAP] if side == 1 else []
            number += 1
        row.append(_move_button(state, ply + 1, format_move(move, game.variant)))
    if row:
        rows.append(_move_row(number, row))
    if not rows:
        return h("ol", {"class": "moves empty"}, _welcome(state))
    hidden = button_of("hidden-lines") if state.open.has_hidden() else None
    if hidden is not None:
        show = button(*hidden, kind="secondary notes-button", tabindex=0)
        rows.append(h("li", {"key": "all-lines", "class": "for-notes"}, show))
    return h("ol", {"class": "moves"}, rows)


def _welcome(state: State) -> Node:
    """Return the contents of the list before the first move: three ways to begin, or the players and the task."""
    if is_unclaimed(state):
        title = h("p", {"class": "ask"}, h("strong", {}, _("Play the computer")))
        goal = _("Get three men in a row, and you take one of your opponent's.")
        if state.variant.rules.mill_wins:
            goal = _("The first player to get three men in a row wins at once. No men are taken.")
        # In another page's frame there is nothing to choose.
        here = h("span", {"class": "here"}, _("Two players on this device. Their moves will be listed here."))
        ways = [button(_("Play level {level}").format(level=FIRST_LEVEL), "play-now", kind="primary")]
        ways += [button(*one) for one in buttons_of("begin")] + [button(_("Two players"), "two-people")]
        ways += [button(*one) for one in buttons_of("visit")]
        return h("li", {"class": "welcome first"}, title, h("p", {}, h("span", {"class": "ask"}, goal), here), *ways)
    people = state.open.players == [HUMAN, HUMAN] and state.open.by_link is None
    text = _("Two players on this device.") if people else _("The moves will be listed here.")
    more = _("Their moves will be listed here.") if people else _("Press one to look back at it.")
    opponent = button_of("opponent") if people else None
    play = None if opponent is None else button(*opponent, kind="primary")
    return h("li", {"class": "welcome"}, h("p", {}, text, " ", h("span", {"class": "more"}, more)), play)


def is_unclaimed(state: State) -> bool:
    """Return whether this is a game from the start that nobody has chosen: neither its players nor anything else."""
    game = state.open
    plain = game.game.start == start_position(state.variant) and game.by_link is None
    people = game.players == [HUMAN, HUMAN] and game.names == ["", ""] and game.clock is None
    return plain and people and "claimed" not in game.rest and not state.ui.welcomed and state.guide is None


_move_rows: dict[int, tuple[list[Node], Node]] = {}


def _move_row(number: int, row: list[Node]) -> Node:
    """Return a row of the list, the same node as before if its buttons are the same."""
    before = _move_rows.get(number)
    if before and len(before[0]) == len(row) and all(old is new for old, new in zip(before[0], row)):
        return before[1]
    # Where the list wraps, an answer goes to the next line without taking the first move along.
    first = h("span", {"class": "half"}, h("span", {"class": "number", "aria-hidden": "true"}, str(number)), row[0])
    node = h("li", {"key": str(number), "class": "pair"}, first, row[1:])
    _move_rows[number] = (row, node)
    return node


_GAP = h("span", {"class": "gap"}, "…")

# The button of each ply when it was last drawn, and what it showed.
_move_buttons: dict[int, tuple[tuple[str, bool, bool, bool], Node]] = {}


def _move_button(state: State, ply: int, text: str) -> Node:
    """Return the button of a move, the same node as before if nothing about it has changed."""
    current = ply == state.open.shown_ply
    # The list is one tab stop: the move shown or, before the first, that one.
    stop = current or (ply == 1 and state.open.shown_ply == 0)
    undone = ply > state.open.game.ply
    shown = (text, current, undone, stop)
    if ply not in _move_buttons or _move_buttons[ply][0] != shown:
        kind, step = "undone" if undone else "", "step" if current else None
        node = button(text, "step", ply, kind, data_ply=ply, aria_current=step, tabindex=0 if stop else -1)
        _move_buttons[ply] = (shown, node)
    return _move_buttons[ply][1]


def build_steps(state: State) -> Node:
    """Return the four buttons that step through the game and, for wide windows, those for the board."""
    at_start, at_end = state.open.shown_ply == 0, state.open.shown_ply == len(state.open.line.line)
    nodes = []
    for text, where in _STEP_BUTTONS:
        disabled = at_start if where in ("first", "previous") else at_end
        nodes.append(icon_button(text, ICONS[where], "step", where, disabled))
    for tag, attributes, parts in board_buttons(state):
        nodes.append(h(tag, dict(attributes, **{"class": "tool roomy"}), *parts))
    return h("div", {"role": "group", "aria-label": _("Step through the game")}, nodes)


def build_result(state: State, outcome: Outcome) -> Node:
    """Return the end of a game. The first button is for what most people want next: a harder level after a win, the
    reasons after a loss, and otherwise a rematch."""
    winner = outcome.winner
    alone = state.only_player_here()
    lost = alone is not None and winner == 1 - alone
    pips = ("white", "black") if winner is None else (SIDES[winner],)
    explain = button_of("lost" if lost else "result")
    review = None if explain is None else button(*explain)
    advised = [found for found in [advise(state) for advise in hooks("advice")] if found is not None]
    level = _other_level(state, advised[0][1]) if advised else _other_level(state)
    forbids = forbidden(state)
    rematch = None if "rematch" in forbids else button(_("Rematch"), "rematch")
    undo = can_undo(state) and "undo" not in forbids
    order = (review, rematch, level) if lost else (level, rematch, review)
    ways = [way for way in order if way is not None]
    # The computer says why it accepts a draw.
    reason = (state.ui.news if outcome.reason == "agreed" else "") or describe_reason(outcome, alone)
    said = h("small", {}, state.ui.notice or reason)
    if advised and not state.ui.notice:
        said = h("small", {"data-testid": "advice"}, advised[0][0])
    if ways:
        ways[0] = (ways[0][0], dict(ways[0][1], **{"class": "primary"}), ways[0][2])
    return h(
        "div",
        {"class": "result" + (" won" if alone is not None and winner == alone else ""), "data-testid": "result"},
        h("span", {"class": "laurel", "aria-hidden": "true"}, [h("span", {"class": "pip " + p}) for p in pips]),
        # A long notice scrolls, as in the status.
        h("p", {"tabindex": "0" if state.ui.notice else None}, h("strong", {}, result_heading(state)), said),
        icon_button(_("Undo"), ICONS["undo"], "undo", None) if undo else None,
        h("div", {"class": "next"}, ways),
    )


def build_banner(state: State) -> Node:
    """Return the banner: advice after a game, the next step of a game by link, or the way back to a parked game. A
    guide's words replace it, but for what waits elsewhere."""
    children: list[Node] = []
    if state.guide is not None:
        guide = state.guide.build(state)
        waiting = [node for build in hooks("banner") for node in build(state)]
        return h("div", {}, waiting, guide) if waiting else guide
    children.extend(_storage_notes(state))
    for build in hooks("banner"):
        children.extend(build(state))
    if state.open.by_link is None and state.parked is not None:
        text = _("Your game of {variant} is saved.").format(variant=_(state.parked.variant.title))
        hide = icon_button(_("Hide this"), ICONS["close"], "hide-parked-game", None)
        ways = button(_("Go back to it"), "reopen-parked-game"), hide
        children.append(_note("parked-game", text, *ways))
    elif state.open.by_link is None and state.open.previous_line and state.ui.outcome is None and state.ui.address:
        sentence = h("p", {}, _("You started a new line. The old one is saved."))
        children.append(h("div", {"class": "invitation"}, sentence, button(_("Back to the old line"), "previous-line")))
    return h("div", {"hidden": not children}, children)


def _storage_notes(state: State) -> list[Node]:
    """Return notes on saving the game: another tab plays it, or the browser doesn't save it."""
    notes = []
    if state.open.in_other_tab:
        text = _("This game is being continued in another tab. This board follows it.")
        notes.append(_note("other-tab", text, button(_("Play here"), "play-in-this-tab")))
    if state.ui.not_saved:
        text = _(
            "Your browser isn't saving this game: its storage is full or turned off. The page's address holds the "
            "game, so copy it before you close the page."
        )
        notes.append(_note("not-kept", text, role="status"))
    return notes


def _note(name: str, text: str, *buttons: Node, role: str | None = None) -> Node:
    attributes = {"key": name, "class": "former", "role": role, "data-testid": name}
    return h("div", attributes, h("p", {}, text), h("div", {"class": "row"}, *buttons) if buttons else None)


def _other_level(state: State, level: str = "") -> Node | None:
    """Return the button for a rematch at `level`, by default at a better one: harder after a win, else easier."""
    alone = state.only_player_here()
    outcome = state.ui.outcome
    if not level and alone is not None and state.open.is_computer(1 - alone) and outcome and outcome.winner is not None:
        level = str(int(state.open.players[1 - alone]) + (1 if outcome.winner == alone else -1))
    if not level or not 1 <= int(level) <= len(LEVELS):
        return None
    return button(_("Play level {level}").format(level=level), "rematch", level)


def build_title(state: State) -> Node:
    house = state.variant.house_rules()
    return h("h1", {}, _(state.variant.title), h("span", {"class": "house"}, _("with house rules")) if house else None)


def build_notes(state: State) -> Node:
    """Return what features draw on the board: shapes, the arrow of a move that they advise, values, a guide's verdict.

    It has a slot of its own, because it may change several times a second and the board below it doesn't.
    """
    nodes: list[Node] = []
    geo = geometry(state.variant.board, state.open.orientation == 1)
    if "[%c" in state.open.shown.comment:
        build_shapes = hook("shapes")
        nodes += [] if build_shapes is None else build_shapes(state, geo)
    advised = [text for text in [arrow(state) for arrow in hooks("arrow")] if text]
    if advised:
        from .arrows import build_advice

        nodes += build_advice(state, geo, advised[0])
    for build in hooks("notes"):
        nodes += build(state, geo)
    if state.guide is not None:
        nodes += state.guide.notes(state, geo)
    return h("g", {"class": "notes", "aria-hidden": "true"}, nodes)


def build_engine(state: State) -> Node:
    """Return the panel of the computer player: loading, failure, what features show of its answers."""
    children: list[Node] = []
    if state.engine.status == "loading" and state.engine.question:
        from .loading import build

        children.append(build(state))
    elif state.engine.status == "failed":
        children.append(
            h(
                "div",
                {"class": "trouble", "data-testid": "engine-failure", "role": "alert"},
                h("p", {}, state.engine.problem),
                h("p", {}, _("You can keep playing. Until the computer works, you can make its moves yourself.")),
                button(_("Try again"), "try-again", kind="primary"),
            )
        )
    else:
        for build_answers in hooks("answers"):
            children += build_answers(state)
    return h("section", {"aria-label": _("Computer"), "hidden": not children}, children)
