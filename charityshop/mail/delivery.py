"""Send due emails from the outbox. `upkeep` calls this."""

import time
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from email.encoders import encode_base64
from email.mime.base import MIMEBase
from email.utils import formataddr, parseaddr

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone
from django.utils.module_loading import import_string

from charityshop.branding.shop import Shop, current_shop
from charityshop.mail.outbox import WORDS, WRITERS, log, put_in_words
from charityshop.mail.queue import MailQueue, forget_secret, give_up, write_down
from charityshop.mail.rendering import Attachment, WithLogo
from charityshop.models import OutgoingMail

FIRST_PAUSE, LONGEST_PAUSE = timedelta(minutes=1), timedelta(hours=6)
LONGEST_AT_ONCE = timedelta(seconds=20)  # so that upkeep's other jobs get their turn


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
