"""The tags of a record that are saved: those that can be written again and do not follow from the game."""

from __future__ import annotations

from typing import Any

from app.model.record_tags import MAX_CHARACTERS, MAX_TAGS, event_of, other_tags, read_tags, tags_to_save, whole_name

from morris_core import Game, Record, find_variant


def test_tags_that_follow_from_the_game_are_not_saved() -> None:
    written = [("Event", "Cup"), ("variant", "six"), ("Rules", "x"), ("FEN", "x"), ("SetUp", "1"), ("Result", "1-0")]
    kept = tags_to_save(written + [("Date", "1998"), ("White", "Ada"), ("Round", "2"), ("Empty", "")])
    assert kept == [["Event", "Cup"], ["Date", "1998"], ["White", "Ada"], ["Round", "2"]]
    assert other_tags(read_tags(kept)) == [("Event", "Cup"), ("Round", "2")]


def test_damaged_tags_are_left_out_and_the_others_can_be_written() -> None:
    damaged: list[Any] = [None, 3, "x", {}, [3], [[]], [["a"]], [["a", 3]], [[3, "a"]], [["two words", "x"]]]
    damaged += [[["a]", "x"]], [["", "x"]], [['"', "x"]], [["result", "x"]], [["RESULT", "x"]]]
    for data in damaged:
        assert read_tags(data) == [], data
        assert event_of(read_tags(data)) == ""
    tags = read_tags([["Note", 'a "b" \\ c\n d'], ("Round", "1")])
    text = Record(Game(find_variant("nine")), tags=tags).record()
    assert '[Note "a \\"b\\" \\\\ c d"]' in text


def test_tags_are_limited_in_number_and_length() -> None:
    assert len(read_tags([["T" + str(number), "x"] for number in range(100)])) == MAX_TAGS
    long = [["A", "x" * (MAX_CHARACTERS - 10)], ["B", "x" * 100]]
    assert [name for name, _ in read_tags(long)] == ["A"]


def test_a_shortened_name_is_shown_whole_as_long_as_it_is_the_same_players() -> None:
    tags = [("White", "Ada Augusta King, Countess of Lovelace")]
    assert whole_name(tags, 0, "Ada Augusta King, Counte") == tags[0][1]
    assert whole_name(tags, 0, "Bob") == whole_name(tags, 1, "Bob") == "Bob"
