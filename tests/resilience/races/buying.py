"""A crowd that wants the seats of one date, all at once, and what must be true of the answers it got."""

from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Barrier
from typing import Any

from tests.support.servers.running_shop import Client, RunningShop
from tests.support.shopping import an_order

MOST_SEATS = 4


@dataclass(frozen=True, slots=True)
class Answer:
    buyer: Client
    seats: int  # asked for
    status: int
    body: dict[str, Any]


def buy_at_once(buyers: Sequence[Client], night: dict[str, Any], *, at_once: int = 0) -> list[Answer]:
    """Each buyer asks for one to four seats; all are let go together, or `at_once` of them at a time. In order."""
    at_once = at_once or len(buyers)
    assert len(buyers) % at_once == 0, "the last ones would wait for each other for ever"
    together = Barrier(at_once)
    for buyer in buyers:
        buyer.http.close()  # each comes on a connection of their own, not on one that was idle since the last crowd

    def buy(numbered: tuple[int, Client]) -> Answer:
        number, buyer = numbered
        seats = number % MOST_SEATS + 1
        together.wait(600)
        answer = buyer.call("POST", "/api/orders", an_order(night, seats=seats))
        is_json = "json" in answer.headers.get("Content-Type", "")
        return Answer(buyer, seats, answer.status_code, dict(answer.json()) if is_json else {})

    with ThreadPoolExecutor(at_once) as pool:
        return list(pool.map(buy, enumerate(buyers)))


def seats_sold(answers: Sequence[Answer]) -> int:
    return sum(answer.seats for answer in answers if answer.status == 201)


def wrongs_of(shop: RunningShop, night: dict[str, Any], answers: Sequence[Answer]) -> list[str]:
    """A sentence for each thing that must not be: a crash, a seat too many, one kept back, an order that is lost."""
    return [*wrong_answers(answers), *wrong_seats(night, answers), *lost(shop, night, answers)]


def wrong_answers(answers: Sequence[Answer]) -> Iterator[str]:
    others = Counter(answer.status for answer in answers if answer.status not in (201, 409))
    if others:
        yield f"answers other than 201 and 409: {dict(others)}"
    codes = Counter(str(answer.body.get("code")) for answer in answers if answer.status == 409)
    if set(codes) - {"sold_out"}:
        yield f"refusals for another reason than seats: {dict(codes)}"


def wrong_seats(night: dict[str, Any], answers: Sequence[Answer]) -> Iterator[str]:
    """Nobody gives a seat back in a race, so what is left in the end was left for everybody who was refused."""
    capacity, sold = night["maximumEventCapacity"], seats_sold(answers)
    if sold > capacity:
        yield f"{sold} of {capacity} seats were sold"
    refused = [answer.seats for answer in answers if answer.status == 409]
    if refused and min(refused) <= capacity - sold:
        yield f"{sold} of {capacity} seats were sold, and somebody was refused {min(refused)}"


def lost(shop: RunningShop, night: dict[str, Any], answers: Sequence[Answer]) -> Iterator[str]:
    """Every order that was answered is there for its buyer, and counts."""
    sold = seats_sold(answers)
    path = f"/api/bookings?productId={night['_id']}&eventStartTime={night['startTime']}"
    counted = shop.client().call("GET", path).json()["totalReservations"]
    if counted != sold:
        yield f"{sold} seats were answered 201, and {counted} are counted"
    for answer in answers:
        if answer.status == 201:
            shown = answer.buyer.call("GET", f"/api/orders/{answer.body['_id']}")
            if shown.status_code != 200 or shown.json()["status"] != "held":
                yield f"order {answer.body['_id']} was answered 201, and is {shown.status_code} {shown.text[:200]}"
