"""The calendar feeds: published dates from six weeks back on, including canceled ones.

Calendars fetch a feed about every hour and replace entries by UID. A UID is therefore derived from the date's row, not
from its time: the row stays the same when staff move the date.
"""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Self, cast
from uuid import UUID, uuid5

from django.conf import settings
from django.db.models import Count, Max, Min, QuerySet, Sum

from bookings.event_plan import overlaps
from bookings.ical.file import Entry, build_component
from charityshop.spa.page import absolute
from charityshop.text import one_printable_line, printable
from events.datetimes import format_utc, get_day_bounds, get_shop_zone
from events.formatting import format_description, format_place
from events.models import Event, Occurrence, Place, is_public, join_date

if TYPE_CHECKING:
    from icalendar import Calendar

LOOK_BACK = timedelta(weeks=6)  # so that dates do not leave calendars as soon as they are over
REFRESH_INTERVAL, REFRESH_INTERVAL_TEXT = timedelta(hours=1), "PT1H"
MAX_DATES = 5_000
MAX_TEXT_LENGTH = 500  # the file repeats the text of a series for each date
OUR_DATES = UUID("5d5a8f5e-5b0c-4b52-9c39-2f6a0c3c6f10")  # the namespace of all UIDs; must never change


@dataclass(frozen=True, slots=True)
class Feed:
    """The texts of a calendar feed, and its own URL."""

    name: str
    description: str
    url: str


def list_feed_dates(now: datetime) -> QuerySet[Occurrence]:
    """Return the dates of published events from LOOK_BACK on, including canceled ones, soonest first.

    The first day is included from its beginning, so that the file only changes with the data and at midnight.
    """
    first_day = now.astimezone(get_shop_zone()).date() - LOOK_BACK
    dates = Occurrence.objects.filter(is_public("event__"), starts_at__gte=get_day_bounds(first_day)[0])
    return dates.select_related(*join_date()).order_by("starts_at", "pk")


def get_version(dates: QuerySet[Occurrence], feed: Feed) -> str:
    """Return a text that changes whenever the file does, from one small query instead of all dates."""
    found = dates.order_by().aggregate(
        Count("pk"),
        Min("starts_at"),
        Max("changed_at"),
        Max("event__changed_at"),
        Sum("revision"),
        Sum("event__revision"),
    )
    parts = [feed, settings.SITE_URL, settings.SHOP_TIME_ZONE, *found.values()]
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]


def render_feed(dates: Iterable[Occurrence], feed: Feed) -> bytes:
    head, foot, _ = build_calendar(feed).to_ical().partition(b"END:VCALENDAR\r\n")
    return b"".join([head, *(render_entry(entry) for entry in list_entries(list(dates))), foot])


def build_calendar(feed: Feed) -> "Calendar":
    """Return the calendar without its dates."""
    from icalendar import Calendar  # noqa: PLC0415 - as in bookings.ical.file

    calendar = Calendar()
    calendar.add("prodid", f"-//{settings.SITE_HOST}//Programme//EN")
    calendar.add("version", "2.0")
    for name in ("name", "x-wr-calname"):  # RFC 7986's, and the one that most calendars read
        calendar.add(name, one_printable_line(feed.name))
    for name in ("description", "x-wr-caldesc"):
        calendar.add(name, one_printable_line(feed.description))
    calendar.add("x-wr-timezone", settings.SHOP_TIME_ZONE)
    calendar.add("url", settings.SITE_URL)
    calendar.add("source", feed.url, parameters={"VALUE": "URI"})
    calendar.add("refresh-interval", REFRESH_INTERVAL, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", REFRESH_INTERVAL_TEXT)  # for Outlook
    return calendar


@lru_cache(maxsize=MAX_DATES)  # rendering takes a millisecond, and dates rarely change
def render_entry(entry: Entry) -> bytes:
    # Without a METHOD, DTSTAMP is when the entry last changed (RFC 5545), so unchanged entries have the same bytes.
    return bytes(build_component(entry, cast(datetime, entry.changed_at), "PUBLISH").to_ical())


def list_entries(dates: list[Occurrence]) -> Iterator[Entry]:
    texts: dict[tuple[int, int], EventTexts] = {}
    for date in list_shown(dates):
        key = date.event_id, date.venue.pk
        if key not in texts:
            texts[key] = EventTexts.from_event(date.event, date.venue)
        yield build_entry(date, texts[key])


def list_shown(dates: list[Occurrence]) -> Iterator[Occurrence]:
    """Yield all dates but canceled ones that overlap another date of the event, which has replaced them."""
    scheduled: dict[int, list[Occurrence]] = {}
    for date in dates:
        if date.takes_place:
            scheduled.setdefault(date.event_id, []).append(date)
    for date in dates:
        others = scheduled.get(date.event_id, ())
        if date.takes_place or not any(overlaps(date, other) for other in others):
            yield date


@dataclass(frozen=True, slots=True)
class EventTexts:
    """The texts that all dates of an event at one place share, cleaned once."""

    name: str
    place: str
    category: str
    description: str

    @classmethod
    def from_event(cls, event: Event, place: Place) -> Self:
        return cls(
            name=one_printable_line(event.name),
            place=format_place(place),
            category=one_printable_line(event.category),
            description=printable(format_description(event, place, MAX_TEXT_LENGTH)),
        )


def build_entry(date: Occurrence, texts: EventTexts) -> Entry:
    is_canceled = not date.takes_place
    url, changed_at = get_date_url(date), get_last_change(date)
    return Entry(
        uid=str(get_uid(date)),
        name=f"Canceled: {texts.name}" if is_canceled else texts.name,  # some calendars ignore the status
        starts_at=date.starts_at,
        ends_at=date.ends_at,
        place=texts.place,
        description=f"{texts.description}\n\n{url}".strip(),
        url=url,
        sequence=date.revision + date.event.revision,  # grows whenever either changes
        category=texts.category,
        is_busy=False,  # booked dates are in the files that come with orders
        is_canceled=is_canceled,
        changed_at=changed_at,
    )


def get_uid(date: Occurrence) -> UUID:
    return uuid5(OUR_DATES, f"{date.event.public_id}/{date.pk}")


def get_last_change(date: Occurrence) -> datetime:
    return max(date.changed_at, date.event.changed_at).replace(microsecond=0)


def get_date_url(date: Occurrence) -> str:
    """Return the URL of the event's page with this date selected."""
    return absolute(f"/product/{date.event.public_id}?rsvpDate={format_utc(date.starts_at)}")
