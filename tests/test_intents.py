"""Every intent of a feature that the page names has its function, and each of these functions is named somewhere."""

import re
from importlib import import_module

from app.features import table as _table  # noqa: F401 - it fills FEATURES
from app.model.features import FEATURES

from tools.sources import ROOT

INTENT = re.compile(r"""["'`]([a-z-]+:[a-z-]+)["'`\]]""")


def test_intents_and_functions_are_the_same() -> None:
    names = {one.name for one in FEATURES}
    files = [path for path in (ROOT / "web").rglob("*.*") if path.suffix in (".py", ".js", ".mjs", ".html")]
    texts = [path.read_text(encoding="utf-8") for path in files]
    named = {intent for text in texts for intent in INTENT.findall(text) if intent.split(":")[0] in names}
    functions = [
        f"{one.name}:{function.removeprefix('on_').replace('_', '-')}"
        for one in FEATURES
        for module in one.modules
        for function in vars(import_module(f"app.features.{module}"))
        if function.startswith("on_")
    ]
    assert sorted(named) == sorted(functions)
