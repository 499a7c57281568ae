"""One factory per model, with defaults for everything that does not matter to a test."""

from datetime import date, datetime, timedelta
from functools import cache
from typing import Any

import factory
from django.utils import timezone

from accounts.models import User
from bookings.models import Booking, Pass, SeatLink
from bookings.pass_codes import hash_code, new_code
from bookings.services.passes import record_moves, update_passes
from discounts.models import Membership, Voucher
from events.journal import Cause, Kind, Source, change_dates, end_entry, start_entry
from events.models import DateChange, Event, Occurrence, Place
from notices.models import Notice

PASSWORD = "a few random words"


@cache
def get_time_of_test() -> datetime:
    """Return the time at which a test first asked. tests/conftest.py clears it before each test."""
    return timezone.now()


def in_days(days: float, *, hours: float = 0) -> Any:
    """Return a whole minute that many days and hours from now, the same one throughout a test."""
    return (get_time_of_test() + timedelta(days=days, hours=hours)).replace(second=0, microsecond=0)


def get_day_in(days: float) -> date:
    """Return the day at the shop that many days from now. In UTC, it is tomorrow there from the afternoon on."""
    return timezone.localdate(in_days(days))


class UserFactory(factory.django.DjangoModelFactory[User]):
    class Meta:
        model = User
        skip_postgeneration_save = True

    email = factory.Sequence(lambda n: f"person{n}@example.com")
    first_name = "Ana"
    last_name = "Diaz"

    @classmethod
    def _create(cls, model_class: type[User], *args: Any, **fields: Any) -> User:
        return User.objects.create_user(password=fields.pop("password", PASSWORD), **fields)


class PlaceFactory(factory.django.DjangoModelFactory[Place]):
    class Meta:
        model = Place
        django_get_or_create = ("name", "address")

    name = "Copper Kettle Brewing"
    address = "12 Dock St"


class EventFactory(factory.django.DjangoModelFactory[Event]):
    class Meta:
        model = Event

    name = factory.Sequence(lambda n: f"Card Night {n}")
    description = "Bring a deck."
    status = Event.Status.PUBLISHED
    category = "Draft"
    card_set = "Tides of Emberfall"
    price = "12.00"
    place = factory.SubFactory(PlaceFactory)
    maximum_event_capacity = 24
    starts_at = factory.LazyFunction(lambda: in_days(7))
    ends_at = factory.LazyAttribute(lambda event: event.starts_at + timedelta(hours=3))

    @classmethod
    def _create(cls, model_class: type[Event], *args: Any, **fields: Any) -> Event:
        """Create the event, with any `status` that the API knows."""
        if fields["status"] == Event.State.ARCHIVED:
            fields |= {"status": Event.Status.PUBLISHED, "hidden_at": timezone.now()}
        event: Event = super()._create(model_class, *args, **fields)
        return event


class OccurrenceFactory(factory.django.DjangoModelFactory[Occurrence]):
    class Meta:
        model = Occurrence

    event = factory.SubFactory(EventFactory)
    starts_at = factory.LazyAttribute(lambda date: date.event.starts_at)
    recurrence_id = factory.SelfAttribute("starts_at")
    ends_at = factory.LazyAttribute(lambda date: date.starts_at + timedelta(hours=3))

    @classmethod
    def _create(cls, model_class: type[Occurrence], *args: Any, **fields: Any) -> Occurrence:
        """Create the date. What happened to one that doesn't take place is written down."""
        date: Occurrence = super()._create(model_class, *args, **fields)
        if not date.takes_place:
            cause = Cause(Source.CONSOLE)
            end_entry(start_entry(Kind(date.status), date, cause, timezone.now()), cause).save(force_insert=True)
        return date


class BookingFactory(factory.django.DjangoModelFactory[Booking]):
    class Meta:
        model = Booking

    occurrence = factory.SubFactory(OccurrenceFactory)
    user = factory.SubFactory(UserFactory)
    kind = Booking.Kind.BY_HAND
    reason = "Guest of the house"
    seats = 2
    status = Booking.Status.CONFIRMED

    @classmethod
    def _create(cls, model_class: type[Booking], *args: Any, **fields: Any) -> Booking:
        """Create the booking with its pass."""
        booking: Booking = super()._create(model_class, *args, **fields)
        update_passes(booking_id=booking.pk)
        return booking


class SeatLinkFactory(factory.django.DjangoModelFactory[SeatLink]):
    class Meta:
        model = SeatLink

    booking = factory.SubFactory(BookingFactory)


class GuestFactory(SeatLinkFactory):
    """A claimed seat."""

    state = SeatLink.State.CLAIMED
    first_name = "Sam"

    @classmethod
    def _create(cls, model_class: type[SeatLink], *args: Any, **fields: Any) -> SeatLink:
        """Create the seat with the guest's pass."""
        link: SeatLink = super()._create(model_class, *args, **fields)
        update_passes(booking_id=link.booking_id)
        return link


class PassFactory(factory.django.DjangoModelFactory[Pass]):
    """A pass besides those of its booking."""

    class Meta:
        model = Pass

    booking = factory.SubFactory(BookingFactory)
    seats = 1
    code = factory.LazyFunction(new_code)
    h = factory.LazyAttribute(lambda ticket: hash_code(ticket.code))

    @classmethod
    def _create(cls, model_class: type[Pass], *args: Any, **fields: Any) -> Pass:
        ticket: Pass = super()._create(model_class, *args, **fields)
        record_moves(booking_ids=[ticket.booking_id])
        return ticket


class VoucherFactory(factory.django.DjangoModelFactory[Voucher]):
    class Meta:
        model = Voucher

    code = factory.Sequence(lambda n: f"CODE-{n}")
    kind = Voucher.Kind.PERCENT
    value = 10


class MembershipFactory(factory.django.DjangoModelFactory[Membership]):
    class Meta:
        model = Membership

    number = factory.Sequence(lambda n: f"M-{n}")
    email = factory.LazyAttribute(lambda member: member.user.email if member.user else f"{member.number}@example.com")
    user = None
    valid_from = factory.LazyFunction(lambda: get_day_in(-30))
    valid_until = factory.LazyFunction(lambda: get_day_in(30))


def create_notice(booking: Booking, kind: str = "reminder", /, **fields: Any) -> Notice:
    """Store that the booking's buyer got an email about its date, or somebody else whom `fields` name."""
    date = booking.occurrence
    return Notice.objects.create(
        **{"kind": kind, "occurrence": date, "starts_at": date.starts_at, "booking": booking} | fields
    )


def write_canceled(date: Occurrence, by: User) -> DateChange:
    """Cancel a date in its journal."""
    change_dates(Kind.CANCELED, {date.pk: None}, Cause(Source.DIALOG, by, "Flooded."))
    return date.history.latest("pk")
