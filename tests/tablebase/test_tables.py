"""Table files: any damage is noticed, a missing position is a normal answer, and a probe needs little memory."""

import struct
import zlib
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import pytest

from morris_core import BLACK, WHITE, Position, RulesError, find_variant, start_position
from morris_core.engine.opening.book import OpeningBook
from morris_core.tablebase.format import MAX_HEADER, Part, pack_part, unpack_part
from morris_core.tablebase.index import KEPT_OPTIONS, OF_THE_GAME, Pair, Side, TableError, parse_pair, stored_rules
from morris_core.tablebase.probe import Answer, Tablebase, TableFile, load_folder, reader
from morris_core.variants import OPTIONS
from tools.site.data_files import TABLES

THREE = find_variant("three")
NINE = find_variant("nine")
THREE_FILE, ENDGAMES, PREDICTED = (
    (TABLES / name).read_bytes() for name in ("three.mtb", "nine-endgames.mtb", "nine-predicted.mtb")
)


def positions(points: int, white: int, black: int) -> Iterator[Position]:
    """Yield positions with these numbers of men, none in hand."""
    board = (THREE if points == 9 else NINE).board
    for first in range(1 << points):
        if first.bit_count() == white:
            for second in range(1 << points):
                if second.bit_count() == black and not first & second:
                    yield Position(first, second, 0, 0, WHITE, None, None, board)


def read_everything(data: bytes) -> TableFile:
    """Read every part of a table file."""
    file = TableFile("three.mtb", reader(data))
    file.check()
    return file


def test_one_changed_bit_anywhere_is_noticed_and_the_message_names_the_file() -> None:
    data = THREE_FILE
    read_everything(data)
    for index in range(len(data)):
        damaged = bytearray(data)
        damaged[index] ^= 1 << index % 8
        with pytest.raises(TableError, match=r"three\.mtb"):
            read_everything(bytes(damaged))


@pytest.mark.parametrize(
    "opens", [lambda data: Tablebase([("a.file", data)]), lambda data: OpeningBook("a.file", data)]
)
@pytest.mark.parametrize("header", [b"", b"[" * 99_999, b" " * (MAX_HEADER + 1)], ids=["no", "deep", "huge"])
def test_damaged_headers_are_refused(header: bytes, opens: Callable[[bytes], object]) -> None:
    packed = zlib.compress(header) if header else b""
    for magic in (b"MorrisTB", b"MorrisOB"):
        with pytest.raises(TableError, match=r"a\.file is (damaged in its header|not a)"):
            opens(struct.pack("<8sIII", magic, 1, len(packed), zlib.crc32(packed)) + packed)


def test_a_part_is_unpacked_no_further_than_its_size() -> None:
    data = pack_part(bytes(1 << 20))
    for size in (1, (1 << 20) - 1, (1 << 20) + 1):
        with pytest.raises(TableError, match="damaged in keys"):
            unpack_part("a.file", "keys", Part(0, len(data), zlib.crc32(data), size), reader(data))
    assert unpack_part("a.file", "keys", Part(0, len(data), zlib.crc32(data), 1 << 20), reader(data)) == bytes(1 << 20)


def test_zeroed_stretches_are_noticed_although_the_checksum_of_nothing_is_zero() -> None:
    data = THREE_FILE
    for start in range(0, len(data) - 8, 4):
        with pytest.raises(TableError, match=r"three\.mtb"):
            read_everything(data[:start] + bytes(8) + data[start + 8 :])


@pytest.mark.parametrize("length", [0, 10, 30, 400, -1])
def test_a_file_cut_short_is_noticed(length: int) -> None:
    with pytest.raises(TableError, match=r"three\.mtb"):
        read_everything(THREE_FILE[:length])


def test_a_damaged_block_is_named_when_a_position_in_it_is_looked_up_and_the_others_still_answer() -> None:
    data = bytearray(THREE_FILE)
    part = read_everything(bytes(data)).header.sections[parse_pair("3-3")].blocks[0]
    data[part.offset + part.length // 2] ^= 16
    table = Tablebase([("three.mtb", bytes(data))])
    assert table.probe(THREE, start_position(THREE)) == Answer("draw", None)
    with pytest.raises(TableError, match=r"three\.mtb is damaged in block 0 of 3-3"):
        table.probe(THREE, next(positions(9, 3, 3)))


def test_a_position_in_no_table_has_no_answer() -> None:
    table = Tablebase([("nine-endgames.mtb", ENDGAMES)])
    three_each = Position(0b111, 0b111000, 0, 0, BLACK, None, None, NINE.board)
    five_each = Position(0b11111, 0b11111 << 6, 0, 0, WHITE, None, None, NINE.board)
    assert table.probe(NINE, three_each) is not None
    assert table.probe(NINE, five_each) is None
    assert table.probe(NINE, start_position(NINE)) is None
    assert table.probe(find_variant("nine-merelles"), three_each) is None
    assert table.probe(find_variant("morabaraba"), three_each) is None
    assert table.probe(NINE.with_rules(mill_hold=True), three_each) is None
    assert Tablebase().probe(NINE, three_each) is None


def test_endgames_serve_every_game_with_the_same_endgames() -> None:
    table = Tablebase([("nine-endgames.mtb", ENDGAMES)])
    position = Position(0b111, 0b111000, 0, 0, BLACK, None, None, NINE.board)
    assert table.probe(find_variant("lasker"), position) == table.probe(NINE, position)
    assert table.probe(NINE.with_rules(men=7, repetition=0, quiet_limit=50), position) == table.probe(NINE, position)


def test_a_game_that_is_over_is_answered_without_a_table() -> None:
    two_men = Position(0b11, 0b111000, 0, 0, WHITE, None, None, NINE.board)
    assert Tablebase().probe(NINE, two_men) == Answer("loss", 0)


def test_a_table_with_distances_is_preferred() -> None:
    position = Position(0b111, 0b111000, 0, 0, BLACK, None, None, NINE.board)
    table = Tablebase([("values.mtb", PREDICTED), ("distances.mtb", ENDGAMES)])
    assert Tablebase([("values.mtb", PREDICTED)]).probe(NINE, position) == Answer("win", None)
    assert table.probe(NINE, position) == Answer("win", 3)


def test_mirror_images_and_exchanged_colours_have_the_same_answer() -> None:
    table = Tablebase([("nine-endgames.mtb", ENDGAMES)])
    symmetries = NINE.board.symmetries()
    assert len(symmetries) == 16

    for position in islice(positions(12, 3, 3), 0, 20000, 700):
        answers = set()
        for symmetry in symmetries:
            image = position.transform(symmetry)
            answers.add(table.probe(NINE, image))
            answers.add(table.probe(NINE, Position(image.black, image.white, 0, 0, BLACK, None, None, NINE.board)))
        assert len(answers) == 1


def test_a_small_cache_gives_the_same_answers_and_stays_small() -> None:
    large, small = (Tablebase([("nine-endgames.mtb", ENDGAMES)], cache=size) for size in (1_000_000, 70_000))
    for position in islice(positions(12, 3, 3), 0, 20000, 500):
        assert small.probe(NINE, position) == large.probe(NINE, position)
        assert small.blocks.size <= 70_000
    assert large.blocks.size > 70_000


def test_a_folder_without_tables_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="There are no table files"):
        load_folder(tmp_path)


@pytest.mark.parametrize("name", ["3", "3-x", "3-4", "3-3-3", "-", "3+-2"])
def test_a_name_that_is_not_a_pair_is_refused(name: str) -> None:
    with pytest.raises(TableError):
        parse_pair(name)


@pytest.mark.parametrize("pair", [Pair(Side(4, 0), Side(3, 0)), Pair(Side(4, 2), Side(4, 1))])
def test_a_pair_is_read_from_its_name(pair: Pair) -> None:
    assert parse_pair(pair.name()) == pair


def test_rules_that_tables_do_not_know_are_refused() -> None:
    table = {*KEPT_OPTIONS, *OF_THE_GAME}
    assert {"mill_hold", "no_return"} & table == set()
    for option in OPTIONS:
        for value in option.values or ():
            variant = find_variant("eleven").with_options({option.name: value})
            if option.name in table or value == option.default:
                assert stored_rules(variant)
            else:
                with pytest.raises(RulesError, match=f"no tables for games with {option.name}"):
                    stored_rules(variant)
