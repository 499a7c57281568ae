"""Codes can't be guessed: 20 wrong ones an hour."""

from contextlib import ExitStack

import pytest

from discounts.codes import count_wrong_codes
from discounts.selectors import find_voucher
from tests.support.factories import VoucherFactory


def enter(code, by=None, address="192.0.2.1"):
    """Return the code of the refusal, or None."""
    try:
        with count_wrong_codes(by=by, address=address):
            find_voucher(code)
    except Exception as refusal:
        return refusal.code
    return None


@pytest.fixture(autouse=True)
def voucher():
    return VoucherFactory(code="SPRING")


def test_simultaneous_tries_do_not_exceed_the_limit(visitor):
    with ExitStack() as in_progress:
        for _ in range(20):
            in_progress.enter_context(count_wrong_codes(by=visitor, address=""))

        assert enter("WRONG", visitor) == "throttled"
    assert enter("SPRING", visitor) is None, "none of them was wrong"


def test_signed_in_users_are_counted_by_themselves_and_others_by_address(visitor, other_visitor):
    for by in (visitor, None):
        assert [enter("WRONG", by) for _ in range(20)] == ["voucher_unknown"] * 20

    assert [enter("SPRING", visitor), enter("WRONG", visitor), enter("SPRING")] == ["throttled"] * 3
    assert [enter("SPRING", other_visitor), enter("SPRING", address="192.0.2.2")] == [None, None]
