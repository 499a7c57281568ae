"""The database refuses vouchers and memberships that nobody could use."""

from datetime import date

import pytest
from django.db import IntegrityError, transaction

from discounts.models import Membership
from tests.support.factories import MembershipFactory, UserFactory, VoucherFactory

pytestmark = pytest.mark.django_db
FIRST, LAST = date(2026, 12, 1), date(2026, 11, 30)


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("voucher_code_is_in_upper_case", {"code": "spring"}),
        ("voucher_value_fits_its_kind", {"value": 0}),
        ("voucher_value_fits_its_kind", {"value": 101}),
        ("voucher_value_fits_its_kind", {"kind": "amount", "value": 0}),
        ("voucher_value_fits_its_kind", {"kind": "price", "value": -1}),
        ("voucher_value_fits_its_kind", {"kind": "free_seats", "value": 0}),
        ("voucher_value_fits_its_kind", {"kind": "gold"}),
        ("voucher_can_be_used_once_or_more", {"max_uses": 0}),
        ("voucher_can_be_used_by_a_person", {"per_person": 0}),
        ("voucher_ends_after_its_start", {"valid_from": FIRST, "valid_until": LAST}),
        ("voucher_is_for_some_dates", {"dates_from": FIRST, "dates_to": LAST}),
    ],
)
def test_a_voucher_can_be_used(name, fields):
    with pytest.raises(IntegrityError, match=name), transaction.atomic():
        VoucherFactory(**fields)


def test_two_vouchers_never_have_one_code():
    VoucherFactory(code="SPRING")

    with pytest.raises(IntegrityError), transaction.atomic():
        VoucherFactory(code="SPRING")


def test_two_members_never_have_one_number():
    MembershipFactory(number="1")

    with pytest.raises(IntegrityError), transaction.atomic():
        MembershipFactory(number="1")


def test_an_account_has_one_membership():
    user = UserFactory()
    MembershipFactory(user=user)

    with pytest.raises(IntegrityError), transaction.atomic():
        MembershipFactory(user=user)


def test_a_membership_does_not_end_before_it_starts():
    with pytest.raises(IntegrityError, match="membership_ends_after_its_start"), transaction.atomic():
        MembershipFactory(valid_from=FIRST, valid_until=LAST)


def test_a_member_is_one_on_the_first_and_the_last_day():
    member = Membership(valid_from=LAST, valid_until=FIRST)

    assert [member.is_valid_on(day) for day in (date(2026, 11, 29), LAST, FIRST, date(2026, 12, 2))] == [
        False,
        True,
        True,
        False,
    ]
