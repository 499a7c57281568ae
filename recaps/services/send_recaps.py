"""Thank the guests of past dates by email, the morning after, and post what was raised to the club's channel.

Each recipient is a row, stored in the same transaction as their email: upkeep may run late, twice or several times at
once. What the date raised is stored with it, so that all emails say the same, whatever is refunded later.
"""

from datetime import datetime, timedelta
from functools import partial

from bookings.services.seats import lock_dates
from charityshop.db.retries import run_each
from charityshop.db.transactions import in_one_transaction, lock_rows
from charityshop.discord.posting import announce_post
from charityshop.mail.outbox import announce_mail
from charityshop.models import ShopSettings
from recaps.models import Recipient
from recaps.selectors.drafts import get_draft, list_dates_to_thank
from recaps.selectors.figures import get_figures
from recaps.selectors.recipients import list_recipients

JOB = "recap"
USEFUL_FOR = timedelta(days=3)


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
    recap.raised, recap.buyers = figures.raised, figures.buyers
    recipients = list_recipients(date, now)
    recap.save()
    for recipient in recipients:
        recipient.recap = recap
    Recipient.objects.bulk_create(recipients)
    for recipient in recipients:
        announce_recap(recipient)
    announce_post("recap", str(recap.pk))
    return len(recipients)


def announce_recap(recipient: Recipient) -> None:
    """Announce the email to one recipient. Those to guests are erased with the guests."""
    booking = recipient.booking
    announce_mail(
        "recap" if booking else "guest_recap",
        to=recipient.user.email,
        owner_id=booking.user_id if booking else None,
        about=recipient.public_id,
        useful_for=USEFUL_FOR,
    )
