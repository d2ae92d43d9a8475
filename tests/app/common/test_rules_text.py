"""The rules in words: every mix of house rules is described correctly, in short sentences, with true pictures."""

import itertools
import random

import pytest
from app.common.diagrams import Diagram
from app.common.house_rules import HOUSE_RULES, choice_word
from app.common.rules_text import Section, compared, in_short, rules_of

from morris_core import OPTIONS, VARIANTS, WHITE, Position, RulesError, Variant, find_variant
from morris_core.board import bits, count
from morris_core.generator import move_generator
from morris_core.rules import legal_moves, outcome


@pytest.fixture(scope="module", params=[100, pytest.param(1000, marks=pytest.mark.slow)])
def variants(request: pytest.FixtureRequest) -> list[Variant]:
    """Return every variant as the table has it, and variants with random house rules that fit their boards."""
    chance = random.Random(1897)
    found = list(VARIANTS.values())
    while len(found) < request.param:
        changes: dict[str, object] = {}
        for option in OPTIONS:
            if chance.random() < 0.5:
                changes[option.name] = chance.choice(option.values or (0, option.least, 3, 100))
        try:
            found.append(chance.choice(list(VARIANTS.values())).with_options(changes))
        except RulesError:
            continue
    return found


def text_of(variant: Variant) -> str:
    return " ".join(paragraph for section in rules_of(variant) for paragraph in section.paragraphs)


def section(variant: Variant, key: str) -> Section | None:
    return next((section for section in rules_of(variant) if section.key == key), None)


def diagrams(variant: Variant) -> list[Diagram]:
    return [diagram for section in rules_of(variant) for diagram in section.diagrams]


def nine(**changes: object) -> str:
    # The board of nine men's morris has no point in the middle.
    return text_of(find_variant("seven" if "closed_centre" in changes else "nine").with_options(changes))


LIMITS_OFF: dict[str, object] = {option.name: False for option in OPTIONS if option.limits or option.remembers}
# Option: some of its values, with words of the rules of nine men's morris for each. A rule with paragraphs of its own
# needs no entry: its first paragraph is looked for.
WORDS: dict[str, dict[object, str]] = {
    rule.option: {True: rule.paragraphs[0][1], False: ""} for rule in HOUSE_RULES if rule.paragraphs
}
WORDS |= {
    "flying": {3: "your men may fly", 0: "Men never fly in this game"},
    "moving_while_placing": {True: "move a man instead of placing one", False: "No man moves before that"},
    "capture": {
        "if-all": "if all the other player's men are in mills, take any of them",
        "never": "you take nothing",
        "always": "even one that is in a mill",
    },
    "double_mill": {1: "you still take only one man", 2: "you take two men"},
    "mill_hold": {True: "your next move may not close that mill", False: "close it again on your next move"},
    "stuck": {"loses": "the other player's turn and they can't move", "passes": "You miss your turn"},
    "mill_wins": {True: "The first row wins the game", False: "you must take one of the other player's men"},
    "repetition": {3: "comes up three times", 5: "comes up five times"},
    "quiet_limit": {100: "for 100 moves in a row", 40: "for 40 moves in a row"},
    "closed_centre": {True: "you may not use the point in the middle", False: ""},
    "set_up": {True: "stand on the board from the start", False: "It starts empty"},
    "three_limit": {20: "after 20 moves in a row with no man placed or taken", 0: ""},
    "men": {9: "Each has nine men", 12: "If every point on the board is filled"},
}


def test_a_man_that_may_not_go_straight_back_closes_its_mill_later() -> None:
    assert "close it again later" in nine(no_return=True)
    assert "close it again on your next move" not in nine(no_return=True)


def test_a_rule_is_described_if_it_holds_and_only_then() -> None:
    assert set(WORDS) == {option.name for option in OPTIONS}
    for option, values in WORDS.items():
        for value, words in values.items():
            for other in values:
                assert not words or (words in nine(**{option: other})) == (other == value), words
    for rule in HOUSE_RULES:
        # One option at a time, because flying needs captures, and holding a mill needs mills that open.
        texts = {nine(**{rule.option: value}) for value, _ in rule.choices}
        assert len(texts) == len(rule.choices), rule.option


def test_rules_that_cannot_matter_are_left_out() -> None:
    three = find_variant("three")
    odd = three.with_rules(capture="never", double_mill=2, mill_hold=True)
    assert not any("mill" in text for part in rules_of(odd) if part.key != "source" for text in part.paragraphs)
    assert "may fly" not in text_of(three.with_rules(men=4, flying=3))
    assert "may fly" in text_of(three.with_rules(flying=3))


def test_several_mills_at_once_are_described_if_a_side_has_enough_men() -> None:
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
    # Four men in a long line can close two mills at once.
    assert "makes two mills" in text_of(find_variant("seven").with_rules(men=4))
    assert "makes two mills" not in text_of(find_variant("five").with_rules(men=4))


def test_the_lines_of_the_board_are_described() -> None:
    for variant in VARIANTS.values():
        text = text_of(variant)
        board = variant.board
        assert f"{len(board.points)} points" in text or len(board.points) < 13
        diagonal = any(
            len(line) > 2 and all(len({board.coordinates(point)[axis] for point in line}) > 1 for axis in (0, 1))
            for line in board.lines
        )
        assert ("Diagonal lines count" in text) == diagonal
        walked = "only for moving" in text
        assert walked == (board.name in ("three-home", "three-ring-corners"))
        words = "too short for a row" if variant.rules.mill_wins else "too short for a mill"
        assert (words in text) == (any(len(line) == 2 for line in board.lines) and not walked)
        assert ("more than three points" in text) == any(len(line) > 3 for line in board.lines)


def test_every_section_has_a_heading_and_whole_texts(variants: list[Variant]) -> None:
    for variant in variants:
        sections = rules_of(variant)
        assert all(section.heading and section.paragraphs for section in sections)
        own = [p for section in sections if section.key != "source" for p in section.paragraphs]
        for text in own + [diagram.caption for diagram in diagrams(variant)]:
            assert "{" not in text, text


def test_pictures_hold_no_more_men_than_the_game_has(variants: list[Variant]) -> None:
    for variant in variants:
        for diagram in diagrams(variant):
            men = diagram.white | diagram.black
            assert diagram.board is variant.board
            assert not diagram.white & diagram.black
            assert max(count(diagram.white), count(diagram.black)) <= variant.rules.men
            assert men & ~variant.board.full == 0
            for origin, to, kind in diagram.arrows:
                assert men >> origin & 1
                assert not men >> to & 1, kind


def steps(variant: Variant, position: Position) -> set[tuple[int | None, int]]:
    return {(move.origin, move.to) for move in legal_moves(variant, position)}


def marked(diagram: Diagram, kind: str) -> int:
    return sum(1 << point for point, mark in diagram.marks if mark == kind)


def test_pictures_of_taking_show_just_the_men_that_may_be_taken(variants: list[Variant]) -> None:
    for variant in variants:
        part = section(variant, "capturing")
        if part is None:
            assert variant.rules.mill_wins
            continue
        seen = set()
        for diagram in part.diagrams:
            mill = marked(diagram, "closed")
            assert move_generator(variant).in_mills(diagram.white) == mill == diagram.white
            mills = [own for own in variant.board.mills if own & mill == own]
            taken = marked(diagram, "captured")
            if len(mills) == 1:
                assert taken == move_generator(variant).capturable(diagram.black, 0)
                seen.add(taken == diagram.black)
            else:
                assert count(taken) == variant.rules.double_mill
                left = move_generator(variant).after_captures(diagram.black, 0, len(mills))
                assert diagram.black & ~taken in left
        # On the wheel all mills share a point; beside two mills of the other no man fits without a third one.
        if variant.rules.men > 3 and variant.board.name not in ("wheel", "three-home"):
            assert len(seen) == (2 if variant.rules.capture == "if-all" else 1)


def test_arrows_of_moving_and_flying_are_moves_of_the_game(variants: list[Variant]) -> None:
    for variant in variants:
        for key in ("moving", "flying"):
            part = section(variant, key)
            if part is None:
                continue
            (diagram,) = part.diagrams
            # Men in hand for Black, so that few men decide nothing.
            position = Position(diagram.white, diagram.black, 0, 3, WHITE, None, None, variant.board)
            plain = variant.with_rules(mill_wins=True, moving_while_placing=False, set_up=False)
            legal = steps(plain, position)
            for origin, to, kind in diagram.arrows:
                assert kind == "move"
                assert (origin, to) in legal
            assert marked(diagram, "target") == sum(1 << to for origin, to in legal if origin == diagram.arrows[0][0])


def test_a_forbidden_arrow_is_a_step_that_only_this_rule_forbids(variants: list[Variant]) -> None:
    for variant in variants:
        for option in [rule.option for rule in HOUSE_RULES if rule.diagram]:
            part = section(variant, option)
            opens = option in ("mill_hold", "no_mill_return")
            assert (part is not None) == bool(
                getattr(variant.rules, option) and not (opens and variant.rules.mill_wins)
            )
            if part is None or (option == "no_mill_return" and variant.rules.men < 5 and not part.diagrams):
                continue
            (diagram,) = part.diagrams
            (origin, to, _), *others = diagram.arrows
            # Men in hand, so that the few on the board decide nothing. The last move was the step back.
            position = Position(diagram.white, 0, 3, 3, WHITE, (to, origin), None, variant.board)
            bare = variant.with_options(LIMITS_OFF).with_rules(moving_while_placing=True)
            held = steps(bare.with_options({option: True}), position)
            assert (origin, to) in steps(bare, position)
            assert (origin, to) not in held
            assert all(other[:2] in held for other in others)


def test_the_picture_of_a_stuck_player_is_stuck(variants: list[Variant]) -> None:
    drawn = 0
    for variant in variants:
        part = section(variant, "end")
        assert part is not None
        for diagram in part.diagrams:
            drawn += 1
            position = Position(diagram.black, diagram.white, 0, 0, WHITE, None, None, variant.board)
            assert not legal_moves(variant, position)
            over = outcome(variant.with_rules(stuck="loses"), position)
            assert over is not None and over.reason == "no_moves"
    assert drawn > len(variants) // 2


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
    assert choice_word("repetition", 5) == "5", "a value that the dialog does not offer"


def test_one_line_sums_up_a_variant() -> None:
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


def test_a_game_is_compared_with_the_one_that_people_know_on_its_board() -> None:
    found = {name: compared(VARIANTS[name]) for name in VARIANTS}
    assert {name for name in found if not found[name]} == {
        "nine", "three", "six", "seven", "twelve", "three-diagonal", "wheel", "tant-fant", "picaria", "picaria-large",
        "mlabalaba", "moebius",
    }  # fmt: skip
    assert found["five"] == "Like Six Men's Morris, but 5 men"
    assert found["nine-storer"] == "Like Nine Men's Morris, but no flying, no taking from mills"
    assert found["morabaraba-tournament"] == "Like Twelve Men's Morris, but flying, no way back between mills"
    assert found["tsoro"] == "Like Tapatan, but flying"
    assert compared(find_variant("six").with_rules(mill_wins=True, men=3)) == (
        "Like Six Men's Morris, but 3 men, first row wins"
    )
