"""`python -m tools.tablebase COMMAND`: solve games and make table files of them.

docs/tablebase-solving.md describes it. Invariant: however it is stopped, the files in the folder are right, and
the same command continues from there.
"""

import argparse
import os
import resource
import sys
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from morris_core import Game
from morris_core.errors import MorrisError
from morris_core.tablebase.format import Read, read_version
from morris_core.tablebase.index import Pair, parse_pair
from morris_core.tablebase.predicted import VERSIONS as PREDICTED
from morris_core.tablebase.predicted import PredictedFile
from morris_core.tablebase.probe import SUFFIX, Tablebase, file_reader, load_folder
from morris_core.terminal.options import add_variant, variant_of
from tools.tablebase import counts, pack, schedule
from tools.tablebase.export import compare_files, export
from tools.tablebase.listing import LIST, list_files
from tools.tablebase.plan import Plan, by_placements, by_rows, memory, plan, positions
from tools.tablebase.predict.classes import SCHEMES, stored_classes
from tools.tablebase.predict.derived import check_derived, derivable
from tools.tablebase.predict.net import constant, load_net, save_net, train
from tools.tablebase.predict.pack import compare_predicted, pack_predicted
from tools.tablebase.predict.reached import mills_of
from tools.tablebase.store import StoreError, Table, load_plan, open_folder, write_whole

DONE, FAILED = 0, 1


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(prog="python -m tools.tablebase", description="Solve games; make table files.")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, run, text in (
        ("plan", run_plan, "List what would be solved, and how large it is."),
        ("solve", run_solve, "Solve a game or its endgames into a folder; continues what was begun there."),
    ):
        command = commands.add_parser(name, help=text, description=text)
        command.set_defaults(run=run)
        add_variant(command)
        command.add_argument("--men", type=int, metavar="N", help="only endgames of up to N men of both sides together")
        command.add_argument("--values-only", action="store_true", help="win, draw and loss without plies: less memory")
        if run is run_solve:
            command.add_argument("--folder", type=Path, required=True, help="where the solution is kept")
            command.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="pairs solved at a time")
            text = "threads that share one pair, for endgames without distances; default 1"
            command.add_argument("--threads", type=int, default=1, help=text)
            command.add_argument("--scheduler", metavar="ADDRESS", help="of a Dask cluster that shares the folder")
    text = "Derive every value in a folder again from the moves, and compare table files with the folder."
    command = commands.add_parser("verify", help=text, description=text)
    command.set_defaults(run=run_verify)
    command.add_argument("folder", type=Path)
    command.add_argument("files", type=Path, nargs="*", help=f"table files (*{SUFFIX}) made from it")
    command.add_argument("--every", type=int, default=1, metavar="N", help="check only every N-th row; default 1")
    text = "Compare the numbers of won, drawn and lost positions in a folder with published ones."
    command = commands.add_parser("counts", help=text, description=text)
    command.set_defaults(run=run_counts)
    command.add_argument("folder", type=Path)
    text = "count the positions that legal play leads to in each of the first N plies too; default: as far as known"
    command.add_argument("--plies", type=int, metavar="N", help=text)
    command.add_argument("--threads", type=int, default=1, help="for the plies; default 1")
    text = "Make a table file of a solved folder."
    command = commands.add_parser("pack", help=text, description=text)
    command.set_defaults(run=run_pack)
    command.add_argument("folder", type=Path)
    command.add_argument("file", type=Path, help=f"to write, *{SUFFIX}")
    command.add_argument("--men", type=int, metavar="N", help="only pairs of up to N men of both sides together")
    command.add_argument("--values-only", action="store_true", help="win, draw and loss without plies: a smaller file")
    add_predicted(commands)
    text = "Write the solution of nine men's morris as files of two bits a position (tools.solving.perfect)."
    command = commands.add_parser("export", help=text, description=text)
    command.set_defaults(run=run_export)
    command.add_argument("folder", type=Path)
    command.add_argument("to", type=Path, help="folder to write into")
    text = "write nothing; compare every value of the files that are there with the solution"
    command.add_argument("--compare", action="store_true", help=text)
    command.add_argument("--threads", type=int, default=1, help="default 1")
    text = "Check the table files in a folder and list them with their sizes and hashes, as Perfect play is offered."
    command = commands.add_parser("list", help=text, description=text)
    command.set_defaults(run=run_list)
    command.add_argument("folder", type=Path)
    text = "Print the value of a position from table files."
    command = commands.add_parser("probe", help=text, description=text)
    command.set_defaults(run=run_probe)
    add_variant(command)
    command.add_argument("where", type=Path, help=f"a folder of table files, or one (*{SUFFIX})")
    command.add_argument("fen", help="the position")
    return parser


def add_predicted(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the commands that make files of the predicted form."""
    text = "Train a network that predicts the values of endgames, of a folder solved without distances."
    command = commands.add_parser("train", help=text, description=text)
    command.set_defaults(run=run_train)
    command.add_argument("folder", type=Path)
    command.add_argument("net", type=Path, help="to write")
    command.add_argument("--pairs", nargs="+", required=True, metavar="PAIR", help="such as 6-5")
    text = "how many positions to train on; default 8 000 000; with 0 the network always gives the most frequent value"
    command.add_argument("--samples", type=int, default=8_000_000, metavar="N", help=text)
    text = "share of the positions that the file is to hold, the others follow from the moves; default half"
    command.add_argument("--scheme", choices=SCHEMES, default=SCHEMES[0], help=text)
    text = "Make a table file in the predicted form: a network, and where it is wrong."
    command = commands.add_parser("predict", help=text, description=text)
    command.set_defaults(run=run_predict)
    command.add_argument("folder", type=Path)
    command.add_argument("net", type=Path, help="made by train")
    command.add_argument("file", type=Path, help=f"to write, *{SUFFIX}")
    command.add_argument("--pairs", nargs="+", metavar="PAIR", help="only these of those it was trained on")
    command.add_argument("--threads", type=int, default=1, help="default 1")
    text = "Derive random positions that files of the predicted form leave out, and compare them with a solved folder."
    command = commands.add_parser("derive", help=text, description=text)
    command.set_defaults(run=run_derive)
    command.add_argument("folder", type=Path)
    text = f"table files (*{SUFFIX}), with all that captures lead to"
    command.add_argument("files", type=Path, nargs="+", help=text)
    command.add_argument("--pairs", nargs="+", metavar="PAIR", help="only of these; default: of all")
    text = "how many of each pair; default 10 000"
    command.add_argument("--number", type=int, default=10_000, metavar="N", help=text)
    command.add_argument("--seed", type=int, default=1, help="default 1")


def run_train(options: argparse.Namespace) -> int:
    """Train a network."""
    work = load_plan(options.folder)
    store = open_folder(options.folder, work)
    pairs = [parse_pair(name) for name in options.pairs]
    for pair in pairs:
        if pair not in work.pairs() or not (by_rows(work, pair) or by_placements(work, pair)):
            raise StoreError(f"The folder {options.folder} has no pair {pair.name()} solved without distances.")
    stored = {pair: stored_classes(work, store, pair, options.scheme) for pair in pairs}
    mills = {pair: mills_of(work, store.read(pair)) for pair in pairs if pair.hands}
    net = (
        train(work, store, stored, options.samples, print, mills) if options.samples else constant(work, store, stored)
    )
    save_net(options.net, net)
    return DONE


def run_predict(options: argparse.Namespace) -> int:
    """Write a table file of the predicted form."""
    work = load_plan(options.folder)
    store = open_folder(options.folder, work)
    net = load_net(options.net)
    pairs = [parse_pair(name) for name in options.pairs] if options.pairs else list(net.pairs)
    missing = [pair.name() for pair in pairs if pair not in net.pairs]
    if missing:
        raise StoreError(f"The network {options.net} was not trained on {', '.join(missing)}.")
    data = pack_predicted(work, store, net, pairs, options.threads, print)
    write_whole(options.file, data)
    print(f"{options.file}: {len(pairs)} pairs, {len(data):,} bytes")
    return DONE


def run_derive(options: argparse.Namespace) -> int:
    """Compare positions that files do not store with the solution."""
    work = load_plan(options.folder)
    store = open_folder(options.folder, work)
    files = [PredictedFile(str(path), file_reader(path)) for path in options.files]
    pairs = derivable(files)
    if options.number < 1:
        raise StoreError("--number is a number of positions from 1.")
    if options.pairs:
        wanted = [parse_pair(name) for name in options.pairs]
        absent = [pair.name() for pair in wanted if pair not in pairs]
        if absent:
            raise StoreError(f"The files leave no positions out of {', '.join(absent)}, or do not have it.")
        pairs = wanted
    total = failed = 0
    for pair, compared, wrong in check_derived(files, work, store, pairs, options.number, options.seed):
        total, failed = total + compared, failed + wrong
        print(f"{pair.name()}: {compared:,} derived and compared, {wrong} wrong", flush=True)
    print(f"{total:,} positions of {len(pairs)} pairs derived and compared, {failed} wrong")
    return FAILED if failed else DONE


def run_plan(options: argparse.Namespace) -> int:
    """Print the pairs, their sizes and the memory needed."""
    work = _plan_of(options)
    print(f"{'pair':16}{'positions':>16}{'megabytes':>12}")
    for pair in work.pairs():
        print(f"{pair.name():16}{positions(work, pair):16,}{memory(work, pair) / 1e6:12,.1f}")
    total = sum(positions(work, pair) for pair in work.pairs())
    most = max(memory(work, pair) for pair in work.pairs())
    print(f"{len(work.pairs())} pairs, about {total:,} positions, at most {most / 1e6:,.0f} MB for a pair being solved")
    return DONE


def run_solve(options: argparse.Namespace) -> int:
    """Solve; print progress on standard error and each pair's counts on standard output."""
    work = _plan_of(options)
    store = open_folder(options.folder, work)
    total = sum(positions(work, pair) for pair in work.pairs())
    done = sum(positions(work, pair) for pair in work.pairs() if store.has(pair))
    if done:
        print(f"continuing: {100 * done / total:.1f} % is solved already", file=sys.stderr)
    began = perf_counter()

    def report(pair: Pair, table: Table, seconds: float) -> None:
        nonlocal done
        done += positions(work, pair)
        print(f"{_summary(table)}   {seconds:.1f} s", flush=True)
        print(f"{100 * done / total:5.1f} % solved, {perf_counter() - began:.0f} s", file=sys.stderr, flush=True)

    with schedule.executor(options.processes, options.scheduler) as pool:
        schedule.solve_all(store, work, pool, options.threads, report)
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    processor = sum(usage.ru_utime + usage.ru_stime for usage in used)
    memory_used = max(usage.ru_maxrss for usage in used) / 1024
    print(
        f"solved, {perf_counter() - began:.1f} s, {processor:.1f} s of processor time, "
        f"at most {memory_used:,.0f} MB in a process"
    )
    return DONE


def run_verify(options: argparse.Namespace) -> int:
    """Check a folder against the rules, and files against the folder."""
    work = load_plan(options.folder)
    store = open_folder(options.folder, work)
    failed = False
    for pair, compared, wrong in schedule.check_all(store, work, options.every):
        print(f"{_summary(store.read(pair))}   {compared:,} compared, {wrong} wrong", flush=True)
        failed = failed or wrong > 0
    missing = sum(not store.has(pair) for pair in work.pairs())
    if missing:
        print(f"{missing} of {len(work.pairs())} pairs are not solved yet", file=sys.stderr)
    for path in options.files:
        read = file_reader(path)
        compare = compare_predicted if read_version(str(path), read) in PREDICTED else pack.compare
        compared, wrong = compare(str(path), read, work, store)
        print(f"{path}: {compared:,} compared, {wrong} wrong", flush=True)
        failed = failed or wrong > 0
    return FAILED if failed else DONE


def run_counts(options: argparse.Namespace) -> int:
    """Compare the counts in a folder with published ones for the same game."""
    work = load_plan(options.folder)
    store = open_folder(options.folder, work)
    plies = len(counts.known_layers(work)) if options.plies is None else options.plies
    wrong = _compare_counts("subspaces", counts.compare(work, store))
    if plies:
        wrong += _compare_counts("plies", counts.compare_layers(work, store, plies, options.threads))
    return FAILED if wrong else DONE


def _compare_counts(what: str, compared: Iterator[tuple[str, counts.Counts, counts.Counts | None]]) -> int:
    """Print counts beside those that are known; return how many are wrong."""
    number = wrong = 0
    for name, found, known in compared:
        say = "not known" if known is None else "equal" if found == known else f"WRONG, known are {known.text()}"
        print(f"{name:6} {found.text()}   {say}", flush=True)
        number += known is not None
        wrong += known is not None and found != known
    print(f"{number} {what} compared, {number - wrong} equal, {wrong} wrong")
    return wrong


def run_pack(options: argparse.Namespace) -> int:
    """Write a table file."""
    work = load_plan(options.folder)
    store = open_folder(options.folder, work)
    chosen = [pair for pair in work.pairs() if options.men is None or pair.men <= options.men]
    data = pack.pack(work, store, chosen, not options.values_only)
    write_whole(options.file, data)
    print(f"{options.file}: {len(chosen)} pairs, {len(data):,} bytes")
    return DONE


def run_export(options: argparse.Namespace) -> int:
    """Write files of the whole game, or compare those that are there."""
    work = load_plan(options.folder)
    store = open_folder(options.folder, work)
    if not options.compare:
        for name, size in export(work, store, options.to, options.threads):
            print(f"{name}: {size:,} bytes", flush=True)
        return DONE
    values = wrong = 0
    for compared in compare_files(work, store, options.to, options.threads):
        print(f"{compared.name}: {compared.values:,} compared, {compared.wrong} wrong", flush=True)
        values += compared.values
        wrong += compared.wrong
    print(f"{values:,} values compared, {wrong} wrong")
    return FAILED if wrong or not values else DONE


def run_list(options: argparse.Namespace) -> int:
    """Write the list of the files of Perfect play."""
    files = list_files(options.folder)
    for file in files:
        print(f"{file['name']}: {file['bytes']:,} bytes")
    total = sum(int(str(file["bytes"])) for file in files)
    print(f"{options.folder / LIST}: {len(files)} files, {total:,} bytes")
    return DONE


def run_probe(options: argparse.Namespace) -> int:
    """Print what table files know of a position."""
    tables = load_folder(options.where) if options.where.is_dir() else Tablebase([_named(options.where)])
    answer = tables.probe(variant_of(options), Game.from_fen(options.fen, variant_of(options)).position)
    if answer is None:
        print("no table holds this position")
        return FAILED
    print(answer.value if answer.distance is None else f"{answer.value} in {answer.distance} plies")
    return DONE


def _named(path: Path) -> tuple[str, Read]:
    return str(path), file_reader(path)


def _plan_of(options: argparse.Namespace) -> Plan:
    return plan(variant_of(options), options.men, not options.values_only)


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
