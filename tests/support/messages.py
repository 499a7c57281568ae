"""What people find in their mailbox, once upkeep has been round."""

from datetime import timedelta

from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.utils import timezone

from charityshop.mail.delivery import send_due_mails
from charityshop.models import OutgoingMail


def delivered(kind: str = "") -> list[EmailMultiAlternatives]:
    """Every mail that was sent so far, oldest first; of one kind if it is named."""
    send_due_mails(now=timezone.now())
    ids = list(OutgoingMail.objects.filter(kind__startswith=kind).values_list("public_id", flat=True))
    return [letter for letter in mail.outbox if letter.extra_headers["Message-ID"][1:25] in ids]


def html_of(letter: EmailMultiAlternatives) -> str:
    return str(letter.alternatives[0][0])


def let_the_pause_run_out() -> None:
    """As if the time until the next try had passed."""
    OutgoingMail.objects.exclude(next_try_at=None).update(next_try_at=timezone.now() - timedelta(seconds=1))
