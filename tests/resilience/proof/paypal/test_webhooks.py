"""In whatever order PayPal's messages come, and however often: one settlement."""

import pytest
from django.conf import settings

from tests.resilience.proof.paypal.webhooks import TELLINGS, tell_all
from tests.support.servers.running_shop import UNHURRIED, RunningShop

pytestmark = [
    pytest.mark.race,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(settings.SQLITE, reason="PostgreSQL's locks are finer; `make prove` tells SQLite too"),
]

EVERY = 83  # `make prove` takes them all


def test_whatever_order_messages_come_in_they_settle_once_and_forged_ones_leave_no_trace():
    with RunningShop(webhooks=True, flags=UNHURRIED) as shop:
        shop.control("webhooks/hold", held=True)

        assert tell_all(shop, TELLINGS[::EVERY]).violations == []
