"""One-hour limits."""

import pytest
from django.test import RequestFactory

from charityshop.api.throttling import Limit, too_many
from charityshop.exceptions import TooMany
from charityshop.models import Counter
from charityshop.security.origins import address_of
from tests.support.races import run_together


def test_tries_over_the_limit_are_rejected(db):
    limit = Limit("test", "somebody", 2)

    limit.spend()
    limit.spend()
    with pytest.raises(TooMany) as refusal:
        limit.spend()

    assert limit.used() == 2
    assert 0 < (refusal.value.retry_after or 0) <= 3600


def test_an_uncounted_try_can_be_repeated_and_others_have_their_own_counters(db):
    limit = Limit("test", "ana@example.com", 1)

    limit.spend()
    limit.take_back()
    limit.spend()
    Limit("test", "somebody else", 1).spend()
    Limit("other", "ana@example.com", 1).spend()

    assert limit.used() == 1
    assert "ana" not in str(list(Counter.objects.values()))


@pytest.mark.parametrize(("seconds", "wait"), [(1, "1 minute"), (60, "1 minute"), (61, "2 minutes")])
def test_the_error_says_how_long_to_wait(seconds, wait):
    assert too_many(seconds).message == f"Too many tries. Wait {wait}."


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("", ""),
        ("not an address", "not an address"),
    ],
)
def test_ipv6_addresses_of_one_network_count_as_one(address, counted):
    assert address_of(RequestFactory().get("/", REMOTE_ADDR=address)) == counted


@pytest.mark.django_db(transaction=True)
def test_concurrent_tries_cannot_exceed_the_limit():
    threads, most = 8, 3

    answers = run_together(*[lambda: Limit("test", "somebody", most).spend()] * threads)

    assert answers.count("throttled") == threads - most
    assert Limit("test", "somebody", most).used() == most
