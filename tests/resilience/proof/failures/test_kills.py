"""`kill -9` at each place where a crash could leave seats, orders and payments inconsistent.

After a restart and one upkeep, the shop agrees with PayPal's own record, and nobody was charged or refunded twice.
"""

import pytest
from django.db import connection

from tests.resilience.proof.failures.kills import RUNS, MortalShop
from tests.resilience.sabotage.kill_points import PLACES

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]

A_FEW = (  # on PostgreSQL; `make prove` kills at every place on both databases
    "before the order commits",
    "after the capture, before it is stored",
    "inside settle",
    "in the webhook, before the commit",
    "after the refund, before it is stored",
    "after a change's refund, before it is stored",
)


def test_after_a_kill_at_any_place_a_restart_and_one_upkeep_make_everything_consistent():
    places = list(RUNS) if connection.vendor == "sqlite" else A_FEW
    with MortalShop() as mortal:
        buyers = mortal.shop.crowd(len(places))
        kills = [mortal.kill(place, buyer) for place, buyer in zip(places, buyers, strict=True)]

        assert mortal.find_violations(kills), "without violations before the restart this shows nothing"

        mortal.restart()

        assert mortal.find_violations(kills) == []


def test_every_place_has_a_run():
    assert list(RUNS) == list(PLACES)
