"""The emails that upkeep sends."""

from datetime import datetime, timedelta

from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.utils import timezone

from outbox.mail.delivery import MailSender
from outbox.models import Outgoing
from outbox.sending import send_due


def delivered(kind: str = "") -> list[EmailMultiAlternatives]:
    """Send what is due. Return all emails sent so far, oldest first, optionally of one kind."""
    send_due_mails()
    ids = list(Outgoing.objects.filter(kind__startswith=kind).values_list("public_id", flat=True))
    return [message for message in mail.outbox if message.extra_headers["Message-ID"][1:25] in ids]


def send_due_mails(now: datetime | None = None) -> int:
    """Send emails that are due. Return how many were sent."""
    return send_due(MailSender(), now=now or timezone.now())


def html_of(message: EmailMultiAlternatives) -> str:
    return str(message.alternatives[0][0])


def skip_retry_pause() -> None:
    """Let the next try of every failed email be due."""
    Outgoing.objects.exclude(next_try_at=None).update(next_try_at=timezone.now() - timedelta(seconds=1))
