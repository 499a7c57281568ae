"""What chats and social sites show beside a link to a past date."""

from typing import Any

import pytest

from events.models import Occurrence
from giving.models import Goal
from tests.orders.api_calls import format_start
from tests.recaps.recap_calls import sell
from tests.support.factories import BookingFactory, OccurrenceFactory, in_days

pytestmark = pytest.mark.django_db


@pytest.fixture
def past_date(paypal: Any) -> Occurrence:
    date = OccurrenceFactory(event__name="Friday Draft")
    sell(paypal, date, "ana", "ben", "cara")
    Occurrence.objects.update(starts_at=in_days(-2.5), ends_at=in_days(-2))
    date.refresh_from_db()
    return date


def read_head(client: Any, date: Occurrence) -> str:
    path = f"/product/{date.event.public_id}"
    return str(client.get(path, {"rsvpDate": format_start(date)}).content.decode())


def test_a_past_date_is_previewed_with_what_it_raised_and_the_next_date(past_date, client):
    Goal.objects.create(title="Lunches", event=past_date.event, unit_name="school lunches", unit_cost="1.80")
    later = OccurrenceFactory(event=past_date.event, starts_at=in_days(20))
    BookingFactory(occurrence=later, seats=15)

    head = read_head(client, past_date)

    told = "Friday Draft raised $67.65. 3 people paid for 37 school lunches. Next: "
    assert f'<meta property="og:description" content="{told}' in head
    assert ', 9 seats left.">' in head
    assert '<meta property="og:title" content="Friday Draft, ' in head
    assert f'og:url" content="http://localhost:8000/product/{past_date.event.public_id}?rsvpDate=' in head


def test_a_past_date_without_a_number_thanks_everybody(client):
    date = OccurrenceFactory(starts_at=in_days(-2))

    assert 'og:description" content="Thank you to everybody who came.">' in read_head(client, date)


def test_an_upcoming_date_is_previewed_as_before(client):
    date = OccurrenceFactory(event__description="Bring a deck.")

    assert "Bring a deck." in read_head(client, date)
