"""Let staff add a note to a thank-you email before it goes out, or stop it."""

from django.utils import timezone

from accounts.models import User
from bookings.services.seats import lock_dates
from charityshop import audit
from charityshop.db.transactions import in_one_transaction
from charityshop.exceptions import DomainError
from recaps.models import Recap


class RecapSent(DomainError):
    code = "sent"
    message = "This email went out already, so it can't be changed."


@in_one_transaction
def change_draft(*, date_id: int, note: str, is_stopped: bool, by: User) -> None:
    """Replace the note, and stop the email or let it go out after all. Raise RecapSent once it went out."""
    lock_dates([date_id])
    recap, _ = Recap.objects.get_or_create(occurrence_id=date_id)
    if recap.sent_at is not None:
        raise RecapSent
    before = {"text": recap.note, "stopped": recap.stopped_at is not None}
    if is_stopped != before["stopped"]:
        recap.stopped_at = timezone.now() if is_stopped else None
    recap.note = note
    recap.save()
    audit.record("thank-you email changed", recap, by=by, before=before, after={"text": note, "stopped": is_stopped})
