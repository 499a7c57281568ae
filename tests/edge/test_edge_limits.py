"""What the edge refuses before it is the shop's matter: too much, too long, or two ways to read it."""

import json
import resource
from collections.abc import Callable

import psutil
import pytest

from tests.edge.conftest import Line
from tests.proof.full_disk import little_room
from tests.running_shop import RunningShop

OpenLine = Callable[..., Line]
HOST = "Host: localhost"
JSON = "Content-Type: application/json"


def refusal(answer: bytes) -> int:
    """The status of a refusal; it is JSON with a sentence, and carries nothing that a browser would run."""
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b"application/json" in head.lower(), answer[:300]
    assert b"nosniff" in head.lower()
    assert b"frame-ancestors 'none'" in head
    assert json.loads(body)["message"].endswith(".")
    return int(head.split(b" ")[1])


@pytest.mark.parametrize(
    ("said", "status"),
    [
        (["GET /api/products?keyword=" + "x" * 9000 + " HTTP/1.1", HOST, ""], 414),
        (["GET /api/products HTTP/1.1", HOST, "X-Long: " + "x" * 9000, ""], 431),
        (["GET /api/products HTTP/1.1", HOST, *[f"X-{n}: y" for n in range(100)], ""], 431),
        (["GET /api/products HTTP/1.1", HOST, "X-All: " + "x" * 70_000], 431),
        (["POST /api/users HTTP/1.1", HOST, JSON, "Content-Length: 104857600", ""], 413),
        (["POST /api/upload HTTP/1.1", HOST, "Content-Length: 99999999999999999", ""], 413),
        (["POST /api/users HTTP/1.1", HOST, JSON, "Transfer-Encoding: chunked", "", "0", ""], 411),
        (["POST /api/users HTTP/1.1", HOST, "Content-Length: 5", "Content-Length: 6", "", "hello"], 400),
        (["POST /api/users HTTP/1.1", HOST, "Content-Length: five", "", ""], 400),
        (["POST /api/users HTTP/1.1", HOST, "Content-Length: 2", "Transfer-Encoding: identity", "", "{}"], 411),
        (["GET /api/users HTTP/1.1", HOST, "Host: evil.example", ""], 400),
        (["GET /api/users HTTP/1.1", HOST, "X Y: z", ""], 400),
        (["GET /api/users HTTP/1.1", HOST, "X: a\0b", ""], 400),
        (["GET /api/users\x01 HTTP/1.1", HOST, ""], 400),
        (["GET /api/users HTTP/9.9", HOST, ""], 400),
        (["nonsense", ""], 400),
    ],
)  # fmt: skip
def test_what_no_honest_client_sends_is_refused_at_the_edge(line: OpenLine, said: list[str], status: int) -> None:
    assert refusal(line().say(*said).answer()) == status


def test_a_hundred_megabytes_are_refused_after_the_head_and_not_stored(line: OpenLine) -> None:
    large = line().say("POST /api/users HTTP/1.1", HOST, JSON, "Content-Length: 104857600", "")

    assert large.status() == 413


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="only Linux can fill the disk of a running process")
def test_a_body_that_finds_no_room_is_refused_and_harms_nobody_else(shop: RunningShop, line: OpenLine) -> None:
    workers = psutil.Process(shop.running[0].pid).children()
    with little_room(shop, 1000):
        large = line().say("POST /api/upload HTTP/1.1", HOST, "Content-Length: 600000", "").say_bytes(b"x" * 600_000)

        assert large.status() == 503
        assert line().say("GET /healthz HTTP/1.1", HOST, "").status() == 200
    assert psutil.Process(shop.running[0].pid).children() == workers


def test_leave_is_given_before_the_body_is_sent(line: OpenLine) -> None:
    asking = line().say("POST /api/users/auth HTTP/1.1", HOST, JSON, "Content-Length: 2", "Expect: 100-continue", "")

    assert asking.status() == 100
    assert asking.say_bytes(b"{}").status() == 400


def test_a_connection_that_is_said_to_stay_goes_on_after_a_body_that_nobody_read(line: OpenLine) -> None:
    kept = line()

    upload = ["POST /api/upload HTTP/1.1", HOST, "Content-Type: multipart/form-data; boundary=b"]
    kept.say(*upload, "Content-Length: 3000000", "", body=b"x" * 3_000_000)
    refused = b""  # whoever is not signed in uploads nothing, and nobody reads what they sent
    while not refused.endswith(b"}"):
        refused += kept.socket.recv(65536)
    assert refusal(refused) == 401
    assert b"keep-alive" in refused

    answer = kept.say("GET /healthz HTTP/1.1", HOST, "Connection: close", "").answer()
    assert answer.startswith(b"HTTP/1.1 200")


def test_a_second_request_behind_the_first_is_not_smuggled_in(line: OpenLine) -> None:
    """The connection ends after the first; nothing of what came behind it is taken for a request."""
    both = line().say("GET /healthz HTTP/1.1", HOST, "", "GET /readyz HTTP/1.1", HOST, "")

    assert both.answer().count(b"HTTP/1.1 ") == 1


@pytest.mark.parametrize("path", ["/api/users/profile", "/about", "/nowhere", "/healthz"])
def test_every_answer_bears_its_requests_name(line: OpenLine, path: str) -> None:
    answer = line().say(f"GET {path} HTTP/1.1", HOST, "X-Request-ID: mine-0123456789", "Connection: close", "").answer()

    assert b"\r\nX-Request-ID: " in answer
    assert b"mine-0123456789" not in answer  # a stranger names nothing in our log
