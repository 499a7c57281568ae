"""The email to a place about a date there: how many come, and never who. It is written when it is sent."""

from typing import Any

from django.utils import timezone

from bookings.models import Pass
from bookings.selectors.questions import get_answers
from charityshop.branding.shop import current_shop
from charityshop.text import one_printable_line
from events.formatting import format_day, format_place, format_seats_are, format_what_to_bring, format_when
from events.models import Occurrence, join_date
from notices.selectors.recipients import count_coming
from notices.services.send_place_emails import KIND, Evening, may_come
from outbox.mail.rendering import MessageContent
from outbox.messages import NothingToSend
from outbox.models import Outgoing

FEWEST = 3  # guests of whom a sum is told: fewer could be recognized


def write_evening(mail: Outgoing) -> MessageContent:
    """Say what is true of the date now. Raise NothingToSend if the email is too late, or another one says more."""
    now, told = timezone.now(), Evening.from_mail(mail)
    date = Occurrence.objects.select_related(*join_date()).filter(pk=mail.about).first()
    if date is None:
        raise NothingToSend("the date was deleted.")
    if told.starts_at <= now:
        raise NothingToSend("the date was to start by now.")
    if not told.is_ours:
        raise NothingToSend("the place has another address by now, or none.")
    others = Outgoing.objects.filter(kind=KIND, about=mail.about, to=mail.to)
    setting = (date.venue.pk, date.starts_at, date.ends_at)
    is_there = may_come(date) and setting == (told.place, told.starts_at, told.ends_at)
    if others.filter(pk__gt=mail.pk).exists() or is_there != told.is_on:
        raise NothingToSend("the date has changed since, of which another email tells.")
    before = others.filter(pk__lt=mail.pk, sent_at__isnull=False).order_by("pk").last()
    change = describe_change(date, told, Evening.from_mail(before) if before else None)
    name = f"{one_printable_line(date.event.name)} on {format_day(told.starts_at)}"
    context = {
        "first_name": "",
        "heading": name,
        "change": change,
        "when": format_when(told.starts_at, told.ends_at),
        "place": format_place(date.venue) if told.is_on else "",
        "club": current_shop().name,
        **(describe_guests(date) if told.is_on else {"coming": "", "ages": "", "answers": []}),
    }
    return MessageContent(f"Changed: {name}" if change else name, context)


def describe_guests(date: Occurrence) -> dict[str, Any]:
    tickets = list(Pass.objects.live().filter(booking__occurrence=date))
    answers = get_answers(date.event, tickets).describe((ticket.pk for ticket in tickets), fewest=FEWEST)
    return {
        "coming": f"{count_coming(date)} of {format_seats_are(date.capacity)} taken",
        "ages": format_what_to_bring(date.event),
        "answers": answers,
    }


def describe_change(date: Occurrence, told: Evening, before: Evening | None) -> str:
    """Say what is otherwise than the address was told, or return "" if it was told nothing."""
    if not told.is_on:
        return describe_end(date, told)
    if before is None:
        return ""
    if (before.starts_at, before.ends_at) != (told.starts_at, told.ends_at):
        return f"This has a new time. It was to be {format_when(before.starts_at, before.ends_at)}."
    return "This takes place after all." if not before.is_on else "This is at another place of yours now."


def describe_end(date: Occurrence, told: Evening) -> str:
    if not date.takes_place:
        return "This is canceled. Nobody comes."
    if date.venue.pk != told.place:
        return "This is at another place now. Nobody comes to yours."
    if date.starts_at != told.starts_at:
        return f"This has moved to {format_when(date.starts_at, date.ends_at)}. We write again the day before."
    return "This is no longer announced, and nobody has booked it. Nobody comes."
