"""Packing loses nothing, and makes the shipped file of three men's morris again."""

from lab.tablebase.pack import compare, pack
from lab.tests.support import packed, solved
from morris_core import find_variant
from morris_core.tablebase.probe import reader
from morris_core.variants import with_house_rules
from tools.site.data_files import TABLES
from tools.sources import ROOT

THREE, NINE = find_variant("three"), find_variant("nine")


def test_packing_gives_back_every_code_and_the_same_bytes_again() -> None:
    for variant, men, distances in ((THREE, None, True), (NINE, 6, False)):
        store = solved(variant, men, distances)
        data = packed(variant, men, distances)
        assert pack(store, store.plan.pairs()) == data
        compared, wrong = compare(store, "test.mtb", reader(data))
        assert compared > 500
        assert not wrong


def test_files_of_three_mens_morris_are_made_again() -> None:
    assert packed(THREE, None) == (TABLES / "three.mtb").read_bytes()
    passes = with_house_rules(THREE, "stuck:passes")
    assert packed(passes, None) == (ROOT / "tests/data/three-stuck-passes.mtb").read_bytes()
