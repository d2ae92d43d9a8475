"""Puzzles on the page: opening by link, solving by pressing points, wrong moves, hints and saved progress."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.features.puzzles.book import Book, PuzzleError, read_puzzle, write_puzzle
from app.features.puzzles.guide import PuzzleGuide
from app.features.puzzles.progress import FIRST, STORED, Progress
from app.features.puzzles.shelf import Shelf
from app.features.puzzles.words import refutation
from app.model.state import State
from app.update.controller import handle
from app.view.slots import build
from app.view.text import happened, prompt, spoken, status

from morris_core.rules import apply, outcome
from tests.app import playing
from tests.app.playing import at_start, come, effect, find, opened, press, press_move, text_in, text_of, there

# Three puzzles of puzzles.txt: to win in four moves, in two steps with a tail, and two to hold.
WIN, HOLD, OTHER = "um01jn", "3qeuc4", "9vr07t"
FILE = """six level 4 um01jn
three-diagonal level 1 3qeuc4,9vr07t
six theme close um01jn
three-diagonal theme block 3qeuc4,9vr07t
three-diagonal theme hold 3qeuc4,9vr07t

um01jn six win4 4 close 1WW/2B/W3/2W/BBB_w_0_0_-_0_1 010*000|c1-c2|d4-c4:0,d4-d3:0;011*|c2-c1xd3|c2-c1xc5:0,c2-c1xa5:0 \
a5-a3,e1-e3,a3-a5xe3
3qeuc4 three-diagonal hold0 1 block,hold B1W/WB1/3_w_1_1_-_0_1 0000*|c2|c1:1;*01|-|a3-a2:1,c2-c1:1 -
9vr07t three-diagonal hold0 1 block,hold W1B/1W1/3_b_1_2_-_0_1 00000*|c2|c1:1;0*00|-|a3-a2:1 -
"""
DAY = 20_000
GAME = "v=nine&m=d6.f4"


def page(fragment: str = "", kept: object = None, day: int = DAY, file: str = FILE) -> State:
    """Return the state of a page opened with a link, after the puzzles were loaded."""
    state = at_start(fragment, ("own", GAME, 5))
    if state.of(Shelf).wanted == "":
        handle(state, "open", "puzzles")
    come(state, "puzzles:progress", STORED.read(kept)[0])
    come(state, "puzzles:loaded", (file, day, ""))
    return state


def guide_of(state: State) -> PuzzleGuide:
    guide = state.guide
    assert isinstance(guide, PuzzleGuide)
    return guide


def reply(state: State, effects: list[Any]) -> list[Any]:
    """Let the reply follow that effects have announced."""
    after = effect(effects, "after")
    assert after is not None
    return handle(state, after[2], after[3])


def solve(state: State) -> list[Any]:
    """Play the right moves of the puzzle on the board, to its end; return the last effects."""
    guide = guide_of(state)
    effects: list[Any] = []
    while not guide.solved:
        effects = press_move(state, guide.right(state))
        assert state.ui.notice == "", state.ui.notice
        if not guide.solved:
            reply(state, effects)
    return effects


def kept(effects: list[Any], stored: Any = None) -> Any:
    return playing.kept(effects, STORED, stored)


def panel(state: State) -> str:
    return text_in(state, "banner")


def marked(state: State) -> list[str]:
    return [state.variant.board.points[point] for point in guide_of(state).marks(state)]


def has_own_game(state: State) -> bool:
    """Return whether the player's own game is on the board."""
    return state.guide is None and (state.open.id, state.open.game.move_texts()) == ("own", ["d6", "f4"])


def raises(function: Callable[..., object], *values: object) -> bool:
    try:
        function(*values)
    except PuzzleError:
        return True
    return False


def test_a_book_finds_puzzles_by_game_level_and_theme() -> None:
    book = Book(FILE)
    assert book.ids() == [WIN, HOLD, OTHER]
    assert book.ids("six") == [WIN] and book.ids("", "1") == book.ids("", "", "hold") == [HOLD, OTHER]
    assert book.ids("six", "1") == book.ids("six", "", "hold") == []
    assert book.names("game") == ["six", "three-diagonal"] and book.names("level") == ["4", "1"]
    assert book.puzzle("nothin") is book.puzzle("") is book.puzzle("six level") is None
    for line in FILE.split("\n\n")[1].split("\n")[:-1]:
        assert write_puzzle(read_puzzle(line)) == line


def test_a_damaged_file_raises_only_puzzle_errors() -> None:
    for text in ("", "x", "a b c d", FILE[:-1], FILE.replace("\n\n", "\n"), "six level 4\n\n" + FILE):
        assert raises(Book, text), text
    line = FILE.split("\n\n")[1].split("\n")[0]
    for end in range(len(line)):
        refused = raises(lambda text: read_puzzle(text).solution(), line[:end])
        assert refused or end > len(line) - 21, line[:end]  # a tail may end early
    damaged = Book(FILE.replace("_w_0_0_-_0_1", "_w_9_9_-_0_1")).puzzle(WIN)
    assert damaged is not None
    assert raises(damaged.game)


def test_a_link_opens_a_puzzle_and_leaving_it_brings_the_players_game_back() -> None:
    state = at_start("p=" + WIN, ("own", GAME, 5))
    assert has_own_game(state), "until the puzzles are loaded"
    come(state, "puzzles:progress", {})
    effects = come(state, "puzzles:loaded", (FILE, DAY, ""))
    assert guide_of(state).puzzle.id == WIN and state.variant.name == "six"
    assert effect(effects, "address") == ("address", "p=" + WIN) and effect(effects, "keep") is None
    press(state, "a3", "a5")
    effects = handle(state, "puzzles:leave")
    assert has_own_game(state)
    assert effect(effects, "address") == ("address", GAME)


def test_right_moves_get_replies_until_the_puzzle_is_solved() -> None:
    state = page("p=" + WIN)
    assert state.only_player_here() == 0 and state.open.orientation == 0
    assert (prompt(state), spoken(state)) == ("Win in 4 moves.", "White to move. Win in 4 moves.")
    effects = press(state, "a3", "a5", "d4")
    assert prompt(state) == "Right! Wait for the reply."
    press(state, "d2")
    assert state.ui.notice == "One moment. The reply is coming."
    reply(state, effects)
    assert state.open.game.move_texts() == ["a3-a5xd4", "c1-c2"]
    assert prompt(state) == "Right! Find the next move."
    assert spoken(state).startswith("Black moved c1-c2. Right!")
    effects = press(state, "d2", "d3")
    assert prompt(state) == "Right! White wins in 2 more moves." and "Next puzzle" in panel(state)
    assert kept(effects)["solved"] == [WIN] and kept(effects)["row"][1] == 1
    press(state, "a5")
    assert status(state) == "This puzzle is solved. Press Next puzzle."


def test_a_wrong_move_is_taken_back_with_the_reason() -> None:
    for puzzle, points, reason, answer in (
        (WIN, ("e5", "e3"), "After e5-e3, Black answers d4-c4, and there's no win in 4 moves.", "d4-c4"),
        (HOLD, ("a1",), "After a1, Black wins with c1.", "c1"),
    ):
        state = page("p=" + puzzle)
        press(state, *points)
        assert state.ui.notice == reason
        assert state.open.game.move_texts() == ["-".join(points)]
        come(state, "puzzles:shown")
        assert state.open.game.move_texts()[1:] == [answer]
        assert state.ui.notice == reason
        come(state, "puzzles:shown")
        assert state.open.game.line == [] and state.ui.entry.empty and state.ui.notice == reason


def test_help_ends_the_show_of_a_wrong_move() -> None:
    state = page("p=" + WIN)
    for intent in ("puzzles:hint", "puzzles:hint", "puzzles:more"):
        press(state, "e5", "e3")
        assert state.open.game.move_texts() == ["e5-e3"] and marked(state) == [] and "Move the man" not in panel(state)
        handle(state, "cancel")
        assert spoken(state) == "Win in 4 moves.", "the position that it is about is not on the board"
        handle(state, intent)
    assert state.open.game.move_texts() == ["a3-a5xd4"]


def test_a_wrong_move_that_ends_the_game_needs_no_answer() -> None:
    state = page("p=" + HOLD)
    puzzle = guide_of(state).puzzle
    for move in state.open.game.legal_moves():
        over = outcome(state.variant, apply(state.variant, state.position, move)) is not None
        if move != guide_of(state).right(state):
            assert (refutation(puzzle, puzzle.steps[0], state.position, move) == "") == over


def test_the_right_mill_with_the_wrong_man_taken_is_a_wrong_move() -> None:
    line = "10qrf1 six win2 2 close,capture 1WB/B1W/1WBW/1WW/B2_w_0_0_-_0_1 "
    line += "000100*2000|b4-c4|a1-a3:0,a1-c1:0,b4-c4:0 e3-d3xe5"
    state = page(file=FILE + line + "\n")
    handle(state, "puzzles:open", "10qrf1")
    press(state, "b3", "b2")
    assert prompt(state).startswith("Mill!"), "as in any game"
    press(state, "e5")
    assert state.ui.notice == (
        "Right mill, but you must take a different man. "
        "After b3-b2xe5, Black answers a1-a3, and there's no win in 2 moves."
    )


def test_hints_give_the_idea_first_and_then_the_man_to_move() -> None:
    state = page("p=" + WIN)
    handle(state, "puzzles:hint")
    assert "You can close a mill here." in panel(state) and marked(state) == []
    assert spoken(state) == "You can close a mill here."
    effects = handle(state, "puzzles:hint")
    assert marked(state) == ["a3"]
    assert "Move the man on a3." in panel(state) and "row" not in kept(effects), "there was no row"
    press(state, "a3")
    assert marked(state) == ["a5"]
    handle(state, "cancel")
    assert "row" not in kept(solve(state)), "a puzzle solved with help does not count in a row"


def test_the_solution_is_shown_move_by_move_and_does_not_count() -> None:
    state = page("p=" + WIN)
    effects = handle(state, "puzzles:more")
    assert state.open.game.move_texts() == ["a3-a5xd4"]
    assert "Right!" not in prompt(state) + spoken(state), "the player has not found it"
    reply(state, effects)
    assert "Right!" not in prompt(state) + spoken(state) and spoken(state).startswith("Black moved c1-c2. Your turn")
    handle(state, "puzzles:more")
    assert prompt(state) == "That's the solution." and state.of(Shelf).progress.solved == set()
    for move in ("c2-c1xd3", "a5-a3", "e1-e3", "a3-a5xe3"):
        come(state, "puzzles:rest")
        assert state.open.game.move_texts()[-1] == move
    assert state.ui.outcome is not None and state.ui.outcome.winner == 0
    handle(state, "puzzles:again")
    assert state.open.game.line == [] and not guide_of(state).solved


def test_the_moves_after_the_solution_play_themselves_and_are_counted() -> None:
    state = page("p=" + WIN)
    effects = solve(state)
    assert [one[1] for one in effects if one[0] == "sound"] == ["right", "move"]
    for move, words in (
        ("c2-c1xd3", "Right! White wins in 2 more moves."),
        ("a5-a3", "Right! White wins in 1 more move."),
        ("e1-e3", "Right! White wins in 1 more move."),
        ("a3-a5xe3", "Right! White wins."),
    ):
        come(state, "puzzles:rest")
        assert (state.open.game.move_texts()[-1], prompt(state)) == (move, words)
        assert spoken(state).endswith(words)
    assert state.ticket("puzzles:rest") is None
    state = page("p=" + WIN)
    solve(state)
    late = state.ticket("puzzles:rest")
    handle(state, "puzzles:again")
    assert late is not None and handle(state, late) == [] and state.open.game.line == []


def test_the_next_puzzle_matches_the_filter_and_is_not_solved() -> None:
    state = page("p=" + HOLD)
    handle(state, "puzzles:choose", {"name": "game", "value": "three-diagonal"})
    solve(state)
    handle(state, "puzzles:next")
    assert guide_of(state).puzzle.id == OTHER
    solve(state)
    assert state.of(Shelf).progress.row == 2 and "2 in a row without a mistake" in panel(state)
    handle(state, "puzzles:next")
    assert guide_of(state).puzzle.id == HOLD, "all are solved, so they start again"
    handle(state, "puzzles:choose", {"name": "game", "value": ""})
    handle(state, "puzzles:next")
    assert guide_of(state).puzzle.id == WIN


def test_todays_puzzle_depends_on_the_date_and_days_in_a_row_are_counted() -> None:
    assert page("p=today", day=DAY).open.plain_link() == page("p=today", day=DAY).open.plain_link()
    state = page("p=today")
    assert guide_of(state).puzzle.id == WIN, "the date chooses among the middle levels"
    assert "Today's puzzle" in panel(state)
    data: Any = kept(solve(state))
    assert data["daily"] == [DAY, 1]
    data = kept(solve(page("p=today", data, DAY + 1)), data)
    assert data["daily"] == [DAY + 1, 2]
    assert Progress(data).days_in_a_row(DAY + 2) == 2 and Progress(data).days_in_a_row(DAY + 3) == 0
    assert kept(solve(page("p=today", data, DAY + 3)), data)["daily"] == [DAY + 3, 1]


def test_the_first_try_of_a_puzzle_counts_for_the_rating() -> None:
    solved = kept(solve(page("p=" + OTHER)))["rating"][1]
    assert solved[0] > 1500 and solved[1] < 350
    state = page("p=" + OTHER)
    handle(state, "puzzles:hint")
    failed = list(state.of(Shelf).progress.rating)
    assert failed[0] < 1500
    solve(state)
    assert state.of(Shelf).progress.rating == failed, "only the first try counts"
    handle(state, "puzzles:again")
    solve(state)
    assert state.of(Shelf).progress.rating == failed
    handle(state, "open", "puzzles")
    assert "your rating" in text_in(state)


def begin_run() -> State:
    state = page()
    handle(state, "puzzles:choose", {"name": "game", "value": ""})
    assert effect(handle(state, "puzzles:run"), "after")[1] == 1000
    return state


def wrong_move(state: State) -> list[Any]:
    """Play a wrong move, and return the effects."""
    right = guide_of(state).right(state)
    return press_move(state, next(move for move in state.open.game.legal_moves() if move != right))


def test_a_timed_run_counts_what_is_solved_until_the_time_is_up() -> None:
    state = begin_run()
    assert "Three minutes" in panel(state) and "3:00" in panel(state)
    for button in ("Copy link", "Show move", "Hint"):
        assert button not in panel(state)
    first, rating = guide_of(state).puzzle.id, list(state.of(Shelf).progress.rating)
    following = effect(solve(state), "after")
    assert following is not None and following[1] == 800
    assert "1 solved" in panel(state) and verdict(state) == "puzzles right"
    press(state, "a1")
    assert state.ui.notice == "One moment. The next puzzle is coming."
    handle(state, following[2], following[3])
    assert guide_of(state).puzzle.id != first
    state.ui.now = lambda: 61_000
    assert effect(come(state, "puzzles:tick"), "after")[1] == 1000 and "1:59" in panel(state)
    state.ui.now = lambda: 180_000
    come(state, "puzzles:tick")
    assert has_own_game(state) and "Time's up: 1 puzzle solved" in text_in(state)
    progress = state.of(Shelf).progress
    assert (progress.run, progress.rating, progress.best) == (1, rating, 0), "a run has its own best"
    assert state.ticket("puzzles:tick") is None and "You missed" not in text_in(state)


def verdict(state: State) -> str:
    return str(build(state)["root"][1]["data-guided"])


def test_a_wrong_move_of_a_timed_run_is_shown_with_its_answer_and_the_next_puzzle_follows() -> None:
    state = begin_run()
    first = guide_of(state).puzzle.id
    wrong_move(state)
    next_puzzle = state.ticket("puzzles:run-next")
    assert verdict(state) == "puzzles wrong"
    come(state, "puzzles:shown")
    assert len(state.open.game.line) == 2
    come(state, "puzzles:shown")
    assert len(state.open.game.line) == 2, "nothing is taken back just before the next puzzle"
    assert next_puzzle is not None and state.awaits(next_puzzle)
    handle(state, next_puzzle)
    assert guide_of(state).puzzle.id != first and state.ui.notice == ""
    second = guide_of(state).puzzle.id
    handle(state, "puzzles:skip")
    state.ui.now = lambda: 180_000
    come(state, "puzzles:tick")
    assert state.of(Shelf).progress.rating == list(FIRST)
    missed = find(build(state)["dialog"], "class", "missed")[0]
    assert [node[1]["key"] for node in missed[2]] == [first, second]
    assert "#p=" + first in str(missed) and "Find the only move" in text_in(state)


def test_a_timed_run_ends_with_the_last_puzzle() -> None:
    state = begin_run()
    for _number in range(3):
        assert "Three minutes" in panel(state)
        handle(state, "puzzles:skip")
    assert has_own_game(state) and "0 solved" in text_in(state) and "You missed these" in text_in(state)
    assert come(state, "puzzles:tick") == []


def test_a_board_that_turns_says_so() -> None:
    state = page("p=" + HOLD)
    assert spoken(state).startswith("White to move.")
    handle(state, "puzzles:open", OTHER)
    assert happened(state) == "The board has turned: you play Black."
    assert spoken(state).startswith("The board has turned: you play Black. Find")
    handle(state, "puzzles:leave")
    handle(state, "puzzles:open", OTHER)
    assert happened(state) == "Black to move."


def test_a_puzzle_of_a_timed_run_can_be_skipped_and_only_one() -> None:
    state = begin_run()
    following = effect(solve(state), "after")
    assert following is not None
    skip = guide_of(state).puzzle.id
    handle(state, "puzzles:skip")
    shown = guide_of(state).puzzle.id
    assert shown != skip and "1 solved" in panel(state)
    handle(state, following[2], following[3])
    assert guide_of(state).puzzle.id == shown, "the next puzzle was on its way"


def test_the_first_puzzle_of_a_life_may_be_an_easy_one() -> None:
    easy = "nine level 1 aaaaaa\n" + FILE.replace(
        "\n\n", "\n\n" + FILE.split("\n")[6].replace("3qeuc4", "aaaaaa") + "\n", 1
    )
    state = page(file=easy)
    assert "Start with an easy one" in text_in(state)
    assert find(build(state)["dialog"], "data-value", "aaaaaa")
    assert "Start with" not in text_in(page(file=easy, kept={"solved": [HOLD]}))


def test_the_list_says_how_many_exercises_from_own_games_are_left() -> None:
    state = page()
    assert "to solve." not in text_in(state)
    state.of(Shelf).own_left = 3
    assert ("3 exercises to solve." in text_in(state)) == there("mistakes")


def test_what_the_player_has_reached_is_a_row_of_numbers() -> None:
    assert not find(build(page())["dialog"], "data-testid", "streak")
    state = page(kept={"row": [7, 2], "best": 5, "daily": [DAY, 3], "rating": [7, [1500.5, 200.0, 0.06]]})
    (tiles,) = find(build(state)["dialog"], "data-testid", "streak")
    assert [" ".join(text_of(tile).split()) for tile in tiles[2]] == [
        "3 days in a row",
        "2 without a mistake (best: 5)",
        "≈1500 your rating",
    ]


def test_puzzles_that_cannot_be_loaded_leave_the_game_with_the_reason() -> None:
    for reason, words in (
        ("offline", "you're offline"),
        ("stalled", "the download stopped"),
        ("missing", "the server doesn't have them"),
        ("damaged", "are corrupted"),
    ):
        state = at_start("p=" + WIN, ("own", GAME, 5))
        come(state, "puzzles:progress", {})
        come(state, "puzzles:loaded", ("", DAY, reason))
        assert has_own_game(state)
        assert words in state.ui.notice and state.ui.notice.endswith("Your game hasn't changed.")
        effects = handle(state, "open", "puzzles")
        loading = effect(effects, "puzzles:load")
        assert loading is not None and loading[2], "it is tried again"
        come(state, "puzzles:loaded", ("", DAY, reason))
        assert words in text_in(state)
    handle(state, "open", "puzzles")
    come(state, "puzzles:loaded", ("nonsense", DAY, ""))
    assert "are corrupted" in text_in(state)


def test_a_link_without_a_puzzle_opens_the_list_and_leaves_the_game() -> None:
    for which in ("nothin", "x=1", "", "%%%"):
        state = page("p=" + which)
        assert has_own_game(state)
        assert state.ui.dialog == "puzzles"
        if which == "nothin":
            assert "There's no such puzzle." in text_in(state)
            handle(state, "close")
            assert state.ui.notice == ""
            handle(state, "open", "puzzles")
        assert ("There's no such puzzle." in text_in(state)) == (which not in ("nothin", ""))
    state = at_start("puzzles", ("own", GAME, 5))
    assert state.ui.dialog == "puzzles"
    assert "Loading the puzzles…" in text_in(state)


def test_a_puzzle_with_a_damaged_position_leaves_the_game() -> None:
    state = at_start("", ("own", GAME, 5))
    handle(state, "open", "puzzles")
    come(state, "puzzles:progress", {})
    index, _, lines = FILE.partition("\n\n")
    damaged = [line.replace(line.split(" ")[5], "W_w_0_0") for line in lines.splitlines()]
    come(state, "puzzles:loaded", (index + "\n\n" + "\n".join(damaged) + "\n", DAY, ""))
    handle(state, "puzzles:open", WIN)
    assert "corrupted" in state.ui.notice
    assert has_own_game(state)
    press(state, "d2")
    assert state.open.game.move_texts() == ["d6", "f4", "d2"]


def test_damaged_progress_is_left_out() -> None:
    unusable: list[Any] = [None, [], "x", 3]
    unusable.append({"solved": 3, "row": -1, "best": "x", "days": 1.5, "day": None, "filter": [1]})
    for data in unusable:
        progress = Progress(STORED.read(data)[0])
        assert (progress.solved, progress.row, progress.best, progress.rating) == (set(), 0, 0, list(FIRST))
    some = {"solved": [WIN, 3, "no id!", None], "row": 4, "best": 2, "filter": {"game": 3, "level": "1"}}
    progress = Progress(STORED.read(some)[0])
    assert progress.solved == {WIN} and progress.best == 4 and progress.filter["level"] == "1"


def test_progress_that_was_not_read_is_not_overwritten() -> None:
    shelf = Shelf()
    assert shelf.failed(1) == []
    shelf.take({})
    assert shelf.failed(1) != []


def test_puzzles_solved_in_two_tabs_at_once_both_count() -> None:
    stored: Any = {"solved": [HOLD], "row": 1, "best": 4, "later": "of a newer version"}
    tabs = [page("p=" + WIN, stored), page("p=" + OTHER, stored)]
    for tab in tabs:
        stored = kept(solve(tab), stored)
    assert set(stored["solved"]) == {HOLD, WIN, OTHER}
    assert (stored["best"], stored["later"]) == (4, "of a newer version")


def test_the_rating_goes_on_after_a_reload_however_many_puzzles_were_rated() -> None:
    stored: Any = {}
    ratings: list[list[float]] = []
    for id in (WIN, HOLD, OTHER):
        state = page("p=" + id, stored)  # as after a reload
        if ratings:
            assert state.of(Shelf).progress.rating == ratings[-1]
        stored = kept(handle(state, "puzzles:hint"), stored)
        ratings.append(state.of(Shelf).progress.rating)
    assert ratings[0][0] > ratings[1][0] > ratings[2][0] and ratings[0][1] > ratings[1][1] > ratings[2][1]
    assert stored["rating"][1] == ratings[2] and len(ratings[2]) == 3


def test_a_rating_that_grew_into_one_list_is_repaired() -> None:
    grown: list[tuple[list[float], list[float]]] = [
        ([902.87, 330.37, 0.06, 736.64, 241.49], [736.64, 241.49, 0.06]),
        ([1500.0, 350.0, 0.06, 902.9, 330.4, 0.059], [902.9, 330.4, 0.059]),
        ([902.9, 330.4, 0.06], [902.9, 330.4, 0.06]),
    ]
    for text, numbers in grown:
        sound, damaged = STORED.read({"rating": text, "row": 2})
        assert sound["rating"] == [0, numbers] and sound["row"] == [0, 2] and not damaged
        assert Progress(sound).rating == numbers
    damaged_texts: list[Any] = [[], [1500.0], "x", [0.06, 0.05, 0.04], {}, [5, [1500.0, 350.0]]]
    for other in damaged_texts:
        assert STORED.read({"rating": other})[1] == {"rating": other}


def test_an_import_has_the_puzzles_solved_on_both_devices_and_the_better_numbers() -> None:
    mine = {"solved": ["aaaaaa"], "row": 2, "best": 5, "days": 3, "day": 100, "filter": {"game": "six"}}
    theirs = {"solved": ["bbbbbb"], "row": 1, "best": 9, "days": 7, "day": 101, "newer": 1}
    found = playing.merged(STORED, mine, theirs)
    assert found["solved"] == ["aaaaaa", "bbbbbb"] and (found["best"], found["newer"]) == (9, 1)
    assert found["daily"] == [101, 7] and found["filter"]["game"] == "six"


def framed(fragment: str) -> State:
    """Return the state of an embedded board with a link, after the puzzles were loaded."""
    state = opened(fragment)
    come(state, "puzzles:progress", {})
    come(state, "puzzles:loaded", (FILE, DAY, ""))
    return state


def test_an_embedded_board_opens_a_puzzle_and_nothing_else() -> None:
    for fragment, id in (("p=today", WIN), ("p=" + HOLD, HOLD)):
        state = framed(fragment)
        assert guide_of(state).puzzle.id == id
        assert (state.fragment(), "Hint" in panel(state)) == ("p=" + id, True)
        solve(state)
        assert "Solve again" in panel(state)
        for intent in ("puzzles:next", "puzzles:leave", "puzzles:copy"):
            assert not find(build(state)["banner"], "data-intent", intent), intent
    state = framed("p=nosuch")
    assert (state.guide, state.ui.dialog, status(state)) == (None, "", "There's no such puzzle.")
    for fragment in ("lessons=first", "puzzles"):
        assert opened(fragment).guide is None
