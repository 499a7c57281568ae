"""Read events and the seats left, each with a constant number of queries."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any, Self

from django.db.models import (
    Case,
    CharField,
    Count,
    F,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    Value,
    When,
    Window,
)
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce, RowNumber
from django.db.models.lookups import GreaterThan

from bookings.models import Booking, WaitingEntry, is_open
from bookings.selectors.waiting import get_promised_seats
from events.datetimes import get_day_bounds, get_shop_zone
from events.models import Event, Occurrence, count_capacity, is_public, join_date
from events.selectors import find_date

# The event's columns that lists of dates can be filtered by, by their names in the API.
FACETS = {"category": "category", "cardSet": "card_set", "format": "format", "eventLocation": "place__text"}
VENUE_TEXT = Coalesce(F("place__text"), F("event__place__text"), output_field=CharField())  # where a date is
MAX_FURTHER = 3  # dates of an event in a list, besides its first


@dataclass(frozen=True, slots=True)
class DateSeats:
    """One date of an event with the seats that are not for sale: sold, on hold, or free for the waiting list."""

    occurrence: Occurrence
    event: Event
    taken: int
    next_open: datetime | None = None
    """For full and past dates in lists: the start of the event's next date with seats."""
    further: "Sequence[DateSeats]" = ()
    """In lists of events: the event's following dates, soonest first."""
    canceled: Sequence[Occurrence] = ()
    """In lists of events: the event's upcoming dates that are canceled, soonest first."""

    @property
    def capacity(self) -> int:
        return self.event.maximum_event_capacity if self.occurrence.seats is None else self.occurrence.seats

    @property
    def left(self) -> int:
        return 0 if self.occurrence.is_canceled else max(self.capacity - self.taken, 0)

    @property
    def is_open(self) -> bool:
        return self.left > 0

    @classmethod
    def from_row(cls, row: Any, event: Event | None = None) -> Self:
        """Build from a row annotated by `with_seats_taken`."""
        return cls(row, event or row.event, row.seats_taken)


@dataclass(frozen=True, slots=True)
class EventSummary:
    """An event in a list, with its next date and its next date that has seats."""

    event: Event
    next_date: DateSeats | None
    open_date: DateSeats | None
    canceled_count: int = 0
    """How many upcoming dates are canceled, in lists for staff."""
    canceled: Sequence[Occurrence] = ()
    """The upcoming dates that are canceled, soonest first, of an event that is shown alone."""

    @property
    def left(self) -> int:
        """Return the seats left on the next date that has any, or 0."""
        return self.open_date.left if self.open_date else 0


# --- Counting --------------------------------------------------------------------------------------------------------


def count_taken(now: datetime, dates: QuerySet[Occurrence] | None = None) -> Combinable:
    """Return an expression that counts the seats of a date that are not for sale: taken, or free for its waiting list.

    `dates` are those for which it is used, if they are known. One query; another one if any of them has a waiting list.
    """
    taken = Booking.objects.taken(now).filter(occurrence=OuterRef("pk")).order_by()
    total = taken.values("occurrence").annotate(total=Sum("seats")).values("total")
    count = Coalesce(Subquery(total, output_field=IntegerField()), Value(0))
    promised = get_promised_seats(now, dates)
    if not promised:
        return count
    cases = [When(pk=pk, then=Value(seats)) for pk, seats in promised.items()]
    return count + Case(*cases, default=Value(0), output_field=IntegerField())


def with_seats_taken(
    dates: QuerySet[Occurrence], now: datetime, waiting: QuerySet[Occurrence] | None = None
) -> QuerySet[Any]:
    """Annotate `seats_taken`, by `count_taken`."""
    return dates.annotate(seats_taken=count_taken(now, waiting))


def filter_open(dates: QuerySet[Occurrence], now: datetime) -> QuerySet[Occurrence]:
    """Filter dates that have seats for sale."""
    return dates.filter(GreaterThan(count_capacity(), count_taken(now)))


def list_dates(rows: Sequence[Any], now: datetime) -> list[DateSeats]:
    """Return rows of `with_seats_taken`, with the next date with seats for full and past ones. At most one query."""
    dates = [DateSeats.from_row(row) for row in rows]
    closed = [date.occurrence.pk for date in dates if not date.is_open or date.occurrence.starts_at <= now]
    next_open = get_next_open_starts(closed, now) if closed else {}
    return [replace(date, next_open=next_open.get(date.occurrence.pk)) for date in dates]


def first_of_each_event(dates: QuerySet[Any]) -> QuerySet[Any]:
    """Return the first of these dates of each event, in order."""
    first = dates.filter(event=OuterRef("event")).order_by("starts_at").values("pk")[:1]
    return dates.filter(pk=Subquery(first))


def with_further_dates(first: Sequence[DateSeats], dates: QuerySet[Any]) -> list[DateSeats]:
    """Return each event's first date with up to MAX_FURTHER following ones of `dates`, and its canceled ones.

    Two queries.
    """
    number = Window(RowNumber(), partition_by=F("event"), order_by="starts_at")
    further: dict[int, list[DateSeats]] = {date.event.pk: [] for date in first}
    for row in dates.filter(event__in=further).annotate(number=number).filter(number__range=(2, 1 + MAX_FURTHER)):
        further[row.event_id].append(DateSeats.from_row(row))
    canceled: dict[int, list[Occurrence]] = {pk: [] for pk in further}
    for occurrence in Occurrence.objects.canceled().filter(event__in=further).order_by("starts_at"):
        canceled[occurrence.event_id].append(occurrence)
    return [replace(date, further=further[date.event.pk], canceled=canceled[date.event.pk]) for date in first]


def get_next_open_starts(occurrence_ids: Sequence[int], now: datetime) -> dict[int, datetime]:
    """Return, for each of these dates, when the event's next date with seats after it and after now starts."""
    later = filter_open(upcoming_dates("event", now), now).filter(starts_at__gt=OuterRef("starts_at"))
    dates = Occurrence.objects.filter(pk__in=occurrence_ids).annotate(next_open=Subquery(later.values("starts_at")[:1]))
    return dict(dates.exclude(next_open=None).order_by().values_list("pk", "next_open"))


# --- Events ----------------------------------------------------------------------------------------------------------


def list_events(*, to_admin: bool) -> QuerySet[Event]:
    """Return the events that visitors may see, or all of them."""
    events = Event.objects.select_related("place")
    return events if to_admin else events.published()


def upcoming_dates(event: str, now: datetime) -> QuerySet[Occurrence]:
    """Return a subquery for the scheduled dates after now of the event in this column of the outer query, by start."""
    return Occurrence.objects.filter(
        event=OuterRef(event), status=Occurrence.Status.SCHEDULED, starts_at__gt=now
    ).order_by("starts_at")


def get_next_start(now: datetime) -> Subquery:
    """Return an expression for the start of an event's next date, to sort by."""
    return Subquery(upcoming_dates("pk", now).values("starts_at")[:1])


def with_next_dates(events: QuerySet[Event], now: datetime) -> QuerySet[Any]:
    """Annotate the IDs of the next date and of the next date with seats, for `summarize_events`."""
    with_seats = filter_open(upcoming_dates("pk", now), now)
    return events.annotate(
        next_date_id=Subquery(upcoming_dates("pk", now).values("pk")[:1]),
        open_date_id=Subquery(with_seats.values("pk")[:1]),
    )


def with_canceled_count(events: QuerySet[Event], now: datetime) -> QuerySet[Any]:
    """Annotate how many upcoming dates are canceled."""
    canceled = Occurrence.objects.filter(event=OuterRef("pk"), status=Occurrence.Status.CANCELED, starts_at__gt=now)
    number = canceled.order_by().values("event").annotate(number=Count("pk")).values("number")
    return events.annotate(canceled_count=Coalesce(Subquery(number, output_field=IntegerField()), Value(0)))


def summarize_events(rows: Sequence[Any], now: datetime) -> list[EventSummary]:
    """Return events annotated by `with_next_dates`, with those dates and their seats. Two queries."""
    events = {pk: row for row in rows for pk in (row.next_date_id, row.open_date_id) if pk}
    found = with_seats_taken(Occurrence.objects.filter(pk__in=events), now) if events else []
    dates = {date.pk: DateSeats.from_row(date, events[date.pk]) for date in found}
    return [
        EventSummary(
            event=row,
            next_date=dates.get(row.next_date_id),
            open_date=dates.get(row.open_date_id),
            canceled_count=getattr(row, "canceled_count", 0),
        )
        for row in rows
    ]


def get_event_with_dates(event: Event, now: datetime) -> tuple[EventSummary, list[DateSeats]]:
    """Return an event and its upcoming dates, soonest first; no dates if it is not published. Two queries."""
    upcoming: QuerySet[Any] = event.occurrences.with_cancel_reasons().select_related("place")
    upcoming = upcoming.filter(starts_at__gt=now).order_by("starts_at")
    shown = upcoming.exclude(status=Occurrence.Status.DROPPED).exclude(
        status=Occurrence.Status.CANCELED, cancel_reason=""
    )
    rows = list(with_seats_taken(shown, now, shown))
    dates = [DateSeats.from_row(row, event) for row in rows if not row.is_canceled]
    is_published = event.is_public
    summary = EventSummary(
        event=event,
        next_date=dates[0] if dates else None,
        open_date=next((date for date in dates if date.is_open), None),
        canceled=[row for row in rows if row.is_canceled and is_published],
    )
    return summary, dates if is_published else []


def list_dates_by_event(events: Collection[int], now: datetime) -> dict[int, list[DateSeats]]:
    """Return the upcoming dates of published events by the event's primary key, soonest first. Two queries."""
    upcoming = Occurrence.objects.published().filter(event__in=events, starts_at__gt=now).order_by("starts_at")
    found: dict[int, list[DateSeats]] = {pk: [] for pk in events}
    for row in with_seats_taken(upcoming.select_related(*join_date()), now, upcoming):
        found[row.event_id].append(DateSeats.from_row(row))
    return found


def has_room(dates: Iterable[DateSeats], booking: Booking) -> bool:
    """Return whether one of these dates, other than the booking's own, has enough seats for it."""
    return any(date.left >= booking.seats for date in dates if date.occurrence.pk != booking.occurrence_id)


def has_date_to_move_to(booking: Booking, now: datetime) -> bool:
    """Return whether another date of the booking's event has enough seats for it. Two queries."""
    event_id = booking.occurrence.event_id
    return has_room(list_dates_by_event([event_id], now)[event_id], booking)


def list_canceled_starts(event: Event, now: datetime) -> list[datetime]:
    """Return when the upcoming dates that are canceled would start, soonest first. One query."""
    canceled = event.occurrences.filter(status=Occurrence.Status.CANCELED, starts_at__gt=now)
    return list(canceled.order_by("starts_at").values_list("starts_at", flat=True))


# --- Dates -----------------------------------------------------------------------------------------------------------


def list_published_dates(now: datetime, *, canceled: bool = False) -> QuerySet[Any]:
    """Return the dates that visitors may see, including past ones, with event and taken seats; soonest first.

    With `canceled`, also upcoming ones that are canceled.
    """
    dates = Occurrence.objects.told() if canceled else Occurrence.objects.published()
    return with_seats_taken(dates.select_related(*join_date()).order_by("starts_at", "event__public_id"), now)


def list_upcoming_dates(now: datetime) -> QuerySet[Any]:
    return list_published_dates(now).filter(starts_at__gt=now)


def get_month_start(now: datetime) -> datetime:
    """Return when the current month began in the shop's time zone."""
    return get_day_bounds(now.astimezone(get_shop_zone()).date().replace(day=1))[0]


def get_bounds(when: date | datetime) -> tuple[datetime, datetime]:
    """Return the start and end of a day, or of a datetime's minute. Raise ValueError for a year outside YEARS."""
    return (when, when + timedelta(minutes=1)) if isinstance(when, datetime) else get_day_bounds(when)


def get_date(*, event_public_id: str, when: date | datetime | None, now: datetime) -> DateSeats | None:
    """Return a date of a published event, including past ones; without `when`, the next one. Two queries."""
    dates = list_published_dates(now).filter(event__public_id=event_public_id)
    found = dates.filter(starts_at__gt=now).first() if when is None else find_date(dates, when)
    return DateSeats.from_row(found) if found else None


def count_upcoming_events() -> int:
    """Return how many events have upcoming dates. One query."""
    return Event.objects.filter(pk__in=Occurrence.objects.bookable().values("event")).count()


def get_facets(now: datetime) -> dict[str, list[str]]:
    """Return the values of all upcoming dates that lists of dates can be filtered by. Three queries."""
    upcoming = Occurrence.objects.bookable()
    events = list(Event.objects.filter(pk__in=upcoming.values("event")).values("price", *FACETS.values()))
    facets = {name: sorted({row[column] for row in events} - {""}, key=str.lower) for name, column in FACETS.items()}
    columns = ("starts_at", count_capacity(), "seats_taken", VENUE_TEXT)
    dates = list(with_seats_taken(upcoming, now).values_list(*columns))  # thousands, so no models
    weekdays = {start.astimezone(get_shop_zone()).weekday() for start, _, _, _ in dates}
    left = {max(capacity - taken, 0) for _, capacity, taken, _ in dates}
    return facets | {
        "eventLocation": sorted({venue for _, _, _, venue in dates}, key=str.lower),
        "weekday": [str(day) for day in sorted(weekdays)],  # Monday is 0
        "priceMax": [str(price) for price in sorted({row["price"] for row in events})],
        "seats": [str(seats) for seats in sorted(left)],
    }


SHOWN = 8


@dataclass(frozen=True, slots=True)
class NextDate:
    """A date with its seats, and how many people wait for some."""

    seats: DateSeats
    waiting: int

    @property
    def is_hidden(self) -> bool:
        return self.seats.event.hidden_at is not None


def list_next_dates(now: datetime) -> list[NextDate]:
    """Return the dates that are on now and the next ones, soonest first. Two queries.

    A hidden event takes place for those who booked it.
    """
    line = WaitingEntry.objects.in_line().filter(occurrence=OuterRef("pk")).order_by()
    number = line.values("occurrence").annotate(number=Count("pk")).values("number")
    scheduled = Occurrence.objects.filter(status=Occurrence.Status.SCHEDULED, ends_at__gt=now)
    dates = with_seats_taken(scheduled.select_related(*join_date()), now).order_by("starts_at", "event__public_id")
    is_booked = Q(event__hidden_at__isnull=False, seats_taken__gt=0)
    dates = dates.filter(is_public("event__") | is_booked)
    rows = dates.annotate(waiting=Coalesce(Subquery(number, output_field=IntegerField()), Value(0)))[:SHOWN]
    # Until `upkeep` ends them, entries wait on a list that is over.
    return [NextDate(DateSeats.from_row(row), row.waiting if is_open(row, now) else 0) for row in rows]
