"""`python -m lab.tablebase COMMAND`: solve games and make table files of them. See docs/tablebase-solving.md.

Invariant: a command can be interrupted at any time. The files in the folder are right, and the same command continues.
"""

import argparse
import os
import resource
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

from lab.tablebase import atlas, counts, pack, schedule
from lab.tablebase.listing import LIST, list_files
from lab.tablebase.plan import Plan, make_plan
from lab.tablebase.predict.classes import HALF, SCHEMES, mills_of, stored_classes
from lab.tablebase.predict.net import constant, load_net, save_net, train
from lab.tablebase.predict.pack import compare_predicted, pack_predicted
from lab.tablebase.solve import check
from lab.tablebase.store import StoreError, Table, open_store, write_whole
from morris_core import Game
from morris_core.errors import MorrisError
from morris_core.tablebase.format import read_version
from morris_core.tablebase.index import Pair, parse_pair
from morris_core.tablebase.predicted import VERSIONS as PREDICTED
from morris_core.tablebase.probe import SUFFIX, Tablebase, file_reader, load_folder
from morris_core.terminal.options import add_command, add_variant, variant_of
from tools.site.facts import ATLAS
from tools.site.facts.mixes import read_atlas

DONE, FAILED = 0, 1


Add = Callable[[argparse.ArgumentParser], object]


def add_path(name: str, text: str, **more: Any) -> Add:
    """Return a function that adds a path to a command."""
    return lambda parser: parser.add_argument(name, type=Path, help=text, **more)


def add_number(name: str, default: int | None, text: str) -> Add:
    """Return a function that adds a numeric option to a command."""
    text = text if default is None else f"{text}; default {default}"
    return lambda parser: parser.add_argument(name, type=int, metavar="N", default=default, help=text)


def add_option(name: str, text: str, **more: Any) -> Add:
    """Return a function that adds any other option to a command."""
    return lambda parser: parser.add_argument(name, help=text, **more)


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line. Each command's description is the docstring of its function."""
    folder, files = add_path("folder", "a folder with a solution"), f"table files (*{SUFFIX})"
    file, net = add_path("file", f"to write, *{SUFFIX}"), add_path("net", "the file of the network")
    men = add_number("--men", None, "only endgames of up to N men of both sides together")
    values_only = add_option("--values-only", "win, draw and loss without plies: less space", action="store_true")
    pairs = add_option("--pairs", "only these pairs, such as 6-5; default: all", metavar="PAIR", nargs="+")
    threads = add_number("--threads", 1, "threads that work together")
    table: list[tuple[Callable[[argparse.Namespace], int], list[Add]]] = [
        (run_plan, [add_variant, men, values_only]),
        (
            run_solve,
            [
                *(add_variant, men, values_only, threads),
                add_path("--folder", "the folder for the solution", required=True),
                add_number("--processes", os.cpu_count() or 1, "pairs to solve at a time"),
                add_option("--scheduler", "address of a Dask cluster that shares the folder", metavar="ADDRESS"),
            ],
        ),
        (
            run_atlas,
            [
                add_path("--folder", "the folder for solutions", required=True),
                add_path("--file", f"the file of values; default {ATLAS.name}", default=ATLAS),
                add_number("--most", None, "only games with at most N positions"),
                *(add_number("--processes", 1, "pairs to solve at a time"), threads),
                add_option("--scheduler", "address of a Dask cluster that shares the folder", metavar="ADDRESS"),
            ],
        ),
        (
            run_verify,
            [folder, add_path("files", f"{files} made from it", nargs="*"), add_number("--every", 1, "every N-th row")],
        ),
        (
            run_counts,
            [folder, add_number("--plies", None, "plies to count; default: all with published counts"), threads],
        ),
        (run_pack, [folder, file, men, values_only]),
        (
            run_train,
            [
                *(folder, net),
                add_option("--pairs", "such as 6-5", metavar="PAIR", nargs="+", required=True),
                add_number("--samples", 8_000_000, "positions to train on; 0 for the most frequent value alone"),
                add_option("--scheme", "share of the positions to store; default half", choices=SCHEMES, default=HALF),
            ],
        ),
        (run_predict, [folder, net, file, pairs, threads]),
        (run_list, [folder]),
        (
            run_probe,
            [add_variant, add_path("where", f"a folder of {files}, or one of them"), add_option("fen", "the position")],
        ),
    ]
    parser = argparse.ArgumentParser(prog="python -m lab.tablebase", description="Solve games; make table files.")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for run, additions in table:
        command = add_command(commands, run.__name__.removeprefix("run_"), str(run.__doc__), run)
        for add in additions:
            add(command)
    return parser


def run_plan(options: argparse.Namespace) -> int:
    """List the pairs to solve, their sizes and the memory needed."""
    plan = _plan_of(options)
    print(f"{'pair':16}{'positions':>16}{'megabytes':>12}")
    for pair in plan.pairs():
        print(f"{pair.name():16}{plan.positions(pair):16,}{plan.memory(pair) / 1e6:12,.1f}")
    total = sum(plan.positions(pair) for pair in plan.pairs())
    most = max(plan.memory(pair) for pair in plan.pairs())
    print(f"{len(plan.pairs())} pairs, about {total:,} positions, at most {most / 1e6:,.0f} MB for a pair being solved")
    return DONE


def run_solve(options: argparse.Namespace) -> int:
    """Solve a game or its endgames into a folder, or continue there."""
    plan = _plan_of(options)
    store = open_store(options.folder, plan)
    total = sum(plan.positions(pair) for pair in plan.pairs())
    done = sum(plan.positions(pair) for pair in plan.pairs() if store.has(pair))
    if done:
        print(f"continuing: {100 * done / total:.1f} % is solved already", file=sys.stderr)
    began = perf_counter()

    def report(table: Table, seconds: float) -> None:
        nonlocal done
        done += plan.positions(table.pair)
        print(f"{_summary(table)}   {seconds:.1f} s", flush=True)
        print(f"{100 * done / total:5.1f} % solved, {perf_counter() - began:.0f} s", file=sys.stderr, flush=True)

    with schedule.executor(options.processes, options.scheduler) as pool:
        schedule.solve_all(store, pool, options.threads, report)
    usages = [resource.getrusage(whose) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    processor = sum(usage.ru_utime + usage.ru_stime for usage in usages)
    memory = max(usage.ru_maxrss for usage in usages) / 1024
    print(
        f"solved, {perf_counter() - began:.1f} s, {processor:.1f} s of processor time, "
        f"at most {memory:,.0f} MB in a process"
    )
    return DONE


def run_atlas(options: argparse.Namespace) -> int:
    """Solve every mix of board, men and house rules, or continue, and write the values into one file."""
    with schedule.executor(options.processes, options.scheduler) as pool:
        for link, entry in atlas.solve_games(options.file, options.folder, options.most, pool, options.threads):
            print(f"{link}   {entry['value']}   {entry['positions']:,} positions, {entry['seconds']} s", flush=True)
    print(f"{options.file}: {len(read_atlas(options.file))} games")
    return DONE


def run_verify(options: argparse.Namespace) -> int:
    """Derive every value in a folder again from the moves, and compare table files with the folder."""
    store = open_store(options.folder)
    failed, total = False, 0
    solved = [pair for pair in store.plan.pairs() if store.has(pair)]
    for pair in solved:
        compared, wrong = check(store, pair, options.every)
        print(f"{_summary(store.read(pair))}   {compared:,} compared, {wrong} wrong", flush=True)
        failed, total = failed or wrong > 0, total + compared
    print(f"{total:,} positions of {len(solved)} pairs compared")
    missing = len(store.plan.pairs()) - len(solved)
    if missing:
        print(f"{missing} of {len(store.plan.pairs())} pairs are not solved yet", file=sys.stderr)
    for path in options.files:
        read = file_reader(path)
        compare = compare_predicted if read_version(str(path), read) in PREDICTED else pack.compare
        compared, wrong = compare(store, str(path), read)
        print(f"{path}: {compared:,} compared, {wrong} wrong", flush=True)
        failed = failed or wrong > 0
    return FAILED if failed else DONE


def run_counts(options: argparse.Namespace) -> int:
    """Compare the numbers of won, drawn and lost positions in a folder with published ones."""
    store = open_store(options.folder)
    plies = len(counts.published_layers(store.plan)) if options.plies is None else options.plies
    wrong = _compare_counts("subspaces", counts.compare(store))
    if plies:
        wrong += _compare_counts("plies", counts.compare_layers(store, plies, options.threads))
    return FAILED if wrong else DONE


def _compare_counts(what: str, compared: counts.Compared) -> int:
    """Print counts beside the published ones. Return how many are wrong."""
    number = wrong = 0
    for name, found, published in compared:
        verdict = (
            "not known"
            if published is None
            else "equal"
            if found == published
            else f"WRONG, known are {published.text()}"
        )
        print(f"{name:6} {found.text()}   {verdict}", flush=True)
        number += published is not None
        wrong += published is not None and found != published
    print(f"{number} {what} compared, {number - wrong} equal, {wrong} wrong")
    return wrong


def run_pack(options: argparse.Namespace) -> int:
    """Make a table file from a solution."""
    store = open_store(options.folder)
    pairs = [pair for pair in store.plan.pairs() if options.men is None or pair.men <= options.men]
    _write_file(options.file, pairs, pack.pack(store, pairs, not options.values_only))
    return DONE


def run_train(options: argparse.Namespace) -> int:
    """Train a network to predict the values of pairs that are solved without distances."""
    store = open_store(options.folder)
    plan, pairs = store.plan, [parse_pair(name) for name in options.pairs]
    for pair in pairs:
        if pair not in plan.pairs() or not (plan.by_rows(pair) or plan.by_placements(pair)):
            raise StoreError(f"The folder {options.folder} has no pair {pair.name()} solved without distances.")
    stored = {pair: stored_classes(store, pair, options.scheme) for pair in pairs}
    mills = {pair: mills_of(plan, store.read(pair)) for pair in pairs if pair.hands}
    net = train(store, stored, options.samples, print, mills) if options.samples else constant(store, stored)
    save_net(options.net, net)
    return DONE


def run_predict(options: argparse.Namespace) -> int:
    """Make a table file in the predicted form: a network, and where it is wrong."""
    store, net = open_store(options.folder), load_net(options.net)
    pairs = _choose(options.pairs, list(net.pairs), f"The network {options.net} was not trained on {{}}.")
    _write_file(options.file, pairs, pack_predicted(store, net, pairs, options.threads, print))
    return DONE


def run_list(options: argparse.Namespace) -> int:
    """Check the files of Perfect play in a folder and list them with sizes and hashes."""
    files = list_files(options.folder)
    for file in files:
        print(f"{file['name']}: {file['bytes']:,} bytes")
    total = sum(int(str(file["bytes"])) for file in files)
    print(f"{options.folder / LIST}: {len(files)} files, {total:,} bytes")
    return DONE


def run_probe(options: argparse.Namespace) -> int:
    """Print the value of a position from table files."""
    where, variant = options.where, variant_of(options)
    tables = load_folder(where) if where.is_dir() else Tablebase([(str(where), file_reader(where))])
    answer = tables.probe(variant, Game.from_fen(options.fen, variant).position)
    if answer is None:
        print("no table holds this position")
        return FAILED
    print(answer.value if answer.distance is None else f"{answer.value} in {answer.distance} plies")
    return DONE


def _plan_of(options: argparse.Namespace) -> Plan:
    return make_plan(variant_of(options), options.men, not options.values_only)


def _choose(names: list[str] | None, pairs: list[Pair], refusal: str) -> list[Pair]:
    """Return the pairs of these names, or all. Raises StoreError with the text `refusal` if some are not in `pairs`."""
    chosen = pairs if names is None else [parse_pair(name) for name in names]
    missing = [pair.name() for pair in chosen if pair not in pairs]
    if missing:
        raise StoreError(refusal.format(", ".join(missing)))
    return chosen


def _write_file(path: Path, pairs: list[Pair], data: bytes) -> None:
    write_whole(path, [data])
    print(f"{path}: {len(pairs)} pairs, {len(data):,} bytes")


def _summary(table: Table) -> str:
    parts = []
    for (draws, wins, losses), (longest_win, longest_loss) in zip(table.counts, table.longest, strict=True):
        parts.append(f"won {wins:,} drawn {draws:,} lost {losses:,}")
        if longest_win or longest_loss:
            parts[-1] += f" (longest win {longest_win} plies, loss {longest_loss})"
    return f"{table.pair.name():10} " + "; ".join(parts)


def main() -> int:
    """Run one command and return its exit code."""
    options = make_parser().parse_args()
    try:
        code: int = options.run(options)
    except MorrisError as error:
        print(f"tablebase: {error}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        print("stopped; the same command continues from here", file=sys.stderr)
        return 130
    return code


if __name__ == "__main__":
    sys.exit(main())
