"""A club with a Discord channel."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db.models import F

from bookings.posts import note_free_seats
from changes.services.send_posts import send_posts
from charityshop.discord.sending import encrypt_address
from charityshop.models import OutgoingPost, ShopSettings
from tests.discord.channel import ADDRESS, Channel, open_channel


@pytest.fixture
def channel(db: None, settings: Any) -> Iterator[Channel]:
    with open_channel() as opened:
        settings.DISCORD_URL = opened.url
        ShopSettings.objects.create(pk=ShopSettings.ONLY, discord_address=encrypt_address(ADDRESS))
        cache.clear()
        yield opened


def let_pass(**time: float) -> None:
    """Let posts be as old as if this time had passed."""
    by = timedelta(**time)
    waiting = OutgoingPost.objects.filter(next_try_at__isnull=False)
    waiting.update(next_try_at=F("next_try_at") - by, give_up_at=F("give_up_at") - by)


def upkeep() -> int:
    """Run the jobs of upkeep that are about posts. Return how many were sent."""
    note_free_seats()
    return send_posts()
