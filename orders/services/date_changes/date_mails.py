"""Email everyone whose date was called off or moved: buyers and their guests, holders, and the waiting list."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.utils import timezone

from accounts.models import User
from bookings import guest_mails
from bookings import mails as booking_mails
from bookings.formatting import format_day, format_place, format_seats, format_time, format_until, format_when
from bookings.models import Booking
from bookings.offer_mails import get_event_url
from charityshop.mail.outbox import log_rendering_errors, post_mail
from events.datetimes import get_shop_zone
from events.recurrence import Span
from orders.mails import format_gift_left, post_order_email
from orders.models import DateChange, Entitlement, Order
from orders.services.order_money import get_gift_left
from waiting.models import Entry


def email_buyer(entitlement: Entitlement, now: datetime) -> None:
    """Tell the buyer of a line and their guests, with the buyer's choice if there is one. The date is locked."""
    change, booking = entitlement.date_change, entitlement.line.booking
    was = Span(change.starts_at, change.ends_at)
    if entitlement.is_off:
        guest_mails.booking_cancelled(booking, reason=change.reason)
    else:
        guest_mails.booking_moved(booking, was=was)
    if change.answer_until:
        email_choice(entitlement, change.answer_until)
    elif entitlement.is_off:
        gift_note = format_gift_note(get_gift_left(entitlement.line.order))
        booking_mails.booking_cancelled(booking, reason=change.reason, now=now, gift_note=gift_note)
    else:
        booking_mails.date_of_booking_moved(booking, was=was, now=now)


def list_gift_notes(orders: Iterable[Order]) -> dict[int, str]:
    """Say what becomes of each buyer's gifts in these orders. Return the texts by user ID."""
    gifts: defaultdict[int, Decimal] = defaultdict(Decimal)
    for order in orders:
        gifts[order.user_id] += get_gift_left(order)
    return {user_id: format_gift_note(gift) for user_id, gift in gifts.items()}


def format_gift_note(gift: Decimal) -> str:
    """Say what becomes of a gift, which is not refunded with the seats of a canceled date."""
    return f"{format_gift_left(gift)} Want it back? Reply within 30 days." if gift else ""


@log_rendering_errors
def email_choice(entitlement: Entitlement, until: datetime) -> None:
    line, order = entitlement.line, entitlement.line.order
    is_free = not line.line_price
    what = "another date" if is_free else "another date or your money back"
    context = {
        **build_context(entitlement.date_change),
        "seats": format_seats(line.booking.seats - line.booking.returning),
        "is_free": is_free,
        "what": what,
        "until": format_until(until),
        "gift_note": format_gift_note(get_gift_left(order)) if entitlement.is_off else "",
    }
    kind = "date_off" if entitlement.is_off else "date_moved"
    subject = f"{format_subject(entitlement.date_change)}: choose {what}"
    post_order_email(order, kind, subject, context, changed=[line])


def email_staff_bookings(change: DateChange, by_hand: Iterable[Booking]) -> None:
    """Tell staff who booked by hand, and their guests, after the date was changed and before it is canceled."""
    was, now = Span(change.starts_at, change.ends_at), timezone.now()
    for booking in by_hand:
        if change.kind == DateChange.Kind.CANCEL:
            guest_mails.booking_cancelled(booking, reason=change.reason)
            booking_mails.booking_cancelled(booking, reason=change.reason, now=now)
        else:
            guest_mails.booking_moved(booking, was=was)
            booking_mails.date_of_booking_moved(booking, was=was, now=now)


def email_unpaid(change: DateChange, held: Iterable[Order]) -> None:
    """Tell buyers whose unpaid orders are canceled, and whoever else is on the waiting list, which ends."""
    holders = {order.user_id: order.user for order in held}
    for user in holders.values():
        email_news(change, user)
    entries = Entry.objects.live().filter(occurrence=change.occurrence, user__is_active=True)
    for entry in entries.exclude(user__in=holders).select_related("user").order_by("pk"):
        email_news(change, entry.user, is_waiting=True)


@log_rendering_errors
def email_news(change: DateChange, user: User, *, is_waiting: bool = False) -> None:
    if user.is_deleted:
        return
    event = change.occurrence.event
    page = f"{settings.SITE_URL}/product/{event.public_id}"
    event_url = get_event_url(event.public_id, change.to) if change.to else page
    context = {"user": user, "is_waiting": is_waiting, "event_url": event_url, **build_context(change)}
    post_mail("date_changed", to=user.email, owner_id=user.pk, subject=format_subject(change), context=context)


def build_context(change: DateChange) -> Mapping[str, Any]:
    """Return what the emails say about the change."""
    event = change.occurrence.event
    moved = {"new_when": "", "new_start": ""}
    if change.to:
        new_end = change.to + (change.ends_at - change.starts_at)
        moved = {"new_when": format_when(change.to, new_end), "new_start": format_start(change.to)}
    return {
        "event": event,
        "day": format_day(change.starts_at),
        "when": format_when(change.starts_at, change.ends_at),
        "place": format_place(event),
        "reason": change.reason,
        **moved,
    }


def format_subject(change: DateChange) -> str:
    day = format_day(change.starts_at)
    return f"{day} moves to {format_start(change.to)}" if change.to else f"{day} is off"


def format_start(start: datetime) -> str:
    """Format as "Sat, Dec 5, 7:00 PM"."""
    return f"{format_day(start)}, {format_time(start.astimezone(get_shop_zone()))}"
