"""The form of voucher codes, a limit on wrong ones, and why a code can't be used. Buyers read these sentences."""

import re
import secrets
from collections.abc import Iterable
from contextlib import AbstractContextManager
from datetime import date, timedelta

from accounts.models import User
from charityshop.api.throttling import Limit, count_failures
from charityshop.exceptions import DomainError
from charityshop.text import clean_code, format_day_and_year, format_short_day
from discounts.models import MAX_CODE_LENGTH, MIN_CODE_LENGTH, Voucher

CODE = re.compile(f"[A-Z0-9-]{{{MIN_CODE_LENGTH},{MAX_CODE_LENGTH}}}")
CHARACTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # without 0 O 1 I L, which look alike
RANDOM_LENGTH = 8
MAX_NAMES = 3
YEAR = timedelta(days=365)


class VoucherUnknown(DomainError):
    """There is no such code, or staff turned it off. Buyers can't tell which."""

    code = "voucher_unknown"
    message = "We don't know this code."


class VoucherExpired(DomainError):
    """The code is not valid any more, or not yet."""

    code = "voucher_expired"


class VoucherUsed(DomainError):
    """The code has no use left, for anybody or for this buyer."""

    code = "voucher_used"
    message = "This code has been used."


def parse_code(text: str) -> str | None:
    """Return a code as it is stored, or None for texts that can't be one."""
    code = clean_code(text).upper()
    return code if CODE.fullmatch(code) else None


def generate_codes(count: int) -> list[str]:
    """Return so many different random codes."""
    codes: set[str] = set()
    while len(codes) < count:
        codes.add("".join(secrets.choice(CHARACTERS) for _ in range(RANDOM_LENGTH)))
    return list(codes)


def count_wrong_codes(*, by: User | None, address: str) -> AbstractContextManager[None]:
    """Count the wrong codes of a signed-in user, or of a visitor's network address, while a code is looked up.

    Raise TooMany once the hourly limit is reached, even for codes that exist.
    """
    limit = Limit.of("wrong_code", "person", by.public_id) if by else Limit.of("wrong_code", "address", address)
    return count_failures(limit, of=VoucherUnknown)


def describe_dates(voucher: Voucher) -> str:
    """Describe the dates that a code is for: "Friday Draft", or "Draft events until Thu, Dec 31".

    Drafts and archived events are left out, because visitors can't see them.
    """
    names = [event.name for event in voucher.events.all() if event.is_public]
    if names:
        what = join_names(names)
    elif voucher.formats and not voucher.events.all():
        what = f"{join_names(voucher.formats)} events"
    else:
        what = "other events" if voucher.events.all() else "dates"
    first = f" from {format_day(voucher.dates_from)}" if voucher.dates_from else ""
    last = f" until {format_day(voucher.dates_to)}" if voucher.dates_to else ""
    return f"{what}{first}{last}"


def join_names(names: Iterable[str]) -> str:
    """Join as "Friday Draft, Commander Night and 2 more"."""
    shown = sorted(names)
    if len(shown) > MAX_NAMES:
        shown = [*shown[: MAX_NAMES - 1], f"{len(shown) - MAX_NAMES + 1} more"]
    return " and ".join(filter(None, [", ".join(shown[:-1]), shown[-1]]))


def format_day(day: date, *, today: date | None = None) -> str:
    """Format as "Mon, Nov 30", or as "Tue, Nov 30, 2027" if that day is a year or more from today."""
    is_far = today is not None and abs(day - today) >= YEAR
    return format_day_and_year(day) if is_far else format_short_day(day)
