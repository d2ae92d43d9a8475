"""Random variants and games for hypothesis."""

from hypothesis import reject
from hypothesis import strategies as st

from morris_core import BOARDS, OPTIONS, VARIANTS, Game, GameTree, Rules, RulesError, Variant

NamedMove = tuple[str | None, str, tuple[str, ...]]


@st.composite
def options(draw: st.DrawFn, most: int) -> dict[str, object]:
    """Draw a value for every option. `most` is the number of men a side can have on the board."""
    drawn: dict[str, object] = {
        option.name: draw(st.sampled_from(option.values))
        for option in OPTIONS
        if option.values and option.name != "men"
    }
    drawn["men"] = draw(st.integers(3, min(12, most)))
    drawn["repetition"] = draw(st.sampled_from((0, 2, 3, 5)))
    drawn["quiet_limit"] = draw(st.sampled_from((0, 7, 30, 100)))
    return drawn


@st.composite
def variants(draw: st.DrawFn) -> Variant:
    """Draw a board with any combination of options, now and then a variant of the table."""
    if draw(st.integers(0, 9)) == 9:
        return VARIANTS[draw(st.sampled_from(list(VARIANTS)))]
    board = BOARDS[draw(st.sampled_from(list(BOARDS)))]
    try:
        return Variant("random", "Random", board, Rules.from_options(draw(options(len(board.points) // 2))), "")
    except RulesError:  # some options cannot go together on every board
        reject()


@st.composite
def house_variants(draw: st.DrawFn) -> Variant:
    """Draw a variant of the table with any house rules, which is what the text formats can express."""
    variant = VARIANTS[draw(st.sampled_from(list(VARIANTS)))]
    drawn = draw(options(len(variant.board.points) // 2))
    changed = draw(st.sets(st.sampled_from([option.name for option in OPTIONS])))
    try:
        return variant.with_options({name: drawn[name] for name in drawn if name in changed})
    except RulesError:
        return variant


class Chooser:
    """Chooses moves by numbers from hypothesis, which also decide whether to prefer taking many men or few."""

    def __init__(self, numbers: list[int]) -> None:
        self.numbers = numbers
        self.index = 0

    def among(self, captures: list[int]) -> int:
        """Return the index of the move to play, given how many men each move takes."""
        number = self.numbers[self.index % len(self.numbers)] + self.index // len(self.numbers)
        self.index += 1
        allowed = list(range(len(captures)))
        if number % 5 < 4:
            count = max(captures) if number % 5 < 3 else min(captures)
            allowed = [index for index in allowed if captures[index] == count]
        return allowed[number // 5 % len(allowed)]

    def __call__(self, moves: list[NamedMove]) -> int:
        return self.among([len(move[2]) for move in moves])


CHOICES = st.lists(st.integers(0, 4999), min_size=10, max_size=60)


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Draw a game by any house rules. It may start from its middle, have undone moves, or be resigned."""
    variant = draw(house_variants())
    choose = Chooser(draw(CHOICES))
    game = Game(variant)
    join = draw(st.integers(-40, 40))
    plies = draw(st.integers(0, 80))
    while game.ply < plies and not game.outcome():
        moves = game.legal_moves()
        game.play(moves[choose.among([len(move.captures) for move in moves])])
        if game.ply == join and not game.outcome():
            game = Game(variant, game.position, game.first_ply + game.ply, game.quiet)
    for _ in range(draw(st.integers(0, 2))):
        game.undo()
    if draw(st.integers(0, 3)) == 0 and not game.outcome():
        side = draw(st.integers(0, 1))
        how = draw(st.integers(0, 2))
        if how == 0:
            game.resign(side)
        elif how == 1:
            game.lose_on_time(side)
        else:
            game.agree_draw()
    return game


REMARKS = st.one_of(
    st.text(st.characters(blacklist_categories=["Cs"]), max_size=20),
    st.sampled_from(["[%head]", "[%clk 0:10]", "[%end resigned white] so", "~1*~0&=.:", "1. d6 (1-0)", ";)", "%"]),
)


@st.composite
def trees(draw: st.DrawFn) -> tuple[GameTree, Game]:
    """Draw a game with nested variations, comments, symbols and endings, and the game up to a main-line node."""
    played = draw(games())
    tree = GameTree(played)
    for numbers in draw(st.lists(st.tuples(*[st.integers(0, 999)] * 3), max_size=12)):
        nodes = tree.nodes()
        node = nodes[numbers[0] % len(nodes)]
        if numbers[2] % 4 == 0:
            node.comment = " ".join(draw(REMARKS).split())
        elif numbers[2] % 4 == 1 and node is not tree:
            node.nags = draw(st.lists(st.integers(1, 255), max_size=3))
        game = node.game()
        game.ended = None
        if game.outcome() is None and numbers[2] % 4 == 2:
            (game.resign, game.lose_on_time)[numbers[1] // 2 % 2](numbers[1] % 2)
            node.ended = game.ended
        elif game.outcome() is None:
            moves = game.legal_moves()
            node.add_variation(moves[numbers[1] % len(moves)])
    return tree, draw(st.sampled_from([tree, *tree.mainline()])).game()
