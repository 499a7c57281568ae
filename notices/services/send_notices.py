"""Store who gets an email about a date, each with its email, which is written when it is sent."""

from collections.abc import Iterable
from datetime import timedelta

from notices.models import Notice
from outbox.mail.posting import log_posting_errors, post_mail

Kind = Notice.Kind
MAILS = {  # to buyers and others with an account, and to guests
    Kind.MESSAGE: ("date_message", "guest_message"),
    Kind.REMINDER: ("reminder", "guest_reminder"),
    Kind.RECAP: ("recap", "guest_recap"),
}
SECRET = ("guest_message", "guest_reminder")  # they have the link to the guest's ticket


def send_notices(notices: Iterable[Notice], *, useful_for: timedelta) -> None:
    """Store these notices and their emails. Call it with the date locked."""
    for notice in Notice.objects.bulk_create(notices):
        post_notice(notice, useful_for)


@log_posting_errors
def post_notice(notice: Notice, useful_for: timedelta) -> None:
    """Those to guests are erased with the guests."""
    to_account, to_guest = MAILS[Kind(notice.kind)]
    kind, owner_id = (to_guest, None) if notice.seat_link else (to_account, notice.user.pk)
    post_mail(
        kind,
        to=notice.user.email,
        owner_id=owner_id,
        about=notice.public_id,
        is_secret=kind in SECRET,
        useful_for=useful_for,
    )
