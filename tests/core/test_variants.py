"""The table of variants and the options of the rules."""

from morris_core import BOARDS, OPTIONS, VARIANTS, Rules, Variant, find_variant
from morris_core.named import house_rules_text
from morris_core.variants import check_option, with_house_rules
from tests.core.support import refusal

# name: board, men, and what differs from the defaults; the order is that of the table.
TABLE = (
    ("nine", "three-ring", 9, "flying:3"),
    ("nine-merelles", "three-ring", 9, ""),
    ("nine-masters", "three-ring", 9, ""),
    ("nine-storer", "three-ring", 9, "capture:never"),
    ("nine-diagonal", "three-ring-diagonal", 9, ""),
    ("three", "three", 3, "mill_wins:yes"),
    ("three-diagonal", "three-diagonal", 3, "mill_wins:yes"),
    ("five", "two-ring", 5, ""),
    ("six", "two-ring", 6, ""),
    ("seven", "two-ring-cross", 7, ""),
    ("lasker", "three-ring", 10, "flying:3 moving_while_placing:yes"),
    ("eleven", "three-ring-diagonal", 11, ""),
    ("twelve", "three-ring-diagonal", 12, ""),
    ("morabaraba", "three-ring-diagonal", 12, "flying:3"),
    ("achi", "three-diagonal", 4, "mill_wins:yes"),
    ("achi-murray", "two-ring", 6, "capture:always"),
    ("nine-holes", "three", 3, "flying:3 mill_wins:yes"),
    ("tsoro", "three-diagonal", 3, "flying:3 mill_wins:yes"),
    ("wheel", "wheel", 3, "mill_wins:yes"),
    ("shisima", "wheel", 3, "set_up:yes mill_wins:yes"),
    ("tant-fant", "three-home", 3, "set_up:yes mill_wins:yes"),
    ("picaria", "three-steps", 3, "mill_wins:yes"),
    ("picaria-large", "four-squares", 3, "closed_centre:yes mill_wins:yes"),
    ("mlabalaba", "three-ring-corners", 12, "flying:3 capture:never"),
    ("morabaraba-tournament", "three-ring-diagonal", 12, "flying:3 no_mill_return:yes three_limit:20"),
    ("dooz", "three-ring-diagonal", 12, "flying:3 capture:always from_hand:yes"),
    ("moebius", "moebius", 9, "flying:3"),
)


def test_the_variants_are_those_of_the_table_in_its_order() -> None:
    assert list(VARIANTS) == [row[0] for row in TABLE]
    for name, board, men, differences in TABLE:
        variant = VARIANTS[name]
        assert (variant.name, variant.board.name, variant.rules.men) == (name, board, men)
        found = [
            option + ":" + ("yes" if value is True else str(value))
            for option, value in variant.rules.differences(Rules(men=men))
        ]
        assert " ".join(found) == differences
        assert variant.title
        assert variant.source
        assert find_variant(name) is variant
        assert variant.house_rules() == []


def test_the_defaults_are_those_of_the_table() -> None:
    rules = Rules(men=9)
    assert rules.values() == tuple([option.default for option in OPTIONS])
    assert rules.values()[:7] == (9, 0, False, False, False, "if-all", False)
    for option in OPTIONS:
        assert option.values is None or option.default in option.values
    assert rules == Rules(men=9)
    assert rules != Rules(men=9, flying=3)
    assert hash(rules) == hash(Rules(men=9))


def test_any_combination_of_options_is_a_variant() -> None:
    for option in OPTIONS:
        for value in option.values or (0, 2, 50):
            if option.name == "men":
                continue
            variant = find_variant("nine").with_options({option.name: value})
            assert getattr(variant.rules, option.name) == value
            assert with_house_rules(find_variant("nine"), house_rules_text(variant)) == variant
    three = find_variant("three")
    changes: dict[str, object] = {}
    for option in OPTIONS:
        values = [value for value in option.values or (0, 50) if value != getattr(three.rules, option.name)]
        changes[option.name] = values[0]
    everything = three.with_options(changes)
    assert len(everything.house_rules()) == len(OPTIONS)
    assert with_house_rules(find_variant("three"), house_rules_text(everything)) == everything


def test_only_men_that_do_not_fit_are_refused() -> None:
    for board in BOARDS.values():
        most = len(board.points) // 2
        for men in range(3, 13):
            if men <= most:
                assert Variant("x", "X", board, Rules(men=men), "").rules.men == men
            else:
                assert f"The limit is {most} each." in refusal(Variant, "x", "X", board, Rules(men=men), "")


def test_unknown_options_and_values_are_refused_with_what_there_is() -> None:
    for name, value, expected in (
        ("men", 2, "men must be one of 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, not 2."),
        ("flying", 4, "flying must be one of 0, 3, not 4."),
        ("flying", True, "flying must be one of 0, 3, not True."),
        ("mill_hold", 2, "mill_hold must be one of no, yes, not 2."),
        ("capture", "all", "capture must be one of if-all, never, always, not 'all'."),
        ("repetition", 1, "repetition must be 0 (never) or a whole number from 2 to 999999, not 1."),
        ("quiet_limit", -1, "quiet_limit must be 0 (never) or a whole number from 1 to 999999, not -1."),
        ("quiet_limit", None, "quiet_limit must be 0 (never) or a whole number from 1 to 999999, not None."),
    ):
        assert refusal(check_option, name, value) == expected
    assert refusal(check_option, "wings", 3).startswith(
        "There's no house rule called 'wings'. House rules: men, flying,"
    )
    assert "Variants: nine, nine-merelles," in refusal(find_variant, "ten")
    assert check_option("mill_hold", 1) is True
    assert check_option("mill_hold", 0) is False
