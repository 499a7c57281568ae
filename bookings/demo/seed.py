"""Create the demo data (users, events, images and bookings), and delete it again."""

from collections.abc import Iterable, Sequence
from itertools import cycle

from django.db import connection, transaction
from django.db.models import ProtectedError
from django.utils import timezone

from accounts.models import User
from bookings.demo.load import FULL_DATES, DemoNight, Person
from bookings.models import Booking
from bookings.services import events as event_services
from bookings.services import seats
from charityshop.db.transactions import in_one_transaction
from events.images import store_image
from events.models import Event, Occurrence

LARGEST_PARTY = 4  # seats in one of the demo's bookings
SEEDING = 0x5EED  # the number of PostgreSQL's lock that two runs at the same moment wait for; nothing else takes it


def seed_people(people: Iterable[Person], password: str | None) -> list[User]:
    """The demo accounts, created where they are missing. Without a password nobody can sign in to them."""
    return [seed_person(person, password) for person in people]


@in_one_transaction
def seed_person(person: Person, password: str | None) -> User:
    wait_for_other_runs()
    is_admin = person.is_admin and password is not None  # nobody could sign in as this admin
    user = User.objects.filter(email__iexact=person.email).first()
    if user is None:
        return User.objects.create_user(
            person.email, password, first_name=person.first_name, last_name=person.last_name,
            is_staff=is_admin, is_superuser=is_admin,
        )  # fmt: skip
    if password is not None and not user.has_usable_password():  # seeded before demo mode was requested
        user.set_password(password)
        user.is_staff = user.is_superuser = is_admin
        user.save()
    return user


def seed_nights(nights: Iterable[DemoNight], members: Sequence[User]) -> list[str]:
    """The names of the nights that were missing and now stand. A night is known by its name and then left alone."""
    known = set(Event.objects.values_list("name", flat=True))
    missing = [night for night in nights if night.name not in known]
    return [night.name for night in missing if seed_night(night, store_picture(night), members)]


def store_picture(night: DemoNight) -> str:
    if night.art is None:
        return ""
    with night.art.open("rb") as file:
        return store_image(file)


@in_one_transaction
def seed_night(night: DemoNight, image: str, members: Sequence[User]) -> bool:
    """A night with all that belongs to it, or nothing of it. False where another run has made it meanwhile."""
    wait_for_other_runs()
    if Event.objects.filter(name=night.name).exists():
        return False
    make_night(night, image, members)
    return True


def wait_for_other_runs() -> None:
    """To the end of this transaction no other run looks for what is missing. On SQLite its beginning saw to that."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [SEEDING])


def make_night(night: DemoNight, image: str, members: Sequence[User]) -> None:
    event = event_services.create_event(fields=night.fields | {"image": image}, by=None)
    if night.status == Event.Status.DRAFT:
        return
    event_services.update_event(event_id=event.pk, changes={}, move_bookings=None, by=None)
    if night.status == Event.Status.ARCHIVED:
        event_services.archive_event(event_id=event.pk, by=None)
        return
    dates = list(event.occurrences.filter(starts_at__gt=timezone.now()).order_by("starts_at"))
    for number in night.snoozed:
        event_services.skip_date(event_id=event.pk, when=dates[number - 1].starts_at, by=None)
    taken = [event.maximum_event_capacity] * FULL_DATES if night.is_sold_out else night.taken
    for date, count in zip(dates, taken, strict=False):
        take_seats(date, count, members)


def take_seats(date: Occurrence, count: int, members: Sequence[User]) -> None:
    """Parties of the demo's members, booked by hand: confirmed, without an order."""
    for member in cycle(members):
        party = min(count, LARGEST_PARTY)
        if party == 0:
            return
        held = seats.hold_seats(wanted={date.pk: party}, until=None, by=member)
        seats.confirm_seats(booking_ids=[booking.pk for booking in held])
        count -= party


def clear_nights(names: Iterable[str], people: Sequence[str]) -> list[str]:
    """Take the season's nights away, but for those that anybody else booked or that an order names.

    The names of those taken away. Pictures stay in the storage: other nights may use them.
    """
    found = Event.objects.filter(name__in=list(names)).order_by("pk")
    return [event.name for event in found if clear_night(event, people)]


def clear_night(event: Event, people: Sequence[str]) -> bool:
    bookings = Booking.objects.filter(occurrence__event=event)
    if bookings.exclude(user__email__in=people).exists():
        return False
    try:
        with transaction.atomic():
            bookings.delete()
            event_services.delete_event(event_id=event.pk, by=None)
    except ProtectedError:  # an order hangs on it
        return False
    return True


def clear_people(people: Sequence[str]) -> list[str]:
    """Take the demo's people away, but for those on whom bookings or orders hang. Their addresses."""
    gone = []
    for user in User.objects.filter(email__in=people).order_by("pk"):
        try:
            with transaction.atomic():
                user.delete()
            gone.append(user.email)
        except ProtectedError:
            continue
    return gone
