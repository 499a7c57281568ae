"""Transactional outbox: emails commit with the change they report; `upkeep` sends them.

No email is lost or sent for a change that was rolled back, and no request waits for the mail server.
"""

import logging
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import timedelta
from functools import wraps
from typing import Any, ParamSpec

from django.core.exceptions import ValidationError
from django.core.mail import BadHeaderError
from django.core.validators import validate_email
from django.db import DatabaseError, connection
from django.utils import timezone

from charityshop import audit
from charityshop.branding.shop import current_shop
from charityshop.db.transactions import in_one_transaction
from charityshop.mail.rendering import Attachment, MessageContent, render_bodies
from charityshop.models import OutgoingMail

log = logging.getLogger(__name__)
Params = ParamSpec("Params")
DEFAULT_LIFETIME = timedelta(days=7)
CLAIM_DURATION = timedelta(minutes=10)  # longer than sending takes; after a crash, another process sends the email
LINE_ENDS = ("Cc", "Zl", "Zp")  # control characters, line and paragraph separators
WRITERS: dict[str, str] = {}
"""Dotted paths of functions that are called with `about` before each try to send a message of this kind.

They raise NothingToSend if it is no longer true, and return the content of announced messages, or None for messages
that were rendered when they were posted. Apps register theirs.
"""
RENDERED_FIELDS = ("subject", "text", "html", "attachments", "unsubscribe_url")


class NothingToSend(Exception):
    """Raised by a function in `WRITERS`: what the email is about is over, or no longer true."""


def post_mail(
    kind: str,
    *,
    to: str,
    owner_id: int | None,
    subject: str,
    context: Mapping[str, Any],
    attachments: Sequence[Attachment] = (),
    about: str = "",
    is_secret: bool = False,
    useful_for: timedelta = DEFAULT_LIFETIME,
    is_sent_now: bool = False,
) -> OutgoingMail:
    """Store an email, rendered from `templates/mails/{kind}`, in the transaction of the change it reports.

    `owner_id` is the account whose exports and erasure include the message; its address may later belong to another
    account. With `about`, the function in `WRITERS` may stop the message before it is sent. `is_sent_now` leaves it to
    `charityshop.mail.delivery.send_now` after the transaction; `upkeep` sends it only if that never happened. Raises
    BadHeaderError if the address or subject could inject a header.
    """
    mail = OutgoingMail(kind=kind, to=to, owner_id=owner_id, about=about, is_secret=is_secret)
    render_message(mail, MessageContent(subject, context, attachments))
    return store(mail, useful_for, due_in=CLAIM_DURATION if is_sent_now else timedelta(0))


def announce_mail(
    kind: str,
    *,
    to: str,
    owner_id: int | None,
    about: str,
    is_secret: bool = False,
    useful_for: timedelta = DEFAULT_LIFETIME,
) -> OutgoingMail:
    """Store an email that is rendered when it is sent, and again at each later try, by the function in `WRITERS`.

    Use it for messages about something that may change or end before they are sent, and for many messages in a
    transaction that holds locks, because rendering is slow. Raises BadHeaderError if the address could inject a header.
    """
    refuse_bad_headers(to)
    return store(OutgoingMail(kind=kind, to=to, owner_id=owner_id, about=about, is_secret=is_secret), useful_for)


def store(mail: OutgoingMail, useful_for: timedelta, *, due_in: timedelta = timedelta(0)) -> OutgoingMail:
    if not connection.in_atomic_block:
        raise RuntimeError("Post an email in the transaction of the change that it reports.")
    now = timezone.now()
    mail.created_at, mail.next_try_at, mail.give_up_at = now, now + due_in, now + useful_for
    mail.save(force_insert=True)
    return mail


def render_message(mail: OutgoingMail, content: MessageContent) -> None:
    """Set the subject, bodies and attachments. Does not save the row."""
    shop = current_shop()
    subject = f"{content.subject} – {shop.name}"
    refuse_bad_headers(mail.to, subject)
    about_message = {"subject": subject, "unsubscribe_url": content.unsubscribe_url}
    bodies = render_bodies(mail.kind, {**content.context, **about_message}, shop)
    mail.subject, mail.text, mail.html = subject[:250], bodies.text, bodies.html
    mail.attachments = [attachment.to_json() for attachment in content.attachments]
    mail.unsubscribe_url = content.unsubscribe_url


def refuse_bad_headers(to: str, subject: str = "") -> None:
    if any(unicodedata.category(character) in LINE_ENDS for character in to + subject):
        raise BadHeaderError("The address and the subject must be single lines.")
    try:
        validate_email(to)  # exactly one address
    except ValidationError:
        raise BadHeaderError("The recipient must be one email address.") from None


def log_rendering_errors(write: Callable[Params, None]) -> Callable[Params, None]:
    """Log rendering errors instead of rolling back. For emails about money and seats.

    Database errors are still raised, because they abort the transaction.
    """

    @wraps(write)
    def run(*args: Params.args, **kwargs: Params.kwargs) -> None:
        try:
            write(*args, **kwargs)
        except DatabaseError:
            raise
        except Exception:
            log.exception("An email could not be rendered: %s", write.__name__)

    return run


@in_one_transaction
def send_again(*, mail_ids: Iterable[int], by: Any) -> int:
    """Queue these messages again and return how many. Messages with an erased secret are skipped."""
    rows = OutgoingMail.objects.select_for_update().filter(pk__in=list(mail_ids)).exclude(is_secret=True)
    now = timezone.now()
    mails = list(rows.order_by("pk"))
    for mail in mails:
        before = {"state": mail.state}
        mail.next_try_at, mail.give_up_at, mail.attempts, mail.last_problem = now, now + DEFAULT_LIFETIME, 0, ""
        mail.save(update_fields=["next_try_at", "give_up_at", "attempts", "last_problem"])
        audit.record("mail sent again", mail, by=by, before=before, after={"state": mail.state})
    return len(mails)
