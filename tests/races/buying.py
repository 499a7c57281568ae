"""A crowd that wants the seats of one date, all at once."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Barrier
from typing import Any

from tests.running_shop import Client
from tests.shopping import an_order


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    seats: int  # asked for


def buy_at_once(buyers: Sequence[Client], night: dict[str, Any], *, at_once: int) -> list[Answer]:
    """Each buyer asks for one to four seats; `at_once` of them at a time, let go together. Their answers, in order."""
    assert len(buyers) % at_once == 0, "the last ones would wait for each other for ever"
    together = Barrier(at_once)

    def buy(numbered: tuple[int, Client]) -> Answer:
        number, buyer = numbered
        seats = number % 4 + 1
        together.wait(60)
        return Answer(buyer.call("POST", "/api/orders", an_order(night, seats=seats)).status_code, seats)

    with ThreadPoolExecutor(at_once) as pool:
        return list(pool.map(buy, enumerate(buyers)))


def seats_sold(answers: Sequence[Answer]) -> int:
    return sum(answer.seats for answer in answers if answer.status == 201)
