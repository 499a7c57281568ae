"""Read-only consistency checks of passes, of seats that buyers give away, and of waiting lists and their offers.

Each yields one message per violation.
"""

from collections.abc import Iterator

from django.db.models import Count, Exists, F, OuterRef, Q, Subquery, Sum
from django.db.models.functions import Coalesce

from bookings.models import Booking, Pass, SeatLink, WaitingEntry
from bookings.services.passes import list_unrecorded
from events.formatting import format_seats

OFFER, PENDING = Booking.Kind.OFFER, Booking.Status.PENDING
BEFORE_PAYMENT = (WaitingEntry.Status.WAITING, WaitingEntry.Status.OFFERED)


def seats_given_away_twice() -> Iterator[str]:
    """Check that open and claimed links don't exceed a booking's seats, without those being returned."""
    live = [SeatLink.State.OPEN, SeatLink.State.CLAIMED]
    bookings = Booking.objects.filter(status=Booking.Status.CONFIRMED, seat_links__state__in=live)
    counted = bookings.annotate(left=F("seats") - F("returning"), given=Count("seat_links"))
    for public_id, left, given in counted.filter(given__gt=F("left")).values_list("public_id", "left", "given"):
        yield f"Booking {public_id} has {format_seats(left)} to give away, and {given} links."


def seats_without_a_pass() -> Iterator[str]:
    """Check that the seats of live passes add up to those of their booking.

    Exactly the guests who claimed a seat have one.
    """
    live = Pass.objects.live().filter(booking=OuterRef("pk")).order_by()
    claimed = SeatLink.objects.filter(booking=OuterRef("pk"), state=SeatLink.State.CLAIMED).order_by()
    guest_without_pass = claimed.exclude(Exists(Pass.objects.live().filter(seat_link=OuterRef("pk"))))
    pass_without_guest = live.filter(seat_link__isnull=False).exclude(seat_link__state=SeatLink.State.CLAIMED)
    admitted = Coalesce(Subquery(live.values("booking").annotate(sum=Sum("seats")).values("sum")), 0)
    found = Booking.objects.annotate(admitted=admitted).filter(
        ~Q(admitted=F("seats")) | Exists(guest_without_pass) | Exists(pass_without_guest),
        status=Booking.Status.CONFIRMED,
    )
    for public_id, seats, people in found.order_by("pk").values_list("public_id", "seats", "admitted"):
        has = format_seats(seats)
        yield f"Booking {public_id} has {has}, and its codes admit {people}, or a guest's code is missing."


def seats_that_moved_unrecorded() -> Iterator[str]:
    """Check that the moves of each pass add up to its seats, on the date of its booking."""
    for move in list_unrecorded(Pass.objects.all()):
        yield f"{move}: nothing says when that changed."


def offered_entries_without_seats() -> Iterator[str]:
    """Check that each entry with an offer has a booking that holds its seats, or has expired unmarked."""
    held = Booking.objects.filter(status=PENDING, waiting_entry__isnull=False).values("waiting_entry")
    for entry in WaitingEntry.objects.filter(status=WaitingEntry.Status.OFFERED).exclude(pk__in=held).iterator():
        yield f"Waiting list entry {entry.public_id} has an offer, but no seats are held for it."


def offers_without_an_entry() -> Iterator[str]:
    """Check that seats are held as an offer only for an entry that has one."""
    stray = Booking.objects.filter(kind=OFFER, status=PENDING).exclude(
        waiting_entry__status=WaitingEntry.Status.OFFERED
    )
    for booking in stray.select_related("waiting_entry"):
        status = booking.waiting_entry.status if booking.waiting_entry else "missing"
        yield f"Booking {booking.public_id} is an offer, but its waiting list entry is {status}."


def offers_that_disagree() -> Iterator[str]:
    """Check that an offer has the buyer, date and end of its entry, and at most its seats."""
    entry = "waiting_entry__"
    same = Q(user=F(f"{entry}user"), occurrence=F(f"{entry}occurrence"), held_until=F(f"{entry}offered_until"))
    offers = Booking.objects.filter(kind=OFFER, status=PENDING)
    for booking in offers.exclude(same & Q(seats__lte=F(f"{entry}seats"))):
        yield f"Booking {booking.public_id} is an offer that differs from its waiting list entry."


def ordered_offers_that_end_early() -> Iterator[str]:
    """Check that the order of an offer holds its seats at least until the offer's end."""
    ordered = Booking.objects.filter(status=PENDING, waiting_entry__status=WaitingEntry.Status.OFFERED).exclude(
        kind=OFFER
    )
    for booking in ordered.filter(held_until__lt=F("waiting_entry__offered_until")):
        yield f"Booking {booking.public_id} was ordered from an offer, and its hold ends before the offer."


def sold_offers_not_accepted() -> Iterator[str]:
    """Check that the entry of a sold offer no longer waits."""
    sold = Booking.objects.filter(status=Booking.Status.CONFIRMED, waiting_entry__status__in=BEFORE_PAYMENT)
    for booking in sold.select_related("waiting_entry"):
        yield f"Booking {booking.public_id} is sold, but its waiting list entry is still open."


SEAT_CHECKS = (
    seats_given_away_twice,
    seats_without_a_pass,
    seats_that_moved_unrecorded,
    offered_entries_without_seats,
    offers_without_an_entry,
    offers_that_disagree,
    ordered_offers_that_end_early,
    sold_offers_not_accepted,
)
