"""Members are known by their account, and only while their membership is valid."""

from datetime import date

import pytest
from django.contrib.auth.models import AnonymousUser

from discounts.selectors.memberships import find_membership
from tests.support.factories import MembershipFactory, UserFactory

FIRST, LAST = date(2026, 11, 30), date(2026, 12, 31)


@pytest.fixture
def member(db):
    return MembershipFactory(user=UserFactory(), valid_from=FIRST, valid_until=LAST)


def test_a_linked_membership_is_found_from_its_first_to_its_last_day(member):
    days = [date(2026, 11, 29), FIRST, LAST, date(2027, 1, 1)]

    assert [find_membership(member.user, day) for day in days] == [None, member, member, None]


def test_a_membership_is_not_found_by_the_email_address_alone(member):
    MembershipFactory(email="ana@example.com", valid_from=FIRST, valid_until=LAST)

    assert find_membership(UserFactory(email="ana@example.com"), FIRST) is None


@pytest.mark.parametrize("visitor", [None, AnonymousUser()])
def test_visitors_who_are_not_signed_in_have_none(member, visitor):
    assert find_membership(visitor, FIRST) is None
