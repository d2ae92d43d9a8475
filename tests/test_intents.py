"""Functions that are found by name: each has its intent or action somewhere, and each of these has its function."""

import re
from importlib import import_module

from app.features import table as _table  # noqa: F401 - it fills FEATURES
from app.kernel.features import FEATURES

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


def test_actions_on_the_archive_and_functions_are_the_same() -> None:
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "web/app").rglob("*.py")]
    named = {action for text in texts for action in re.findall(r'\("archive", "([a-z-]+)"', text)}
    functions = re.findall(r"^async def do_(\w+)", (ROOT / "web/app/browser/archive.py").read_text("utf-8"), re.M)
    assert sorted(named) == sorted(function.replace("_", "-") for function in functions)
