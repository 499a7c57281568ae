"""What a buyer may need right now: a ticket for today or tomorrow, an offer that ends, a choice that is open.

And the dates to come that the buyer has seats on, which cards and pages of events say.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import F
from django.utils import timezone

from accounts.models import User
from bookings.models import Booking, WaitingEntry
from bookings.selectors.waiting import Place, list_places
from changes.models import Entitlement
from changes.selectors.choices import get_choice
from events.datetimes import get_day_bounds, get_shop_zone
from events.models import Occurrence
from orders.models import OrderLine


@dataclass(frozen=True, slots=True)
class Decision:
    """What a user may choose, in words, because staff canceled or moved a date."""

    entitlement: Entitlement
    choice: str


@dataclass(frozen=True, slots=True)
class NextUp:
    """The soonest of each, or None, and all dates with seats, soonest first."""

    ticket: OrderLine | None
    offer: Place | None
    decision: Decision | None
    going: list[OrderLine]


def get_next_up(user: User, now: datetime) -> NextUp:
    """Return what the user may need. Three queries, and a few more for an offer and a decision."""
    going = list_going(user, now)
    return NextUp(find_ticket(going, now), find_offer(user, now), find_decision(user, now), going)


def list_going(user: User, now: datetime) -> list[OrderLine]:
    """Return the tickets of the user that aren't over, soonest first."""
    lines = OrderLine.objects.filter(
        order__user=user,
        booking__status=Booking.Status.CONFIRMED,
        booking__occurrence__status=Occurrence.Status.SCHEDULED,
        booking__occurrence__ends_at__gt=now,
    )
    soonest_first = lines.order_by("booking__occurrence__starts_at", "pk")
    return list(soonest_first.select_related("order", "booking__occurrence__event"))


def find_ticket(going: list[OrderLine], now: datetime) -> OrderLine | None:
    """Return the first of these tickets from the day before its date, at the shop."""
    tomorrow = timezone.localdate(now, get_shop_zone()) + timedelta(days=1)
    _, day_after_begins = get_day_bounds(tomorrow)
    return next((line for line in going if line.booking.occurrence.starts_at < day_after_begins), None)


def find_offer(user: User, now: datetime) -> Place | None:
    """Return the user's offer from a waiting list that ends first."""
    entries = WaitingEntry.objects.filter(user=user, status=WaitingEntry.Status.OFFERED, occurrence__ends_at__gt=now)
    ends = {place.offer.until: place for place in list_places(entries.order_by("-pk"), now) if place.offer}
    return ends[min(ends)] if ends else None


def find_decision(user: User, now: datetime) -> Decision | None:
    """Return what the user has to choose first, if there is something to choose.

    While PayPal refunds all seats, the user has chosen.
    """
    undecided = Entitlement.objects.filter(
        line__order__user=user,
        line__booking__status=Booking.Status.CONFIRMED,
        line__booking__seats__gt=F("line__booking__returning"),
        outcome=Entitlement.Outcome.UNDECIDED,
        until__gt=now,
    )
    related = undecided.select_related("date_change", "line__order", "line__booking__occurrence__event")
    decisions = (Decision(each, get_choice(each, now)) for each in related.order_by("until", "pk"))
    return next((decision for decision in decisions if decision.choice), None)
