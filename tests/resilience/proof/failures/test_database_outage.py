"""During a short outage of the database buyers are asked to wait, and no order is lost."""

import pytest
from django.conf import settings

from tests.resilience.proof.failures.database_outage import interrupt_database

pytestmark = [
    pytest.mark.race,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(settings.SQLITE, reason="servers fail more often; `make prove` runs both databases"),
]

SECONDS = 1.0  # `make prove` takes ten


def test_during_an_outage_of_the_database_buyers_are_asked_to_wait_and_no_order_is_lost():
    assert interrupt_database(SECONDS).violations == []
