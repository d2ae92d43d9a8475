"""The dialogs and panels whose modules are imported when first wanted, so that the board need not wait for them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Protocol

    from morris_core.link import Link

    from .geometry import Geometry
    from .messages import Effects
    from .model.open_game import Clock
    from .state import Handler, State
    from .view.nodes import Node

    class Dialog(Protocol):
        """The module of a dialog or panel. It may also have draft(state), what is chosen at first, and opened(state),
        the effects of opening it."""

        INTENTS: dict[str, Handler]

        def build(self, state: State) -> Node:
            """Return the dialog."""

    class GuideModule(Dialog, Protocol):
        """The module of one kind of Guide (guided/guide.py)."""

        def open_link(self, state: State, which: str) -> Effects:
            """Open what an address `NAME=which` names; say on the page where there is no such thing."""

        def build_guide(self, state: State) -> Node:
            """Return what stands below the status, in the place of the banner."""

    class ByLink(Protocol):
        """What the rest of the page needs of games by link (correspondence/dialog.py)."""

        def arrive(self, state: State, link: Link, problem: str, text: str | None) -> Effects:
            """Open a link of a game by link."""

        def played(self, state: State) -> Effects:
            """Enter what has changed in the game."""

        def banner(self, state: State) -> list[Node]:
            """Return what stands beside the board."""

    class ClockModule(Protocol):
        """What the rest of the page needs of clocks (clocks/clock.py)."""

        def begin(self, total: int, increment: int) -> Clock:
            """Return the clock of a new game, its times in milliseconds."""

        def read(self, data: object) -> Clock | None:
            """Return a clock that was kept, or None where that is damaged."""

        def build(self, state: State, side: int) -> Node | None:
            """Return the clock in a player's strip."""

    class AnalysisPanel(Protocol):
        """What the view needs of hints and analyses (analysis/panel.py)."""

        def build_answers(self, state: State) -> list[Node]:
            """Return the hint and the analysis, of those that are wanted."""

        def notes(self, state: State, geo: Geometry) -> list[Node]:
            """Return what they draw on the board."""


def late_module(name: str) -> Dialog:
    """Return the module of a dialog or panel, imported when first asked for. An unknown name raises KeyError."""
    if name == "share":
        from .sharing import dialog as sharing

        return sharing
    if name == "editor":
        from .editor import dialog as editor

        return editor
    if name == "by-link":
        from .correspondence import dialog as correspondence

        return correspondence
    if name == "my-games":
        from .memory import dialog as memory

        return memory
    if name == "tree":
        from .variations import dialog as tree

        return tree
    if name == "lines":
        from .analysis import lines

        return lines
    if name == "ask":
        from .asked import panel

        return panel
    if name == "rules":
        from .rules import dialog as rules

        return rules
    found = _plain_dialog(name) or guide_module(name)
    if found is None:
        raise KeyError(name)
    return found


def _plain_dialog(name: str) -> Dialog | None:
    """Return the module of a dialog of the folder dialogs/, or None."""
    if name == "new-game":
        from .dialogs import new_game

        return new_game
    if name == "players":
        from .dialogs import players

        return players
    if name == "levels":
        from .dialogs import levels

        return levels
    if name == "open-game":
        from .dialogs import open_game

        return open_game
    if name == "settings":
        from .dialogs import settings

        return settings
    if name == "keys":
        from .dialogs import keys

        return keys
    if name == "end-game":
        from .dialogs import end_game

        return end_game
    if name == "offline":
        from .dialogs import offline

        return offline
    return None


def guide_module(name: str) -> GuideModule | None:
    """Return the module of the guides of a name, or None. Addresses `NAME=...` are theirs: they hold no game. (`p=...`,
    a puzzle's id, is one too.)"""
    if name == "lessons":
        from .lessons import dialog as lessons

        return lessons
    if name in ("puzzles", "p"):
        from .puzzles import dialog as puzzles

        return puzzles
    if name == "review":
        from .review import review

        return review
    return None


def analysis_panel() -> AnalysisPanel:
    """Return what shows hints and analyses, imported when first asked for."""
    from .analysis import panel

    return panel


def merging() -> ModuleType:
    """Return what brings two copies of a game together (model/merge.py), imported when there are two."""
    from .model import merge

    return merge


def variation_spoken(state: State) -> str:
    """Return what is heard before a move in a variation."""
    from .variations import moves

    return moves.spoken(state)


def build_tree(state: State) -> Node:
    """Return the list of moves of a game with variations."""
    from .variations import moves

    return moves.build_moves(state)


def by_link() -> ByLink:
    """Return what the rest of the page needs of games by link, imported when first asked for."""
    from .correspondence import dialog as correspondence

    return correspondence


def clocks() -> ClockModule:
    """Return what makes and shows clocks, imported when a game is first played with them."""
    from .clocks import clock

    return clock


def build_loading(state: State) -> Node:
    """Return how far the computer player has been loaded."""
    from .loading import progress

    return progress.build(state)


def build_offer(state: State) -> Node:
    """Return the bar that offers a new version, from the module of offline play."""
    from .dialogs import offline

    return offline.build_offer(state)


def merged_book(stored: str, text: str, id: str, base: int) -> str | None:
    """Return the book of games by link with one changed game in it: see correspondence/book.py."""
    from .correspondence.book import merged

    return merged(stored, text, id, base)
