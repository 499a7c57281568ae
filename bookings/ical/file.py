"""Calendar files (iCalendar, RFC 5545) for emails: one entry for each booked date.

icalendar is imported when the first file is rendered, because most commands render none. A server imports it before it
forks.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Literal

from django.conf import settings

from charityshop.mail.rendering import Attachment

if TYPE_CHECKING:
    from icalendar import Event

Method = Literal["PUBLISH", "CANCEL"]


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
    is_cancelled: bool = False
    changed_at: datetime | None = None


def calendar_attachment(entries: Iterable[Entry], *, stamp: datetime, method: Method = "PUBLISH") -> Attachment:
    """Return a file that adds the dates to a calendar, or with CANCEL removes them."""
    return Attachment(
        name="dates.ics" if method == "PUBLISH" else "cancelled-dates.ics",
        content_type=f"text/calendar; charset=utf-8; method={method}",
        content=calendar_file(entries, stamp=stamp, method=method),
    )


def calendar_file(entries: Iterable[Entry], *, stamp: datetime, method: Method = "PUBLISH") -> bytes:
    from icalendar import Calendar  # noqa: PLC0415 - see above

    calendar = Calendar()
    calendar.add("prodid", f"-//{settings.SITE_HOST}//Tickets//EN")
    calendar.add("version", "2.0")
    calendar.add("method", method)
    for entry in entries:
        calendar.add_component(build_component(entry, stamp, method))
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
    component.add("status", "CANCELLED" if entry.is_cancelled or method == "CANCEL" else "CONFIRMED")
    component.add("transp", "OPAQUE" if entry.is_busy else "TRANSPARENT")
    component.add("description", entry.description)
    component.add("url", entry.url)
    if entry.place:
        component.add("location", entry.place)
    if entry.category:
        component.add("categories", [entry.category])
    if entry.changed_at:
        component.add("last-modified", entry.changed_at.astimezone(UTC))
    return component


def get_sequence(changed_at: datetime) -> int:
    """Return a sequence number that grows with time, so that a later file replaces an earlier one."""
    return int(changed_at.timestamp()) // 60
