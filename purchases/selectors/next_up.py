"""What a buyer may need right now: a ticket for today or tomorrow, an offer that ends, a choice that is open."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import F
from django.utils import timezone

from accounts.models import User
from bookings.models import Booking, WaitingEntry
from bookings.selectors.waiting import Place, list_places
from changes.models import Entitlement
from events.datetimes import get_day_bounds, get_shop_zone
from events.models import Occurrence
from orders.models import OrderLine


@dataclass(frozen=True, slots=True)
class NextUp:
    """The soonest of each, or None."""

    ticket: OrderLine | None
    offer: Place | None
    decision: Entitlement | None


def get_next_up(user: User, now: datetime) -> NextUp:
    """Return what the user may need. Three queries, and one more for an offer."""
    return NextUp(find_ticket(user, now), find_offer(user, now), find_decision(user, now))


def find_ticket(user: User, now: datetime) -> OrderLine | None:
    """Return the user's next ticket from the day before, at the shop, until its date ends."""
    tomorrow = timezone.localdate(now, get_shop_zone()) + timedelta(days=1)
    _, day_after_begins = get_day_bounds(tomorrow)
    lines = OrderLine.objects.filter(
        order__user=user,
        booking__status=Booking.Status.CONFIRMED,
        booking__occurrence__status=Occurrence.Status.SCHEDULED,
        booking__occurrence__starts_at__lt=day_after_begins,
        booking__occurrence__ends_at__gt=now,
    )
    soonest_first = lines.order_by("booking__occurrence__starts_at", "pk")
    return soonest_first.select_related("order", "booking__occurrence").first()


def find_offer(user: User, now: datetime) -> Place | None:
    """Return the user's offer from a waiting list that ends first."""
    entries = WaitingEntry.objects.filter(user=user, status=WaitingEntry.Status.OFFERED, occurrence__ends_at__gt=now)
    ends = {place.offer.until: place for place in list_places(entries.order_by("-pk"), now) if place.offer}
    return ends[min(ends)] if ends else None


def find_decision(user: User, now: datetime) -> Entitlement | None:
    """Return what the user has to choose first because staff canceled or moved a date.

    While PayPal refunds all seats, the user has chosen.
    """
    undecided = Entitlement.objects.filter(
        line__order__user=user,
        line__booking__status=Booking.Status.CONFIRMED,
        line__booking__seats__gt=F("line__booking__returning"),
        outcome=Entitlement.Outcome.UNDECIDED,
        until__gt=now,
    )
    return undecided.order_by("until", "pk").select_related("date_change", "line__order").first()
