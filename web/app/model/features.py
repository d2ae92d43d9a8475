"""Features: what the page can do besides the board. features/table.py lists them.

A feature's module is imported when its dialog is opened, or when one of its intents, addresses or hooks is first
needed. The board and its controller reach features in these ways only; they name none of them. The intent "NAME:what"
is handled by the function `on_what(state, value)` of the feature NAME; a `-` in an intent is `_` in a function.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Protocol

    from ..view.nodes import Node
    from .messages import Effects, Offer
    from .settings import Setting
    from .state import Handler, State

    class FeatureModule(Protocol):
        """The module of a feature, which also has its intents and hooks.

        A dialog may have `draft(state)`, which returns what is selected at first, and `opened(state)`, which returns
        the effects of opening it.
        """

        def build(self, state: State) -> Node:
            """Return the dialog or panel."""

        def begin_game(self, state: State, offer: Offer) -> Effects:
            """Begin or offer a game. For the ways to play in the new-game dialog that are features."""


_PACKAGE = "app.features."
DIALOG, PANEL, HIDDEN = "dialog", "panel", ""


class Feature:
    """A feature, and what the page must know about it before it is loaded.

    Attributes:
        name: The name of its dialog or panel. Its intents begin with it: "NAME:something".
        module: The name of its module, below `app.features`.
        shows: DIALOG, PANEL (it fills the page's slot of its name) or HIDDEN.
        menu: The title and the icon of its button in the menu.
        short: One word for that button in small windows. Buttons without one are under More there.
        tool: The title and the icon of its button below the board, for those who play a game of their own.
        settings: Its settings.
        addresses: The names of the addresses `NAME=which` that its function `open_link(state, which)` opens, or says
            that there is no such thing. They hold no game.
        hooks: The functions that the page calls, see hook and hooks.
        parts: The names of further modules with intents, hooks and what opens addresses.
    """

    def __init__(
        self,
        name: str,
        module: str,
        shows: str = DIALOG,
        menu: tuple[str, str] | None = None,
        short: str = "",
        tool: tuple[str, str] | None = None,
        settings: tuple[Setting, ...] = (),
        addresses: tuple[str, ...] = (),
        hooks: tuple[str, ...] = (),
        parts: tuple[str, ...] = (),
    ) -> None:
        self.name, self.module, self.shows = name, module, shows
        self.menu, self.short, self.tool = menu, short, tool
        self.settings = settings
        self.addresses, self.hooks, self.parts = addresses, hooks, parts

    @property
    def is_loaded(self) -> bool:
        """Whether its module has been imported."""
        return _PACKAGE + self.module in sys.modules

    def load(self) -> FeatureModule:
        """Return its module, imported if need be."""
        module: FeatureModule = _load(self.module)
        return module

    def function(self, name: str) -> Callable[..., Any]:
        """Return a function of its module or of one of its parts. An unknown one raises KeyError."""
        for part in (self.module,) + self.parts:
            found: Callable[..., Any] | None = getattr(_load(part), name, None)
            if found is not None:
                return found
        raise KeyError(name)


def _load(name: str) -> Any:
    __import__(_PACKAGE + name)
    return sys.modules[_PACKAGE + name]


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
    return feature(name).function("on_" + what.replace("-", "_"))


def hook(name: str) -> Callable[..., Any]:
    """Return the function of the one feature that has this hook."""
    for one in FEATURES:
        if name in one.hooks:
            return one.function(name)
    raise KeyError(name)


def hooks(name: str) -> list[Callable[..., Any]]:
    """Return the functions of the loaded features that have this hook: the others have nothing on the page yet."""
    return [one.function(name) for one in FEATURES if name in one.hooks and one.is_loaded]
