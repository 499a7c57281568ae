"""Limit how many wrong codes can be tried, so that codes can't be guessed."""

from collections.abc import Iterator
from contextlib import contextmanager

from accounts.models import User
from charityshop.api.throttling import Limit
from discounts.exceptions import VoucherUnknown


@contextmanager
def count_wrong_codes(*, by: User | None, address: str) -> Iterator[None]:
    """Count the wrong codes of a signed-in user, or of a visitor's network address.

    A code is counted before it is looked up, so that simultaneous tries can't exceed the limit, and uncounted if it
    exists. Wrap calls that look up a code, outside of transactions, whose rollback would uncount it too. Raise TooMany
    once the hourly limit is reached, also for codes that exist.
    """
    tries = Limit.of("wrong_code", "person", by.public_id) if by else Limit.of("wrong_code", "address", address)
    tries.spend()
    is_wrong = False
    try:
        yield
    except VoucherUnknown:
        is_wrong = True
        raise
    finally:
        if not is_wrong:
            tries.take_back()
