"""Load generator: each connection sends a request, waits for its response, and sends the next one.

It uses asyncio alone, because the time of an HTTP library would count as the server's.
"""

import asyncio
import json
import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count, cycle
from statistics import quantiles

HEAD_END = b"\r\n\r\n"
MAX_RESPONSE_BYTES = 8 * 1024 * 1024
KEYS = count()


@dataclass(slots=True)
class Load:
    """What a load got: responses by status, the seconds of each one, and the seconds until the last one."""

    statuses: Counter[int] = field(default_factory=Counter)
    latencies: list[float] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def rate(self) -> float:
        """Responses per second."""
        return len(self.latencies) / self.seconds

    @property
    def p95(self) -> float:
        """Milliseconds in which 95% of the responses arrived."""
        return 1000 * quantiles(self.latencies, n=20)[-1]


@dataclass(frozen=True, slots=True)
class Response:
    """A response. Its head is in lower case."""

    status: int
    head: bytes
    body: bytes


class Connection:
    """An HTTP/1.1 connection to a local port. It opens when something is sent, even after the server closed it."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.writer: asyncio.StreamWriter | None = None

    async def send(self, request: bytes) -> Response:
        if self.writer is None:
            opened = asyncio.open_connection("127.0.0.1", self.port, limit=MAX_RESPONSE_BYTES)
            self.reader, self.writer = await opened
        self.writer.write(request)
        head = (await self.reader.readuntil(HEAD_END)).lower()
        status, body = int(head[9:12]), b""
        if length := re.search(rb"\r\ncontent-length: *(\d+)", head):
            body = await self.reader.readexactly(int(length[1]) if status != 304 else 0)
        elif b"\r\ntransfer-encoding: chunked" in head:
            body = await self.reader.readuntil(b"0" + HEAD_END)
        if b"\r\nconnection: close" in head:
            self.close()
        return Response(status, head, body)

    def close(self) -> None:
        if self.writer:
            self.writer.close()
        self.writer = None


def run_load(port: int, requests: Iterator[bytes], *, connections: int = 16, seconds: float) -> Load:
    """Send the requests for so many seconds, or until there are no more."""
    load, began = Load(), time.perf_counter()

    async def keep_sending() -> None:
        connection = Connection(port)
        for request in requests:  # the connections share them
            sent = time.perf_counter()
            response = await connection.send(request)
            load.latencies.append(time.perf_counter() - sent)
            load.statuses[response.status] += 1
            if time.perf_counter() - began >= seconds:
                break
        connection.close()

    async def run() -> None:
        await asyncio.gather(*(keep_sending() for _ in range(connections)))

    asyncio.run(run())
    load.seconds = time.perf_counter() - began
    return load


def build_request(method: str, path: str, body: object = None, **headers: str) -> bytes:
    content = b"" if body is None else json.dumps(body).encode()
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", "User-Agent: bench"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    if method != "GET":
        lines += ["Content-Type: application/json", f"Content-Length: {len(content)}"]
    return "\r\n".join(lines).encode() + HEAD_END + content


def repeat_get(path: str, **headers: str) -> Iterator[bytes]:
    return cycle([build_request("GET", path, **headers)])


def order_requests(sessions: Sequence[str], dates: Sequence[tuple[str, str]]) -> Iterator[bytes]:
    """Endless orders of one seat, by each buyer and for each date in turn. Dates are an event's ID and a start."""
    for session, (event, start) in zip(cycle(sessions), cycle(dates), strict=False):
        booking = {"bookingDate": start, "reservationSeats": {"qty": 1}}
        body = {"orderItems": [{"_id": event, "bookings": [booking]}]}
        cookie = {"Cookie": f"sessionid={session}", "Idempotency_Key": f"bench-{next(KEYS)}"}
        yield build_request("POST", "/api/orders", body, **cookie)
