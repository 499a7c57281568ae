"""Calendar files and invitations (iCalendar, RFC 5545) for emails: one entry for each booked date.

An email about one date is an invitation (RFC 5546): calendars add, move and remove its entry without being asked. One
about several dates has a file with all of them, because an invitation may not have several UIDs.

icalendar is imported when the first file is rendered, because most commands render none. A server imports it before it
forks.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parseaddr
from typing import TYPE_CHECKING, Literal

from django.conf import settings

from bookings.models import Booking, SeatLink
from events.models import NO_PLACE
from outbox.mail.rendering import Attachment

if TYPE_CHECKING:
    from icalendar import Event

Method = Literal["PUBLISH", "REQUEST", "CANCEL"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One date. The same `uid` lets a later file replace the entry of an earlier one."""

    uid: str
    name: str
    starts_at: datetime
    ends_at: datetime
    place: str
    description: str
    url: str
    sequence: int = 0  # higher in later files
    category: str = ""
    is_busy: bool = True  # blocks the time in the reader's calendar
    is_canceled: bool = False
    changed_at: datetime | None = None


def calendar_attachments(
    entries: Sequence[Entry] = (), canceled: Sequence[Entry] = (), *, attendee: str, stamp: datetime
) -> list[Attachment]:
    """Return an invitation for a single date; otherwise a file that adds dates, and one that removes the canceled."""
    if len(entries) + len(canceled) == 1:
        return [invitation(*entries, *canceled, attendee=attendee, stamp=stamp, is_canceled=bool(canceled))]
    methods: tuple[tuple[Method, Sequence[Entry]], ...] = (("PUBLISH", entries), ("CANCEL", canceled))
    return [
        attachment_of(calendar_file(found, stamp=stamp, method=method), method) for method, found in methods if found
    ]


def invitation(entry: Entry, *, attendee: str, stamp: datetime, is_canceled: bool) -> Attachment:
    method: Method = "CANCEL" if is_canceled else "REQUEST"
    content = calendar_file([entry], stamp=stamp, method=method, attendee=attendee)
    return attachment_of(content, method, is_invitation=True)


def attachment_of(content: bytes, method: Method, *, is_invitation: bool = False) -> Attachment:
    name = "canceled-dates.ics" if method == "CANCEL" else "dates.ics"
    return Attachment(name, f"text/calendar; charset=utf-8; method={method}", content, is_invitation=is_invitation)


def calendar_file(
    entries: Iterable[Entry], *, stamp: datetime, method: Method = "PUBLISH", attendee: str = ""
) -> bytes:
    """Return a calendar of the shop. With an `attendee`, its entry is an invitation to this email address."""
    from icalendar import Calendar  # noqa: PLC0415 - see above

    calendar = Calendar()
    calendar.add("prodid", f"-//{settings.SITE_HOST}//Tickets//EN")
    calendar.add("version", "2.0")
    calendar.add("method", method)
    for entry in entries:
        component = build_component(entry, stamp, method)
        # Each method needs an organizer. In an invitation it has to be the address of the email's From.
        component.add("organizer", f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}")
        if attendee:
            component.add("attendee", f"mailto:{attendee}", parameters={"PARTSTAT": "ACCEPTED", "RSVP": "FALSE"})
        calendar.add_component(component)
    return bytes(calendar.to_ical())


def build_component(entry: Entry, stamp: datetime, method: Method) -> "Event":
    from icalendar import Event  # noqa: PLC0415 - see above

    component = Event()
    component.add("uid", f"{entry.uid}@{settings.SITE_HOST}")
    component.add("sequence", entry.sequence)
    component.add("dtstamp", stamp.astimezone(UTC))
    component.add("summary", entry.name)
    component.add("dtstart", entry.starts_at.astimezone(UTC))
    if entry.ends_at > entry.starts_at:  # an end has to be later than the start
        component.add("dtend", entry.ends_at.astimezone(UTC))
    component.add("status", "CANCELLED" if entry.is_canceled or method == "CANCEL" else "CONFIRMED")
    component.add("transp", "OPAQUE" if entry.is_busy else "TRANSPARENT")
    component.add("description", entry.description)
    component.add("url", entry.url)
    if entry.place not in ("", NO_PLACE):
        component.add("location", entry.place)
    if entry.category:
        component.add("categories", [entry.category])
    if entry.changed_at:
        component.add("last-modified", entry.changed_at.astimezone(UTC))
    return component


def raise_calendar_sequence(row: Booking | SeatLink) -> int:
    """Return the number of the row's next calendar entry, and store it. Call it with the booking's date locked."""
    row.calendar_sequence += 1
    row.save(update_fields=["calendar_sequence"])
    return row.calendar_sequence
