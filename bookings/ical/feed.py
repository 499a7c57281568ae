"""The calendar that people subscribe to: every published date from some weeks back on, and what became of it.

A calendar asks again every hour or so and replaces what it had by UID. So a date's UID is made of its row, which stays
the same when staff move the night, and never of its time.
"""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Self, cast
from uuid import UUID, uuid5

from django.conf import settings
from django.db.models import Count, Max, Min, QuerySet
from django.utils.text import Truncator

from bookings.formatting import format_place
from bookings.ical.file import Entry, component_of, sequence_at
from charityshop.spa.page import absolute
from charityshop.text import one_printable_line, printable
from events.datetimes import format_utc, get_day_bounds, get_shop_zone
from events.models import Event, Occurrence

if TYPE_CHECKING:
    from icalendar import Calendar

LOOK_BACK = timedelta(weeks=6)  # so that a night does not leave people's calendars the morning after
ASK_AGAIN, ASK_AGAIN_TEXT = timedelta(hours=1), "PT1H"
MOST_DATES = 5_000
LONGEST_TEXT = 500  # characters; the file repeats a series' text for each of its dates
OUR_DATES = UUID("5d5a8f5e-5b0c-4b52-9c39-2f6a0c3c6f10")  # the family of all our UIDs; never to be changed


@dataclass(frozen=True, slots=True)
class Feed:
    """What a subscribed calendar is called, and the address that it is asked for at."""

    name: str
    description: str
    address: str


def feed_dates(now: datetime) -> QuerySet[Occurrence]:
    """Dates of published events from LOOK_BACK on, cancelled ones too; soonest first.

    The window begins with a day, so that the file is the same all day unless something changes.
    """
    first_day = now.astimezone(get_shop_zone()).date() - LOOK_BACK
    dates = Occurrence.objects.filter(event__status=Event.Status.PUBLISHED, starts_at__gte=get_day_bounds(first_day)[0])
    return dates.select_related("event").order_by("starts_at", "pk")


def version_of(dates: QuerySet[Occurrence], feed: Feed) -> str:
    """Another text whenever the file would be another, from one small query instead of all the dates."""
    found = dates.order_by().aggregate(
        dates=Count("pk"), first=Min("starts_at"), date=Max("changed_at"), event=Max("event__changed_at")
    )
    told = [feed, settings.SITE_URL, settings.SHOP_TIME_ZONE, *found.values()]
    return hashlib.sha256(repr(told).encode()).hexdigest()[:32]


def feed_file(dates: Iterable[Occurrence], feed: Feed) -> bytes:
    head, foot, _ = calendar_of(feed).to_ical().partition(b"END:VCALENDAR\r\n")
    return b"".join([head, *(written(entry) for entry in entries_of(list(dates))), foot])


def calendar_of(feed: Feed) -> "Calendar":
    """The calendar without its dates."""
    from icalendar import Calendar  # noqa: PLC0415 - as in bookings.ical.file

    calendar = Calendar()
    calendar.add("prodid", f"-//{settings.SITE_HOST}//Programme//EN")
    calendar.add("version", "2.0")
    for name in ("name", "x-wr-calname"):  # the standard's, and the one that most calendars read
        calendar.add(name, one_printable_line(feed.name))
    for name in ("description", "x-wr-caldesc"):
        calendar.add(name, one_printable_line(feed.description))
    calendar.add("x-wr-timezone", settings.SHOP_TIME_ZONE)
    calendar.add("url", settings.SITE_URL)
    calendar.add("source", feed.address, parameters={"VALUE": "URI"})
    calendar.add("refresh-interval", ASK_AGAIN, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", ASK_AGAIN_TEXT)  # the same, for Outlook
    return calendar


@lru_cache(maxsize=MOST_DATES)  # writing one takes a millisecond, and a season's dates seldom change
def written(entry: Entry) -> bytes:
    # Without a METHOD the stamp is when the entry last changed; so an unchanged night stays the same to the byte.
    return bytes(component_of(entry, cast(datetime, entry.changed_at), "PUBLISH").to_ical())


def entries_of(dates: list[Occurrence]) -> Iterator[Entry]:
    texts: dict[int, EventTexts] = {}
    for date in worth_telling(dates):
        if date.event_id not in texts:
            texts[date.event_id] = EventTexts.of(date.event)
        yield entry_of(date, texts[date.event_id])


def worth_telling(dates: list[Occurrence]) -> Iterator[Occurrence]:
    """All but cancelled dates whose evening another date of the same event has taken: that would look like news."""
    standing: dict[int, list[Occurrence]] = {}
    for date in dates:
        if date.status == Occurrence.Status.SCHEDULED:
            standing.setdefault(date.event_id, []).append(date)
    for date in dates:
        others = standing.get(date.event_id, ())
        if date.status == Occurrence.Status.SCHEDULED or not any(meet(date, other) for other in others):
            yield date


def meet(one: Occurrence, other: Occurrence) -> bool:
    return one.starts_at < other.ends_at and other.starts_at < one.ends_at


@dataclass(frozen=True, slots=True)
class EventTexts:
    """What all dates of an event say, made fit for calendars once."""

    name: str
    place: str
    category: str
    description: str

    @classmethod
    def of(cls, event: Event) -> Self:
        return cls(
            name=one_printable_line(event.name),
            place=format_place(event),
            category=one_printable_line(event.category),
            description=Truncator(printable(event.description).strip()).chars(LONGEST_TEXT),
        )


def entry_of(date: Occurrence, texts: EventTexts) -> Entry:
    is_cancelled = date.status != Occurrence.Status.SCHEDULED
    address, changed_at = date_address(date), last_change(date)
    return Entry(
        uid=str(uid_of(date)),
        name=f"Cancelled: {texts.name}" if is_cancelled else texts.name,  # some calendars don't look at the status
        starts_at=date.starts_at,
        ends_at=date.ends_at,
        place=texts.place,
        description=f"{texts.description}\n\n{address}".strip(),
        url=address,
        sequence=sequence_at(changed_at),
        category=texts.category,
        is_busy=False,  # a programme; what one has bought comes with the order
        is_cancelled=is_cancelled,
        changed_at=changed_at,
    )


def uid_of(date: Occurrence) -> UUID:
    return uuid5(OUR_DATES, f"{date.event.public_id}/{date.pk}")


def last_change(date: Occurrence) -> datetime:
    return max(date.changed_at, date.event.changed_at).replace(microsecond=0)


def date_address(date: Occurrence) -> str:
    """The event's page, with this date chosen."""
    return absolute(f"/product/{date.event.public_id}?rsvpDate={format_utc(date.starts_at)}")
