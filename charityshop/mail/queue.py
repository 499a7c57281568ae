"""The queue of due emails: claim them one by one, and skip rows that can't be saved.

An email whose row the database rejects is set aside and retried with increasing pauses (charityshop.db.retries), so
that it doesn't block the others.
"""

import logging
from collections.abc import Collection, Sequence
from datetime import datetime

from django.db.models import QuerySet

from charityshop.db.retries import note_attempt
from charityshop.db.transactions import in_one_transaction
from charityshop.mail.outbox import CLAIM_DURATION
from charityshop.models import OutgoingMail, Retry
from charityshop.observability.errors import describe_error

log = logging.getLogger(__name__)

JOB = "mail"
MAX_GIVEN_UP = 100  # in one transaction


class MailQueue:
    """The emails that are due in one round, without those set aside."""

    def __init__(self, now: datetime) -> None:
        self.now = now
        self.set_aside = paused_mails(now)

    def claim(self) -> OutgoingMail | None:
        """Claim the email that has been due longest, or return None."""
        while True:
            try:
                return claim_mail(now=self.now, without=self.set_aside)
            except Exception as error:
                first = due_mails(self.now, self.set_aside).values_list("pk", flat=True).first()
                if first is None:
                    raise
                self.set_aside_mail(first, error)

    def finish(self, mail: OutgoingMail, changed: Sequence[str]) -> None:
        """Save the result of sending an email."""
        try:
            save_fields(mail, *changed)
        except Exception as error:
            self.set_aside_mail(mail.pk, error)

    def finish_and_claim(self, mail: OutgoingMail, changed: Sequence[str]) -> OutgoingMail | None:
        """Save the result of sending an email and claim the next one, in one transaction if possible."""
        try:
            return save_and_claim(mail, changed, now=self.now, without=self.set_aside)
        except Exception:
            self.finish(mail, changed)
            return self.claim()

    def set_aside_mail(self, mail_id: int, error: Exception) -> None:
        log.error("mail %s cannot be saved: %s", mail_id, describe_error(error))
        note_attempt(job=JOB, row=mail_id, error=describe_error(error))
        self.set_aside.add(mail_id)


def paused_mails(now: datetime) -> set[int]:
    """Return the IDs of emails set aside until later. Delete the retries of those sent meanwhile."""
    retries = Retry.objects.filter(job=JOB)
    if not (rows := list(retries.values_list("row", "next_attempt_at"))):
        return set()
    waiting = OutgoingMail.objects.filter(pk__in=[row for row, _ in rows], next_try_at__isnull=False)
    still = {str(pk) for pk in waiting.values_list("pk", flat=True)}
    retries.exclude(row__in=still).delete()
    return {int(row) for row, next_attempt_at in rows if row in still and next_attempt_at > now}


def due_mails(now: datetime, without: Collection[int]) -> QuerySet[OutgoingMail]:
    return OutgoingMail.objects.filter(next_try_at__lte=now).exclude(pk__in=without).order_by("next_try_at", "pk")


@in_one_transaction
def claim_mail(*, now: datetime, without: Collection[int] = ()) -> OutgoingMail | None:
    """Claim the email that has been due longest. Other processes skip it until the claim expires."""
    for _ in range(MAX_GIVEN_UP):
        mail = due_mails(now, without).select_for_update(skip_locked=True).first()
        if mail is None:
            break
        if mail.give_up_at > now:
            mail.attempts += 1
            mail.next_try_at = now + CLAIM_DURATION
            mail.save(update_fields=["attempts", "next_try_at"])
            return mail
        save_fields(mail, *give_up(mail, mail.last_problem or "Too late.", reason="too late"))
    return None


@in_one_transaction
def save_and_claim(
    mail: OutgoingMail, changed: Sequence[str], *, now: datetime, without: Collection[int]
) -> OutgoingMail | None:
    """Save a result and claim the next email in one transaction, which halves the waits for locks and the disk."""
    save_fields(mail, *changed)
    return claim_mail(now=now, without=without)


@in_one_transaction
def save_fields(mail: OutgoingMail, *fields: str) -> None:
    """Save in a transaction: outside one, SQLite waits up to a tenth of a second longer for its lock."""
    mail.save(update_fields=fields)


def give_up(mail: OutgoingMail, problem: str, *, reason: str) -> list[str]:
    """Mark an email as given up and return the changed fields. Staff can see it and send it again.

    `problem` may quote the mail server, which names the address: it is in the same row and erased with it. The log gets
    the `reason` alone.
    """
    log.error("mail %s (%s) is given up: %s", mail.public_id, mail.kind, reason)
    mail.next_try_at, mail.last_problem = None, problem
    return ["next_try_at", "last_problem", *erase_secret(mail)]


def erase_secret(mail: OutgoingMail) -> list[str]:
    """Erase the bodies and attachments of an email with a secret link, and return the changed fields."""
    if not mail.is_secret:
        return []
    mail.text = mail.html = ""
    mail.attachments = []
    return ["text", "html", "attachments"]
