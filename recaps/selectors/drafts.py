"""Read which dates' guests are to be thanked, when, and what that waits for.

They are thanked at 10:00 in the shop's time zone, the morning after.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet

from bookings.models import Booking
from charityshop.branding.shop import current_shop
from door.models import Door
from events.datetimes import get_shop_zone
from events.models import Occurrence, is_public
from notices.selectors.recipients import REMINDER_TIME, to_utc
from orders.models import Order
from payments.models import Payment, Refund
from recaps.models import Recap

REST = timedelta(hours=6)  # after the end; until then, phones at the door can send what they recorded
LATEST = timedelta(hours=72)  # after the end; what is known then is sent
TOO_LATE = timedelta(hours=96)  # after the end; nobody is thanked any more
NO_ADDRESS = "The club's postal address is missing. An operator enters it in the shop settings."
HIDDEN = "The event is hidden."
DOOR_OPEN = "The door is not closed yet."
UNDECIDED = "A payment or refund is not decided yet."
NO_FEE = "PayPal has not reported all fees yet."
UNDECIDED_ORDERS = (*Order.UNDECIDED, Order.Status.REFUND_DUE)


@dataclass(frozen=True, slots=True)
class Draft:
    """The thank-you email of a date that is over."""

    date: Occurrence
    recap: Recap  # not stored yet if nobody has changed it
    obstacles: list[str]  # what staff have to do first
    open_points: list[str]  # what is not known yet; after 72 hours, the email goes out without it

    @property
    def goes_out_at(self) -> datetime:
        return get_morning_after(self.date.ends_at, get_shop_zone())

    @property
    def waits_for(self) -> list[str]:
        """Why it doesn't go out, in sentences for staff."""
        return self.obstacles + self.open_points

    def is_over(self, now: datetime) -> bool:
        """Return whether it is too late to thank anybody."""
        return now >= self.date.ends_at + TOO_LATE

    def is_due(self, now: datetime) -> bool:
        is_wanted = self.recap.sent_at is None and self.recap.stopped_at is None and not self.obstacles
        is_known = not self.open_points or now >= self.date.ends_at + LATEST
        return is_wanted and is_known and self.goes_out_at <= now < self.date.ends_at + TOO_LATE


def get_morning_after(ends_at: datetime, zone: ZoneInfo) -> datetime:
    """Return the first 10:00 that is at least six hours after the end: a night that ends at 1 AM has it that day."""
    rested = (ends_at + REST).astimezone(zone)
    day = rested.date() + timedelta(days=rested.time() > REMINDER_TIME)
    return to_utc(day, REMINDER_TIME, zone)


def filter_past_dates(now: datetime) -> QuerySet[Occurrence]:
    """Return the dates that took place, with their events. Closing its door ends a date, too."""
    closed = Door.objects.current().filter(closed_at__isnull=False)
    is_over = Q(ends_at__lte=now) | Q(pk__in=closed.values("occurrence"))
    dates = Occurrence.objects.filter(is_over, status=Occurrence.Status.SCHEDULED, starts_at__lte=now)
    return dates.select_related("event")


def list_dates_to_thank(now: datetime) -> QuerySet[Occurrence]:
    """Return the published dates with guests of whom nobody was thanked yet, the last one first."""
    guests = Booking.objects.filter(occurrence=OuterRef("pk"), status=Booking.Status.CONFIRMED)
    dates = filter_past_dates(now).filter(Exists(guests), is_public("event__"))
    dates = dates.filter(ends_at__gt=now - TOO_LATE)
    return dates.filter(Q(recap=None) | Q(recap__sent_at=None, recap__stopped_at=None)).order_by("-starts_at", "pk")


def get_draft(date: Occurrence) -> Draft:
    recap = Recap.objects.filter(occurrence=date).first() or Recap(occurrence=date)
    return Draft(date, recap, list(list_obstacles(date)), list(list_open_points(date)))


def list_obstacles(date: Occurrence) -> Iterator[str]:
    if not current_shop().row.postal_address:
        yield NO_ADDRESS
    if not date.event.is_public:
        yield HIDDEN


def list_open_points(date: Occurrence) -> Iterator[str]:
    """Yield what is not known yet about who came and what was raised."""
    if Door.objects.filter(occurrence=date, closed_at=None).exists():
        yield DOOR_OPEN
    orders = Order.objects.filter(lines__booking__occurrence=date, is_test=False)
    payments, refunds = Payment.objects.filter(order__in=orders), Refund.objects.filter(order__in=orders)
    undecided = (
        orders.filter(status__in=UNDECIDED_ORDERS),
        payments.filter(status__in=Payment.UNDECIDED),
        refunds.filter(status__in=Refund.UNDECIDED, amount__gt=0),
    )
    if any(rows.exists() for rows in undecided):
        yield UNDECIDED
    captured = payments.filter(status=Payment.Status.COMPLETED, currency=settings.CURRENCY, fee=None)
    returned = refunds.filter(status=Refund.Status.COMPLETED, fee_back=None, paypal_refund_id__isnull=False)
    if captured.exists() or returned.filter(payment__currency=settings.CURRENCY).exists():
        yield NO_FEE
