"""Posts to the club's Discord channel: stored with the change they report, written when they are sent."""

import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings

from charityshop.models import ShopSettings
from outbox.messages import list_waiting, store
from outbox.models import Outgoing

NOW = timedelta(0)
LIFETIME = timedelta(days=1)
MARKDOWN = re.compile(r"([\\*_~`|>#\[\]()<])")


def announce_post(kind: str, about: str, *, data: Mapping[str, Any] | None = None, due_in: timedelta = NOW) -> None:
    """Store a post, in the transaction of the change that it reports; none while no channel is connected.

    One that waits already reports this change as well.
    """
    if not has_channel() or list_waiting(Outgoing.Channel.DISCORD, kind, about):
        return
    post = Outgoing(channel=Outgoing.Channel.DISCORD, kind=kind, about=about, data=data or {})
    store(post, due_in + LIFETIME, due_in=due_in)


def has_channel() -> bool:
    """Return whether posts are sent. The demo shows them on its page of emails instead."""
    return settings.DEMO_MAILS or ShopSettings.objects.exclude(discord_address="").exists()


def format_time(at: datetime) -> str:
    """Return a time that Discord shows to each reader in their own zone."""
    return f"<t:{int(at.timestamp())}:F>"


def plain(text: str) -> str:
    """Escape a text, so that Discord shows it as it is."""
    return MARKDOWN.sub(r"\\\1", text)
