"""The workflows for GitHub run our commands with few rights, and every host builds with the same Node."""

import re
import tomllib
from pathlib import Path

import pytest

from tools.sources import ROOT

WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_actions_are_pinned_and_steps_are_our_commands(path: Path) -> None:
    text = path.read_text()
    uses = re.findall(r"uses: (.*)", text)
    assert uses
    assert [one for one in uses if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", one)] == []
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for command in re.findall(r"run: (.*)", text):
        name = re.match(r"make ([a-z-]+)", command)
        assert command.startswith("mkdir dist") or (name and name[1] in targets), command
    assert "\npermissions: {}\n" in text, "a job asks for what it needs"
    assert text.count("actions/checkout@") == text.count("persist-credentials: false")


def test_one_hash_stands_for_one_version() -> None:
    pins = {pin for path in WORKFLOWS for pin in re.findall(r"uses: (.*)", path.read_text())}
    assert len(pins) == len({pin.partition("@")[0] for pin in pins})


def test_all_hosts_build_with_the_same_node() -> None:
    netlify = tomllib.loads((ROOT / "netlify.toml").read_text())["build"]
    node = netlify["environment"]["NODE_VERSION"]
    for name in ("pages", "release"):
        text = (ROOT / f".github/workflows/{name}.yml").read_text()
        assert re.findall(r'node-version: "(.*)"', text) == [node]
    assert f"`NODE_VERSION` = `{node}`" in (ROOT / "docs/deploying.md").read_text()
    assert netlify["command"] == "make site WITHOUT=perfect"
