"""The prose check finds what it is meant to find, where it is meant to find it."""

from __future__ import annotations

import pytest

from tools.texts.prose import (
    COMMENT,
    DOCUMENT,
    RULES,
    Rule,
    comment_texts,
    dead_references,
    document_texts,
    faults,
    script_texts,
)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.instead)
def test_a_rule_refuses_its_bad_example_and_no_rule_refuses_its_good_one(rule: Rule) -> None:
    for where in rule.where:
        assert any(rule.instead in fault for fault in faults(rule.bad, where))
        assert faults(rule.good, where) == []


def test_code_and_quotations_in_a_text_are_not_checked() -> None:
    assert faults("The text `is to be` and “It is wanted.”", DOCUMENT) == []


def test_a_document_is_read_without_headings_and_code_and_with_its_lines() -> None:
    source = "# What it is\n\nOne\nparagraph.\n\n```\nx = 1\n```\n\n    code\n\n- An item.\n- Another.\n\n| a | row |\n"
    assert list(document_texts(source)) == [
        (3, "One paragraph."),
        (12, "An item."),
        (13, "Another."),
        (15, "a | row |"),
    ]


def test_docstrings_and_comments_are_read_with_their_lines() -> None:
    source = (
        '"""A module.\n\nMore."""\n\ndef f():\n    """Do it."""\n    # One\n    # comment.\n\n    x = 1  # Another.\n'
    )
    assert sorted(text for _, text in comment_texts(source)) == [
        "A module.",
        "Another.",
        "Do it.",
        "More.",
        "One comment.",
    ]
    assert faults("What it does.", COMMENT) != []
    script = "/* A script.\n *\n * More. */\nrun(); // No.\n  // One\n  // comment.\nrun();\n"
    assert list(script_texts(script)) == [(1, "A script."), (1, "More."), (5, "One comment.")]


def test_files_and_headings_that_a_document_names_must_exist() -> None:
    source = "`prose.py`, `gone.py`, `tools/`, `tools/gone`, [a](style.md#terms), [b](style.md#gone), [c](gone.md)"
    assert list(dead_references("docs/languages.md", source, ["tools/texts/prose.py"])) == [
        "no file gone.py",
        "no file or folder tools/gone",
        "no heading style.md#gone",
        "no file gone.md",
    ]
