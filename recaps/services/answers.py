"""Store what guests thought of a date, without their names, and erase it later."""

from django.utils import timezone

from bookings.services.seat_links import GUEST_RETENTION
from charityshop.db.transactions import in_one_transaction, lock_rows
from charityshop.exceptions import DomainError
from recaps.answer_links import find_recipient
from recaps.models import Answer, Recap, Recipient


class AlreadyAnswered(DomainError):
    code = "already_answered"

    def __init__(self) -> None:
        super().__init__("You have answered already. Thank you!")


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
