"""Asks a server as fast as it answers: a closed loop of lines, each waiting for one answer before it asks again."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles

from bench.size import SIZE

HEAD_END = b"\r\n\r\n"


@dataclass(frozen=True, slots=True)
class Answered:
    """What came back within `seconds`; `latencies` in seconds; `cpu` is the server's processor time in seconds."""

    seconds: float
    latencies: list[float]
    statuses: Counter[int]
    cpu: float = 0.0

    @property
    def rate(self) -> float:
        """Answers a second."""
        return len(self.latencies) / self.seconds

    @property
    def cpu_each(self) -> float:
        """Processor time of the server for one answer, in milliseconds."""
        return 1000 * self.cpu / max(1, len(self.latencies))

    def percentile(self, number: int) -> float:
        """Milliseconds within which this share of the answers came."""
        if len(self.latencies) < 2:
            return 1000 * (self.latencies or [0.0])[0]
        return 1000 * quantiles(self.latencies, n=100)[number - 1]


def request_bytes(method: str, path: str, body: bytes = b"", **headers: str) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", "User-Agent: bench"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    if body or method != "GET":
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join(lines).encode() + HEAD_END + body


@dataclass
class Loop:
    """The state that all lines of one load share."""

    requests: Iterator[bytes]
    until: float
    latencies: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)

    is_empty: bool = False

    def next_request(self) -> bytes | None:
        if time.perf_counter() >= self.until:
            return None
        request = next(self.requests, None)
        self.is_empty = request is None
        return request


class Line(asyncio.Protocol):
    """One connection. Reads just enough HTTP/1.1 to know where an answer ends."""

    def __init__(self, loop: Loop, done: Callable[[], None]) -> None:
        self.loop = loop
        self.done = done
        self.buffer = b""
        self.asked_at = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        self.ask()

    def ask(self) -> None:
        request = self.loop.next_request()
        if request is None:
            self.transport.close()
            return
        self.asked_at = time.perf_counter()
        self.transport.write(request)  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        head, found, rest = self.buffer.partition(HEAD_END)
        if not found or not is_whole(head, rest):
            return
        self.buffer = b""
        self.loop.latencies.append(time.perf_counter() - self.asked_at)
        self.loop.statuses[int(head[9:12])] += 1
        if b"onnection: close" in head:
            self.transport.close()
        else:
            self.ask()

    def connection_lost(self, exc: Exception | None) -> None:
        self.done()


def is_whole(head: bytes, body: bytes) -> bool:
    lowered = head.lower()
    at = lowered.find(b"content-length:")
    if at >= 0:
        return len(body) >= int(lowered[at + 15 : (lowered + b"\r\n").find(b"\r\n", at)])
    if b"transfer-encoding: chunked" in lowered:
        return body.endswith(b"0\r\n\r\n")
    return int(head[9:12]) in (204, 304)


async def keep_a_line(port: int, loop: Loop) -> None:
    """Ask until the time is over; a line the server closes is opened anew."""
    events = asyncio.get_running_loop()
    while time.perf_counter() < loop.until and not loop.is_empty:
        ended = asyncio.Event()
        await events.create_connection(lambda done=ended.set: Line(loop, done), "127.0.0.1", port)  # type: ignore[misc]
        await ended.wait()


async def drive(port: int, loop: Loop, connections: int) -> None:
    await asyncio.gather(*(keep_a_line(port, loop) for _ in range(connections)))


def ask(
    port: int, requests: Iterator[bytes], *, server: int, connections: int = 16, seconds: float = SIZE.seconds
) -> Answered:
    """Ask for so many seconds; `server` is the process id of the server's master, whose processor time is read."""
    before, began = cpu_of(server), time.perf_counter()
    loop = Loop(requests, began + seconds)
    asyncio.run(drive(port, loop, connections))
    took = time.perf_counter() - began
    return Answered(took, loop.latencies, loop.statuses, cpu_of(server) - before)


def cpu_of(pid: int) -> float:
    """Processor time of a process and those it started that are alive, in seconds."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    own = (int(fields[11]) + int(fields[12])) / 100  # clock ticks
    return own + sum(cpu_of(int(child)) for child in children)
