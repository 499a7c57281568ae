"""Whatever PayPal does, the shop's records stay consistent, and every buyer is told what happens next."""

import os
import subprocess
import sys

import pytest
from django.conf import settings

from tests.resilience.proof.paypal.faults import FAULTS
from tests.resilience.proof.paypal.faulty_shop import FaultyShop
from tests.resilience.proof.paypal.webhooks import DELIVERIES, deliver_all
from tests.resilience.sabotage.flags import FLAGS
from tests.support.servers.running_shop import UNHURRIED, RunningShop

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]

SEED = 20260101
SOME = FAULTS[::5]  # `make prove` runs all of them, with several orders each
A_FEW = DELIVERIES[::83]  # `make prove` runs all of them


def test_paypals_faults_lose_no_money_and_every_buyer_is_told_what_happens_next():
    with FaultyShop(SEED) as faulty:
        buyers = faulty.shop.crowd(len(SOME))
        outcomes = [faulty.run_fault(fault, [buyer]) for fault, buyer in zip(SOME, buyers, strict=True)]

        faulty.end_faults(outcomes)
        for outcome in outcomes:
            faulty.judge(outcome)

        assert [violation for outcome in outcomes for violation in outcome.violations] == []
        assert faulty.find_inconsistencies() == []


@pytest.mark.skipif(settings.SQLITE, reason="PostgreSQL's locks are finer; `make prove` runs SQLite too")
def test_webhooks_in_any_order_settle_a_payment_once_and_forged_ones_are_not_stored():
    with RunningShop(webhooks=True, flags=UNHURRIED) as shop:
        shop.control("webhooks/hold", held=True)

        assert deliver_all(shop, A_FEW).violations == []


def test_every_flag_that_takes_a_safeguard_away_finds_the_code_that_it_replaces():
    """Otherwise only `make prove` would notice that a function was renamed."""
    flags = dict.fromkeys(FLAGS, "1") | {"DJANGO_SETTINGS_MODULE": "tests.settings"}
    command = [sys.executable, "-c", "import django; django.setup()"]

    started = subprocess.run(command, env=os.environ | flags, capture_output=True, text=True, check=False)

    assert started.returncode == 0, started.stderr
