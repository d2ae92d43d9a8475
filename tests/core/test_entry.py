"""MoveEntry: point by point, exactly the legal moves can be entered, and refusals give the reason."""

import random

from morris_core import BLACK, VARIANTS, WHITE, Game, Move, MoveEntry, Variant, find_variant
from tests.core.support import amount, position, sample

NINE = find_variant("nine")
MERELLES = find_variant("nine-merelles")


def press(variant: Variant, where: object, names: str) -> "tuple[MoveEntry, Move | None, str]":
    """Press points separated by spaces; return the last entry, the move if complete, and the last refusal."""
    entry = where if isinstance(where, MoveEntry) else MoveEntry(variant, where)  # type: ignore[arg-type]
    pressed = None
    for name in names.split():
        pressed = entry.press(variant.board.index[name])
        entry = pressed.entry
    assert pressed is not None
    return entry, pressed.move, str(pressed.reason or "")


def names(variant: Variant, points: "list[int]") -> str:
    return " ".join(variant.board.points[point] for point in points)


def test_a_mill_asks_for_the_man_to_take() -> None:
    where = position(NINE, "a7 d7", "b2 f4", WHITE, (7, 7))
    entry, move, _ = press(NINE, where, "g7")
    assert move is None
    assert entry.capturing
    assert names(NINE, entry.capture_targets()) == "f4 b2"
    assert names(NINE, entry.closes_mill()) == "a7 d7 g7"
    assert (entry.movable(), entry.targets()) == ([], [])
    entry, move, reason = press(NINE, entry, "a1")
    assert (move, reason) == (None, "a1 is empty. Take one of Black's men.")
    _, move, reason = press(NINE, entry, "a7")
    assert reason == "The man on a7 is your own. Take one of Black's men."
    _, move, _ = press(NINE, entry, "b2")
    assert move is not None
    assert names(NINE, list(move.captures)) == "b2"


def test_a_man_is_picked_up_put_back_changed_and_put_down() -> None:
    where = position(NINE, "a1 d1 g4 e5", "b2 f4 c4 d6")
    entry = MoveEntry(NINE, where)
    assert entry.empty
    assert names(NINE, entry.movable()) == "e5 g4 a1 d1"
    entry, _, _ = press(NINE, entry, "a1")
    assert names(NINE, entry.targets()) == "a4"
    put_back, _, _ = press(NINE, entry, "a1")
    assert put_back.empty
    changed, _, _ = press(NINE, entry, "d1")
    assert names(NINE, changed.targets()) == "d2 g1"
    _, move, _ = press(NINE, changed, "d2")
    assert move == Move(NINE.board.index["d1"], NINE.board.index["d2"], ())


def test_refusals_say_why_and_change_nothing() -> None:
    placing = position(NINE, "a1", "b2", WHITE, (8, 8))
    moving = position(NINE, "a1 d1 g4 e5", "b2 f4 a4 d6")
    returning = position(
        MERELLES.with_rules(no_return=True), "a4 d1 g4 e5", "b2 f4 c4 d6", WHITE, (0, 0), ("a1-a4", "f6-f4")
    )
    for variant, where, pressed, expected in (
        (NINE, placing, "b2", "One of Black's men is on b2."),
        (NINE, placing, "a1", "Your man on a1 can't move until all your men are placed. Choose an empty point."),
        (NINE, moving, "c3", "All your men are placed. Choose one of them to move."),
        (NINE, moving, "a4", "One of Black's men is on a4."),
        (NINE, moving, "a1", "Your man on a1 can't move: there's no empty point next to it."),
        (NINE, moving, "d1 d3", "d3 is not next to d1 along a line."),
        (
            MERELLES.with_rules(no_return=True),
            returning,
            "a4 a1",
            "Your last move brought the man on a4 from a1. It may not go straight back.",
        ),
    ):
        entry, move, reason = press(variant, where, pressed)
        assert (move, reason) == (None, expected)
        assert entry.origin == (variant.board.index[pressed.split()[0]] if " " in pressed else None)


def test_the_refusal_names_a_held_mill_or_the_way_back() -> None:
    held = MERELLES.with_rules(mill_hold=True)
    # The man on b6 can only go to d6, where it would close d7-d6-d5 again.
    where = position(held, "d7 d5 b6 a1", "a4 b4 g1 g4", WHITE, (0, 0), ("d6-b6", ""))
    _, move, reason = press(held, where, "b6")
    assert (move, reason) == (None, "Your last move opened the mill at d6. You may not close it again right away.")
    back = MERELLES.with_rules(no_return=True)
    where = position(back, "d7 d5 b6 a1", "a4 b4 g1 g4", WHITE, (0, 0), ("d6-b6", ""))
    assert "may not go straight back" in press(back, where, "b6")[2]
    # The way back is blocked.
    where = position(back, "d7 d5 b6 a1", "a4 b4 g1 d6", WHITE, (0, 0), ("d6-b6", ""))
    assert press(back, where, "b6")[2] == "Your man on b6 can't move: there's no empty point next to it."


def every_entry(entry: MoveEntry, depth: int = 0) -> "set[Move]":
    """Return every move that presses can complete."""
    found = set()
    choices = entry.capture_targets() if entry.capturing else entry.targets() + entry.movable()
    for point in choices:
        if entry.origin == point or (entry.origin is not None and point in entry.movable()):
            continue
        pressed = entry.press(point)
        assert not pressed.reason
        if pressed.move:
            found.add(pressed.move)
        else:
            found |= every_entry(pressed.entry, depth + 1)
    return found


def test_the_moves_that_can_be_entered_are_the_legal_ones() -> None:
    random.seed(5)
    for name in sample(sorted(VARIANTS)):
        for double in (1, 2):
            variant = VARIANTS[name].with_rules(double_mill=double, mill_hold=double == 2, no_return=double == 2)
            game = Game(variant)
            for _ in range(amount(60, 16)):
                moves = game.legal_moves()
                if not moves:
                    break
                assert every_entry(MoveEntry(variant, game.position)) == set(moves), (variant, game.move_texts())
                taking = [move for move in moves if move.captures]
                game.play(random.choice(taking if taking and random.randrange(2) else moves))


def test_a_preview_has_the_move_made_as_far_as_it_is_entered() -> None:
    where = position(NINE, "a7 d7 g4", "b2 f4 b4 c3", WHITE)
    entry = MoveEntry(NINE, where)
    assert entry.preview() == where
    entry, _, _ = press(NINE, entry, "g4")
    assert entry.preview() == where, "a man that is picked up still stands there"
    entry, _, _ = press(NINE, entry, "g7")
    assert entry.preview() == position(NINE, "a7 d7 g7", "b2 f4 b4 c3", WHITE)
    placing = MoveEntry(NINE, position(NINE, "b2 f4", "a7 d7", BLACK, (7, 7)))
    entry, _, _ = press(NINE, placing, "g7")
    assert entry.preview() == position(NINE, "b2 f4", "a7 d7 g7", BLACK, (7, 6))
    twice = NINE.with_rules(double_mill=2)
    entry, _, _ = press(twice, position(twice, "a7 d7 g4 g1", "b2 f4 b4 c3 d2", WHITE, (4, 4)), "g7 b2")
    assert entry.preview() == position(twice, "a7 d7 g7 g4 g1", "f4 b4 c3 d2", WHITE, (3, 4))
