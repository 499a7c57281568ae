"""A request's length has one reading. What follows its head is its body, and never answered as a request of its own.

A proxy keeps one connection to the shop for many visitors. If the two read a length differently, one visitor's body
becomes the beginning of the next visitor's request. So each test sends a request whose body is another request, and no
answer to that one may come back, whether the body arrives with the head or after it. What is asserted holds for any web
server, with or without a proxy in front.
"""

import re
from collections.abc import Callable
from select import select

import pytest

from tests.e2e.edge.conftest import Line

OpenLine = Callable[..., Line]
HOST = b"Host: localhost"
HIDDEN = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n"
LENGTH = len(HIDDEN)
ITS_ANSWER = b'"status": "ok"'
NEXT = b"GET /nowhere HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
A_MOMENT, LONGER = 0.5, 5.0  # seconds that the sender waits for an answer
TOGETHER, APART = "together", "apart"
WAYS = [TOGETHER, APART]
BODY_IS_READ, NOBODY_READS_IT = b"POST /api/users/auth", b"GET /about"
OUTER = [BODY_IS_READ, NOBODY_READS_IT]

NO_NUMBER = [
    b"+%d" % LENGTH,
    b"-1",
    b"-0",
    b"",
    b"five",
    b"0x%x" % LENGTH,
    b"%d.0" % LENGTH,
    b"%de0" % LENGTH,
    b"%d_0" % (LENGTH // 10),
    b"%d;" % LENGTH,
    b"%d 0" % LENGTH,
    b"%d,%d" % (LENGTH, 0),
    b"0,%d" % LENGTH,
    b"\x0b%d" % LENGTH,
    b"\xa0%d" % LENGTH,
    b"\xb2",  # a raised 2 in Latin-1
    b"%d\xb9" % LENGTH,
    "６４".encode(),  # wide digits
    "٦٤".encode(),  # Arabic digits
    b"%d\x00" % LENGTH,
]
LONG = [
    b"9" * 18,
    b"9" * 19,
    b"9" * 20,
    b"9" * 40,
    b"9" * 1000,
    b"9" * 5000,  # more digits than Python makes a number of
    b"18446744073709551616",  # 2 ** 64: zero where it overflows
    b"18446744073709551617",
    b"9223372036854775808",
    b"4294967296",  # 2 ** 32
    b"1" + b"0" * 20,
]
NUMBERS = [
    b"%d" % LENGTH,
    b"  %d" % LENGTH,
    b"\t%d \t" % LENGTH,
    b"0%d" % LENGTH,
    b"0" * 16 + b"%d" % LENGTH,
    b"%d,%d" % (LENGTH, LENGTH),
    b"\r\n %d" % LENGTH,
]
PADDED = [b"0" * zeros + b"%d" % LENGTH for zeros in (17, 18, 19, 30, 1000)]
TWO_READINGS = [
    [b"Content-Length: %d" % LENGTH, b"Content-Length: 0"],
    [b"Content-Length: 0", b"Content-Length: %d" % LENGTH],
    [b"Content-Length: %d" % LENGTH, b"content-length: %d" % (LENGTH + 1)],
    [b"Content-Length: 0", b"Content-Length: " + b"0" * 30 + b"%d" % LENGTH],
    [b"Content-Length: %d" % LENGTH, b"Transfer-Encoding: chunked"],
    [b"Transfer-Encoding: chunked", b"Content-Length: %d" % LENGTH],
    [b"Content-Length: %d" % LENGTH, b"Transfer-Encoding: Chunked"],
    [b"Content-Length: %d" % LENGTH, b"Transfer-Encoding: identity"],
    [b"Content-Length: %d" % LENGTH, b"Transfer-Encoding: xchunked"],
    [b"Content-Length: %d" % LENGTH, b"Transfer-Encoding: chunked, identity"],
    [b"Content-Length: %d" % LENGTH, b"Transfer-Encoding: \x0bchunked"],
    [b"Content-Length: %d" % LENGTH, b"Transfer-Encoding : chunked"],
    [b"Content-Length: 0", b"Transfer-Encoding: chunked", b"Transfer-Encoding: identity"],
    [b"Content-Length : %d" % LENGTH],
    [b"Content-Length\t: %d" % LENGTH],
    [b"X-Line: a\rContent-Length: %d" % LENGTH],
    [b"Content-Length: 0\nContent-Length: %d" % LENGTH],
]


def answers_to(
    line: Line, lengths: list[bytes], way: str, *, outer: bytes = BODY_IS_READ, may_wait: bool = False
) -> bytes:
    """All that comes back for a request with such header lines, with another request as its body, and then a third."""
    head = b"\r\n".join([outer + b" HTTP/1.1", HOST, b"Content-Type: application/json", *lengths, b"", b""])
    for part in [head + HIDDEN + NEXT] if way == TOGETHER else [head, HIDDEN, NEXT]:
        try:
            line.say_bytes(part)
        except ConnectionError:  # refused already
            break
        if way == APART:
            select([line.socket], [], [], LONGER if may_wait else A_MOMENT)
    line.finish()
    return line.answer()


def statuses_of(answers: bytes) -> list[int]:
    return [int(status) for status in re.findall(rb"HTTP/1\.[01] (\d{3}) ", answers)]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("value", NO_NUMBER)
def test_a_length_that_is_no_number_is_refused_and_ends_the_connection(line: OpenLine, value: bytes, way: str) -> None:
    answers = answers_to(line(), [b"Content-Length: " + value], way)

    assert ITS_ANSWER not in answers
    assert [status >= 400 for status in statuses_of(answers)] == [True], answers


def digits(value: bytes) -> str:
    return f"{value[:24].decode()} of {len(value)}"


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("outer", OUTER)
@pytest.mark.parametrize("value", LONG, ids=digits)
def test_a_very_large_length_is_refused_or_itself_and_never_zero(
    line: OpenLine, value: bytes, outer: bytes, way: str
) -> None:
    answers = answers_to(line(), [b"Content-Length: " + value], way, outer=outer, may_wait=True)

    assert ITS_ANSWER not in answers
    assert len(statuses_of(answers)) <= 1, "what follows is still the first one's body"


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("outer", OUTER)
@pytest.mark.parametrize("value", NUMBERS)
def test_a_number_in_another_spelling_is_refused_or_itself(
    line: OpenLine, value: bytes, outer: bytes, way: str
) -> None:
    answers = answers_to(line(), [b"Content-Length: " + value], way, outer=outer)

    assert ITS_ANSWER not in answers


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("outer", OUTER)
@pytest.mark.parametrize("value", PADDED, ids=digits)
def test_a_number_behind_many_zeros_is_refused_or_itself(line: OpenLine, value: bytes, outer: bytes, way: str) -> None:
    answers = answers_to(line(), [b"Content-Length: " + value], way, outer=outer, may_wait=True)

    assert ITS_ANSWER not in answers


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("lengths", TWO_READINGS, ids=lambda lengths: " & ".join(map(ascii, lengths)))
def test_two_ways_to_read_a_length_are_refused(line: OpenLine, lengths: list[bytes], way: str) -> None:
    answers = answers_to(line(), lengths, way)

    assert ITS_ANSWER not in answers
    assert [status >= 400 for status in statuses_of(answers)] == [True], answers


def test_a_request_behind_a_whole_one_is_what_these_tests_look_for(line: OpenLine) -> None:
    """Where the length really is zero, what follows is a request and answered as one."""
    answers = answers_to(line(), [b"Content-Length: 0"], APART)

    assert ITS_ANSWER in answers
    assert statuses_of(answers)[:2] == [400, 200]
