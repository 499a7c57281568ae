"""Many buyers at once, over real HTTP, against real server processes: exactly the available seats are sold."""

import pytest
from django.conf import settings

from tests.resilience.races.concurrent_buyers import buy_at_once, count_seats_sold, find_violations
from tests.resilience.races.two_servers import find_wrong_purchases
from tests.support.servers.running_shop import UNHURRIED, RunningShop
from tests.support.shopping import next_week

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]

BUYERS, SEATS, AT_ONCE = 100, 20, 50
PURCHASES = 4


def test_a_hundred_buyers_get_exactly_the_available_seats_even_at_two_servers():
    with RunningShop(servers=1 if settings.SQLITE else 2, webhooks=True, flags=UNHURRIED) as shop:
        event = shop.add_event(name="Friday Draft", price=12, maximumEventCapacity=SEATS, **next_week())

        answers = buy_at_once(shop.crowd(BUYERS), event, at_once=AT_ONCE)

        assert find_violations(shop, event, answers) == []
        assert count_seats_sold(answers) == SEATS  # every fourth buyer requests one seat, so none can be left
        assert find_wrong_purchases(shop, PURCHASES) == []
        assert "No violations" in shop.check_books()
