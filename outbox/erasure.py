"""Erase messages: old ones, and those of deleted accounts."""

from datetime import timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from charityshop.erasure import DELETED
from outbox.models import Outgoing

ERASED = Q(subject=DELETED)  # messages of deleted accounts
MESSAGE_RETENTION = timedelta(days=90)  # long enough to answer "I never got it"


def messages_of(owner_id: int) -> QuerySet[Outgoing]:
    """Return an account's messages, including those to former addresses."""
    return Outgoing.objects.filter(owner_id=owner_id)


def erase_messages(owner_id: int, placeholder: str) -> None:
    """Erase the contents of an account's messages, and cancel those not sent yet."""
    messages_of(owner_id).update(
        to=placeholder,
        about="",
        data={},
        subject=DELETED,
        text="",
        next_try_at=None,
        last_problem="",
    )


def delete_old_messages() -> int:
    """Delete messages that were sent or given up more than 90 days ago. Return how many."""
    over = Outgoing.objects.filter(next_try_at=None, created_at__lt=timezone.now() - MESSAGE_RETENTION)
    return over.delete()[0]
