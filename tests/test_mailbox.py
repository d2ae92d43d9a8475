"""The mailbox: slots are written once, in order, by their own side, and nothing but what is sealed is kept."""

import http.client
import json
import secrets
import sqlite3
import threading
import time
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from meet.mailbox import (
    FIRST_BYTES,
    MOST_ASKED,
    MOST_SLOTS,
    OTHER_BYTES,
    Limits,
    Mailbox,
    RefusedError,
    Slot,
    answer,
    decode,
    encode,
)
from tools.serve import address, make_server, running

ID = encode(bytes(range(16)))
WHITE, BLACK = b"w" * 32, b"b" * 32
SECRET = {WHITE: encode(WHITE), BLACK: encode(BLACK)}


class Clock:
    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def mailbox(clock: Clock) -> Mailbox:
    return Mailbox(":memory:", clock=clock)


def refusal(mailbox: Mailbox, *arguments: object) -> HTTPStatus:
    with pytest.raises(RefusedError) as caught:
        mailbox.write(*arguments)  # type: ignore[arg-type]
    return caught.value.status


def test_both_sides_read_what_was_written_and_how_long_ago(mailbox: Mailbox, clock: Clock) -> None:
    mailbox.write(ID, 0, 0, b"hello", WHITE)
    clock.now += 2
    mailbox.write(ID, 1, 0, b"hi", BLACK)
    mailbox.write(ID, 0, 1, b"d6", WHITE)
    clock.now += 1.5
    assert mailbox.read(ID, 0) == [(0, 3.5, b"hello"), (1, 1.5, b"d6")]
    assert mailbox.read(ID, 0, 1) == [(1, 1.5, b"d6")]
    assert mailbox.read(ID, 1) == [(0, 1.5, b"hi")]
    assert mailbox.read(ID, 1, 1) == mailbox.read(encode(b"?" * 16), 0) == []


def test_a_slot_is_written_once_and_in_order(mailbox: Mailbox) -> None:
    mailbox.write(ID, 0, 0, b"one", WHITE)
    assert refusal(mailbox, ID, 0, 0, b"two", WHITE) == HTTPStatus.CONFLICT
    assert refusal(mailbox, ID, 0, 2, b"two", WHITE) == HTTPStatus.UNPROCESSABLE_ENTITY
    assert [slot.data for slot in mailbox.read(ID, 0)] == [b"one"]


def test_a_side_is_written_with_its_own_secret_only(mailbox: Mailbox) -> None:
    mailbox.write(ID, 0, 0, b"one", WHITE)
    assert refusal(mailbox, ID, 0, 1, b"I resign", BLACK) == HTTPStatus.FORBIDDEN
    mailbox.write(ID, 1, 0, b"one", BLACK)
    assert refusal(mailbox, ID, 1, 1, b"I resign", WHITE) == HTTPStatus.FORBIDDEN
    assert len(mailbox.read(ID, 0)) == len(mailbox.read(ID, 1)) == 1


def test_only_the_inviting_side_opens_an_id(mailbox: Mailbox) -> None:
    assert refusal(mailbox, ID, 1, 0, b"one", BLACK) == HTTPStatus.NOT_FOUND
    assert refusal(mailbox, ID, 0, 1, b"one", WHITE) == HTTPStatus.UNPROCESSABLE_ENTITY
    mailbox.write(ID, 0, 0, b"one", BLACK)  # what was refused has fixed no secret
    mailbox.write(ID, 1, 0, b"one", WHITE)


def test_slots_have_a_size_and_a_number(mailbox: Mailbox, clock: Clock) -> None:
    assert refusal(mailbox, ID, 0, 0, bytes(FIRST_BYTES + 1), WHITE) == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    mailbox.write(ID, 0, 0, bytes(FIRST_BYTES), WHITE)
    assert refusal(mailbox, ID, 0, 1, bytes(OTHER_BYTES + 1), WHITE) == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    for number in range(1, MOST_SLOTS):
        clock.now += 1
        mailbox.write(ID, 0, number, bytes(OTHER_BYTES), WHITE)
    assert refusal(mailbox, ID, 0, MOST_SLOTS, b"one", WHITE) == HTTPStatus.INSUFFICIENT_STORAGE
    found: list[Slot] = []
    while slots := mailbox.read(ID, 0, len(found)):
        found += slots
    assert [slot.number for slot in found] == list(range(MOST_SLOTS))


def test_a_flood_of_writes_is_refused_and_others_can_write(mailbox: Mailbox, clock: Clock) -> None:
    ids = [encode(secrets.token_bytes(16)) for _ in range(1000)]
    for id in ids[:100]:
        mailbox.write(id, 0, 0, b"one", WHITE, "192.0.2.1")
    with suppress(RefusedError):
        for id in ids[100:-1]:
            mailbox.write(id, 0, 0, b"one", WHITE, "192.0.2.1")
    assert refusal(mailbox, ids[-1], 0, 0, b"one", WHITE, "192.0.2.1") == HTTPStatus.TOO_MANY_REQUESTS
    mailbox.write(ID, 0, 0, b"one", WHITE, "192.0.2.2")
    clock.now += 3600
    mailbox.write(ids[-1], 0, 0, b"one", WHITE, "192.0.2.1")


def test_a_full_mailbox_takes_no_new_ids_and_games_go_on(clock: Clock) -> None:
    mailbox = Mailbox(":memory:", Limits(ids=3), clock)
    ids = [encode(bytes([number]) * 16) for number in range(4)]
    for id in ids[:3]:
        mailbox.write(id, 0, 0, b"one", WHITE)
    assert refusal(mailbox, ids[3], 0, 0, b"one", WHITE) == HTTPStatus.INSUFFICIENT_STORAGE
    mailbox.write(ids[0], 1, 0, b"one", BLACK)
    mailbox.write(ids[0], 0, 1, b"two", WHITE)


def test_an_id_is_deleted_thirty_days_after_its_last_write_and_no_sooner(mailbox: Mailbox, clock: Clock) -> None:
    other = encode(b"o" * 16)
    mailbox.write(ID, 0, 0, b"one", WHITE)
    clock.now += 29 * 86_400
    mailbox.write(other, 0, 0, b"one", WHITE)
    assert mailbox.read(ID, 0)
    clock.now += 2 * 86_400
    mailbox.write(other, 0, 1, b"two", WHITE)
    assert mailbox.read(ID, 0) == []
    assert len(mailbox.read(other, 0)) == 2
    mailbox.write(ID, 0, 0, b"anew", BLACK)  # its secret is forgotten too


def test_a_request_is_held_until_there_is_news(mailbox: Mailbox) -> None:
    mailbox.write(ID, 0, 0, b"one", WHITE)
    writer = threading.Timer(0.2, mailbox.write, (ID, 1, 0, b"hi", BLACK))
    writer.start()
    begun = time.monotonic()
    assert [slot.data for slot in mailbox.read(ID, 1, 0, wait=20)] == [b"hi"]
    assert time.monotonic() - begun < 10
    assert mailbox.read(ID, 1, 1, wait=0.1) == []
    writer.join()


def test_what_is_kept_outlives_the_server_and_is_an_id_hashes_times_and_sealed_bytes(
    tmp_path: Path, clock: Clock
) -> None:
    file = tmp_path / "mailbox.sqlite"
    mailbox = Mailbox(str(file), clock=clock)
    mailbox.write(ID, 0, 0, b"sealed", WHITE, "192.0.2.7")
    mailbox.write(ID, 1, 0, b"too", BLACK, "192.0.2.8")
    mailbox.close()
    base = sqlite3.connect(file)
    kept = {
        name: base.execute(f"SELECT * FROM {name}").fetchall()
        for (name,) in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    }
    base.close()
    assert {name: len(rows) for name, rows in kept.items()} == {"sides": 2, "slots": 2}
    assert kept["slots"] == [(ID, 0, 0, clock.now, b"sealed"), (ID, 1, 0, clock.now, b"too")]
    whole = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert not any(secret in whole for secret in (WHITE, BLACK, b"192.0.2", SECRET[WHITE].encode()))
    again = Mailbox(str(file), clock=clock)
    assert [slot.data for slot in again.read(ID, 0)] == [b"sealed"]
    assert refusal(again, ID, 0, 1, b"one", BLACK) == HTTPStatus.FORBIDDEN
    again.write(ID, 0, 1, b"one", WHITE)


@pytest.mark.parametrize(
    ("method", "path", "secret", "status"),
    [
        ("GET", f"/meet/{ID}/0", "", HTTPStatus.OK),
        ("GET", f"/meet/{ID}/0?from=9999&wait=0", "", HTTPStatus.OK),
        ("GET", f"/meet/{ID}/0?from=-1", "", HTTPStatus.BAD_REQUEST),
        ("GET", f"/meet/{ID}/0?wait=1e9", "", HTTPStatus.BAD_REQUEST),
        ("GET", f"/meet/{ID}/2", "", HTTPStatus.NOT_FOUND),
        ("GET", f"/meet/{ID[1:]}/0", "", HTTPStatus.NOT_FOUND),
        ("GET", "/meet/", "", HTTPStatus.NOT_FOUND),
        ("PUT", f"/meet/{ID}/0/0", SECRET[WHITE], HTTPStatus.NO_CONTENT),
        ("PUT", f"/meet/{ID}/0/0", "", HTTPStatus.BAD_REQUEST),
        ("PUT", f"/meet/{ID}/0/0", SECRET[WHITE][1:], HTTPStatus.BAD_REQUEST),
        ("PUT", f"/meet/{ID}/0/00", SECRET[WHITE], HTTPStatus.NOT_FOUND),
        ("PUT", f"/meet/{ID}/0/10000", SECRET[WHITE], HTTPStatus.NOT_FOUND),
        ("DELETE", f"/meet/{ID}/0/0", SECRET[WHITE], HTTPStatus.NOT_FOUND),
    ],
)
def test_addresses(mailbox: Mailbox, method: str, path: str, secret: str, status: HTTPStatus) -> None:
    assert answer(mailbox, method, path, {"Meet-Secret": secret}, b"sealed", "192.0.2.1").status == status


def test_a_server_with_a_mailbox_answers_and_one_without_does_not(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<!doctype html>")
    (tmp_path / "live.json").write_text('{"iceServers": [], "mailbox": false}')

    def asked(root: str, method: str, path: str, body: bytes = b"") -> tuple[int, bytes]:
        connection = http.client.HTTPConnection(urlsplit(root).netloc, timeout=20)
        connection.request(method, path, body, {"Meet-Secret": SECRET[WHITE]})
        response = connection.getresponse()
        found = response.status, response.read()
        connection.close()
        return found

    slot = f"/meet/{ID}/0/0"
    with running(make_server(tmp_path, mailbox=Mailbox(":memory:"))) as server:
        root = address(server)
        assert asked(root, "PUT", slot, b"sealed") == (HTTPStatus.NO_CONTENT, b"")
        assert asked(root, "PUT", slot, b"again")[0] == HTTPStatus.CONFLICT
        status, body = asked(root, "GET", f"/meet/{ID}/0?from=0&wait=5")
        assert status == HTTPStatus.OK
        ((number, age, data),) = json.loads(body)["slots"]
        assert (number, decode(data)) == (0, b"sealed")
        assert 0 <= age < 20_000
        assert asked(root, "PUT", slot, bytes(FIRST_BYTES + 1))[0] == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        assert asked(root, "PUT", "/index.html", b"x")[0] == HTTPStatus.METHOD_NOT_ALLOWED
        assert asked(root, "GET", "/index.html")[0] == HTTPStatus.OK
        assert json.loads(asked(root, "GET", "/live.json")[1]) == {"iceServers": [], "mailbox": True}
    with running(make_server(tmp_path)) as server:
        assert asked(address(server), "PUT", slot, b"sealed")[0] == HTTPStatus.METHOD_NOT_ALLOWED
        assert asked(address(server), "GET", f"/meet/{ID}/0")[0] == HTTPStatus.NOT_FOUND
        assert json.loads(asked(address(server), "GET", "/live.json")[1])["mailbox"] is False


def test_a_page_learns_when_the_other_one_last_waited_for_news(mailbox: Mailbox) -> None:
    mailbox.write(ID, 0, 0, b"sealed", bytes(32))

    def here(side: int, query: str = "") -> int | None:
        body = answer(mailbox, "GET", f"/meet/{ID}/{side}{query}", {}, b"", "192.0.2.1").body
        found: int | None = json.loads(body)["here"]
        return found

    assert here(0) is None, "nobody has waited"
    assert here(0, "?wait=1") is None, "who asks about the inviting side is the friend"
    asked = here(1)
    assert asked is not None
    assert 0 <= asked < 5000
    assert here(0) is None, "reading without waiting tells nothing"
    for number in range(MOST_ASKED + 5):
        mailbox.note(str(number), 0)
    assert len(mailbox._asked) <= MOST_ASKED
