"""Settings: what a player can set, as a table, and how it is read from and written to text.

A new setting is one more line of SETTINGS, and one of TEXTS in dialogs/settings.py, which has the words: the settings
dialog shows it, the choice is kept, and the page's root element carries it as data-NAME, so that often a line of CSS is
all that it takes besides.
"""

from __future__ import annotations

from collections import namedtuple

from .stored_json import read_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple

    class Setting(NamedTuple):
        """name: key and data- attribute; values: what can be chosen, the first is the default."""

        name: str
        values: tuple[str, ...]
else:
    Setting = namedtuple("Setting", ("name", "values"))

_ON_OFF = ("on", "off")

SETTINGS = (
    # The languages by their codes; languages.py has their names.
    Setting("language", ("auto", "en", "ar", "de", "es", "fr", "hu", "it", "ja", "nl", "pl", "pt", "ru", "tr", "zh")),
    Setting("theme", ("auto", "light", "dark")),
    Setting("look", ("wood", "slate", "parchment", "plain", "contrast")),
    Setting("men", ("turned", "flat", "shapes")),
    Setting("animation", _ON_OFF),
    Setting("speed", ("usual", "slow", "fast")),
    Setting("sound", _ON_OFF),
    Setting("turn", ("stay", "turn")),
    Setting("targets", _ON_OFF),
    Setting("coordinates", _ON_OFF),
    Setting("typing", ("off", "on")),
    Setting("shortcuts", _ON_OFF),
)

SPEEDS = ("slow", "usual", "fast")


def is_switch(setting: Setting) -> bool:
    """Return whether a setting is on or off, and nothing else."""
    return setting.values == _ON_OFF


def default_settings() -> dict[str, str]:
    """Return the value that each setting has before anybody chose."""
    return {setting.name: setting.values[0] for setting in SETTINGS}


def read_settings(text: str | None) -> dict[str, str]:
    """Return the settings kept in `text` (JSON); whatever is missing, unknown or damaged has its default."""
    values = default_settings()
    kept = read_json(text)
    if isinstance(kept, dict):
        for setting in SETTINGS:
            if kept.get(setting.name) in setting.values:
                values[setting.name] = kept[setting.name]
    return values
