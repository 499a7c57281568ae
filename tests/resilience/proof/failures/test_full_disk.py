"""No room left, or none to write to: nothing is half-written, and people are told."""

import resource

import pytest
from django.conf import settings

from tests.resilience.proof.failures.full_disk import fill_up

pytestmark = [
    pytest.mark.race,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not settings.SQLITE, reason="its disk is filled by a trigger; `make prove` does that"),
    pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="only Linux can fill the disk of a running process"),
]


def test_a_full_disk_is_a_clear_error_and_nothing_is_half_written():
    assert fill_up() == []
