"""The outbox: a mail is stored with what it tells about, and sent afterwards by upkeep.

So a mail is never lost, never sent for something that was rolled back, and no buyer waits for a mail server.
"""

import logging
import time
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from email.encoders import encode_base64
from email.mime.base import MIMEBase
from email.utils import formataddr, parseaddr
from functools import wraps
from typing import Any, ParamSpec

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import BadHeaderError, EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.core.validators import validate_email
from django.db import DatabaseError, connection
from django.utils import timezone
from django.utils.module_loading import import_string

from charityshop import audit
from charityshop.letters import Attachment, WithLogo, Words, render_letter
from charityshop.mail_queue import MailQueue, forget_secret, give_up, write_down
from charityshop.models import OutgoingMail
from charityshop.prepared import insert
from charityshop.shop import Shop, current_shop
from charityshop.transactions import in_one_transaction

log = logging.getLogger(__name__)
Params = ParamSpec("Params")

USEFUL_FOR = timedelta(days=7)
FIRST_PAUSE, LONGEST_PAUSE = timedelta(minutes=1), timedelta(hours=6)
LONGEST_AT_ONCE = timedelta(seconds=20)  # so that upkeep's other jobs get their turn
LINE_ENDS = ("Cc", "Zl", "Zp")  # control characters, line and paragraph separators


# --- Posting -------------------------------------------------------------------------------------------------------


WRITERS: dict[str, str] = {}
"""Where to find what makes Words of what a mail is about, by the kinds that are announced. Apps add theirs."""

WORDS = ("subject", "text", "html", "attachments")


def post_mail(
    kind: str,
    *,
    to: str,
    owner_id: int | None,
    subject: str,
    context: Mapping[str, Any],
    attachments: Sequence[Attachment] = (),
    is_secret: bool = False,
    useful_for: timedelta = USEFUL_FOR,
) -> OutgoingMail:
    """Store a mail, rendered from `templates/mails/{kind}`, within the transaction of what it tells about.

    `owner_id` is the account it belongs to, which exports and erases it; an address says nothing about that, because
    it may be somebody else's tomorrow. Raises BadHeaderError for an address or a subject that could smuggle in a
    header.
    """
    mail = OutgoingMail(kind=kind, to=to, owner_id=owner_id, is_secret=is_secret)
    put_in_words(mail, Words(subject, context, attachments))
    return store(mail, useful_for)


def announce_mail(kind: str, *, to: str, owner_id: int | None, about: str) -> OutgoingMail:
    """Store that a mail is due, likewise; whoever sends it finds the words, by `WRITERS`.

    For what happens to a crowd under locks that others wait for: the words take as long as all the rest. Raises
    BadHeaderError for an address that could smuggle in a header.
    """
    refuse_bad_headers(to)
    return store(OutgoingMail(kind=kind, to=to, owner_id=owner_id, about=about), USEFUL_FOR)


def store(mail: OutgoingMail, useful_for: timedelta) -> OutgoingMail:
    if not connection.in_atomic_block:
        raise RuntimeError("A mail is posted inside the transaction of what it tells about.")
    now = timezone.now()
    mail.created_at, mail.next_try_at, mail.give_up_at = now, now, now + useful_for
    insert([mail])
    return mail


def put_in_words(mail: OutgoingMail, words: Words) -> None:
    shop = current_shop()
    subject = f"{words.subject} – {shop.name}"
    refuse_bad_headers(mail.to, subject)
    letter = render_letter(mail.kind, {**words.context, "subject": subject}, shop)
    mail.subject, mail.text, mail.html = subject[:250], letter.text, letter.html
    mail.attachments = [attachment.stored() for attachment in words.attachments]


def refuse_bad_headers(to: str, subject: str = "") -> None:
    if any(unicodedata.category(character) in LINE_ENDS for character in to + subject):
        raise BadHeaderError("An address and a subject are one line each.")
    try:
        validate_email(to)  # one address, and nothing that names a second
    except ValidationError:
        raise BadHeaderError("A mail goes to one address.") from None


def never_in_the_way(write: Callable[Params, None]) -> Callable[Params, None]:
    """For mails about money and seats: one that cannot be written is logged and undoes nothing.

    What the database refuses is still raised, because the transaction is lost with it.
    """

    @wraps(write)
    def run(*args: Params.args, **kwargs: Params.kwargs) -> None:
        try:
            write(*args, **kwargs)
        except DatabaseError:
            raise
        except Exception:
            log.exception("A mail could not be written: %s", write.__name__)

    return run


# --- Sending -------------------------------------------------------------------------------------------------------


def send_due_mails(*, now: datetime) -> int:
    """Send what is due, for a while; how many went out. Two at once share the work: each mail is claimed by one."""
    server = get_connection()
    queue = MailQueue(now)
    sent = 0
    ends = time.monotonic() + LONGEST_AT_ONCE.total_seconds()
    mail = queue.claim()
    try:
        while mail and is_open(server, mail, now):  # nobody answers: the others need not find that out one by one
            changed = deliver(server, mail, now)
            sent += "sent_at" in changed
            if time.monotonic() > ends:
                queue.finish(mail, changed)
                break
            mail = queue.finish_and_claim(mail, changed)
    finally:
        hang_up(server)
    return sent


def is_open(server: BaseEmailBackend, mail: OutgoingMail, now: datetime) -> bool:
    try:
        server.open()
    except Exception as problem:
        write_down(mail, *note_failure(mail, problem, now))
        return False
    return True


def deliver(server: BaseEmailBackend, mail: OutgoingMail, now: datetime) -> Sequence[str]:
    """Send one mail; the fields that say how it went, with words that were found now: the next try says the same.

    Whatever goes wrong is this mail's problem alone: the next one gets a fresh connection.
    """
    found: tuple[str, ...] = ()
    try:
        found = find_words(mail)
        server.send_messages([message_of(mail)])
    except Exception as problem:
        hang_up(server)
        return [*note_failure(mail, problem, now), *found]
    mail.sent_at, mail.next_try_at, mail.last_problem = timezone.now(), None, ""
    return ["sent_at", "next_try_at", "last_problem", *found, *forget_secret(mail)]


def find_words(mail: OutgoingMail) -> tuple[str, ...]:
    """The fields that were filled, of a mail that was only announced."""
    if not mail.is_unwritten:
        return ()
    put_in_words(mail, import_string(WRITERS[mail.kind])(mail.about))
    return WORDS


def hang_up(server: BaseEmailBackend) -> None:
    with suppress(OSError):  # smtplib's own errors are among them; the line may be dead already
        server.close()


def message_of(mail: OutgoingMail) -> EmailMultiAlternatives:
    """The mail as it travels. Its Message-ID is the same at every try, so that a mailbox can see a mail sent twice."""
    shop = current_shop()
    headers = {"Message-ID": f"<{mail.public_id}@{settings.SITE_HOST}>", "Auto-Submitted": "auto-generated"}
    message = WithLogo(mail.subject, mail.text, sender(shop), [mail.to], headers=headers, logo=shop.mail_logo)
    message.reply_to = [shop.row.contact_email] if shop.row.contact_email else []
    message.attach_alternative(mail.html, "text/html")
    for stored in mail.attachments:
        message.attach(part_of(Attachment.from_stored(stored)))
    return message


def sender(shop: Shop) -> str:
    """DEFAULT_FROM_EMAIL; where that bears the shop's name, the name is the one it has now."""
    name, address = parseaddr(settings.DEFAULT_FROM_EMAIL)
    return formataddr((shop.name, address)) if name == settings.SHOP_NAME else settings.DEFAULT_FROM_EMAIL


def part_of(attachment: Attachment) -> MIMEBase:
    """In base64: a calendar file's line ends have to arrive as they are."""
    part = MIMEBase(*attachment.content_type.partition(";")[0].split("/"))
    part.replace_header("Content-Type", attachment.content_type)
    part.add_header("Content-Disposition", "attachment", filename=attachment.name)
    part.set_payload(attachment.content)
    encode_base64(part)
    return part


def note_failure(mail: OutgoingMail, problem: Exception, now: datetime) -> list[str]:
    """The fields that say when it is tried again, or that it is given up."""
    words = f"{type(problem).__name__}: {problem}"[:500]
    log.warning("mail %s (%s) is not sent yet: %s", mail.public_id, mail.kind, words)
    next_try_at = now + pause_after(mail.attempts)
    if next_try_at >= mail.give_up_at:
        return give_up(mail, words)
    mail.next_try_at, mail.last_problem = next_try_at, words
    return ["next_try_at", "last_problem"]


def pause_after(attempts: int) -> timedelta:
    """A minute after the first try, doubling, and at most six hours."""
    doublings = min(attempts - 1, 20)
    return min(FIRST_PAUSE * float(2**doublings), LONGEST_PAUSE)


@in_one_transaction
def send_again(*, mail_ids: Iterable[int], by: Any) -> int:
    """Have upkeep send these once more, as if they were new; how many. One whose secret is forgotten stays."""
    rows = OutgoingMail.objects.select_for_update().filter(pk__in=list(mail_ids)).exclude(is_secret=True)
    now = timezone.now()
    mails = list(rows.order_by("pk"))
    for mail in mails:
        before = {"state": mail.state}
        mail.next_try_at, mail.give_up_at, mail.attempts, mail.last_problem = now, now + USEFUL_FOR, 0, ""
        mail.save(update_fields=["next_try_at", "give_up_at", "attempts", "last_problem"])
        audit.record("mail sent again", mail, by=by, before=before, after={"state": mail.state})
    return len(mails)
