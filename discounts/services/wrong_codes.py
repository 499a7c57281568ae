"""Limit how many wrong codes can be tried, so that codes can't be guessed."""

from collections.abc import Iterator
from contextlib import contextmanager

from accounts.models import User
from charityshop.api.throttling import Limit
from discounts.exceptions import VoucherUnknown


@contextmanager
def count_wrong_codes(*, by: User | None, address: str) -> Iterator[None]:
    """Count the wrong codes of a signed-in user, or of a visitor's network address.

    Wrap calls that look up a code, outside of transactions, so that a rollback doesn't uncount it. Raise TooMany once
    the hourly limit is reached, also for codes that exist.
    """
    wrong = Limit.of("wrong_code", "person", by.public_id) if by else Limit.of("wrong_code", "address", address)
    wrong.check()
    try:
        yield
    except VoucherUnknown:
        wrong.spend()
        raise
