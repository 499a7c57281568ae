"""Give back the seats that phones keep."""

from collections.abc import Collection

from django.utils import timezone

from bookings.models import Booking
from bookings.services import seats
from door.models import Allotment


def return_allotments(*, device_ids: Collection[int]) -> None:
    """Put the seats of phones that no longer sell back on sale. Call it with their date locked."""
    live = Allotment.objects.filter(device__in=device_ids, ended_at=None)
    allotted = live.filter(booking__status=Booking.Status.PENDING).values_list("booking", flat=True)
    seats.release_seats(booking_ids=list(allotted))
    live.update(ended_at=timezone.now())
