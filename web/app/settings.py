"""Settings: what a player can set, as a table, and how it is read from and written to text.

A new setting is one more line of SETTINGS: the settings dialog shows it, the choice is kept, and the page's root
element carries it as data-NAME, so that often a line of CSS is all that it takes.
"""

from __future__ import annotations

from collections import namedtuple

from .languages import LANGUAGES
from .stored_json import read_json
from .translation import _

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple

    class Setting(NamedTuple):
        """name: key and data- attribute; title: for people; choices: (value, title), the first is the default."""

        name: str
        title: str
        choices: tuple[tuple[str, str], ...]
else:
    Setting = namedtuple("Setting", ("name", "title", "choices"))

_ON_OFF = (("on", _("On")), ("off", _("Off")))

SETTINGS = (
    Setting("language", _("Language"), (("auto", _("Auto")),) + LANGUAGES),
    # Translators: the choice "as the browser or the device has it", on a narrow card. At most 9 characters.
    Setting("theme", _("Theme"), (("auto", _("Auto")), ("light", _("Light")), ("dark", _("Dark")))),
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
    # Translators: how the men look: turned on a lathe, flat discs, or each side in a shape of its own.
    Setting("men", _("Men"), (("turned", _("Turned")), ("flat", _("Flat")), ("shapes", _("Shapes")))),
    Setting("animation", _("Animate moves"), _ON_OFF),
    Setting("speed", _("Moves of the computer"), (("usual", _("Usual")), ("slow", _("Slow")), ("fast", _("Fast")))),
    Setting("sound", _("Sounds"), _ON_OFF),
    Setting("turn", _("Two people at one screen"), (("stay", _("Board stays")), ("turn", _("Board turns")))),
    Setting("targets", _("Show possible moves"), _ON_OFF),
    Setting("coordinates", _("Show coordinates"), _ON_OFF),
    Setting("typing", _("Field for typed moves"), (("off", _("Hidden")), ("on", _("Shown")))),
    Setting("shortcuts", _("Keyboard shortcuts"), _ON_OFF),
)

SPEEDS = ("slow", "usual", "fast")


def is_switch(setting: Setting) -> bool:
    """Return whether a setting is on or off, and nothing else."""
    return setting.choices == _ON_OFF


def default_settings() -> dict[str, str]:
    """Return the value that each setting has before anybody chose."""
    return {setting.name: setting.choices[0][0] for setting in SETTINGS}


def read_settings(text: str | None) -> dict[str, str]:
    """Return the settings kept in `text` (JSON); whatever is missing, unknown or damaged has its default."""
    values = default_settings()
    kept = read_json(text)
    if isinstance(kept, dict):
        for setting in SETTINGS:
            if kept.get(setting.name) in [value for value, _ in setting.choices]:
                values[setting.name] = kept[setting.name]
    return values
