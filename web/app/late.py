"""Late: the dialogs and panels whose modules are imported when first wanted, so that the board need not wait for them.

May import nothing of ours at the start. Pure.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Dialogs and panels that are loaded when first wanted: name -> module.
LATE = {
    "new-game": "app.new_game",
    "share": "app.share",
    "open-game": "app.open_game",
    "editor": "app.editor_dialog",
    "by-link": "app.by_link",
    "settings": "app.settings_dialog",
    "resign": "app.confirm",
    "rules": "app.rules_panel",
    "offline": "app.offline_panel",
}


def late_module(name: str) -> "Any":
    """Return the module of a dialog or panel, imported when first asked for."""
    return getattr(__import__(LATE[name]), LATE[name].split(".")[1])
