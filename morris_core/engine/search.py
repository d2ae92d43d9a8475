"""The search: principal variation search with a transposition table, in two halves that are one algorithm.

May import the engine's knowledge, tables, transposition and limits. The one invariant: `deep` is a generator and pauses
between subtrees, `shallow` is a plain function for the lowest PLAIN plies, where all the time goes; both give what
fail-soft alpha-beta gives, so a search can be paused every few milliseconds at no cost and does not depend on where it
is.

A position is (own, opponent): the states of the side to move and of the other (tables.py). A value is for the side to
move; ply counts turns from the root; `since` is the ply of the last turn that cannot be taken back by play.
"""

from collections.abc import Callable, Generator

from ..position import Position
from .knowledge import Knowledge, Options, key_width
from .limits import DEEPEST, LEAST, MATE, WON
from .tables import HANDS, MEN, NO_LAST, position_of
from .transposition import ADDED, BOUND, DEPTH, EXACT, HALF, LOWER, OFFSET, SYMMETRY, UPPER, pack

PLAIN = 3
"""Plies searched without a pause: some milliseconds at most."""
PAUSE = 500
"""Nodes from one pause to the next at least: a pause costs as much as some ten nodes."""
REDUCED_FROM = 5
"""Quiet turns from this one on are first searched a ply less deep (late move reductions)."""


class OutOfNodes(Exception):
    """The limit of nodes is reached."""


class History(dict[int, int]):
    """What a quiet turn adds -> how often it was too good for the opponent, weighted by depth."""

    def __missing__(self, added: int) -> int:
        self[added] = 0
        return 0


class Search:
    """One search from one root: its functions see the counts below as plain variables, which is what makes it fast.

    deep(own, opponent, depth, alpha, beta, ply, since, side): a generator that returns the value.
    shallow: the same without side, a plain function. nodes(): positions entered so far.
    look_up(own, opponent): a position's value as far as the transposition table knows it, counted from there, HALF if
    it does not; and what its best turn adds to own, or None.
    """

    def __init__(
        self,
        knowledge: Knowledge,
        options: Options,
        drawn: dict[int, int] | None = None,
        quiet: int = 0,
        most_nodes: int | None = None,
        probe: Callable[[Position], int | None] | None = None,
    ) -> None:
        """drawn: keys of positions that are drawn if they come up -> a ply of theirs; quiet: quiet plies before the
        root; probe: exact value of a position from a table, or None.
        """
        rules = knowledge.variant.rules
        full = knowledge.variant.board.full
        turns, captures, images = knowledge.turns, knowledge.captures, knowledge.images
        image = images.image
        evaluation = knowledge.evaluation
        score = evaluation.score
        table = knowledge.table
        store, find, find_old = table.young, table.young.get, table.old.get
        loses = rules.stuck == "loses"
        mill_wins = rules.mill_wins
        remembers = rules.remembers
        width = key_width(knowledge.variant)
        symmetric = options.symmetry and not remembers
        reduced_from = REDUCED_FROM if options.reductions else 1 << 30
        captures_go_on = options.quiescence
        limit = rules.quiet_limit or 1 << 30
        # Close to the draw by quiet turns a value depends on how close: the table is not believed, and is told best
        # turns only, as if they came from no depth at all.
        near_limit = quiet + DEEPEST >= limit
        # No draw by repetition or quiet turns comes sooner after a turn that cannot be taken back.
        soonest = min(4, limit)
        last_node = 1 << 60 if most_nodes is None else most_nodes
        nodes = next_pause = 0
        # Positions on the way from the root -> their ply (even numbers: where the root's side is to move).
        path = dict(drawn or {})
        histories = (History(), History())
        killers = [[0, 0] for _ in range(2 * DEEPEST)]

        def can_move(own: int, opponent: int) -> bool:
            return any(not turn[1] & opponent for kind in turns[own] for turn in kind)

        def quiesce(
            own: int, opponent: int, alpha: int, beta: int, ply: int, stand: int, left: int = captures_go_on
        ) -> int:
            """Return the value of a leaf whose score is `stand`, tried with the captures that are possible at once."""
            nonlocal nodes
            closing, quiet_turns = turns[own]
            closes = [turn for turn in closing if not turn[1] & opponent] if closing else closing
            if not closes:
                for _, to in quiet_turns:
                    if not to & opponent:
                        return stand
                if full & ~(own | opponent) == 0:
                    return 0
                return ply - MATE if loses else stand
            wins, one, more = captures[opponent]
            for _, _, mills in closes:
                if mills >= wins:
                    return MATE - ply - 1
            if stand > alpha:
                if stand >= beta:
                    return stand
                alpha = stand
            scan_next = scan_last if left == 1 else scan_captures
            for added, _, mills in closes:
                value, count = scan_next(own + added, one if mills == 1 else more, alpha, beta, ply + 1)
                nodes += count
                if value > stand:
                    stand = value
                    if value > alpha:
                        if value >= beta:
                            return value
                        alpha = value
            return stand

        def quiesce_more(own: int, opponent: int, alpha: int, beta: int, ply: int, stand: int) -> int:
            return quiesce(own, opponent, alpha, beta, ply, stand, captures_go_on - 1)

        scan = evaluation.scanner(quiesce if captures_go_on else None)
        leaf_captures = evaluation.capture_scanner(quiesce if captures_go_on else None)
        scan_captures = evaluation.capture_scanner(quiesce_more)
        scan_last = evaluation.capture_scanner(None)

        def mirrored(own: int, opponent: int) -> tuple[int, int]:
            """Return a key that all mirror images of a position share, and the symmetry that leads to it."""
            least, numbers = images[own & MEN]
            other = opponent & MEN
            if len(numbers) == 1:
                number = numbers[0]
                low = image(other, number)
            else:
                low, number = min([(image(other, number), number) for number in numbers])
            return ((own & HANDS) + least) << width | (opponent & HANDS) + low, number

        def in_order(own: int, opponent: int, ply: int, hint: int) -> list[tuple[int, int]] | None:
            """Return what each turn adds to own, and what it leaves of the opponent, the most promising first: turns
            that close a mill, the best turn of an earlier visit, killers, and the others by history. None when a turn
            wins at once.
            """
            closing, quiet_turns = turns[own]
            children = []
            if closing:
                for added, to, mills in closing:
                    if not to & opponent:
                        wins, one, more = captures[opponent]
                        if mills >= wins:
                            return None
                        children += [(added, rest) for rest in (one if mills == 1 else more)]
                if hint and len(children) > 1:
                    children.sort(key=lambda child: child[0] != hint)
            steps = [added for added, to in quiet_turns if not to & opponent]
            history = histories[ply & 1]
            if history:
                steps.sort(key=history.__getitem__, reverse=True)
            for early in killers[ply]:
                if early in steps:
                    steps.remove(early)
                    steps.insert(0, early)
            if hint in steps:
                steps.remove(hint)
                steps.insert(0, hint)
            return children + [(added, opponent) for added in steps]

        def leaf(own: int, opponent: int, alpha: int, beta: int, ply: int) -> int:
            """Return the value of a leaf that no scanner came by: the end of the shallowest searches."""
            nonlocal nodes
            nodes += 1
            stand = score(own, opponent)
            return quiesce(own, opponent, alpha, beta, ply, stand) if captures_go_on else stand

        def frontier(own: int, opponent: int, alpha: int, beta: int, ply: int, since: int) -> int:
            """Return the value one ply above the leaves: half of all nodes are here, and they ask no table."""
            nonlocal nodes
            nodes += 1
            if ply - since > 3:
                key = own << width | opponent
                if key in path and not (path[key] ^ ply) & 1:
                    return 0
            closing, quiet_turns = turns[own]
            best = LEAST
            if closing:
                for added, to, mills in closing:
                    if not to & opponent:
                        wins, one, more = captures[opponent]
                        if mills >= wins:
                            return MATE - ply - 1
                        outcomes = one if mills == 1 else more
                        value, count = leaf_captures(own + added, outcomes, alpha, beta, ply + 1)
                        nodes += count
                        if value > best:
                            best = value
                            if value > alpha:
                                if value >= beta:
                                    return value
                                alpha = value
            value, count = scan(own, quiet_turns, opponent, alpha, beta, ply + 1)
            nodes += count
            if value > best:
                best = value
            return best if best > LEAST else stuck(own, opponent, 1, alpha, beta, ply, since)

        def shallow(own: int, opponent: int, depth: int, alpha: int, beta: int, ply: int, since: int) -> int:
            nonlocal nodes
            if depth <= 1 and not near_limit:
                if depth:
                    return frontier(own, opponent, alpha, beta, ply, since)
                return leaf(own, opponent, alpha, beta, ply)
            nodes += 1
            if nodes > last_node:
                raise OutOfNodes
            key = place = own << width | opponent
            if ply - since >= soonest:
                if ply - since >= limit:
                    return 0 if can_move(own, opponent) or not loses else ply - MATE
                if key in path and not (path[key] ^ ply) & 1:
                    return 0
            if depth <= 0:
                return leaf(own, opponent, alpha, beta, ply)
            hand = own & HANDS
            number = 0
            if symmetric and hand:
                key, number = mirrored(own, opponent)
            entry = find(key) or find_old(key)
            hint = 0
            if entry:
                if entry >> DEPTH & 63 >= depth and not near_limit:
                    value = (entry & 0x3FFFF) - HALF
                    if value > WON:
                        value -= ply
                    elif value < -WON:
                        value += ply
                    bound = entry >> BOUND & 3
                    if bound == EXACT or (value >= beta if bound == LOWER else value <= alpha):
                        return value
                if entry >> SYMMETRY & 31 == number:
                    hint = (entry >> ADDED) - OFFSET
            # Where a mill wins, a position that the table knows has none to close: its best turn needs no list.
            hint_only = hint and mill_wins
            children = [(hint, opponent)] if hint_only else in_order(own, opponent, ply, hint)
            if not children:
                return MATE - ply - 1 if children is None else stuck(own, opponent, depth, alpha, beta, ply, since)
            best = LEAST
            best_added = count = 0
            first_alpha = alpha
            path[place] = ply
            for added, rest in children:
                after = own + added
                less = 1
                if rest != opponent:
                    then = ply + 1
                else:
                    count += 1
                    then = since if after & HANDS == hand else ply + 1
                    if count >= reduced_from and depth > 2:
                        less = 2
                if depth == 2 and not near_limit:
                    value = -frontier(rest, after, -beta, -alpha, ply + 1, then)
                elif best == LEAST:
                    value = -shallow(rest, after, depth - 1, -beta, -alpha, ply + 1, then)
                else:
                    value = -shallow(rest, after, depth - less, -alpha - 1, -alpha, ply + 1, then)
                    if value > alpha and less > 1:
                        value = -shallow(rest, after, depth - 1, -alpha - 1, -alpha, ply + 1, then)
                    if alpha < value < beta:
                        value = -shallow(rest, after, depth - 1, -beta, -alpha, ply + 1, then)
                if value > best:
                    best = value
                    best_added = added
                    if value > alpha:
                        alpha = value
                        if value >= beta:
                            if count:
                                refuted(added, depth, ply)
                            break
                if hint_only:
                    hint_only = False
                    children += (in_order(own, opponent, ply, hint) or [])[1:]
            path.pop(place, None)
            value = best + ply if best > WON else best - ply if best < -WON else best
            bound = LOWER if best >= beta else UPPER if best <= first_alpha else EXACT
            store[key] = pack(value, bound, 0 if near_limit else depth, number, best_added)
            return best

        def refuted(added: int, depth: int, ply: int) -> None:
            """Remember a quiet turn that was too good for the opponent."""
            histories[ply & 1][added] += depth * depth
            killer = killers[ply]
            if killer[0] != added:
                killer[1] = killer[0]
                killer[0] = added

        def stuck(own: int, opponent: int, depth: int, alpha: int, beta: int, ply: int, since: int) -> int:
            """Return the value when the side to move has no turn: drawn on a full board, lost, or the other goes on."""
            if full & ~(own | opponent) == 0:
                return 0
            if loses:
                return ply - MATE
            cleared = own & NO_LAST
            if not can_move(opponent, cleared):
                return 0
            return -shallow(opponent, cleared, depth, -beta, -alpha, ply, since)

        def deep(
            own: int, opponent: int, depth: int, alpha: int, beta: int, ply: int, since: int, side: int
        ) -> Generator[None, None, int]:
            nonlocal nodes, store, find, find_old, next_pause
            if probe:
                known = probe(position_of(own, opponent, side))
                if known is not None:
                    return known - ply if known > 0 else known + ply if known < 0 else 0
            if depth <= PLAIN:
                value = shallow(own, opponent, depth, alpha, beta, ply, since)
                if nodes >= next_pause:
                    if table.tidy():
                        store, find, find_old = table.young, table.young.get, table.old.get
                    yield
                    next_pause = nodes + PAUSE
                return value
            nodes += 1
            if nodes > last_node:
                raise OutOfNodes
            if alpha >= MATE - ply - 1:
                return alpha
            key = place = own << width | opponent
            if ply - since >= soonest:
                if ply - since >= limit:
                    return 0 if can_move(own, opponent) or not loses else ply - MATE
                if key in path and not (path[key] ^ ply) & 1:
                    return 0
            hand = own & HANDS
            number = 0
            if symmetric and hand:
                key, number = mirrored(own, opponent)
            entry = find(key) or find_old(key)
            hint = 0
            if entry:
                if entry >> DEPTH & 63 >= depth and not near_limit:
                    value = (entry & 0x3FFFF) - HALF
                    if value > WON:
                        value -= ply
                    elif value < -WON:
                        value += ply
                    bound = entry >> BOUND & 3
                    if bound == EXACT or (value >= beta if bound == LOWER else value <= alpha):
                        return value
                if entry >> SYMMETRY & 31 == number:
                    hint = (entry >> ADDED) - OFFSET
            # Where a mill wins, a position that the table knows has none to close: its best turn needs no list.
            hint_only = hint and mill_wins
            children = [(hint, opponent)] if hint_only else in_order(own, opponent, ply, hint)
            if not children:
                if children is None:
                    return MATE - ply - 1
                cleared = own & NO_LAST
                if loses or full & ~(own | opponent) == 0 or not can_move(opponent, cleared):
                    return stuck(own, opponent, depth, alpha, beta, ply, since)
                return -(yield from deep(opponent, cleared, depth, -beta, -alpha, ply, since, 1 - side))
            best = LEAST
            best_added = count = 0
            first_alpha = alpha
            path[place] = ply
            for added, rest in children:
                after = own + added
                less = 1
                if rest != opponent:
                    then = ply + 1
                else:
                    count += 1
                    then = since if after & HANDS == hand else ply + 1
                    if count >= reduced_from:
                        less = 2
                if best == LEAST:
                    value = -(yield from deep(rest, after, depth - 1, -beta, -alpha, ply + 1, then, 1 - side))
                else:
                    value = -(yield from deep(rest, after, depth - less, -alpha - 1, -alpha, ply + 1, then, 1 - side))
                    if value > alpha and less > 1:
                        value = -(yield from deep(rest, after, depth - 1, -alpha - 1, -alpha, ply + 1, then, 1 - side))
                    if alpha < value < beta:
                        value = -(yield from deep(rest, after, depth - 1, -beta, -alpha, ply + 1, then, 1 - side))
                if value > best:
                    best = value
                    best_added = added
                    if value > alpha:
                        alpha = value
                        if value >= beta:
                            if count:
                                refuted(added, depth, ply)
                            break
                if hint_only:
                    hint_only = False
                    children += (in_order(own, opponent, ply, hint) or [])[1:]
            path.pop(place, None)
            value = best + ply if best > WON else best - ply if best < -WON else best
            bound = LOWER if best >= beta else UPPER if best <= first_alpha else EXACT
            store[key] = pack(value, bound, 0 if near_limit else depth, number, best_added)
            return best

        def look_up(own: int, opponent: int) -> tuple[int, int | None]:
            key, number = mirrored(own, opponent) if symmetric and own & HANDS else (own << width | opponent, 0)
            entry = find(key) or find_old(key) or 0
            known = entry and entry >> SYMMETRY & 31 == number
            return (entry & 0x3FFFF) - HALF if entry else HALF, (entry >> ADDED) - OFFSET if known else None

        def count_nodes() -> int:
            return nodes

        self.deep = deep
        self.shallow = shallow
        self.look_up = look_up
        self.nodes = count_nodes
        self.path = path
