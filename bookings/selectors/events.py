"""Read events and the seats left, each with a constant number of queries."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any, Self

from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Coalesce

from bookings.models import Booking
from events.datetimes import get_day_bounds, get_shop_zone
from events.models import Event, Occurrence
from events.selectors.occurrences import find_date


@dataclass(frozen=True, slots=True)
class DateSeats:
    """One date of an event, with what is taken on it. `taken` counts live holds too."""

    occurrence: Occurrence
    event: Event
    taken: int
    next_open: datetime | None = None
    """Of a date that is full or past, in lists: when the event's next date with seats starts."""

    @property
    def capacity(self) -> int:
        return self.event.maximum_event_capacity

    @property
    def left(self) -> int:
        return max(self.capacity - self.taken, 0)

    @property
    def is_open(self) -> bool:
        return self.left > 0

    @classmethod
    def of(cls, row: Any, event: Event | None = None) -> Self:
        """From a row that `with_seats_taken` annotated."""
        return cls(row, event or row.event, row.seats_taken)


@dataclass(frozen=True, slots=True)
class Night:
    """An event as lists show it: with its next date, and its next date that has seats."""

    event: Event
    next_date: Occurrence | None
    open_date: DateSeats | None
    snoozed_dates: int = 0
    """Coming dates that are skipped, where staff asked."""

    @property
    def left(self) -> int:
        """Seats left on the next date that has any; 0 only when every coming date is full, or none is coming."""
        return self.open_date.left if self.open_date else 0


# --- Counting --------------------------------------------------------------------------------------------------------


def taken_on(occurrence: str, now: datetime) -> Coalesce:
    """An expression: the seats taken on the occurrence that the outer query's column names."""
    taken = Booking.objects.taken(now).filter(occurrence=OuterRef(occurrence)).order_by()
    total = taken.values("occurrence").annotate(total=Sum("seats")).values("total")
    return Coalesce(Subquery(total, output_field=IntegerField()), Value(0))


def with_seats_taken(dates: QuerySet[Occurrence], now: datetime) -> QuerySet[Any]:
    """Annotates `seats_taken`."""
    return dates.annotate(seats_taken=taken_on("pk", now))


def listed_dates(rows: Sequence[Any], now: datetime) -> list[DateSeats]:
    """Rows that `with_seats_taken` annotated, with a way on from those that are full or past. At most one query."""
    dates = [DateSeats.of(row) for row in rows]
    closed = [date.occurrence.pk for date in dates if not date.is_open or date.occurrence.starts_at <= now]
    following = next_open_starts(closed, now) if closed else {}
    return [replace(date, next_open=following.get(date.occurrence.pk)) for date in dates]


def next_open_starts(occurrence_ids: Sequence[int], now: datetime) -> dict[int, datetime]:
    """When the event's next date with seats starts, after each of these dates and after now. One query."""
    later = coming("event", now).filter(
        starts_at__gt=OuterRef("starts_at"), event__maximum_event_capacity__gt=taken_on("pk", now)
    )
    dates = Occurrence.objects.filter(pk__in=occurrence_ids).annotate(following=Subquery(later.values("starts_at")[:1]))
    return dict(dates.exclude(following=None).order_by().values_list("pk", "following"))


# --- Nights ----------------------------------------------------------------------------------------------------------


def visible_events(*, to_admin: bool) -> QuerySet[Event]:
    return Event.objects.all() if to_admin else Event.objects.published()


def coming(event: str, now: datetime) -> QuerySet[Occurrence]:
    """Scheduled dates ahead of the event that the outer query's column names, soonest first."""
    return Occurrence.objects.filter(
        event=OuterRef(event), status=Occurrence.Status.SCHEDULED, starts_at__gt=now
    ).order_by("starts_at")


def with_next_dates(events: QuerySet[Event], now: datetime) -> QuerySet[Any]:
    """Annotates the ids of the next date and of the next one with seats, so that a page needs one more query."""
    free = coming("pk", now).filter(event__maximum_event_capacity__gt=taken_on("pk", now))
    return events.annotate(
        next_date_id=Subquery(coming("pk", now).values("pk")[:1]), open_date_id=Subquery(free.values("pk")[:1])
    )


def with_snoozed_dates(events: QuerySet[Event], now: datetime) -> QuerySet[Any]:
    """Annotates how many coming dates are skipped: staff's lists tell it."""
    skipped = Occurrence.objects.filter(event=OuterRef("pk"), status=Occurrence.Status.SKIPPED, starts_at__gt=now)
    number = skipped.order_by().values("event").annotate(number=Count("pk")).values("number")
    return events.annotate(snoozed_dates=Coalesce(Subquery(number, output_field=IntegerField()), Value(0)))


def nights_of(rows: Sequence[Any], now: datetime) -> list[Night]:
    """Events that `with_next_dates` annotated, with those dates and their seats. One query."""
    ids = {pk for row in rows for pk in (row.next_date_id, row.open_date_id) if pk}
    dates = {date.pk: date for date in with_seats_taken(Occurrence.objects.filter(pk__in=ids), now)} if ids else {}
    return [
        Night(
            event=row,
            next_date=dates.get(row.next_date_id),
            open_date=DateSeats.of(dates[row.open_date_id], row) if row.open_date_id in dates else None,
            snoozed_dates=getattr(row, "snoozed_dates", 0),
        )
        for row in rows
    ]


def night_with_dates(event: Event, now: datetime) -> tuple[Night, list[DateSeats]]:
    """One event and its coming dates, soonest first. One query. Dates of an event not on sale are not listed."""
    ahead = event.occurrences.filter(status=Occurrence.Status.SCHEDULED, starts_at__gt=now).order_by("starts_at")
    dates = [DateSeats.of(row, event) for row in with_seats_taken(ahead, now)]
    night = Night(
        event=event,
        next_date=dates[0].occurrence if dates else None,
        open_date=next((date for date in dates if date.is_open), None),
    )
    return night, dates if event.status == Event.Status.PUBLISHED else []


def skipped_dates(event: Event, now: datetime) -> list[datetime]:
    """When coming dates that are skipped would have started, soonest first. One query."""
    skipped = event.occurrences.filter(status=Occurrence.Status.SKIPPED, starts_at__gt=now)
    return list(skipped.order_by("starts_at").values_list("starts_at", flat=True))


# --- Dates -----------------------------------------------------------------------------------------------------------


def published_dates(now: datetime) -> QuerySet[Any]:
    """Every date that visitors may know of, past ones too, with its event and its taken seats; soonest first."""
    dates = Occurrence.objects.published().select_related("event").order_by("starts_at", "event__public_id")
    return with_seats_taken(dates, now)


def upcoming_dates(now: datetime) -> QuerySet[Any]:
    return published_dates(now).filter(starts_at__gt=now)


def this_month(now: datetime) -> datetime:
    """The first moment of the month in the shop's zone."""
    return get_day_bounds(now.astimezone(get_shop_zone()).date().replace(day=1))[0]


def bounds_of(when: date | datetime) -> tuple[datetime, datetime]:
    """From this moment to that one: the whole day of a bare date, the minute of a moment (starts are whole minutes).

    Raises ValueError for what lies outside the calendar.
    """
    return (when, when + timedelta(minutes=1)) if isinstance(when, datetime) else get_day_bounds(when)


def date_of_event(*, event_public_id: str, when: date | datetime | None, now: datetime) -> DateSeats | None:
    """A date of a published event, past ones too; without `when` the next bookable one. One query."""
    dates = published_dates(now).filter(event__public_id=event_public_id)
    found = dates.filter(starts_at__gt=now).first() if when is None else find_date(dates, when)
    return DateSeats.of(found) if found else None


FACETS = {"category": "category", "cardSet": "card_set", "format": "format", "eventLocation": "event_location"}


def facets(now: datetime) -> dict[str, list[str]]:
    """What the list of upcoming dates can be narrowed to. One query."""
    ahead = Occurrence.objects.bookable().filter(starts_at__gt=now)
    rows = list(Event.objects.filter(pk__in=ahead.values("event")).values(*FACETS.values()))
    return {name: sorted({row[column] for row in rows} - {""}, key=str.lower) for name, column in FACETS.items()}
