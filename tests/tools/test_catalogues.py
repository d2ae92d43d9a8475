"""The catalogues of translations fit the code: no stale texts, no wrong fields, nothing too long, all plural forms."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message

from tools.messages import templates
from tools.texts import catalogues

LANGUAGES = catalogues.languages()


@cache
def code() -> dict[str, Catalog]:
    return templates()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_fits_the_code(language: str) -> None:
    assert catalogues.faults(language, code()) == []


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_is_complete(language: str) -> None:
    for name, template in code().items():
        catalog = catalogues.read(language, name)
        found = {message.id: catalog.get(message.id, message.context) for message in catalogues.messages(template)}
        assert [text for text, one in found.items() if one is None or catalogues.is_missing(one)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rule_for_plurals_is_that_of_browsers(language: str) -> None:
    assert set(catalogues.plural_index(language).values()) == set(
        range(catalogues.read(language, "messages").num_plurals)
    )


def faults_of(
    english: str | tuple[str, str], translation: str | tuple[str, ...], comments: tuple[str, ...] = ()
) -> list[str]:
    source = Message(english, auto_comments=comments)
    return catalogues.message_faults(Message(english, translation), source, 2)


@pytest.mark.parametrize(
    ("english", "translation"),
    [
        ("{side} moved {origin}-{to}.", "{side} hat {from}-{to} gezogen."),
        ("{side} moved {origin}-{to}.", "{side} hat {origin}-{to gezogen."),
        ("{side} moved {origin}-{to}.", "{side} hat {origin} gezogen."),
        ("Undo", "Den letzten Zug zurücknehmen"),
        ("Undo", " Zurück"),
        (("{number} move", "{number} moves"), ("{number} Zug", "{number} Züge", "{number} Züge")),
        (("{number} move", "{number} moves"), ("{number} Zug", "{count} Züge")),
        ("<b>Bold</b> words, and a long sentence.", "Fette Wörter, und ein langer Satz."),
    ],
)
def test_faults_are_found(english: str | tuple[str, str], translation: str | tuple[str, ...]) -> None:
    assert faults_of(english, translation)


@pytest.mark.parametrize(
    ("english", "translation"),
    [
        ("{side} moved {origin}-{to}.", "Gezogen hat {side}: {origin}-{to}."),
        ("Mill! Take one of {opponent}'s men", "Mühle! Nimm dem Gegner einen Stein weg"),
        (("{number} move", "{number} moves"), ("ein Zug", "{number} Züge")),
        ("Undo", "Zurücknehmen"),
    ],
)
def test_good_translations_have_no_faults(english: str | tuple[str, str], translation: str | tuple[str, ...]) -> None:
    assert faults_of(english, translation) == []


def test_a_comment_sets_the_limit() -> None:
    comment = ("Translators: at the head of a narrow column. At most 4 characters.",)
    assert faults_of("Undo", "Zurück", comment)
    assert not faults_of("Undo", "Weg", comment)


def test_a_text_that_the_code_does_not_have_is_stale(monkeypatch: pytest.MonkeyPatch) -> None:
    catalog = Catalog("de")
    catalog.add("A text of long ago", "Ein alter Text")
    monkeypatch.setattr(catalogues, "read", lambda language, name: catalog)
    assert "not in the code" in catalogues.faults("de", {"messages": code()["messages"]})[0]


def test_only_german_has_a_blank_before_an_ellipsis(monkeypatch: pytest.MonkeyPatch) -> None:
    template = Catalog()
    template.add("Thinking…")

    def read(language: str, name: str) -> Catalog:
        catalog = Catalog(language)
        catalog.add("Thinking…", "… …")
        return catalog

    monkeypatch.setattr(catalogues, "read", read)
    assert catalogues.faults("de", {"messages": template}) == []
    assert "blank before an ellipsis" in catalogues.faults("fr", {"messages": template})[0]


def test_a_text_that_moves_to_the_other_catalogue_keeps_the_translation_of_each_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogues, "PLACES", {"messages": tmp_path, "learn": tmp_path / "learn"})

    def update(page: list[str], learn: list[str]) -> None:
        found = {"messages": Catalog(), "learn": Catalog()}
        for name, texts in (("messages", page), ("learn", learn)):
            for text in texts:
                found[name].add(text)
        for language in ("ar", "de"):
            catalogues.update(language, found)

    def text_in(language: str, name: str, text: str) -> str:
        message = catalogues.read(language, name).get(text)
        return str(message.string) if message else "-"

    update([], ["Play"])
    path = tmp_path / "learn/ar.po"
    path.write_text(path.read_text().replace('msgid "Play"\nmsgstr ""', 'msgid "Play"\nmsgstr "اللعب"'))
    update(["Play", "New"], [])
    assert [text_in("ar", "messages", text) for text in ("Play", "New")] == ["اللعب", ""]
    assert text_in("ar", "learn", "Play") == "-"
    assert text_in("de", "messages", "Play") == ""
    update(["New"], ["Play"])
    assert [text_in(language, "learn", "Play") for language in ("ar", "de")] == ["اللعب", ""]


@pytest.mark.parametrize(
    ("language", "translation", "strange"),
    [
        ("de", "Spielen", ""),
        ("de", "اللعب", "ابعل"),
        ("ru", "Играть", ""),
        ("ru", "Morris: играть", ""),
        ("tr", "Играть", "Иагртьь"),
        ("ja", "時々・プレイする", ""),
        ("zh", "プレイ", "イプレ"),
    ],
)
def test_letters_of_another_language_are_found(language: str, translation: str, strange: str) -> None:
    assert set(catalogues.strange_letters(language, Message("Play", translation))) == set(strange)


def test_a_lookup_gives_the_form_for_a_number() -> None:
    look_up = catalogues.lookup("de", "messages")
    assert look_up("{number} move", 1) == "{number} Zug"
    assert look_up("{number} move", 0) == look_up("{number} moves", 5) == "{number} Züge"
    assert look_up("no such text", 1) is None
