"""Request smuggling: the body of a request is never treated as another request.

A proxy uses one connection to the shop for many visitors. If the two interpret the length of a request differently, one
visitor's body becomes the start of the next visitor's request. So each test sends a request whose body is another
request, which must get no response, whether the body arrives with the headers or after them. The tests apply to any
web server, with or without a proxy.
"""

import re
from collections.abc import Callable
from select import select

import pytest

from tests.support.connection import Connection
from tests.support.framing import HIDDEN, LONG, NO_NUMBER, NUMBERS, PADDED, TWO_READINGS

Connect = Callable[[], Connection]
HOST = b"Host: localhost"
HIDDEN_RESPONSE = b'"status": "ok"'
NEXT = b"GET /nowhere HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
SHORT_WAIT, LONG_WAIT = 0.5, 5.0  # seconds that the sender waits for a response
TOGETHER, APART = "together", "apart"
WAYS = [TOGETHER, APART]
BODY_IS_READ, NOBODY_READS_IT = b"POST /api/users/auth", b"GET /about"


def send_and_read(
    connection: Connection, lengths: list[bytes], way: str, *, outer: bytes = BODY_IS_READ, may_wait: bool = False
) -> bytes:
    """Send a request whose body is another request, and a third one. Return everything that is read."""
    head = b"\r\n".join([outer + b" HTTP/1.1", HOST, b"Content-Type: application/json", *lengths, b"", b""])
    for part in [head + HIDDEN + NEXT] if way == TOGETHER else [head, HIDDEN, NEXT]:
        try:
            connection.send_bytes(part)
        except ConnectionError:  # rejected already
            break
        if way == APART:
            select([connection.socket], [], [], LONG_WAIT if may_wait else SHORT_WAIT)
    connection.end_sending()
    return connection.read_all()


def statuses_of(responses: bytes) -> list[int]:
    return [int(status) for status in re.findall(rb"HTTP/1\.[01] (\d{3}) ", responses)]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("value", NO_NUMBER)
def test_an_invalid_content_length_is_rejected_and_closes_the_connection(
    connect: Connect, value: bytes, way: str
) -> None:
    responses = send_and_read(connect(), [b"Content-Length: " + value], way)

    assert HIDDEN_RESPONSE not in responses
    assert [status >= 400 for status in statuses_of(responses)] == [True], responses


def digits(value: bytes) -> str:
    return f"{value[:24].decode()} of {len(value)}"


@pytest.mark.parametrize(("outer", "way"), [(BODY_IS_READ, APART), (NOBODY_READS_IT, TOGETHER)])
@pytest.mark.parametrize("value", LONG, ids=digits)
def test_a_very_large_content_length_is_rejected_or_honored(
    connect: Connect, value: bytes, outer: bytes, way: str
) -> None:
    responses = send_and_read(connect(), [b"Content-Length: " + value], way, outer=outer, may_wait=True)

    assert HIDDEN_RESPONSE not in responses
    assert len(statuses_of(responses)) <= 1, "what follows is still the first one's body"


@pytest.mark.parametrize(("outer", "way"), [(BODY_IS_READ, APART), (NOBODY_READS_IT, TOGETHER)])
@pytest.mark.parametrize("value", NUMBERS)
def test_other_number_formats_are_rejected_or_honored(connect: Connect, value: bytes, outer: bytes, way: str) -> None:
    responses = send_and_read(connect(), [b"Content-Length: " + value], way, outer=outer)

    assert HIDDEN_RESPONSE not in responses


@pytest.mark.parametrize(("outer", "way"), [(BODY_IS_READ, APART), (NOBODY_READS_IT, TOGETHER)])
@pytest.mark.parametrize("value", PADDED, ids=digits)
def test_leading_zeros_are_rejected_or_ignored(connect: Connect, value: bytes, outer: bytes, way: str) -> None:
    responses = send_and_read(connect(), [b"Content-Length: " + value], way, outer=outer, may_wait=True)

    assert HIDDEN_RESPONSE not in responses


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("lengths", TWO_READINGS, ids=lambda lengths: " & ".join(map(ascii, lengths)))
def test_ambiguous_lengths_are_rejected(connect: Connect, lengths: list[bytes], way: str) -> None:
    responses = send_and_read(connect(), lengths, way)

    assert HIDDEN_RESPONSE not in responses
    assert [status >= 400 for status in statuses_of(responses)] == [True], responses


def test_a_second_request_after_an_empty_body_is_answered(connect: Connect) -> None:
    """If the length is zero, the rest is a request of its own. This proves that the tests would notice it."""
    responses = send_and_read(connect(), [b"Content-Length: 0"], APART)

    assert HIDDEN_RESPONSE in responses
    assert statuses_of(responses)[:2] == [400, 200]
