"""In whatever order and however often PayPal's webhooks arrive, a payment is settled once."""

import pytest
from django.conf import settings

from tests.resilience.proof.paypal.webhooks import DELIVERIES, deliver_all
from tests.support.servers.running_shop import UNHURRIED, RunningShop

pytestmark = [
    pytest.mark.race,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(settings.SQLITE, reason="PostgreSQL's locks are finer; `make prove` runs SQLite too"),
]

EVERY = 83  # `make prove` runs all of them


def test_webhooks_in_any_order_settle_a_payment_once_and_forged_ones_are_not_stored():
    with RunningShop(webhooks=True, flags=UNHURRIED) as shop:
        shop.control("webhooks/hold", held=True)

        assert deliver_all(shop, DELIVERIES[::EVERY]).violations == []
