"""A request has one length. What follows its headers is its body, which is never answered as another request.

A proxy keeps one connection to the shop for many visitors. If the two read a length differently, one visitor's body
becomes the beginning of the next visitor's request. So each test sends a request whose body is another request, and no
answer to that one may come back, whether the body arrives with the head or after it. What is asserted holds for any web
server, with or without a proxy in front.
"""

import re
from collections.abc import Callable
from select import select

import pytest

from tests.support.connection import Connection
from tests.support.framing import HIDDEN, LONG, NO_NUMBER, NUMBERS, PADDED, TWO_READINGS

Connect = Callable[[], Connection]
HOST = b"Host: localhost"
ITS_ANSWER = b'"status": "ok"'
NEXT = b"GET /nowhere HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
A_MOMENT, LONGER = 0.5, 5.0  # seconds that the sender waits for an answer
TOGETHER, APART = "together", "apart"
WAYS = [TOGETHER, APART]
BODY_IS_READ, NOBODY_READS_IT = b"POST /api/users/auth", b"GET /about"
OUTER = [BODY_IS_READ, NOBODY_READS_IT]


def answers_to(
    connection: Connection, lengths: list[bytes], way: str, *, outer: bytes = BODY_IS_READ, may_wait: bool = False
) -> bytes:
    """All that comes back for a request with such header lines, with another request as its body, and then a third."""
    head = b"\r\n".join([outer + b" HTTP/1.1", HOST, b"Content-Type: application/json", *lengths, b"", b""])
    for part in [head + HIDDEN + NEXT] if way == TOGETHER else [head, HIDDEN, NEXT]:
        try:
            connection.send_bytes(part)
        except ConnectionError:  # refused already
            break
        if way == APART:
            select([connection.socket], [], [], LONGER if may_wait else A_MOMENT)
    connection.end_sending()
    return connection.read_all()


def statuses_of(answers: bytes) -> list[int]:
    return [int(status) for status in re.findall(rb"HTTP/1\.[01] (\d{3}) ", answers)]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("value", NO_NUMBER)
def test_a_length_that_is_no_number_is_refused_and_ends_the_connection(
    connect: Connect, value: bytes, way: str
) -> None:
    answers = answers_to(connect(), [b"Content-Length: " + value], way)

    assert ITS_ANSWER not in answers
    assert [status >= 400 for status in statuses_of(answers)] == [True], answers


def digits(value: bytes) -> str:
    return f"{value[:24].decode()} of {len(value)}"


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("outer", OUTER)
@pytest.mark.parametrize("value", LONG, ids=digits)
def test_a_very_large_length_is_refused_or_itself_and_never_zero(
    connect: Connect, value: bytes, outer: bytes, way: str
) -> None:
    answers = answers_to(connect(), [b"Content-Length: " + value], way, outer=outer, may_wait=True)

    assert ITS_ANSWER not in answers
    assert len(statuses_of(answers)) <= 1, "what follows is still the first one's body"


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("outer", OUTER)
@pytest.mark.parametrize("value", NUMBERS)
def test_a_number_in_another_spelling_is_refused_or_itself(
    connect: Connect, value: bytes, outer: bytes, way: str
) -> None:
    answers = answers_to(connect(), [b"Content-Length: " + value], way, outer=outer)

    assert ITS_ANSWER not in answers


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("outer", OUTER)
@pytest.mark.parametrize("value", PADDED, ids=digits)
def test_a_number_behind_many_zeros_is_refused_or_itself(
    connect: Connect, value: bytes, outer: bytes, way: str
) -> None:
    answers = answers_to(connect(), [b"Content-Length: " + value], way, outer=outer, may_wait=True)

    assert ITS_ANSWER not in answers


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("lengths", TWO_READINGS, ids=lambda lengths: " & ".join(map(ascii, lengths)))
def test_two_ways_to_read_a_length_are_refused(connect: Connect, lengths: list[bytes], way: str) -> None:
    answers = answers_to(connect(), lengths, way)

    assert ITS_ANSWER not in answers
    assert [status >= 400 for status in statuses_of(answers)] == [True], answers


def test_a_request_behind_a_whole_one_is_what_these_tests_look_for(connect: Connect) -> None:
    """Where the length really is zero, what follows is a request and answered as one."""
    answers = answers_to(connect(), [b"Content-Length: 0"], APART)

    assert ITS_ANSWER in answers
    assert statuses_of(answers)[:2] == [400, 200]
