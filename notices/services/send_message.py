"""Let staff email the people of a date: first a preview, then the message, within limits.

Messages are sent one at a time, while the sender's row and those of all active admins are locked. So no two messages
at once pass a limit.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.services.locks import lock_user
from charityshop import audit
from charityshop.api.idempotency import RequestKey, get_earlier_result, store_result
from charityshop.db.transactions import in_one_transaction
from charityshop.digests import make_digest, refuse_other_digest
from charityshop.exceptions import TooMany
from events.formatting import format_deadline
from events.models import Event, Occurrence
from events.selectors import When, get_date
from notices.mails import get_lifetime, render_preview
from notices.models import Message, Notice
from notices.selectors.recipients import list_recipients
from notices.services.send_notices import send_notices

MAX_PER_DATE, DATE_WINDOW = 3, timedelta(days=1)
MAX_PER_SHOP, SHOP_WINDOW = 10, timedelta(hours=1)
MESSAGE_CHANGED = "Who gets this, or the text, has changed since the preview. Check it again, then send it."


@dataclass(frozen=True, slots=True)
class Draft:
    """What staff want to send about the date at `when`, and to whom."""

    when: When
    audiences: Sequence[str]  # of Message.Audience
    subject: str
    body: str


@dataclass(frozen=True, slots=True)
class MessagePreview:
    recipients: int
    html: str
    digest: str


def preview_message(*, event: Event, draft: Draft, by: User) -> MessagePreview:
    """Count the recipients and render the email. Store and send nothing. Raise Missing for an unknown date."""
    date = get_date(event.occurrences.all(), draft.when)
    recipients = list_recipients(date, draft.audiences, timezone.now())
    html = render_preview(date, draft.subject, draft.body, by=by)
    return MessagePreview(len(recipients), html, hash_message(date, draft, recipients))


@in_one_transaction
def send_message(
    *, event: Event, draft: Draft, digest: str, request_key: RequestKey | None = None, by: User
) -> Message:
    """Store the message and an email for each recipient. A repeated request key returns the existing message.

    `digest` is that of the preview. Raise Missing, Changed or TooMany without sending anything.
    """
    lock_user(by.pk, by=by)
    if earlier := get_earlier_result(request_key, owner_id=by.pk):
        return Message.objects.get(public_id=earlier[0])
    date, now = get_date(event.occurrences.all(), draft.when), timezone.now()
    recipients = list_recipients(date, draft.audiences, now)
    refuse_other_digest(digest, hash_message(date, draft, recipients), MESSAGE_CHANGED)
    refuse_too_many(date, now)
    message = store_message(date, draft, recipients, by)
    send_notices(recipients, useful_for=get_lifetime(date, now))
    store_result(request_key, owner_id=by.pk, result=[message.public_id])
    return message


def hash_message(date: Occurrence, draft: Draft, recipients: Iterable[Notice]) -> str:
    """Return a hash of the recipients' addresses and all that they read."""
    addresses = sorted(recipient.user.email for recipient in recipients)
    return make_digest(date.pk, date.starts_at, draft.subject, draft.body, *addresses)


def store_message(date: Occurrence, draft: Draft, recipients: list[Notice], by: User) -> Message:
    audiences = [audience.value for audience in Message.Audience if audience in draft.audiences]
    message = Message.objects.create(
        occurrence=date,
        audiences=audiences,
        subject=draft.subject,
        body=draft.body,
        recipient_count=len(recipients),
        by=by,
    )
    for recipient in recipients:
        recipient.message = message
    audit.record(
        "message sent",
        message,
        by=by,
        action=audit.CREATED,
        event=date.event.public_id,
        date=date.starts_at,
        to=", ".join(audiences),
        recipients=len(recipients),
    )
    return message


# --- Limits ----------------------------------------------------------------------------------------------------------


def refuse_too_many(date: Occurrence, now: datetime) -> None:
    """Limit messages, so that a mistake or a stolen session cannot flood buyers."""
    about_date, sent = Message.objects.filter(occurrence=date), Message.objects.all()
    refuse_over_limit(about_date, MAX_PER_DATE, DATE_WINDOW, now, "messages about this date were sent within a day")
    refuse_over_limit(sent, MAX_PER_SHOP, SHOP_WINDOW, now, "messages were sent within an hour")


def refuse_over_limit(messages: QuerySet[Message], most: int, window: timedelta, now: datetime, reached: str) -> None:
    recent = messages.filter(created_at__gt=now - window).order_by("-created_at")
    times = list(recent.values_list("created_at", flat=True)[:most])
    if len(times) == most:
        ends_at = times[-1] + window
        raise TooMany(
            f"{most} {reached}. Send the next one after {format_deadline(ends_at)}.",
            retry_after=math.ceil((ends_at - now).total_seconds()),
            code="message_limit",
        )
