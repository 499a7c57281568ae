"""Post emails to the outbox, to be written and sent later."""

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from functools import wraps
from typing import Any, ParamSpec

from django.core.exceptions import ValidationError
from django.core.mail import BadHeaderError
from django.core.validators import validate_email
from django.db import DatabaseError

from outbox.mail.rendering import Attachment, MessageContent
from outbox.messages import CLAIM_DURATION, DEFAULT_LIFETIME, log, store
from outbox.models import Outgoing

Params = ParamSpec("Params")
LINE_ENDS = ("Cc", "Zl", "Zp")  # control characters, line and paragraph separators


def post_mail(
    kind: str,
    *,
    to: str,
    owner_id: int | None,
    about: str = "",
    subject: str = "",
    context: Mapping[str, Any] | None = None,
    attachments: Sequence[Attachment] = (),
    data: Mapping[str, Any] | None = None,
    is_secret: bool = False,
    useful_for: timedelta = DEFAULT_LIFETIME,
    is_sent_now: bool = False,
) -> Outgoing:
    """Store an email in the transaction of the change it reports. It is written with `templates/mails/{kind}` later.

    With `about`, the function in `WRITERS` says what is true when it is sent, or stops it. `data` tells it of the past.
    Reports of what happened bring their subject, context and attachments instead; of objects, the context has only the
    values that the template shows.
    `owner_id` is the account whose exports and erasure include the message; its address may later belong to another
    account. `is_sent_now` leaves it to `outbox.mail.delivery.send_now` after the transaction; `upkeep` sends it
    only if that never happened. Raises BadHeaderError if the address or subject could inject a header.
    """
    refuse_bad_headers(to, subject)
    content = MessageContent(subject, context, attachments).to_data() if context else {}
    mail = Outgoing(
        channel=Outgoing.Channel.MAIL,
        kind=kind,
        to=to,
        owner_id=owner_id,
        about=about,
        subject=subject[:250],
        data=content or data or {},
        is_secret=is_secret,
    )
    return store(mail, useful_for, due_in=CLAIM_DURATION if is_sent_now else timedelta(0))


def refuse_bad_headers(to: str, subject: str) -> None:
    if any(unicodedata.category(character) in LINE_ENDS for character in to + subject):
        raise BadHeaderError("The address and the subject must be single lines.")
    try:
        validate_email(to)  # exactly one address
    except ValidationError:
        raise BadHeaderError("The recipient must be one email address.") from None


def log_posting_errors(write: Callable[Params, None]) -> Callable[Params, None]:
    """Log errors of an email instead of rolling back. For emails about money and seats.

    Database errors are still raised, because they abort the transaction.
    """

    @wraps(write)
    def run(*args: Params.args, **kwargs: Params.kwargs) -> None:
        try:
            write(*args, **kwargs)
        except DatabaseError:
            raise
        except Exception:
            log.exception("An email could not be posted: %s", write.__name__)

    return run
