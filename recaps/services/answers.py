"""The links in thank-you emails by which guests say how a date was, and their answers, without their names.

A link permits one answer, and nothing else.
"""

from django.conf import settings
from django.utils import timezone

from bookings.services.seat_links import GUEST_RETENTION
from charityshop.db.transactions import in_one_transaction, lock_rows
from charityshop.exceptions import DeadLink, DomainError
from charityshop.security.link_tokens import get_public_id, is_valid_link_token, make_link_token
from recaps.models import Answer, Recap, Recipient

KIND = "recap answer"
GENERATION = 0
YES, NO = "yes", "no"


class AlreadyAnswered(DomainError):
    code = "already_answered"
    message = "You have answered already. Thank you!"


def make_answer_token(recipient: Recipient) -> str:
    return make_link_token(KIND, recipient.public_id, GENERATION)


def get_answer_url(recipient: Recipient, answer: str) -> str:
    return f"{settings.SITE_URL}/thanks/{make_answer_token(recipient)}?answer={answer}"


def find_recipient(token: str) -> Recipient:
    """Return whose answer this token permits, for 30 days after the date. Raise DeadLink."""
    recipients = Recipient.objects.select_related("recap__occurrence__event")
    found = recipients.filter(public_id=get_public_id(token)).first() if is_token(token) else None
    if found is None or found.recap.occurrence.ends_at + GUEST_RETENTION <= timezone.now():
        raise DeadLink
    return found


def is_token(token: str) -> bool:
    return is_valid_link_token(token, KIND, GENERATION)


@in_one_transaction
def store_answer(*, token: str, is_good: bool, text: str) -> Recap:
    """Store the one answer that a token permits. Raise DeadLink or AlreadyAnswered."""
    lock_rows(Recipient.objects.filter(pk=find_recipient(token).pk))
    recipient = find_recipient(token)
    if recipient.has_answered:
        raise AlreadyAnswered
    recipient.has_answered = True
    recipient.save(update_fields=["has_answered"])
    Answer.objects.create(recap=recipient.recap, is_good=is_good, text=text)
    return recipient.recap


def erase_answers() -> int:
    """Erase the texts of answers 30 days after the date, because they may name somebody. How many said yes stays."""
    over = Answer.objects.filter(recap__occurrence__ends_at__lt=timezone.now() - GUEST_RETENTION)
    return over.exclude(text="").update(text="")
