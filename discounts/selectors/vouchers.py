"""Find a voucher by its code, and check when and for which dates it can be used."""

from datetime import date

from django.db.models import QuerySet

from charityshop.text import fold
from discounts.codes import parse_code
from discounts.exceptions import VoucherExpired, VoucherUnknown, format_day
from discounts.models import Voucher
from events.models import Event


def find_voucher(code: str) -> Voucher:
    """Return the voucher with this code, in any case, with its events. Raise VoucherUnknown, also if it is off."""
    parsed = parse_code(code)
    found = Voucher.objects.filter(code=parsed, off=False).prefetch_related("events").first() if parsed else None
    if found is None:
        raise VoucherUnknown
    return found


def list_vouchers() -> QuerySet[Voucher]:
    """Return all vouchers with their events."""
    return Voucher.objects.prefetch_related("events")


def check_voucher_dates(voucher: Voucher, today: date) -> None:
    """Raise VoucherExpired if the voucher is not valid today: not any more, or not yet."""
    if voucher.valid_until and today > voucher.valid_until:
        raise VoucherExpired(f"This code ended on {format_day(voucher.valid_until, today=today)}.")
    if voucher.valid_from and today < voucher.valid_from:
        raise VoucherExpired(f"This code starts on {format_day(voucher.valid_from, today=today)}.")


def is_for(voucher: Voucher, event: Event, occurrence_day: date) -> bool:
    """Return whether the voucher is for this date of the event. Formats match in any case, with or without accents."""
    events = {each.pk for each in voucher.events.all()}
    formats = {fold(name) for name in voucher.formats}
    return (
        (not events or event.pk in events)
        and (not formats or fold(event.format).strip() in formats)
        and (voucher.dates_from is None or occurrence_day >= voucher.dates_from)
        and (voucher.dates_to is None or occurrence_day <= voucher.dates_to)
    )
