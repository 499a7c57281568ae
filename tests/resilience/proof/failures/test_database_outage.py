"""A database that is away for a moment is a sentence to the buyer, and nothing else."""

import pytest
from django.conf import settings

from tests.resilience.proof.failures.database_outage import take_away

pytestmark = [
    pytest.mark.race,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(settings.SQLITE, reason="a server goes away more often; `make prove` looks at both"),
]

SECONDS = 1.0  # `make prove` takes ten


def test_while_the_database_is_away_buyers_are_told_to_wait_and_nothing_is_lost():
    assert take_away(SECONDS).violations == []
