"""Every house rule: its wording, its source, and a position in which it makes the difference.

Sources: Justin is Justin du Coeur, On the Game of Merelles; Masters is Masters Traditional Games, The Rules of Merels;
Storer is J. A. Storer, Nine Men's Morris; Gamescrafters is its page Nine Men's Morris. A few words of each are quoted.
"""

from morris_core import BLACK, WHITE, Game, Move, Outcome, find_variant
from morris_core.rules import find_legal, is_legal_capture_order, legal_moves, may_fly
from tests.core.support import FILLING, SHUTTING, legal, moved, play, position, refusal, start

NINE = find_variant("nine")
MERELLES = find_variant("nine-merelles")
LASKER = find_variant("lasker")


# mill_hold: Justin describes players who "place holds upon the Mills", so that another move comes between breaking a
# mill and making it again; without that rule a mill may be opened and closed as often as one likes (Justin,
# Gamescrafters).

HELD = "a7 d7 g7 a1"
FAR = "b2 d2 e3 f4"


def test_a_mill_may_be_closed_again_at_once_unless_mills_must_wait() -> None:
    game = play(start(MERELLES, HELD, FAR), "a7-a4 f4-f6")
    assert "a4-a7xb2" in legal(game)


def test_a_held_mill_may_be_closed_only_after_another_move() -> None:
    game = play(start(MERELLES.with_rules(mill_hold=True), HELD, FAR), "a7-a4 f4-f6")
    assert not [move for move in legal(game) if move.startswith("a4-a7")]
    assert "Your last move opened the mill" in refusal(lambda: game.play("a4-a7xb2"))
    play(game, "a1-d1 f6-f4")
    assert "a4-a7xb2" in legal(game)


def test_a_mill_that_was_not_complete_is_not_held_when_a_man_has_moved_along_its_line() -> None:
    variant = MERELLES.with_rules(mill_hold=True)
    game = play(start(variant, "a7 g7 g4 c3", "b2 d2 e3 f4"), "g7-d7 f4-f6")
    assert "g4-g7xb2" in legal(game)
    seven = find_variant("seven").with_rules(mill_hold=True)
    game = play(start(seven, "c5 c3 b3 e1", "a1 a3 e5 d2"), "c3-c4 a1-c1")
    assert "b3-c3xa3" in legal(game)


# no_return: Storer's variation "You may not move a piece to the position it was in the previous move".


def test_a_man_may_go_straight_back_unless_no_return_forbids_it_to_both_sides() -> None:
    men = ("a1 b6 e5 g7", "b2 c4 f4 g1")
    game = play(start(MERELLES, *men), "a1-a4 g1-g4")
    assert "a4-a1" in legal(game)
    game = play(start(MERELLES.with_rules(no_return=True), *men), "a1-a4 g1-g4")
    assert "a4-a1" not in legal(game)
    assert "may not go straight back" in refusal(lambda: game.play("a4-a1"))
    play(game, "b6-d6")
    assert "g4-g1" not in legal(game), "Black's man may not go back either"
    play(game, "f4-f6")
    assert "a4-a1" in legal(game), "a move has come in between"


def placed_on(point: str, game: Game) -> "list[str]":
    """Return the captures of the legal moves that place a man on a point."""
    return [move[len(point) + 1 :] for move in moved(point + "x", game)]


# double_mill: Storer's variation "If two mills are formed by a move, then two opponent pieces may be removed".

# White's man on f6 closes d7-d6-d5 and, with b6, the row b6-d6-f6 when another comes to d6: here it is placed there.
DOUBLE = "d7 d5 b6 f6"


def test_two_mills_take_one_man_or_two_as_the_rule_says() -> None:
    men = (DOUBLE, "a1 c3 e4 g1", WHITE, (1, 1))
    assert placed_on("d6", start(MERELLES, *men)) == ["a1", "c3", "e4", "g1"]
    double = start(MERELLES.with_rules(double_mill=2), *men)
    assert placed_on("d6", double) == ["a1xg1", "c3xa1", "c3xg1", "e4xa1", "e4xc3", "e4xg1"]


def test_the_second_man_may_be_one_that_only_the_first_capture_exposes() -> None:
    # All of Black's men but g1 form the mill a7-a4-a1, so without g1 all are in mills.
    game = start(MERELLES.with_rules(double_mill=2), DOUBLE, "a7 a4 a1 g1", WHITE, (1, 1))
    assert placed_on("d6", game) == ["g1xa1", "g1xa4", "g1xa7"]
    assert "The man on a1 is in a mill, so it's safe" in refusal(lambda: game.play("d6xa1xg1"))
    game.play("d6xg1xa4")
    assert game.move_texts() == ["d6xg1xa4"]


def test_the_same_two_men_in_another_legal_order_are_the_same_move() -> None:
    game = start(MERELLES.with_rules(double_mill=2), DOUBLE, "a1 c3 e4 g1", WHITE, (1, 1))
    game.play("d6xg1xc3")
    assert game.move_texts() == ["d6xc3xg1"]


def test_two_men_are_taken_in_an_order_in_which_each_may_be_taken() -> None:
    # White's mill a7 d7 g7 protects its men until one of them is taken, so e3 must go first.
    variant = MERELLES.with_rules(double_mill=2)
    taker = position(variant, "a7 d7 g7 e3", "a1 a4 b2 b4", BLACK)
    index = variant.board.index

    def may(*names: str) -> bool:
        return is_legal_capture_order(variant, taker, tuple([index[name] for name in names]))

    assert may("e3", "a7")
    assert may("e3")
    assert not may("a7", "e3")
    assert not may("e3", "e3")
    assert not may("a1")
    # The side may have too few men for a second capture, or enough because some are still in hand.
    for hand, allowed in ((0, False), (1, True)):
        taker = position(variant, "a7 e3 c4", "a1 a4 b2 b4", BLACK, (hand, 0))
        assert may("e3", "a7") is allowed


def test_moves_are_listed_in_board_order_even_if_a_placement_competes_with_a_step() -> None:
    lasker = start(LASKER, "d7 g7", "a1 d3", WHITE, (8, 8))
    moves = lasker.legal_moves()
    ordered = sorted(moves, key=lambda move: (-1 if move.origin is None else move.origin, move.to, move.captures))
    assert moves == ordered
    assert [move.origin is None for move in moves] == [True] * 21 + [False] * 3


def test_one_position_has_the_moves_of_each_game_that_asks() -> None:
    shared = position(NINE, "a7 d7 g7", "a1 d1 g1 a4 b2")
    assert len(legal_moves(NINE, shared)) > len(legal_moves(MERELLES, shared))


def test_of_all_moves_only_the_legal_ones_are_found() -> None:
    for hands in ((0, 0), (1, 1)):
        variant = LASKER.with_rules(double_mill=2)
        where = position(variant, "d7 d5 b6 f6 f4 g7", "a1 c3 e4 g1", WHITE, hands)
        legal = legal_moves(variant, where)
        assert max(len(move.captures) for move in legal) == 1 + hands[0]
        points = list(range(25))  # 24 is not on the board
        one, other = [variant.board.index[name] for name in ("a1", "e4")]
        for captures in ((), (one,), (other,), (one, one), (one, other), (other, one), (0,), (24,), (-1,)):
            for origin in [None] + points:
                for to in points:
                    found = find_legal(variant, where, Move(origin, to, captures))
                    move = Move(origin, to, tuple(sorted(captures)))
                    assert found == (move if move in legal else None), (hands, origin, to, captures)
        assert find_legal(variant, where, Move(-1, 1, ())) is None
        assert find_legal(variant, where, Move(None, -1, ())) is None


def test_a_double_mill_takes_no_more_once_the_opponent_has_fewer_than_three_men() -> None:
    variant = LASKER.with_rules(double_mill=2)
    for side, men, hands in ((WHITE, (DOUBLE, "a1 c3 e4"), (1, 0)), (BLACK, ("a1 c3 e4", DOUBLE), (0, 1))):
        game = start(variant, *men, side, hands)
        assert placed_on("d6", game) == ["a1", "c3", "e4"]
        game.play("d6xa1")
        assert game.outcome() == Outcome(side, "two_men")
        # Men in hand count: with one, two may be taken.
        game = start(variant, *men, side, (1, 1))
        assert placed_on("d6", game) == ["c3xa1", "e4xa1", "e4xc3"]


# capture: by Storer's own rule only men in no mill may be taken ("never"); his variation, Justin, Masters and
# Gamescrafters allow any man when all are in mills ("if-all").


def test_when_all_men_are_in_mills_any_may_be_taken_or_none_and_the_game_goes_on() -> None:
    in_mills = "a7 a4 a1 g7 g4 g1"
    men = ("b6 d6 f4 d2", in_mills)
    closing = ["f4-f6x" + name for name in sorted(in_mills.split())]
    assert moved("f4-f6", start(MERELLES, *men)) == closing
    assert moved("f4-f6", start(MERELLES.with_rules(capture="always"), *men)) == closing
    game = start(find_variant("nine-storer"), *men)
    assert moved("f4-f6", game) == ["f4-f6"]
    assert refusal(lambda: game.play("f4-f6xa1")) == ("All of Black's men are safe in mills, so none can be taken.")
    game.play("f4-f6")
    assert game.outcome() is None
    assert game.position.side == BLACK
    assert game.quiet == 1, "nothing was taken"


def test_a_man_in_a_mill_is_safe_while_another_is_outside_except_with_always() -> None:
    men = ("b6 d6 f4 d2", "a7 a4 a1 g1")
    assert moved("f4-f6", start(MERELLES, *men)) == ["f4-f6xg1"]
    assert moved("f4-f6", start(find_variant("nine-storer"), *men)) == ["f4-f6xg1"]
    always = start(MERELLES.with_rules(capture="always"), *men)
    assert moved("f4-f6", always) == ["f4-f6xa1", "f4-f6xa4", "f4-f6xa7", "f4-f6xg1"]
    assert "The man on a4 is in a mill, so it's safe" in refusal(lambda: start(MERELLES, *men).play("f4-f6xa4"))


def test_a_closed_mill_obliges_to_take_a_man() -> None:
    game = start(MERELLES, "b6 d6 f4 d2", "a7 a4 c3 g1")
    assert refusal(lambda: game.play("f4-f6")) == (
        "That move closes a mill, so it must say which man it takes: a7, a4, c3, g1."
    )


# stuck: Justin, Masters and Storer: a player who cannot move has lost. Gamescrafters has that and also "If the player
# is unable to move, their opponent continues until there is a move available".


def test_a_side_that_cannot_move_is_passed_over_once_or_several_times_until_it_can() -> None:
    game = play(start(MERELLES.with_rules(stuck="passes"), *SHUTTING), "d6-d7")
    assert game.outcome() is None
    for move in ("e3-e4", "e4-e5", "e5-d5"):
        assert game.position.side == WHITE
        game.play(move)
    game.play("g4-f4")
    assert game.position.side == BLACK
    assert legal(game) == ["g7-g4"]
    assert game.ply == 5, "passing is no move"


def test_a_side_that_passes_forgets_its_last_move() -> None:
    # White's only step, a1-a4, would go straight back.
    variant = MERELLES.with_rules(no_return=True, stuck="passes")
    game = play(start(variant, "a4 c3 e5", "d1 d3 c4 d5 e4 f2"), "a4-a1 f2-f4")
    assert game.position.side == BLACK, "White has been passed over"
    play(game, "f4-f6")
    assert legal(game) == ["a1-a4"]
    # Where a stuck side loses, that is the end.
    loses = play(start(MERELLES.with_rules(no_return=True), "a4 c3 e5", "d1 d3 c4 d5 e4 f2"), "a4-a1 f2-f4")
    assert loses.outcome() == Outcome(BLACK, "no_moves")


def test_when_neither_side_can_move_the_game_is_drawn() -> None:
    # The one empty point is a7, and both men beside it have just left it.
    men = ("a4 g7 b6 f6 c5 e5 b4 e4 g4 c3 e3 a1", "d7 d6 d5 c4 f4 d3 b2 d2 f2 d1 g1", WHITE, (0, 0), ("a7-a4", "a7-d7"))
    variant = MERELLES.with_rules(men=12, no_return=True, stuck="passes")
    assert start(variant, *men).outcome() == Outcome(None, "both_stuck")
    # If Black may move, White is passed over instead.
    passed = start(variant, men[0], men[1], WHITE, (0, 0), ("a7-a4", ""))
    assert passed.outcome() is None
    assert legal(passed) == ["d7-a7"]


# flying: Gamescrafters' third phase, Masters' "wild" rule, Storer's variation; Justin takes it for a late invention.

FLYING = ("a1 d1 d5 g4", "b6 d6 f4 c3", BLACK)


def test_flying_starts_when_a_side_has_three_men_left_and_ends_with_its_defeat() -> None:
    game = start(NINE, *FLYING)
    assert not may_fly(NINE, game.position, WHITE)
    game.play("f4-f6xa1")
    assert may_fly(NINE, game.position, WHITE)
    assert not may_fly(MERELLES, game.position, WHITE)
    assert len(legal(game)) == 3 * (24 - 7), "three men, each to any empty point"
    play(game, "d5-a7 f6-f4 a7-d5")
    assert len([move for move in legal(game) if move.startswith("b6-")]) == 1, "Black has four men and does not fly"
    game.play("f4-f6xd1")
    assert game.outcome() == Outcome(BLACK, "two_men")


def test_without_flying_three_men_move_along_the_lines() -> None:
    game = start(MERELLES, *FLYING)
    game.play("f4-f6xa1")
    assert legal(game) == ["d1-a1", "d1-d2", "d1-g1", "d5-c5", "d5-e5", "g4-f4", "g4-g1", "g4-g7"]
    assert "is not next to" in refusal(lambda: game.play("d5-a7"))


def test_a_side_with_men_in_hand_does_not_fly() -> None:
    game = start(LASKER, "a1 d1 d5", "b6 d6 f4", WHITE, (2, 2))
    assert "d5-a7" not in legal(game)
    assert "a7" in legal(game)
    assert not may_fly(LASKER, game.position, WHITE)


# Every way to make a mill takes a man: Justin, "Mills maye be made even as you set yr men upon the table"; Masters,
# "During both of these phases"; Gamescrafters, "Capturing is still enforced" when flying.


def test_a_mill_made_by_moving_along_a_diagonal_takes_a_man() -> None:
    diagonal = find_variant("nine-diagonal")
    men = ("a7 b4 b2 g1", "d1 e3 f4 g7")
    assert "a7-b6xd1" in legal(start(diagonal, *men))
    assert "is not next to a7" in refusal(lambda: start(MERELLES, *men).play("a7-b6xd1"))
    # The diagonal itself is a mill too.
    assert "b4-b6xd1" in legal(start(diagonal, "a7 c5 b4 g1", "d1 e3 f4 g7"))
    assert moved("b4-b6", start(MERELLES, "a7 c5 b4 g1", "d1 e3 f4 g7")) == ["b4-b6"]


# Full board: Storer, "game is a draw if both players place their all their pieces with out forming mills".


def test_men_that_fill_the_board_draw_even_where_a_side_that_cannot_move_loses_or_passes() -> None:
    loses = find_variant("twelve")
    assert loses.rules.stuck == "loses"
    for variant in (loses, loses.with_rules(stuck="passes")):
        game = play(Game(variant), FILLING)
        assert game.position.white | game.position.black == game.variant.board.full
        assert (game.outcome(), game.result()) == (Outcome(None, "full_board"), "1/2-1/2")
        assert game.legal_moves() == []


# mill_wins: three men's morris (named by Gamescrafters): the first row, placed or moved, wins.


def test_the_first_row_of_three_wins_and_nothing_is_taken() -> None:
    game = play(Game(find_variant("three")), "a3 a1 b3 b1 c3")
    assert game.outcome() == Outcome(WHITE, "row")
    game = play(Game(find_variant("three")), "a3 a1 b3 b1 c2 c1")
    assert game.outcome() == Outcome(BLACK, "row")
    game = play(Game(find_variant("three")), "a3 a1 b3 c1 c2 b2")
    assert "c2-c3" in legal(game)
    game.play("c2-c3")
    assert game.outcome() == Outcome(WHITE, "row")


def test_a_diagonal_is_a_row_where_the_board_has_diagonals() -> None:
    moves = "a3 a1 b2 b1 c1"
    assert play(Game(find_variant("three-diagonal")), moves).outcome() == Outcome(WHITE, "row")
    assert play(Game(find_variant("three")), moves).outcome() is None


# moving_while_placing: Lasker's game; Storer's variation "When not all of a player's chips have yet to be placed on the
# board, the player may choose to make a move instead of placing a chip".


def test_lasker_lets_a_side_with_men_in_hand_place_or_move() -> None:
    game = play(Game(LASKER), "a1 g7")
    placing = [move for move in legal(game) if "-" not in move]
    moving = [move for move in legal(game) if "-" in move]
    assert len(placing) == 22
    assert moving == ["a1-a4", "a1-d1"]
    play(game, "a1-a4")
    assert game.position.white_hand == 9, "moving leaves the hand as it is"
    assert game.quiet == 1
    game = play(Game(NINE), "a1 g7")
    assert refusal(lambda: game.play("a1-a4")) == "White still has men to place, so no man may move yet."


def test_lasker_takes_a_man_by_moving_while_placing() -> None:
    game = play(Game(LASKER), "a7 b2 d7 f4 g4 c3")
    assert "g4-g7xb2" in legal(game)


# no_mill_return: Mind Sports South Africa, Generally Accepted Rules: a player who "breaks a line to immediately create
# a new line" may not move the cow back "in his/her next move, if it creates a new line"; a line may otherwise be
# "made, broken and remade repeatedly".

TOURNAMENT = find_variant("morabaraba-tournament")
TWO_MILLS = ("a7 a4 a1 b6 b2 g1", "g7 f6 e5 e3 d3 f2")


def test_a_man_that_swung_from_mill_to_mill_may_not_swing_straight_back_in_a_tournament() -> None:
    game = play(start(find_variant("morabaraba"), *TWO_MILLS), "a4-b4xd3 f2-f4")
    assert moved("b4-a4", game), "our usual Morabaraba has no such rule"
    game = play(start(TOURNAMENT, *TWO_MILLS), "a4-b4xd3 f2-f4")
    assert not moved("b4-a4", game)
    assert refusal(lambda: game.play("b4-a4xe3")) == (
        "Your last move brought the man on b4 from a4, from one mill into another. It may not go straight back."
    )
    assert moved("b4-c4", game), "the man may go elsewhere"
    play(game, "g1-d1 f4-g4")
    assert moved("b4-a4", game), "another move has come in between"


def test_a_mill_may_be_opened_and_closed_again_in_a_tournament() -> None:
    game = play(start(TOURNAMENT, "a7 a4 a1 g1 d5", TWO_MILLS[1]), "a4-b4 f2-f4")
    assert moved("b4-a4", game)


def test_a_man_may_swing_back_once_its_new_mill_is_gone() -> None:
    game = start(TOURNAMENT.with_rules(capture="always"), TWO_MILLS[0], "g7 d7 f6 e3 c3 d2 f2")
    play(game, "a4-b4xf2 d2-d3xb2")
    assert moved("b4-a4", game)


# three_limit: tournaments call the game drawn if nobody "shoots a cow within ten moves" once both have three.


def test_with_three_men_each_ten_moves_of_both_players_without_a_capture_are_a_draw() -> None:
    shuttle = ("a7-a4 d1-a1 a4-a7 a1-d1 " * 5).split()
    free = TOURNAMENT.with_rules(repetition=0)
    game = start(free, "a7 g7 b2", "d1 g1 e4")
    play(game, " ".join(shuttle[:19]))
    assert game.outcome() is None
    play(game, shuttle[19])
    assert game.outcome() == Outcome(None, "quiet")
    game = start(free, "a7 g7 b2 e3", "d1 g1 e4")
    play(game, " ".join(shuttle))
    assert game.outcome() is None, "White has four men"


# set_up: Crane on Shisima: three men of each side stand next to each other on opposite sides; Datta on Tant Fant: three
# men on the sides closest to each player, and the row that wins may not be in the starting position.


def test_the_men_of_shisima_and_tant_fant_stand_on_the_board_from_the_start() -> None:
    game = Game("shisima")
    assert game.fen() == "B/BB//3//WW/W w 0 0 - 0 1"
    assert legal(game) == ["b2-a4", "b2-d4", "d1-d4", "f2-d4", "f2-g4"]
    game = Game("tant-fant")
    assert game.fen() == "BBB/3/WWW w 0 0 - 0 1" and game.outcome() is None
    assert "nobody has men in hand" in refusal(Game.from_fen, "BBB/3/WW1 w 1 0", "tant-fant")
    play(game, "b1-b2 a3-a2 b2-b1 a2-a3")
    assert game.outcome() is None, "back on the rows of the start, which win for nobody"


def test_men_may_not_be_set_up_without_a_free_point_or_in_a_row_that_wins() -> None:
    twelve = find_variant("twelve")
    assert "The limit is 11 each." in refusal(lambda: twelve.with_rules(set_up=True))
    assert refusal(lambda: find_variant("three").with_rules(set_up=True)) == (
        "The men would begin with a row on a1-b1-c1, which wins. Choose another number of men, or let them be placed."
    )


# closed_centre: Zaslavsky on the larger Picaria: "players cannot play on the center spot until all of the pieces are in
# play".


def test_the_middle_of_picaria_stays_empty_until_a_player_has_placed_all_men() -> None:
    game = Game("picaria-large")
    assert "c3" not in legal(game) and len(legal(game)) == 12
    assert "The middle stays empty as long as you have men to place." in refusal(lambda: game.play("c3"))
    play(game, "b4 d4 b2 a1 e1 a5")
    assert "b4-c3" in legal(game)
    assert len(legal(Game(NINE.with_rules(closed_centre=True)))) == 24, "a board without a middle"
    assert "The limit is 8 each." in refusal(lambda: find_variant("seven").with_rules(closed_centre=True, men=9))


# from_hand: Sanmill on Dooz: a mill made while men are placed removes "opponent's piece from hand".


def test_a_mill_of_dooz_takes_a_man_in_hand_and_then_from_the_board() -> None:
    dooz = find_variant("dooz")
    game = play(Game(dooz), "d7 d6 a7 f6")
    assert (game.position.white_hand, game.position.black_hand) == (10, 10)
    play(game, "g7")
    assert (game.position.white_hand, game.position.black_hand) == (9, 9)
    assert game.move_texts()[-1] == "g7", "nothing on the board is taken"
    late = Game(dooz, position(dooz, "d7 a7 a1 d1", "d6 f6 b2 f2", WHITE, (1, 0)))
    assert "g7xf6" in legal(late), "Black has no man in hand"
    two = dooz.with_rules(double_mill=2)
    both = Game(two, position(two, "d7 a7 g4 g1", "d6 f6 b2 f2", WHITE, (2, 1)))
    assert "g7xb2" in legal(both), "one from the hand, one from the board"
    both.play("g7xb2")
    assert both.position.black_hand == 0


def test_a_side_may_lose_its_last_men_in_hand() -> None:
    dooz = find_variant("dooz")
    game = Game(dooz, position(dooz, "d7 a7 a1", "d6 f6", WHITE, (1, 1)))
    play(game, "g7")
    assert game.outcome() == Outcome(WHITE, "two_men")
    two = dooz.with_rules(double_mill=2)
    game = Game(two, position(two, "d7 a7 g4 g1", "d6 f6", WHITE, (2, 1)))
    assert moved("g7", game) == ["g7"], "the man in hand is the last that may be taken"
