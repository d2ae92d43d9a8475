"""Functions that are found by name: each has its intent or action somewhere, and each of these has its function."""

import re

from app.features import table as _table  # noqa: F401 - it fills FEATURES
from app.kernel.features import ANSWER, FEATURES
from app.update import controller

from tools.sources import ROOT, is_declaration

QUOTED = r"""["'`]([a-z-]+(?::[a-z-]+)?)["'`\]]"""
# Where a name can be nothing but an intent: what is sent, what a button or field sends, and what is asked for.
SENT = re.compile(r"""(?:dispatch\(\s*|data-(?:intent|change|keys)(?:=|": )|button\(_\("[^"]*"\), )""" + QUOTED)
ASKED = re.compile(r"""state\.ask\(""" + QUOTED)

FILES = [path for path in (ROOT / "web").rglob("*.*") if path.suffix in (".py", ".js", ".mjs", ".html")]
TEXTS = [path.read_text(encoding="utf-8") for path in FILES if not is_declaration(path)]
# Intent -> its kind.
DECLARED = {f"{one.name}:{what}": one.intents[what][0] for one in FEATURES for what in one.intents}
# Those that buttons, keys and gestures of the declarations send.
BUTTONS = [(one, entry[1]) for one in FEATURES for entry in one.buttons.values()]
INPUTS = [(one, what) for one in FEATURES for what in one.inputs.values()]
SENT_BY_THEM = {one.sent(what)[0] for one, what in (*BUTTONS, *INPUTS)} | {
    tool.intent for one in FEATURES for tool in one.tools
}
EFFECTS = {f"{one.name}:{what}" for one in FEATURES for what in one.effects}
KERNEL = {name: controller.INTENTS[name].kind for name in controller.INTENTS}
# The second parts of intents that the guides ask for with the name of their feature.
COMPOSED = {what for text in TEXTS for what in re.findall(r'self\.name \+ ":([a-z-]+)"', text)}


def named(pattern: re.Pattern[str]) -> set[str]:
    return {intent for text in TEXTS for intent in pattern.findall(text)}


def test_the_intents_named_and_declared_are_the_same() -> None:
    features = {one.name for one in FEATURES}
    of_features = {name for name in named(re.compile(QUOTED)) if ":" in name and name.split(":")[0] in features}
    of_features |= {name for name in DECLARED if name.split(":")[1] in COMPOSED}
    assert sorted((of_features | SENT_BY_THEM) - {"open"} - (EFFECTS - {*DECLARED})) == sorted(DECLARED)
    words = {
        word for text in TEXTS for word in re.findall(r'"([a-z-]+)"', text)
    }  # some effects are asked of any feature
    assert [name for name in sorted(EFFECTS - of_features) if name.split(":")[1] not in words] == []
    assert sorted((named(SENT) | named(ASKED)) - {*DECLARED, *KERNEL}) == []


def test_each_intent_of_the_controller_is_named_somewhere_else() -> None:
    elsewhere = [re.sub(r'^ +"[a-z-]+": Intent\(.*$', "", text, flags=re.MULTILINE) for text in TEXTS]
    found = {name for text in elsewhere for name in re.findall(QUOTED, text)}
    assert sorted(name for name in KERNEL if name not in found) == []


def test_answers_are_asked_for_and_nothing_else_is() -> None:
    answers = {name for name, kind in {**DECLARED, **KERNEL}.items() if kind == ANSWER}
    assert named(ASKED) <= answers
    assert named(SENT) & answers == set()
