"""Use the page's modules in another language during the build. They look up their texts when they are imported."""

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

from tools.texts import catalogues

ENGLISH = "en"
RIGHT_TO_LEFT = ("ar",)


def direction(language: str) -> str:
    """Return the value of the attribute `dir` for a language."""
    return "rtl" if language in RIGHT_TO_LEFT else "ltr"


def app_module(name: str) -> ModuleType:
    """Return a module of the page, such as "view.slots", in the current language."""
    return importlib.import_module(f"app.{name}")


@contextmanager
def spoken(language: str) -> Iterator[None]:
    """Let app_module() return modules in a language until the block ends. Then the earlier modules come back."""
    before = {name: sys.modules.pop(name) for name in list(sys.modules) if name.split(".")[0] == "app"}
    try:
        if language != ENGLISH:
            app_module("model.translation").use(catalogues.lookup(language, "messages", "learn"))
        yield
    finally:
        for name in [name for name in sys.modules if name.split(".")[0] == "app"]:
            del sys.modules[name]
        sys.modules.update(before)


def translate_number(one: str, more: str, number: int, **fields: object) -> str:
    """Return the text for a number of things in the current language, with its fields filled in."""
    return str(app_module("model.translation").number_of(one, more, number, **fields))


def translate_text(text: str) -> str:
    return str(app_module("model.translation")._(text))
