"""Create the demo's users and events with their images and bookings."""

from collections.abc import Iterable, Sequence
from itertools import cycle
from pathlib import Path

from django.db import connection
from django.utils import timezone

from accounts.models import User
from bookings.models import Booking
from bookings.services import events as event_services
from bookings.services import seats
from charityshop.db.transactions import in_one_transaction
from charityshop.images.storage import name_of
from demo.data import DemoEvent, Row
from events.images import store_image
from events.models import Event, Occurrence

MAX_PARTY = 4  # seats in one booking
SOLD_OUT_DATES = 12  # how many dates of a sold-out series are filled
ENCODED = "encoded"  # the folder beside the images, with what the shop made of them
SEEDING_LOCK = 0x5EED  # ID of a PostgreSQL advisory lock that nothing else takes


def seed_users(rows: Iterable[Row], password: str | None) -> list[User]:
    """Create the missing users. Without a password, nobody can sign in as them."""
    return [seed_user(row, password) for row in rows]


@in_one_transaction
def seed_user(row: Row, password: str | None) -> User:
    wait_for_other_runs()
    user = User.objects.filter(email__iexact=row["email"]).first()
    if user is None:
        names = {"first_name": row["first_name"], "last_name": row.get("last_name", "")}
        user = User.objects.create_user(row["email"], email_proved_at=timezone.now(), **names)
    if password is not None and not user.has_usable_password():  # perhaps created while demo mode was off
        user.set_password(password)
        user.is_staff = user.is_superuser = row.get("admin", False)
        user.save()
    return user


def seed_events(events: Iterable[DemoEvent], members: Sequence[User] = ()) -> list[str]:
    """Create the missing events and return their names. An event that exists by name is not changed."""
    existing = set(Event.objects.values_list("name", flat=True))
    missing = [event for event in events if event.name not in existing]
    return [event.name for event in missing if seed_event(event, store_art(event.art), members)]


def store_art(art: Path | None) -> str:
    if art is None:
        return ""
    with art.open("rb") as file:
        return store_image(file, read_encoded(art))


def read_encoded(art: Path) -> dict[str, bytes]:
    """Return the files that the shop made of this image before, by suffix.

    Encoding them takes most of the time of a first start. They are named after the image's content, like those in the
    storage, so what was made of another image is never used.
    """
    stem = name_of(art.read_bytes())
    return {file.name.removeprefix(stem): file.read_bytes() for file in art.with_name(ENCODED).glob(f"{stem}-*")}


@in_one_transaction
def seed_event(event: DemoEvent, image: str, members: Sequence[User]) -> bool:
    """Create an event with its dates and bookings. Return False if another run has created it meanwhile."""
    wait_for_other_runs()
    if Event.objects.filter(name=event.name).exists():
        return False
    create_event(event, image, members)
    return True


def wait_for_other_runs() -> None:
    """Let one transaction at a time look for missing data. On SQLite, they have waited for each other to begin."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [SEEDING_LOCK])


def create_event(demo_event: DemoEvent, image: str, members: Sequence[User]) -> None:
    event, row = event_services.create_event(fields=demo_event.fields | {"image": image}, by=None), demo_event.row
    if row.get("status") == Event.Status.DRAFT:
        return
    event_services.update_event(event_id=event.pk, changes={}, move_bookings=None, by=None)
    if row.get("status") == Event.Status.ARCHIVED:
        event_services.archive_event(event_id=event.pk, by=None)
        return
    dates = list(event.occurrences.filter(starts_at__gt=timezone.now()).order_by("starts_at"))
    for number in row.get("skipped", []):
        event_services.cancel_unbooked_date(event_id=event.pk, when=dates[number - 1].starts_at, by=None)
    sold_out = [event.maximum_event_capacity] * SOLD_OUT_DATES
    for date, count in zip(dates, sold_out if row.get("sold_out") else row.get("taken", []), strict=False):
        book_seats(date, count, members)


def book_seats(date: Occurrence, count: int, members: Sequence[User]) -> None:
    """Book seats by hand, for one member after the other."""
    for member in cycle(members):
        party = min(count, MAX_PARTY)
        if party == 0:
            return
        held = seats.hold_seats(wanted={date.pk: party}, until=None, by=member, kind=Booking.Kind.BY_HAND)
        seats.confirm_seats(booking_ids=[booking.pk for booking in held])
        count -= party
