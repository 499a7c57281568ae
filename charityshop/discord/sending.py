"""Send posts to Discord: the due ones, which `upkeep` does, and a test from the shop settings.

The address is a secret, with which anybody could post. It is stored encrypted and never shown, and as exceptions of
`requests` contain it, only their types are stored or logged.
"""

import base64
import hashlib
import logging
import re
import time
from datetime import datetime, timedelta
from urllib.parse import urlsplit

import requests
from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.module_loading import import_string

from charityshop import audit
from charityshop.db.transactions import in_one_transaction
from charityshop.discord.posting import WRITERS
from charityshop.mail.outbox import CLAIM_DURATION, NothingToSend
from charityshop.models import OutgoingPost, ShopSettings

log = logging.getLogger(__name__)

TIMEOUT = 5  # seconds
MAX_LENGTH = 2_000  # of a post, by Discord
PAUSE, MAX_WAIT = timedelta(minutes=5), timedelta(hours=1)
MAX_ROUND = 10  # posts, so that upkeep's other jobs are not delayed
GONE = (401, 403, 404)


class ChannelGone(Exception):
    """Discord says that the address is no longer valid."""


class TryLater(Exception):
    """The post was not accepted now."""

    def __init__(self, reason: str, pause: timedelta = PAUSE) -> None:
        super().__init__(reason)
        self.pause = pause


def send_due_posts(*, now: datetime) -> int:
    """Send due posts and return how many. Raise ChannelGone after switching off a channel that Discord refuses."""
    sent = 0
    for _ in range(MAX_ROUND):
        post = claim_post(now)
        if post is None:
            break
        try:
            sent += send_post(post)
        except TryLater as later:
            put_off(post, later)
            break
        except ChannelGone as gone:
            switch_off(str(gone))
            raise
    return sent


@in_one_transaction
def claim_post(now: datetime) -> OutgoingPost | None:
    """Claim the post that has been due longest. Other processes skip it until the claim expires.

    Without its last problem, it is known as one that is being sent. The returned post has it.
    """
    due = OutgoingPost.objects.filter(next_try_at__lte=now).select_for_update(skip_locked=True)
    post = due.order_by("next_try_at", "pk").first()
    if post is None:
        return None
    post.attempts, post.next_try_at = post.attempts + 1, now + CLAIM_DURATION
    claimed = OutgoingPost.objects.filter(pk=post.pk)
    claimed.update(attempts=post.attempts, next_try_at=post.next_try_at, last_problem="")
    return post


def send_post(post: OutgoingPost) -> bool:
    """Write and send a post. Return whether it was sent; one that is late or no longer true is dropped."""
    try:
        if post.give_up_at <= timezone.now():
            raise NothingToSend(post.last_problem or "Too late.")
        post.text = import_string(WRITERS[post.kind])(post.about)[:MAX_LENGTH]
        deliver(post.text)
    except NothingToSend as reason:
        finish(post, problem=f"Not sent: {reason}")
        return False
    finish(post, sent_at=timezone.now())
    return True


def deliver(text: str) -> None:
    """Post a text to the channel; the demo only stores it.

    Raise NothingToSend without a channel, and TryLater or ChannelGone if Discord doesn't take it.
    """
    if settings.DEMO_MAILS:
        return
    row = ShopSettings.objects.filter(pk=ShopSettings.ONLY).exclude(discord_address="").first()
    if row is None:
        raise NothingToSend("No channel is connected.")
    url = decrypt_address(row.discord_address)
    if url is None:
        raise ChannelGone("The address can't be read. Paste it again.")
    message = {"content": text, "allowed_mentions": {"parse": []}}
    started = time.monotonic()
    try:
        answer = requests.post(url, json=message, timeout=TIMEOUT, allow_redirects=False)
    except requests.RequestException as problem:
        seconds = time.monotonic() - started
        raise TryLater(f"{type(problem).__name__} after {seconds:.0f} s") from None
    if answer.status_code in GONE:
        raise ChannelGone(f"Discord answered {answer.status_code}. Paste a new address.")
    if answer.status_code == 429:
        raise TryLater("Discord answered 429", read_pause(answer))
    if answer.status_code not in (200, 204):
        raise TryLater(f"Discord answered {answer.status_code}")


def read_pause(answer: requests.Response) -> timedelta:
    """Return how long Discord asks to wait: `retry_after` in seconds, or Retry-After."""
    try:
        seconds = float(answer.json()["retry_after"])
    except (ValueError, KeyError, TypeError):
        seconds = float(answer.headers.get("Retry-After") or PAUSE.total_seconds())
    return min(timedelta(seconds=max(seconds, 1)), MAX_WAIT)


def finish(post: OutgoingPost, *, sent_at: datetime | None = None, problem: str = "") -> None:
    post.next_try_at, post.sent_at, post.last_problem = None, sent_at, problem
    post.save(update_fields=["next_try_at", "sent_at", "last_problem", "text"])


def put_off(post: OutgoingPost, later: TryLater) -> None:
    """Try this post and all that are due before then again after the pause."""
    log.warning("post %s (%s) is not sent yet: %s", post.pk, post.kind, later)
    until = timezone.now() + later.pause
    post.next_try_at, post.last_problem = until, str(later)
    post.save(update_fields=["next_try_at", "last_problem"])
    OutgoingPost.objects.filter(next_try_at__lt=until).update(next_try_at=until)


@in_one_transaction
def switch_off(problem: str) -> None:
    """Forget the address and drop what waits. Staff read why in the shop settings."""
    row = ShopSettings.objects.select_for_update().get(pk=ShopSettings.ONLY)
    row.discord_address, row.discord_problem = "", problem
    row.save(update_fields=["discord_address", "discord_problem"])
    OutgoingPost.objects.filter(next_try_at__isnull=False).update(
        next_try_at=None, last_problem="Not sent: the channel was switched off."
    )
    audit.record("Discord channel switched off", row, by=None, after={"problem": problem})


def delete_old_posts() -> int:
    """Delete posts after 30 days. Return how many."""
    return OutgoingPost.objects.filter(created_at__lt=timezone.now() - timedelta(days=30)).delete()[0]


# --- The address -----------------------------------------------------------------------------------------------------


HOSTS = {"discord.com", "discordapp.com"}
PATH = re.compile(r"/api/webhooks/[0-9]{5,30}/[A-Za-z0-9_-]{20,200}")
EXPECTED = "Paste the whole address: https://discord.com/api/webhooks/…"


def encrypt_address(text: str) -> str:
    """Return the encrypted path of a webhook's address. Raise ValueError for any other address."""
    parts = urlsplit(text.strip())
    if parts.scheme != "https" or parts.netloc not in HOSTS or not PATH.fullmatch(parts.path):
        raise ValueError(EXPECTED)
    if parts.query or parts.fragment:
        raise ValueError(EXPECTED)
    return cipher().encrypt(parts.path.encode()).decode()


def decrypt_address(encrypted: str) -> str | None:
    """Return the URL to post to, or None if it was encrypted with another SECRET_KEY."""
    try:
        path = cipher().decrypt(encrypted.encode()).decode()
    except InvalidToken:
        return None
    return f"{settings.DISCORD_URL}{path}"


def cipher() -> Fernet:
    key = salted_hmac("charityshop.discord", "address", algorithm="sha256").digest()
    return Fernet(base64.urlsafe_b64encode(hashlib.sha256(key).digest()))
