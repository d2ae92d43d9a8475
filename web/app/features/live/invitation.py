"""Codes of live play: what two browsers must know about each other to open a line, in about a hundred characters.

A browser describes a connection in about 800 characters of SDP. Only the credentials, the fingerprint of its
certificate and its addresses differ from one to another. A code has these (docs/live-play.md has the bytes), and `sdp`
reconstructs the rest. So nothing that somebody writes into a link reaches the browser unchanged.
"""

from __future__ import annotations

import binascii
import re
from io import BytesIO
from typing import NamedTuple


class Candidate(NamedTuple):
    """An address at which a browser may be reached: the number of its kind, its bytes and the port."""

    kind: int
    address: bytes
    port: int


class Code(NamedTuple):
    """One side's description of a connection."""

    is_reply: bool  # whether it answers an invitation
    to: int  # for a reply, the mark of the invitation that it answers, see `mark`
    user: str  # the credentials of the connection (ICE)
    password: str
    fingerprint: bytes  # the SHA-256 of the certificate
    candidates: tuple[Candidate, ...]  # the addresses, the best first


VERSION = 1
MOST_CANDIDATES = 4
MAX_CODE = 400  # characters
NAME, IPV4, IPV6 = 0, 1, 2  # kinds of addresses; a name is 16 random bytes before .local
_LENGTHS = (16, 4, 16)
# Kinds of credentials: as Chromium makes them, as Firefox does, and any other.
_BASE64, _HEX, _PLAIN = 1, 2, 3
_ICE_SIGNS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/"
_HEX_SIGNS = "0123456789abcdef"
# A candidate at which nothing answers. With it, a replying Firefox waits for the other side for as long as necessary.
# Without it, Firefox gives up after five seconds.
_DEAD = "a=candidate:99 1 udp 1 0.0.0.0 9 typ host"


class BadCode(ValueError):  # noqa: N818, a result, not an error
    """A text that is not a code of this version."""


def mark(user: str) -> int:
    """Return the number by which a reply names its invitation."""
    return binascii.crc32(user.encode()) & 0xFFFFFF


# --- from and to SDP --------------------------------------------------------------------------------------------------


def from_sdp(sdp: str, to: int | None = None) -> Code:
    """Return the code of a browser's own description.

    Args:
        sdp: The description.
        to: For a reply, the mark of the invitation.

    Raises:
        BadCode: It is not what this version can write into a code.
    """
    found: dict[str, str] = {}
    candidates: list[tuple[int, Candidate]] = []
    for line in sdp.split("\n"):
        name, _, value = line.strip().partition(":")
        if name == "a=candidate":
            read = _read_candidate(value)
            if read is not None and read[1] not in [one for _priority, one in candidates]:
                candidates.append(read)
        else:
            found[name] = value
    kind, _, digits = found.get("a=fingerprint", "").partition(" ")
    if kind.lower() != "sha-256":
        raise BadCode("no fingerprint")
    candidates.sort(key=lambda pair: -pair[0])
    code = Code(
        to is not None,
        to or 0,
        found.get("a=ice-ufrag", ""),
        found.get("a=ice-pwd", ""),
        _bytes_of(digits.replace(":", "")),
        tuple([one for _priority, one in candidates[:MOST_CANDIDATES]]),
    )
    return unpack(pack(code))


def _read_candidate(value: str) -> tuple[int, Candidate] | None:
    """Return the priority and the candidate of a line of SDP, or None if a code can't have it."""
    parts = value.split(" ")
    if len(parts) < 8 or parts[1] != "1" or parts[2].lower() != "udp":
        return None
    try:
        address, port, priority = parts[4], int(parts[5]), int(parts[3])
        if address.endswith(".local"):
            kind, data = NAME, _bytes_of(address[: -len(".local")].replace("-", ""))
        elif ":" in address:
            kind, data = IPV6, _ipv6_bytes(address)
        else:
            kind, data = IPV4, bytes([int(part) for part in address.split(".")])
    except ValueError:
        return None
    return (priority, Candidate(kind, data, port)) if len(data) == _LENGTHS[kind] and port else None


def _bytes_of(digits: str) -> bytes:
    try:
        return binascii.unhexlify(digits)
    except ValueError:
        raise BadCode("not hexadecimal")


def _ipv6_bytes(text: str) -> bytes:
    before, gap, after = text.partition("::")
    parts = [[part for part in half.split(":") if part] for half in (before, after)]
    missing = 8 - len(parts[0]) - len(parts[1])
    if missing < 0 or (not gap and missing):
        raise ValueError("not an IPv6 address")
    words = parts[0] + ["0"] * missing + parts[1]
    return b"".join([int(word, 16).to_bytes(2, "big") for word in words])


def sdp(code: Code) -> str:
    """Return the description that the other browser gets."""
    fingerprint = _hex(code.fingerprint).upper()
    lines = [
        "v=0",
        "o=- 1 1 IN IP4 0.0.0.0",
        "s=-",
        "t=0 0",
        "m=application 9 UDP/DTLS/SCTP webrtc-datachannel",
        "c=IN IP4 0.0.0.0",
    ]
    for number, one in enumerate(code.candidates):
        priority = 2122260223 - 256 * number
        lines.append(f"a=candidate:{number + 1} 1 udp {priority} {_address(one)} {one.port} typ host")
    lines += [
        _DEAD,
        "a=ice-ufrag:" + code.user,
        "a=ice-pwd:" + code.password,
        "a=fingerprint:sha-256 " + ":".join([fingerprint[at : at + 2] for at in range(0, 64, 2)]),
        # The inviting side begins the key exchange. The replying side, which would begin it by default, would give up
        # after some minutes, and replies may take longer.
        "a=setup:" + ("passive" if code.is_reply else "active"),
        "a=mid:0",
        "a=sctp-port:5000",
        "a=max-message-size:16384",
    ]
    return "\r\n".join(lines) + "\r\n"


def _address(one: Candidate) -> str:
    digits = _hex(one.address)
    if one.kind == IPV4:
        return ".".join([str(byte) for byte in one.address])
    if one.kind == IPV6:
        return ":".join([digits[at : at + 4] for at in range(0, 32, 4)])
    ends = (0, 8, 12, 16, 20, 32)
    return "-".join([digits[start:end] for start, end in zip(ends, ends[1:])]) + ".local"


def _hex(data: bytes) -> str:
    return binascii.hexlify(data).decode()


# --- from and to text -------------------------------------------------------------------------------------------------


def pack(code: Code) -> str:
    """Return a code as text for a link."""
    kind, credentials = _pack_credentials(code.user, code.password)
    data = bytes([VERSION << 4 | int(code.is_reply) << 3 | kind]) + credentials + code.fingerprint
    if code.is_reply:
        data += code.to.to_bytes(3, "big")
    for one in code.candidates:
        data += bytes([one.kind]) + one.address + one.port.to_bytes(2, "big")
    return binascii.b2a_base64(data).decode().strip().replace("+", "-").replace("/", "_").rstrip("=")


def _pack_credentials(user: str, password: str) -> tuple[int, bytes]:
    if (len(user), len(password)) == (4, 24) and all(sign in _ICE_SIGNS for sign in user + password):
        return _BASE64, binascii.a2b_base64((user + password).encode())
    both = user + password
    if (len(user), len(password)) == (8, 32) and all(sign in _HEX_SIGNS for sign in both):
        return _HEX, binascii.unhexlify(both)
    return _PLAIN, bytes([len(user) & 255, len(password) & 255]) + both.encode()


def unpack(text: str) -> Code:
    """Return the code in a text.

    Raises:
        BadCode: The text is not a code, or one that this version can't read.
    """
    if not 0 < len(text) <= MAX_CODE or len(text) % 4 == 1 or not re.match(r"^[A-Za-z0-9_-]+$", text):
        raise BadCode("not a code")
    padding = "=" * (-len(text) % 4)
    try:
        data = BytesIO(binascii.a2b_base64((text.replace("-", "+").replace("_", "/") + padding).encode()))
    except ValueError:
        raise BadCode("not base64")
    head = _take(data, 1)[0]
    if head >> 4 != VERSION:
        raise BadCode("another version")
    is_reply = bool(head & 8)
    user, password = _read_credentials(data, head & 7)
    fingerprint = _take(data, 32)
    to = int.from_bytes(_take(data, 3), "big") if is_reply else 0
    candidates: list[Candidate] = []
    while first := data.read(1):
        kind = first[0]
        if kind > IPV6 or len(candidates) == MOST_CANDIDATES:
            raise BadCode("not an address")
        address, port = _take(data, _LENGTHS[kind]), int.from_bytes(_take(data, 2), "big")
        if not port:
            raise BadCode("no port")
        candidates.append(Candidate(kind, address, port))
    code = Code(is_reply, to, user, password, fingerprint, tuple(candidates))
    if pack(code) != text:
        raise BadCode("not as this version writes it")
    return code


def _read_credentials(data: BytesIO, kind: int) -> tuple[str, str]:
    if kind == _BASE64:
        text, user = binascii.b2a_base64(_take(data, 21)).decode().strip(), 4
    elif kind == _HEX:
        text, user = _hex(_take(data, 20)), 8
    elif kind == _PLAIN:
        user, password = _take(data, 2)
        if not 4 <= user <= 64 or not 22 <= password <= 128:
            raise BadCode("not credentials")
        text = "".join([chr(byte) for byte in _take(data, user + password)])
    else:
        raise BadCode("unknown credentials")
    if any(sign not in _ICE_SIGNS for sign in text):
        raise BadCode("not credentials")
    return text[:user], text[user:]


def _take(data: BytesIO, count: int) -> bytes:
    """Return the next bytes. Raises BadCode if there are fewer."""
    found = data.read(count)
    if len(found) < count:
        raise BadCode("too short")
    return found
