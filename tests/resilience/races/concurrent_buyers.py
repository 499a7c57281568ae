"""Buyers who request seats of one date at the same time, and the checks of the answers that they get."""

from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Barrier
from typing import Any

from tests.support.servers.running_shop import Client, RunningShop
from tests.support.shopping import order_body

MAX_SEATS = 4


@dataclass(frozen=True, slots=True)
class Answer:
    buyer: Client
    seats: int  # requested
    status: int
    body: dict[str, Any]


def buy_at_once(buyers: Sequence[Client], event: dict[str, Any]) -> list[Answer]:
    """Let each buyer request one to four seats, all at the same time. Return answers in order."""
    barrier = Barrier(len(buyers))
    for buyer in buyers:
        buyer.http.close()  # use a new connection instead of one that the server is about to close

    def buy(numbered: tuple[int, Client]) -> Answer:
        number, buyer = numbered
        seats = number % MAX_SEATS + 1
        barrier.wait(600)
        answer = buyer.call("POST", "/api/orders", order_body(event, seats=seats))
        is_json = "json" in answer.headers.get("Content-Type", "")
        return Answer(buyer, seats, answer.status_code, dict(answer.json()) if is_json else {})

    with ThreadPoolExecutor(len(buyers)) as pool:
        return list(pool.map(buy, enumerate(buyers)))


def count_seats_sold(answers: Sequence[Answer]) -> int:
    return sum(answer.seats for answer in answers if answer.status == 201)


def find_violations(shop: RunningShop, event: dict[str, Any], answers: Sequence[Answer]) -> list[str]:
    """Return a sentence for each crash, oversold seat, wrong refusal and lost order."""
    return [*find_wrong_answers(answers), *find_wrong_seats(event, answers), *find_lost_orders(shop, event, answers)]


def find_wrong_answers(answers: Sequence[Answer]) -> Iterator[str]:
    others = Counter(answer.status for answer in answers if answer.status not in (201, 409))
    if others:
        yield f"answers other than 201 and 409: {dict(others)}"
    codes = Counter(str(answer.body.get("code")) for answer in answers if answer.status == 409)
    if set(codes) - {"sold_out"}:
        yield f"refusals for another reason than seats: {dict(codes)}"


def find_wrong_seats(event: dict[str, Any], answers: Sequence[Answer]) -> Iterator[str]:
    """No order is canceled in a race, so seats that are left in the end were left for every refused buyer."""
    capacity, sold = event["maximumEventCapacity"], count_seats_sold(answers)
    if sold > capacity:
        yield f"{sold} of {capacity} seats were sold"
    refused = [answer.seats for answer in answers if answer.status == 409]
    if refused and min(refused) <= capacity - sold:
        yield f"{sold} of {capacity} seats were sold, and a buyer was refused {min(refused)}"


def find_lost_orders(shop: RunningShop, event: dict[str, Any], answers: Sequence[Answer]) -> Iterator[str]:
    """Every confirmed order must exist for its buyer, with its seats counted."""
    sold = count_seats_sold(answers)
    path = f"/api/bookings?productId={event['_id']}&eventStartTime={event['startTime']}"
    counted = shop.client().call("GET", path).json()["totalReservations"]
    if counted != sold:
        yield f"{sold} seats were answered 201, and {counted} are counted"
    for answer in answers:
        if answer.status == 201:
            shown = answer.buyer.call("GET", f"/api/orders/{answer.body['_id']}")
            if shown.status_code != 200 or shown.json()["status"] != "held":
                yield f"order {answer.body['_id']} was answered 201, and is {shown.status_code} {shown.text[:200]}"
