"""Emails to buyers about dates that staff moved or canceled, and about seats that the waiting list offers."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.conf import settings
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from bookings import guest_mails
from bookings.ical.file import Entry as CalendarEntry
from bookings.ical.file import calendar_attachments, raise_calendar_sequence
from bookings.models import Booking, WaitingEntry, is_open
from bookings.new_times import (
    Former,
    describe_former_time,
    describe_move,
    format_former,
    format_news,
    is_moved,
    is_still_at,
    merge_new_time,
    parse_former,
    set_new_time,
)
from charityshop.text import one_printable_line
from events.datetimes import format_utc
from events.formatting import (
    describe_event,
    format_day,
    format_deadline,
    format_place,
    format_seats,
    format_seats_of,
    format_when,
)
from events.models import Event, Occurrence, Setting, join_date
from events.recurrence import Span
from outbox.mail.posting import log_posting_errors, post_mail
from outbox.mail.rendering import Attachment, MessageContent
from outbox.messages import NothingToSend, list_waiting
from outbox.models import Outgoing

CONFIRMED = Booking.Status.CONFIRMED


@dataclass(frozen=True, slots=True)
class ChangedDate:
    """The texts of one changed booking in an email."""

    was: str
    now: str
    seats: str
    place: str
    reason: str  # empty: staff gave none


class CancelNotes(NamedTuple):
    """What becomes of what a buyer paid for seats of a canceled date, and of gifts. Empty: there is nothing to say."""

    money: str = ""
    gift: str = ""


@log_posting_errors
def dates_moved(was: Mapping[int, Span], *, untold: Collection[int], now: datetime) -> None:
    """Email each buyer once about all their moved dates, and their guests. Call it after the dates were moved.

    `was` maps the dates to their former times. Buyers of `untold` bookings get an email about an earlier move, which
    says the new time, too.
    """
    guest_mails.dates_moved(was)
    for user, bookings in group_by_user(was.keys(), now):
        if told := [(booking, was[booking.occurrence_id]) for booking in bookings if booking.pk not in untold]:
            post_dates_moved(user, told)


@log_posting_errors
def date_of_booking_moved(booking: Booking, *, was: Setting, reason: str) -> None:
    """Email the buyer of a date that moved, whose seats are theirs as it is now. Call it with the date locked."""
    if not booking.user.is_deleted:
        post_dates_moved(booking.user, [(booking, was)], reason)


@log_posting_errors
def calendars_corrected(was: Mapping[int, Span], *, now: datetime) -> None:
    """Email buyers and guests of dates that stay at the time that they know, at which clocks have another offset.

    `was` maps the dates to their former times. Without the email, calendars would show another hour.
    """
    guest_mails.dates_moved(was, kind="guest_calendar_corrected")
    for user, bookings in group_by_user(was.keys(), now):
        sold = [(booking, was[booking.occurrence_id]) for booking in bookings if booking.status == CONFIRMED]
        post_dates_moved(user, sold, kind="calendar_corrected")


@log_posting_errors
def booking_moved(booking: Booking, *, was: Occurrence, by: User) -> None:
    """Email a buyer and the guests whose booking was moved to another date, by the buyer or as agreed with them."""
    user = booking.user
    guest_mails.booking_moved(booking, was=was)
    if not user.is_deleted:
        post_dates_moved(user, [(booking, was)], is_one_booking=True, is_own_move=by.pk == user.pk)


def post_dates_moved(
    user: User,
    moves: Sequence[tuple[Booking, Former]],
    reason: str = "",
    kind: str = "dates_moved",
    **about_all: bool,
) -> None:
    """Post an email about a user's bookings of an event, with their former times. They are at their new times already.

    An email that waits says the new times of its bookings instead, and those of the event's other bookings, too. What
    users moved themselves they know.
    """
    rows = {}
    for booking, was in moves:
        rows[booking.public_id] = {"booking": booking.public_id, **describe_move(booking.occurrence, was, reason)}
    sold = Booking.objects.filter(pk__in=[booking.pk for booking, _ in moves if booking.status == CONFIRMED])
    sold.update(calendar_sequence=F("calendar_sequence") + 1)
    waiting = list_waiting(Outgoing.Channel.MAIL, "dates_moved", user.public_id)
    unsent = [mail for mail in waiting if not (about_all.get("is_own_move") or mail.data.get("is_own_move"))]
    for mail in unsent:
        for move in mail.data["moves"]:
            set_new_time(move, rows.pop(move["booking"], move))
    event = None if about_all or kind != "dates_moved" else moves[0][0].occurrence.event_id
    for mail in unsent:
        if event and mail.data.get("event") == event:
            mail.data["moves"] += rows.values()
            rows = {}
        mail.save(update_fields=["data"])
    if rows:
        data = {"moves": list(rows.values()), "event": event, **about_all}
        post_mail(kind, to=user.email, owner_id=user.pk, about=user.public_id, data=data)


def write_dates_moved(mail: Outgoing) -> MessageContent:
    """Write that a time is new, or the rules of the time zone (`calendar_corrected`).

    Raise NothingToSend if none of the bookings has seats at its new time any more.
    """
    now = timezone.now()
    moved = {move["booking"]: move for move in mail.data["moves"]}
    live = Booking.objects.taken(now).filter(public_id__in=moved, seats__gt=F("returning"))
    rows = live.select_related("user", *join_date("occurrence__")).order_by("occurrence__starts_at", "pk")
    bookings = [booking for booking in rows if is_still_at(booking.occurrence, moved[booking.public_id], now)]
    if not bookings:
        raise NothingToSend("the seats were returned, or the date was changed again or is over.")
    user, event = bookings[0].user, bookings[0].occurrence.event
    calendar = build_calendar(event, bookings, now)
    is_one_booking = mail.data.get("is_one_booking", False)
    news = format_news((parse_former(moved[each.public_id], each.occurrence), each.occurrence) for each in bookings)
    new = "Calendar entry" if mail.kind == "calendar_corrected" else "New date" if is_one_booking else f"New {news}"
    return MessageContent(
        f"{new}: {one_printable_line(event.name)}",
        {
            "first_name": user.first_name,
            "event": describe_event(event),
            "dates": [format_move(booking, moved[booking.public_id]) for booking in bookings],
            "seat_count": sum(booking.live_seats for booking in bookings),
            "is_one_booking": is_one_booking,
            "news": news,
            "is_own_move": mail.data.get("is_own_move", False),
            "has_code": any(booking.status == Booking.Status.CONFIRMED for booking in bookings),
            "has_calendar": bool(calendar),
            "orders_url": orders_url(user),
        },
        calendar,
    )


@log_posting_errors
def booking_canceled(booking: Booking, *, reason: str, now: datetime, notes: CancelNotes) -> None:
    """Email the buyer of a canceled date whose money is refunded without asking. Call it with the date locked."""
    user, date = booking.user, booking.occurrence
    if user.is_deleted:
        return
    if booking.status == Booking.Status.CONFIRMED:
        raise_calendar_sequence(booking)
    calendar = build_calendar(date.event, [booking], now, is_canceled=True)
    seats = count_seats(booking)
    post_mail(
        "date_canceled",
        to=user.email,
        owner_id=user.pk,
        subject=f"Canceled: {one_printable_line(date.event.name)} on {format_day(date.starts_at)}",
        context={
            "first_name": user.first_name,
            "event": describe_event(date.event),
            "when": format_when(date.starts_at, date.ends_at),
            "seats": format_seats(seats),
            "seat_count": seats,
            "reason": reason,
            "money_note": notes.money,
            "gift_note": notes.gift,
            "has_calendar": bool(calendar),
            "orders_url": orders_url(user),
        },
        attachments=calendar,
        about=booking.public_id,
    )


def write_date_canceled(mail: Outgoing) -> MessageContent:
    """Raise NothingToSend if the seats are still there, on a date that takes place."""
    booking = Booking.objects.select_related("occurrence").get(public_id=mail.about)
    is_there = booking.status == Booking.Status.CONFIRMED and booking.live_seats > 0
    if is_there and booking.occurrence.takes_place:
        raise NothingToSend("the date takes place again, or the seats were moved to another one.")
    return MessageContent.from_data(mail.data)


def group_by_user(occurrence_ids: Collection[int], now: datetime) -> Iterator[tuple[User, list[Booking]]]:
    """Group the date's bookings by buyer, including holds, whose buyers may be about to pay."""
    bookings = Booking.objects.taken(now).exclude(kind=Booking.Kind.OFFER)  # nobody has ordered those
    bookings = bookings.filter(occurrence__in=occurrence_ids).select_related("user", "occurrence")
    rows = bookings.order_by("user", "occurrence__starts_at", "pk")
    for _, theirs in groupby(rows, key=lambda booking: booking.user_id):
        listed = list(theirs)
        if not listed[0].user.is_deleted:
            yield listed[0].user, listed


def format_move(booking: Booking, move: Mapping[str, Any]) -> ChangedDate:
    date = booking.occurrence
    return ChangedDate(
        was=format_former(parse_former(move, date), date),
        now=format_when(date.starts_at, date.ends_at),
        seats=format_seats(booking.live_seats),
        place=format_place(date.venue),
        reason=move["reason"],
    )


def count_seats(booking: Booking) -> int:
    """Return the seats without those that are being returned; all of them if no others are left: a refund may fail."""
    return booking.live_seats or booking.seats


def build_calendar(
    event: Event, bookings: Sequence[Booking], now: datetime, *, is_canceled: bool = False
) -> list[Attachment]:
    """Return the calendar invitation or file for one buyer's sold bookings; holds have no calendar entry yet."""
    sold = [booking for booking in bookings if booking.status == Booking.Status.CONFIRMED]
    entries = [
        CalendarEntry(
            uid=booking.public_id,
            name=event.name,
            starts_at=booking.occurrence.starts_at,
            ends_at=booking.occurrence.ends_at,
            place=booking.occurrence.venue.text,
            description=f"{format_seats_of(event, count_seats(booking))}\nYour ticket: {orders_url(booking.user)}",
            url=orders_url(booking.user),
            sequence=booking.calendar_sequence,
        )
        for booking in sold
    ]
    booked, canceled = ((), entries) if is_canceled else (entries, ())
    return calendar_attachments(booked, canceled, attendee=bookings[0].user.email, stamp=now)


def orders_url(user: User) -> str:
    """Return the URL of the profile, which lists the orders; bookings do not reference theirs."""
    return f"{settings.SITE_URL}/user/{user.public_id}/"


# --- Offers of the waiting list --------------------------------------------------------------------------------------


@log_posting_errors
def seats_offered(
    entry: WaitingEntry, *, until: datetime, now: datetime, was: Setting | None = None, reason: str = ""
) -> None:
    """Offer seats, with a link that leaves the waiting list. It is written later, like confirmations of orders.

    It is not sent once the offer has ended: it was declined, paid, withdrawn or too old, or the date is canceled. `was`
    is when the date was until now, if it has moved, and `reason` is why.
    """
    about, data = entry.public_id, {**describe_former_time(was), "reason": reason} if was else {}
    data = merge_new_time(data, withdraw("waiting_date_moved", about))
    waiting = list_waiting(Outgoing.Channel.MAIL, "seats_offered", about)
    for mail in waiting:
        mail.data, mail.give_up_at = merge_new_time(data, mail.data), until
        mail.save(update_fields=["data", "give_up_at"])
    if not waiting:
        user = entry.user
        post_mail("seats_offered", to=user.email, owner_id=user.pk, about=about, data=data, useful_for=until - now)


def write_seats_offered(mail: Outgoing) -> MessageContent:
    entry = WaitingEntry.objects.select_related("occurrence__event", "user").get(public_id=mail.about)
    date, event = entry.occurrence, entry.occurrence.event
    if entry.status != WaitingEntry.Status.OFFERED or (entry.offered_until or date.starts_at) <= timezone.now():
        raise NothingToSend("the offer is over.")
    seats = entry.bookings.order_by("pk").values_list("seats", flat=True).last() or entry.seats
    until = format_deadline(entry.offered_until or date.starts_at)
    what = "it" if seats == 1 else "them"
    return MessageContent(
        f"{format_seats(seats)} for you until {until}: book {what} or pass {what} on",
        {
            "first_name": entry.user.first_name,
            "event": describe_event(event),
            "when": format_when(date.starts_at, date.ends_at),
            "place": format_place(date.venue),
            "seats": format_seats(seats),
            "what": what,
            "book_label": f"Book {what}",
            "until": until,
            "book_url": get_event_url(event.public_id, date.starts_at),
            "was": format_former(parse_former(mail.data, date), date) if is_moved(date, mail.data) else "",
            "reason": mail.data.get("reason", ""),
            "leave_url": get_leave_url(entry),
        },
    )


@log_posting_errors
def waiting_date_moved(entry: WaitingEntry, *, was: Setting, reason: str) -> None:
    """Tell somebody who waits that the date moves, with a link that leaves the list. The newest email tells it all."""
    user, about = entry.user, entry.public_id
    data = merge_new_time({**describe_former_time(was), "reason": reason}, withdraw("waiting_date_moved", about))
    post_mail("waiting_date_moved", to=user.email, owner_id=user.pk, about=about, data=data)


def withdraw(kind: str, about: str) -> Mapping[str, Any]:
    """Take back an email that waits, because another one tells what it says. Return that."""
    waiting = list_waiting(Outgoing.Channel.MAIL, kind, about)
    Outgoing.objects.filter(pk__in=[mail.pk for mail in waiting]).delete()
    return waiting[0].data if waiting else {}


def write_waiting_date_moved(mail: Outgoing) -> MessageContent:
    entry = WaitingEntry.objects.select_related("occurrence__event", "user").get(public_id=mail.about)
    date, event = entry.occurrence, entry.occurrence.event
    if entry.status != WaitingEntry.Status.WAITING or not is_open(date, timezone.now()):
        raise NothingToSend("the wait is over.")
    if not is_moved(date, mail.data):
        raise NothingToSend("the date is back at its time.")
    was = parse_former(mail.data, date)
    return MessageContent(
        f"New {format_news([(was, date)])}: {one_printable_line(event.name)}",
        {
            "first_name": entry.user.first_name,
            "event": describe_event(event),
            "when": format_when(date.starts_at, date.ends_at),
            "was": format_former(was, date),
            "news": format_news([(was, date)]),
            "reason": mail.data["reason"],
            "place": format_place(date.venue),
            "event_url": get_event_url(event.public_id, date.starts_at),
            "leave_url": get_leave_url(entry),
        },
    )


def get_leave_url(entry: WaitingEntry) -> str:
    return f"{settings.SITE_URL}/leave-waiting-list#{entry.leave_token}"


def get_event_url(public_id: str, starts_at: datetime) -> str:
    return f"{settings.SITE_URL}/product/{public_id}?{urlencode({'rsvpDate': format_utc(starts_at)})}"
