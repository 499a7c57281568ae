"""Read which seats a phone keeps."""

from datetime import datetime

from bookings.services.door_seats import count_allotted
from door.models import Allotment, Device


def find_allotment(device: Device) -> Allotment | None:
    """Return the seats that a phone keeps, perhaps with a hold that is over."""
    return Allotment.objects.filter(device=device, ended_at=None).select_related("booking").first()


def count_allotment(device: Device, now: datetime) -> int:
    allotment = find_allotment(device)
    return count_allotted(allotment.booking, now) if allotment else 0
