"""Who gets emails about a date: messages to everybody on it, and reminders of its start."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import partial, reduce
from operator import or_
from zoneinfo import ZoneInfo

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Sum

from accounts.models import DELETED_EMAIL_SUFFIX
from bookings.guest_mails import list_guests
from bookings.models import Booking, SeatLink
from bookings.selectors.waiting import get_waiting_list
from events.datetimes import get_shop_zone
from events.models import Occurrence
from notices.models import Message, Notice
from orders.models import Order

Audience = Message.Audience


def list_recipients(date: Occurrence, audiences: Collection[str], now: datetime) -> list[Notice]:
    """Return the recipients, not stored yet. Somebody in several audiences is a buyer, or else a guest."""
    found: dict[str, Notice] = {}
    for audience in Audience:  # in this order
        if audience in audiences:
            for recipient in list_audience(audience, date, now):
                found.setdefault(recipient.user.email.lower(), recipient)
    return list(found.values())


def list_audience(audience: Audience, date: Occurrence, now: datetime) -> Iterable[Notice]:
    build = partial(Notice, kind=Notice.Kind.MESSAGE, occurrence=date, starts_at=date.starts_at)
    if audience == Audience.BUYERS:
        bookings = filter_live_bookings(date.pk, now).select_related("user").order_by("pk")
        return [build(booking=booking) for booking in bookings]
    if audience == Audience.GUESTS:
        return [build(seat_link=link) for link in list_guests(booking__occurrence=date)]
    return [build(entry=place.entry) for place in get_waiting_list(date, now).places]


def filter_live_bookings(date_id: int, now: datetime) -> QuerySet[Booking]:
    """Return the bookings on the guest list: paid or held, with seats that are not being returned."""
    taken = Booking.objects.taken(now).exclude(kind=Booking.Kind.OFFER)
    live = taken.filter(occurrence=date_id, seats__gt=F("returning"))
    return live.exclude(user__email__endswith=DELETED_EMAIL_SUFFIX)


def count_coming(date: Occurrence) -> int:
    """Return the seats of a date that are sold or booked by hand, without those that are being returned."""
    sold = Booking.objects.filter(occurrence=date, status=Booking.Status.CONFIRMED)
    return sold.aggregate(seats=Sum(F("seats") - F("returning")))["seats"] or 0


# --- Reminders, from 10:00 in the shop's time zone on, the day before -------------------------------------------------
#
# Days are those of the shop, so a reminder is at 10:00 even when the clocks change in between.

REMINDER_TIME = time(10)
REMINDERS = Notice.objects.filter(kind=Notice.Kind.REMINDER)
BY_HAND = Q(kind=Booking.Kind.BY_HAND)
MIN_AGE = timedelta(hours=12)  # of a purchase; a buyer who paid later knows the date without a reminder


@dataclass(frozen=True, slots=True)
class ReminderDay:
    """A day whose dates are reminded of now: when it begins and ends, and until when their seats had to be paid."""

    begins_at: datetime
    ends_at: datetime
    paid_until: datetime


def list_reminder_days(now: datetime, zone: ZoneInfo) -> list[ReminderDay]:
    """Return today, for reminders that were not sent in time, and from 10:00 on also tomorrow."""
    today = now.astimezone(zone).date()
    days = [get_reminder_day(today + timedelta(days=later), zone) for later in (0, 1)]
    return [day for day in days if day.paid_until + MIN_AGE <= now]


def get_reminder_day(day: date, zone: ZoneInfo) -> ReminderDay:
    begins_at, ends_at = (to_utc(day + timedelta(days=later), time(), zone) for later in (0, 1))
    return ReminderDay(begins_at, ends_at, paid_until=to_utc(day - timedelta(days=1), REMINDER_TIME, zone) - MIN_AGE)


def to_utc(day: date, at: time, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, at, tzinfo=zone).astimezone(UTC)


def filter_unreminded_bookings(now: datetime) -> QuerySet[Booking]:
    """Return the paid bookings whose buyers have to be reminded now, and were not."""
    sent = REMINDERS.filter(booking=OuterRef("pk"), starts_at=OuterRef("occurrence__starts_at"))
    wanted = filter_reminded_bookings(now).filter(user__reminders=True).exclude(BY_HAND)
    return wanted.exclude(user__email__endswith=DELETED_EMAIL_SUFFIX).exclude(Exists(sent))


def filter_unreminded_guests(now: datetime) -> QuerySet[SeatLink]:
    """Return the claimed seats whose guests have to be reminded now, and were not. They need an email address."""
    sent = REMINDERS.filter(seat_link=OuterRef("pk"), starts_at=OuterRef("booking__occurrence__starts_at"))
    claimed = SeatLink.objects.filter(state=SeatLink.State.CLAIMED, reminders=True).exclude(email="")
    claimed_late = [claimed_after(day) for day in list_reminder_days(now, get_shop_zone())]
    reminded = claimed.filter(booking__in=filter_reminded_bookings(now)).exclude(Exists(sent))
    return reminded.exclude(reduce(or_, claimed_late))


def filter_reminded_bookings(now: datetime) -> QuerySet[Booking]:
    """Return the bookings of the dates of which people are reminded now, with seats that are not returned.

    They are paid, or made by hand: staff know those, but their guests may not.
    """
    days = list_reminder_days(now, get_shop_zone())
    return Booking.objects.filter(
        reduce(or_, [paid_in_time(day) for day in days]),
        BY_HAND | Q(order_line__order__status__in=Order.SOLD),
        occurrence__starts_at__gt=now,
        occurrence__starts_at__lt=days[-1].ends_at,
        occurrence__status=Occurrence.Status.SCHEDULED,
        status=Booking.Status.CONFIRMED,
        seats__gt=F("returning"),
    )


def claimed_after(day: ReminderDay) -> Q:
    """Match seats of this day that were claimed when it was too late to buy with a reminder."""
    date = Q(booking__occurrence__starts_at__gte=day.begins_at, booking__occurrence__starts_at__lt=day.ends_at)
    return date & Q(claimed_at__gt=day.paid_until)


def paid_in_time(day: ReminderDay) -> Q:
    date = Q(occurrence__starts_at__gte=day.begins_at, occurrence__starts_at__lt=day.ends_at)
    return date & (BY_HAND | Q(order_line__order__paid_at__lte=day.paid_until))
