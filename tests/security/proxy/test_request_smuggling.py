"""A request that may be read in two ways is refused, or reaches the shop as exactly one request.

The body of each request is another request. If the shop answered that one, it would answer it to the next visitor whose
request the proxy sends over the same connection.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest

from tests.support.connection import Connection
from tests.support.framing import HIDDEN, LENGTH, LONG, NO_NUMBER, NUMBERS, PADDED, TWO_READINGS
from tests.support.servers.running_proxy import RunningProxy
from tests.support.servers.running_shop import RunningShop
from tests.support.waiting import eventually

Connect = Callable[..., Connection]
LENGTHS = [[b"Content-Length: " + value] for value in [*NO_NUMBER, *LONG, *NUMBERS, *PADDED]]
QUICKLY = 1.0  # seconds without data after which nothing more is expected
OUTER = '"POST /api/users/auth"'
TRANSFER_ENCODINGS = [
    b"Transfer-Encoding: chunked",
    b"Transfer-Encoding: CHUNKED",
    b"Transfer-Encoding:\tchunked",
    b"Transfer-Encoding: chunked ",
    b"Transfer-Encoding : chunked",
    b"X: y\nTransfer-Encoding: chunked",
    b"X: y\rTransfer-Encoding: chunked",
    b"Transfer-Encoding\n: chunked",
    b"Transfer-Encoding:\n chunked",
    b"Transfer-Encoding: \x0bchunked",
    b"Transfer-Encoding: chunked\x00",
    b'Transfer-Encoding: "chunked"',
    b"Transfer-Encoding: xchunked",
    b"Transfer-Encoding: x, chunked",
    b"Transfer-Encoding: chunked, identity",
    b"Transfer-Encoding: chunked\r\nTransfer-Encoding: x",
    b"Transfer-Encoding: x\r\nTransfer-Encoding: chunked",
]
OTHER_HEADERS = [b" Transfer-Encoding: chunked", b"Transfer_Encoding: chunked", b"X-Transfer-Encoding: chunked"]
CHUNKED = [
    b"0\r\n\r\n" + HIDDEN,  # the hidden request follows the body
    b"%x\r\n%s\r\n0\r\n\r\n" % (LENGTH, HIDDEN),  # it is the body
    b"5\nhello\n0\n\n" + HIDDEN,
    b"5;\nhello\r\n0\r\n\r\n" + HIDDEN,
    b"0x5\r\nhello\r\n0\r\n\r\n" + HIDDEN,
    b"-5\r\nhello\r\n0\r\n\r\n" + HIDDEN,
    b"10000000000000005\r\nhello\r\n0\r\n\r\n" + HIDDEN,
    b"0\r\nContent-Length: 5\r\n\r\n" + HIDDEN,  # a trailer
]


class ShopLog:
    """The requests that reached the shop since the last look."""

    def __init__(self, shop: RunningShop) -> None:
        self.path = shop.folder / "server.log"
        self.length = len(self.path.read_bytes())

    def requests(self) -> list[str]:
        return re.findall(r'"[A-Z]+ \S+"', self.path.read_bytes()[self.length :].decode())


@pytest.fixture
def log(shop: RunningShop) -> ShopLog:
    return ShopLog(shop)


@pytest.fixture
def victim(proxy: RunningProxy, log: ShopLog) -> Iterator[None]:
    """After the test, the next visitor gets the response to their own request, and the hidden one was never read."""
    yield
    assert proxy.get("/robots.txt").text.startswith("User-agent: *")
    assert eventually(lambda: '"GET /robots.txt"' in log.requests())
    assert '"GET /healthz"' not in log.requests()


def statuses_of(connect: Connect, head: bytes, headers: list[bytes], body: bytes) -> list[int]:
    """Send one request and return the final statuses of all responses."""
    connection = connect(timeout=QUICKLY)
    lines = [head + b" HTTP/1.1", b"Host: localhost", b"Content-Type: application/json", *headers]
    with suppress(ConnectionError):  # refused already
        connection.send_bytes(b"\r\n".join([*lines, b"", b""]) + body)
    statuses = [int(status) for status in re.findall(rb"HTTP/1\.[01] (\d{3}) ", connection.read_all())]
    return [status for status in statuses if status != 100]


def is_refused_or_one_request(statuses: list[int], log: ShopLog) -> bool:
    """Return whether the proxy refused it (501 for encodings that no server supports), or the shop got it once."""
    if reached := log.requests():
        return reached == [OUTER] and len(statuses) == 1
    return len(statuses) == 1 and (400 <= statuses[0] < 500 or statuses[0] == 501)


def show(value: object) -> str:
    return ascii(value)[:60]


@pytest.mark.usefixtures("victim")
@pytest.mark.parametrize("headers", LENGTHS, ids=show)
def test_a_length_has_one_meaning(connect: Connect, log: ShopLog, headers: list[bytes]) -> None:
    statuses = statuses_of(connect, b"POST /api/users/auth", headers, HIDDEN)

    assert is_refused_or_one_request(statuses, log), (statuses, log.requests())


@pytest.mark.usefixtures("victim")
@pytest.mark.parametrize("headers", TWO_READINGS, ids=show)
def test_two_lengths_are_refused(connect: Connect, log: ShopLog, headers: list[bytes]) -> None:
    statuses = statuses_of(connect, b"POST /api/users/auth", headers, HIDDEN)

    assert is_refused_or_one_request(statuses, log), (statuses, log.requests())
    assert statuses[0] >= 400


@pytest.mark.usefixtures("victim")
@pytest.mark.parametrize("body", CHUNKED, ids=show)
@pytest.mark.parametrize("encoding", TRANSFER_ENCODINGS, ids=show)
@pytest.mark.parametrize("lengths", [[], [b"Content-Length: 4"], [b"Content-Length: {size}"]], ids=show)
def test_a_transfer_encoding_has_one_meaning(
    connect: Connect, log: ShopLog, lengths: list[bytes], encoding: bytes, body: bytes
) -> None:
    headers = [length.replace(b"{size}", b"%d" % len(body)) for length in lengths] + [encoding]

    statuses = statuses_of(connect, b"POST /api/users/auth", headers, body)

    assert is_refused_or_one_request(statuses, log), (statuses, log.requests())


@pytest.mark.usefixtures("victim")
@pytest.mark.parametrize("body", CHUNKED, ids=show)
@pytest.mark.parametrize("header", OTHER_HEADERS, ids=show)
def test_other_headers_are_no_transfer_encoding(connect: Connect, log: ShopLog, header: bytes, body: bytes) -> None:
    statuses = statuses_of(connect, b"POST /api/users/auth", [b"Content-Length: %d" % len(body), header], body)

    assert is_refused_or_one_request(statuses, log), (statuses, log.requests())


def test_what_follows_a_whole_request_is_another(connect: Connect, log: ShopLog) -> None:
    """The control: a hidden request that is read appears in the log."""
    statuses = statuses_of(connect, b"POST /api/users/auth", [b"Content-Length: 0"], HIDDEN)

    assert statuses == [400, 200]
    assert eventually(lambda: log.requests() == [OUTER, '"GET /healthz"'])
