"""On a full disk nothing is half written, and users get a sentence."""

import resource

import pytest
from django.conf import settings

from tests.resilience.proof.failures.full_disk import fill_disk

pytestmark = [
    pytest.mark.race,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not settings.SQLITE, reason="needs a trigger there; `make prove` runs it"),
    pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="only Linux can limit the files of a running process"),
]


def test_a_full_disk_is_a_clear_error_and_nothing_is_half_written():
    assert fill_disk() == []
