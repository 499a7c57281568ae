"""The links in reminders that turn them off, for buyers and for guests without an account, without signing in."""

from django.conf import settings

from accounts.models import User
from bookings.models import SeatLink
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import DeadLink
from charityshop.security.link_tokens import get_public_id, is_valid_link_token, make_link_token

Recipient = User | SeatLink
KIND = "mail off"
GENERATION = 0  # the links of all reminders stay valid: they give access to nothing


def get_mail_off_url(recipient: Recipient) -> str:
    return f"{settings.SITE_URL}/mail-off/{make_link_token(KIND, recipient.public_id, GENERATION)}"


def find_recipient(token: str) -> Recipient:
    """Return the user or guest whose reminders this token turns off. Raise DeadLink."""
    if not is_valid_link_token(token, KIND, GENERATION):
        raise DeadLink
    public_id = get_public_id(token)
    user = User.objects.filter(public_id=public_id).first()
    recipient = user or SeatLink.objects.filter(public_id=public_id, state=SeatLink.State.CLAIMED).first()
    if recipient is None:
        raise DeadLink
    return recipient


@in_one_transaction
def turn_off_reminders(*, token: str) -> Recipient:
    """Turn the reminders of the token's user or guest off, and return whose. Raise DeadLink."""
    recipient = find_recipient(token)
    recipient.reminders = False
    recipient.save(update_fields=["reminders"])
    return recipient
