"""Good links of every kind, and links damaged the way mail programs, typing and chance damage them, all seeded."""

import random
from collections.abc import Iterator

from morris_core import VARIANTS, Game
from morris_core.link import Link, LinkError
from morris_core.position import BLACK, WHITE
from tests.core import support


def random_game(name: str, plies: int, seed: int, **options: object) -> Game:
    """Return a game of at most `plies` random plies."""
    return support.random_game(VARIANTS[name].with_options(options), random.Random(seed), plies)


def long_game(name: str, plies: int, seed: int) -> Game:
    """Return a game of `plies` plies without draw rules. It takes men only at every twentieth ply or if forced to."""
    chance = random.Random(seed)
    game = Game(VARIANTS[name].with_rules(repetition=0, quiet_limit=0))
    while game.ply < plies and not game.outcome():
        moves = game.legal_moves()
        quiet = [move for move in moves if not move.captures]
        game.play(chance.choice(moves if not quiet or game.ply % 20 == 0 else quiet))
    return game


def good_links() -> list[str]:
    """Return links of every kind: each variant, house rules, a start position, and every key there is."""
    links = [random_game(name, 24, seed).link() for seed, name in enumerate(VARIANTS)]
    game = random_game("nine", 40, 7, flying=0, mill_hold=True, double_mill=2, capture="always")
    middle = Game(game.variant, game.position_at(20), game.first_ply + 20, game.quiet_at(20))
    middle.play(game.line[20])
    given_up = random_game("five", 15, 5)
    given_up.resign(WHITE)
    drawn = random_game("five", 15, 5)
    drawn.agree_draw()
    late = random_game("five", 15, 5)
    late.lose_on_time(WHITE)
    links += [
        given_up.link(),
        drawn.link(),
        late.link(),
        Game(VARIANTS["nine"]).link(),
        game.link(),
        middle.link(),
        Link(game, at=12, side=BLACK).link(),
        Link(game, white="human", black="8", side=WHITE).link(),
        Link(middle, puzzle="fork-17").link(),
        Link(random_game("three", 9, 3), correspondence="abcdefgh23").link(),
        "",
        "m=d6.f4",
    ]
    return links


SIGNS = "%&=.:-_x,/#?+ 09azAZ\\'\"<>;(){}äЖ棋\u202e\u0000\n"
ESCAPES = ("%", "%2", "%zz", "%ff", "%00", "%F0%9F", "%E2%80%AE")
KEYS = ("at", "w", "b", "side", "resigned", "time", "draw", "v", "r", "f", "m")
VALUES = ("-1", "99999999999999999999", "1e9", "NaN", "", "0x10", "٣", "flying:9", ".")


def _damaged(text: str, chance: random.Random) -> str:
    """Return a link with one accident: a character or a move too few, too many, wrong or in the wrong place."""
    at, sign = chance.randrange(len(text) - 1), chance.choice(SIGNS)
    parts = text.split(chance.choice(".&"))
    part = chance.randrange(len(parts))
    return chance.choice(
        (
            text[:at],
            text[:at] + text[at + 1 :],
            text[:at] + sign + text[at:],
            text[:at] + sign + text[at + 1 :],
            text[:at] + text[at + 1] + text[at] + text[at + 2 :],
            text[:at] + chance.choice(ESCAPES) + text[at:],
            ".".join(parts[: part + 1] + parts[part:]),
            ".".join(parts[:part] + parts[part + 1 :]),
            text.upper(),
            f"{text}&{chance.choice(KEYS)}={chance.choice(VALUES)}",
        )
    )


def changed_links(seed: int) -> Iterator[str]:
    """Yield good links changed by one to three accidents, without end. Some of them are still good links."""
    chance = random.Random(seed)
    good = [link for link in good_links() if len(link) > 2]
    while True:
        text = chance.choice(good)
        for _ in range(chance.choice((1, 1, 1, 2, 3))):
            if len(text) > 2:
                text = _damaged(text, chance)
        yield text


def damaged_links(number: int, seed: int) -> list[str]:
    """Return `number` different links that do not describe a playable game."""
    found: dict[str, None] = {}
    for text in changed_links(seed):
        try:
            Link.read(text)
        except LinkError:
            found[text] = None
        if len(found) == number:
            break
    return list(found)
