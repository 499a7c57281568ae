"""The queue of due mails: claim them one by one, and get past a mail that cannot be written.

A mail that the database refuses to write is set aside and tried again after growing pauses (charityshop.db.retries), so
that the others go out.
"""

import logging
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from django.db.models import QuerySet

from charityshop.db.retries import note_attempt
from charityshop.db.transactions import in_one_transaction
from charityshop.models import OutgoingMail, Retry

log = logging.getLogger(__name__)

JOB = "mail"
CLAIMED_FOR = timedelta(minutes=10)  # longer than the slowest talk with a mail server; after a crash it is tried again
MAX_GIVEN_UP = 100  # in one transaction


class MailQueue:
    """The mails that are due in one round, without those that are set aside."""

    def __init__(self, now: datetime) -> None:
        self.now = now
        self.set_aside = paused_mails(now)

    def claim(self) -> OutgoingMail | None:
        """Claim the mail that waits longest."""
        while True:
            try:
                return claim_mail(now=self.now, without=self.set_aside)
            except Exception as error:
                first = due_mails(self.now, self.set_aside).values_list("pk", flat=True).first()
                if first is None:
                    raise
                self.give_way(first, error)

    def finish(self, mail: OutgoingMail, changed: Sequence[str]) -> None:
        """Write down how a mail went."""
        try:
            write_down(mail, *changed)
        except Exception as error:
            self.give_way(mail.pk, error)

    def finish_and_claim(self, mail: OutgoingMail, changed: Sequence[str]) -> OutgoingMail | None:
        """Write down how a mail went and claim the next one, in one transaction if both can be written."""
        try:
            return write_down_and_claim(mail, changed, now=self.now, without=self.set_aside)
        except Exception:
            self.finish(mail, changed)
            return self.claim()

    def give_way(self, mail_id: int, error: Exception) -> None:
        log.error("mail %s cannot be written: %s", mail_id, error)
        note_attempt(job=JOB, row=mail_id, error=f"{type(error).__name__}: {error}")
        self.set_aside.add(mail_id)


def paused_mails(now: datetime) -> set[int]:
    """The mails that could not be written and whose next attempt is later. Forgets those that went out since."""
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
    """The mail that waits longest, out of everybody else's reach until it is sent or its claim runs out."""
    for _ in range(MAX_GIVEN_UP):
        mail = due_mails(now, without).select_for_update(skip_locked=True).first()
        if mail is None:
            break
        if mail.give_up_at > now:
            mail.attempts += 1
            mail.next_try_at = now + CLAIMED_FOR
            mail.save(update_fields=["attempts", "next_try_at"])
            return mail
        write_down(mail, *give_up(mail, mail.last_problem or "Too late."))
    return None


@in_one_transaction
def write_down_and_claim(
    mail: OutgoingMail, changed: Sequence[str], *, now: datetime, without: Collection[int]
) -> OutgoingMail | None:
    """How a mail went, and the next one: a transaction each would wait twice for SQLite's file and for the disk."""
    write_down(mail, *changed)
    return claim_mail(now=now, without=without)


@in_one_transaction
def write_down(mail: OutgoingMail, *fields: str) -> None:
    """In a transaction, because SQLite by itself would wait for its file up to a tenth of a second longer."""
    mail.save(update_fields=fields)


def give_up(mail: OutgoingMail, problem: str) -> list[str]:
    """It stays in the outbox, for staff to see and to send again. The fields that say so."""
    log.error("mail %s (%s) is given up: %s", mail.public_id, mail.kind, problem)
    mail.next_try_at, mail.last_problem = None, problem
    return ["next_try_at", "last_problem", *forget_secret(mail)]


def forget_secret(mail: OutgoingMail) -> list[str]:
    """The fields that were emptied, for the statement that writes them down."""
    if not mail.is_secret:
        return []
    mail.text = mail.html = ""
    return ["text", "html"]
