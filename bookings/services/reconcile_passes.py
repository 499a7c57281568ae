"""Correct passes of bookings that the previous release sold, returned or gave to guests during a rolling deploy."""

from django.utils import timezone

from bookings.selectors.passes import list_mismatches
from bookings.services.passes import update_passes
from bookings.services.seats import lock_booked_dates
from charityshop.db.retries import run_each
from charityshop.db.transactions import in_one_transaction


def reconcile_passes() -> int:
    """Return how many bookings had other passes than seats and guests."""
    found = [pk for pk, *_ in list_mismatches(timezone.now())]
    return len(run_each("passes", found, lambda pk: reconcile_booking(pk)))


@in_one_transaction
def reconcile_booking(booking_id: int) -> None:
    lock_booked_dates([booking_id])
    update_passes(booking_id=booking_id)
