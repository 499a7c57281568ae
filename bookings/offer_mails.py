"""Email about seats that are offered to somebody on the waiting list."""

from datetime import datetime
from urllib.parse import urlencode

from django.conf import settings
from django.utils import timezone

from bookings.formatting import format_deadline, format_place, format_seats, format_when
from bookings.models import Entry
from charityshop.mail.outbox import NothingToSend, announce_mail, log_rendering_errors
from charityshop.mail.rendering import MessageContent
from events.datetimes import format_utc


@log_rendering_errors
def seats_offered(entry: Entry, *, until: datetime, now: datetime) -> None:
    """Announce an offer, also for leaving the waiting list by a link. Rendered later, like confirmations of orders.

    It is not sent once the offer has ended: because it was declined, paid, withdrawn or too old, or the date is off.
    """
    user = entry.user
    announce_mail("seats_offered", to=user.email, owner_id=user.pk, about=entry.public_id, useful_for=until - now)


def render_seats_offered(public_id: str) -> MessageContent:
    entry = Entry.objects.select_related("occurrence__event", "user").get(public_id=public_id)
    date, event = entry.occurrence, entry.occurrence.event
    if entry.status != Entry.Status.OFFERED or (entry.offered_until or date.starts_at) <= timezone.now():
        raise NothingToSend("the offer is over.")
    seats = entry.bookings.order_by("pk").values_list("seats", flat=True).last() or entry.seats
    until = format_deadline(entry.offered_until or date.starts_at)
    what = "it" if seats == 1 else "them"
    return MessageContent(
        f"{format_seats(seats)} for you until {until}: book {what} or pass {what} on",
        {
            "user": entry.user,
            "event": event,
            "when": format_when(date.starts_at, date.ends_at),
            "place": format_place(event),
            "seats": format_seats(seats),
            "what": what,
            "book_label": f"Book {what}",
            "until": until,
            "book_url": get_event_url(event.public_id, date.starts_at),
            "leave_url": f"{settings.SITE_URL}/leave-waiting-list#{entry.leave_token}",
        },
    )


def get_event_url(public_id: str, starts_at: datetime) -> str:
    return f"{settings.SITE_URL}/product/{public_id}?{urlencode({'rsvpDate': format_utc(starts_at)})}"
