"""Search for bytes with which a reader fails: `python -m tools.measure.fuzz [TARGET ...] --seconds N`, or `make fuzz`.

Atheris changes inputs and keeps those that reach new code (tests/fuzz_targets.py has the targets). It starts with the
inputs of tests/data/corpus and those of earlier runs in build/fuzz. An input with which a reader fails is written to
build/fuzz; `--keep` adds the small ones that reach more code to tests/data/corpus, which `make test` replays.
"""

import argparse
import hashlib
import json
import re
import subprocess
import sys

from tools.measure import reliability
from tools.sources import ROOT

CORPUS = ROOT / "tests/data/corpus"
FOUND = ROOT / "build/fuzz"
MOST = 20_000  # bytes of a target's corpus
# One process for each target, because Atheris never returns.
_CHILD = """
import sys
import atheris
sys.path[:0] = ["web", "."]
with atheris.instrument_imports(include=["morris_core", "app"]):
    from tests.fuzz_targets import TARGETS
target = TARGETS[sys.argv.pop(1)]
atheris.Setup(sys.argv, lambda data: target(data))
atheris.Fuzz()
"""


def corpus(target: str) -> list[bytes]:
    return [text.encode("latin-1") for text in json.loads((CORPUS / f"{target}.json").read_text(encoding="utf-8"))]


def atheris(target: str, *arguments: object) -> str:
    """Run Atheris on a target, and return what it prints."""
    command = [sys.executable, "-c", _CHILD, target, *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, errors="replace").stderr


def fuzz(target: str, seconds: int) -> tuple[int, int]:
    """Fuzz a target, printing each failure. Return the numbers of inputs and of failures."""
    folder = FOUND / target
    (folder / "inputs").mkdir(parents=True, exist_ok=True)
    for data in corpus(target):
        (folder / "inputs" / hashlib.sha1(data).hexdigest()).write_bytes(data)
    options = (
        f"-max_total_time={seconds}",
        "-timeout=20",
        "-rss_limit_mb=3000",
        "-max_len=6000",
        "-print_final_stats=1",
    )
    printed = atheris(target, *options, f"-artifact_prefix={folder}/", folder / "inputs")
    failures = re.findall(r"Test unit written to (.*)", printed)
    if failures or "stat::number_of_executed_units" not in printed:
        print(printed[-3000:])
    runs = re.search(r"number_of_executed_units: *(\d+)", printed)
    return int(runs[1]) if runs else 0, len(failures)


def keep(target: str) -> None:
    """Make the corpus of a target of the smallest inputs that reach the same code, up to MOST bytes."""
    least = FOUND / target / "least"
    subprocess.run(["rm", "-rf", least], check=True)
    least.mkdir()
    atheris(target, "-merge=1", least, FOUND / target / "inputs")
    found: list[bytes] = []
    for data in sorted((path.read_bytes() for path in least.iterdir()), key=lambda data: (len(data), data)):
        if sum(map(len, found)) + len(data) <= MOST:
            found.append(data)
    texts = sorted({data.decode("latin-1") for data in (*found, *corpus(target))})
    (CORPUS / f"{target}.json").write_text(json.dumps(texts, indent=0, ensure_ascii=False) + "\n", encoding="utf-8")


def main() -> None:
    """Fuzz the targets one after the other, and write what was done into build/reliability/fuzz.json."""
    targets = sorted(path.stem for path in CORPUS.glob("*.json"))
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("targets", nargs="*", metavar="TARGET", default=targets, help=f"of {', '.join(targets)}")
    parser.add_argument("--seconds", type=int, default=60, help="for each target (default: 60)")
    parser.add_argument("--keep", action="store_true", help="add to tests/data/corpus what reaches more code")
    options = parser.parse_args()
    rows = []
    for target in options.targets:
        rows.append([target, *fuzz(target, options.seconds)])
        print("{}: {} inputs, {} failures".format(*rows[-1]), flush=True)
        if options.keep:
            keep(target)
    command = f"python -m tools.measure.fuzz --seconds {options.seconds}"
    reliability.write("fuzz", "Inputs fuzzed", command, ("reader", "inputs", "failures"), rows)
    sys.exit(any(failures for _target, _inputs, failures in rows))


if __name__ == "__main__":
    main()
