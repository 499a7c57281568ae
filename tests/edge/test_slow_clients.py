"""Slow senders and slow readers keep nobody else waiting: not one thread is theirs before a request is whole."""

from collections.abc import Callable

import pytest
import requests

from tests.edge.conftest import ROOM, THREADS, Line
from tests.running_shop import RunningShop

SLOW = 40  # connections; the shop of these tests has two threads
OpenLine = Callable[..., Line]


def answers(shop: RunningShop) -> bool:
    """Whether somebody in a hurry is served."""
    return requests.get(f"{shop.url}/about", timeout=10).status_code == 200


@pytest.mark.parametrize(
    "begun",
    [
        [],  # connected and silent
        ["GET / HTTP/1.1"],
        ["GET / HTTP/1.1", "Host: localhost", "X-Slow: yes"],
        ["POST /api/users HTTP/1.1", "Host: localhost", "Content-Type: application/json", "Content-Length: 900", ""],
        ["POST /api/users HTTP/1.1", "Host: localhost", "Content-Length: 900", "Expect: 100-continue", ""],
    ],
    ids=["silent", "request line", "headers", "body", "waiting for leave"],
)
def test_requests_that_never_end_keep_nobody_waiting(shop: RunningShop, line: OpenLine, begun: list[str]) -> None:
    slow = [line().say(*begun) for _ in range(SLOW)]

    for _ in range(3):
        assert answers(shop)
        for each in slow[:10]:
            each.say_bytes(b"x")  # and they go on
    assert len(slow) > THREADS * 10


def test_a_body_that_trickles_in_is_served_when_it_is_whole(shop: RunningShop, line: OpenLine) -> None:
    body = b'{"email": "nobody@example.com", "password": "a few random words"}'
    head = ["POST /api/users/auth HTTP/1.1", "Host: localhost", "Content-Type: application/json"]
    slow = line().say(*head, f"Content-Length: {len(body)}", "Connection: close", "")

    for byte in body:
        slow.say_bytes(bytes([byte]))
    answer = slow.answer()

    assert answer.startswith(b"HTTP/1.1 401 ")
    assert b"Invalid email or password." in answer


def test_readers_that_read_nothing_keep_nobody_waiting(shop: RunningShop, line: OpenLine) -> None:
    for _ in range(THREADS * 3):
        line(room=2048).say("GET /api/schema HTTP/1.1", "Host: localhost", "")  # more than such a reader has room for

    assert answers(shop)
    assert answers(shop)


def test_a_client_that_does_not_hang_up_keeps_nobody_waiting(shop: RunningShop, line: OpenLine) -> None:
    """gunicorn's own loop would listen to each of them for two seconds, and to nobody else meanwhile."""
    polite = [line().say("GET /healthz HTTP/1.1", "Host: localhost", "Connection: close", "") for _ in range(20)]
    assert all(each.status() == 200 for each in polite)

    assert all(answers(shop) for _ in range(3))


def test_more_connections_than_there_is_room_for_push_out_the_oldest_and_nobody_else(
    shop: RunningShop, line: OpenLine
) -> None:
    slow = [line().say("GET / HTTP/1.1") for _ in range(ROOM + 50)]

    assert answers(shop)
    assert slow[0].answer().startswith(b"HTTP/1.1 503 ")
    assert slow[-1].say("Host: localhost", "Connection: close", "").status() == 200


def test_a_kept_connection_serves_one_request_after_another(line: OpenLine) -> None:
    kept = line()

    for _ in range(5):
        kept.say("HEAD /healthz HTTP/1.1", "Host: localhost", "")
        assert kept.status() == 200


def test_a_crowd_that_comes_all_at_once_is_served_to_the_last(shop: RunningShop, line: OpenLine) -> None:
    """More connections than there is room for, and every one of them honest."""
    crowd = [line() for _ in range(ROOM + 200)]
    for each in crowd:
        each.say("GET /healthz HTTP/1.1", "Host: localhost", "Connection: close", "")

    assert [each.status() for each in crowd] == [200] * len(crowd)
