"""Posts to the club's Discord channel: stored with the change they report, written when they are sent."""

import re
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone

from charityshop.models import OutgoingPost, ShopSettings

LIFETIME = timedelta(days=1)
WRITERS: dict[str, str] = {}
"""Dotted paths of functions that return the text of a post of this kind for its `about`, right before it is sent.

They raise charityshop.mail.outbox.NothingToSend if it is no longer true. Apps register theirs.
"""
MARKDOWN = re.compile(r"([\\*_~`|>#\[\]()<])")


def announce_post(kind: str, about: str, *, due_in: timedelta = timedelta(0)) -> None:
    """Store a post, in the transaction of the change that it reports; none while no channel is connected.

    One that waits already reports this change as well.
    """
    if not has_channel():
        return
    if list_waiting(kind).filter(about=about).exists():
        return
    now = timezone.now()
    OutgoingPost.objects.create(
        kind=kind, about=about, created_at=now, next_try_at=now + due_in, give_up_at=now + due_in + LIFETIME
    )


def list_waiting(kind: str) -> "QuerySet[OutgoingPost]":
    """Return the posts of a kind that are still to be written: nobody has begun to send them, or they were put off."""
    return OutgoingPost.objects.filter(Q(attempts=0) | ~Q(last_problem=""), kind=kind, next_try_at__isnull=False)


def has_channel() -> bool:
    """Return whether posts are sent. The demo shows them on its page of emails instead."""
    return settings.DEMO_MAILS or ShopSettings.objects.exclude(discord_address="").exists()


def format_time(at: datetime) -> str:
    """Return a time that Discord shows to each reader in their own zone."""
    return f"<t:{int(at.timestamp())}:F>"


def plain(text: str) -> str:
    """Escape a text, so that Discord shows it as it is."""
    return MARKDOWN.sub(r"\\\1", text)
