"""The tool that draws texts by chance finds those of a catalogue in what a page shows."""

from tools.texts.texts_in_place import texts_in, texts_of


def found(shown: str) -> list[str]:
    return [text.english for text in texts_in(shown, texts_of("de"))]


def test_a_text_with_fields_is_found_by_its_words() -> None:
    assert found("Weiß hat d6-d7 gezogen.") == ["{side} moved {origin}-{to}."]
    assert found("Neues Spiel") == ["New game"]


def test_several_sentences_in_one_element_are_found_each() -> None:
    said = "Drei Steine um eine Ecke sind keine Mühle. Schräge Linien gibt es nicht."
    assert set(found(said)) == {"Three men around a corner are no mill.", "There are no slanting lines."}


def test_what_is_in_no_catalogue_is_not_found() -> None:
    assert found("Play!") == []
