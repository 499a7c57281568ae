"""Send emails from the outbox: due ones, which `upkeep` does, and immediately those that somebody waits for."""

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
from charityshop.mail.outbox import RENDERED_FIELDS, WRITERS, NothingToSend, log, render_message
from charityshop.mail.queue import MailQueue, erase_secret, give_up, save_fields
from charityshop.mail.rendering import LOGO_ID, Attachment, EmailWithImages
from charityshop.models import OutgoingMail
from charityshop.observability.errors import describe_error

FIRST_PAUSE, MAX_PAUSE = timedelta(minutes=1), timedelta(hours=6)
MAX_ROUND = timedelta(seconds=20)  # so that upkeep's other jobs are not delayed


def send_due_mails(*, now: datetime) -> int:
    """Send due emails for up to 20 seconds. Return how many were sent. Concurrent runs claim different emails."""
    server = get_connection()
    queue = MailQueue(now)
    sent = 0
    ends = time.monotonic() + MAX_ROUND.total_seconds()
    mail = queue.claim()
    try:
        while mail and is_open(server, mail, now):  # stop if the mail server is down
            changed = deliver(server, mail, now)
            sent += "sent_at" in changed
            if time.monotonic() > ends:
                queue.finish(mail, changed)
                break
            mail = queue.finish_and_claim(mail, changed)
    finally:
        close_connection(server)
    return sent


def send_now(mail: OutgoingMail) -> bool:
    """Send an email that somebody waits for, after the transaction that posted it. Return whether it was sent.

    It is not tried again: the person who waits for it is told.
    """
    server = get_connection()
    try:
        server.open()
        server.send_messages([build_message(mail)])
    except Exception as problem:
        save_fields(mail, *give_up(mail, quote(problem), reason=describe_error(problem)))
        return False
    finally:
        close_connection(server)
    mail.sent_at, mail.next_try_at = timezone.now(), None
    save_fields(mail, "sent_at", "next_try_at", *erase_secret(mail))
    return True


def is_open(server: BaseEmailBackend, mail: OutgoingMail, now: datetime) -> bool:
    try:
        server.open()
    except Exception as problem:
        save_fields(mail, *schedule_retry(mail, problem, now))
        return False
    return True


def deliver(server: BaseEmailBackend, mail: OutgoingMail, now: datetime) -> Sequence[str]:
    """Send one email and return the changed fields, including its text if it was rendered now.

    After an error, close the connection so that the next email gets a new one.
    """
    rendered: tuple[str, ...] = ()
    try:
        rendered = render_announced(mail)
        server.send_messages([build_message(mail)])
    except NothingToSend as reason:
        mail.next_try_at, mail.last_problem = None, f"Not sent: {reason}"
        return ["next_try_at", "last_problem"]
    except Exception as problem:
        close_connection(server)
        return [*schedule_retry(mail, problem, now), *rendered]
    mail.sent_at, mail.next_try_at, mail.last_problem = timezone.now(), None, ""
    return ["sent_at", "next_try_at", "last_problem", *rendered, *erase_secret(mail)]


def render_announced(mail: OutgoingMail) -> tuple[str, ...]:
    """Render an announced email and return the changed fields. Raise NothingToSend if it is no longer true.

    Even after a failed try: what it is about may have ended since.
    """
    content = import_string(WRITERS[mail.kind])(mail.about) if mail.about else None
    if content is None:
        return ()
    render_message(mail, content)
    return RENDERED_FIELDS


def close_connection(server: BaseEmailBackend) -> None:
    with suppress(OSError):  # includes smtplib's errors; the connection may be closed already
        server.close()


def build_message(mail: OutgoingMail) -> EmailMultiAlternatives:
    """Return the email to send. The Message-ID is the same for each try, so that mail clients detect duplicates."""
    shop = current_shop()
    headers = {"Message-ID": f"<{mail.public_id}@{settings.SITE_HOST}>", "Auto-Submitted": "auto-generated"}
    if mail.unsubscribe_url:
        headers["List-Unsubscribe"] = f"<{mail.unsubscribe_url}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    attachments = [Attachment.from_json(attachment) for attachment in mail.attachments]
    images = {attachment.content_id: attachment.content for attachment in attachments if attachment.content_id}
    message = EmailWithImages(
        mail.subject,
        mail.text,
        sender(shop),
        [mail.to],
        headers=headers,
        images={LOGO_ID: shop.mail_logo, **images},
        invitations=[part_of(attachment) for attachment in attachments if attachment.is_invitation],
    )
    message.reply_to = [shop.row.contact_email] if shop.row.contact_email else []
    message.attach_alternative(mail.html, "text/html")
    for attachment in attachments:
        if not attachment.content_id:
            message.attach(file_of(attachment))
    return message


def sender(shop: Shop) -> str:
    """Return DEFAULT_FROM_EMAIL, with the shop's current name if it contains SHOP_NAME."""
    name, address = parseaddr(settings.DEFAULT_FROM_EMAIL)
    return formataddr((shop.name, address)) if name == settings.SHOP_NAME else settings.DEFAULT_FROM_EMAIL


def part_of(attachment: Attachment) -> MIMEBase:
    """Return a MIME part in base64, which preserves the line breaks of calendar files."""
    part = MIMEBase(*attachment.content_type.partition(";")[0].split("/"))
    part.replace_header("Content-Type", attachment.content_type)
    part.set_payload(attachment.content)
    encode_base64(part)
    return part


def file_of(attachment: Attachment) -> MIMEBase:
    part = part_of(attachment)
    part.add_header("Content-Disposition", "attachment", filename=attachment.name)
    return part


def schedule_retry(mail: OutgoingMail, problem: Exception, now: datetime) -> list[str]:
    """Schedule the next try or give up, and return the changed fields."""
    reason = describe_error(problem)
    log.warning("mail %s (%s) is not sent yet: %s", mail.public_id, mail.kind, reason)
    next_try_at = now + pause_after(mail.attempts)
    if next_try_at >= mail.give_up_at:
        return give_up(mail, quote(problem), reason=reason)
    mail.next_try_at, mail.last_problem = next_try_at, quote(problem)
    return ["next_try_at", "last_problem"]


def quote(problem: Exception) -> str:
    """Return the mail server's words, for staff. They stay in the email's row, and are erased with its address."""
    return f"{type(problem).__name__}: {problem}"[:500]


def pause_after(attempts: int) -> timedelta:
    """Return the pause before the next try: one minute, doubling up to six hours."""
    doublings = min(attempts - 1, 20)
    return min(FIRST_PAUSE * float(2**doublings), MAX_PAUSE)
