"""What the club's Discord channel gets to read."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from auditlog.models import LogEntry
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from bookings.models import Booking
from charityshop.discord.posting import announce_post
from charityshop.discord.sending import decrypt_address
from charityshop.models import OutgoingPost, ShopSettings
from events.models import Event, Occurrence
from orders.models import Order
from tests.bookings.events import json_time
from tests.conftest import signed_in
from tests.discord.channel import ADDRESS, TOKEN, Channel
from tests.discord.conftest import let_pass, upkeep
from tests.e2e.console.conftest import console, operator
from tests.e2e.console.test_shop_settings import PAGE, errors_of, save
from tests.orders.conftest import paypal, simulator
from tests.orders.event_dates import FRIDAY_EVENING, create_date
from tests.orders.waiting_lists import join
from tests.payments.refund_calls import post_refund
from tests.recaps.recap_calls import WEEK, get_user, sell, thank
from tests.support.factories import BookingFactory, EventFactory, OccurrenceFactory, UserFactory, in_days
from tests.support.messages import delivered
from tests.tables.conftest import tables
from tests.tables.tables_calls import Tables, build_round

__all__ = ["console", "operator", "paypal", "simulator", "tables"]


def call(client: APIClient, event: Event, action: str = "", **body: Any) -> Any:
    method = client.post if action else client.put
    response = method(f"/api/products/{event.public_id}{action and f'/{action}'}", body, format="json")
    assert response.status_code in (200, 201, 202), response.json()
    return response


def cancel(client: APIClient, date: Occurrence, reason: str = "The cellar is flooded.") -> None:
    wanted = {"startTime": json_time(date.starts_at), "kind": "cancel", "reason": reason}
    call(client, date.event, "date-changes", **wanted)


def move(client: APIClient, date: Occurrence, to: datetime) -> None:
    wanted = {"startTime": json_time(date.starts_at), "kind": "move", "reason": "Band night.", "to": json_time(to)}
    call(client, date.event, "date-changes", **wanted)
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
    assert post["content"].splitlines()[0] == r"New: **Draft \*Night\* @everyone**, $14.00"
    assert post["content"].splitlines()[1].startswith(f"{stamp(first)} and ")
    assert f"/product/{event.public_id}" in post["content"]


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


def test_the_new_time_of_a_series_is_posted_although_its_next_date_is_canceled(
    channel: Channel, as_admin: APIClient
) -> None:
    event = EventFactory(name="Draft Night", status="draft", starts_at=in_days(3))
    call(as_admin, event, isRecurring=True, recurringPattern={"recurringInterval": "weekly"})
    let_pass(days=1)
    canceled, following = event.occurrences.order_by("starts_at")[:2]
    cancel(as_admin, canceled)
    upkeep()

    later = {"startTime": json_time(in_days(3, hours=1)), "endTime": json_time(in_days(3, hours=4))}
    call(as_admin, event, **later)
    upkeep()

    before = stamp(following)
    following.refresh_from_db()
    assert channel.texts[-1].splitlines()[:2] == ["New time: **Draft Night**", f"Was {before}, now {stamp(following)}"]


def test_a_moved_and_a_canceled_date_are_posted_without_names(channel: Channel, as_admin: APIClient) -> None:
    moved, canceled = OccurrenceFactory(event__name="Moved"), OccurrenceFactory(event__name="Off")
    BookingFactory(occurrence=canceled, user__first_name="Wanda")
    before = stamp(moved)
    move(as_admin, moved, moved.starts_at + timedelta(hours=2))
    cancel(as_admin, canceled)
    upkeep()

    assert [text.splitlines()[:2] for text in channel.texts] == [
        ["New time: **Moved**", f"Was {before}, now {stamp(moved)}"],
        [f"Canceled: **Off**, {stamp(canceled)}", "The cellar is flooded."],
    ]
    assert "Wanda" not in "".join(channel.texts)


def test_a_date_that_moves_twice_before_it_is_posted_is_one_post(channel: Channel, as_admin: APIClient) -> None:
    moved, back = OccurrenceFactory(event__name="Moved"), OccurrenceFactory(event__name="Back")
    first = stamp(moved)
    move(as_admin, moved, moved.starts_at + timedelta(hours=2))
    move(as_admin, moved, moved.starts_at + timedelta(hours=1))
    move(as_admin, back, back.starts_at + timedelta(hours=2))
    move(as_admin, back, back.starts_at - timedelta(hours=2))

    upkeep()

    assert [text.splitlines()[:2] for text in channel.texts] == [
        ["New time: **Moved**", f"Was {first}, now {stamp(moved)}"]
    ]


def test_a_date_that_moves_again_while_discord_is_down_is_one_post(channel: Channel, as_admin: APIClient) -> None:
    date = OccurrenceFactory()
    first = stamp(date)
    move(as_admin, date, date.starts_at + timedelta(hours=2))
    channel.answer(500)
    assert upkeep() == 0

    move(as_admin, date, date.starts_at + timedelta(hours=1))
    let_pass(minutes=5)
    upkeep()

    assert [text.splitlines()[1] for text in channel.texts] == [f"Was {first}, now {stamp(date)}"]


def test_a_date_that_takes_place_after_all_is_not_posted(channel: Channel, as_admin: APIClient) -> None:
    date = OccurrenceFactory()
    cancel(as_admin, date)
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


def hide(date: Occurrence) -> None:
    Event.objects.filter(pk=date.event_id).update(status=Event.Status.ARCHIVED)


def call_off(date: Occurrence) -> None:
    Occurrence.objects.filter(pk=date.pk).update(status="skipped")


def let_a_day_pass(date: Occurrence) -> None:
    Occurrence.objects.filter(pk=date.pk).update(starts_at=in_days(-1.5), ends_at=in_days(-1))


@pytest.mark.parametrize("change", [hide, call_off, let_a_day_pass])
def test_a_round_of_a_date_that_is_hidden_canceled_or_over_is_not_posted(
    channel: Channel, tables: Tables, change: Callable[[Occurrence], None]
) -> None:
    """A post may wait for Discord or for a connection."""
    assert tables.write(build_round(1, tables.start("Maya Ruiz", "Ira"))) == ["stored"]
    change(tables.door.date)

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


def test_what_a_date_has_raised_is_posted_once_its_guests_are_thanked(
    channel: Channel, paypal: Any, as_admin: APIClient
) -> None:
    date = sell_friday(paypal)
    sell(paypal, date, "dina")
    later = OccurrenceFactory(event=date.event, starts_at=FRIDAY_EVENING + WEEK)
    BookingFactory(occurrence=later, seats=15)
    thank()
    refund(as_admin, "dina")

    for _ in range(2):
        upkeep()

    (text,) = channel.texts
    raised, following, link = text.splitlines()
    assert raised == f"{date.event.name} raised $66.20."  # three times two seats at $12, less four fees of $1.45
    assert following == f"Next: {stamp(later)}, 9 seats left"
    assert f"/product/{date.event.public_id}?rsvpDate=" in link


def test_what_a_date_has_raised_is_not_posted_without_three_buyers(
    channel: Channel, paypal: Any, as_admin: APIClient
) -> None:
    sell_friday(paypal)
    thank()
    refund(as_admin, "cara")

    assert upkeep() == 0


def test_what_a_hidden_event_has_raised_is_not_posted(channel: Channel, paypal: Any, as_admin: APIClient) -> None:
    date = sell_friday(paypal)
    thank()
    Event.objects.filter(pk=date.event.pk).update(status=Event.Status.ARCHIVED)

    assert upkeep() == 0


def test_without_a_channel_nothing_is_stored(as_admin: APIClient) -> None:
    cancel(as_admin, OccurrenceFactory())

    assert not OutgoingPost.objects.exists()


# --- Delivery ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def canceled(channel: Channel, as_admin: APIClient) -> OutgoingPost:
    """A post that waits."""
    date = OccurrenceFactory()
    change = {"startTime": json_time(date.starts_at), "kind": "cancel", "reason": "Ill."}
    as_admin.post(f"/api/products/{date.event.public_id}/date-changes", change, format="json")
    return OutgoingPost.objects.get()


def test_after_429_all_posts_wait_as_long_as_discord_says(channel: Channel, canceled: OutgoingPost) -> None:
    announce_post("seats_free", "1")
    channel.answer(429, retry_after=90.5)

    upkeep()

    left = [(post.next_try_at - timezone.now()).total_seconds() for post in OutgoingPost.objects.all()]
    assert [89 < seconds <= 91 for seconds in left] == [True, True]
    let_pass(seconds=91)
    assert upkeep() == 1


@pytest.mark.parametrize("status", [401, 403, 404])
def test_a_channel_that_is_gone_is_switched_off_and_staff_are_told(
    channel: Channel, canceled: OutgoingPost, admin: Any, status: int
) -> None:
    channel.answer(status)

    upkeep()
    upkeep()

    row = ShopSettings.objects.get()
    assert (row.discord_address, str(status) in row.discord_problem) == ("", True)
    assert [mail.to for mail in delivered() if "Discord" in mail.subject] == [[admin.email]]
    assert len(channel.paths) == 1
    announce_post("seats_free", "1")
    assert not OutgoingPost.objects.filter(next_try_at__isnull=False).exists()


def test_nobody_is_told_about_posts_that_waited_when_an_operator_disconnected_the_channel(
    channel: Channel, canceled: OutgoingPost, console: Client
) -> None:
    save(console, remove_discord="1")

    assert upkeep() == 0

    assert [mail.subject for mail in delivered() if "Discord" in mail.subject] == []
    assert ShopSettings.objects.get().discord_problem == ""
    assert OutgoingPost.objects.get().last_problem == "Not sent: No channel is connected."
    save(console, _test_discord="1")
    assert "The test was not posted. No channel is connected." in console.get(PAGE).content.decode()


def test_a_redirect_is_not_followed_and_the_address_is_never_logged(
    channel: Channel, canceled: OutgoingPost, caplog: Any, settings: Any
) -> None:
    channel.answer(307, {"Location": f"{channel.url}/elsewhere"})
    with caplog.at_level(logging.DEBUG):
        upkeep()
        settings.DISCORD_URL = "http://127.0.0.1:9"
        let_pass(minutes=10)
        upkeep()

    assert channel.paths == [f"/api/webhooks/123456789012345678/{TOKEN}"]
    problems = list(OutgoingPost.objects.values_list("last_problem", flat=True))
    assert problems == ["ConnectionError after 0 s"]
    assert TOKEN not in "".join(
        record.getMessage() for record in caplog.records if record.name != "urllib3.connectionpool"
    )


def test_a_post_that_is_a_day_late_is_dropped(channel: Channel, canceled: OutgoingPost) -> None:
    let_pass(days=1, minutes=1)

    assert upkeep() == 0
    assert channel.posts == []
    assert OutgoingPost.objects.get().next_try_at is None


def test_operators_connect_a_channel_whose_address_nobody_sees_again(
    channel: Channel, console: Client, django_capture_on_commit_callbacks: Any
) -> None:
    ShopSettings.objects.update(discord_address="", discord_problem="Discord answered 404.")
    assert "Discord answered 404." in console.get(PAGE).content.decode()

    response = save(console, new_discord_address=f" {ADDRESS} ", _test_discord="1")

    assert response.status_code == 302
    row, page = ShopSettings.objects.get(), console.get(PAGE).content.decode()
    assert decrypt_address(row.discord_address) == f"{channel.url}/api/webhooks/123456789012345678/{TOKEN}"
    assert TOKEN not in row.discord_address
    assert "The test was posted." in page
    assert channel.texts == ["This is a test from Cards for a Cause."]
    assert [TOKEN in page, row.discord_address in page] == [False, False]
    assert "Connected." in page
    logged = "".join(str(entry.changes) for entry in LogEntry.objects.all())
    assert row.discord_address not in logged
    save(console, remove_discord="1")
    assert ShopSettings.objects.get().discord_address == ""


@pytest.mark.parametrize(
    "address",
    [
        ADDRESS.replace("https", "http"),
        ADDRESS.replace("discord.com", "discord.com.example.org"),
        ADDRESS.replace("discord.com", "discord.com@127.0.0.1"),
        ADDRESS.replace("discord.com", "discord.com:8443"),
        ADDRESS.replace("/api/webhooks/", "/api/webhooks/../"),
        f"{ADDRESS}?wait=true",
        "https://127.0.0.1/api/webhooks/123456789012345678/" + TOKEN,
    ],
)
def test_other_addresses_are_refused(channel: Channel, console: Client, address: str) -> None:
    before = ShopSettings.objects.get().discord_address

    response = save(console, new_discord_address=address)

    assert "https://discord.com/api/webhooks/…" in errors_of(response)["new_discord_address"][0]
    assert ShopSettings.objects.get().discord_address == before


def test_an_address_of_another_secret_key_is_asked_for_again(
    channel: Channel, canceled: OutgoingPost, settings: Any
) -> None:
    settings.SECRET_KEY = "another-secret-key-of-a-restored-backup-0123456789"

    upkeep()

    assert "Paste it again" in ShopSettings.objects.get().discord_problem


def test_the_demo_shows_posts_on_its_page_of_emails_and_sends_none(
    channel: Channel, canceled: OutgoingPost, settings: Any, client: Client
) -> None:
    settings.DEMO_MAILS, settings.EMAIL_FILE_PATH = True, "/nonexistent"

    assert upkeep() == 1

    assert channel.posts == []
    assert "Canceled: **" in client.get("/demo/mails").content.decode()
