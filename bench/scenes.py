"""What is measured, each against its floor, in turns."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count, cycle
from statistics import median
from typing import Any

import requests

from bench.load import Answered, ask, request_bytes
from bench.size import SIZE


@dataclass(frozen=True, slots=True)
class Server:
    """A server that is up: where it listens, and its master's process id."""

    port: int
    pid: int


@dataclass(frozen=True, slots=True)
class Scene:
    """One thing that is asked of the shop and of its floor. `target` is the least good ratio of their rates."""

    name: str
    shop: Callable[[], Iterator[bytes]]
    floor: Callable[[], Iterator[bytes]]
    floor_name: str
    target: float | None
    expected: int = 200
    floor_expected: int = 200


@dataclass(frozen=True, slots=True)
class Turn:
    shop: Answered
    floor: Answered

    @property
    def ratio(self) -> float:
        return self.shop.rate / self.floor.rate

    @property
    def cpu_ratio(self) -> float:
        """The floor's processor time for one answer over the shop's: what the rate would be if nothing else ran."""
        return self.floor.cpu_each / self.shop.cpu_each if self.shop.cpu_each else 1.0


@dataclass(frozen=True, slots=True)
class Figure:
    scene: Scene
    turns: list[Turn] = field(default_factory=list)

    @property
    def ratio(self) -> float:
        return median(turn.ratio for turn in self.turns)

    @property
    def cpu_ratio(self) -> float:
        return median(turn.cpu_ratio for turn in self.turns)

    @property
    def spread(self) -> tuple[float, float]:
        ratios = [turn.ratio for turn in self.turns]
        return min(ratios), max(ratios)

    @property
    def met(self) -> bool | None:
        return None if self.scene.target is None else self.ratio >= self.scene.target


class Wrong(RuntimeError):
    """A server answered something else than it was measured for."""


def measure(scene: Scene, shop: Server, floor: Server) -> Figure:
    """Turns of shop and floor. One whose floor was slower than the shop is void and made again, three times at most."""
    warm_up(scene, shop, floor)
    turns: list[Turn] = []
    void = 0
    while len(turns) < SIZE.rounds:
        turn = Turn(
            asked(scene.shop(), shop, scene.expected, scene), asked(scene.floor(), floor, scene.floor_expected, scene)
        )
        if turn.ratio > 1 and void < SIZE.rounds:
            void += 1
            continue
        turns.append(turn)
    return Figure(scene, turns)


def warm_up(scene: Scene, shop: Server, floor: Server) -> None:
    ask(shop.port, scene.shop(), server=shop.pid, seconds=0.4)
    ask(floor.port, scene.floor(), server=floor.pid, seconds=0.4)


def asked(stream: Iterator[bytes], server: Server, expected: int, scene: Scene) -> Answered:
    got = ask(server.port, stream, server=server.pid)
    if set(got.statuses) != {expected}:
        raise Wrong(f"{scene.name}: wanted {expected}, got {dict(got.statuses)}")
    return got


# --- Requests --------------------------------------------------------------------------------------------------------


def get(path: str, **headers: str) -> Callable[[], Iterator[bytes]]:
    request = request_bytes("GET", path, **headers)
    return lambda: cycle([request])


def reads(shop: Server, data: dict[str, Any]) -> list[Scene]:
    """Public pages and calls, each against one read behind the same middleware."""
    one_read = get(f"/read/{data['event']}")
    month = f"/api/products/all?start={data['month'][0]}&end={data['month'][1]}"
    pages = {
        "GET /api/products/all, a month": month,
        "GET /api/products/{id}": f"/api/products/{data['product']}",
        "GET /api/products, page 1": "/api/products?pageNumber=1",
        "GET /, the HTML": "/",
    }
    plain = [Scene(name, get(path), one_read, "one read", 0.7) for name, path in pages.items()]
    unchanged = [
        Scene(f"{name}, unchanged (304)", get(path, If_None_Match=etag), one_read, "one read", 0.9, expected=304)
        for name, path in pages.items()
        if (etag := tag_of(shop, path))
    ]
    return plain + unchanged


def tag_of(shop: Server, path: str) -> str:
    return requests.get(f"http://127.0.0.1:{shop.port}{path}", timeout=30).headers.get("ETag", "")


def holds(sessions: list[str], data: dict[str, Any]) -> list[Scene]:
    """POST /api/orders for one date, against the seat rule in hand-written SQL."""
    dates = data["roomy_dates"][1:51]

    def orders(to: list[Any]) -> Callable[[], Iterator[bytes]]:
        return lambda: order_requests(sessions, data["roomy"], [start for _, start in to])

    def bare(to: list[Any]) -> Callable[[], Iterator[bytes]]:
        return lambda: cycle([request_bytes("POST", f"/hold/{pk}") for pk, _ in to])

    return [
        Scene(f"POST /api/orders, {name}", orders(to), bare(to), "bare hold", 0.6, expected=201, floor_expected=201)
        for name, to in (("one date for all", dates[:1]), ("50 dates", dates))
    ]


KEYS = count()


def order_requests(sessions: list[str], product: str, starts: list[str]) -> Iterator[bytes]:
    people, dates = cycle(sessions), cycle(starts)
    while True:
        booking = {"bookingDate": next(dates), "reservationSeats": {"qty": 1}}
        body = json.dumps({"orderItems": [{"_id": product, "bookings": [booking]}]}).encode()
        key = f"bench-{next(KEYS)}"
        yield request_bytes("POST", "/api/orders", body, Cookie=f"sessionid={next(people)}", Idempotency_Key=key)
