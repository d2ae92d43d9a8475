"""Every stored field that the page or a feature declares: nothing that a player has done is lost.

The fields come from the declarations. Their values grow from each field's example, and from any JSON that its reader
takes. They go the way that they go in a browser: through browser/storage.py, which has a storage of its own here.
"""

from __future__ import annotations

import json
import sys
from functools import cache
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from app.features import table as _table  # noqa: F401 - it fills FEATURES
from app.kernel.fields import LATEST, each, first, later, merged, newest
from app.kernel.stored import PREFIX, SET_ASIDE, Field, Partly, Stored, last
from app.model.state import State
from app.update.stored import declared
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.seams.world import saved_data

DECLARED: list[Stored] = [one for one in declared() if isinstance(one, Stored)]
FIELDS = [(one, name) for one in DECLARED for name in (*one.fields, *(["other"] if one.others else []))]
NOW = 1_764_000_000_000
TIMES = st.integers(0, 2**40) | st.sampled_from([0, 1, NOW - 1, NOW, NOW + 1, LATEST - 1, LATEST, 2 * LATEST])
TEXTS = st.text("ab{}\x00é", max_size=4)
NUMBERS = st.integers(-2, 9) | st.integers() | st.floats(allow_nan=False)
JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)

pytestmark = pytest.mark.usefixtures("browser")
many = settings(
    max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


# --- values -----------------------------------------------------------------------------------------------------------


def like(value: Any) -> st.SearchStrategy[Any]:
    """Return values of the form of one."""
    if isinstance(value, bool):
        return st.booleans()
    if isinstance(value, int):
        return st.integers(0, 9) | TIMES
    if isinstance(value, float):
        return st.just(value) | st.floats(0.01, 3000, allow_nan=False)
    if isinstance(value, str):
        return st.just(value) | st.text(sorted(set(value)), min_size=len(value), max_size=len(value))
    if isinstance(value, list):
        items = [like(one) for one in value]
        whole: st.SearchStrategy[Any] = st.tuples(*items).map(list)
        return whole | st.lists(items[0], max_size=3) if items else st.just([])
    if isinstance(value, dict):
        values = {name: like(value[name]) for name in value}
        entries = [st.tuples(like(name), values[name]) for name in value]
        whole = st.fixed_dictionaries(values)
        return whole | st.lists(st.one_of(entries), max_size=3).map(dict) if value else st.just({})
    return st.none()


def field_of(one: Stored, name: str) -> Field:
    found = one.fields.get(name, one.others)
    assert found is not None
    return found


@cache  # making the values of a deep example takes longer than drawing some
def sound(field: Field) -> st.SearchStrategy[Any]:
    """Return sound values of a field."""

    def read(value: Any) -> Any:
        try:
            return [field.read(value)]
        except Partly as part:
            return [part.sound]
        except Exception:
            return []

    assert read(field.example) == [field.example], "its example is sound"
    form = like(field.example)
    return (form | form | form | JSON).map(lambda value: (read(value) or [field.example])[0])


@cache
def data_of(one: Stored) -> st.SearchStrategy[Any]:
    """Return sound data of a declaration, with fields of a newer version if it can have them."""
    fields: dict[str, st.SearchStrategy[Any]] = {name: sound(one.fields[name]) for name in one.fields}
    if one.others is None:
        fields["newer"] = JSON
    else:
        fields |= {name: sound(one.others) for name in ("one", "other")}
    return st.fixed_dictionaries({}, optional=fields)


def plain(value: Any) -> Any:
    """Return a value as it is after it was written as JSON."""
    return json.loads(json.dumps(value))


def unordered(value: Any) -> Any:
    """Return a value with its lists of texts in a fixed order."""
    if isinstance(value, dict):
        return {name: unordered(value[name]) for name in value}
    if isinstance(value, list):
        texts = all(isinstance(one, str) for one in value)
        return sorted(value) if texts else [unordered(one) for one in value]
    return value


def is_choice(field: Field) -> bool:
    """Return whether a device prefers its own value, so that the order of merging matters."""
    merge = field.merge
    while isinstance(merge, each):
        merge = merge.merge
    return merge in (first, last)


def times_in(merge: Any, value: Any) -> list[int]:
    """Return the times of changes in a value."""
    if isinstance(merge, each):
        return [time for name in value for time in times_in(merge.merge, value[name])]
    return [value[0]] if merge is newest else []


# --- a browser --------------------------------------------------------------------------------------------------------


class Storage:
    """The storage of a browser, and browser/storage.py with it."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.clock = NOW
        self.full = False
        self.module: Any = None

    def keep(self, key: str, text: str) -> bool:
        if not self.full:
            self.texts[key] = text
        return not self.full

    def now(self) -> str:
        self.clock += 1
        return str(self.clock)

    def put(self, one: Stored, data: Any) -> None:
        """Begin with data under a key alone, at a start of the page."""
        self.module._seen.clear()
        self.texts = {PREFIX + one.key: data if isinstance(data, str) else json.dumps(data)}

    def stored(self, one: Stored) -> Any:
        """Return the data under a key."""
        return json.loads(self.texts.get(PREFIX + one.key, "{}"))

    def merge(self, one: Stored, other: Any, now: int = 2 * LATEST) -> None:
        """Merge data with what is stored, as an import does."""
        self.module.change_stored(one, lambda mine: merged(one, mine, other, now))


@pytest.fixture(scope="module")
def browser() -> Any:
    storage = Storage()
    functions = SimpleNamespace(
        kept=lambda key: storage.texts.get(key),
        keptUnder=lambda prefix: [(key, storage.texts[key]) for key in storage.texts if key.startswith(prefix)],
        keep=storage.keep,
        forget=lambda key: storage.texts.pop(key, None),
        now=storage.now,
    )
    names: dict[str, dict[str, Any]] = {
        "js": {"document": None, "window": None},
        "pyscript": {},
        "pyscript.js_modules": {"browser": functions},
    }
    before = {name: sys.modules.get(name) for name in (*names, "app.browser.storage")}
    sys.modules.pop("app.browser.storage", None)
    for name, values in names.items():
        module = ModuleType(name)
        vars(module).update(values)
        sys.modules[name] = module
    storage.module = __import__("app.browser.storage", fromlist=["x"])
    yield storage
    for name, found in before.items():
        sys.modules.pop(name, None)
        if found is not None:
            sys.modules[name] = found
    vars(sys.modules["app.browser"]).pop("storage", None)


TIMED = [(one, name) for one, name in FIELDS if times_in(field_of(one, name).merge, field_of(one, name).example)]


# --- what holds -------------------------------------------------------------------------------------------------------


def test_every_feature_that_stores_something_is_found() -> None:
    assert len({one.key for one in declared()}) == len(declared()) >= 1, "and each has a key of its own"


@pytest.mark.parametrize("one", DECLARED, ids=lambda one: one.key)
@many
@given(data=st.data())
def test_what_is_written_is_read_as_it_is(one: Stored, data: st.DataObject, browser: Storage) -> None:
    before, change = data.draw(data_of(one)), data.draw(data_of(one))
    browser.put(one, before)
    assert browser.module.read_stored(one) == plain(before)
    after = {**plain(before), **plain(change)}
    assert browser.module.change_stored(one, lambda _stored: change)
    assert browser.module.read_stored(one) == after, "not merged with what it replaces"
    assert sorted(browser.texts) == [PREFIX + one.key], "nothing was damaged"


@pytest.mark.parametrize("one", DECLARED, ids=lambda one: one.key)
@many
@given(data=st.data())
def test_what_is_exported_is_imported_by_an_empty_browser(one: Stored, data: st.DataObject, browser: Storage) -> None:
    transfer = pytest.importorskip("app.features.my_games.transfer")
    whole = plain(data.draw(data_of(one)))
    head = json.loads(transfer.file_head({one.key: whole, "later": [1]}, {}, "") + "]}")
    browser.texts = {}
    for found, theirs in transfer.stored_in(transfer.Plan(head, 0).stored, True):
        browser.module.change_stored(found, transfer.merging(found, theirs, 2 * LATEST))
    assert browser.module.read_stored(one) == ({} if one.here else whole)
    assert json.loads(browser.texts[PREFIX + "later"]) == [1], "what a newer version stores passes through"


@pytest.mark.parametrize("one", DECLARED, ids=lambda one: one.key)
@many
@given(data=st.data())
def test_each_field_is_removed_alone(one: Stored, data: st.DataObject, browser: Storage) -> None:
    """A removed value is None with its time: whoever merges it later removes it too."""
    for name in one.fields:
        if one.fields[name].merge is not newest:
            continue
        value = data.draw(sound(one.fields[name]))
        browser.put(one, {name: value})
        gone = [later(value[0], data.draw(TIMES)), None]
        browser.module.change_stored(one, lambda _stored, name=name, gone=gone: {name: gone})
        browser.merge(one, {name: value})
        assert browser.module.read_stored(one) == {name: gone}


@pytest.mark.parametrize("one", DECLARED, ids=lambda one: one.key)
@many
@given(data=st.data())
def test_merging_has_everything_of_both_in_whatever_order(one: Stored, data: st.DataObject, browser: Storage) -> None:
    a, b, c = (plain(data.draw(data_of(one))) for _ in range(3))

    def merged(*parts: Any) -> Any:
        browser.put(one, parts[0])
        for part in parts[1:]:
            browser.merge(one, part)
        return browser.stored(one)

    assert merged(a, a) == a, "nothing changes"
    assert merged(a, b, b) == merged(a, b)
    assert unordered(merged(a, b, c)) == unordered(merged(a, merged(b, c)))
    there, back = unordered(merged(a, b)), unordered(merged(b, a))
    for name in {*a, *b}:
        field = one.fields.get(name, one.others)
        if field is not None and not is_choice(field):
            assert there[name] == back[name], name
        else:
            kept = unordered([a.get(name, b.get(name)), b.get(name, a.get(name))])
            assert [there[name], back[name]] == kept or field, name


@pytest.mark.parametrize("one", DECLARED, ids=lambda one: one.key)
@many
@given(data=st.data())
def test_changes_of_two_tabs_are_both_stored(one: Stored, data: st.DataObject, browser: Storage) -> None:
    before = plain(data.draw(data_of(one)))
    mine, theirs = (plain(data.draw(data_of(one))) for _ in range(2))
    browser.put(one, before)
    browser.module.change_stored(one, lambda _stored: mine)
    browser.module.change_stored(one, lambda _stored: {name: theirs[name] for name in theirs if name not in mine})
    assert browser.module.read_stored(one) == {**before, **theirs, **mine}


@pytest.mark.parametrize("one", DECLARED, ids=lambda one: one.key)
@many
@given(data=st.data())
def test_damaged_data_harms_nothing_sound_and_is_set_aside(one: Stored, data: st.DataObject, browser: Storage) -> None:
    whole = data.draw(JSON)
    browser.put(one, json.dumps(whole)[: data.draw(st.integers(0, 30))])
    browser.module.read_stored(one)
    before = plain(data.draw(data_of(one)))
    bad = data.draw(st.dictionaries(st.sampled_from([*one.fields, "newer", "one"]), JSON, max_size=2))
    browser.put(one, before | bad)
    text = browser.texts[PREFIX + one.key]
    found = browser.module.read_stored(one)
    sound_names = [name for name in before if name not in bad]
    assert {name: found.get(name) for name in sound_names} == {name: before[name] for name in sound_names}
    assert browser.module.change_stored(one, lambda _stored: {})
    assert browser.module.read_stored(one) == found
    lost = one.read(json.loads(text))[1]
    aside = [browser.texts[key] for key in browser.texts if key.startswith(SET_ASIDE)]
    assert aside == ([text] if lost else []), "the whole text, before anything is written"
    browser.module.change_stored(one, lambda _stored: before)
    assert [browser.texts[key] for key in browser.texts if key.startswith(SET_ASIDE)] == aside, "and only once"
    assert browser.module.read_stored(one) == {**found, **before}
    browser.merge(one, whole)
    browser.merge(one, bad)


@pytest.mark.parametrize(("one", "name"), FIELDS, ids=[f"{one.key}-{name}" for one, name in FIELDS])
@many
@given(data=st.data())
def test_damaged_values_in_a_field_are_refused_to_the_leaf(one: Stored, name: str, data: st.DataObject) -> None:
    """Whatever a reader takes, it takes again as it is, and its merge and a file's way take it too."""
    field = field_of(one, name)
    values = [*(data.draw(sound(field)) for _ in range(2)), field.example]
    for value in values:
        assert field.read(plain(value)) == plain(value)
        for other in values:
            both = plain(field.merge(plain(value), plain(other)))
            assert field.read(both) == both
        assert field.read(plain(field.merge(None, plain(value)))) == plain(field.merge(None, plain(value)))


@pytest.mark.parametrize(("one", "name"), TIMED, ids=[f"{one.key}-{name}" for one, name in TIMED])
@many
@given(data=st.data())
def test_clocks_that_jump_lose_no_change(one: Stored, name: str, data: st.DataObject, browser: Storage) -> None:
    field = field_of(one, name)
    inner = isinstance(field.merge, each)

    def pairs(value: Any) -> Any:
        return value if inner else {"": value}

    values = [pairs(plain(data.draw(sound(field)))) for _ in range(4)]
    values = [value for value in values if value] or [pairs(field.example)]
    key = next(iter(values[0]))
    browser.put(one, {})
    backups = []
    pair = None
    for value in values:
        old = pair[0] if pair else 0
        pair = [later(old, data.draw(TIMES)), next(iter(value.values()))[1]]
        change = {name: {key: pair} if inner else pair}
        browser.module.change_stored(one, lambda _stored, change=change: change)
        backups.append(browser.stored(one))
    for backup in backups:
        browser.merge(one, backup)
        assert browser.stored(one) == backups[-1], "an older state never wins"
    for backup in backups:
        browser.put(one, backup)
        browser.merge(one, backups[-1])
        assert browser.stored(one) == backups[-1], "the newest always does"


@pytest.mark.parametrize(("one", "name"), FIELDS, ids=[f"{one.key}-{name}" for one, name in FIELDS])
@many
@given(data=st.data())
def test_a_file_from_a_clock_that_is_wrong_does_not_win_forever(
    one: Stored, name: str, data: st.DataObject, browser: Storage
) -> None:
    field = field_of(one, name)
    theirs = plain(data.draw(sound(field)))
    browser.put(one, {})
    browser.merge(one, {name: theirs}, NOW)
    times = times_in(field.merge, browser.stored(one)[name])
    assert all(time <= NOW for time in times)
    assert len(times) == len(times_in(field.merge, theirs))


def test_a_browser_that_stores_nothing_keeps_what_is_there(browser: Storage) -> None:
    one = DECLARED[0]
    browser.put(one, {"theme": "dark", "look": 3})
    before = dict(browser.texts)
    browser.full = True
    assert browser.module.change_stored(one, lambda _stored: {"theme": "light"}) is False
    browser.full = False
    assert browser.texts == before


def test_the_change_of_another_tab_is_news_once(browser: Storage) -> None:
    one = DECLARED[0]
    browser.put(one, {"theme": "dark"})
    browser.module.read_stored(one)
    browser.module.change_stored(one, lambda _stored: {"look": "slate"})
    assert browser.module.changed_elsewhere() == [], "its own change is none"
    browser.texts[PREFIX + one.key] = json.dumps({"theme": "light"})
    browser.module.change_stored(one, lambda _stored: {"look": "slate"})
    assert browser.module.changed_elsewhere() == [one.key], "even after a change of its own"
    assert browser.module.changed_elsewhere() == []


def test_a_game_in_an_older_form_is_set_aside_unless_there_is_no_room(browser: Storage) -> None:
    saved, newer = json.dumps(saved_data("v=nine&m=d6", 1)), json.dumps({"form": 99})
    older = {"morris-game": '{"link": "v=nine&m=d6"}', "morris-game.a": "{"}
    texts = {**older, "morris-game.b": saved, "morris-game.c": newer}
    for full in (True, False):
        browser.texts, browser.full = dict(texts), full
        browser.module.KeptGames(State(), None)
        browser.full = False
        if full:
            assert browser.texts == texts
    assert [browser.texts.pop(key) for key in ("morris-game.b", "morris-game.c")] == [saved, newer]
    assert {key.rpartition(" ")[2]: browser.texts[key] for key in browser.texts if key.startswith(SET_ASIDE)} == older
    assert len(browser.texts) == 2


def test_what_an_older_page_stores_under_another_key_is_added_and_is_news(browser: Storage) -> None:
    def with_names(sound: Any, data: Any) -> Any:
        return {**dict.fromkeys(data or [], 0), **sound}

    one = Stored("now", beside=("before", with_names), others=Field(lambda value: value))
    browser.put(one, {"a": 1})
    browser.texts[PREFIX + "before"] = '["a", "b"]'
    assert browser.module.read_stored(one) == {"a": 1, "b": 0}
    assert browser.module.change_stored(one, lambda data: {"c": len(data)})
    assert browser.stored(one) == {"a": 1, "c": 2}
    assert browser.module.changed_elsewhere() == []
    browser.texts[PREFIX + "before"] = '["d"]'
    assert browser.module.changed_elsewhere() == ["now"]
    assert browser.module.read_stored(one) == {"a": 1, "c": 2, "d": 0}
