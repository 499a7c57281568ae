"""How posts reach the club's Discord channel. What Discord refuses, or answers oddly, doesn't stop the others."""

import logging
from datetime import timedelta
from email.utils import format_datetime
from typing import Any

import pytest
from auditlog.models import LogEntry
from django.db import transaction
from django.test import Client
from django.utils import timezone

from charityshop.models import ShopSettings
from outbox.discord import posting
from outbox.discord.delivery import decrypt_address, encrypt_address
from outbox.messages import WRITERS
from outbox.models import Outgoing
from tests.e2e.console.conftest import console, operator
from tests.e2e.console.test_shop_settings import PAGE, errors_of, save
from tests.outbox.discord.conftest import ADDRESS, TOKEN, Channel, let_pass, posts, send_posts
from tests.support.messages import delivered

__all__ = ["console", "operator"]


def write(post: Outgoing) -> str:
    if post.about == "broken":
        raise KeyError(post.about)
    return post.about


@pytest.fixture(autouse=True)
def writer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(WRITERS["discord"], "news", f"{__name__}.write")


def announce(*texts: str) -> None:
    with transaction.atomic():
        for text in texts:
            posting.announce_post("news", text)


def read_problems() -> dict[str, str]:
    return dict(posts().order_by("pk").values_list("about", "last_problem"))


def is_connected() -> bool:
    return ShopSettings.objects.exclude(discord_address="").exists()


@pytest.mark.parametrize("status", [400, 405, 410, 413, 422])
def test_a_post_that_discord_refuses_is_dropped_with_its_reason_and_the_others_are_sent(channel, console, status):
    announce("first", "second")
    channel.answer(status, code=50006, message=f"/api/webhooks/1/{TOKEN} is no good")

    assert send_posts() == 1

    assert channel.texts == ["second"]
    reason = f"Not sent: Discord answered {status} (error 50006)"
    assert read_problems() == {"first": reason, "second": ""}
    let_pass(days=1)
    assert send_posts() == 0
    assert is_connected()


def test_three_refused_posts_in_a_row_switch_the_channel_off_and_staff_read_why(channel, admin, console):
    announce("1", "2", "3", "4")
    for _ in range(3):
        channel.answer(400)

    send_posts()
    send_posts()

    assert (channel.texts, len(channel.paths), is_connected()) == ([], 3, False)
    why = "Discord refused 3 posts in a row. To the last, Discord answered 400."
    assert ShopSettings.objects.get().discord_problem == why
    assert why in console.get(PAGE).content.decode()
    (mail,) = [mail for mail in delivered() if mail.to == [admin.email]]
    assert (mail.subject.startswith("Discord posts are off"), why in str(mail.body)) == (True, True)
    assert read_problems()["4"] == "Not sent: the channel was switched off."


def test_staff_who_connect_another_channel_are_not_told_that_posts_are_off(channel: Channel, admin: Any) -> None:
    announce("1")
    channel.answer(404)
    send_posts()
    ShopSettings.objects.update(discord_address=encrypt_address(ADDRESS))

    assert delivered("discord_off") == []


@pytest.mark.parametrize(
    ("header", "body", "pause"),
    [
        (None, b"", 300),
        ("nan", b'{"retry_after": NaN}', 300),
        ("90", b'{"retry_after": NaN}', 90),
        ("90", b"<html>Slow down</html>", 90),
        ("90", b"[" * 9_000, 90),
        ("90", b'{"retry_after": "60"}', 60),
        (None, b'{"retry_after": 90.5}', 91),
        ("-5", b"", 1),
        ("inf", b"", 3600),
        (None, b'{"retry_after": 1' + b"0" * 400 + b"}", 3600),
        (timedelta(seconds=120), b"", 120),
        (timedelta(days=-1), b"", 1),
        ("Thu, 01 Jan 1970 00:00:00 -0000", b"", 300),  # without a time zone
        ("Thu, 99 Jan 2027 00:00:00 GMT", b"", 300),
    ],
)  # fmt: skip
def test_after_429_the_posts_wait_whatever_the_answer_contains(channel, header, body, pause):
    announce("first", "second")
    if isinstance(header, timedelta):
        header = format_datetime(timezone.now() + header, usegmt=True)
    channel.answer_with(429, {} if header is None else {"Retry-After": header}, body)

    assert send_posts() == 0

    pauses = [(post.next_try_at - timezone.now()).total_seconds() for post in posts().all()]
    assert all(pause - 3 < each <= pause for each in pauses)
    let_pass(seconds=pause)
    send_posts()
    assert channel.texts == ["first", "second"]


def test_a_post_that_cannot_be_written_does_not_stop_the_others(channel: Channel) -> None:
    announce("broken", "second")

    assert send_posts() == 1

    assert channel.texts == ["second"]
    assert read_problems()["broken"] == "KeyError: 'broken'"
    let_pass(days=1, minutes=1)
    send_posts()
    assert not posts().filter(next_try_at__isnull=False).exists()


@pytest.mark.parametrize(
    ("status", "headers", "body"),
    [
        (400, {"Content-Encoding": "gzip"}, b"no gzip"),
        (400, {"Content-Length": "500"}, b"cut off"),
        (400, {"Transfer-Encoding": "chunked"}, b"zz"),
        (400, {f"https://discord.com/api/webhooks/1/{TOKEN}": "x"}, b"<html>No</html>"),
        (404, {"a line without a colon\r\nX-Next": "x"}, TOKEN.encode()),
        (500, {"Content-Length": "x"}, TOKEN.encode()),
    ],
)
def test_the_address_is_in_no_log_and_no_reason_whatever_discord_answers(
    channel: Channel, console: Client, caplog: Any, status: int, headers: dict[str, str], body: bytes
) -> None:
    announce("first")
    channel.answer_with(status, headers, body)

    with caplog.at_level(logging.INFO):
        send_posts()

    logged = "".join(f"{record.getMessage()}{record.exc_text}" for record in caplog.records)
    shown = console.get(PAGE).content.decode()
    reasons = "".join(read_problems().values())
    assert [TOKEN in text for text in (logged, shown, reasons)] == [False] * 3
    assert f"Discord answered {status}" in reasons + shown


@pytest.mark.parametrize("status", [401, 403, 404])
def test_a_channel_that_is_gone_is_switched_off_and_staff_are_told(channel: Channel, admin: Any, status: int) -> None:
    announce("first")
    channel.answer(status)

    send_posts()
    send_posts()

    row = ShopSettings.objects.get()
    assert (row.discord_address, str(status) in row.discord_problem) == ("", True)
    assert [mail.to for mail in delivered() if "Discord" in mail.subject] == [[admin.email]]
    assert len(channel.paths) == 1
    announce("second")
    assert not posts().filter(next_try_at__isnull=False).exists()


def test_a_redirect_is_not_followed_and_the_address_is_never_logged(channel, caplog, settings):
    announce("first")
    channel.answer(307, {"Location": f"{channel.url}/elsewhere"})
    with caplog.at_level(logging.DEBUG):
        send_posts()
        settings.DISCORD_URL = "http://127.0.0.1:9"
        let_pass(minutes=10)
        send_posts()

    assert channel.paths == [f"/api/webhooks/123456789012345678/{TOKEN}"]
    problems = list(posts().values_list("last_problem", flat=True))
    assert problems == ["ConnectionError after 0 s"]
    own = [record.getMessage() for record in caplog.records if record.name != "urllib3.connectionpool"]
    assert TOKEN not in "".join(own)


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


def test_the_demo_shows_posts_on_its_page_of_emails_and_sends_none(channel, settings, client):
    announce("first")
    settings.DEMO_MAILS, settings.EMAIL_FILE_PATH = True, "/nonexistent"

    assert send_posts() == 1

    assert channel.posts == []
    assert "first" in client.get("/demo/mails").content.decode()
