"""Features: what the page can do besides the board. features/table.py lists them.

A feature's module is imported when its dialog is opened, or when one of its intents, addresses or hooks is first
needed. The board and its controller reach features in these ways only; they name none of them.
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
        """The module of a feature.

        Without intents of its own, it needs no INTENTS. A dialog may also have `draft(state)`, which returns what is
        selected at first, and `opened(state)`, which returns the effects of opening it.
        """

        INTENTS: dict[str, Handler]

        def build(self, state: State) -> Node:
            """Return the dialog or panel."""

        def open_link(self, state: State, which: str) -> Effects:
            """Open an address `NAME=which`; show a notice if there is no such thing. For features with addresses."""

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
        addresses: The names of the addresses `NAME=...` that it opens. They hold no game.
        hooks: The functions of its module that the page calls, see hook and hooks.
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
    ) -> None:
        self.name, self.module, self.shows = name, module, shows
        self.menu, self.short, self.tool = menu, short, tool
        self.settings = settings
        self.addresses, self.hooks = addresses, hooks

    @property
    def is_loaded(self) -> bool:
        """Whether its module has been imported."""
        return _PACKAGE + self.module in sys.modules

    def load(self) -> FeatureModule:
        """Return its module, imported if need be."""
        name = _PACKAGE + self.module
        __import__(name)
        modules: dict[str, Any] = sys.modules
        module: FeatureModule = modules[name]
        return module


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
    return feature(intent.split(":")[0]).load().INTENTS[intent]


def hook(name: str) -> Callable[..., Any]:
    """Return the function of the one feature that has this hook."""
    for one in FEATURES:
        if name in one.hooks:
            return _function(one, name)
    raise KeyError(name)


def hooks(name: str) -> list[Callable[..., Any]]:
    """Return the functions of the loaded features that have this hook: the others have nothing on the page yet."""
    return [_function(one, name) for one in FEATURES if name in one.hooks and one.is_loaded]


def _function(one: Feature, name: str) -> Callable[..., Any]:
    function: Callable[..., Any] = getattr(one.load(), name)
    return function
