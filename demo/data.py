"""Load the demo's users and events, with images and bookings, from data.toml. It documents its keys at the top."""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from io import BytesIO
from itertools import cycle
from pathlib import Path
from typing import Any, cast

from dateutil.relativedelta import relativedelta
from django.utils import timezone

from accounts.models import User
from bookings.models import Booking
from bookings.services import events as event_services
from bookings.services import seats
from charityshop import audit
from charityshop.db.transactions import in_one_transaction
from charityshop.images.storage import name_of, write
from events.datetimes import get_shop_zone
from events.images import FOLDER, store_image
from events.models import Event, Occurrence, Place
from events.recurrence import LAST_WEEK, Interval, Pattern, Span, expand, from_wall_clock
from ledger.calendar import LedgerMonth

Row = Mapping[str, Any]
FILE = Path(__file__).with_name("data.toml")
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
WEEKS = {"1st": 1, "2nd": 2, "3rd": 3, "4th": 4, "last": LAST_WEEK}
MAX_PARTY = 4  # seats in one booking
SEASON_MONTHS = 2  # the season began so many months ago
ART = FILE.parent / "art"
ENCODED = ART / "encoded"  # what the shop made of the images
# Keys of an event that are no columns: its times, its image, and what people do.
OTHER_KEYS = {"place", "first", "repeat", "art", "status", "past", "taken", "by_hand", "skipped"}
OTHER_KEYS |= {"seats", "came", "waited", "canceled", "parties"}


def read_file(file: Path = FILE) -> dict[str, Any]:
    with file.open("rb") as content:
        return tomllib.load(content, parse_float=Decimal)


DATA = read_file()


@in_one_transaction
def seed_users(rows: Iterable[Row], password: str | None = None) -> list[User]:
    """Create the missing users, and return all. Without a password, nobody can sign in as them."""
    users = []
    for row in rows:
        user = User.objects.filter(email__iexact=row["email"]).first()
        if user is None:
            names = {"first_name": row["first_name"], "last_name": row.get("last_name", "")}
            user = User.objects.create_user(row["email"], email_proved_at=timezone.now(), **names)
        if password is not None and not user.has_usable_password():  # perhaps created while demo mode was off
            user.set_password(password)
            user.is_staff = user.is_superuser = row.get("admin", False)
            user.save()
        users.append(user)
    return users


def seed_places(rows: Iterable[Row]) -> None:
    for row in rows:
        Place.objects.get_or_create(name=row["name"], address=row["address"], defaults=row)


def seed_events(rows: Iterable[Row], members: Sequence[User] = ()) -> int:
    """Create the missing events, and return how many. An event that exists by name is not changed.

    Seats that are taken are booked by hand for the members. Without members, none is.
    """
    existing = set(Event.objects.values_list("name", flat=True))
    missing = [row for row in rows if row["name"] not in existing]
    for row in missing:
        seed_event(row, read_event(row), members)
    return len(missing)


def seed_event(row: Row, fields: Mapping[str, Any], members: Sequence[User] = ()) -> None:
    create_event(row, {**fields, "image": store_art(row.get("art"))}, members)


def store_art(name: str | None) -> str:
    """Store an image and the files that the shop made of it before, because making them takes most of a first start.

    They are named after the image's content, like those in the storage, so those of another image are never used.
    """
    if not name:
        return ""
    art = (ART / name).read_bytes()
    stem = name_of(art)
    made = {file.name: file.read_bytes() for file in ENCODED.glob(f"{stem}-*")}
    if not made:
        return store_image(BytesIO(art))
    plain = f"{stem}.jpg"  # is what it was made of, and comes last, because it says that the others exist
    for file, content in {**made, plain: art}.items():
        write(f"{FOLDER}/{file}", content)
    return f"{FOLDER}/{plain}"


@in_one_transaction
def create_event(row: Row, fields: Mapping[str, Any], members: Sequence[User]) -> None:
    """Create an event with its dates and bookings."""
    event = event_services.create_event(fields=fields, by=None)
    if row.get("status") == Event.State.DRAFT:
        return
    event_services.update_event(event_id=event.pk, changes={}, move_bookings=None, by=None)
    if row.get("status") == Event.State.ARCHIVED:
        event_services.archive_event(event_id=event.pk, by=None)
        return
    dates = list_dates_ahead(event)
    for number in row.get("skipped", []):
        event_services.cancel_unbooked_date(event_id=event.pk, when=dates[number - 1].starts_at, by=None)
    for occurrence, count in zip(dates, row.get("taken", []), strict=False):
        book_seats(occurrence, count, members)


def list_dates_ahead(event: Event) -> list[Occurrence]:
    """Return them in order, with those that are canceled."""
    dates = event.occurrences.filter(starts_at__gt=timezone.now())
    return list(dates.select_related("event").order_by("starts_at"))


def book_seats(
    date: Occurrence, count: int, members: Sequence[User], *, reason: str = "Member of the club", by: User | None = None
) -> None:
    """Book seats by hand, for one member after the other. The audit log keeps the reason."""
    for member in cycle(members):
        party = min(count, MAX_PARTY)
        if party == 0:
            return
        held = seats.hold_seats(
            wanted={date.pk: party}, until=None, by=member, kind=Booking.Kind.BY_HAND, reason=reason
        )
        seats.confirm_seats(booking_ids=[booking.pk for booking in held])
        for booking in held:
            after = {"status": Booking.Status.CONFIRMED, "seats": party}
            audit.record("booked by hand", booking, by=by, action=audit.CREATED, after=after, reason=reason)
        count -= party


# --- What the file says of an event ----------------------------------------------------------------------------------


def read_event(row: Row, span: Span | None = None) -> dict[str, Any]:
    """Return the event's columns and its `pattern`, with dates relative to today, or at this one time.

    An error says of which event it is. An unknown key is one.
    """
    try:
        pattern = None
        if span is None:
            span, pattern = read_times(row)
        find_column: Any = Event._meta.get_field
        columns = {name: find_column(name).to_python(value) for name, value in row.items() if name not in OTHER_KEYS}
        series = {"is_recurring": pattern is not None, "pattern": pattern}
        place = {"place": row["place"]} if "place" in row else {}
        return columns | place | series | {"starts_at": span.starts_at, "ends_at": span.ends_at}
    except Exception as error:
        error.add_note(f"In the demo's event “{row.get('name')}”.")
        raise


def read_times(row: Row) -> tuple[Span, Pattern | None]:
    first, zone = row["first"], get_shop_zone()
    start_time = time.fromisoformat(first["time"])
    starts_at = from_wall_clock(datetime.combine(get_first_day(first), start_time), zone)
    span = Span(starts_at, starts_at + timedelta(hours=float(first["hours"])))
    repeat = row.get("repeat")
    if repeat is None:
        return span, None
    pattern = Pattern(
        cast(Interval, repeat["interval"]),
        weekday=WEEKDAYS.index(repeat["weekday"]) if "weekday" in repeat else None,
        weeks=tuple(WEEKS[week] for week in repeat.get("weeks", ())),
    )
    # Move the first date to the first day that fits the pattern, which every two months contain.
    soon = span.starts_at + timedelta(days=62)
    span = expand(pattern, start=span.starts_at, end=span.ends_at, until=soon, zone=zone, limit=1)[0]
    if "for_days" in repeat:
        last_day = span.starts_at.astimezone(zone).date() + timedelta(days=repeat["for_days"] - 1)
        pattern = replace(pattern, until=from_wall_clock(datetime.combine(last_day, start_time), zone))
    return span, pattern


def get_first_day(first: Row) -> date:
    tomorrow = timezone.localdate(timezone=get_shop_zone()) + timedelta(days=1)
    if "weekday" in first:
        weeks = first["weeks_ahead"]
        from_day = get_month(SEASON_MONTHS).first_day if weeks == "season" else tomorrow + timedelta(weeks=weeks)
        return from_day + timedelta(days=(WEEKDAYS.index(first["weekday"]) - from_day.weekday()) % 7)
    this_month = tomorrow.replace(day=first["day"])
    return this_month + relativedelta(months=first["months_ahead"] + (this_month < tomorrow))


def get_month(ago: int) -> LedgerMonth:
    """Return the month that is this many months ago.

    On the first day of a month, count from the last month, because it can't be closed yet.
    """
    return LedgerMonth.of(timezone.localdate() - timedelta(days=1) - relativedelta(months=ago))
