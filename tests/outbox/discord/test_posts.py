"""What the club's Discord channel gets to read."""

from datetime import datetime, timedelta
from threading import Thread
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone
from rest_framework.test import APIClient

from bookings.models import Booking
from bookings.posts import announce_moved
from charityshop.models import ShopSettings
from events.models import Event, Occurrence
from orders.models import Order
from tests.bookings.events import json_time
from tests.changes import change_calls
from tests.conftest import signed_in
from tests.orders.conftest import paypal, simulator
from tests.orders.event_dates import FRIDAY_EVENING, create_date
from tests.orders.waiting_lists import join
from tests.outbox.discord.conftest import Channel, let_pass, upkeep
from tests.payments.refund_calls import post_refund
from tests.recaps.recap_calls import WEEK, get_user, sell, thank
from tests.support.factories import BookingFactory, EventFactory, OccurrenceFactory, UserFactory, in_days
from tests.support.races import call_and_disconnect
from tests.tables.conftest import tables
from tests.tables.tables_calls import Tables, build_round

__all__ = ["paypal", "simulator", "tables"]


def call(client: APIClient, event: Event, action: str = "", **body: Any) -> Any:
    method = client.post if action else client.put
    response = method(f"/api/products/{event.public_id}{action and f'/{action}'}", body, format="json")
    assert response.status_code in (200, 201, 202), response.json()
    return response


def move(client: APIClient, date: Occurrence, to: datetime) -> None:
    change_calls.move(client, date, to)
    date.refresh_from_db()


def stamp(date: Occurrence) -> str:
    return f"<t:{int(date.starts_at.timestamp())}:F>"


def test_a_published_event_is_one_post_after_five_minutes(channel: Channel, as_admin: APIClient) -> None:
    event = EventFactory(name="Draft *Night* @everyone", price=12, status="draft", starts_at=in_days(3))
    call(as_admin, event, isRecurring=True, recurringPattern={"recurringInterval": "weekly"})
    call(as_admin, event, price=14)

    assert upkeep() == 0
    let_pass(minutes=5)
    assert upkeep() == 1
    let_pass(days=2)
    assert upkeep() == 0

    (post,) = channel.posts
    assert post["allowed_mentions"] == {"parse": []}
    first = Occurrence.objects.filter(event=event).earliest("starts_at")
    assert post["content"].splitlines()[0] == r"New: **Draft \*Night\* @everyone**, $16.10"
    assert post["content"].splitlines()[1].startswith(f"{stamp(first)} and ")
    assert f"/product/{event.public_id}" in post["content"]


@pytest.mark.django_db(transaction=True)
def test_a_post_that_waits_is_not_written_before_the_change_that_counts_on_it_is_committed(channel: Channel) -> None:
    date = OccurrenceFactory(starts_at=in_days(3))
    was = date.starts_at
    with transaction.atomic():
        announce_moved(date, date.setting._replace(starts_at=was))
    rounds = Thread(target=lambda: call_and_disconnect(upkeep))
    with transaction.atomic():
        date.starts_at += timedelta(hours=1)
        date.save()
        announce_moved(date, date.setting._replace(starts_at=was))
        rounds.start()
        rounds.join(0.5)
    rounds.join()

    upkeep()

    assert f"now {stamp(date)}" in channel.texts[-1]


def test_an_event_that_is_hidden_again_is_not_posted(channel: Channel, as_admin: APIClient) -> None:
    event = EventFactory(status="draft", starts_at=in_days(3))
    call(as_admin, event, price=14)
    call(as_admin, event, "archive")
    let_pass(minutes=5)

    assert upkeep() == 0
    assert channel.posts == []


def fill(date: Occurrence) -> Booking:
    booking: Booking = BookingFactory(occurrence=date, seats=date.event.maximum_event_capacity)
    upkeep()
    return booking


def free(booking: Booking, seats: int) -> None:
    booking.seats -= seats
    booking.save()


def test_seats_of_a_full_date_that_are_free_again_are_posted_once_a_day(channel: Channel) -> None:
    date = OccurrenceFactory(event__maximum_event_capacity=8, event__name="Lantern Night")
    booking = fill(date)

    for seats in (2, 1):
        free(booking, seats)
        upkeep()

    assert [text.splitlines()[:2] for text in channel.texts] == [["2 seats free again: **Lantern Night**", stamp(date)]]
    cache.delete(f"free-seats-{date.pk}")  # a day later
    booking.seats = 8
    booking.save()
    for _ in range(2):
        upkeep()
    free(booking, 1)
    upkeep()
    assert [text.split(":")[0] for text in channel.texts] == ["2 seats free again", "1 seat free again"]


def test_seats_for_a_waiting_list_are_not_posted(channel: Channel) -> None:
    date = OccurrenceFactory(event__maximum_event_capacity=4)
    booking = fill(date)
    join(signed_in(UserFactory()), date, 2)

    free(booking, 2)
    upkeep()

    assert channel.posts == []


def test_seats_that_are_taken_before_the_post_is_sent_are_not_posted(channel: Channel) -> None:
    date = OccurrenceFactory(event__maximum_event_capacity=4)
    booking = fill(date)
    free(booking, 1)
    channel.answer(500)
    upkeep()
    BookingFactory(occurrence=date, seats=1)
    let_pass(minutes=10)

    upkeep()

    assert channel.posts == []


def test_a_moved_and_a_canceled_date_are_posted_without_names(channel: Channel, as_admin: APIClient) -> None:
    moved, canceled = OccurrenceFactory(event__name="Moved"), OccurrenceFactory(event__name="Off")
    BookingFactory(occurrence=canceled, user__first_name="Wanda")
    before = stamp(moved)
    move(as_admin, moved, moved.starts_at + timedelta(hours=2))
    change_calls.begin_cancel(as_admin, canceled, reason="The cellar is flooded.")
    upkeep()

    assert [text.splitlines()[:2] for text in channel.texts] == [
        ["New time: **Moved**", f"Was {before}, now {stamp(moved)}"],
        [f"Canceled: **Off**, {stamp(canceled)}", "The cellar is flooded."],
    ]
    assert "Wanda" not in "".join(channel.texts)


def test_a_date_that_takes_place_after_all_is_not_posted(channel: Channel, as_admin: APIClient) -> None:
    date = OccurrenceFactory()
    change_calls.begin_cancel(as_admin, date)
    call(as_admin, date.event, "unsnooze", startTime=json_time(date.starts_at))

    upkeep()

    assert channel.posts == []


def test_a_paired_round_is_posted_unless_it_is_taken_back(channel: Channel, tables: Tables) -> None:
    players = tables.start("Maya Ruiz", "Ira", "Sam", "Kim")
    tables.write(build_round(1, players[:2], players[2:4]), {"kind": "unpair", "number": 1})
    upkeep()
    assert channel.posts == []

    tables.write(build_round(1, players[:2], players[2:4]))
    upkeep()
    upkeep()

    (text,) = channel.texts
    assert text.startswith("Round 1 of **")
    assert "2 tables" in text
    assert "Maya" not in text
    assert f"/tables/{tables.tournament.public_id}" in text


@pytest.mark.parametrize(
    "change",
    [
        lambda: Event.objects.update(hidden_at=timezone.now()),
        lambda: Occurrence.objects.update(status="canceled"),
        lambda: Occurrence.objects.update(starts_at=in_days(-1.5), ends_at=in_days(-1)),
    ],
    ids=["hidden", "canceled", "over"],
)
def test_a_round_of_a_date_that_is_hidden_canceled_or_over_is_not_posted(channel, tables, change):
    """A post may wait for Discord or for a connection."""
    assert tables.write(build_round(1, tables.start("Maya Ruiz", "Ira"))) == ["stored"]
    change()

    assert upkeep() == 0
    assert channel.posts == []


def sell_friday(paypal: Any) -> Occurrence:
    """Let three people buy two seats each at $12, on a date whose guests are thanked."""
    ShopSettings.objects.update(postal_address="1907 Foundry Avenue, Port Alder, WA 98221")
    date = create_date()
    sell(paypal, date, "ana", "ben", "cara")
    return date


def refund(client: APIClient, name: str) -> None:
    assert post_refund(client, {"_id": Order.objects.get(user=get_user(name)).public_id}).status_code == 200


def test_what_a_date_brought_in_is_posted_once_its_guests_are_thanked(channel, paypal, as_admin):
    date = sell_friday(paypal)
    sell(paypal, date, "dina")
    later = OccurrenceFactory(event=date.event, starts_at=FRIDAY_EVENING + WEEK)
    BookingFactory(occurrence=later, seats=15)
    thank()
    refund(as_admin, "dina")

    for _ in range(2):
        upkeep()

    (text,) = channel.texts
    opening, following, link = text.splitlines()
    assert opening.startswith(
        f"{date.event.name} brought in $66.20 after PayPal"
    )  # three times two seats at $12, less four fees of $1.45
    assert following == f"Next: {stamp(later)}, 9 seats left"
    assert f"/product/{date.event.public_id}?rsvpDate=" in link


@pytest.mark.parametrize("is_hidden", [False, True])
def test_what_a_date_brought_in_is_not_posted_without_three_buyers_or_if_it_is_hidden(
    channel: Channel, paypal: Any, as_admin: APIClient, is_hidden: bool
) -> None:
    sell_friday(paypal)
    thank()
    if is_hidden:
        Event.objects.update(hidden_at=timezone.now())
    else:
        refund(as_admin, "cara")

    assert upkeep() == 0
