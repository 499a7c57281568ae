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
from tests.support.framing import HIDDEN, NO_NUMBER, TWO_READINGS

Connect = Callable[[], Connection]
HOST = b"Host: localhost"
HIDDEN_RESPONSE = b'"status": "ok"'
NEXT = b"GET /nowhere HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
SHORT_WAIT = 0.5  # seconds that the sender waits for a response
TOGETHER, APART = "together", "apart"
WAYS = [TOGETHER, APART]


def send_and_read(connection: Connection, lengths: list[bytes], way: str) -> bytes:
    """Send a request whose body is another request, and a third one. Return everything that is read."""
    line = b"POST /api/users/auth HTTP/1.1"
    head = b"\r\n".join([line, HOST, b"Content-Type: application/json", *lengths, b"", b""])
    for part in [head + HIDDEN + NEXT] if way == TOGETHER else [head, HIDDEN, NEXT]:
        try:
            connection.send_bytes(part)
        except ConnectionError:  # rejected already
            break
        if way == APART:
            select([connection.socket], [], [], SHORT_WAIT)
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
