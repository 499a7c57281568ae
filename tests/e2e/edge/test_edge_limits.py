"""Oversized requests are rejected, and the connection of a body that nobody read ends as announced."""

import json
from collections.abc import Callable

import pytest

from tests.support.connection import Connection

Connect = Callable[[], Connection]
HOST = "Host: localhost"
JSON = "Content-Type: application/json"


def refusal(response: bytes) -> int:
    """Return the status of an error response, which must be JSON with a message and security headers."""
    head, _, body = response.partition(b"\r\n\r\n")
    assert b"application/json" in head.lower(), response[:300]
    assert b"nosniff" in head.lower()
    assert b"frame-ancestors 'none'" in head
    assert json.loads(body)["message"].endswith(".")
    return int(head.split(b" ")[1])


@pytest.mark.parametrize(
    ("lines", "status"),
    [
        (["GET /api/products?keyword=" + "x" * 9000 + " HTTP/1.1", HOST, ""], 414),
        (["GET /api/products HTTP/1.1", HOST, "X-Long: " + "x" * 9000, ""], 431),
        (["GET /api/products HTTP/1.1", HOST, *[f"X-{n}: y" for n in range(100)], ""], 431),
        (["POST /api/users HTTP/1.1", HOST, JSON, "Transfer-Encoding: chunked", "", "0", ""], 411),
        (["POST /api/users HTTP/1.1", HOST, JSON, "Content-Length: 104857600", ""], 413),
    ],
)
def test_oversized_requests_are_rejected(connect: Connect, lines: list[str], status: int) -> None:
    assert connect().send(*lines).read_status() == status


@pytest.mark.parametrize("path", ["/api/users", "/api/upload", "/about"])
def test_a_large_body_is_rejected_without_reading_it(connect: Connect, path: str) -> None:
    """The shop responds without reading the body, which is never sent."""
    large = connect().send(f"POST {path} HTTP/1.1", HOST, JSON, "Content-Length: 104857600", "Connection: close", "")

    assert refusal(large.read_all()) == 413


UNREAD = 70_000  # bytes; Gunicorn drops up to 65,536 of a body that nobody read


@pytest.mark.parametrize(
    "request_line",
    ["PUT /api/users/profile", "POST /api/orders", "POST /api/upload", "GET /about", "DELETE /api/nowhere"],
)
def test_the_response_to_a_request_whose_body_is_not_read_says_that_the_connection_ends(connect, request_line):
    connection = connect()

    connection.send(f"{request_line} HTTP/1.1", HOST, JSON, f"Content-Length: {UNREAD}", "", body=b" " * UNREAD)

    assert b"\r\nconnection: close\r\n" in connection.read_all().lower()
