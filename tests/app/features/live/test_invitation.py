"""Codes of live play: what browsers describe goes through a code unchanged, and no other text is taken for one."""

from __future__ import annotations

from app.features.live.invitation import IPV4, IPV6, NAME, BadCode, Candidate, Code, from_sdp, mark, pack, sdp, unpack

from tests.core.support import sample

CHROMIUM = (
    """v=0
o=- 2890844526 2 IN IP4 127.0.0.1
s=-
t=0 0
a=group:BUNDLE 0
a=msid-semantic: WMS
m=application 53421 UDP/DTLS/SCTP webrtc-datachannel
c=IN IP4 0.0.0.0
a=candidate:1 1 udp 2113937151 b5f4c0a2-0b1c-4a52-9c0e-3d5f6a7b8c9d.local 53421 typ host generation 0
a=candidate:2 1 udp 2113939711 0f4c1d2e-3a4b-4c5d-8e6f-708192a3b4c5.local 49153 typ host generation 0
a=candidate:3 1 tcp 1518280447 0f4c1d2e-3a4b-4c5d-8e6f-708192a3b4c5.local 9 typ host tcptype active
a=ice-ufrag:aB+/
a=ice-pwd:abcdefghijklmnopqrstuv+/
a=ice-options:trickle
a=fingerprint:sha-256 """
    + ":".join(["AB"] * 32)
    + "\na=setup:actpass\na=mid:0\na=sctp-port:5000\n"
)
FIREFOX = CHROMIUM.replace("aB+/", "0123abcd").replace("abcdefghijklmnopqrstuv+/", "0123456789abcdef" * 2)
OTHER = FIREFOX.replace("0123abcd", "0123/bcd").replace("b5f4c0a2-0b1c-4a52-9c0e-3d5f6a7b8c9d.local", "192.168.1.20")


def test_a_description_goes_through_a_code() -> None:
    for text, length in ((CHROMIUM, 123), (FIREFOX, 122), (OTHER, 135)):
        code = from_sdp(text)
        assert unpack(pack(code)) == code
        assert len(pack(code)) == length, "the size of an invitation with two addresses"
        again = sdp(code)
        for line in (
            "a=setup:active",
            "a=fingerprint:sha-256 AB:AB",
            "0f4c1d2e-3a4b-4c5d-8e6f-708192a3b4c5.local 49153",
        ):
            assert line in again
        assert from_sdp(again.replace("udp 1 0.0.0.0 9 ", "tcp 1 0.0.0.0 9 ")) == code, "without the dead candidate"
    assert [one.port for one in from_sdp(CHROMIUM).candidates] == [49153, 53421], "the best first"


def test_a_reply_names_its_invitation() -> None:
    code = from_sdp(CHROMIUM, mark("aB+/"))
    assert unpack(pack(code)) == code
    assert code.to == mark("aB+/") != mark("aB+0")
    assert "a=setup:passive" in sdp(code)


def test_addresses_of_all_kinds() -> None:
    found = from_sdp(CHROMIUM.replace("0f4c1d2e-3a4b-4c5d-8e6f-708192a3b4c5.local 49153", "fe80::1:20 49153"))
    assert [one.kind for one in found.candidates] == [IPV6, NAME]
    assert " fe80:0000:0000:0000:0000:0000:0001:0020 49153 " in sdp(found)
    addresses = tuple([Candidate(IPV4, bytes([10, 0, 0, one]), 1 + one) for one in range(4)])
    code = Code(False, 0, "abcd", "x" * 24, bytes(32), addresses)
    assert unpack(pack(code)) == code and len(pack(code)) == 110


def test_any_other_text_is_refused() -> None:
    texts = [pack(from_sdp(text)) for text in (CHROMIUM, FIREFOX, OTHER)] + [pack(from_sdp(CHROMIUM, 77))]
    for text in texts:
        for at in sample(range(len(text))):
            for other in ("", "A", "=", "é"):
                mutated = text[:at] + other + text[at + 1 :]
                try:
                    code = unpack(mutated)
                except BadCode:
                    continue
                # A text that can be read is written again as it was.
                assert pack(code) == mutated
                assert all(
                    (line == line.strip() and " " in line) or "=" in line for line in sdp(code).split("\r\n")[:-1]
                )
    for text in ("", "a", "A" * 401, "EA==", pack(from_sdp(CHROMIUM))[:-4], "Ib" + texts[0][2:]):
        try:
            unpack(text)
        except BadCode:
            continue
        raise AssertionError(text)
