"""Slow senders and slow readers occupy neither the shop's threads nor much memory."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
import requests

from tests.security.proxy.visitors import Figures, other_visitors
from tests.support.connection import Connection
from tests.support.servers.running_proxy import RunningProxy
from tests.support.servers.running_shop import ROOT, RunningShop
from tests.support.waiting import eventually

SLOW_SENDERS, SLOW_READERS = 1000, 200
AT_ONCE = 16  # connections that are opened at the same time
HOLD = 4  # seconds for which all of them are open
MAX_WAIT, MAX_GROWTH = 2.0, 250  # seconds; MB
SMALL_BUFFER = 2048  # bytes that a slow reader receives
HOST, JSON = "Host: localhost", "Content-Type: application/json"
Connect = Callable[..., Connection]
Attack = Callable[[], object]
Watch = Callable[[str, Attack], Figures]


@pytest.fixture
def watch(
    shop: RunningShop, proxy: RunningProxy, idle_memory: float, keep_figures: Callable[[str, Figures], None]
) -> Watch:
    def watch(name: str, attack: Attack) -> Figures:
        """Run an attack, keep its connections open for a while and return what other visitors noticed."""
        with other_visitors(shop, proxy, idle_memory) as figures:
            attack()
            time.sleep(HOLD)
        keep_figures(name, figures)
        return figures

    return watch


def many(number: int, open_one: Callable[[int], object]) -> None:
    with ThreadPoolExecutor(AT_ONCE) as pool:
        list(pool.map(open_one, range(number)))


def assert_others_are_not_affected(figures: Figures) -> None:
    assert figures.statuses == {200}
    assert figures.slowest < MAX_WAIT
    assert figures.growth < MAX_GROWTH


@pytest.mark.parametrize(
    ("path", "length", "size"),
    [
        ("/api/users", "Content-Length: {size}", 512 * 1024),
        ("/api/upload", "Content-Length: {size}", 512 * 1024),
        ("/api/users", "Content-Length: {size}", 60 * 1024),  # the largest that is collected for everyone
        ("/api/users", "Transfer-Encoding: chunked", 512 * 1024),
    ],
    ids=["512 KB", "512 KB, upload", "60 KB", "512 KB, chunked"],
)
def test_unfinished_bodies(
    connect: Connect, watch: Watch, request: pytest.FixtureRequest, path: str, length: str, size: int
) -> None:
    body = b"x" * (size - 1)
    chunk = b"%x\r\n%s" % (size, body) if "chunked" in length else body

    def send(_: int) -> None:
        connection = connect().send(f"POST {path} HTTP/1.1", HOST, JSON, length.format(size=size), "")
        with suppress(OSError):  # refused already
            connection.send_bytes(chunk)

    figures = watch(
        f"{SLOW_SENDERS:,} unfinished bodies of {request.node.callspec.id}", lambda: many(SLOW_SENDERS, send)
    )

    assert_others_are_not_affected(figures)


def test_slow_headers(connect: Connect, watch: Watch) -> None:
    beginnings = [
        [],  # nothing is sent
        ["GET / HTTP/1.1"],
        ["GET / HTTP/1.1", HOST, "X-Slow: yes"],
        ["POST /api/users HTTP/1.1", HOST, JSON, "Content-Length: 900", "Expect: 100-continue", ""],
    ]
    opened: list[Connection] = []

    def trickle() -> None:
        many(SLOW_SENDERS, lambda number: opened.append(connect().send(*beginnings[number % len(beginnings)])))
        for connection in opened:
            connection.send_bytes(b"x")

    figures = watch(f"{SLOW_SENDERS:,} slow headers", trickle)

    assert_others_are_not_affected(figures)


def largest_script() -> str:
    scripts = (ROOT / "static" / "app" / "assets").glob("*.js")
    return f"/static/app/assets/{max(scripts, key=lambda file: file.stat().st_size).name}"


@pytest.mark.parametrize("what", ["a script", "the API schema"])
def test_slow_readers(connect: Connect, watch: Watch, what: str) -> None:
    path = largest_script() if what == "a script" else "/api/schema"
    readers: list[Connection] = []

    def read_nothing(_: int) -> None:
        readers.append(connect(receive_buffer=SMALL_BUFFER).send(f"GET {path} HTTP/1.1", HOST, ""))

    figures = watch(f"{SLOW_READERS} slow readers of {what}", lambda: many(SLOW_READERS, read_nothing))

    assert_others_are_not_affected(figures)
    assert readers[0].read_status() == 200


def test_a_body_that_arrives_byte_by_byte(connect: Connect) -> None:
    body = b'{"email": "nobody@example.com", "password": "a few random words"}'
    head = ["POST /api/users/auth HTTP/1.1", HOST, JSON, f"Content-Length: {len(body)}", "Connection: close", ""]
    slow = connect().send(*head)

    for byte in body:
        slow.send_bytes(bytes([byte]))
    response = slow.read_all()

    assert response.startswith(b"HTTP/1.1 401 ")
    assert b"Invalid email or password." in response


def test_a_thousand_ordinary_clients_at_once_are_all_served(connect: Connect) -> None:
    crowd: list[Connection] = []
    many(SLOW_SENDERS, lambda _: crowd.append(connect()))

    for client in crowd:
        client.send("GET /healthz HTTP/1.1", HOST, "Connection: close", "")

    assert {client.read_status() for client in crowd} == {200}


def test_without_the_proxy_slow_clients_block_the_shop(shop: RunningShop) -> None:
    """The control: the requests above do occupy the threads of a shop that they reach."""
    head = ["POST /api/users HTTP/1.1", HOST, JSON, "Content-Length: 524288", "X-Forwarded-Proto: https", ""]
    slow: list[Connection] = []

    many(SLOW_SENDERS, lambda _: slow.append(Connection(shop.ports[0]).send(*head, body=b"{")))
    with pytest.raises(requests.Timeout):
        requests.get(f"{shop.url}/healthz", timeout=MAX_WAIT)
    for connection in slow:
        connection.close()

    assert eventually(lambda: shop.is_ready(shop.url), seconds=60)
