"""The links in thank-you emails by which guests say how a date was. They permit one answer, and nothing else."""

from django.conf import settings
from django.utils import timezone

from bookings.services.seat_links import GUEST_RETENTION
from charityshop.exceptions import DeadLink
from charityshop.security.link_tokens import get_public_id, is_valid_link_token, make_link_token
from recaps.models import Recipient

KIND = "recap answer"
GENERATION = 0
YES, NO = "yes", "no"


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
