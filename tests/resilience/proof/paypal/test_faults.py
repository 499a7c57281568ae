"""Whatever PayPal does, the shop's records stay consistent, and every buyer is told what happens next.

Variables make them larger: FAULT_ORDERS for each fault, FAULT_SEED for other carts, DELIVERIES=240 for every order in
which webhooks can arrive.
"""

import os
import random

import pytest

from tests.resilience.proof.consistency import find_inconsistencies
from tests.resilience.proof.paypal.faults import FAULTS
from tests.resilience.proof.paypal.faulty_shop import FaultyShop
from tests.resilience.proof.paypal.webhooks import DELIVERIES, deliver_all
from tests.support.servers.running_shop import UNHURRIED, RunningShop

pytestmark = pytest.mark.django_db(transaction=True)

SEED = int(os.environ.get("FAULT_SEED", "20260101"))
ORDERS = int(os.environ.get("FAULT_ORDERS", "1"))
A_FEW = random.Random(SEED).sample(DELIVERIES, int(os.environ.get("DELIVERIES", "3")))


def test_paypals_faults_lose_no_money_and_every_buyer_is_told_what_happens_next():
    with FaultyShop(SEED) as faulty:
        buyers = faulty.shop.crowd(len(FAULTS) * ORDERS)
        outcomes = [faulty.run_fault(fault, buyers[number :: len(FAULTS)]) for number, fault in enumerate(FAULTS)]

        faulty.end_faults(outcomes)
        for outcome in outcomes:
            faulty.judge(outcome)

        assert [violation for outcome in outcomes for violation in outcome.violations] == []
        assert find_inconsistencies(faulty.shop) == []


def test_webhooks_in_any_order_settle_a_payment_once_and_forged_ones_are_not_stored():
    with RunningShop(webhooks=True, flags=UNHURRIED) as shop:
        shop.control("webhooks/hold", held=True)

        assert deliver_all(shop, A_FEW) == []
