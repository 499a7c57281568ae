"""Send due messages of a channel: claim them one by one, and write each when it is sent.

A message whose row the database rejects is set aside and retried with increasing pauses (charityshop.db.retries), so
that it doesn't block the others.
"""

import logging
import time
from datetime import datetime, timedelta
from typing import Protocol

from django.db.models import QuerySet
from django.utils import timezone

from charityshop.db.retries import note_attempt
from charityshop.db.transactions import in_one_transaction
from charityshop.models import Retry
from charityshop.observability.errors import describe_error
from outbox.messages import CLAIM_DURATION, NothingToSend
from outbox.models import Outgoing

log = logging.getLogger(__name__)

JOB = "message"
FIRST_PAUSE, MAX_PAUSE = timedelta(minutes=1), timedelta(hours=6)
MAX_ROUND = timedelta(seconds=20)  # so that upkeep's other jobs are not delayed
MAX_GIVEN_UP = 100  # in one transaction
MAX_AHEAD = 3  # tries after which a message lets the others go first, if the channel takes none
RESULT = ("to", "subject", "text", "data", "next_try_at", "sent_at", "last_problem")  # what a try may change


class ChannelBusy(Exception):
    """The channel takes no messages now, whichever it is offered. `problem` is for staff, `reason` for the log."""

    def __init__(self, problem: str, *, reason: str = "", pause: timedelta = FIRST_PAUSE) -> None:
        super().__init__(problem)
        self.reason = reason or problem
        self.pause = pause


class ChannelGone(Exception):
    """The channel takes no messages any more. `address` is its own: another channel may be connected by now."""

    def __init__(self, reason: str, address: str) -> None:
        super().__init__(reason)
        self.address = address


class Sender(Protocol):
    """What sends the messages of one channel in one round."""

    channel: Outgoing.Channel
    most: int
    """How many messages it sends in one round."""

    def send(self, message: Outgoing) -> None:
        """Write and send a message. Raise NothingToSend to drop it, and ChannelBusy or ChannelGone to end the round.

        After any other error, this message is tried again after a pause.
        """

    def close(self) -> None: ...


def send_due(sender: Sender, *, now: datetime) -> int:
    """Send due messages for up to 20 seconds. Return how many were sent. Concurrent runs claim different messages.

    Raise ChannelGone if the channel has to be switched off.
    """
    queue = Queue(sender.channel, now)
    ends = time.monotonic() + MAX_ROUND.total_seconds()
    sent = tried = 0
    message = queue.claim()
    try:
        while message:
            tried += 1
            resumes_at = try_to_send(sender, message, now)
            sent += message.sent_at is not None
            if resumes_at or tried == sender.most or time.monotonic() > ends:
                queue.finish(message)
                if resumes_at:
                    queue.put_off_all(resumes_at)
                break
            message = queue.finish_and_claim(message)
    finally:
        sender.close()
    return sent


def try_to_send(sender: Sender, message: Outgoing, now: datetime) -> datetime | None:
    """Send a message and set its result, which is saved later. Return when a channel that takes none is asked again."""
    try:
        sender.send(message)
    except NothingToSend as reason:
        end(message, problem=f"Not sent: {reason}")
    except ChannelBusy as busy:
        until = max(now, timezone.now()) + busy.pause
        # A message that failed repeatedly goes behind the others, because it may be the reason.
        behind = timedelta(seconds=1 if message.attempts >= MAX_AHEAD else 0)
        put_off(message, until=until + behind, problem=str(busy), reason=busy.reason)
        return until
    except ChannelGone:
        raise
    except Exception as problem:
        until = now + pause_after(message.attempts)
        put_off(message, until=until, problem=quote(problem), reason=describe_error(problem))
    else:
        end(message, sent_at=timezone.now())
    return None


def put_off(message: Outgoing, *, until: datetime, problem: str, reason: str) -> None:
    """Schedule the next try or give up. `problem` is stored, and `reason` is logged."""
    if until >= message.give_up_at:
        give_up(message, problem, reason=reason)
        return
    log.warning("%s is not sent yet: %s", describe(message), reason)
    message.next_try_at, message.last_problem = until, problem


def give_up(message: Outgoing, problem: str, *, reason: str) -> None:
    """Staff can see the message and send it again.

    `problem` may quote the mail server, which names the address: it is in the same row and erased with it. The log gets
    the `reason` alone.
    """
    log.error("%s is given up: %s", describe(message), reason)
    end(message, problem=problem)


def end(message: Outgoing, *, sent_at: datetime | None = None, problem: str = "") -> None:
    """Set that a message was sent or is not to be sent any more. Erase secrets."""
    message.next_try_at, message.last_problem = None, problem
    message.sent_at = sent_at or message.sent_at
    if message.is_secret:
        message.text, message.data = "", {}


def describe(message: Outgoing) -> str:
    return f"{message.channel} {message.public_id} ({message.kind})"


def quote(problem: Exception) -> str:
    """Return the mail server's words, for staff. They stay in the email's row, and are erased with its address."""
    return f"{type(problem).__name__}: {problem}"[:500]


def pause_after(attempts: int) -> timedelta:
    """Return the pause before the next try: one minute, doubling up to six hours."""
    doublings = min(attempts - 1, 20)
    return min(FIRST_PAUSE * float(2**doublings), MAX_PAUSE)


# --- The queue -------------------------------------------------------------------------------------------------------


class Queue:
    """The messages of a channel that are due in one round, without those set aside."""

    def __init__(self, channel: Outgoing.Channel, now: datetime) -> None:
        self.channel = channel
        self.now = now
        self.set_aside = list_paused(now)

    @property
    def due(self) -> "QuerySet[Outgoing]":
        due = Outgoing.objects.filter(channel=self.channel, next_try_at__lte=self.now)
        return due.exclude(pk__in=self.set_aside).order_by("next_try_at", "pk")

    def claim(self) -> Outgoing | None:
        """Claim the message that has been due longest, or return None."""
        while True:
            try:
                return claim(self.due, now=self.now)
            except Exception as error:
                first = self.due.values_list("pk", flat=True).first()
                if first is None:
                    raise
                self.set_aside_message(first, error)

    def finish(self, message: Outgoing) -> None:
        """Save the result of trying to send a message."""
        try:
            save_result(message)
        except Exception as error:
            self.set_aside_message(message.pk, error)

    def finish_and_claim(self, message: Outgoing) -> Outgoing | None:
        """Save the result of trying to send a message and claim the next one, in one transaction if possible."""
        try:
            return save_and_claim(message, self.due, now=self.now)
        except Exception:
            self.finish(message)
            return self.claim()

    def put_off_all(self, until: datetime) -> None:
        """Let all messages of the channel wait that are due before then."""
        waiting = Outgoing.objects.filter(channel=self.channel, next_try_at__lt=until)
        save(waiting.exclude(pk__in=self.set_aside), next_try_at=until)

    def set_aside_message(self, message_id: int, error: Exception) -> None:
        log.error("message %s cannot be saved: %s", message_id, describe_error(error))
        note_attempt(job=JOB, row=message_id, error=describe_error(error))
        self.set_aside.add(message_id)


def list_paused(now: datetime) -> set[int]:
    """Return the IDs of messages set aside until later. Delete the retries of those sent meanwhile."""
    retries = Retry.objects.filter(job=JOB)
    if not (rows := list(retries.values_list("row", "next_attempt_at"))):
        return set()
    waiting = Outgoing.objects.filter(pk__in=[row for row, _ in rows], next_try_at__isnull=False)
    still = {str(pk) for pk in waiting.values_list("pk", flat=True)}
    retries.exclude(row__in=still).delete()
    return {int(row) for row, next_attempt_at in rows if row in still and next_attempt_at > now}


@in_one_transaction
def claim(due: "QuerySet[Outgoing]", *, now: datetime) -> Outgoing | None:
    """Claim the message that has been due longest. Other processes skip it until the claim expires.

    Without its last problem, the stored row is known as one that is being written. The returned message has it.
    """
    for _ in range(MAX_GIVEN_UP):
        message = due.select_for_update(skip_locked=True).first()
        if message is None:
            break
        if message.give_up_at > now:
            message.attempts, message.next_try_at = message.attempts + 1, now + CLAIM_DURATION
            claimed = {"attempts": message.attempts, "next_try_at": message.next_try_at, "last_problem": ""}
            Outgoing.objects.filter(pk=message.pk).update(**claimed)
            return message
        give_up(message, message.last_problem or "Too late.", reason="too late")
        save_result(message)
    return None


@in_one_transaction
def save_and_claim(message: Outgoing, due: "QuerySet[Outgoing]", *, now: datetime) -> Outgoing | None:
    """Save a result and claim the next message in one transaction, which halves the waits for locks and the disk."""
    save_result(message)
    return claim(due, now=now)


def save_result(message: Outgoing) -> None:
    """Save what came of a try, unless the message was erased or dropped meanwhile."""
    waiting = Outgoing.objects.filter(pk=message.pk, next_try_at__isnull=False)
    save(waiting, **{name: getattr(message, name) for name in RESULT})


@in_one_transaction
def save(rows: "QuerySet[Outgoing]", **values: object) -> None:
    """Save in a transaction: outside one, SQLite waits up to a tenth of a second longer for its lock."""
    rows.update(**values)
