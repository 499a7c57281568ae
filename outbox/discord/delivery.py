"""Send posts to Discord: the due ones, which `upkeep` does, and a test from the shop settings.

Whatever Discord answers, what is stored of it names a status and a pause, and never the secret address.

The address is a secret, with which anybody could post. It is stored encrypted and never shown, and as exceptions of
`requests` contain it, only their types are stored or logged.
"""

import base64
import hashlib
import json
import logging
import math
import re
import time
from datetime import timedelta
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

import requests
from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.utils import timezone
from django.utils.crypto import salted_hmac
from urllib3.exceptions import HTTPError

from charityshop import audit
from charityshop.db.retries import note_attempt
from charityshop.db.transactions import in_one_transaction
from charityshop.models import Retry, ShopSettings
from outbox.messages import NothingToSend, write
from outbox.models import Outgoing
from outbox.sending import ChannelBusy, ChannelGone, describe

log = logging.getLogger(__name__)

HOSTS = {"discord.com", "discordapp.com"}
PATH = re.compile(r"/api/webhooks/[0-9]{5,30}/[A-Za-z0-9_-]{20,200}")
EXPECTED = "Paste the whole address: https://discord.com/api/webhooks/…"
TIMEOUT = 5  # seconds
MAX_LENGTH = 2_000  # of a post, by Discord
MAX_BODY = 10_000  # bytes of an answer
GONE = (401, 403, 404)
TEMPORARY = (HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_EARLY, HTTPStatus.TOO_MANY_REQUESTS)
PAUSE, MAX_WAIT = timedelta(minutes=5), timedelta(hours=1)
MAX_CODE = 10_000_000
MAX_REFUSED = 3  # posts in a row
JOB = "posts to Discord"  # which `Retry` counts the refused posts in a row


class Refused(Exception):
    """Discord will never take this post."""

    def __init__(self, reason: str, address: str) -> None:
        super().__init__(reason)
        self.address = address


class DiscordSender:
    """Write and send posts. `send` raises ChannelGone if the channel has to be switched off."""

    channel = Outgoing.Channel.DISCORD
    most = 10  # so that Discord doesn't limit them

    def send(self, message: Outgoing) -> None:
        message.text = write(message)[:MAX_LENGTH]
        try:
            deliver(message.text)
        except Refused as refused:
            log.warning("%s is dropped: %s", describe(message), refused)
            if count_refused(refused) >= MAX_REFUSED:
                problem = f"Discord refused {MAX_REFUSED} posts in a row. To the last, {refused}."
                raise ChannelGone(problem, refused.address) from None
            raise NothingToSend(str(refused)) from None

    def close(self) -> None:
        """There is no connection to close."""


def count_refused(refused: Refused) -> int:
    """Return how many posts this channel refused since it last took one."""
    channel = hashlib.sha256(refused.address.encode()).hexdigest()  # another channel has its own count
    return note_attempt(job=JOB, row=channel, error=str(refused))


def deliver(text: str) -> None:
    """Post a text to the channel; the demo only stores it.

    Raise NothingToSend without a channel, and ChannelBusy, Refused or ChannelGone if Discord doesn't take it.
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
        raise ChannelBusy(f"{type(problem).__name__} after {seconds:.0f} s", pause=PAUSE) from None
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
        raise ChannelBusy(reason, pause=read_pause(body, answer.headers.get("Retry-After", "")))
    if 400 <= status < 500 and status not in TEMPORARY:
        raise Refused(reason, address)
    raise ChannelBusy(reason, pause=PAUSE)


def read_content(answer: requests.Response) -> bytes:
    """Return the beginning of the answer, or nothing if it can't be read."""
    try:
        content: bytes = answer.raw.read(MAX_BODY, decode_content=True)
    except (HTTPError, OSError, ValueError):
        return b""
    return content


def parse_body(content: bytes) -> dict[str, Any]:
    """Return the JSON object that Discord explains itself with, or an empty one."""
    try:
        body = json.loads(content)
    except (ValueError, RecursionError):
        return {}
    return body if isinstance(body, dict) else {}


def format_answer(status: int, body: dict[str, Any]) -> str:
    """Return the status and Discord's number of the error. Its text may repeat the address, so it is left out."""
    code = body.get("code")
    known = isinstance(code, int) and 0 < code < MAX_CODE
    return f"Discord answered {status}" + (f" (error {code})" if known else "")


def read_pause(body: dict[str, Any], header: str) -> timedelta:
    """Return how long Discord asks to wait: `retry_after` in seconds, or Retry-After, in seconds or as a date."""
    for read, value in ((read_seconds, body.get("retry_after")), (read_seconds, header), (read_date, header)):
        seconds = read(value)
        if not math.isnan(seconds):
            return timedelta(seconds=min(max(seconds, 1), MAX_WAIT.total_seconds()))
    return PAUSE


def read_seconds(value: Any) -> float:
    """Return the number, or NaN."""
    try:
        return float(value)
    except OverflowError:
        return math.inf
    except (ValueError, TypeError):
        return math.nan


def read_date(value: Any) -> float:
    """Return in how many seconds the date of a header is, or NaN."""
    try:
        at = parsedate_to_datetime(value)
        return (at - timezone.now()).total_seconds()
    except (ValueError, TypeError, OverflowError):  # TypeError: a date without a time zone
        return math.nan


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
    Outgoing.objects.filter(channel=Outgoing.Channel.DISCORD, next_try_at__isnull=False).update(
        next_try_at=None, last_problem="Not sent: the channel was switched off."
    )
    begin_count_anew()
    audit.record("Discord channel switched off", row, by=None, after={"problem": str(gone)})
    return True


# --- The address -----------------------------------------------------------------------------------------------------


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
