"""Features: what the page can do besides the board. features/table.py lists them.

A feature's module is imported when its dialog is opened, or when one of its intents, addresses or hooks is first
needed. The board and its controller reach features in these ways only; they name none of them.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .settings import Setting
    from .state import Handler


_PACKAGE = "app.features."
DIALOG, PANEL, HIDDEN = "dialog", "panel", ""
GAME, POSITION = "game", "position"


class Feature:
    """A feature, and what the page must know about it before it is loaded.

    Its modules may have these functions:

    - `build(state)` returns the dialog or panel;
    - `draft(state)` returns what is selected in the dialog at first, `opened(state)` the effects of opening it;
    - `on_what(state, value)` handles the intent "NAME:what" and returns effects or None. A `-` in an intent is a `_`;
    - `open_link(state, which)` opens an address `NAME=which`, or says that there is no such thing;
    - `begin_game(state, offer)` begins or offers a game, if the feature is a way to play in the new-game dialog;
    - its hooks.

    Attributes:
        name: The name of its dialog or panel. Its intents begin with it: "NAME:something".
        modules: The names of its modules, below `app.features`.
        shows: DIALOG, PANEL (it fills the page's slot of its name) or HIDDEN.
        about: GAME or POSITION if its dialog is about the one on the board, so that it closes when another comes.
        menu: The title and the icon of its button in the menu.
        short: One word for that button in small windows. Buttons without one are under More there.
        tool: The title and the icon of its button below the board, for those who play a game of their own.
        settings: Its settings.
        addresses: The names of the addresses `NAME=which` that it opens. They hold no game.
        hooks: The names of functions that the page calls, see hook and hooks.
    """

    def __init__(
        self,
        name: str,
        modules: str,
        shows: str = DIALOG,
        about: str = "",
        menu: tuple[str, str] | None = None,
        short: str = "",
        tool: tuple[str, str] | None = None,
        settings: tuple[Setting, ...] = (),
        addresses: tuple[str, ...] = (),
        hooks: tuple[str, ...] = (),
    ) -> None:
        self.name, self.modules, self.shows, self.about = name, modules.split(" "), shows, about
        self.menu, self.short, self.tool = menu, short, tool
        self.settings = settings
        self.addresses, self.hooks = addresses, hooks

    @property
    def is_loaded(self) -> bool:
        """Whether its first module has been imported."""
        return _PACKAGE + self.modules[0] in sys.modules

    def function(self, name: str) -> Any:
        """Return a function of one of its modules, which are imported if need be, or None."""
        for module in self.modules:
            __import__(_PACKAGE + module)
            found = getattr(sys.modules[_PACKAGE + module], name, None)
            if found:
                return found
        return None


FEATURES: list[Feature] = []


def feature(name: str) -> Feature:
    """Return the feature of a name. An unknown name raises KeyError."""
    for one in FEATURES:
        if one.name == name:
            return one
    raise KeyError(name)


def feature_at(address: str) -> Feature | None:
    """Return the feature that opens addresses `ADDRESS=...`, or None."""
    for one in FEATURES:
        if address in one.addresses:
            return one
    return None


def handler(intent: str) -> Handler:
    """Return what handles an intent of a feature. An unknown intent raises KeyError."""
    name, _colon, what = intent.partition(":")
    found: Handler | None = feature(name).function("on_" + what.replace("-", "_"))
    if found is None:
        raise KeyError(intent)
    return found


def hook(name: str) -> Any:
    """Return the function of the one feature that has this hook."""
    for one in FEATURES:
        if name in one.hooks:
            return one.function(name)
    raise KeyError(name)


def hooks(name: str) -> list[Callable[..., Any]]:
    """Return the functions of the loaded features that have this hook: the others have nothing on the page yet."""
    return [one.function(name) for one in FEATURES if name in one.hooks and one.is_loaded]
