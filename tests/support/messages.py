"""The emails that upkeep sends."""

from datetime import timedelta

from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.utils import timezone

from charityshop.mail.delivery import send_due_mails
from charityshop.models import OutgoingMail


def delivered(kind: str = "") -> list[EmailMultiAlternatives]:
    """Send what is due. Return all emails sent so far, oldest first, optionally of one kind."""
    send_due_mails(now=timezone.now())
    ids = list(OutgoingMail.objects.filter(kind__startswith=kind).values_list("public_id", flat=True))
    return [message for message in mail.outbox if message.extra_headers["Message-ID"][1:25] in ids]


def html_of(message: EmailMultiAlternatives) -> str:
    return str(message.alternatives[0][0])


def skip_retry_pause() -> None:
    """Let the next try of every failed email be due."""
    OutgoingMail.objects.exclude(next_try_at=None).update(next_try_at=timezone.now() - timedelta(seconds=1))
