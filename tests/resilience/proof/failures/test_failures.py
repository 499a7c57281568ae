"""Crashes, a database that goes away, and a full disk: buyers get a sentence, and nothing is lost or half written.

`kill -9` at each place where a crash could leave seats, orders and payments inconsistent: after a restart and one
upkeep, the shop agrees with PayPal's own record, and nobody was charged or refunded twice.

Variables make them longer: KILLS at every place on both databases, OUTAGE_SECONDS.
"""

import os
import resource

import pytest
from django.db import connection

from tests.resilience.hooks import PLACES
from tests.resilience.proof.failures.database_outage import interrupt_database
from tests.resilience.proof.failures.full_disk import fill_disk
from tests.resilience.proof.failures.kills import RUNS, MortalShop

pytestmark = pytest.mark.django_db(transaction=True)

KILLS = int(os.environ.get("KILLS", "0"))
A_FEW = (  # on PostgreSQL, unless KILLS says how often to kill at every place
    "before the order commits",
    "after the capture, before it is stored",
    "inside settle",
    "in the webhook, before the commit",
    "after the refund, before it is stored",
    "after a change's refund, before it is stored",
)
SECONDS = float(os.environ.get("OUTAGE_SECONDS", "1"))


def test_after_a_kill_at_any_place_a_restart_and_one_upkeep_make_everything_consistent():
    places = list(RUNS) * (KILLS or 1) if KILLS or connection.vendor == "sqlite" else A_FEW
    assert list(RUNS) == list(PLACES)
    with MortalShop() as mortal:
        buyers = mortal.shop.crowd(len(places))
        kills = [mortal.kill(place, buyer) for place, buyer in zip(places, buyers, strict=True)]

        assert mortal.find_violations(kills), "without violations before the restart this shows nothing"

        mortal.restart()

        assert mortal.find_violations(kills) == []


def test_during_an_outage_of_the_database_buyers_are_asked_to_wait_and_no_order_is_lost():
    assert interrupt_database(SECONDS) == []


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="only Linux can limit the files of a running process")
def test_a_full_disk_is_a_clear_error_and_nothing_is_half_written():
    assert fill_disk() == []
