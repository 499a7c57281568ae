"""Whatever PayPal does, the shop's records stay consistent, and every buyer is told what happens next.

Variables make it larger: FAULT_ORDERS for each fault, FAULT_SEED for other carts.
"""

import os

import pytest

from tests.resilience.proof.consistency import find_inconsistencies
from tests.resilience.proof.paypal.faults import FAULTS
from tests.resilience.proof.paypal.faulty_shop import FaultyShop

pytestmark = pytest.mark.django_db(transaction=True)

SEED = int(os.environ.get("FAULT_SEED", "20260101"))
ORDERS = int(os.environ.get("FAULT_ORDERS", "1"))


def test_paypals_faults_lose_no_money_and_every_buyer_is_told_what_happens_next():
    with FaultyShop(SEED) as faulty:
        buyers = faulty.shop.crowd(len(FAULTS) * ORDERS)
        outcomes = [faulty.run_fault(fault, buyers[number :: len(FAULTS)]) for number, fault in enumerate(FAULTS)]

        faulty.end_faults(outcomes)
        for outcome in outcomes:
            faulty.judge(outcome)

        assert [violation for outcome in outcomes for violation in outcome.violations] == []
        assert find_inconsistencies(faulty.shop) == []
