"""What buyers send to a running shop."""

from datetime import UTC, datetime, timedelta
from typing import Any


def next_week() -> dict[str, str]:
    """When a night takes place that is to be booked now."""
    start = (datetime.now(UTC) + timedelta(days=7)).replace(second=0, microsecond=0)
    return {"startTime": start.isoformat(), "endTime": (start + timedelta(hours=3)).isoformat()}


def an_order(night: dict[str, Any], *, seats: int) -> dict[str, Any]:
    booking = {"bookingDate": night["startTime"], "reservationSeats": {"qty": seats}}
    return {"orderItems": [{"_id": night["_id"], "bookings": [booking]}]}
