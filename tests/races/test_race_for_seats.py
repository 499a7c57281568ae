"""Many buyers at once, over real HTTP, against real server processes: never one seat too many."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from tests.running_shop import Client, RunningShop
from tests.shopping import an_order, next_week

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]

BUYERS, SEATS, AT_ONCE = 100, 20, 25


def test_a_hundred_buyers_get_exactly_the_twenty_seats_there_are():
    with RunningShop() as shop:
        night = shop.add_night(name="Race Night", price=12, maximumEventCapacity=SEATS, **next_week())
        buyers = shop.crowd(BUYERS)
        together = Barrier(AT_ONCE)

        def buy(numbered: tuple[int, Client]) -> tuple[int, int]:
            number, buyer = numbered
            seats = number % 4 + 1
            together.wait(30)
            return buyer.call("POST", "/api/orders", an_order(night, seats=seats)).status_code, seats

        with ThreadPoolExecutor(AT_ONCE) as pool:
            answers = list(pool.map(buy, enumerate(buyers)))

        statuses = Counter(status for status, _ in answers)
        sold = sum(seats for status, seats in answers if status == 201)
        refused = [seats for status, seats in answers if status == 409]
        assert set(statuses) == {201, 409}, statuses
        assert sold == SEATS  # one seat is asked for by every fourth buyer, so nothing can be left over
        assert len(refused) == BUYERS - statuses[201]
        count = shop.client().call("GET", f"/api/bookings?productId={night['_id']}&eventStartTime={night['startTime']}")
        assert count.json() == {"totalReservations": SEATS, "maximumEventCapacity": SEATS, "countInStock": 0}
        assert "in order" in shop.check_books()
