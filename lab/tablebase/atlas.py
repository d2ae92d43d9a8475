"""The atlas: the value of the empty board for every mix of board, men and house rules, in one file.

Invariant: the file holds only what was solved. It is written after each game, so an interrupted run goes on with the
next one. The values of an entry do not depend on the run, only its seconds do.

mill_hold and no_return have no place here: with them, the legal moves depend on the last moves, so a position has no
value without them, and the tables of positions would be larger by the square of the last moves.
"""

import json
import shutil
from collections.abc import Iterator
from concurrent.futures import Executor
from itertools import product
from pathlib import Path
from time import perf_counter, process_time

from lab.tablebase.plan import Plan, make_plan
from lab.tablebase.schedule import solve_all
from lab.tablebase.solve import code_at
from lab.tablebase.store import Store, link_tables, open_store, write_whole
from morris_core import BOARDS, RulesError, __version__, solve, start_position
from morris_core.family import VARIANTS
from morris_core.rules import apply, legal_moves
from morris_core.tablebase.index import KEPT_OPTIONS, Side, pair_of, stored_rules
from morris_core.tablebase.solver import MOST, size
from morris_core.variants import OPTION, Variant
from tools.site.facts.mixes import MEN, WHOLE, Entry, identity, link_of, normal, read_atlas

SIGNS = "=BW"
"""The value after White's placement, by its code for Black, who is to move: a draw, Black wins, White wins."""
SIGN = {"draw": "=", "win": "B", "loss": "W"}
"""The same by its value for Black."""
SLOW = 6
"""How much longer a position takes if its pair is solved level by level."""


def games() -> list[Variant]:
    """Return every game of the atlas once, the cheapest first.

    Mixes that are the same game as one of the variant table are listed as that one.
    """
    found: dict[tuple[object, ...], Variant] = {}
    for variant in (*filter(_is_for_tables, VARIANTS.values()), *_mixes()):
        found.setdefault(identity(variant), variant)
    return sorted(found.values(), key=lambda variant: (cost(make_plan(variant, None, False)), link_of(variant)))


def small_games() -> list[Variant]:
    """Return the games of the variant table that tables cannot hold from the start, but `solve` takes."""
    rest = [variant for variant in VARIANTS.values() if not _is_for_tables(variant) and not variant.rules.remembers]
    return [variant for variant in rest if size(variant) <= MOST]


def _is_for_tables(variant: Variant) -> bool:
    """Return whether tables can hold a game from its start; morris_core.solve takes small ones of the others."""
    try:
        stored_rules(variant)
    except RulesError:
        return False
    return not variant.rules.set_up


def _mixes() -> Iterator[Variant]:
    options = {name: OPTION[name].values or () for name in KEPT_OPTIONS}
    for board in BOARDS.values():
        points = len(board.points)
        usual = next((variant for variant in VARIANTS.values() if variant.board is board), None)
        if usual is None or board.name not in WHOLE:
            continue
        for men in MEN:
            for values in product(*options.values()) if 2 * men <= points else ():
                yield normal(usual.with_options({"men": men, **dict(zip(options, values, strict=True))}))


def cost(plan: Plan) -> int:
    """Return a measure of the time that a game takes: its positions, those that take longer counted more often."""
    return sum(
        plan.positions(pair) * (1 if plan.by_rows(pair) or plan.by_placements(pair) else SLOW) for pair in plan.pairs()
    )


def write_atlas(path: Path, entries: dict[str, Entry]) -> None:
    """Write the file, a game a line."""
    head = {"command": "python -m lab.tablebase atlas --folder FOLDER", "signs": "= draw, W White wins, B Black wins"}
    lines = [f"{json.dumps(link)}: {json.dumps(entry)}" for link, entry in sorted(entries.items())]
    text = json.dumps(head)[:-1] + ', "games": {\n' + ",\n".join(lines) + "\n}}\n"
    write_whole(path, [text.encode()])


def solve_games(
    path: Path, folder: Path, most: int | None, pool: Executor | None, threads: int
) -> Iterator[tuple[str, Entry]]:
    """Solve the games that the file lacks, the cheapest first, and write it after each. Yield (link, entry).

    Args:
        path: The file.
        folder: For the solutions. Those of small boards are removed again; those of large ones share their tables.
        most: Leave out games with more positions, unless it is None.
        pool, threads: See schedule.solve_all.
    """
    folder.mkdir(parents=True, exist_ok=True)
    entries = read_atlas(path)
    for variant in games():
        link, plan = link_of(variant), make_plan(variant, None, False)
        positions = sum(map(plan.positions, plan.pairs()))
        if link in entries or (most is not None and positions > most):
            continue
        began, busy = perf_counter(), process_time()
        place = folder / link.replace("&", "_").replace(":", "-")
        store = open_store(place, plan)
        link_tables(store)
        solve_all(store, pool, threads, lambda table, seconds: None)
        spent = {"seconds": round(perf_counter() - began, 1), "processor": round(process_time() - busy, 1)}
        entries[link] = {**values_of(store, variant.rules.men), "positions": positions, **spent, "version": __version__}
        if variant.board.name in WHOLE:
            shutil.rmtree(place)
        write_atlas(path, entries)
        yield link, entries[link]
    for variant in small_games():
        link = link_of(variant)
        if link not in entries and (most is None or size(variant) <= most):
            began, busy = perf_counter(), process_time()
            entry = by_rules(variant)
            spent = {"seconds": round(perf_counter() - began, 1), "processor": round(process_time() - busy, 1)}
            entries[link] = {**entry, **spent, "version": __version__}
            write_atlas(path, entries)
            yield link, entries[link]


def by_rules(variant: Variant) -> Entry:
    """Return the value of a small game's start, and that of each first placement in the order of points."""
    solution, start = solve(variant), start_position(variant)
    value = {"draw": "draw", "win": "White", "loss": "Black"}[solution[start].value]
    placed = {} if variant.rules.set_up else {move.to: move for move in legal_moves(variant, start)}
    first = [solution[apply(variant, start, placed[point])].value for point in sorted(placed)]
    return {"value": value, "first": "".join([SIGN[one] for one in first]), "positions": len(solution)}


def values_of(store: Store, men: int) -> Entry:
    """Return the value of the empty board of a solution, and that of each first placement in the order of points."""
    plan, start, after = store.plan, pair_of(Side(0, men), Side(0, men)), pair_of(Side(0, men), Side(1, men - 1))
    value = ("draw", "White", "Black")[code_at(store, *start, 0, 0)]
    first = [SIGNS[code_at(store, *after, 0, 1 << point)] for point in range(len(plan.board.points))]
    return {"value": value, "first": "".join(first)}
