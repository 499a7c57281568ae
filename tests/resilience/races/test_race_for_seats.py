"""Many buyers at once, over real HTTP, against real server processes: exactly the available seats are sold.

Variables make it larger: RACE_BUYERS=1000 RACE_SEATS=100 RACE_ROUNDS=5, with RACE_PURCHASES=40.
"""

import os
from datetime import UTC, datetime, timedelta

import pytest
from django.conf import settings

from tests.resilience.races.concurrent_buyers import buy_at_once, count_seats_sold, find_violations
from tests.resilience.races.two_servers import find_wrong_purchases
from tests.support.servers.running_shop import UNHURRIED, RunningShop

pytestmark = pytest.mark.django_db(transaction=True)

BUYERS = int(os.environ.get("RACE_BUYERS", "100"))
SEATS = int(os.environ.get("RACE_SEATS", "20"))
ROUNDS = int(os.environ.get("RACE_ROUNDS", "1"))
PURCHASES = int(os.environ.get("RACE_PURCHASES", "4"))
PATIENCE = 600  # seconds; the last of a thousand buyers waits for all others
FLAGS = UNHURRIED | {"MAX_HELD_ORDERS": "100000"}


def test_everybody_at_once_gets_exactly_the_available_seats_even_at_two_servers():
    with RunningShop(servers=1 if settings.SQLITE else 2, webhooks=True, flags=FLAGS) as shop:
        crowd = shop.crowd(BUYERS)
        for buyer in crowd:
            buyer.patience = PATIENCE
        for number in range(ROUNDS):
            start = (datetime.now(UTC) + timedelta(days=7 + number)).replace(second=0, microsecond=0)
            times = {"startTime": start.isoformat(), "endTime": (start + timedelta(hours=3)).isoformat()}
            event = shop.add_event(name=f"Round {number}", price=12, maximumEventCapacity=SEATS, **times)

            answers = buy_at_once(crowd, event)

            assert find_violations(shop, event, answers) == []
            assert count_seats_sold(answers) == SEATS  # every fourth buyer requests one seat, so none can be left
        assert find_wrong_purchases(shop, PURCHASES) == []
        assert "No violations" in shop.check_books()
