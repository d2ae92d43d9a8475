"""Settings: a table of what a player can set, and how it is read from and written to text.

A new setting is one more entry of SETTINGS: the settings dialog shows it, the browser saves it, and the page's root
element has it as data-NAME, so that a line of CSS is often all that it needs.
"""

from __future__ import annotations

from ..kernel.stored import Data, Field, Stored, read_text
from .translation import _, in_context

# The languages of the page, each by its code and its name in itself.
LANGUAGES = (
    ("en", "English"),
    ("ar", "العربية"),
    ("de", "Deutsch"),
    ("es", "Español"),
    ("fr", "Français"),
    ("hu", "Magyar"),
    ("it", "Italiano"),
    ("ja", "日本語"),
    ("nl", "Nederlands"),
    ("pl", "Polski"),
    ("pt", "Português"),
    ("ru", "Русский"),
    ("tr", "Türkçe"),
    ("zh", "简体中文"),
)

# Translators: the choice "as the browser or the device has it", on a narrow card. At most 9 characters.
_AUTO = ("auto", _("Auto"))
_ON_OFF = (("on", ""), ("off", ""))


class Setting:
    """A setting: its name in the storage and in its data- attribute, its title, and pairs of a value and its title.

    The first choice is the default.
    """

    def __init__(self, name: str, title: str, choices: tuple[tuple[str, str], ...] = _ON_OFF) -> None:
        self.name = name
        self.title = title
        self.choices = choices
        self.values = [value for value, _title in choices]
        # whether it is a switch
        self.is_switch = choices is _ON_OFF


# Those of features follow, see features/table.py.
SETTINGS = [
    Setting("language", _("Language"), (_AUTO,) + LANGUAGES),
    Setting("theme", _("Theme"), (_AUTO, ("light", _("Light")), ("dark", _("Dark")))),
    # A board's table of colours is in style/looks.css.
    Setting(
        "look",
        _("Board"),
        (
            ("wood", _("Wood")),
            ("slate", _("Slate")),
            ("parchment", _("Parchment")),
            ("plain", _("Plain")),
            ("contrast", _("High contrast")),
        ),
    ),
    Setting(
        "men",
        # Translators: the look of the men: turned on a lathe, flat discs, or a different shape for each side.
        in_context("how they look", "Men"),
        (("turned", _("Turned")), ("flat", _("Flat")), ("shapes", _("Shapes"))),
    ),
    Setting("animation", _("Animate moves")),
    Setting("speed", _("Computer's moves"), (("usual", _("Normal")), ("slow", _("Slow")), ("fast", _("Fast")))),
    Setting("sound", _("Sounds")),
    Setting("vibration", _("Vibration")),
    Setting("turn", _("Two players on one device"), (("stay", _("Board stays")), ("turn", _("Board flips")))),
    Setting("targets", _("Show possible moves")),
    Setting("coordinates", _("Show coordinates")),
    Setting("shortcuts", _("Keyboard shortcuts")),
]

# Their values by name, also those of a newer version.
STORED = Stored("settings", others=Field(read_text(40), example="auto"))

SPEEDS = ("slow", "usual", "fast")


def default_settings() -> dict[str, str]:
    return {setting.name: setting.values[0] for setting in SETTINGS}


def chosen_settings(data: Data) -> dict[str, str]:
    """Return the settings in stored data. Missing and unknown ones have their defaults."""
    values = default_settings()
    for setting in SETTINGS:
        if data.get(setting.name) in setting.values:
            values[setting.name] = data[setting.name]
    return values
