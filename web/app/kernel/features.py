"""Features: what the page can do besides the board. Each declares itself, and the page names none of them.

A declaration is data. What loads late is named in it once, as "module:function", where `module` is a module of the
feature's folder; `resolve` is the only place that imports it. tests/app/test_features.py resolves all of them.

The hooks, which the kernel looks up with hook() (one feature has it), hooks() (any number of those that are loaded) or
every_hook() (any number; they are loaded). Unless it says otherwise, a hook returns nodes or None.

    advice (state) -> what the end of a game proposes, a sentence and a level, or None.
    answered (state, task, answer) -> effects after an answer of the engine, or None if the feature didn't ask.
    answers (state) -> nodes for the panel of the computer player.
    arrive (state, link, problem) -> effects: put a link's game with an agreed part on the board; `problem` is what was
        wrong with the link.
    arrow (state) -> the text of a move that the board shows with an arrow, or None; the first one's counts.
    away_name (state) -> the name of the player of the game on the board who is not here.
    banner (state) -> nodes in the banner: what comes next in the game on the board.
    before_move (state, move) -> whether to ask before the move is played; the feature has opened the question.
    below_answer (state, answer) -> what an analysis has below the engine's answer.
    confirm (state, point) -> whether the press that completes a move must be repeated first.
    draw_answered (state, answer) -> effects: the computer has answered the player's offer of a draw.
    dropped (state) -> None: the player dropped what was pressed so far, or it became part of a move.
    exercises_left (state) -> how many exercises from the player's own games are left to solve.
    explain (state) -> effects: let the engine go through the game on the board.
    finished (state, games) -> effects: a game has ended that is played here; `games` are the saved ones, (id, data).
    forbids (state) -> texts: what may not be done with the game on the board: "help", "undo", "rematch",
        "draw", "players".
    grades (state) -> what a review has found about moves of the game on the board: the number of the move ->
        (attributes of its button in the list, a node with a symbol or None). Once one is loaded, the hook `moves` makes
        the list.
    hint_text (state) -> the hint, while engine.hinting is on.
    line (state) -> the direct line to the other player of the game on the board, or None.
    marks (state) -> the name of a state of points (for style sheets), what screen readers say for it, and the points.
    moves (state) -> the list of moves of a game that is not a plain line of them.
    new_clock (total, increment) -> the clocks of a new game (OpenGame.Clock), from milliseconds.
    notes (state, geometry) -> nodes on the board, beside those of `shapes`; they may change several times a second.
    open_backup (state, file) -> effects: open a file with everything that another browser has saved, or its text.
    other_lines (mine, theirs) -> pairs (id, data as text): the games that went on differently in a file; the arguments
        are the data that is stored here and in the file, by key.
    over (state) -> the intent that closes what the feature shows over the game besides its dialog and its guide, such
        as a review; "" while it shows nothing. Back sends it, with True.
    pending (state) -> what the player waits for besides the next move, for the status; "" for nothing.
    played (state) -> effects: the game on the board has changed, or another one is there.
    press_early (state, point) -> whether a press during the computer's turn meant something.
    put_away (state, found) -> effects: find another place for the saved games, (id, text), over the number that the
        browser's storage should hold.
    question (state) -> what the feature asks the engine, without id, or None. The computer's move comes first, then the
        features in the order of the list. Also asked after every intent: a question that changes is a new one.
    read_clock (data) -> the clocks from what `write` of them has returned, or None if it is damaged.
    resume_game (state) -> effects: a game with an agreed part came on the board.
    settings_sections (state) -> a section of the settings dialog, below the settings.
    settle (state) -> None: an intent has been handled; what no longer fits the game on the board goes.
    shapes (state, geometry) -> nodes on the board: what the comment on the move shown draws.
    space (state) -> the intent that the space bar sends while nothing that uses it has the focus, or "".
    speak (state) -> what screen readers hear instead of the last move and the task, or "".
    speak_line (state) -> what they hear before a move beside the main line.
    started (state) -> effects: the board is there, and the rest of the page is loaded. One with only_if runs too when
        its setting is chosen later.
    status_button (state) -> the button beside the status of a game by link.
    stored_changed (state) -> effects: other tabs or an import may have changed what is stored of the feature, which
        reads it again if it had read it.
    strip (state, side) -> a node in a player's strip beside the board.
    told (state) -> a number and a text: screen readers read the text, again if only the number is another one; "" for
        none. It is also on the page, where the feature draws it.
    urgent_question (state) -> like `question`, but before the computer's move.
    values_here (state) -> whether the exact values of the game on the board are on this device, all of them.
    waiting (state) -> why the game on the board does not go on here now, for the status; "" if it does.
    why_wait (state) -> why no move can be entered now in a game that is played elsewhere too, or "".
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from ..model.settings import Setting

# Names of intents, hooks and so on, each with the function that it stands for.
Functions = dict[str, str]

_PACKAGE = "app.features."
DIALOG, HIDDEN = "dialog", ""
# The slots of the page that features fill.
WRITING, REPORT, AT_BOTTOM, BELOW_STATUS = PANELS = ("writing", "report", "at-bottom", "below-status")
HELP, END, STEPS = "help", "end", "steps"  # where the buttons beside the board are: see Tool
GAME, POSITION = "game", "position"

# The hooks that draw on the board or beside it, on the page and in an embedded board alike.
DRAWN = {"shapes", "notes", "marks", "moves", "strip", "banner", "answers", "advice", "status_button", "told"}

# The kinds of intents.
ACT = "act"  # the player's act, which concerns no game: a choice in a dialog, a setting
BOARD_ACT = "board"  # one on the position shown, such as a step: a guide allows it only while play is free
GAME_ACT = "game"  # one on the player's own game: a guide leaves first, and gives it back
ANSWER = "answer"  # something that was asked for came, now or late: it needs the ticket of whoever asked
NEWS = "news"  # from another tab, another player, the clock or the engine, about the page or a game that it names


def unpacked(text: str) -> dict[str, tuple[str, str]]:
    """Return the intents in a text of the build: "kind/name/module", or "kind/name/module:function".

    >>> unpacked("act/next/guide news/changed/book:on_book")
    {'next': ('act', 'guide:on_next'), 'changed': ('news', 'book:on_book')}
    """
    found = {}
    for entry in text.split():
        kind, what, function = entry.split("/")
        found[what] = (kind, function if ":" in function else function + ":on_" + what.replace("-", "_"))
    return found


class Intent:
    """Something that may happen to the page: its kind, and the function that handles it."""

    def __init__(self, kind: str, run: Callable[..., Any]) -> None:
        self.kind, self.run = kind, run


class Ticket:
    """A player or a feature that asks for something gets a ticket, and the answer comes with it.

    It becomes past when the answer has come (unless that comes in `parts`), when somebody asks for the same again, or
    when `about` is no longer what the page shows. `key` tells apart what may be asked for side by side.
    """

    def __init__(
        self, intent: str, key: str = "", about: tuple[object, ...] | None = None, parts: bool = False
    ) -> None:
        self.intent, self.key, self.about, self.parts = intent, key, about, parts


class Tool:
    """A button beside the board.

    Attributes:
        title: Its text.
        icon: The path data of its icon.
        intent, value: What it sends. A declaration has the intent without "NAME:", or "" to open the dialog.
        place: Below the board: HELP (after the one that takes moves back), STEPS (for what looks back at the game; an
            embedded board hides it, and Redo takes its place), or END (the last). They are five at most.
        key: The key that presses it, "" for none.
        for_players: Whether those who watch two computers don't have it.
        enabled: Returns whether it can be pressed; None if it always can.
        pressed: Returns whether it is down; "" if it does not stay down. A feature that has not loaded has none down.
    """

    def __init__(
        self,
        title: str,
        icon: str,
        intent: str = "",
        place: str = "",
        key: str = "",
        for_players: bool = False,
        enabled: Callable[[Any], bool] | None = None,
        pressed: str = "",
    ) -> None:
        self.title, self.icon, self.intent, self.place, self.key = title, icon, intent, place, key
        self.value: str | None = None
        self.for_players, self.enabled, self.pressed = for_players, enabled, pressed


class Feature:
    """A feature, and what the page must know about it before it is loaded.

    Attributes:
        name: The name of its dialog or panel. Its intents and effects begin with it: "NAME:something".
        folder: The name of its folder in app/features.
        needs: The names of the features whose modules it imports or whose intents it sends.
        shows: DIALOG, HIDDEN, or the slot of PANELS that it fills.
        about: GAME or POSITION if its dialog is about the one on the board: it closes when another one comes. A guide
            leaves before a dialog about the game opens.
        holds: Whether the computer makes no move while its dialog is open.
        menu: The title and the icon of its button in the menu.
        short: One word for that button in small windows, where those without one are left out.
        only_small: Whether that button is there only in small windows.
        tools: Its buttons beside the board.
        buttons: Place -> (text, intent without "NAME:" or "" for its dialog, and its value if it has one). Places with
            buttons of any number of features:
            "link": beside a link to the game on the board;
            "open": beside the other ways to open a game;
            "games": beside the games to choose from. Places with one button:
            "from-own-games": beside exercises from elsewhere, and above the saved games;
            "notes": beside an analysis;
            "made": beside the puzzles of the site, for those that the player has made;
            "print": beside what can be printed; its value says what;
            "begin": before the first move, until someone has chosen how to begin;
            "visit": beside the ways to begin or to go on, for whoever comes to the page (any number of features);
            "opponent": before the first move of two people;
            "player": a side's name beside the board opens it, with the side as value; the text is its title;
            "hidden-lines": below the list of moves, if there are moves that were taken back or replaced;
            "result", "lost": at the end of a game, or of one that the only person here has lost.
        inputs: Key or gesture -> intent without "NAME:", or "" for its dialog. Gestures: "draw" (the right button or a
            resting finger drew a shape on the board: the value, see morris_core.shapes), "erase" (a press beside the
            points), "drop-file" (a file, the value, was dropped on the page or
            handed over by the system), "shared-text" (another app has shared a text, the value, a FileText).
        settings: Its settings.
        build: The function (state) that returns the dialog or panel.
        draft: The function (state) that returns what is selected in the dialog at first.
        opened: The function (state) that returns the effects of opening the dialog.
        way: The title and the note of its way to play in the new-game dialog.
        begin_game: The function (state, offer) that begins or offers a game of that way.
        addresses: Address `NAME=...` -> the function (state, rest of the address) that opens it. They hold no game.
        framed: The same for those of them that an embedded board opens too.
        only_in: "page" or "frame" if it is for the page or for embedded boards alone.
        hooks: The kernel's extension points that it has, each with its function.
        only_if: Hook -> (setting, value): the hook is there only while the setting has this value.
        effects: Name -> the function (dispatch, values...) that carries out the effect "NAME:name". It may be async.
        stored: Key of the browser's storage -> the Stored that declares it (kernel/stored.py).
        styles: The style sheets in its folder. The page has them all, an embedded board those of features that draw
            into its places (DRAWN).
        scripts: The JavaScript modules in its folder. `browser.load(NAME)`, without ".mjs", loads one.
        files: Other files in its folder. `browser.loadFile(NAME)` fetches one.
        host_files: Files in its folder that hosts may change: they are in the site's root, and no browser stores them.
        intents: Name -> (kind, function (state, value)), for its intents "NAME:name". The build packs them into one
            text.
    """

    def __init__(
        self,
        name: str,
        folder: str = "",
        needs: tuple[str, ...] = (),
        shows: str = DIALOG,
        about: str = "",
        holds: bool = False,
        menu: tuple[str, str] | None = None,
        short: str = "",
        only_small: bool = False,
        tools: tuple[Tool, ...] = (),
        buttons: dict[str, tuple[str, ...]] | None = None,
        inputs: Functions | None = None,
        settings: tuple[Setting, ...] = (),
        build: str = "",
        draft: str = "",
        opened: str = "",
        way: tuple[str, str] | None = None,
        begin_game: str = "",
        addresses: Functions | None = None,
        framed: Functions | None = None,
        only_in: str = "",
        hooks: Functions | None = None,
        only_if: dict[str, tuple[str, str]] | None = None,
        effects: Functions | None = None,
        stored: Functions | None = None,
        styles: tuple[str, ...] = (),
        scripts: tuple[str, ...] = (),
        files: tuple[str, ...] = (),
        host_files: tuple[str, ...] = (),
        acts: Functions | None = None,
        board_acts: Functions | None = None,
        game_acts: Functions | None = None,
        answers: Functions | None = None,
        news: Functions | None = None,
        packed: str = "",
    ) -> None:
        self.name, self.folder = name, folder or name.replace("-", "_")
        self.needs, self.shows, self.about, self.holds = needs, shows, about, holds
        self.menu, self.short, self.only_small, self.tools = menu, short, only_small, tools
        self.buttons, self.inputs = buttons or {}, inputs or {}
        for tool in tools:
            tool.intent, tool.value = self.sent(tool.intent)
        self.settings = settings
        self.build, self.draft, self.opened = build, draft, opened
        self.way, self.begin_game = way, begin_game
        self.addresses, self.framed, self.only_in = addresses or {}, framed or {}, only_in
        self.hooks, self.only_if = hooks or {}, only_if or {}
        self.effects, self.stored = effects or {}, stored or {}
        self.styles, self.scripts, self.files, self.host_files = styles, scripts, files, host_files
        self._packed = packed
        self._intents: dict[str, tuple[str, str]] = {}
        for kind, intents in (
            (ACT, acts),
            (BOARD_ACT, board_acts),
            (GAME_ACT, game_acts),
            (ANSWER, answers),
            (NEWS, news),
        ):
            for what in intents or {}:
                self._intents[what] = (kind, (intents or {})[what])

    @property
    def intents(self) -> dict[str, tuple[str, str]]:
        """Its intents; those in the text of the build are unpacked at first use."""
        if self._packed:
            self._intents, self._packed = unpacked(self._packed), ""
        return self._intents

    def sent(self, what: str) -> tuple[str, str | None]:
        """Return the intent and the value that `what` of a declaration stands for."""
        return (self.name + ":" + what, None) if what else ("open", self.name)

    def is_down(self, tool: Tool, state: Any) -> bool | None:
        """Return whether a tool is down, None if it does not stay down."""
        if not tool.pressed:
            return None
        return self.has_loaded(tool.pressed) and bool(self.resolve(tool.pressed)(state))

    def has_hook(self, name: str, settings: dict[str, str] | None) -> bool:
        """Return whether the feature has a hook with these settings."""
        setting, value = self.only_if.get(name, ("", ""))
        return name in self.hooks and (not setting or (settings is not None and settings[setting] == value))

    def has_loaded(self, name: str) -> bool:
        """Return whether the module of "module:function" has been imported."""
        return _PACKAGE + self.folder + "." + name.partition(":")[0] in sys.modules

    def resolve(self, name: str) -> Any:
        """Return what "module:function" names. The module is imported if need be."""
        module, _colon, function = name.partition(":")
        module = _PACKAGE + self.folder + "." + module
        __import__(module)
        return getattr(sys.modules[module], function)


FEATURES: list[Feature] = []


def feature(name: str) -> Feature:
    """Return the feature of a name. An unknown name raises KeyError."""
    for one in FEATURES:
        if one.name == name:
            return one
    raise KeyError("there is no feature " + name)


def open_address(address: str, framed: bool = False) -> Callable[..., Any] | None:
    """Return the function that opens addresses `ADDRESS=...` on the page or in another page's frame, or None."""
    for one in FEATURES:
        functions = one.framed if framed else one.addresses
        if address in functions:
            found: Callable[..., Any] = one.resolve(functions[address])
            return found
    return None


def intent_of(name: str) -> Intent:
    """Return the intent "NAME:what" of a feature. An unknown one raises KeyError."""
    owner, _colon, what = name.partition(":")
    one = feature(owner)
    if what not in one.intents:
        raise KeyError("there is no intent " + name)
    kind, function = one.intents[what]
    return Intent(kind, one.resolve(function))


def buttons_of(place: str) -> list[tuple[str, str, str | None]]:
    """Return the text, the intent and the value of each button in a place."""
    found = []
    for one in FEATURES:
        if place in one.buttons:
            text, what, *more = one.buttons[place]
            intent, value = one.sent(what)
            found.append((text, intent, more[0] if more else value))
    return found


def button_of(place: str) -> tuple[str, str, str | None] | None:
    """Return the button in a place that has one, or None if no feature has one there: see buttons_of."""
    found = buttons_of(place)
    return found[0] if found else None


def sent_by(input: str) -> tuple[str, str | None] | None:
    """Return the intent and the value that a key or a gesture sends, or None if it sends nothing."""
    for one in FEATURES:
        if input in one.inputs:
            return one.sent(one.inputs[input])
    return None


def effect_of(name: str) -> Callable[..., Any]:
    """Return what carries out the effect "NAME:what" of a feature. An unknown one raises KeyError."""
    owner, _colon, what = name.partition(":")
    one = feature(owner)
    found: Callable[..., Any] = one.resolve(one.effects[what])
    return found


def hook(name: str, settings: dict[str, str] | None = None) -> Any:
    """Return the function of the one feature that has a hook, or None if none has it, or only with other settings."""
    for one in FEATURES:
        if one.has_hook(name, settings):
            return one.resolve(one.hooks[name])
    return None


def forbidden(state: Any) -> list[str]:
    """Return what features forbid with the game on the board: see the hook `forbids`."""
    return [what for forbids in hooks("forbids") for what in forbids(state)]


def hooks(name: str) -> list[Callable[..., Any]]:
    """Return the functions of the loaded features that have a hook: the others have nothing on the page yet."""
    return [one.resolve(one.hooks[name]) for one in FEATURES if name in one.hooks and one.has_loaded(one.hooks[name])]


def every_hook(name: str, settings: dict[str, str] | None = None) -> list[Callable[..., Any]]:
    """Return the functions of all features that have a hook, loaded if need be."""
    return [one.resolve(one.hooks[name]) for one in FEATURES if one.has_hook(name, settings)]
