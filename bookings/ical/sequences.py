"""The SEQUENCE numbers of calendar entries in emails. Calendars ignore an entry whose number is lower than theirs."""

from bookings.models import Booking, SeatLink


def raise_calendar_sequence(row: Booking | SeatLink) -> int:
    """Return the number of the row's next calendar entry, and store it. Call it with the booking's date locked."""
    row.calendar_sequence += 1
    row.save(update_fields=["calendar_sequence"])
    return row.calendar_sequence
