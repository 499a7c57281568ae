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
from http import HTTPStatus
from urllib.parse import urlsplit

import requests
from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.module_loading import import_string
from urllib3.exceptions import HTTPError

from charityshop import audit
from charityshop.db.retries import note_attempt
from charityshop.db.transactions import in_one_transaction
from charityshop.discord.answers import PAUSE, format_answer, parse_body, read_pause
from charityshop.discord.posting import WRITERS
from charityshop.mail.outbox import CLAIM_DURATION, NothingToSend
from charityshop.models import OutgoingPost, Retry, ShopSettings

log = logging.getLogger(__name__)

TIMEOUT = 5  # seconds
MAX_LENGTH = 2_000  # of a post, by Discord
MAX_BODY = 10_000  # bytes of an answer
MAX_ROUND = 10  # posts, so that upkeep's other jobs are not delayed
GONE = (401, 403, 404)
TEMPORARY = (HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_EARLY, HTTPStatus.TOO_MANY_REQUESTS)
MAX_REFUSED = 3  # posts in a row
MAX_AHEAD = 3  # tries after which a post lets the others go first
JOB = "posts to Discord"  # which `Retry` counts the refused posts in a row


class ChannelGone(Exception):
    """The channel takes no posts any more. `address` is its encrypted address: another one may be connected by now."""

    def __init__(self, reason: str, address: str) -> None:
        super().__init__(reason)
        self.address = address


class Refused(Exception):
    """Discord will never take this post."""

    def __init__(self, reason: str, address: str) -> None:
        super().__init__(reason)
        self.address = address


class TryLater(Exception):
    """No post was accepted now."""

    def __init__(self, reason: str, pause: timedelta = PAUSE) -> None:
        super().__init__(reason)
        self.pause = pause


class NotWritten(Exception):
    """The function that writes the post failed."""


def send_due_posts(*, now: datetime) -> int:
    """Send due posts and return how many. Raise ChannelGone if the channel has to be switched off."""
    sent = 0
    for _ in range(MAX_ROUND):
        post = claim_post(now)
        if post is None:
            break
        try:
            sent += send_post(post)
        except NotWritten as problem:
            put_off(post, str(problem), timezone.now() + PAUSE)
        except Refused as refused:
            drop_refused(post, refused)
        except TryLater as later:
            put_off_all(post, later)
            break
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
        post.text = write(post)
        deliver(post.text)
    except NothingToSend as reason:
        finish(post, problem=f"Not sent: {reason}")
        return False
    finish(post, sent_at=timezone.now())
    return True


def write(post: OutgoingPost) -> str:
    """Return the post's text. Raise NothingToSend, or NotWritten after any other error."""
    try:
        text: str = import_string(WRITERS[post.kind])(post.about)
    except NothingToSend:
        raise
    except Exception as problem:
        log.exception("post %s (%s) can't be written", post.pk, post.kind)
        raise NotWritten(f"{type(problem).__name__} while it was written") from None
    return text[:MAX_LENGTH]


def deliver(text: str) -> None:
    """Post a text to the channel; the demo only stores it.

    Raise NothingToSend without a channel, and TryLater, Refused or ChannelGone if Discord doesn't take it.
    """
    if settings.DEMO_MAILS:
        return
    row = ShopSettings.objects.filter(pk=ShopSettings.ONLY).exclude(discord_address="").first()
    if row is None:
        raise NothingToSend("No channel is connected.")
    address = row.discord_address
    url = decrypt_address(address)
    if url is None:
        raise ChannelGone("The address can't be read. Paste it again.", address)
    message = {"content": text, "allowed_mentions": {"parse": []}}
    started = time.monotonic()
    try:
        # The status decides, with or without a readable body.
        answer = requests.post(url, json=message, timeout=TIMEOUT, allow_redirects=False, stream=True)
    except Exception as problem:  # requests lets some errors of its own libraries through
        seconds = time.monotonic() - started
        raise TryLater(f"{type(problem).__name__} after {seconds:.0f} s") from None
    with answer:
        refuse_unless_taken(answer, address)
    begin_count_anew()


def refuse_unless_taken(answer: requests.Response, address: str) -> None:
    """Raise what an answer means, unless Discord took the post."""
    status = answer.status_code
    if 200 <= status < 300:
        return
    body = parse_body(read_content(answer))
    reason = format_answer(status, body)
    if status in GONE:
        raise ChannelGone(f"{reason}. Paste a new address.", address)
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        raise TryLater(reason, read_pause(body, answer.headers.get("Retry-After", "")))
    if 400 <= status < 500 and status not in TEMPORARY:
        raise Refused(reason, address)
    raise TryLater(reason)


def read_content(answer: requests.Response) -> bytes:
    """Return the beginning of the answer, or nothing if it can't be read."""
    try:
        content: bytes = answer.raw.read(MAX_BODY, decode_content=True)
    except (HTTPError, OSError, ValueError):
        return b""
    return content


def finish(post: OutgoingPost, *, sent_at: datetime | None = None, problem: str = "") -> None:
    post.next_try_at, post.sent_at, post.last_problem = None, sent_at, problem
    post.save(update_fields=["next_try_at", "sent_at", "last_problem", "text"])


def put_off_all(post: OutgoingPost, later: TryLater) -> None:
    """Try this post and all that are due before then again after the pause.

    A post that failed repeatedly goes behind the others, because it may be the reason.
    """
    until = timezone.now() + later.pause
    OutgoingPost.objects.filter(next_try_at__lt=until).update(next_try_at=until)
    put_off(post, str(later), until + timedelta(seconds=1 if post.attempts >= MAX_AHEAD else 0))


def put_off(post: OutgoingPost, problem: str, until: datetime) -> None:
    """Try this post again then, unless it was dropped meanwhile."""
    log.warning("post %s (%s) is not sent yet: %s", post.pk, post.kind, problem)
    waiting = OutgoingPost.objects.filter(pk=post.pk, next_try_at__isnull=False)
    waiting.update(next_try_at=until, last_problem=problem, text=post.text)


def drop_refused(post: OutgoingPost, refused: Refused) -> None:
    """Drop the post and let the others be sent. Raise ChannelGone if the channel refused several in a row."""
    if count_refused(post, refused) >= MAX_REFUSED:
        raise ChannelGone(f"Discord refused {MAX_REFUSED} posts in a row. To the last, {refused}.", refused.address)


@in_one_transaction
def count_refused(post: OutgoingPost, refused: Refused) -> int:
    """Drop the post and return how many this channel refused since it last took one."""
    log.warning("post %s (%s) is dropped: %s", post.pk, post.kind, refused)
    finish(post, problem=f"Not sent: {refused}")
    channel = hashlib.sha256(refused.address.encode()).hexdigest()  # another channel has its own count
    return note_attempt(job=JOB, row=channel, error=str(refused))


@in_one_transaction
def begin_count_anew() -> None:
    Retry.objects.filter(job=JOB).delete()


@in_one_transaction
def switch_off(gone: ChannelGone) -> bool:
    """Forget the address and drop what waits; return whether the channel was still connected.

    Staff read why in the shop settings.
    """
    row = ShopSettings.objects.select_for_update().filter(discord_address=gone.address).first()
    if row is None:  # another process was faster, or staff connected another channel
        return False
    row.discord_address, row.discord_problem = "", str(gone)
    row.save(update_fields=["discord_address", "discord_problem"])
    OutgoingPost.objects.filter(next_try_at__isnull=False).update(
        next_try_at=None, last_problem="Not sent: the channel was switched off."
    )
    begin_count_anew()
    audit.record("Discord channel switched off", row, by=None, after={"problem": str(gone)})
    return True


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
