"""A client that reuses its connection is told when the shop won't read the rest of its request."""

from collections.abc import Callable

import pytest

from tests.support.connection import Connection

Connect = Callable[[], Connection]
UNREAD = 70_000  # bytes; Gunicorn drops up to 65,536 of a body that nobody read


@pytest.mark.parametrize(
    "request_line",
    ["PUT /api/users/profile", "POST /api/orders", "POST /api/upload", "GET /about", "DELETE /api/nowhere"],
)
def test_the_response_to_a_request_whose_body_is_not_read_says_that_the_connection_ends(
    connect: Connect, request_line: str
) -> None:
    connection = connect()

    connection.send(
        f"{request_line} HTTP/1.1", "Host: localhost", "Content-Type: application/json",
        f"Content-Length: {UNREAD}", "", body=b" " * UNREAD,
    )  # fmt: skip

    assert b"\r\nconnection: close\r\n" in connection.read_all().lower()


def test_a_chunked_body_ends_the_connection(connect: Connect) -> None:
    connection = connect()

    connection.send("POST /api/orders HTTP/1.1", "Host: localhost", "Transfer-Encoding: chunked", "", body=b"0\r\n\r\n")

    assert b"\r\nconnection: close\r\n" in connection.read_all().lower()


def test_a_connection_is_kept_after_a_short_body_that_is_not_read(connect: Connect) -> None:
    connection = connect()

    for _ in range(2):
        connection.send(
            "PUT /api/users/profile HTTP/1.1", "Host: localhost", "Content-Type: application/json",
            "Content-Length: 60000", "", body=b" " * 60_000,
        )  # fmt: skip
        assert connection.read_status() == 401
