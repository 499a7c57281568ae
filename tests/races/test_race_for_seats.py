"""Many buyers at once, over real HTTP, against real server processes: never one seat too many."""

from collections import Counter

import pytest

from tests.races.buying import buy_at_once, seats_sold
from tests.running_shop import RunningShop
from tests.shopping import next_week

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]

BUYERS, SEATS, AT_ONCE = 100, 20, 25


def test_a_hundred_buyers_get_exactly_the_twenty_seats_there_are():
    with RunningShop() as shop:
        night = shop.add_night(name="Race Night", price=12, maximumEventCapacity=SEATS, **next_week())

        answers = buy_at_once(shop.crowd(BUYERS), night, at_once=AT_ONCE)

        statuses = Counter(answer.status for answer in answers)
        assert set(statuses) == {201, 409}, statuses
        assert seats_sold(answers) == SEATS  # every fourth buyer asks for one seat, so nothing can be left over
        count = shop.client().call("GET", f"/api/bookings?productId={night['_id']}&eventStartTime={night['startTime']}")
        assert count.json() == {"totalReservations": SEATS, "maximumEventCapacity": SEATS, "countInStock": 0}
        assert "in order" in shop.check_books()
