"""Thank the guests of past dates by email, and store what staff and guests say about them.

Each recipient is a row, stored in the same transaction as their email: upkeep may run late, twice or several times at
once. What was received for the date is stored with it, so that all emails say the same, whatever is refunded later. A
link in the email permits one answer, which is stored without a name.
"""

from datetime import datetime, timedelta
from functools import partial

from django.conf import settings
from django.utils import timezone

from accounts.models import User
from bookings.services.seat_links import GUEST_RETENTION
from bookings.services.seats import lock_dates
from charityshop import audit
from charityshop.api.seen import Seen, refuse_unseen
from charityshop.db.retries import run_each
from charityshop.db.transactions import in_one_transaction, lock_rows
from charityshop.exceptions import DeadLink, DomainError
from charityshop.models import ShopSettings
from charityshop.security.link_tokens import get_public_id, is_valid_link_token, make_link_token
from notices.models import Notice
from notices.services.send_notices import send_notices
from outbox.discord.posting import announce_post
from recaps.models import Answer, Recap
from recaps.selectors.drafts import get_draft, list_dates_to_thank
from recaps.selectors.figures import get_figures
from recaps.selectors.recipients import list_recipients

JOB = "recap"
USEFUL_FOR = timedelta(days=3)
KIND = "recap answer"  # of links
GENERATION = 0
YES, NO = "yes", "no"


@in_one_transaction
def change_draft(
    *, date_id: int, note: str | None = None, is_stopped: bool | None = None, seen: Seen | None = None, by: User
) -> None:
    """Replace the note, or stop the email or let it go out after all. Raise Changed, and DomainError once it went out.

    What is None keeps its value.
    """
    lock_dates([date_id])
    recap, _ = Recap.objects.get_or_create(occurrence_id=date_id)
    if recap.sent_at is not None:
        raise DomainError("This email went out already, so it can't be changed.", code="sent")
    refuse_unseen(recap, seen)
    before = {"text": recap.note, "stopped": recap.stopped_at is not None}
    if is_stopped not in (None, before["stopped"]):
        recap.stopped_at = timezone.now() if is_stopped else None
    recap.note = recap.note if note is None else note
    recap.save()
    after = {"text": recap.note, "stopped": recap.stopped_at is not None}
    audit.record("thank-you email changed", recap, by=by, before=before, after=after)


def send_recaps(*, now: datetime) -> int:
    """Write the thank-you emails that are due. Return how many."""
    due = [date.pk for date in list_dates_to_thank(now) if get_draft(date).is_due(now)]
    return sum(run_each(JOB, due, partial(send_recap, now=now)))


@in_one_transaction
def send_recap(date_id: int, *, now: datetime) -> int:
    """Write the emails of a date. Return how many: none if another process has done so, or staff have stopped them.

    The shop settings, which have the postal address, are locked first: so one date is handled after the other, and
    nobody gets two emails within a week.
    """
    lock_rows(ShopSettings.objects.all())
    lock_dates([date_id])
    date = list_dates_to_thank(now).filter(pk=date_id).first()
    if date is None or not (draft := get_draft(date)).is_due(now):
        return 0
    recap, figures = draft.recap, get_figures(date)
    recap.sent_at, recap.is_so_far = now, bool(draft.open_points)
    recap.received, recap.buyers = figures.received, figures.buyers
    recipients = list_recipients(date, now)
    recap.save()
    send_notices(recipients, useful_for=USEFUL_FOR)
    announce_post("recap", str(recap.pk))
    return len(recipients)


class AlreadyAnswered(DomainError):
    code = "already_answered"
    message = "You have answered already. Thank you!"


def make_answer_token(notice: Notice) -> str:
    return make_link_token(KIND, notice.public_id, GENERATION)


def get_answer_url(notice: Notice, answer: str) -> str:
    return f"{settings.SITE_URL}/thanks/{make_answer_token(notice)}?answer={answer}"


def find_thanks(token: str) -> Notice:
    """Return whose answer this token permits, for 30 days after the date. Raise DeadLink."""
    thanked = Notice.objects.filter(kind=Notice.Kind.RECAP).select_related("occurrence__event")
    is_token = is_valid_link_token(token, KIND, GENERATION)
    found = thanked.filter(public_id=get_public_id(token)).first() if is_token else None
    if found is None or found.occurrence.ends_at + GUEST_RETENTION <= timezone.now():
        raise DeadLink
    return found


@in_one_transaction
def store_answer(*, token: str, is_good: bool, text: str) -> Recap:
    """Store the one answer that a token permits. Raise DeadLink or AlreadyAnswered."""
    lock_rows(Notice.objects.filter(pk=find_thanks(token).pk))
    notice = find_thanks(token)
    if notice.has_answered:
        raise AlreadyAnswered
    notice.has_answered = True
    notice.save(update_fields=["has_answered"])
    recap = Recap.objects.get(occurrence=notice.occurrence)
    Answer.objects.create(recap=recap, is_good=is_good, text=text)
    return recap


def erase_answers() -> int:
    """Erase the texts of answers 30 days after the date, because they may name somebody. How many said yes stays."""
    over = Answer.objects.filter(recap__occurrence__ends_at__lt=timezone.now() - GUEST_RETENTION)
    return over.exclude(text="").update(text="")
