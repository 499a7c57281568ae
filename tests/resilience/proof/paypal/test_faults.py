"""Whatever PayPal does: the books stay right, and every buyer is told in a sentence what happens next."""

import pytest

from tests.resilience.proof.paypal.faults import FAULTS
from tests.resilience.proof.paypal.faulty_shop import TroubledShop

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]

SEED = 20260101
SOME = FAULTS[::5]  # all of them, with many orders each, are in `make prove`


def test_no_fault_of_paypals_loses_money_or_leaves_a_buyer_without_a_word():
    with TroubledShop(SEED) as troubled:
        buyers = troubled.shop.crowd(len(SOME))
        rows = [troubled.befall(fault, [buyer]) for fault, buyer in zip(SOME, buyers, strict=True)]

        troubled.come_to_rest(rows)
        for row in rows:
            troubled.close(row)

        assert [violation for row in rows for violation in row.violations] == []
        assert troubled.violations_in_the_books() == []
