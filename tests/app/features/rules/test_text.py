"""The rules in words: every mix of house rules is described rightly, in short sentences, with true pictures."""

import itertools
import random
import re

import pytest
from app.features.dialogs.house_rules import chosen_variant
from app.features.rules.diagrams import Diagram
from app.features.rules.house_rules import HOUSE_RULES, HouseRule, changed_rules, choice_word
from app.features.rules.text import Section, in_short, rules_of

from morris_core import BOARDS, OPTIONS, VARIANTS, WHITE, Position, RulesError, Variant, find_variant
from morris_core.board import bits, count
from morris_core.generator import move_generator
from morris_core.rules import legal_moves, outcome


def mixes(number: int = 400) -> list[Variant]:
    """Return every variant as the table has it, and with random house rules that fit its board."""
    chance = random.Random(1897)
    found = list(VARIANTS.values())
    while len(found) < number:
        changes: dict[str, object] = {}
        for option in OPTIONS:
            if chance.random() < 0.5:
                changes[option.name] = chance.choice(option.values or (0, option.least, 3, 100))
        try:
            found.append(chance.choice(list(VARIANTS.values())).with_options(changes))
        except RulesError:
            continue
    return found


MIXES = mixes()


def text_of(variant: Variant) -> str:
    return " ".join(paragraph for section in rules_of(variant) for paragraph in section.paragraphs)


def section(variant: Variant, key: str) -> Section | None:
    return next((section for section in rules_of(variant) if section.key == key), None)


def diagrams(variant: Variant) -> list[Diagram]:
    return [diagram for section in rules_of(variant) for diagram in section.diagrams]


def nine(**changes: object) -> str:
    return text_of(find_variant("nine").with_options(changes))


# What the text says when an option has a value (in the game of nine men), and does not say when it has another.
LIMITS_OFF: dict[str, object] = {option.name: False for option in OPTIONS if option.forbidden or option.remembers}
SAYS = [
    ("flying", 3, "your men may fly"),
    ("flying", 0, "Men never fly in this game"),
    ("moving_while_placing", True, "move a man instead of placing one"),
    ("moving_while_placing", False, "No man moves before that"),
    ("capture", "if-all", "if all the other player's men are in mills, take any of them"),
    ("capture", "never", "you take nothing"),
    ("capture", "always", "even one that is in a mill"),
    ("double_mill", 1, "you still take only one man"),
    ("double_mill", 2, "you take two men"),
    ("mill_hold", True, "your next move may not close that mill"),
    ("mill_hold", False, "close it again on your next move"),
    ("no_return", True, "may not go straight back"),
    ("stuck", "loses", "the other player's turn and they can't move"),
    ("stuck", "passes", "You miss your turn"),
    ("mill_wins", True, "The first row wins the game"),
    ("mill_wins", False, "you must take one of the other player's men"),
    ("repetition", 3, "comes up three times"),
    ("repetition", 5, "comes up five times"),
    ("quiet_limit", 100, "for 100 moves in a row"),
    ("quiet_limit", 40, "for 40 moves in a row"),
    ("men", 9, "Each has nine men"),
    ("men", 12, "If every point on the board is filled"),
]


@pytest.mark.parametrize(("option", "value", "words"), SAYS)
def test_a_rule_is_told_when_it_holds_and_only_then(option: str, value: object, words: str) -> None:
    assert words in nine(**{option: value})
    others = [other for name, other, _ in SAYS if name == option and other != value] or [False]
    for other in others:
        assert words not in nine(**{option: other})


def test_every_option_changes_the_text_of_nine_mens_morris() -> None:
    for rule in HOUSE_RULES:
        texts = set()
        for value, _ in rule.choices:
            # Flying needs somebody to lose men, holding a mill that mills are opened: so one option at a time.
            texts.add(nine(**{rule.option: value}))
        assert len(texts) == len(rule.choices), rule.option


def test_rules_that_cannot_matter_are_not_told() -> None:
    three = find_variant("three")
    odd = three.with_rules(capture="never", double_mill=2, mill_hold=True)
    assert not any("mill" in text for part in rules_of(odd) if part.key != "source" for text in part.paragraphs)
    assert "may fly" not in text_of(three.with_rules(men=4, flying=3))
    assert "may fly" in text_of(three.with_rules(flying=3))


def test_several_mills_at_once_are_told_where_a_side_has_the_men_for_them() -> None:
    for variant in VARIANTS.values():
        mills = [set(bits(mill)) for mill in variant.board.mills]
        for number, words in ((2, "makes two mills"), (3, "makes three or more mills")):
            fewest = min(
                (len(set.union(*some)) for some in itertools.combinations(mills, number) if set.intersection(*some)),
                default=99,
            )
            for men in range(3, len(variant.board.points) // 2 + 1):
                if men <= 12:
                    text = text_of(variant.with_rules(men=men, double_mill=2, mill_wins=False))
                    assert (words in text) == (men >= fewest), (variant, number, men)
    # On a long line a man between two others and two more closes two mills: four men are enough there.
    assert "makes two mills" in text_of(find_variant("seven").with_rules(men=4))
    assert "makes two mills" not in text_of(find_variant("five").with_rules(men=4))


def test_the_board_is_told_by_its_lines() -> None:
    for variant in VARIANTS.values():
        text = text_of(variant)
        board = variant.board
        assert f"{len(board.points)} points" in text or board.size == 3
        slants = any(board.coordinates(line[0])[0] != board.coordinates(line[-1])[0] for line in board.lines) and any(
            len({board.coordinates(point)[0] for point in line}) > 1
            and len({board.coordinates(point)[1] for point in line}) > 1
            for line in board.lines
        )
        assert ("Diagonal lines count" in text) == slants
        assert ("too short for a mill" in text) == any(len(line) == 2 for line in board.lines)
        assert ("more than three points" in text) == any(len(line) > 3 for line in board.lines)


def test_the_source_and_the_house_rules_are_named() -> None:
    for variant in VARIANTS.values():
        assert variant.source in text_of(variant)
    text = text_of(find_variant("nine-merelles").with_rules(mill_hold=True, capture="always"))
    assert "Mills must wait: yes" in text
    assert "Taking men from mills: always" in text


def test_sentences_are_short_and_words_are_plain() -> None:
    for variant in MIXES:
        sections = rules_of(variant)
        own = [p for section in sections if section.key != "source" for p in section.paragraphs]
        for text in own + [diagram.caption for diagram in diagrams(variant)]:
            assert "{" not in text, text
            for sentence in re.split(r"(?<=[.?!:]) ", text):
                assert len(sentence.split()) <= 25, sentence
        sentences = re.split(r"[.?!:]", " ".join(own))
        words = re.findall(r"[A-Za-z']+", " ".join(own))
        assert len(words) / len(sentences) < 12
        assert sum(len(word) for word in words) / len(words) < 4.5


def test_every_section_says_something() -> None:
    for variant in MIXES:
        for part in rules_of(variant):
            assert part.paragraphs, (variant, part.key)
            assert part.heading


def test_pictures_hold_no_more_men_than_the_game_has() -> None:
    for variant in MIXES:
        for diagram in diagrams(variant):
            assert BOARDS[diagram.board] is variant.board
            assert not diagram.white & diagram.black
            assert max(count(diagram.white), count(diagram.black)) <= variant.rules.men
            assert (diagram.white | diagram.black) & ~variant.board.full == 0
            for origin, to, kind in diagram.arrows:
                assert (diagram.white | diagram.black) >> origin & 1
                assert not (diagram.white | diagram.black) >> to & 1, kind


def marked(diagram: Diagram, kind: str) -> int:
    return sum(1 << point for point, mark in diagram.marks if mark == kind)


def test_pictures_of_taking_show_just_the_men_that_may_be_taken() -> None:
    for variant in MIXES:
        part = section(variant, "capturing")
        if part is None:
            assert variant.rules.mill_wins
            continue
        seen = set()
        for diagram in part.diagrams:
            mill = marked(diagram, "mill")
            assert move_generator(variant).in_mills(diagram.white) == mill == diagram.white
            mills = [own for own in variant.board.mills if own & mill == own]
            taken = marked(diagram, "captured")
            if len(mills) == 1:
                assert taken == move_generator(variant).capture_targets(diagram.black, 0)
                seen.add(taken == diagram.black)
            else:
                assert count(taken) == variant.rules.double_mill
                left = move_generator(variant).after_captures(diagram.black, 0, len(mills))
                assert diagram.black & ~taken in left
        if variant.rules.men > 3:
            assert len(seen) == (2 if variant.rules.capture == "if-all" else 1)


def test_arrows_of_moving_and_flying_are_moves_of_the_game() -> None:
    for variant in MIXES:
        for key in ("moving", "flying"):
            part = section(variant, key)
            if part is None:
                continue
            (diagram,) = part.diagrams
            # Men in hand for Black, so that few men decide nothing.
            position = Position(diagram.white, diagram.black, 0, 3, WHITE, None, None)
            plain = variant.with_rules(mill_wins=True, moving_while_placing=False)
            steps = {(move.origin, move.to) for move in legal_moves(plain, position)}
            for origin, to, kind in diagram.arrows:
                assert kind == "move"
                assert (origin, to) in steps
            assert marked(diagram, "target") == sum(1 << to for origin, to in steps if origin == diagram.arrows[0][0])


def test_a_forbidden_arrow_is_a_step_that_only_this_rule_forbids() -> None:
    for variant in MIXES:
        for option in [rule.option for rule in HOUSE_RULES if rule.diagram]:
            part = section(variant, option)
            assert (part is not None) == bool(
                getattr(variant.rules, option) and not (option == "mill_hold" and variant.rules.mill_wins)
            )
            if part is None:
                continue
            (diagram,) = part.diagrams
            (origin, to, _), *others = diagram.arrows
            last = (to, origin)
            # Men in hand, so that the few on the board decide nothing.
            position = Position(diagram.white, 0, 3, 3, WHITE, last, None)
            bare = variant.with_options(LIMITS_OFF).with_rules(moving_while_placing=True)
            held = bare.with_options({option: True})
            step = (origin, to)
            assert step in {(move.origin, move.to) for move in legal_moves(bare, position)}
            after = {(move.origin, move.to) for move in legal_moves(held, position)}
            assert step not in after
            for other in others:
                assert other[:2] in after


def test_the_picture_of_a_stuck_player_is_stuck() -> None:
    drawn = 0
    for variant in MIXES:
        part = section(variant, "end")
        assert part is not None
        for diagram in part.diagrams:
            drawn += 1
            position = Position(diagram.black, diagram.white, 0, 0, WHITE, None, None)
            assert not legal_moves(variant, position)
            over = outcome(variant.with_rules(stuck="loses"), position)
            assert over is not None
            assert over.reason == "no_moves"
    assert drawn > len(MIXES) // 2


def test_house_rules_name_every_option_with_its_values() -> None:
    assert [rule.option for rule in HOUSE_RULES] == [option.name for option in OPTIONS]
    for rule, option in zip(HOUSE_RULES, OPTIONS, strict=True):
        offered = [value for value, _ in rule.choices]
        if option.values is not None:
            assert sorted(map(str, offered)) == sorted(map(str, option.values))
        for value, word in rule.choices:
            find_variant("nine").with_options({rule.option: value})
            assert word
            assert choice_word(rule.option, value) == word
        assert rule.source
        assert rule.sentence.count(".") + rule.sentence.count("?") in (1, 2)


def test_a_value_from_elsewhere_is_its_own_word() -> None:
    assert choice_word("repetition", 5) == "5"


def test_one_line_tells_a_variant_by_its_rules() -> None:
    assert in_short(find_variant("nine")) == "Nine men, flying"
    assert in_short(find_variant("nine-storer")) == "Nine men, no flying, no taking from mills"
    assert in_short(find_variant("three")) == "Three men, first row wins"
    loud = find_variant("nine").with_rules(
        double_mill=2, mill_hold=True, no_return=True, stuck="passes", capture="always"
    )
    assert in_short(loud) == (
        "Nine men, flying, taking from mills, two men for two mills, mills must wait, "
        "no going straight back, stuck players pass"
    )


@pytest.mark.parametrize("rule", [rule for rule in HOUSE_RULES if rule.paragraphs], ids=lambda rule: rule.option)
def test_a_house_rule_with_paragraphs_is_told_where_it_is_on(rule: HouseRule) -> None:
    plain = find_variant("nine")
    on = plain.with_options({rule.option: True})
    told = section(on, rule.option)
    assert told
    assert told.heading == rule.title
    assert rule.paragraphs[0][1] in told.paragraphs
    assert section(plain, rule.option) is None
    for _when, mark in rule.marks:
        assert mark in in_short(on)
        assert mark not in in_short(plain)


def test_too_many_men_for_a_board_are_refused_with_the_reason() -> None:
    assert chosen_variant("three", {"men": "4"})[1] == ""
    assert "don't fit on the 9 points" in chosen_variant("three", {"men": "5"})[1]


def test_changed_rules_are_listed_by_title_and_word() -> None:
    nine_men = find_variant("nine")
    assert changed_rules(nine_men) == []
    assert changed_rules(nine_men.with_rules(flying=0, no_return=True)) == [
        ("Flying", "never"),
        ("No going straight back", "yes"),
    ]


def test_points_of_a_picture_are_found_on_every_board() -> None:
    for name in BOARDS:
        variant = next(variant for variant in VARIANTS.values() if variant.board.name == name)
        own = [rule.option for rule in HOUSE_RULES if rule.paragraphs]
        loud = variant.with_rules(mill_wins=False, flying=3).with_options(dict.fromkeys(own, True))
        found = [part.key for part in rules_of(loud)]
        usual = ["board", "mill", "placing", "moving", "flying", "capturing"]
        assert found == [*usual, *own, "end", "draw", "source"]
        pictured = usual + [rule.option for rule in HOUSE_RULES if rule.diagram]
        for part in rules_of(loud):
            if part.key in pictured:
                assert part.diagrams, (name, part.key)
            for diagram in part.diagrams:
                assert all(point < len(variant.board.points) for point, _ in diagram.marks)
                assert list(bits(diagram.white)) or part.key == "board"
