"""Whatever PayPal does, the shop's records stay consistent, and every buyer is told what happens next."""

import pytest

from tests.resilience.proof.paypal.faults import FAULTS
from tests.resilience.proof.paypal.faulty_shop import FaultyShop

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]

SEED = 20260101
SOME = FAULTS[::5]  # `make prove` runs all of them, with many orders each


def test_paypals_faults_lose_no_money_and_every_buyer_is_told_what_happens_next():
    with FaultyShop(SEED) as faulty:
        buyers = faulty.shop.crowd(len(SOME))
        outcomes = [faulty.run_fault(fault, [buyer]) for fault, buyer in zip(SOME, buyers, strict=True)]

        faulty.end_faults(outcomes)
        for outcome in outcomes:
            faulty.judge(outcome)

        assert [violation for outcome in outcomes for violation in outcome.violations] == []
        assert faulty.find_inconsistencies() == []
