"""How posts reach the club's Discord channel: delays, a channel that is gone, and connecting one."""

import logging
from typing import Any

import pytest
from auditlog.models import LogEntry
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from charityshop.discord.posting import announce_post
from charityshop.discord.sending import decrypt_address
from charityshop.models import OutgoingPost, ShopSettings
from tests.bookings.events import json_time
from tests.discord.channel import ADDRESS, TOKEN, Channel
from tests.discord.conftest import let_pass, upkeep
from tests.e2e.console.conftest import console, operator
from tests.e2e.console.test_shop_settings import PAGE, errors_of, save
from tests.support.factories import OccurrenceFactory
from tests.support.messages import delivered

__all__ = ["console", "operator"]


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
