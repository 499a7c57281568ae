"""A server that takes posts as Discord does, and a club that posts there."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from django.core.cache import cache
from django.db.models import F, QuerySet
from django.utils import timezone

from bookings.posts import note_free_seats
from charityshop.models import ShopSettings
from notices.services import send_outbox
from outbox.discord.delivery import encrypt_address
from outbox.models import Outgoing

TOKEN = "abcdefghijklmnopqrstuvwxyz_0123456789-ABCDEFG"
ADDRESS = f"https://discord.com/api/webhooks/123456789012345678/{TOKEN}"


class Channel:
    """The posts that arrived. `answers` are statuses, headers and bodies for the next posts; then they are taken."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.posts: list[dict[str, Any]] = []
        self.paths: list[str] = []
        self.answers: list[tuple[int, dict[str, str], bytes]] = []

    @property
    def texts(self) -> list[str]:
        return [post["content"] for post in self.posts]

    def answer(self, status: int, headers: dict[str, str] | None = None, **body: Any) -> None:
        self.answer_with(status, headers or {}, json.dumps(body).encode() if body else b"")

    def answer_with(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.answers.append((status, headers, body))


@contextmanager
def open_channel() -> Iterator[Channel]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            channel.paths.append(self.path)
            status, headers, answer = channel.answers.pop(0) if channel.answers else (204, {}, b"")
            if 200 <= status < 300:
                channel.posts.append(body)
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *args: Any) -> None:
            """Don't write to the tests' output."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    channel = Channel(f"http://127.0.0.1:{server.server_port}")
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield channel
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


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
    waiting = posts().filter(next_try_at__isnull=False)
    waiting.update(next_try_at=F("next_try_at") - by, give_up_at=F("give_up_at") - by)


def posts() -> "QuerySet[Outgoing]":
    return Outgoing.objects.filter(channel=Outgoing.Channel.DISCORD)


def send_posts() -> int:
    return send_outbox.send_posts(now=timezone.now())


def upkeep() -> int:
    """Run the jobs of upkeep that are about posts. Return how many were sent."""
    note_free_seats()
    return send_posts()
