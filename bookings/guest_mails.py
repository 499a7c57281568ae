"""Emails about seats that buyers give away: to the buyers, and to guests who gave an email address.

Those with a ticket's link are secret: they are never shown to staff, and erased once sent. Guests have no account.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.conf import settings
from django.utils import timezone

from bookings.ical.file import Entry, calendar_attachments, raise_calendar_sequence
from bookings.models import Booking, Pass, SeatLink
from bookings.new_times import (
    Former,
    describe_move,
    format_former,
    format_news,
    is_still_at,
    parse_former,
    set_new_time,
)
from bookings.pass_texts import build_code_images, format_code_change, format_passes
from bookings.selectors.seat_links import get_guest_pass
from charityshop.text import has_link, one_printable_line
from events.formatting import describe_event, format_day, format_place, format_seats_of, format_when
from events.models import Occurrence, join_date
from outbox.mail.posting import log_posting_errors, post_mail
from outbox.mail.rendering import Attachment, MessageContent
from outbox.messages import NothingToSend, list_waiting
from outbox.models import Outgoing

KINDS = (
    "seat_claimed",
    "seat_given_back",
    "guest_ticket",
    "guest_new_time",
    "guest_calendar_corrected",
    "guest_seat_gone",
    "guest_reminder",
    "guest_message",
    "guest_recap",
)


# --- To the buyer ----------------------------------------------------------------------------------------------------


@log_posting_errors
def seat_claimed(link: SeatLink) -> None:
    """Tell the buyer that a guest has a seat, unless they give it back before the email is sent."""
    buyer = link.booking.user
    if not buyer.is_deleted:
        post_mail("seat_claimed", to=buyer.email, owner_id=buyer.pk, about=link.public_id)


def write_seat_claimed(mail: Outgoing) -> MessageContent:
    link = get_claimed_link(mail.about)
    guest = format_guest(link)
    context = describe_guest(link.booking, guest) | {"code_change": format_code_change(link.booking)}
    return MessageContent(f"{guest} has one of your seats", context)


@log_posting_errors
def seat_given_back(link: SeatLink) -> None:
    """Call it before the guest is erased."""
    buyer = link.booking.user
    if not buyer.is_deleted:
        data = {"guest": format_guest(link)}
        post_mail("seat_given_back", to=buyer.email, owner_id=buyer.pk, about=link.public_id, data=data)


def write_seat_given_back(mail: Outgoing) -> MessageContent:
    """Raise NothingToSend if the buyer can't use the seat any more either."""
    booking, guest = get_link(mail.about).booking, mail.data["guest"]
    refuse_over(booking.occurrence)
    if booking.status != Booking.Status.CONFIRMED or not booking.live_seats:
        raise NothingToSend("the seats were returned.")
    return MessageContent(f"{guest} gave your seat back", describe_guest(booking, guest))


def describe_guest(booking: Booking, guest: str) -> dict[str, object]:
    buyer = booking.user
    return {
        "first_name": buyer.first_name,
        "guest": guest,
        "orders_url": f"{settings.SITE_URL}/user/{buyer.public_id}/",
        **describe_date(booking.occurrence),
    }


def format_guest(link: SeatLink) -> str:
    """Return the guest's name, unless email clients would turn it into a link."""
    return "Your friend" if has_link(link.first_name) else link.first_name


# --- To guests -------------------------------------------------------------------------------------------------------


@log_posting_errors
def guest_ticket(link: SeatLink, *, is_back: bool = False) -> None:
    """Email a guest their ticket, unless they give the seat back before it is sent.

    `is_back`: they know that the date is canceled, and it takes place after all.
    """
    if link.email:
        data = {"is_back": is_back}
        post_mail("guest_ticket", to=link.email, owner_id=None, about=link.public_id, data=data, is_secret=True)


def write_guest_ticket(mail: Outgoing) -> MessageContent:
    link = get_claimed_link(mail.about)
    date, passes = link.booking.occurrence, list_passes(link)
    return MessageContent(
        f"Your seat for {one_printable_line(date.event.name)} on {format_day(date.starts_at)}",
        describe_seat(link, passes),
        [*build_guest_calendar(link, timezone.now()), *build_code_images(passes)],
    )


def get_claimed_link(public_id: str) -> SeatLink:
    """Return the link of a seat. Raise NothingToSend if the guest no longer has it, or its date doesn't take place."""
    link = get_link(public_id)
    if link.state != SeatLink.State.CLAIMED:
        raise NothingToSend("the seat was given back.")
    refuse_over(link.booking.occurrence)
    return link


def get_link(public_id: str) -> SeatLink:
    links = SeatLink.objects.select_related(*join_date("booking__occurrence__"), "booking__user")
    return links.get(public_id=public_id)


def refuse_over(date: Occurrence) -> None:
    if not date.takes_place or date.ends_at <= timezone.now():
        raise NothingToSend("the date was canceled or is over.")


def write_new_time(mail: Outgoing) -> MessageContent:
    """Raise NothingToSend if the guest no longer has the seat, or its date isn't at this new time any more."""
    link, now = get_claimed_link(mail.about), timezone.now()
    date, passes = link.booking.occurrence, list_passes(link)
    if not is_still_at(date, mail.data, now):
        raise NothingToSend("the date was changed again.")
    was = parse_former(mail.data, date)
    news = format_news([(was, date)])
    return MessageContent(
        f"{'Calendar entry' if mail.kind == 'guest_calendar_corrected' else f'New {news}'}: "
        f"{one_printable_line(date.event.name)}",
        describe_seat(link, passes) | {"was": format_former(was, date), "news": news, "reason": mail.data["reason"]},
        [*build_guest_calendar(link, now), *build_code_images(passes)],
    )


@log_posting_errors
def seat_withdrawn(link: SeatLink) -> None:
    """Tell a guest that the organizer took the seat back. Call it before the guest is erased."""
    subject = f"Your seat for {one_printable_line(link.booking.occurrence.event.name)} was taken back"
    post_seat_gone(link, subject)


@log_posting_errors
def seat_returned(link: SeatLink) -> None:
    """Confirm to a guest that they gave their seat back. Call it before the guest is erased."""
    subject = f"You gave back your seat for {one_printable_line(link.booking.occurrence.event.name)}"
    post_seat_gone(link, subject, is_given_back=True)


def dates_moved(was: Mapping[int, Former], reason: str = "", kind: str = "guest_new_time") -> None:
    """Tell guests the new times of these dates. `was` maps occurrence IDs to the former times."""
    for link in list_guests(booking__occurrence__in=was):
        new_time(link, was[link.booking.occurrence_id], reason, kind)


def booking_moved(booking: Booking, *, was: Former) -> None:
    """Tell the guests of a booking that it moved to another date."""
    for link in list_guests(booking=booking):
        new_time(link, was)


@log_posting_errors
def new_time(link: SeatLink, was: Former, reason: str = "", kind: str = "guest_new_time") -> None:
    """Tell a guest the new time. An email that waits says it instead."""
    raise_calendar_sequence(link)
    if find_back_tickets(link):
        return
    data = describe_move(link.booking.occurrence, was, reason)
    waiting = list_waiting(Outgoing.Channel.MAIL, "guest_new_time", link.public_id)
    for mail in waiting:
        set_new_time(mail.data, data)
        mail.save(update_fields=["data"])
    if not waiting:
        post_mail(kind, to=link.email, owner_id=None, about=link.public_id, data=data, is_secret=True)


def date_canceled(date: Occurrence, *, reason: str) -> None:
    """Tell the guests of a canceled date. Call it before its bookings are canceled."""
    for link in list_guests(booking__occurrence=date):
        seat_canceled(link, date, reason)


@log_posting_errors
def seat_canceled(link: SeatLink, date: Occurrence, reason: str) -> None:
    """Tell a guest that the date is canceled, unless they know: the email that it takes place again waits."""
    if back := find_back_tickets(link):
        delete(back)
        return
    moved = list_waiting(Outgoing.Channel.MAIL, "guest_new_time", link.public_id)
    subject = f"Canceled: {one_printable_line(date.event.name)} on {format_day(date.starts_at)}"
    post_seat_gone(link, subject, is_canceled=True, reason=reason, moved=moved[0].data if moved else None)
    delete(moved)


def date_back(date: Occurrence) -> None:
    """Send the guests of a canceled date that takes place again their tickets, if they have heard that it doesn't.

    Those who have not heard of an earlier move either are told of that.
    """
    for link in list_guests(booking__occurrence=date):
        if unsent := list_waiting(Outgoing.Channel.MAIL, "guest_seat_gone", link.public_id):
            delete(unsent)
            if moved := unsent[0].data["context"].get("moved"):
                new_time(link, parse_former(moved, date), moved["reason"])
        else:
            raise_calendar_sequence(link)
            guest_ticket(link, is_back=True)


def find_back_tickets(link: SeatLink) -> list[Outgoing]:
    """Return the emails that wait to say that a canceled date takes place again."""
    waiting = list_waiting(Outgoing.Channel.MAIL, "guest_ticket", link.public_id)
    return [mail for mail in waiting if mail.data.get("is_back")]


def delete(mails: Sequence[Outgoing]) -> None:
    Outgoing.objects.filter(pk__in=[mail.pk for mail in mails]).delete()


def list_guests(**bookings: object) -> list[SeatLink]:
    """Return the claimed seats of sold bookings whose guests have an email address."""
    rows = SeatLink.objects.filter(**bookings, booking__status=Booking.Status.CONFIRMED, state=SeatLink.State.CLAIMED)
    return list(rows.exclude(email="").select_related("booking__occurrence__event").order_by("pk"))


def post_seat_gone(link: SeatLink, subject: str, **more: object) -> None:
    """Tell a guest who gave an address about the end of their seat, with the end of its calendar entry."""
    if link.email:
        raise_calendar_sequence(link)
        calendar = build_guest_calendar(link, timezone.now(), is_canceled=True)
        context = {"first_name": link.first_name, **describe_date(link.booking.occurrence), **more}
        post_mail(
            "guest_seat_gone",
            to=link.email,
            owner_id=None,
            about=link.public_id,
            subject=subject,
            context=context,
            attachments=calendar,
        )


def write_seat_gone(mail: Outgoing) -> MessageContent:
    """Raise NothingToSend if the guest has the seat again: it was moved to another date, or its date was restored."""
    link = get_link(mail.about)
    if link.state == SeatLink.State.CLAIMED and link.booking.occurrence.takes_place:
        raise NothingToSend("the date takes place again, or the seat was moved to another one.")
    return MessageContent.from_data(mail.data)


def describe_seat(link: SeatLink, passes: Sequence[Pass]) -> dict[str, object]:
    return {
        "first_name": link.first_name,
        "ticket_url": link.ticket_url,
        "passes": format_passes(passes),
        **describe_date(link.booking.occurrence),
    }


def list_passes(link: SeatLink) -> list[Pass]:
    """Return the guest's pass."""
    return [ticket] if (ticket := get_guest_pass(link)) else []


def build_guest_calendar(link: SeatLink, now: datetime, *, is_canceled: bool = False) -> list[Attachment]:
    """Return the invitation for a guest's seat. It has the event's page instead of the ticket: calendars are shared."""
    date = link.booking.occurrence
    entry = Entry(
        uid=link.public_id,
        name=date.event.name,
        starts_at=date.starts_at,
        ends_at=date.ends_at,
        place=date.venue.text,
        description=format_seats_of(date.event, 1),
        url=f"{settings.SITE_URL}/product/{date.event.public_id}",
        sequence=link.calendar_sequence,
    )
    booked, canceled = ((), [entry]) if is_canceled else ([entry], ())
    return calendar_attachments(booked, canceled, attendee=link.email, stamp=now)


def describe_date(date: Occurrence) -> dict[str, object]:
    return {
        "event": describe_event(date.event),
        "when": format_when(date.starts_at, date.ends_at),
        "place": format_place(date.venue),
    }
