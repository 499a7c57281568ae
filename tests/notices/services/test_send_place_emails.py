"""The email to a place, the day before a date there."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from attention.selectors.stuck_rows import list_stuck_rows
from bookings.models import Answer, Booking, Pass, Question
from bookings.services.events import cancel_or_restore
from charityshop.models import ShopSettings
from events.journal import Cause, Kind, Source
from events.models import Event, Occurrence, Place
from events.services.places import change_place, merge_places
from notices.services.send_place_emails import send_place_emails
from outbox.models import Outgoing
from tests.orders.event_dates import FRIDAY, FRIDAY_EVENING, YEAR, create_date
from tests.support.factories import BookingFactory, PlaceFactory
from tests.support.messages import delivered, html_of, send_due_mails, skip_retry_pause

AT_TEN = FRIDAY_EVENING - timedelta(hours=33)  # on Thursday
LATER = AT_TEN + timedelta(hours=2)
MINUTE = timedelta(minutes=1)


@pytest.fixture
def date(db: None) -> Occurrence:
    place = {"name": "Copper Kettle", "address": "12 Dock St", "contact_email": "bar@kettle.example"}
    return create_date(**{f"place__{name}": value for name, value in place.items()})


def tell(now: datetime = AT_TEN) -> list[str]:
    """Send what is due at that time. Return the subjects of all emails to places sent so far."""
    send_place_emails(now=now)
    return [message.subject.removesuffix(CLUB) for message in delivered("evening_at_place")]


def newest() -> str:
    return str(delivered("evening_at_place")[-1].body)


def move(date: Occurrence, **fields: object) -> None:
    for name, value in fields.items():
        setattr(date, name, value)
    date.save()


def cancel(date: Occurrence, kind: Kind = Kind.CANCELED) -> None:
    cancel_or_restore(date, kind, Cause(Source.DIALOG, None, "The pipes froze."))
    date.save()


CLUB = " – Cards for a Cause"
TOLD = f"Friday Draft on {FRIDAY}"
CHANGED = f"Changed: {TOLD}"


def test_the_place_reads_how_many_come_and_no_names(date, visitor):
    ShopSettings.objects.create(contact_email="club@example.com")
    Event.objects.update(min_age=21)
    BookingFactory(occurrence=date, user=visitor, seats=4, returning=1)
    BookingFactory(occurrence=date, user=visitor, seats=2, kind=Booking.Kind.BY_HAND, reason="Volunteers")
    deck = Question.objects.create(event=date.event, text="Do you need a deck?", choices=["need one", "bring one"])
    ticket = Pass.objects.filter(booking__seats=4).get()
    for seat, choice in enumerate((0, 0, 0, 1)):
        Answer.objects.create(ticket=ticket, question=deck, seat=seat, choice=choice)

    send_place_emails(now=AT_TEN)
    (message,) = delivered("evening_at_place")

    assert (message.to, message.subject) == (["bar@kettle.example"], TOLD + CLUB)
    texts = [
        f"{FRIDAY}, {YEAR} · 7:00–10:00 PM PST", "Copper Kettle, 12 Dock St", "5 of 24 seats are taken",
        "Do you need a deck? 3 need one", "21+: bring ID", "Answer this email", "club@example.com",
    ]  # fmt: skip
    for text in texts:
        assert text in message.body
        assert text in html_of(message)
    for secret in ("bring one", visitor.first_name, visitor.email, "Volunteers"):
        assert secret not in message.body + html_of(message)


def test_it_goes_once_at_ten_the_day_before_and_late_until_the_start(date):
    assert tell(AT_TEN - MINUTE) == []
    assert tell(AT_TEN) == [TOLD]
    assert tell(LATER) == [TOLD]


def test_it_goes_late_but_not_after_the_start(date):
    assert tell(FRIDAY_EVENING) == []
    assert tell(FRIDAY_EVENING - MINUTE) == [TOLD]


def test_a_place_without_an_address_and_one_whose_address_was_emptied_get_none(date):
    send_place_emails(now=AT_TEN)
    Place.objects.update(contact_email="")

    assert tell(LATER) == []
    cancel(date)
    assert tell(LATER) == []


def test_a_corrected_address_gets_it(date):
    tell()
    change_place(place_id=date.venue.pk, fields={"contact_email": "new@kettle.example"}, by=None)

    assert tell(LATER) == [TOLD, TOLD]
    assert delivered("evening_at_place")[-1].to == ["new@kettle.example"]


def test_a_canceled_date_is_told_once_more_and_again_if_it_takes_place_after_all(date):
    tell()
    cancel(date)
    assert tell(LATER) == [TOLD, CHANGED]
    assert "This is canceled. Nobody comes." in newest()
    assert tell(LATER + MINUTE) == [TOLD, CHANGED]

    cancel(date, Kind.RESTORED)
    assert tell(LATER) == [TOLD, CHANGED, CHANGED]
    assert "This takes place after all." in newest()


def test_a_date_canceled_before_that_is_not_told(date):
    cancel(date)

    assert tell() == []


def test_a_date_that_moves_to_today_or_ends_later_is_told_with_what_it_was(date):
    tell()
    move(date, starts_at=date.starts_at - timedelta(hours=30), ends_at=date.ends_at - timedelta(hours=30))
    assert len(tell(AT_TEN + MINUTE)) == 2
    assert f"It was to be {FRIDAY}, {YEAR} · 7:00–10:00 PM PST" in newest()
    move(date, ends_at=date.ends_at + timedelta(hours=1))
    assert len(tell(AT_TEN + 2 * MINUTE)) == 3


def test_a_date_that_moves_away_is_told_and_again_the_day_before(date):
    tell()
    move(date, starts_at=date.starts_at + timedelta(days=7), ends_at=date.ends_at + timedelta(days=7))
    assert tell(LATER) == [TOLD, CHANGED]
    assert "This has moved to" in newest()
    assert len(tell(LATER + timedelta(days=1))) == 2

    send_place_emails(now=AT_TEN + timedelta(days=7))
    assert Outgoing.objects.filter(kind="evening_at_place").count() == 3


def test_both_places_of_a_date_that_goes_elsewhere_are_told(date):
    tell()
    move(date, place=PlaceFactory(name="The Barge", address="", contact_email="crew@barge.example"))

    assert sorted(tell(LATER)) == sorted([TOLD, TOLD, CHANGED])
    by_address = {message.to[0]: message.body for message in delivered("evening_at_place")}
    assert "This is at another place now." in by_address["bar@kettle.example"]
    assert "The Barge" in by_address["crew@barge.example"]


def test_two_rows_of_one_place_that_are_merged_are_not_told_again(date, admin):
    tell()
    into = PlaceFactory(name="The Copper Kettle", contact_email="bar@kettle.example")
    merge_places(place_id=date.venue.pk, into_id=into.pk, by=admin)

    assert tell(LATER) == [TOLD]


def test_hidden_events_are_told_only_if_somebody_comes(date, visitor):
    Event.objects.update(hidden_at=timezone.now())
    assert tell() == []

    BookingFactory(occurrence=date, user=visitor)
    assert tell() == [TOLD]


def test_a_date_hidden_after_that_that_nobody_booked_is_told(date):
    tell()
    Event.objects.update(hidden_at=timezone.now())

    assert tell(LATER) == [TOLD, CHANGED]
    assert "nobody has booked it" in newest()


def test_two_dates_of_an_evening_are_two_emails(date):
    create_date("Commander", place=date.venue)

    assert sorted(tell()) == sorted([TOLD, f"Commander on {FRIDAY}"])


def test_an_email_that_waited_says_what_is_true_when_it_is_sent(date):
    send_place_emails(now=AT_TEN)
    cancel(date)

    assert delivered("evening_at_place") == []
    assert tell(LATER) == [CHANGED]


def test_staff_read_once_that_a_place_took_no_email(date, settings):
    settings.EMAIL_BACKEND = "tests.orders.mails.test_notices.NoServer"
    send_place_emails(now=AT_TEN)
    for _ in range(3):
        send_due_mails()
        skip_retry_pause()

    (item,) = list(list_stuck_rows())
    assert "Copper Kettle could not be told how many come to a date: bar@kettle.example took no email." in item.message
    Outgoing.objects.update(next_try_at=None)
    assert len(list(list_stuck_rows())) == 1
    Place.objects.update(contact_email="new@kettle.example")
    assert list(list_stuck_rows()) == []
