"""Why a code or a membership cannot be used. Buyers read these sentences."""

from collections.abc import Iterable
from datetime import date, timedelta

from charityshop.exceptions import DomainError
from discounts.models import Voucher
from events.models import Event

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


def describe_dates(voucher: Voucher) -> str:
    """Describe the dates that a code is for: "Friday Draft", or "Draft events from Dec 1 until Dec 31".

    Drafts and archived events are left out, because visitors can't see them.
    """
    names = [event.name for event in voucher.events.all() if event.status == Event.Status.PUBLISHED]
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
    """Format as "Nov 30", or as "Nov 30, 2027" if that day is a year or more from today."""
    is_far = today is not None and abs(day - today) >= YEAR
    return f"{day:%b} {day.day}" + (f", {day.year}" if is_far else "")
