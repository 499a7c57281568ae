"""Many buyers at once, over real HTTP, against real server processes: never one seat too many, and none kept back."""

import pytest
from django.conf import settings

from tests.resilience.races.buying import buy_at_once, seats_sold, wrongs_of
from tests.resilience.races.two_servers import wrong_purchases
from tests.support.servers.running_shop import UNHURRIED, RunningShop
from tests.support.shopping import next_week

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]

BUYERS, SEATS, AT_ONCE = 100, 20, 50
PURCHASES = 4


def test_a_hundred_buyers_get_exactly_the_seats_there_are_at_two_servers_too():
    with RunningShop(servers=1 if settings.SQLITE else 2, webhooks=True, flags=UNHURRIED) as shop:
        night = shop.add_event(name="Race Night", price=12, maximumEventCapacity=SEATS, **next_week())

        answers = buy_at_once(shop.crowd(BUYERS), night, at_once=AT_ONCE)

        assert wrongs_of(shop, night, answers) == []
        assert seats_sold(answers) == SEATS  # every fourth buyer asks for one seat, so nothing can be left over
        assert wrong_purchases(shop, PURCHASES) == []
        assert "in order" in shop.check_books()
