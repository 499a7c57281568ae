"""`kill -9` at each place where a crash could tear seats, orders and money apart: after a restart and one upkeep

the books are in order, they agree with PayPal's own record, and nobody was charged or refunded twice.
"""

import pytest
from django.db import connection

from tests.resilience.proof.failures.kills import WAYS, DeadlyShop
from tests.resilience.sabotage.killing import PLACES

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]

A_FEW = (  # on PostgreSQL; `make prove` kills at every place on both
    "before the order commits",
    "after the capture, before it is stored",
    "inside settle",
    "in the webhook, before the commit",
    "after the refund, before it is stored",
)


def test_after_a_kill_anywhere_a_restart_and_one_upkeep_put_everything_right():
    places = list(WAYS) if connection.vendor == "sqlite" else A_FEW
    with DeadlyShop() as deadly:
        buyers = deadly.shop.crowd(len(places))
        killed = [deadly.kill(place, buyer) for place, buyer in zip(places, buyers, strict=True)]

        assert deadly.violations(killed), "the kills left nothing to put right, so this shows nothing"

        deadly.restart()

        assert deadly.violations(killed) == []


def test_every_place_has_its_way():
    assert list(WAYS) == list(PLACES)
