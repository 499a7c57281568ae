"""The database refuses vouchers and memberships that nobody could use."""

from datetime import date

import pytest
from django.db import IntegrityError, transaction

from tests.support.factories import MembershipFactory, UserFactory, VoucherFactory

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
        ("membership_ends_after_its_start", {"valid_from": FIRST, "valid_until": LAST}),
    ],
)
def test_vouchers_and_memberships_can_be_used(name, fields):
    with pytest.raises(IntegrityError, match=name), transaction.atomic():
        (VoucherFactory if name.startswith("voucher") else MembershipFactory)(**fields)


def test_codes_numbers_and_the_accounts_of_memberships_are_unique():
    for factory, fields in (
        (VoucherFactory, {"code": "SPRING"}),
        (MembershipFactory, {"number": "1"}),
        (MembershipFactory, {"user": UserFactory()}),
    ):
        factory(**fields)
        with pytest.raises(IntegrityError), transaction.atomic():
            factory(**fields)
