"""Read which seats were sold when dates started, and which users came.

Seats that were returned or moved away after the start were sold at the start: `SeatChange` and `Departure` say what was
before. Nothing moves to a date that has started. Test orders are left out.
"""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from accounts.models import HOUSE_EMAIL, User
from bookings.models import ENDED, Booking, Departure, Pass, SeatChange
from charityshop.db.columns import Epoch
from door.models import DoorEntry as Admission
from events.models import Occurrence

SECONDS_A_DAY = 86_400


@dataclass(frozen=True, slots=True)
class Sale:
    """Seats of a booking that was confirmed when its date started."""

    booking: int
    seats: int
    days: int  # from the sale to the start, rounded down


def read_sales(dates: QuerySet[Occurrence]) -> dict[int, list[Sale]]:
    """Return the bookings that were confirmed when these dates started, by date."""
    found = defaultdict[int, list[Sale]](list)
    for rows, path in list_sold(dates):
        columns = ("occurrence", f"{path}pk", "seats_then", Epoch("occurrence__starts_at") - Epoch("sold_at"))
        for date, booking, seats, seconds in rows.values_list(*columns):
            if seats:
                found[date].append(Sale(booking, seats, seconds // SECONDS_A_DAY))
    return found


def list_sold(dates: QuerySet[Occurrence]) -> list[tuple[QuerySet[Any], str]]:
    """Return the bookings that are still on these dates, and departures of those that left after the start.

    The paths lead to the bookings. All rows have the seats that the booking had then, perhaps 0, and when it was sold.
    """
    has_pass = Exists(Pass.objects.filter(booking=OuterRef("pk")))
    ended_later = Q(has_pass, status__in=ENDED, ended_at__gt=F("occurrence__starts_at"))
    here = Booking.objects.filter(Q(status=Booking.Status.CONFIRMED) | ended_later, occurrence__in=dates)
    left = Departure.objects.filter(occurrence__in=dates, at__gt=F("occurrence__starts_at"))
    return [(annotate_sale(here, "pk", ""), ""), (annotate_sale(left, "booking", "booking__"), "booking__")]


def annotate_sale(rows: QuerySet[Any], booking: str, path: str) -> QuerySet[Any]:
    later = SeatChange.objects.filter(
        booking=OuterRef(booking), ticket=None, at__gt=OuterRef("occurrence__starts_at")
    ).order_by("at", "pk")
    seats_then = Coalesce(Subquery(later.values("seats")[:1]), f"{path}seats")
    sold_at = Coalesce(f"{path}order_line__order__paid_at", f"{path}created_at")
    rows = rows.exclude(**{f"{path}order_line__order__is_test": True}).annotate(seats_then=seats_then, sold_at=sold_at)
    return rows.filter(sold_at__lte=F("occurrence__starts_at")).order_by()


def count_sold_later(dates: QuerySet[Occurrence]) -> dict[int, int]:
    """Return the seats that were sold after these dates started, as at the door, by date."""
    sold = Booking.objects.filter(occurrence__in=dates, status=Booking.Status.CONFIRMED)
    later = sold.filter(order_line__order__paid_at__gt=F("occurrence__starts_at"), order_line__order__is_test=False)
    return later.seats_per_date()


# --- Visits ----------------------------------------------------------------------------------------------------------


def read_visitors(dates: QuerySet[Occurrence], admissions: QuerySet[Admission]) -> dict[int, set[int]]:
    """Return the users who came, by date."""
    found = defaultdict[int, set[int]](set)
    for rows, user, date in list_visits(dates, admissions):
        for pk, visitor in rows.values_list(date, user).order_by():
            found[pk].add(visitor)
    return found


def list_visits(dates: QuerySet[Occurrence], admissions: QuerySet[Admission]) -> list[tuple[QuerySet[Any], str, str]]:
    """Return rows of visits, with their paths to the user and the date.

    Users came if somebody was let in with a ticket that they bought and no guest has claimed. Where nobody counted at
    the door, they came if they had a seat.
    """
    house = User.objects.filter(email=HOUSE_EMAIL)
    own = {"ticket__seat_link": None, "ticket__booking__kind": Booking.Kind.ORDER}
    admissions = admissions.filter(**own).exclude(ticket__booking__user__in=house)
    visits: list[tuple[QuerySet[Any], str, str]] = [(admissions, "ticket__booking__user", "device__night__occurrence")]
    for rows, path in list_sold(dates.filter(night__closed_at=None)):
        ordered = rows.filter(**{f"{path}kind": Booking.Kind.ORDER}, seats_then__gt=0)
        ordered = ordered.exclude(**{f"{path}user__in": house})
        visits.append((ordered, f"{path}user", "occurrence"))
    return visits
