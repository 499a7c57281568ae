"""Find vouchers and memberships, check when and for which dates a voucher can be used, and count uses.

Uses are counted, never stored. An order is one use while any of its lines takes seats, by the one rule that counts
seats: it is held, paid, or waits for PayPal. Once all its lines were returned or its hold expired, the use is free
again. The queries follow the relations of the orders' tables, which this app doesn't import.
"""

from collections import defaultdict
from collections.abc import Collection
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from django.db.models import Count, Sum

from accounts.models import User
from bookings.models import Booking
from charityshop.money import to_cents
from charityshop.text import fold
from discounts.codes import VoucherExpired, VoucherUnknown, VoucherUsed, format_day, parse_code
from discounts.models import Membership, Voucher
from events.models import Event


def find_voucher(code: str) -> Voucher:
    """Return the voucher with this code, in any case, with its events. Raise VoucherUnknown if none is on."""
    parsed = parse_code(code)
    found = Voucher.objects.filter(code=parsed, off=False).prefetch_related("events").first() if parsed else None
    if found is None:
        raise VoucherUnknown
    return found


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


# --- Uses ------------------------------------------------------------------------------------------------------------

VOUCHER = "order_line__order__lines__discounts__voucher"


def count_uses(voucher_ids: Collection[int], *, now: datetime, by: User | None = None) -> dict[int, int]:
    """Return the number of orders that use each voucher, of all buyers or of one.

    Vouchers without any use are left out.
    """
    rows = Booking.objects.taken(now).filter(**{f"{VOUCHER}__in": voucher_ids})
    if by is not None:
        rows = rows.filter(order_line__order__user=by)
    counts = rows.order_by().values_list(VOUCHER).annotate(Count("order_line__order", distinct=True))
    return dict(counts)


def sum_taken_off(**which: object) -> dict[str, Decimal]:
    """Return what each voucher took off seats that are paid and kept, before tax, by its code, in one query.

    Members' prices are under "". Of a line of which some seats were returned, the others have their share. Test orders
    don't count. `which`: filters of bookings.
    """
    kept = {
        "status": Booking.Status.CONFIRMED,
        "order_line__order__paid_at__isnull": False,
        "order_line__order__is_test": False,
        "order_line__discounts__isnull": False,
    }
    # One call of `filter`, because a second one would join the discounts again.
    rows = Booking.objects.filter(**kept, **which).order_by()
    groups = rows.values_list("order_line__discounts__voucher__code", "seats", "order_line__seats")
    amounts: dict[str, Decimal] = defaultdict(Decimal)
    for code, seats, sold, amount in groups.annotate(Sum("order_line__discounts__amount")):
        amounts[code or ""] += to_cents(amount) * seats / sold
    return {code: to_cents(amount) for code, amount in amounts.items()}


def count_most_uses(voucher_id: int, *, now: datetime) -> int:
    """Return the largest number of orders of one buyer that use the voucher."""
    rows = Booking.objects.taken(now).filter(**{VOUCHER: voucher_id}).order_by()
    by_buyer = rows.values_list("order_line__order__user").annotate(Count("order_line__order", distinct=True))
    return max((count for _, count in by_buyer), default=0)


def count_member_seats(membership: Membership, occurrence_ids: Collection[int], *, now: datetime) -> dict[int, int]:
    """Return the number of seats at the member price by occurrence ID, of all the member's orders.

    Seats that were moved to another date count for both dates.
    """
    rows = Booking.objects.taken(now).filter(order_line__discounts__membership=membership)
    return rows.limited_seats_per_date(occurrence_ids, column="order_line__discounts__seats")


def find_membership(user: Any, today: date) -> Membership | None:
    """Return the membership that is linked to this user and valid today. Visitors who are not signed in have none."""
    if not (user and user.is_authenticated):
        return None
    found = get_linked_membership(user)
    return found if found and found.is_valid_on(today) else None


def get_linked_membership(user: User) -> Membership | None:
    """Return the membership that is linked to this user, even if it has ended."""
    return Membership.objects.filter(user=user).first()


def refuse_used(voucher: Voucher, by: User | None, now: datetime) -> None:
    """Raise VoucherUsed if the voucher has no use left, for anybody or for this buyer."""
    if voucher.max_uses and count_uses([voucher.pk], now=now).get(voucher.pk, 0) >= voucher.max_uses:
        raise VoucherUsed
    if by and voucher.per_person and count_uses([voucher.pk], now=now, by=by).get(voucher.pk, 0) >= voucher.per_person:
        raise VoucherUsed
