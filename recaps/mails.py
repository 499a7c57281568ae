"""Thank-you emails, written when they are sent. They have no picture but the logo, which is attached."""

from bookings.mails import get_event_url
from charityshop.branding.shop import current_shop
from charityshop.text import one_printable_line
from events.formatting import format_day, format_seats
from events.models import Occurrence
from notices.mails import get_notice
from notices.models import Notice
from notices.services.send_reminders import get_mail_off_url
from outbox.mail.rendering import MessageContent
from outbox.messages import NothingToSend
from outbox.models import Outgoing
from recaps.models import Recap
from recaps.selectors.details import find_next_date, get_sent_figures
from recaps.selectors.figures import filter_paid_lines
from recaps.selectors.recipients import list_buyers, list_guests
from recaps.sentences import format_opening, format_units
from recaps.services import NO, YES, get_answer_url


def write_recap(mail: Outgoing) -> MessageContent:
    """Write the email to one recipient. Raise NothingToSend if they were refunded since, or want no such emails."""
    notice = get_notice(mail)
    if not is_thanked_still(notice):
        raise NothingToSend("the seats were returned or refunded, or such emails were turned off.")
    date, recap = notice.occurrence, Recap.objects.get(occurrence=notice.occurrence)
    figures = get_sent_figures(recap)
    page = get_event_url(date.event.public_id, date.starts_at)
    context = {
        "first_name": notice.user.first_name,
        "opening": format_opening(date, figures, so_far=recap.is_so_far),
        "units": format_units(figures, has_paid=has_paid(notice)),
        "how_we_count": f"{page}#how-we-count" if figures.received else "",
        "note": recap.note,
        "next": describe_next_date(date),
        "yes": get_answer_url(notice, YES),
        "no": get_answer_url(notice, NO),
        "postal_address": current_shop().row.postal_address,
    }
    subject = f"Thank you for coming to {one_printable_line(date.event.name)}"
    return MessageContent(subject, context, unsubscribe_url=get_mail_off_url(notice.user))


def has_paid(notice: Notice) -> bool:
    lines = filter_paid_lines(notice.occurrence)
    return notice.booking is not None and lines.filter(booking__user=notice.booking.user).exists()


def is_thanked_still(notice: Notice) -> bool:
    """A buyer may have several bookings, of which the row has the first."""
    date = notice.occurrence
    people = list_buyers(date) if notice.booking else list_guests(date)
    return notice.user in (each.user for each in people)


def describe_next_date(date: Occurrence) -> dict[str, str] | None:
    found = find_next_date(date)
    if found is None:
        return None
    left = f"{format_seats(found.left)} left" if found.is_open else "sold out, with a waiting list"
    start = found.occurrence.starts_at
    return {"text": f"{format_day(start)}, {left}", "url": get_event_url(date.event.public_id, start)}
